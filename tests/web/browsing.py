"""A real server and real browsers for the tests."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

from axe_core_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page, Playwright, Position, expect

import mezani
from mezani.record import Record
from mezani.web.settings import variable_of
from tests.machine import program
from tests.web.people import GAME, NO_LIMITS

SERVE = "import sys; from mezani.web.serve import serve; serve(port=int(sys.argv[1]), database=sys.argv[2])"
LEAST = GAME.seats[0]
SERIOUS = ("serious", "critical")
SET_UP = 'button[form="new-table"]'
MOVE = ':is(#moves button, button[form="moves"]):not([aria-disabled="true"])'
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
SMALL_PHONE = {**PHONE, "viewport": {"width": 360, "height": 640}}
MY_TURN = """last => document.querySelector("p.result, #prompt.you")
  && document.querySelector("#moves [name=after]").value !== last"""
PATIENCE = 60_000  # milliseconds: the machine may be busy
FAULTS: list[str] = []  # what went wrong in scripts, on any page


expect.set_options(timeout=PATIENCE)


def free_port() -> int:
    """A port where nobody listens."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


class HasAddress(Protocol):
    """Where people go: a server, or a proxy before several."""

    @property
    def address(self) -> str: ...


class Served:
    """A server in a process of its own; it can be stopped, killed and started again over the same database."""

    program = SERVE

    def __init__(self, folder: Path, database: str = "", **environment: str) -> None:
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.database = database or f"sqlite:///{folder}/mezani.db"
        self.environment = {
            **os.environ,
            "MEZANI_BROWSER": "0",
            "MEZANI_BOT_PAUSE": "0",
            "MEZANI_ANSWER_PAUSE": "0",
            "MEZANI_BOT_PROCESSES": "1",
            "XDG_CONFIG_HOME": str(folder),
            **{variable_of(name): str(value) for name, value in NO_LIMITS.items()},
            **environment,
        }
        self.complaints = folder / f"complaints-{self.port}.txt"  # what it writes for its host
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-c", self.program, str(self.port), self.database]
        with self.complaints.open("a") as complaints:
            self.process = subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=complaints, text=True, env=self.environment
            )
        assert self.process.stdout
        assert "The table is at" in self.process.stdout.readline(), self.complaints.read_text()

    def stop(self) -> None:
        self.process.send_signal(signal.SIGINT)
        self.process.wait(60)
        assert self.process.stdout
        self.process.stdout.close()

    def kill(self) -> None:
        """SIGKILL: nothing is put away."""
        self.process.kill()
        self.process.wait(60)
        assert self.process.stdout
        self.process.stdout.close()


@contextmanager
def chromium(playwright: Playwright) -> Iterator[Browser]:
    """A browser without a window."""
    browser = playwright.chromium.launch(executable_path=program("browser"), args=["--no-sandbox"])
    try:
        yield browser
    finally:
        browser.close()


def person(browser: Browser, served: HasAddress, **device: Any) -> Page:
    """A fresh browser of somebody whom nobody knows, who wishes no pauses, no summaries and no worker of the app."""
    device = {"locale": "en-GB", "reduced_motion": "reduce", "service_workers": "block", **device}
    context = browser.new_context(base_url=served.address, **device)
    context.set_default_timeout(PATIENCE)
    context.add_cookies([{"name": "mezani-wishes", "value": "pause=0&summary=never", "url": served.address}])
    context.on("weberror", lambda fault: FAULTS.append(str(fault.error)))
    return context.new_page()


def set_up(page: Page, chairs: list[str], names: list[str], game: str = GAME.name, past_tricks: str = "") -> str:
    """Set up a table by the form; returns its path."""
    page.goto(f"/new/{game}?players={len(chairs)}")
    open_folds(page)
    for number, (chair, name) in enumerate(zip(chairs, names, strict=True)):
        page.select_option(f"#chair-{number}", chair)
        page.fill(f"[name=name-{number}]", name)
    if past_tricks and mezani.game(game).past:
        page.check(f"[name=past-tricks][value={past_tricks if past_tricks == 'open' else ''!r}]")
    page.click(SET_UP)
    page.wait_for_url("**/table/*")
    return page.url.removeprefix(page.url.partition("/table/")[0])


