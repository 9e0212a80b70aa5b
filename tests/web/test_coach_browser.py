"""The coach in a browser: ideas, a blunder, its verdict, and taking it back."""

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

import mezani
from tests.web.browsing import PHONE, Served, go_on_from, person, serious_faults
from tests.web.test_coach import BETTER, BLUNDER, before_a_blunder, compiled

pytestmark = [pytest.mark.usefixtures("no_script_fails"), compiled]

WIDE: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}
INSIDE = """() => {
    const box = document.querySelector(".coach").getBoundingClientRect();
    return box.left >= 0 && box.right <= innerWidth && document.documentElement.scrollWidth <= innerWidth;
}"""


def blunder(page: Page) -> None:
    record = before_a_blunder()
    action = record.game.parse_action(record.state(), BLUNDER)
    page.locator(f'#board [name="action"][value="{action}"]').first.evaluate("button => button.click()")


@pytest.mark.parametrize(("device", "tab"), [(WIDE, ""), (PHONE, "#coach")], ids=["wide", "phone"])
def test_a_blunder_is_told_and_taken_back(browser: Browser, served: Served, device: Any, tab: str) -> None:
    page = person(browser, served, **device)
    go_on_from(page, before_a_blunder())
    if tab:
        page.click(f'.tabs [href="{tab}"]')
    expect(page.locator("#coach .idea").first).to_contain_text("%")
    assert page.evaluate(INSIDE)
    assert serious_faults(page) == []
    turn = page.get_attribute('#moves [name="after"]', "value")
    blunder(page)
    verdict = page.locator("#coach .verdict")
    expect(verdict).to_contain_text(f"Better was: {BETTER}")
    expect(verdict).to_contain_text("with your move")
    assert serious_faults(page) == []
    verdict.locator(".btn.main").click()
    expect(page.locator("#log")).to_contain_text("You go back to your last decision.")
    expect(verdict).to_have_count(0)
    expect(page.locator("#coach .idea").first).to_be_visible()
    assert page.get_attribute('#moves [name="after"]', "value") != turn


def test_ideas_are_hidden_and_asked_for_by_keyboard(browser: Browser, served: Served) -> None:
    page = person(browser, served, **WIDE, locale="de-DE")
    go_on_from(page, before_a_blunder())
    page.locator("#coach .idea").first.press("Enter")
    expect(page.locator("#coach .idea").first).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#board .hinted, #board label.card:has(:checked)").first).to_be_visible()
    page.get_by_role("button", name="Verbergen").press("Enter")
    expect(page.locator("#coach .idea")).to_have_count(0)
    page.get_by_role("button", name="Ideen").press("Enter")
    expect(page.locator("#coach .idea").first).to_be_visible()
    expect(page.locator("#coach")).to_contain_text("Aussicht auf den Sieg")


def test_the_coach_says_what_moves_of_bots_mean(browser: Browser, served: Served) -> None:
    page = person(browser, served, **WIDE)
    record = before_a_blunder()
    page.context.add_cookies(
        [{"name": "mezani-wishes", "value": "pause=0&summary=never&coach=asked", "url": served.address}]
    )
    go_on_from(page, record)
    action = record.game.parse_action(record.state(), BLUNDER)
    assert action in record.state().legal_actions()
    blunder(page)
    expect(page.locator("#coach .remark").first).to_be_visible()


def test_the_first_game_has_a_coach_and_the_second_waits_to_be_asked(browser: Browser, served: Served) -> None:
    page = person(browser, served, **WIDE)
    assert mezani.game("anne").first_game
    page.goto("/learn/anne")
    page.locator(".finish button").click()
    page.wait_for_url("**/table/*")
    expect(page.locator("#coach .idea").first).to_be_visible()
