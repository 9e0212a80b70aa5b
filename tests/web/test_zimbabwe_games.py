"""The Great Zimbabwe in a browser: single steps by mouse, fingers and keyboard, and whole games on the map."""

import re
from collections import Counter
from collections.abc import Callable, Iterable

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from mezani.games.zimbabwe.actions import BUILD, RAISE
from mezani.games.zimbabwe.components import CRAFTSMAN_VP, CRAFTSMEN, MONUMENT_VP
from tests.games.zimbabwe.positions import PLAIN
from tests.web.browsing import PHONE, Served, person, serious_faults, set_up
from tests.web.people import moves
from tests.web.test_browser import SHOWN
from tests.web.test_zimbabwe_board import MINE, THEIRS, begin_with, text_of

pytestmark = pytest.mark.usefixtures("no_script_fails")

MOST_DECISIONS = 400  # a game has some 50 for each player
AFTER = "turn => document.querySelector('#moves [name=after]')?.value !== turn"
OVER = ".standing .won"
LEGAL = ':not([aria-disabled="true"])'
ACTS = (
    f".gods button{LEGAL}",
    f".acts button[value='{RAISE}']{LEGAL}",
    f".technologies button{LEGAL}",
    f".specialists button{LEGAL}",
    f".acts:has(details.end) button[value='{BUILD}']{LEGAL}",  # where ending the turn would waste it
)
VP_OF = {type.replace("-", " "): vp for type, vp in zip(CRAFTSMEN, CRAFTSMAN_VP, strict=True)}


def press(page: Page, what: str | Locator) -> None:
    """Press a move, and wait until the page shows what came of it."""
    turn = page.get_attribute('#moves [name="after"]', "value")
    (page.locator(what) if isinstance(what, str) else what).first.click()
    page.wait_for_function(AFTER, arg=turn)


# The map and what is beside it


def sit_down(page: Page, land: str, *empires: str, **settings: str) -> Page:
    """Begin with a position on the first seat, bots on the others."""
    page.goto("/" + begin_with(page, text_of(land, *empires, **settings), ["me", *["bot:novice"] * (len(empires) - 1)]))
    page.wait_for_selector("#prompt.you")
    return page


def tab_to(page: Page, selector: str) -> None:
    """Go on by the tab key until something has the focus."""
    for _ in range(120):
        if page.evaluate("what => document.activeElement.matches(what)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the tab key does not lead to {selector}")


def test_a_raise_is_bought_on_the_map_and_taken_back_step_by_step(browser: Browser, served: Served) -> None:
    page = sit_down(person(browser, served), PLAIN, MINE, THEIRS)
    press(page, "button:has-text('Raise')")
    press(page, ".mon.legal[data-at=h6]")
    expect(page.locator(".mon.sel")).to_have_attribute("data-at", "h6")
    expect(page.locator(".man.legal .cost")).to_have_text(["1", "3", "2"])  # potter, ivory carver, wood carver
    press(page, ".man.legal[data-at=j7]")
    expect(page.locator(".bill .sum .cow")).to_contain_text("8")
    expect(page.locator(".goods > li:not(.open) b").first).to_have_text("Pots")
    press(page, ".goods .back button")
    expect(page.locator(".bill .sum .cow")).to_contain_text("9")
    press(page, ".man.legal[data-at=k4]")
    press(page, ".pick:has-text('Masks')")
    expect(page.locator(".mon[data-at=h6] .level")).to_have_text("3")
    expect(page.locator(".mon[data-at=h6]")).to_have_accessible_name(re.compile("level 3, raised this turn"))


def test_the_ghost_lies_under_the_pointer_and_turns(browser: Browser, served: Served) -> None:
    page = sit_down(person(browser, served), PLAIN, MINE, THEIRS)
    press(page, ".technologies button:has-text('Potter')")
    square = page.locator(".sq.two:visible").first
    square.hover()
    ghost = page.locator(".ghost-piece")
    expect(ghost).to_be_visible()
    box, under = ghost.bounding_box(), square.bounding_box()
    assert box
    assert under
    assert box["width"] > 1.5 * box["height"]
    assert abs(box["x"] - under["x"]) < 2
    page.keyboard.press("r")
    assert page.locator(".sq.two:visible").count() == 0
    press(page, ".sq.tall:visible")
    expect(page.locator(".man.upright")).to_have_count(1)
    press(page, ".acts .back button")
    expect(page.locator(".man.upright")).to_have_count(0)


def test_a_gift_shows_what_it_leaves_and_how_the_plaques_fill(browser: Browser, served: Served) -> None:
    page = sit_down(
        person(browser, served),
        PLAIN,
        "cattle = 6; vr = 25; monuments = { h6 = 1 }",
        "monuments = { c5 = 1 }",
        phase='"generosity"',
        order="[]",
    )
    assert page.locator(".give:visible").count() == 0
    page.locator("label[for=gift-3]").click()
    shown = (
        "() => [...document.querySelectorAll('.pen .ghost')].filter(e => getComputedStyle(e).opacity === '1').length"
    )
    assert page.evaluate(shown) == 3
    assert page.locator(".gift[for=gift-3] b").last.inner_text() == "5"
    press(page, ".give:visible")
    expect(page.locator("#log")).to_contain_text("You give 3.")


