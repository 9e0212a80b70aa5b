"""Two servers, each a process of its own, over one PostgreSQL: they share tables, moves and people."""

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.browsing import Served, person, play_in_turn, sit_together
from tests.web.people import GAME, hidden, moves

pytestmark = pytest.mark.usefixtures("no_script_fails")


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory, postgres: str) -> Iterator[tuple[Served, Served]]:
    folder: Path = tmp_path_factory.mktemp("servers")
    one, two = Served(folder, postgres), Served(folder, postgres)
    yield one, two
    two.stop()
    one.stop()


def test_a_move_made_at_one_server_appears_on_a_screen_at_the_other(
    browser: Browser, servers: tuple[Served, Served]
) -> None:
    ann, ben = (person(browser, server) for server in servers)
    sit_together(ann, ben)
    play_in_turn(ann, ben, 2)
    for page in (ann, ben):
        page.reload()
        assert page.locator("#log li.move").count() > 4


def test_of_two_moves_of_a_seat_at_two_servers_one_is_made(servers: tuple[Served, Served]) -> None:
    with httpx.Client(follow_redirects=False) as client:
        chairs = {f"chair-{n}": "me" for n in range(GAME.seats[0])}
        answer = client.post(f"{servers[0].address}/new/{GAME.name}", data={"players": GAME.seats[0], **chairs})
        path, cookies = answer.headers["location"], dict(answer.cookies)
    for _ in range(5):
        shown = page_of(servers[1], path, cookies)
        seat = re.search(r"seat=(\d)", shown)
        assert seat
        shown = page_of(servers[1], f"{path}?seat={seat[1]}", cookies)
        form = {"seat": seat[1], "after": hidden(shown, "after")}
        first, *others = moves(shown)
        with ThreadPoolExecutor() as both:
            answers = [
                both.submit(post, server, f"{path}/play", cookies, {**form, "action": str(action)})
                for server, action in zip(servers, (first, (others or [first])[0]), strict=True)
            ]
        assert sorted(answer.result() for answer in answers) == [303, 409]


def page_of(server: Served, path: str, cookies: dict[str, str]) -> str:
    return httpx.get(f"{server.address}{path}", headers={"cookie": cookie_header(cookies)}).text


def post(server: Served, path: str, cookies: dict[str, str], form: dict[str, str]) -> int:
    return httpx.post(f"{server.address}{path}", data=form, headers={"cookie": cookie_header(cookies)}).status_code


def cookie_header(cookies: dict[str, str]) -> str:
    return "; ".join(f"{name}={value}" for name, value in cookies.items())


def test_a_device_removed_at_one_server_is_nobody_at_the_other(
    browser: Browser, servers: tuple[Served, Served]
) -> None:
    one, two = servers
    with httpx.Client(base_url=one.address) as computer:
        shown = computer.post("/you/code", data={"name": "Nadia"}).text
        code = re.findall(r'id="code" readonly[^>]* value="([\w-]+)"', shown)[0]
        chairs = {"chair-0": "me", **{f"chair-{n}": "bot:novice" for n in range(1, GAME.seats[0])}}
        path = computer.post(f"/new/{GAME.name}", data={"players": GAME.seats[0], **chairs}).headers["location"]
        phone = person(browser, two)
        phone.goto("/sign-in")
        phone.fill("#code", code)
        phone.click("form.code-form button")
        expect(phone.locator("h1")).to_have_text("Your recovery code")
        phone.goto(path)
        expect(phone.locator("#prompt.you")).to_have_count(1)
        device = re.findall(r'name="id" value="(\w+)"', computer.get("/you").text)[0]
        computer.post("/you/keys/remove", data={"id": device})
        expect(phone.locator("#prompt.you")).to_have_count(0)
        assert "Nadia" not in httpx.get(f"{two.address}/you", headers=cookies_of(phone)).text
        assert "<h1>Nadia</h1>" in computer.get("/you").text


def cookies_of(page: Page) -> dict[str, str]:
    return {"cookie": cookie_header({one["name"]: one["value"] for one in page.context.cookies()})}
