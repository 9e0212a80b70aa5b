"""Firefox and WebKit for the tests: small clients of WebDriver BiDi and of WebDriver, with what the tests need."""

import json
import os
import re
import subprocess
import time
from base64 import b64decode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import urljoin

import httpx
from websockets.sync.client import ClientConnection, connect

from tests.machine import program
from tests.web.browsing import PATIENCE, free_port

MINI_BROWSER = "usr/lib/*/webkit2gtk-4.*/MiniBrowser"  # Debian keeps it off the path
PREFERENCES = {  # of Firefox: no questions, no news, no pages of its own
    "app.normandy.enabled": False,
    "app.update.disabledForTesting": True,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.homepage_override.mstone": "ignore",
    "datareporting.policy.dataSubmissionEnabled": False,
    "remote.active-protocols": 1,
}
# Firefox complains of what a page was still loading when it was left
LEFT_BEHIND = "A ServiceWorker intercepted the request"
# A page is written into the window after its faults are listened for, so that those of its first scripts are heard too
VISIT = """(address) => {
  window.faults = null;
  fetch(address).then((answer) => answer.text()).then((html) => {
    history.replaceState(null, "", address);
    document.open();
    window.faults = [];
    const missing = (thing) => `${thing.src ?? thing.href} is missing`;
    addEventListener("error", (event) => faults.push(event.message || missing(event.target)), true);
    addEventListener("unhandledrejection", (event) => faults.push(String(event.reason)));
    console.error = (...words) => faults.push(words.join(" "));
    document.write(html);
    document.close();
  });
}"""


def is_fault(told: dict[str, Any]) -> bool:
    """Whether something that Firefox notes is a fault of a page."""
    return told["level"] == "error" and LEFT_BEHIND not in told["text"]


class Window(Protocol):
    """A window of a browser."""

    def visit(self, address: str) -> None:
        """Load a page."""

    def run(self, function: str, *given: Any) -> Any:
        """What a function of JavaScript returns."""

    def click(self, x: float, y: float) -> None:
        """Press a point of the page with the mouse."""

    def picture(self) -> bytes:
        """What the window shows, as PNG."""

    def faults(self) -> list[str]:
        """What has gone wrong in scripts since the page was loaded."""


def until(ask: Callable[..., Any], *given: Any) -> Any:
    """Ask until the answer is yes."""
    end = time.monotonic() + PATIENCE / 1000
    while time.monotonic() < end:
        if answer := ask(*given):
            return answer
        time.sleep(0.03)
    raise AssertionError(f"waited in vain for {ask} {given}")


@contextmanager
def running(command: list[str], output: Path, **environment: str) -> Iterator[None]:
    """A program as long as it is needed; what it says is written to a file."""
    with output.open("wb") as file:
        process = subprocess.Popen(command, stdout=file, stderr=file, env={**os.environ, **environment})
        try:
            yield
        finally:
            process.terminate()
            process.wait(30)


class Firefox:
    """A window of Firefox, over WebDriver BiDi."""

    def __init__(self, line: ClientConnection, width: int, height: int) -> None:
        self.line = line
        self.count = 0
        self.noted: list[str] = []
        self.ask("session.new", capabilities={})
        self.ask("session.subscribe", events=["log.entryAdded"])
        self.context = self.ask("browsingContext.getTree")["contexts"][0]["context"]
        self.ask("browsingContext.setViewport", context=self.context, viewport={"width": width, "height": height})

    def ask(self, method: str, **given: Any) -> Any:
        """The answer to a command; what is told meanwhile is noted."""
        self.count += 1
        self.line.send(json.dumps({"id": self.count, "method": method, "params": given}))
        while True:
            heard = json.loads(self.line.recv(timeout=PATIENCE / 1000))
            if heard.get("method") == "log.entryAdded" and is_fault(heard["params"]):
                self.noted.append(heard["params"]["text"])
            if heard.get("id") == self.count:
                assert heard["type"] == "success", heard
                return heard["result"]

    def visit(self, address: str) -> None:
        self.ask("browsingContext.navigate", context=self.context, url=address, wait="complete")

    def run(self, function: str, *given: Any) -> Any:
        answer = self.ask(
            "script.callFunction",
            functionDeclaration=f"(given) => JSON.stringify(({function})(...JSON.parse(given)) ?? null)",
            arguments=[{"type": "string", "value": json.dumps(given)}],
            target={"context": self.context},
            awaitPromise=False,
        )
        assert answer["type"] == "success", answer
        return json.loads(answer["result"]["value"])

    def click(self, x: float, y: float) -> None:
        self.ask("input.performActions", context=self.context, actions=[_mouse(x, y)])

    def picture(self) -> bytes:
        return b64decode(self.ask("browsingContext.captureScreenshot", context=self.context)["data"])

    def faults(self) -> list[str]:
        self.ask("session.status")  # what was told before is heard by now
        return self.noted


