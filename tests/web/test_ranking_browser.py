"""The ranking and a person's ratings in a browser: nothing is cut off or lies over something else, axe is silent."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from mezani.language import LANGUAGES
from tests.web.browsing import serious_faults
from tests.web.people import server
from tests.web.ranking_scene import played_over_a_year, rated_house, sign_in
from tests.web.start_scene import ANN, ann_of
from tests.web.test_start_browser import OTHERS, WINDOWS, faults, show


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, str], str]:
    """The ranking and her own page as Ann sees them, by language."""
    with server(tmp_path_factory.mktemp("ranking")) as client:
        rated_house(client)
        sign_in(client, ANN)
        ann = {code: ann_of(client, **{"accept-language": code}) for code in LANGUAGES}
        found = {("/ranking", code): ann[code].get("/ranking").text for code in LANGUAGES}
        played_over_a_year(client, "Ann", {"anne": 64, "zimbabwe": 22, "anansi": 31, "asante": 5})
        return found | {("/you", code): ann[code].get("/you").text for code in LANGUAGES}


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


@pytest.mark.matrix
@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("path", ["/ranking", "/you"])
def test_there_is_room_for_all_in_every_window(
    window: Page, pages: dict[tuple[str, str], str], path: str, code: str
) -> None:
    show(window, pages[path, code])
    assert [fault for width in (*WINDOWS, *OTHERS) for fault in faults(window, width)] == []
