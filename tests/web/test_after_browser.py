"""After the game in real browsers: replay, playing on, rematch, records."""

import asyncio
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

import mezani
from mezani.record import Record
from mezani.tables.entries import Entry, Kind
from mezani.tables.players import player_of
from mezani.tables.situation import Seat
from mezani.tables.store import Store
from mezani.tables.table import Table
from mezani.testing.playing import NAMES
from tests.web.browsing import (
    LEAST,
    PHONE,
    SMALL_PHONE,
    Served,
    click_first_move,
    first_move,
    load_record,
    person,
    serious_faults,
)
from tests.web.finished import played
from tests.web.people import GAME

pytestmark = pytest.mark.usefixtures("no_script_fails")

TABLET = {"viewport": {"width": 1024, "height": 768}}
SIDEWAYS = {**PHONE, "viewport": {"width": 844, "height": 390}}
LOW = {"viewport": {"width": 1280, "height": 720}, "color_scheme": "dark", "locale": "de-DE"}


def nearly_over(page: Page, name: str = GAME.name) -> str:
    """A practice table before its last move; returns its path."""
    record = played(name, mezani.game(name).seats[0])
    last = len(record.actions) - 1
    page.goto(f"/record/{load_record(page, record)}/{last}?seat={list(record.steps())[last][0].seat}")
    page.click("#play-on button")
    page.wait_for_url("**/table/*")
    return f"/table/{page.url.rpartition('/')[2]}"


def finish(page: Page) -> None:
    """Play the last move."""
    page.wait_for_selector("#prompt.you")
    first_move(page).click()
    page.wait_for_selector("p.result")


def sat_down(served: Served, record: Record, secrets: list[str]) -> str:
    """A table before its last move, with a person on that seat and others on the next ones; returns its path."""
    last = len(record.actions) - 1
    first = list(record.steps())[last][0].seat
    seats = [Seat(bot="novice", name="Bot")] * record.players
    for number, secret in enumerate(secrets):
        seats[(first + number) % record.players] = Seat(player_of(secret), NAMES[number])
    table = Table("".join(secrets), record.game, record.players, record.seed, {}, False, seats)
    table.take([Entry(1, Kind.BEGIN, 0.0)])
    table.take(Entry(number, Kind.PLAY, 0.0, None, action) for number, action in enumerate(record.actions[:last], 2))

    async def keep() -> None:
        store = Store(served.database)
        await store.open()
        await store.create(table, 0.0)
        await store.close()

    with ThreadPoolExecutor(1) as elsewhere:  # a loop of its own: the browser has one already
        elsewhere.submit(asyncio.run, keep()).result()
    return f"/table/{table.id}"


def at(page: Page) -> int:
    """Which move the address of a replay names."""
    found = re.search(r"/(\d+)\?seat=", page.url)
    assert found
    return int(found[1])


def test_a_replay_is_steered_by_keys_without_reloading(browser: Browser, served: Served) -> None:
    page = person(browser, served)
    record = played(GAME.name, LEAST)
    load_record(page, record)
    last = len(record.actions)
    page.evaluate("window.sameDocument = true")
    for key, step in (
        ("ArrowRight", 1),
        ("ArrowRight", 2),
        ("ArrowLeft", 1),
        ("End", last),
        ("ArrowRight", last),
        ("Home", 0),
        ("ArrowLeft", 0),
    ):
        page.keyboard.press(key)
        expect(page.locator("#count")).to_have_text(f"Move {step} of {last}")
        expect(page).to_have_url(re.compile(rf"/{step}\?seat="))
        expect(page.locator("#step")).to_have_value(str(step))
    page.keyboard.press("PageDown")
    expect(page.locator("#count")).not_to_have_text(f"Move 0 of {last}")
    assert 0 < at(page) < last
    shown = page.locator("#board").inner_text(), page.locator("#log").inner_text()
    assert page.evaluate("window.sameDocument")
    page.reload()
    assert (page.locator("#board").inner_text(), page.locator("#log").inner_text()) == shown


