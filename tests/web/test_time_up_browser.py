"""Time runs out, in browsers: in live games on two servers, one of which is killed, and in a game over days."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from mezani.tables.terms import Days, Live, Terms
from tests.playing import random_game
from tests.web.browsing import PHONE, click_first_move, person, serious_faults
from tests.web.moved_clock import ServedLater, table_from

pytestmark = pytest.mark.usefixtures("no_script_fails")
HOUR = 3600
ENGLISH: dict[str, Any] = {"locale": "en-GB"}
GERMAN: dict[str, Any] = {"locale": "de-DE"}
SCREENS = [
    pytest.param(ENGLISH, {**GERMAN, **PHONE}, id="english-german-phone"),
    pytest.param(
        {**GERMAN, "color_scheme": "dark"}, {**ENGLISH, **PHONE}, id="german-english-phone", marks=pytest.mark.matrix
    ),
    pytest.param({**ENGLISH, **PHONE}, GERMAN, id="english-phone-german", marks=pytest.mark.matrix),
]
SAID = {  # in the languages of the screens
    "en-GB": ("Ben has won. The time of Ann was up.", "Take my chair back", "bot plays", "1 d", "1 h"),
    "de-DE": (
        "Ben hat gewonnen. Die Zeit von Ann war abgelaufen.",
        "Wieder selbst spielen",
        "Bot spielt",
        "1 T",
        "1 h",
    ),
}


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory, postgres: str) -> Iterator[tuple[ServedLater, ServedLater]]:
    folder: Path = tmp_path_factory.mktemp("servers")
    one, two = ServedLater(folder, postgres), ServedLater(folder, postgres)
    yield one, two
    for server in (one, two):
        server.stop()


def come(browser: Browser, served: ServedLater, name: str, path: str, device: dict[str, Any]) -> Page:
    """Somebody opens a table at which they sit already."""
    page = person(browser, served, **device)
    page.context.add_cookies([{"name": "mezani", "value": name, "url": served.address}])
    page.goto(path)
    return page


def faults(page: Page) -> list[str]:
    """What axe finds, and whether something runs over the edge."""
    runs_over = page.evaluate("document.documentElement.scrollWidth > innerWidth")
    return serious_faults(page) + ["something runs over the edge"] * runs_over


@pytest.mark.parametrize(("of_ann", "of_ben"), SCREENS)
def test_a_game_over_days_goes_on_when_a_day_is_over(
    browser: Browser, servers: tuple[ServedLater, ServedLater], of_ann: dict[str, Any], of_ben: dict[str, Any]
) -> None:
    one, two = servers
    path = table_from(one, random_game("anne", 3, seed=2), 14, ["Ann", None, "Ben"], Terms(clock=Days(1)))
    ann, ben = come(browser, one, "Ann", path, of_ann), come(browser, two, "Ben", path, of_ben)
    *_, back, _, a_day, an_hour = SAID[of_ann["locale"]]
    own = ann.locator(".clock[data-own]")
    expect(own.locator(".t")).to_have_text(a_day)
    one.move_on(23 * HOUR)
    ann.reload()
    expect(own.locator(".t")).to_have_text(an_hour)
    expect(own).to_have_class("clock low on")
    assert faults(ann) == []
    ann.goto("/")
    expect(ann.locator(".table-line").first.locator(".clock .t")).to_have_text(an_hour)
    one.stop()
    one.start()

    two.move_on(2 * HOUR)
    expect(ben.locator("#prompt.you")).to_have_count(1)  # the bot has moved
    ann.goto(path)
    expect(own).to_have_class("clock out")
    ann.click(f"text={back}")
    expect(own.locator(".t")).to_have_text(a_day)
    expect(ben.locator(".clock[data-own]")).to_have_class("clock on")
    click_first_move(ben)
    assert faults(ben) == []


@pytest.mark.parametrize(("of_ann", "of_ben"), SCREENS)
def test_one_live_game_is_lost_and_a_bot_takes_over_in_another_when_a_server_is_killed(
    browser: Browser, servers: tuple[ServedLater, ServedLater], of_ann: dict[str, Any], of_ben: dict[str, Any]
) -> None:
    one, two = servers
    last, long = random_game("anne", 3, seed=10), random_game("anne", 3, seed=2)
    lost = table_from(one, last, 1, ["Ann", None, "Ben"], Terms(clock=Live(10, 0), time_up="lost"))
    taken = table_from(one, long, 14, ["Ann", None, "Ben"], Terms(clock=Live(10, 0)))
    ann = come(browser, one, "Ann", lost, of_ann)
    ben_at_lost, ben = come(browser, two, "Ben", lost, of_ben), come(browser, two, "Ben", taken, of_ben)
    own = ann.locator(".clock[data-own]")
    expect(own).to_have_class("clock on")
    for page in (ben_at_lost, ben):
        expect(page.locator(".clock.on")).not_to_have_count(0)

    one.kill()
    expect(own).to_have_class("clock guess")
    two.move_on(10 * 60 + 1)
    over, back, bot_plays, *_ = SAID[of_ben["locale"]]
    expect(ben_at_lost.locator("#prompt")).to_contain_text(over)
    expect(ben.locator(".clock.out").first).to_contain_text(bot_plays)
    assert faults(ben_at_lost) == []
    assert faults(ben) == []

    over, back, *_ = SAID[of_ann["locale"]]
    ann.goto(f"{two.address}{lost}")
    expect(ann.locator("#prompt")).to_contain_text(over)
    ann.goto(f"{two.address}{lost}/result")
    rows = ann.locator("main table tbody tr, main ol > li")
    expect(rows.first).to_contain_text("Ben")
    assert faults(ann) == []
    ann.goto(f"{two.address}{taken}")
    expect(ann.locator(".clock[data-own]")).to_have_class("clock out")
    assert faults(ann) == []
    ann.click(f"text={back}")
    expect(ann.locator(".clock[data-own] .t")).to_have_text("0:30")
    expect(ben.locator(".clock.out")).to_have_count(0)
    one.start()
