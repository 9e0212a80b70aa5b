"""Whole games of The Great Zimbabwe, played on the map as a person plays them."""

import re
from collections import Counter
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from mezani.games.zimbabwe.components import CRAFTSMAN_VP, CRAFTSMEN, MONUMENT_VP
from tests.web.browsing import Served, person, set_up
from tests.web.test_browser import SHOWN

pytestmark = pytest.mark.usefixtures("no_script_fails")

MOST_DECISIONS = 400  # a game has some 50 for each player
AFTER = "turn => document.querySelector('#moves [name=after]')?.value !== turn"
OVER = ".standing .won"
LEGAL = ':not([aria-disabled="true"])'
ACTS = (
    ".gods button",
    ".acts button:text('Raise')",
    ".technologies button",
    ".specialists button",
    ".acts:has(details.end) button:text('Build')",  # where ending the turn would waste it
)
VP_OF = {type.replace("-", " "): vp for type, vp in zip(CRAFTSMEN, CRAFTSMAN_VP, strict=True)}


def press(page: Page, button: Locator) -> None:
    """Press a move, and wait until the page shows what came of it."""
    turn = page.get_attribute('#moves [name="after"]', "value")
    button.click()
    page.wait_for_function(AFTER, arg=turn)


def number(page: Page | Locator, selector: str) -> int:
    return int(page.locator(selector).text_content() or "")


def level_at(page: Page, square: str) -> int:
    return number(page, f".mon[data-at={square}] .level")


# What a plain player does: gives the least, takes what there is to be had, and raises whenever there are goods


def give_or_pass(page: Page) -> None:
    gifts = page.locator(".gift[for]")
    if gifts.count():
        gifts.first.click()
        press(page, page.locator(".give:visible"))
    else:
        press(page, page.locator(".gift.pass"))


def act(page: Page) -> None:
    can = [move for move in ACTS if page.locator(move + LEGAL).count()]
    if can:
        press(page, page.locator(can[0] + LEGAL).first)
    else:
        press(page, page.locator(".acts .end"))


def lay(page: Page) -> None:
    """Onto the first square, which the ghost shows."""
    square = page.locator(".sq:visible").first
    square.hover()
    press(page, square)


def choose_the_highest(page: Page) -> None:
    monuments = page.locator(".mon.legal").all()
    press(page, max(monuments, key=lambda monument: number(monument, ".level")))


def buy_the_cheapest(page: Page) -> None:
    square = page.locator(".mon.sel").get_attribute("data-at")
    assert square
    level, missing = level_at(page, square), number_missing(page)
    offers = page.locator(".man.legal").all()
    press(page, min(offers, key=lambda offer: number(offer, ".cost b")))
    if missing == 1 and not page.locator(".raise").count():
        assert level_at(page, square) == level + 1


def number_missing(page: Page) -> int:
    found = re.match(r"\d+", page.locator(".ask").inner_text())
    return int(found[0]) if found else 0


def set_the_least_price(page: Page) -> None:
    press(page, page.locator(".plain-moves button").first)


DECISIONS: dict[str, Callable[[Page], None]] = {
    ".gifts": give_or_pass,
    ".acts": act,
    ".sq": lay,
    ".mon.legal": choose_the_highest,
    ".man.legal": buy_the_cheapest,
    ".plain-moves": set_the_least_price,
}


def play_to_the_end(page: Page) -> None:
    """Decide until the game is over; but for old lines of the log, a reload would show the same page."""
    for number in range(MOST_DECISIONS):
        page.wait_for_selector(f"#prompt.you, {OVER}")
        if number % 7 == 6:
            assert (
                page.evaluate(SHOWN, "live")[:-1] == page.evaluate(SHOWN, "anew")[:-1]
            )  # but for old lines of the log
        if page.locator(OVER).count():
            return
        asked = next(part for part in DECISIONS if page.locator(part).count())
        DECISIONS[asked](page)
    raise AssertionError("the game does not end")


def vp_on_the_map(page: Page) -> Counter[str]:
    """What stands on the map, counted by the names of its owners as a screen reader reads them."""
    counted: Counter[str] = Counter()
    for piece in page.locator(".map :is(.mon, .man)").all():
        what, name, more, *_ = (piece.get_attribute("aria-label") or "").split(", ")
        is_monument = what.startswith("Monument ")
        counted[name] += MONUMENT_VP[int(more.split()[-1])] if is_monument else VP_OF[what.rpartition(" ")[0].lower()]
    return counted


def check_result(page: Page, players: int) -> None:
    """The VP are those of the map, the winner has reached the VR, and the result page tells the same."""
    names = page.locator(".standing .who").all_inner_texts()
    points = [tuple(map(int, re.findall(r"\d+", text))) for text in page.locator(".standing .points").all_inner_texts()]
    assert len(points) == players
    assert dict(zip(names, (vp for vp, _ in points), strict=True)) == vp_on_the_map(page)
    above = [vp - vr for vp, vr in points]
    assert above[0] == max(above) >= 0
    sentence = page.locator("#prompt").inner_text()
    assert f"wins with {points[0][0]} VP of {points[0][1]}" in sentence
    page.click('.now a[href$="/result"]')
    expect(page.locator(".outcome h2")).to_have_text(sentence)
    expect(page.locator(".places li")).to_have_count(players)
    expect(page.locator(".places .won .points")).to_have_text(str(points[0][0]))


def test_two_play_on_the_map_from_the_first_monument_to_the_result(browser: Browser, served: Served) -> None:
    page = person(browser, served)
    set_up(page, ["me", "bot:novice"], ["Ann", ""], "zimbabwe")
    play_to_the_end(page)
    expect(page.locator("#log")).to_contain_text("You start to raise")
    check_result(page, 2)


def test_five_play_now_and_to_the_result(browser: Browser, served: Served) -> None:
    page = person(browser, served)
    page.goto("/")
    page.select_option("#level", "novice")
    page.click('button[name="game"][value="zimbabwe"]')
    page.wait_for_selector("#board")
    play_to_the_end(page)
    check_result(page, 5)
