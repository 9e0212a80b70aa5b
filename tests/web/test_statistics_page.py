"""The page of `mezani statistics` in a browser: for everybody to read, by day and by night, on phones too."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from mezani.insight.statistics import statistics_of
from mezani.insight.statistics.page import write
from mezani.insight.statistics.reading import Found
from mezani.language import language
from tests.counting_facts import kept_game, random_game
from tests.web.browsing import PHONE, serious_faults

GAMES = ("anansi-1", "anne-2", "anne-4", "zimbabwe-8", "zimbabwe-9")


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder: Path = tmp_path_factory.mktemp("statistics")
    german = language("de")
    records = [*map(kept_game, GAMES), random_game("asante", 2, 1), random_game("asante", 2, 2)]
    write(folder, statistics_of(records, german), Found(len(records)), german)
    return (folder / "statistics.html").as_uri()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_everybody_can_read_it_by_day_and_by_night(browser: Browser, address: str, scheme: Any) -> None:
    page = browser.new_context(color_scheme=scheme).new_page()
    page.goto(address)
    assert serious_faults(page) == []


def test_it_fits_on_a_phone_and_its_letters_can_be_read(browser: Browser, address: str) -> None:
    page = browser.new_context(**PHONE).new_page()
    page.goto(address)
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    smallest = page.evaluate(
        """Math.min(...[...document.querySelectorAll("svg")].map(svg =>
            svg.getBoundingClientRect().width / svg.viewBox.baseVal.width))"""
    )
    assert 12 * smallest >= 11


def test_nothing_in_a_picture_lies_over_something_else(browser: Browser, address: str) -> None:
    """The names of rows and their figures at the other end."""
    page = browser.new_page()
    page.goto(address)
    over = page.evaluate(
        """[...document.querySelectorAll("svg g")].flatMap(row => {
            const texts = [...row.querySelectorAll(":scope > text")].map(text => [text, text.getBoundingClientRect()]);
            return texts.flatMap(([one, a], n) => texts.slice(n + 1).filter(([other, b]) =>
                a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 4 && b.top < a.bottom - 4)
                .map(([other]) => `${one.textContent} / ${other.textContent}`));
        })"""
    )
    assert over == []
