"""Words of a game in a browser, pressed by mouse and keyboard: on the rules page, over a table and in lessons."""

from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.playing import OUR_GAMES
from tests.web.browsing import PHONE, Served, person, serious_faults, set_up

pytestmark = pytest.mark.usefixtures("no_script_fails")


WIDE: dict[str, Any] = {}


def meaning(page: Page, term: Locator) -> Locator:
    """What a word opens."""
    return page.locator(f"#{term.get_attribute('popovertarget')}")


def test_a_word_is_opened_and_left_by_keyboard_without_any_script(browser: Browser, served: Served) -> None:
    page = person(browser, served, java_script_enabled=False)
    page.goto("/rules/anansi")
    term = page.locator('[id="4.2"] .term').first
    term.focus()
    expect(term).to_have_attribute("popovertarget", "term-trick")
    page.keyboard.press("Enter")
    expect(meaning(page, term)).to_be_visible()
    expect(page.get_by_role("note", name="trick")).to_contain_text("one each")
    page.keyboard.press("Tab")
    expect(meaning(page, term).locator("a")).to_be_focused()
    page.keyboard.press("Escape")
    expect(meaning(page, term)).to_be_hidden()
    expect(term).to_be_focused()


def test_a_word_leads_to_its_paragraph(browser: Browser, served: Served) -> None:
    page = person(browser, served, **PHONE)
    page.goto("/rules/anansi")
    term = page.locator('[id="1.4"] [popovertarget="term-follower"]')
    term.click()
    box = meaning(page, term).bounding_box()
    assert box
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 390
    meaning(page, term).locator("a").click()
    expect(page.locator('[id="6.3"]')).to_be_in_viewport()
    expect(meaning(page, term)).to_be_hidden()


@pytest.mark.parametrize("name", OUR_GAMES)
def test_rules_are_read_by_everybody(browser: Browser, served: Served, name: str) -> None:
    for size, scheme in ((WIDE, "light"), (PHONE, "dark")):
        page = person(browser, served, color_scheme=scheme, **size)
        page.goto(f"/rules/{name}")
        page.locator(".term").first.click()
        expect(page.locator(".meaning:popover-open")).to_have_count(1)
        assert serious_faults(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_words_open_in_the_rules_over_a_table(browser: Browser, served: Served) -> None:
    page = person(browser, served)
    set_up(page, ["me", "bot:novice", "bot:novice"], ["Ann", "", ""], "anansi")
    page.click(".tools .rules")
    rules = page.locator("#rules")
    term = rules.locator('[id="1.4"] [popovertarget="term-follower"]')
    term.click()
    expect(meaning(page, term)).to_be_visible()
    assert serious_faults(page) == []
    page.keyboard.press("Escape")
    expect(meaning(page, term)).to_be_hidden()
    expect(rules).to_be_visible()
    term.click()
    meaning(page, term).locator("a").click()
    expect(rules.locator(".numbered.here")).to_have_attribute("id", "6.3")
    expect(rules.locator(".numbered.here")).to_be_in_viewport()
    expect(meaning(page, term)).to_be_hidden()
    rules.locator('.contents a[href="#chapter-2"]').click()
    expect(rules.locator("#chapter-2")).to_be_in_viewport()
    assert rules.locator(".shown").first.get_attribute("target") == "lesson"


def test_words_of_a_lesson_change_with_its_steps(browser: Browser, served: Served) -> None:
    page = person(browser, served)
    page.goto("/learn/anansi/tricks")
    first = page.locator("#lesson .term").first
    first.click()
    expect(meaning(page, first)).to_be_visible()
    assert serious_faults(page) == []
    page.keyboard.press("Escape")
    page.click(".pace form button")
    expect(page.locator("#teacher")).to_have_attribute("data-at", "1")
    words = page.locator("#lesson .term")
    for term in words.all():
        term.press("Enter")
        expect(meaning(page, term)).to_be_visible()
    assert words.count()


def test_pictures_of_positions_fit_the_column_and_are_passed_by_keyboard(browser: Browser, served: Served) -> None:
    for size, name, card, least in ((WIDE, "zimbabwe", ".mon", 32), (PHONE, "anansi", ":is(.hand, .trick) .card", 52)):
        page = person(browser, served, **size)
        page.goto(f"/rules/{name}")
        column = page.locator(".paragraphs").first.bounding_box()
        assert column
        for picture in page.locator(".picture").all():
            picture.scroll_into_view_if_needed()
            box = picture.bounding_box()
            assert box
            assert column["x"] <= box["x"]
            assert box["x"] + box["width"] <= column["x"] + column["width"]
        smallest = "cards => Math.min(...cards.map(card => card.offsetWidth))"
        assert page.locator(f".picture {card}").evaluate_all(smallest) >= least
        caption = page.locator("figcaption a").first
        page.locator(".example").filter(has=caption).locator("xpath=preceding-sibling::p[1]").locator("a").first.focus()
        for _ in range(20):
            page.keyboard.press("Tab")
            assert page.evaluate("document.activeElement.closest('.picture')") is None
        assert serious_faults(page) == []


def test_the_rules_over_a_table_have_the_same_pictures(browser: Browser, served: Served) -> None:
    page = person(browser, served)
    page.goto("/rules/anne")
    pictures, backs = page.locator(".picture").count(), page.locator(".picture .back").count()
    set_up(page, ["me", "bot:novice", "bot:novice"], ["Ann", "", ""], "anne")
    page.evaluate("""() => { const link = document.createElement("a"); link.href = "/rules/anne#5.6";
        link.id = "bare"; link.textContent = "5.6"; document.querySelector("#notice").append(link); }""")
    page.click("#bare")
    rules = page.locator("#rules")
    expect(rules.locator(".picture")).to_have_count(pictures)
    expect(rules.locator(".picture .back")).to_have_count(backs)
    laid_out = "picture => getComputedStyle(picture).display"
    assert rules.locator(".picture > div").first.evaluate(laid_out) == "flex"
    ids = page.evaluate("[...document.querySelectorAll('[id]')].map(element => element.id)")
    assert len(ids) == len(set(ids))