def test_the_board_is_played_by_keyboard_alone(browser: Browser, served: Served) -> None:
    page = sit_down(person(browser, served), PLAIN, MINE, THEIRS)
    tab_to(page, ".acts button")
    page.keyboard.press("Enter")
    page.wait_for_selector(".sq")
    tab_to(page, ".zimbabwe > .view")
    page.keyboard.press("ArrowRight")
    first = page.evaluate("document.activeElement.value")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.className") == "sq"
    assert page.evaluate("document.activeElement.value") != first
    page.keyboard.press("Enter")
    expect(page.locator(".mon")).to_have_count(3)
    page.keyboard.press("+")
    page.wait_for_function("document.documentElement.classList.contains('near')")
    page.keyboard.press("0")
    page.wait_for_function("!document.documentElement.classList.contains('near')")
    tab_to(page, ".mon[data-at=h6]")
    page.keyboard.press("Enter")
    expect(page.locator(".look-at")).to_contain_text("Reach of h6")
    page.keyboard.press("Escape")
    expect(page.locator(".look-at")).to_have_count(0)


SCROLLED = "[document.querySelector('.view').scrollLeft, document.querySelector('.view').scrollTop]"
AT_REST = f"""async () => {{
  const before = {SCROLLED};
  await new Promise((done) => setTimeout(done, 150));
  return String(before) === String({SCROLLED});
}}"""
HELD_STILL = 200  # ms after which a finger that is lifted does not let the map glide on
ZOOM = "Number(getComputedStyle(document.documentElement).getPropertyValue('--zoom') || 1)"


def middle_of(page: Page, selector: str) -> tuple[float, float]:
    box = page.locator(selector).first.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_the_wheel_zooms_to_the_pointer_and_a_drag_pans_without_a_press(browser: Browser, served: Served) -> None:
    page = sit_down(person(browser, served), PLAIN, MINE, THEIRS)
    press(page, ".acts button:has-text('Build')")
    x, y = middle_of(page, ".mon[data-at=h6]")
    page.mouse.move(x, y)
    for _ in range(3):
        page.mouse.wheel(0, -100)
    page.wait_for_function(f"{ZOOM} > 2")
    assert middle_of(page, ".mon[data-at=h6]") == pytest.approx((x, y), abs=5)
    turn = page.get_attribute('#moves [name="after"]', "value")
    left, top = page.evaluate(SCROLLED)
    x, y = middle_of(page, ".sq:nth-child(40)")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 60, y - 30, steps=4)
    page.mouse.up()
    assert page.evaluate(SCROLLED) == [left + 60, top + 30]
    assert page.get_attribute('#moves [name="after"]', "value") == turn
    assert page.locator("#moves[aria-busy=true]").count() == 0
    press(page, page.locator(".sq:nth-child(40)"))
    page.mouse.move(*middle_of(page, ".view"))
    page.mouse.wheel(0, 2000)
    page.wait_for_function(f"{ZOOM} === 1")


def test_on_a_phone_two_fingers_zoom_the_map_and_one_pans_it(browser: Browser, served: Served) -> None:
    page = sit_down(person(browser, served, **PHONE), PLAIN, MINE, THEIRS)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    x, y = middle_of(page, ".view")
    touch = page.context.new_cdp_session(page)

    def fingers(kind: str, *places: tuple[float, float]) -> None:
        points = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(places)]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    fingers("touchStart", (x - 30, y), (x + 30, y))
    for apart in range(32, 62, 2):
        fingers("touchMove", (x - apart, y), (x + apart, y))
    fingers("touchEnd")
    assert page.evaluate(ZOOM) == pytest.approx(2, abs=0.2)
    assert page.evaluate("visualViewport.scale") == 1
    press(page, ".acts button:has-text('Build')")
    turn = page.get_attribute('#moves [name="after"]', "value")
    left, top = page.evaluate(SCROLLED)
    assert left > 0
    fingers("touchStart", (x, y))
    for far in range(10, 70, 10):
        fingers("touchMove", (x + far, y + far / 2))
    page.wait_for_timeout(HELD_STILL)
    fingers("touchEnd")
    page.wait_for_function(f"left => {SCROLLED}[0] < left - 20", arg=left)
    assert page.get_attribute('#moves [name="after"]', "value") == turn
    page.wait_for_function(AT_REST)
    left, top = page.evaluate(SCROLLED)
    assert page.locator(".sq").count() > 30
    assert serious_faults(page) == []
    press(page, page.locator(".acts .back button, .placing .back button"))
    assert page.evaluate(SCROLLED) == [left, top]
    page.locator("[data-zoom=whole]").tap()
    page.wait_for_function(f"{ZOOM} === 1")


