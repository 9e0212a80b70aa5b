"""Clocks in a browser: they run on between messages, tell when little is left, and guess without a line."""

import re

from playwright.sync_api import Browser, expect

from tests.web.browsing import SET_UP, Served, person, serious_faults

LINE = "there => document.dispatchEvent(new CustomEvent('line', { detail: there }))"


def test_a_clock_runs_on_and_says_once_that_little_is_left(
    browser: Browser, served: Served, no_script_fails: None
) -> None:
    page = person(browser, served)
    page.clock.install()
    page.goto("/new/asante?pace=live&who=bots&watched=nobody")
    page.click(SET_UP)
    own = page.locator(".clock[data-own]")
    expect(own).to_have_class("clock on")
    expect(page.locator("#time-said")).to_contain_text("Your time: ")
    page.clock.fast_forward("05:00")
    expect(own.locator(".t")).to_have_text(re.compile(r"4:\d\d|5:00"))
    assert own.get_attribute("class") == "clock on"
    page.clock.fast_forward("04:10")
    expect(own).to_have_class(re.compile("low"))
    told = page.locator("#time-said").text_content() or ""
    assert re.fullmatch(r"Little time: \d\d seconds left", told)
    before = own.locator(".t").text_content() or ""
    page.clock.fast_forward("00:05")
    expect(own.locator(".t")).not_to_have_text(before)
    expect(page.locator("#time-said")).to_have_text(told)
    page.evaluate(LINE, False)
    expect(own).to_have_class("clock guess")
    expect(own.locator(".t")).to_have_text(re.compile("≈ 0:"))
    page.evaluate(LINE, True)
    expect(own).to_have_class(re.compile("low"))
    assert not serious_faults(page)


def test_a_pause_is_asked_for_and_ended_without_loading_the_page(browser: Browser, served: Served) -> None:
    page = person(browser, served, locale="de-DE")
    page.goto("/new/anne?pace=live&who=bots")
    page.click(SET_UP)
    page.wait_for_selector(".board.anne")
    page.evaluate("document.body.dataset.same = '1'")
    page.click("#do-ask-pause button")
    expect(page.locator("#pause")).to_contain_text("Pause. Du hast um")
    expect(page.locator(".clock[data-own]")).to_have_class("clock held")
    page.click("#do-resume button")
    expect(page.locator("#pause .committed")).to_have_count(0)
    expect(page.locator(".clock[data-own]")).to_have_class("clock on")
    assert page.evaluate("document.body.dataset.same") == "1"