def open_folds(page: Page) -> None:
    """Show all that has a good default."""
    page.evaluate("document.querySelectorAll('.fold').forEach((fold) => { fold.open = true; })")


def play_on(page: Page, seconds: float, choose: Callable[[Page], Locator]) -> None:
    """Click what is chosen whenever it is this person's turn, until the game is over."""
    end, turn = time.monotonic() + seconds, None
    while time.monotonic() < end:
        page.wait_for_function(MY_TURN, arg=turn, timeout=PATIENCE)
        if page.locator("p.result").count():
            return
        turn = page.get_attribute('#moves [name="after"]', "value")
        press(choose(page))
    raise AssertionError("the game did not end in time")


def load_record(page: Page, record: Record) -> str:
    """Load a record by its text; returns the path of its replay."""
    page.goto("/records")
    page.fill("#text", str(record))
    page.click("main button.main")
    page.wait_for_url("**/record/*/0?*")
    return page.url.partition("/record/")[2].partition("/")[0]


def go_on_from(page: Page, record: Record) -> None:
    """Sit down with bots where a game has got to, on the seat to move."""
    form: dict[str, str | float | bool] = {"seat": str(record.state().seat)}
    id, origin = load_record(page, record), page.url.partition("/record/")[0]
    page.goto(page.request.post(f"/record/{id}/{len(record.actions)}", form=form, headers={"origin": origin}).url)


def first_move(page: Page) -> Locator:
    """The button of the first move; where it appears only by a choice, the choice is made."""
    shown = page.locator(MOVE).locator("visible=true")
    for choice in page.locator("#board input[type=radio]").all():
        if shown.count():
            break
        choice.check(position=in_sight(choice), force=True)
    return shown.first


def press(button: Locator) -> None:
    """Click where no other card of a hand covers it."""
    button.click(position=in_sight(button))


def in_sight(button: Locator) -> Position:
    """Near the left edge and above the middle, where no other card of a hand covers it; in its corner it is read."""
    box = button.bounding_box()
    assert box
    return {"x": min(10, box["width"] / 2), "y": 0.35 * box["height"]}


def click_first_move(page: Page) -> None:
    """Play the first move, and wait until the page shows what came of it."""
    turn = page.get_attribute('#moves [name="after"]', "value")
    press(first_move(page))
    page.wait_for_function(
        "turn => document.querySelector('#moves [name=after]')?.value !== turn", arg=turn, timeout=PATIENCE
    )


def sit_together(ann: Page, ben: Page) -> str:
    """Two people sit down with a bot and predict at once: who is not to move decides in advance. Returns the path."""
    path = set_up(ann, ["me", "free", "bot:novice"], ["Ann", "", ""])
    ben.goto(path)
    ben.fill('[name="name"]', "Ben")
    ben.click("text=Sit down")
    expect(ann.locator("#people li.here")).to_have_count(2)
    for page in (ann, ben):
        page.wait_for_selector(".predict")
    press(first_move(ann))
    press(first_move(ben))
    for page in (ann, ben):
        expect(page.locator("#log")).to_contain_text("Ben predicts" if page == ann else "Ann predicts")
    return path


def play_in_turn(ann: Page, ben: Page, moves: int) -> None:
    """Each plays when it is their turn, and the other one sees it."""
    played = 0
    while played < moves:
        for page, other in ((ann, ben), (ben, ann)):
            if page.locator("#prompt.you").count():
                before = other.locator("#log li.move").count()
                click_first_move(page)
                expect(other.locator("#log li.move")).not_to_have_count(before)
                played += 1
        ann.wait_for_timeout(20)


def serious_faults(page: Page) -> list[str]:
    """What axe finds wrong on a page, if it is serious."""
    found = Axe().run(page, options={"resultTypes": ["violations"]})["violations"]  # the rest takes longer to tell
    return [
        f"{fault['id']}: {fault['help']}: {[node['html'][:160] for node in fault['nodes']][:3]}"
        for fault in found
        if fault["impact"] in SERIOUS
    ]