def test_a_finger_on_a_small_square_brings_it_near_before_it_is_chosen(browser: Browser, served: Served) -> None:
    page = sit_down(person(browser, served, **PHONE), PLAIN, MINE, THEIRS)
    press(page, ".technologies button:has-text('Potter')")
    turn = page.get_attribute('#moves [name="after"]', "value")
    square = page.locator(".sq:visible").first
    square.tap()
    page.wait_for_function(f"{ZOOM} > 1")
    expect(page.locator(".ghost-piece")).to_be_visible()
    assert page.get_attribute('#moves [name="after"]', "value") == turn
    square.tap()
    expect(page.locator(".man")).to_have_count(4)
    page.wait_for_function(f"{ZOOM} === 1")


def test_the_end_is_seen_by_five(browser: Browser, served: Served) -> None:
    others = [f"cattle = 0; monuments = {{ {square} = 1 }}" for square in ("c5", "b9", "l1", "l9")]
    page = sit_down(
        person(browser, served),
        PLAIN,
        "vr = 8; cattle = 0; monuments = { h6 = 3 }",
        *others,
        specialists="[]",
    )
    press(page, ".acts button:has-text('Build')")
    press(page, ".sq")
    expect(page.locator(".warn")).to_contain_text("the game ends after this round")
    page.locator(".acts .end").click()
    page.wait_for_selector(".standing .won", timeout=60_000)
    expect(page.locator(".standing .won")).to_contain_text("8 / 8")
    assert serious_faults(page) == []
    check_result(page, 5)


def test_without_javascript_links_and_forms_do_it_all(browser: Browser, served: Served) -> None:
    page = sit_down(person(browser, served, java_script_enabled=False), PLAIN, MINE, THEIRS)
    page.locator("a.man[data-at=k4]").click()
    assert "Reach of k4" in page.inner_text(".look-at")
    page.locator('.look-at [data-look=""]').click()
    page.locator(".acts button:has-text('Raise')").click()
    page.locator(".mon.legal[data-at=h6]").click()
    page.locator(".man.legal[data-at=j7]").click()
    page.locator(".goods .back button").click()
    assert page.locator(".goods > li:not(.open)").count() == 0


def test_a_line_of_the_log_lights_the_map(browser: Browser, served: Served) -> None:
    page = sit_down(person(browser, served), PLAIN, MINE, THEIRS)
    press(page, ".acts button:has-text('Build')")
    press(page, ".sq")
    page.locator("#log li", has_text="You build at").hover()
    expect(page.locator(".mon.lit")).to_have_count(1)
    assert moves(page.content())


# Whole games of a plain player: gives the least, takes what there is to be had, raises whenever there are goods


def number(page: Page | Locator, selector: str) -> int:
    return int(page.locator(selector).text_content() or "")


def first_shown(page: Page, selectors: Iterable[str]) -> str:
    """The first of some selectors that the page has something for; empty if it has nothing."""
    found: str = page.evaluate("all => all.find((one) => document.querySelector(one)) ?? ''", list(selectors))
    return found


def level_at(page: Page, square: str) -> int:
    return number(page, f".mon[data-at={square}] .level")


def give_or_pass(page: Page) -> None:
    gifts = page.locator(".gift[for]")
    if gifts.count():
        gifts.first.click()
        press(page, page.locator(".give:visible"))
    else:
        press(page, page.locator(".gift.pass"))


def act(page: Page) -> None:
    press(page, first_shown(page, [*ACTS, ".acts button.end"]))


def lay(page: Page) -> None:
    press(page, ".sq:visible")


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
        if number % 12 == 11:
            live, anew = (page.evaluate(SHOWN, which)[:-1] for which in ("live", "anew"))
            assert live == anew
        if page.locator(OVER).count():
            return
        DECISIONS[first_shown(page, DECISIONS)](page)
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
    winner = "You win" if names[0] == "You" else f"{names[0]} wins"
    assert sentence == f"{winner} with {points[0][0]} VP (VR {points[0][1]})."
    page.click('.now a[href$="/result"]')
    expect(page.locator(".outcome h2")).to_have_text(sentence)
    expect(page.locator(".places li")).to_have_count(players)
    expect(page.locator(".places .won .points")).to_have_text(str(points[0][0]))


@pytest.mark.soak
def test_two_play_on_the_map_from_the_first_monument_to_the_result(browser: Browser, served: Served) -> None:
    page = person(browser, served)
    set_up(page, ["me", "bot:trader"], ["Ann", ""], "zimbabwe")
    play_to_the_end(page)
    expect(page.locator("#log")).to_contain_text("You start to raise")
    check_result(page, 2)


@pytest.mark.soak
def test_five_play_to_the_result(browser: Browser, served: Served, record_property: Callable[[str, int], None]) -> None:
    page = person(browser, served)
    set_up(page, ["me", *["bot:trader"] * 4], ["Ann", "", "", "", ""], "zimbabwe")
    play_to_the_end(page)
    record_property("games", 1)
    check_result(page, 5)
