"""What a table page does for its reader in a real browser: a log that follows, reasons, rules, chat, links."""

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.web.browsing import LEAST, MOVE, PHONE, Served, click_first_move, first_move, person, set_up
from tests.web.people import GAME

pytestmark = pytest.mark.usefixtures("no_script_fails")

AT_ITS_END = """() => {
  const log = document.getElementById("log");
  return log.scrollHeight - log.scrollTop - log.clientHeight < 2;
}"""
PLACES = """() => ["board", "prompt", "score", "log"].map((id) => {
  const box = document.getElementById(id).getBoundingClientRect();
  return [box.x, box.y, box.width, box.height];
})"""


def at_table(browser: Browser, served: Served, game: str, players: int, **device: object) -> Page:
    page = person(browser, served, **device)
    set_up(page, ["me", *["bot:novice"] * (players - 1)], ["Ann", *[""] * (players - 1)], game)
    page.wait_for_selector("#prompt.you")
    return page


def test_the_log_follows_the_game_whatever_grows_beside_it(browser: Browser, served: Served) -> None:
    page = at_table(browser, served, "anne", 4, viewport={"width": 1280, "height": 720})
    for _ in range(7):
        click_first_move(page)
        page.wait_for_selector("#prompt.you")
        page.wait_for_function(AT_ITS_END)
    assert page.evaluate("(log => log.scrollHeight - log.clientHeight)(document.getElementById('log'))") > 100
    page.set_viewport_size({"width": 1280, "height": 640})
    page.wait_for_function(AT_ITS_END)
    page.evaluate("document.getElementById('log').scrollTop = 0")
    page.wait_for_timeout(50)
    click_first_move(page)
    page.wait_for_selector("#prompt.you")
    assert page.evaluate("document.getElementById('log').scrollTop") == 0


def illegal_button(page: Page) -> Locator:
    """The button of the first move, made one of a move that is not legal."""
    button = first_move(page)
    button.evaluate(
        "(button, [count, move]) => { const legal = [...document.querySelectorAll(move)].map(b => +b.value);"
        " button.value = [...Array(count).keys()].find(n => !legal.includes(n)); }",
        [GAME.action_count, MOVE],
    )
    return page.locator(f'button[name="action"][value="{button.get_attribute("value")}"]')


@pytest.mark.parametrize("device", [{}, PHONE], ids=["wide", "phone"])
def test_a_reason_stands_beside_what_was_pressed_and_leads_to_its_rule_and_back(
    browser: Browser, served: Served, device: dict[str, object]
) -> None:
    page = at_table(browser, served, GAME.name, LEAST, **device)
    before, card = page.evaluate(PLACES), illegal_button(page)
    card.press("Enter")
    reason = page.locator("#reason")
    expect(reason).to_be_visible()
    assert page.evaluate(PLACES) == before
    said, pressed = reason.bounding_box(), card.bounding_box()
    assert said
    assert pressed
    assert abs(said["y"] + said["height"] - pressed["y"]) < 30
    assert said["x"] < pressed["x"] + pressed["width"]
    assert pressed["x"] < said["x"] + said["width"]
    reason.locator("a").click()
    rules = page.locator("#rules")
    expect(rules.locator(".numbered.here")).to_be_in_viewport()
    page.keyboard.press("Escape")
    expect(rules).to_be_hidden()
    page.click(".tabs a[href^='/rules/']" if device else ".tools .rules")
    expect(rules).to_be_visible()
    page.go_back()
    expect(rules).to_be_hidden()
    expect(page.locator("#prompt.you")).to_be_visible()
    card.press("Enter")
    expect(reason).to_be_visible()
    page.mouse.click(5, 5)
    expect(reason).to_be_hidden()


def test_on_a_phone_the_tab_of_the_log_counts_what_was_said(browser: Browser, served: Served) -> None:
    ann, ben = person(browser, served, **PHONE), person(browser, served)
    path = set_up(ann, ["me", "free", *["bot:novice"] * (LEAST - 2)], ["Ann", *[""] * (LEAST - 1)])
    ben.goto(path)
    ben.fill('[name="name"]', "Ben")
    ben.click("text=Sit down")
    for word in ("Hello!", "Anybody there?"):
        ben.fill('.chat [name="text"]', word)
        ben.keyboard.press("Enter")
    sign = ann.locator("#unread")
    expect(sign).to_have_text("2 new in the chat")
    expect(sign).to_be_visible()
    ann.tap(".tabs >> text=Log")
    expect(ann.locator("#log li.said")).to_have_count(2)
    expect(sign).to_be_hidden()


def test_a_link_is_copied(browser: Browser, served: Served) -> None:
    page = person(browser, served)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    path = set_up(page, ["me", *["free"] * (LEAST - 1)], ["Ann", *[""] * (LEAST - 1)])
    for shown in (path, f"{path}/device"):
        page.goto(shown)
        page.click("[data-copies]")
        expect(page.locator("[data-copies]")).to_have_text("Copied")
        assert page.evaluate("navigator.clipboard.readText()") == page.input_value("#link")