def test_a_replay_plays_by_itself_and_stops(browser: Browser, served: Served) -> None:
    page = person(browser, served)
    record = played(GAME.name, LEAST)
    id = load_record(page, record)
    last = len(record.actions)
    page.goto(f"/record/{id}/{last - 2}?seat=0")
    page.keyboard.press("Space")
    expect(page.locator("#autoplay")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#count")).to_have_text(f"Move {last} of {last}")
    expect(page.locator("#autoplay")).to_have_attribute("aria-pressed", "false")
    page.click("#autoplay")
    expect(page.locator("#count")).to_have_text(f"Move 0 of {last}")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#autoplay")).to_have_attribute("aria-pressed", "false")


def test_a_replay_is_seen_from_any_seat_and_by_the_slider(browser: Browser, served: Served) -> None:
    page = person(browser, served)
    record = played(GAME.name, LEAST)
    id = load_record(page, record)
    page.goto(f"/record/{id}/3?seat=0")
    page.evaluate("window.sameDocument = true")
    first = page.locator("#board").inner_text()
    page.select_option("#seat", "1")
    expect(page).to_have_url(re.compile(r"/3\?seat=1$"))
    expect(page.locator("#board")).not_to_have_text(first)
    page.locator("#step").evaluate("slider => { slider.value = 40; slider.dispatchEvent(new Event('input')); }")
    expect(page).to_have_url(re.compile(r"/40\?seat=1$"))
    page.click("#next")
    expect(page).to_have_url(re.compile(r"/41\?seat=1$"))
    page.keyboard.press("Enter")  # the focus stays on the link
    expect(page).to_have_url(re.compile(r"/42\?seat=1$"))
    assert page.evaluate("window.sameDocument")


def test_a_replay_without_javascript(browser: Browser, served: Served) -> None:
    page = person(browser, served, java_script_enabled=False)
    load_record(page, played(GAME.name, LEAST))
    page.click("#next")
    page.click("#next")
    assert at(page) == 2
    page.select_option("#seat", "1")
    page.click("#seek button")
    assert page.url.endswith("/2?seat=1")
    page.click("#play-on button")
    page.wait_for_url("**/table/*")
    expect(page.locator("#log")).to_contain_text("The moves up to here come from another game.")


@pytest.mark.parametrize("name", mezani.game_names())
def test_a_game_is_played_on_from_a_replay(browser: Browser, served: Served, name: str) -> None:
    page = person(browser, served)
    record = played(name, mezani.game(name).seats[0])
    id = load_record(page, record)
    step = next(n for n, (state, _, _) in enumerate(record.steps()) if n > 20 and state.seat == 1)
    page.goto(f"/record/{id}/{step}?seat=1")
    page.click("#play-on button")
    page.wait_for_selector("#prompt.you")
    click_first_move(page)
    page.click("#log >> text=View it")
    page.wait_for_url(f"**/record/{id}/{step}")


def test_in_a_practice_game_one_goes_back_and_tries_again(browser: Browser, served: Served) -> None:
    page = person(browser, served)
    path = nearly_over(page)
    page.click("#menu summary")
    page.click("#menu >> text=Replay")
    page.wait_for_url("**/replay/*")
    page.keyboard.press("Home")
    expect(page).to_have_url(re.compile(r"/0\?seat="))
    page.click("#play-on button")
    page.wait_for_url("**/table/*")
    assert path not in page.url
    page.wait_for_selector("#prompt.you")


def test_a_rematch_leads_everybody_to_their_seats(browser: Browser, served: Served) -> None:
    """Two people finish a game; one asks for a rematch, the other one gets the link at once."""
    people = {secret: person(browser, served) for secret in ("ann", "ben")}
    path = sat_down(served, played(GAME.name, LEAST), list(people))
    for secret, page in people.items():
        page.context.add_cookies([{"name": "mezani", "value": secret, "url": served.address}])
        page.goto(path)
    ann, ben = people.values()
    ben.evaluate("window.sameDocument = true")
    seats = [page.locator("#moves [name=seat]").input_value() for page in (ann, ben)]
    finish(ann)
    ann.click("p.result >> text=Rematch")
    ann.wait_for_url(lambda url: "/table/" in url and path not in url)
    ben.wait_for_selector("p.result >> text=Go to the rematch")
    expect(ben.locator("#log")).to_contain_text(f"{NAMES[0]} has set up a rematch.")
    assert ben.evaluate("window.sameDocument")
    ben.click("p.result >> text=Go to the rematch")
    ben.wait_for_url(ann.url)
    assert [page.locator("#moves [name=seat]").input_value() for page in (ann, ben)] == seats
    expect(ann.locator("#people li.here")).to_have_count(2)


def test_a_record_is_downloaded_and_uploaded(browser: Browser, served: Served, tmp_path: Path) -> None:
    page = person(browser, served)
    nearly_over(page)
    finish(page)
    page.click("p.result >> text=Result")
    page.wait_for_url("**/result")
    with page.expect_download() as download:
        page.click("text=Game record")
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    page.goto("/")
    page.click("text=Load a record")
    page.set_input_files("#file", file)
    page.click("main button.main")
    page.wait_for_url("**/record/*/0?*")
    wrong = tmp_path / "wrong.txt"
    wrong.write_text(file.read_text("utf-8").replace("result: ", "result: 1"), "utf-8")
    page.goto("/records")
    page.set_input_files("#file", wrong)
    page.click("main button.main")
    expect(page.locator("[role=alert]")).to_contain_text("the moves lead to")


@pytest.fixture(scope="module")
def paths(browser: Browser, served: Served) -> list[str]:
    """What comes after games: results, records, and a replay of each game."""
    page = person(browser, served)
    table = nearly_over(page)
    finish(page)
    records = [load_record(page, played(name, mezani.game(name).seats[-1])) for name in mezani.game_names()]
    page.context.close()
    return [
        f"{table}/result",
        "/records",
        "/api/docs",
        f"{table}/replay",
        *(f"/record/{id}/30?seat=0" for id in records),
    ]


@pytest.mark.parametrize(
    "size",
    [
        pytest.param({}, id="wide"),
        pytest.param(LOW, id="low", marks=pytest.mark.matrix),
        pytest.param(TABLET, id="tablet", marks=pytest.mark.matrix),
        pytest.param(SIDEWAYS, id="sideways", marks=pytest.mark.matrix),
        pytest.param(PHONE, id="phone", marks=pytest.mark.matrix),
        pytest.param(SMALL_PHONE, id="small"),
    ],
)
def test_pages_fit(browser: Browser, served: Served, paths: list[str], size: dict[str, object]) -> None:
    page = person(browser, served, **size)
    for path in paths:
        page.goto(path)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
        if page.locator(".replayer").count():
            assert page.evaluate("document.documentElement.scrollHeight <= innerHeight"), path
            for selector in ("#step", "#autoplay", "#seat", "#previous", "#next"):
                box = page.locator(selector).bounding_box()
                assert box, selector
                assert box["width"] >= 44, selector
                assert box["height"] >= 44, selector
    page.context.close()


@pytest.mark.parametrize(
    "size",
    [
        pytest.param({"color_scheme": "dark"}, id="dark"),
        pytest.param(PHONE, id="phone", marks=pytest.mark.matrix),
    ],
)
def test_nothing_serious_for_people_who_use_aids(
    browser: Browser, served: Served, paths: list[str], size: dict[str, object]
) -> None:
    page = person(browser, served, **size)
    for path in paths[:4]:
        page.goto(path)
        assert serious_faults(page) == [], path
    page.context.close()
