"""The ranking in a browser: nothing is cut off or lies over something else, and axe is silent."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from mezani.language import LANGUAGES
from tests.web.browsing import serious_faults
from tests.web.people import server
from tests.web.ranking_scene import rated_house
from tests.web.start_scene import ann_of
from tests.web.test_start_browser import OTHERS, WINDOWS, faults, show


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The ranking as Ann sees it, by language."""
    with server(tmp_path_factory.mktemp("ranking")) as client:
        rated_house(client)
        return {code: ann_of(client, **{"accept-language": code}).get("/ranking").text for code in LANGUAGES}


@pytest.fixture(scope="module")
def window(browser: Browser) -> Iterator[Page]:
    """One window for all, which grows and shrinks."""
    page = browser.new_page(reduced_motion="reduce", color_scheme="dark")
    yield page
    page.close()


def test_there_is_room_for_all_and_axe_is_silent(window: Page, pages: dict[str, str]) -> None:
    show(window, pages["de"])
    for width in WINDOWS:
        assert faults(window, width) == []
        assert serious_faults(window) == []


@pytest.mark.matrix
@pytest.mark.parametrize("code", LANGUAGES)
def test_there_is_room_for_all_in_every_window(window: Page, pages: dict[str, str], code: str) -> None:
    show(window, pages[code])
    assert [fault for width in (*WINDOWS, *OTHERS) for fault in faults(window, width)] == []