class WebKit:
    """A window of WebKitGTK, over WebDriver."""

    def __init__(self, line: httpx.Client, width: int, height: int) -> None:
        self.line = line
        self.session = ""
        options = {"binary": str(_mini_browser()), "args": ["--automation"]}
        answer = self.ask("", capabilities={"alwaysMatch": {"webkitgtk:browserOptions": options}})
        self.session = f"/{answer['sessionId']}"
        self.ask("/window/rect", width=width, height=height)
        bars = height - self.run("() => innerHeight")
        self.ask("/window/rect", width=width, height=height + bars)

    def ask(self, what: str, **given: Any) -> Any:
        """The answer to a command."""
        answer = self.line.post(f"/session{self.session}{what}", json=given).json()["value"]
        assert not (isinstance(answer, dict) and "error" in answer), answer
        return answer

    def visit(self, address: str) -> None:
        self.ask("/url", url=urljoin(address, "/records"))  # a page whose own scripts do nothing more
        self.run(VISIT, address)
        until(self.run, "() => window.faults && document.readyState === 'complete'")

    def run(self, function: str, *given: Any) -> Any:
        return self.ask("/execute/sync", script=f"return ({function})(...arguments)", args=given)

    def click(self, x: float, y: float) -> None:
        self.ask("/actions", actions=[_mouse(x, y)])

    def picture(self) -> bytes:
        return b64decode(self.line.get(f"/session{self.session}/screenshot").json()["value"])

    def faults(self) -> list[str]:
        return list(self.run("() => window.faults ?? []"))

    def close(self) -> None:
        self.line.delete(f"/session{self.session}")


def _mouse(x: float, y: float) -> dict[str, Any]:
    """How both protocols tell a click."""
    moved = {"type": "pointerMove", "x": round(x), "y": round(y)}
    return {
        "type": "pointer",
        "id": "mouse",
        "parameters": {"pointerType": "mouse"},
        "actions": [moved, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}],
    }


def _mini_browser() -> Path:
    found = next(Path("/").glob(MINI_BROWSER), None)
    assert found, "MiniBrowser is missing: it comes with the package libwebkit2gtk-4.1-0"
    return found


def _said(output: Path, pattern: str) -> str:
    """What a program says, once it says it."""
    found: re.Match[str] = until(lambda: re.search(pattern, output.read_text(), re.MULTILINE))
    return found[1]


@contextmanager
def firefox(folder: Path, width: int, height: int) -> Iterator[Window]:
    """Firefox without a window of its own on the screen."""
    lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in PREFERENCES.items()]
    (folder / "user.js").write_text("\n".join(lines))
    command = [program("firefox"), "--headless", "--no-remote", "--profile", str(folder)]
    output = folder / "firefox.txt"
    with running([*command, "--remote-debugging-port=0"], output, HOME=str(folder)):
        address = _said(output, r"WebDriver BiDi listening on (\S+)")
        with connect(f"{address}/session", max_size=None, proxy=None) as line:
            yield Firefox(line, width, height)


@contextmanager
def webkit(folder: Path, width: int, height: int) -> Iterator[Window]:
    """WebKitGTK on a screen that nobody sees."""
    screen, driver = folder / "xvfb.txt", folder / "driver.txt"
    size = f"{width + 200}x{height + 200}x24"
    with running([program("xvfb"), "-displayfd", "1", "-screen", "0", size, "-nolisten", "tcp"], screen):
        display = ":" + _said(screen, r"^(\d+)$")
        port = free_port()
        command = [program("webkit"), f"--port={port}", "--host=127.0.0.1"]
        with running(command, driver, DISPLAY=display, HOME=str(folder), XDG_CONFIG_HOME=str(folder)):
            line = httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE / 1000, trust_env=False)
            until(_answers, line)
            window = WebKit(line, width, height)
            try:
                yield window
            finally:
                window.close()


def _answers(line: httpx.Client) -> bool:
    try:
        return line.get("/status").is_success
    except httpx.TransportError:
        return False


BROWSERS = {"firefox": firefox, "webkit": webkit}
NEEDS = {"firefox": ("firefox",), "webkit": ("webkit", "xvfb")}
