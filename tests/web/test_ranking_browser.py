"""The ranking and a person's ratings in a browser: nothing is cut off or lies over something else, axe is silent."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from mezani.house.hosts import number_of
from mezani.language import LANGUAGES
from mezani.tables.players import player_of
from tests.web.browsing import serious_faults
from tests.web.people import Person, server
from tests.web.ranking_scene import played_over_a_year, rated_house, rated_table, sign_in
from tests.web.start_scene import ANN, ann_of
from tests.web.test_start_browser import OTHERS, WINDOWS, faults, show


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, str], str]:
    """The ranking, her own page and the result of a rated game as Ann sees them, by language."""
    with server(tmp_path_factory.mktemp("ranking")) as client:
        rated_house(client)
        sign_in(client, ANN)
        sign_in(client, "kofi")
        ann = {code: ann_of(client, **{"accept-language": code}) for code in LANGUAGES}
        found = {("/ranking", code): ann[code].get("/ranking").text for code in LANGUAGES}
        played_over_a_year(client, "Ann", {"anne": 64, "zimbabwe": 22, "anansi": 31, "asante": 5})
        found |= {("/you", code): ann[code].get("/you").text for code in LANGUAGES}
        kofi = Person(client, **{"accept-language": "de"})
        kofi.cookies["mezani"] = "kofi"
        found["/people", "de"] = kofi.get(f"/people/{number_of(player_of(ANN))}").text
        table, _ = rated_table(client)
        return found | {("/result", code): ann[code].get(f"/table/{table}/result").text for code in LANGUAGES}


@pytest.fixture(scope="module")
def window(browser: Browser) -> Iterator[Page]:
    """One window for all, which grows and shrinks."""
    page = browser.new_page(reduced_motion="reduce", color_scheme="dark")
    yield page
    page.close()


@pytest.mark.parametrize("path", ["/ranking", "/you"])
def test_there_is_room_for_all_and_axe_is_silent(window: Page, pages: dict[tuple[str, str], str], path: str) -> None:
    show(window, pages[path, "de"])
    for width in WINDOWS:
        assert faults(window, width) == []
        assert serious_faults(window) == []


def test_what_a_rated_game_has_changed_can_be_read(window: Page, pages: dict[tuple[str, str], str]) -> None:
    show(window, pages["/result", "de"])
    for width in WINDOWS[:2]:
        assert serious_faults(window) == []
        assert all(fault.endswith("pressed") for fault in faults(window, width))


@pytest.mark.parametrize("path", ["/ranking", "/people"])
def test_large_text_lies_over_nothing(window: Page, pages: dict[tuple[str, str], str], path: str) -> None:
    show(window, pages[path, "de"])
    window.add_style_tag(content="html { font-size: 200% !important }")
    for width in WINDOWS[:2]:
        found = [fault for fault in faults(window, width) if not fault.endswith("pressed")]
        assert [fault for fault in found if " is broken in " not in fault] == [], "long names may break"


@pytest.mark.matrix
@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("path", ["/ranking", "/you"])
def test_there_is_room_for_all_in_every_window(
    window: Page, pages: dict[tuple[str, str], str], path: str, code: str
) -> None:
    show(window, pages[path, code])
    assert [fault for width in (*WINDOWS, *OTHERS) for fault in faults(window, width)] == []
