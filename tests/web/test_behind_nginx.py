"""nginx with TLS before two servers, by the example that hosts get: cookies, live lines, a Host that is rewritten."""

import re
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import httpx
import pytest
from playwright.sync_api import Browser, Page

from tests.machine import need, program
from tests.web.browsing import Served, free_port, person, play_in_turn, set_up, sit_together

pytestmark = [pytest.mark.matrix, pytest.mark.usefixtures("no_script_fails")]

EXAMPLE = Path(__file__).parents[2] / "deploy" / "nginx.conf"
NAME = "localhost"
REWRITTEN = "mezani.internal"
AROUND = """
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/mezani.conf;
}}
"""


class Behind(NamedTuple):
    """Two servers, and the proxy before them."""

    one: Served
    two: Served
    address: str  # with TLS
    plain: str


def certificate(folder: Path) -> None:
    """A certificate that nobody has signed."""
    command = f"req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN={NAME}"
    files = ["-keyout", f"{folder}/key.pem", "-out", f"{folder}/certificate.pem"]
    subprocess.run([program("openssl"), *command.split(), *files], check=True, capture_output=True)


def example(folder: Path, servers: tuple[Served, Served], secure: int, plain: int, host: str) -> str:
    """The example for hosts, with the ports, the name and the certificate of this test."""
    text = EXAMPLE.read_text("utf-8")
    for old, new in (
        (r"127\.0\.0\.1:8484", f"127.0.0.1:{servers[0].port}"),
        (r"127\.0\.0\.1:8485", f"127.0.0.1:{servers[1].port}"),
        (r" +listen \[::\].*\n", ""),
        (r"listen 80;", f"listen 127.0.0.1:{plain};"),
        (r"listen 443 ", f"listen 127.0.0.1:{secure} "),
        (r"https://\$host\$", f"https://$host:{secure}$"),
        (r"server_name .*;", f"server_name {NAME};"),
        (r"/etc/letsencrypt/\S*fullchain\.pem", f"{folder}/certificate.pem"),
        (r"/etc/letsencrypt/\S*privkey\.pem", f"{folder}/key.pem"),
        (r"Host \$http_host", f"Host {host}"),
    ):
        text, places = re.subn(old, new, text)
        assert places, f"the example has no {old}"
    return text


@contextmanager
def nginx(folder: Path, servers: tuple[Served, Served], secure: int, host: str) -> Iterator[Behind]:
    """The proxy, as long as it is needed."""
    plain = free_port()
    certificate(folder)
    (folder / "mezani.conf").write_text(example(folder, servers, secure, plain, host), "utf-8")
    (folder / "nginx.conf").write_text(AROUND.format(folder=folder), "utf-8")
    command = [program("nginx"), "-p", str(folder), "-c", str(folder / "nginx.conf"), "-e", str(folder / "error.log")]
    with subprocess.Popen(command) as proxy:
        try:
            wait_for(secure, proxy, folder / "error.log")
            yield Behind(*servers, f"https://{NAME}:{secure}", f"http://{NAME}:{plain}")
        finally:
            proxy.terminate()


def wait_for(port: int, proxy: "subprocess.Popen[bytes]", log: Path) -> None:
    end = time.monotonic() + 20
    while time.monotonic() < end and proxy.poll() is None:
        with socket.socket() as probe:
            if not probe.connect_ex(("127.0.0.1", port)):
                return
        time.sleep(0.02)
    pytest.fail(log.read_text("utf-8") if log.exists() else "nginx does not listen")


@pytest.fixture(scope="module", params=["$http_host", REWRITTEN], ids=["Host-passed-on", "Host-rewritten"])
def behind(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, postgres: str) -> Iterator[Behind]:
    need("nginx")
    need("openssl")
    folder: Path = tmp_path_factory.mktemp("nginx")
    secure = free_port()
    environment = {"MEZANI_PUBLIC_ADDRESS": f"https://{NAME}:{secure}"} if request.param == REWRITTEN else {}
    one, two = (Served(folder, postgres, **environment) for _ in range(2))
    try:
        with nginx(folder, (one, two), secure, request.param) as behind:
            yield behind
    finally:
        for server in (one, two):
            if server.process.poll() is None:
                server.stop()


def browser_of(browser: Browser, behind: Behind) -> Page:
    """Somebody who comes over the proxy, and does not mind that nobody has signed its certificate."""
    return person(browser, behind, ignore_https_errors=True)


def test_plain_requests_are_sent_to_tls_and_cookies_stay_there(behind: Behind) -> None:
    with httpx.Client(verify=False, follow_redirects=False) as client:
        assert client.get(f"{behind.plain}/new/anne").headers["location"] == f"{behind.address}/new/anne"
        chairs = {f"chair-{seat}": "me" for seat in range(3)}
        origin = {"origin": behind.address}
        answer = client.post(f"{behind.address}/new/anne", data={"players": 3, **chairs}, headers=origin)
        assert answer.status_code == 303, answer.text
        assert re.search(r"mezani=.*; Secure", answer.headers["set-cookie"])
        elsewhere = {"origin": "https://elsewhere.example"}
        refused = client.post(f"{behind.address}/new/anne", data={"players": 3, **chairs}, headers=elsewhere)
        assert refused.status_code == 403
        assert client.get(f"{behind.address}/metrics").status_code == 404


def test_links_lead_through_the_proxy(behind: Behind, browser: Browser) -> None:
    ann = browser_of(browser, behind)
    path = set_up(ann, ["me", "free", "free"], ["Ann", "", ""])
    assert f"{behind.address}{path}" in ann.content()


def test_two_people_play_over_two_servers_and_one_server_goes(behind: Behind, browser: Browser) -> None:
    ann, ben = browser_of(browser, behind), browser_of(browser, behind)
    sit_together(ann, ben)
    play_in_turn(ann, ben, 4)
    behind.one.stop()
    play_in_turn(ann, ben, 8)
    for page in (ann, ben):
        page.reload()
        assert page.locator("#log li.move").count() > 12
