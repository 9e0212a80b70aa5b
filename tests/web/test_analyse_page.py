"""The page of `mezani analyse` in a browser: it stands alone, fits phones, and leads from the chart to mistakes."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

import mezani
from mezani.insight.report import report_of
from mezani.insight.report_page import page as page_of
from mezani.language import language
from mezani.web.position_pictures import BoardPictures
from tests.playing import OUR_GAMES, random_game
from tests.test_analyse_command import judged
from tests.web.browsing import PHONE, serious_faults

WIDE: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}


def written(name: str, folder: Path) -> str:
    """The page of a game with a few mistakes, as a file; its address."""
    record = random_game(name, mezani.game(name).seats[0])
    looked = judged(record, {})
    numbers = [it.number for it in looked.analysis().decisions if len(it.actions) == 1]
    looked = judged(record, {number: (0.06, 0.12, 0.3)[place % 3] for place, number in enumerate(numbers[2:60:11])})
    report = report_of(looked, language("de"))
    path = folder / "game.analysis.html"
    path.write_text(page_of(report, language("de"), BoardPictures(looked, report, language("de"))), "utf-8")
    return path.as_uri()


def opened(browser: Browser, address: str, **context: Any) -> Page:
    page = browser.new_context(**context).new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(address)
    assert asked == [address]
    return page


@pytest.mark.parametrize("name", OUR_GAMES)
def test_the_page_fits_phones_and_screen_readers_and_fetches_nothing(
    name: str, tmp_path: Path, browser: Browser
) -> None:
    address = written(name, tmp_path)
    for context in (PHONE, {**WIDE, "color_scheme": "dark"}):
        page = opened(browser, address, **context)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert serious_faults(page) == []


def test_the_signs_of_the_chart_lead_to_the_mistakes(tmp_path: Path, browser: Browser) -> None:
    page = opened(browser, written("anansi", tmp_path), **WIDE)
    sign = page.locator(".plot a.sign").nth(2)
    place = str(sign.get_attribute("href")).removeprefix("#")
    sign.click()
    assert page.locator(f"article#{place}:target").count() == 1
    assert page.locator(f"article#{place} .choice.played .sign").inner_text() == sign.inner_text()
    assert page.locator(f"article#{place} .drawing .hand .card").count() > 0
