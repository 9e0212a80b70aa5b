"""The page of a new table in a browser: the band follows what is chosen, and there is room for all of it."""

from playwright.sync_api import Browser, expect

from tests.web.browsing import SET_UP, Served, open_folds, person, serious_faults
from tests.web.test_start_browser import faults


def test_the_band_repeats_what_is_chosen(browser: Browser, served: Served, no_script_fails: None) -> None:
    page = person(browser, served)
    page.goto("/new/anne")
    page.check("[name=pace][value=days]")
    expect(page.locator(".sum")).to_contain_text("3 days a move")
    expect(page.locator("#says-time-up")).to_have_text("a bot takes over")
    page.check("[name=days][value='7']")
    page.check("[name=who][value=bots]")
    expect(page.locator(".sum dd").first).to_have_text("4: you, 3 bots")
    expect(page.locator("#says-days")).to_have_text("7 days a move")
    page.click(SET_UP)
    page.wait_for_selector(".board.anne")
    page.goto("/new/anne")
    expect(page.locator("[name=pace][value=days]")).to_be_checked()


def test_there_is_room_for_all_answers(browser: Browser, served: Served) -> None:
    page = person(browser, served, locale="de-DE", color_scheme="dark")
    page.goto("/new/zimbabwe?pace=days")
    open_folds(page)
    for width in (1440, 390):
        assert faults(page, width) == []
        assert serious_faults(page) == []
