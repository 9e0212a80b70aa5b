"""The start page in a browser: at every size nothing overlaps, nothing is cut off, and everything can be pressed."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from mezani.language import LANGUAGES
from mezani.tables.terms import Days, Live
from mezani.web.navigation import DESTINATIONS, YOU, Navigation
from tests.web.browsing import serious_faults
from tests.web.people import Person, server
from tests.web.start_scene import LONG_NAME, ann_of, busy_house, open_tables
from tests.web.test_boards import answer
from tests.web.test_geometry import FAULTS

WINDOWS = (1440, 390, 195)  # the last is a phone with text at twice its size
LISTS = ("/tables", "/tables/finished", "/tables/open")
OTHERS = (360, 768, 820, 1024, 1180, 1280, 1920)
# what a finger can't press, or what another thing lies over
PRESSED = """() => [...document.querySelectorAll("main :is(a, button, .field, summary)")].filter((one) => {
  const { width, height, left, top } = one.getBoundingClientRect();
  const hit = document.elementFromPoint(left + width / 2, top + height / 2);
  return one.checkVisibility() && (Math.min(width, height) < 43.5 || !one.contains(hit));
}).map((one) => `${one.ariaLabel || one.textContent.trim() || one.name} can't be pressed`)"""
COLUMNS = """() => ["main > :first-child", ".beside"]
  .map((part) => document.querySelector(part).getBoundingClientRect().left)"""


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, str], str]:
    """The pages of somebody new and of Ann, by language."""
    with server(tmp_path_factory.mktemp("start")) as client:
        client.app.state.navigation = Navigation(DESTINATIONS, YOU)
        open_tables(client)
        found = {("first", code): Person(client, **{"accept-language": code}).get("/").text for code in LANGUAGES}
        busy_house(client, Live(), Days())
        ann = {code: ann_of(client, **{"accept-language": code}) for code in LANGUAGES}
        found |= {("home", code): ann[code].get("/").text for code in LANGUAGES}
        return found | {
            (path, "de"): ann["de"].get(path).text for path in ("/tables", "/tables/finished", "/tables/open")
        }


@pytest.fixture(scope="module")
def window(browser: Browser) -> Iterator[Page]:
    """One window for all, which grows and shrinks."""
    page = browser.new_page(reduced_motion="reduce", color_scheme="dark")
    yield page
    page.close()


def show(window: Page, html: str) -> None:
    window.unroute_all()
    window.route("**/*", lambda route: answer(route, html))
    window.goto("http://table/")


def faults(window: Page, width: int) -> list[str]:
    """What is wrong where the page is so wide, looked at as a whole."""
    window.set_viewport_size({"width": width, "height": 700})
    window.set_viewport_size({"width": width, "height": window.evaluate("document.documentElement.scrollHeight")})
    found = (*window.evaluate(FAULTS), *window.evaluate(PRESSED))
    return [f"{width}: {fault}" for fault in found if width > 195 or LONG_NAME not in fault]


@pytest.mark.parametrize("layout", ["first", "home", *LISTS])
def test_there_is_room_for_all_and_axe_is_silent(window: Page, pages: dict[tuple[str, str], str], layout: str) -> None:
    show(window, pages[layout, "de"])
    for width in WINDOWS:
        assert faults(window, width) == []
        assert serious_faults(window) == []


@pytest.mark.matrix
@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("layout", ["first", "home"])
def test_there_is_room_for_all_in_every_window(
    window: Page, pages: dict[tuple[str, str], str], layout: str, code: str
) -> None:
    show(window, pages[layout, code])
    assert [fault for width in (*WINDOWS, *OTHERS) for fault in faults(window, width)] == []


@pytest.mark.parametrize("layout", ["first", "home"])
def test_lists_stand_beside_the_games_on_a_desk_and_below_them_on_a_phone(
    window: Page, pages: dict[tuple[str, str], str], layout: str
) -> None:
    show(window, pages[layout, "en"])
    faults(window, 1440)
    main, beside = window.evaluate(COLUMNS)
    assert beside > main
    faults(window, 390)
    main, beside = window.evaluate(COLUMNS)
    assert beside == main


def test_figures_are_drawn(window: Page, pages: dict[tuple[str, str], str]) -> None:
    show(window, pages["home", "en"])
    drawn = window.evaluate("[...document.querySelectorAll('.game-tile use')].map((one) => one.getBBox().width)")
    assert len(drawn) == 7
    assert min(drawn) > 8
