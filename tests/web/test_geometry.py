"""Every board at every size, in every language: nothing overlaps, nothing is cut off, every move can be pressed."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from mezani.language import LANGUAGES
from mezani.tables.terms import Days, Live
from tests.machine import program
from tests.web.moments import MOMENTS, page_at
from tests.web.test_boards import answer

FAULTS = Path(__file__).with_name("geometry.js").read_text()
PHONE = (360, 640)
USUAL = (PHONE, (960, 1040), (1280, 720))  # these have caught most
OTHERS = ((390, 844), (667, 375), (844, 390), (768, 1024), (820, 1180), (912, 1368), (1024, 768), (1440, 900))
LARGE = ((1920, 1080), (2560, 1440))
WINDOWS = (*USUAL, *OTHERS, *LARGE)
# clocks, and how long ago the last move was: "1:00:00" and "5 h 7 min"
LIVE, DAYS = (Live(60, 10), 0.0), (Days(1), 68000.0)
# with clocks: where seats have least room, in a window of each kind
TIMED = {
    "anne3 takes": ((360, 640), (768, 1024)),
    "anne4": ((667, 375),),
    "anansi3": ((667, 375), (1440, 900)),
    "anansi4 chooses": ((667, 375), (1024, 768)),
    "anansi5 first": ((360, 640), (768, 1024)),
    "asante plays many": ((360, 640), (844, 390)),
    "asante answers": ((1280, 720),),
    "zimbabwe5 turns": ((360, 640), (1024, 768)),
}
TABS = (844, 390), (1024, 768), (768, 1024)  # score and log are opened in the place of the cloth
# of each choice that opens buttons the first one is made
CHOOSE = """() => ["#hand input", ".predict .most input", ".predict label:nth-of-type(2) [name=fewest]", ".gifts input"]
  .map(choice => document.querySelector(choice)).filter(Boolean).map(choice => { choice.checked = true; }).length"""


# the moves that stick out of a window even when one scrolls to them
OUT_OF_REACH = """() => [...document.querySelectorAll("#moves button, button[form=moves]")]
  .filter(move => move.ariaDisabled !== "true" && move.checkVisibility())
  .filter(move => {
    move.scrollIntoView({ block: "center", inline: "nearest" });
    const { left, right } = move.getBoundingClientRect();
    return left < -1 || right > innerWidth + 1;
  }).map(move => move.textContent.trim())"""


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    """One page for all: its window grows and shrinks."""
    page = browser.new_page(reduced_motion="reduce")
    yield page
    page.close()


@pytest.fixture(scope="module")
def large_text(browser: Browser) -> Iterator[Page]:
    """A phone of somebody who has set the text of the browser twice as large."""
    arguments = ["--no-sandbox", "--blink-settings=defaultFontSize=32"]
    reader = browser.browser_type.launch(executable_path=program("browser"), args=arguments)
    yield reader.new_page(reduced_motion="reduce", viewport={"width": 390, "height": 844})
    reader.close()


def lay(page: Page, moment: str, code: str, clock: Live | Days | None = None, ago: float = 0.0) -> None:
    """Show the page of a moment."""
    html = page_at(moment, code, clock, ago)
    page.unroute_all()
    page.route("**/*", lambda route: answer(route, html))
    page.goto("http://table/")


def faults(page: Page, window: tuple[int, int]) -> list[str]:
    """What is wrong in a window of this size."""
    page.set_viewport_size({"width": window[0], "height": window[1]})
    return [f"{window[0]} x {window[1]}: {fault}" for fault in page.evaluate(FAULTS)]


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_board_has_room_for_all_that_lies_on_it(page: Page, moment: str) -> None:
    number = MOMENTS.index(moment)
    lay(page, moment, LANGUAGES[len(moment) % len(LANGUAGES)])
    assert [fault for window in (PHONE, USUAL[1 + number % 2]) for fault in faults(page, window)] == []


@pytest.mark.parametrize("moment", TIMED)
def test_a_board_has_room_for_clocks(page: Page, moment: str) -> None:
    lay(page, moment, "de", *DAYS)
    assert [fault for window in TIMED[moment] for fault in faults(page, window)] == []


@pytest.mark.parametrize("moment", ["anne3", "asante plays"])
def test_a_clock_that_is_held_is_seen_like_one_that_runs(page: Page, moment: str) -> None:
    lay(page, moment, "en", *LIVE)
    page.evaluate("document.querySelectorAll('.clock').forEach(clock => { clock.className = 'clock held'; })")
    found = [fault for window in (PHONE, (844, 390)) for fault in faults(page, window)]
    assert found == []
    assert all(clock.is_visible() for clock in page.locator(".seat .clock").all())


@pytest.mark.matrix
@pytest.mark.parametrize("clock", [LIVE, DAYS], ids=("live", "days"))
@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("moment", MOMENTS)
def test_a_board_has_room_for_clocks_in_every_window_and_language(
    page: Page, moment: str, code: str, clock: tuple[Live | Days, float]
) -> None:
    lay(page, moment, code, *clock)
    assert [fault for window in WINDOWS for fault in faults(page, window)] == []


@pytest.mark.matrix
@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("moment", MOMENTS)
def test_a_board_has_room_in_every_window_and_language(page: Page, moment: str, code: str) -> None:
    lay(page, moment, code)
    found = [fault for window in WINDOWS for fault in faults(page, window)]
    if page.evaluate(CHOOSE):
        found += [f"after a choice, {fault}" for window in WINDOWS for fault in faults(page, window)]
    page.evaluate("location.hash = '#score'")
    assert found + [f"score and log, {fault}" for window in TABS for fault in faults(page, window)] == []


@pytest.mark.parametrize(
    "moment",
    [pytest.param(moment, marks=[] if moment == "asante answers" else [pytest.mark.matrix]) for moment in MOMENTS],
)
def test_every_move_can_be_reached_in_text_twice_as_large(large_text: Page, moment: str) -> None:
    lay(large_text, moment, "de")
    assert large_text.evaluate(OUT_OF_REACH) == []


@pytest.mark.parametrize("window", TABS)
def test_score_and_log_share_the_place_of_the_cloth(page: Page, window: tuple[int, int]) -> None:
    lay(page, "anansi5", "de")
    page.set_viewport_size({"width": window[0], "height": window[1]})
    assert not page.is_visible("#score, #talk, .tools .rules")
    for tab in ("#talk", "#score"):
        page.click(f".tabs [href='{tab}']")
        assert page.is_visible("#score")
        assert page.is_visible("#talk")
        assert not page.is_visible(".board")
    page.click(".tabs [href='#board']")
    assert page.is_visible(".board")


def test_people_stand_in_one_list_and_the_log_scrolls_in_the_colours_of_the_page(page: Page) -> None:
    lay(page, "anansi5", "en")
    page.set_viewport_size({"width": 1280, "height": 720})
    assert sorted(page.locator("#score thead th").all_inner_texts()) == ["Baraka", "Chiku", "Pendo", "Tumaini", "You"]
    assert not page.is_visible("#people")
    assert page.evaluate("getComputedStyle(document.querySelector('#log')).scrollbarColor") != "auto"
