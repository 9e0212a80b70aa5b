"""Games in a real browser: with the mouse, by keyboard, on a phone, without JavaScript, in German, over restarts."""

import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

import mezani
from tests.machine import program
from tests.web.browsing import (
    LEAST,
    MOVE,
    PHONE,
    SMALL_PHONE,
    Served,
    click_first_move,
    first_move,
    go_on_from,
    person,
    play_on,
    press,
    serious_faults,
    set_up,
)
from tests.web.finished import played
from tests.web.people import GAME
from tests.web.trading import trade

LARGEST = 150_000  # bytes, compressed
FETCHED = """() => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
  .reduce((sum, one) => sum + one.encodedBodySize, 0)"""
SHOWN = """async (which) => {
  const anew = async () => new DOMParser().parseFromString(await (await fetch(location)).text(), "text/html");
  const page = which === "live" ? document : await anew();
  return ["where", "tools", "menu", "board", "large", "score", "log"].map((id) => {
    const part = page.getElementById(id).cloneNode(true);
    part.querySelectorAll("[aria-busy]").forEach((form) => form.removeAttribute("aria-busy"));
    part.querySelectorAll("li[aria-live]").forEach((line) => line.removeAttribute("aria-live"));
    return part.innerHTML.replace(/\\s+/g, " ");
  });
}"""


NOTE_CONNECTIONS = """
  window.connections = [];
  window.WebSocket = class extends WebSocket {
    constructor(address) {
      super(address);
      connections.push(["tried", 0, performance.now()]);
      this.addEventListener("close", (event) => connections.push(["closed", event.code, performance.now()]));
    }
  };
"""  # what became of live connections, and when
pytestmark = pytest.mark.usefixtures("no_script_fails")


@pytest.mark.soak
@pytest.mark.parametrize("name", ["anne", "anansi", "asante"])  # The Great Zimbabwe has test_zimbabwe_games.py
def test_a_game_against_bots_is_played_to_its_end(
    browser: Browser, served: Served, name: str, record_property: Callable[[str, int], None]
) -> None:
    page = person(browser, served)
    page.goto("/")
    page.select_option("#level", "novice")
    page.click(f'button[name="game"][value="{name}"]')
    page.wait_for_selector("#board")
    play_on(page, 600, trade if name == "asante" else first_move)
    assert page.locator("#log li").count() > 10
    record_property("games", 1)
    record_property("decisions", page.locator("#log li.move").count())
    page.click('p.result a[href$="/result"]')
    expect(page.locator(".outcome .won")).not_to_have_count(0)


def test_the_last_moves_against_bots_lead_to_the_result(browser: Browser, served: Served) -> None:
    page = person(browser, served)
    go_on_from(page, played("anne", 4, moves=-14))
    play_on(page, 600, first_move)
    page.click('p.result a[href$="/result"]')
    expect(page.locator(".outcome .won")).not_to_have_count(0)


@pytest.mark.parametrize("name", mezani.game_names())
def test_what_is_sent_piece_by_piece_makes_the_page_that_a_reload_shows(
    browser: Browser, served: Served, name: str
) -> None:
    ann, watcher = person(browser, served), person(browser, served)
    players = mezani.game(name).seats[-1]
    path = set_up(ann, ["me", *["bot:novice"] * (players - 1)], ["Ann", *[""] * (players - 1)], name, "covered")
    watcher.goto(path)
    for _ in range(3):
        ann.wait_for_selector('#prompt.you, a[href$="/record"]:visible')
        expect(watcher.locator("#log li.move")).to_have_count(ann.locator("#log li.move").count())
        for page in (ann, watcher):
            assert page.evaluate(SHOWN, "live") == page.evaluate(SHOWN, "anew")
        click_first_move(ann)


@pytest.mark.parametrize("end", ["#log li.move >> nth=7", pytest.param("p.result", marks=pytest.mark.soak)])
def test_two_people_in_two_browsers_see_each_other_play(browser: Browser, served: Served, end: str) -> None:
    ann, ben = person(browser, served), person(browser, served)
    path = set_up(ann, ["me", "free", *["bot:novice"] * (LEAST - 2)], ["Ann", *[""] * (LEAST - 1)])
    ben.goto(path)
    ben.fill('[name="name"]', "Ben")
    ben.click("text=Sit down")
    ann.wait_for_selector("#log >> text=Ben sits down.")
    expect(ann.locator("#people li.here")).to_have_count(2)
    latest = time.monotonic() + 400
    while not ann.locator(end).count():
        assert time.monotonic() < latest
        for page in (ann, ben):
            if page.locator("#prompt.you").count():
                click_first_move(page)
        ann.wait_for_timeout(20)
    at_rest = "#prompt.you, p.result"  # no bot is about to move
    while not (ann.locator(at_rest).count() or ben.locator(at_rest).count()):
        ann.wait_for_timeout(20)
    first, other = (ann, ben) if ann.locator(at_rest).count() else (ben, ann)
    for part in ("#score td", "#where"):
        expect(other.locator(part)).to_have_text(first.locator(part).all_inner_texts())


def test_those_who_play_and_those_who_watch_chat_apart(browser: Browser, served: Served) -> None:
    ann, ben, cat = (person(browser, served) for _ in range(3))
    go_on_from(ann, played(GAME.name, LEAST, moves=-1))
    for watcher in (ben, cat):
        watcher.goto(ann.url.partition("?")[0])
    expect(ann.locator("#people")).to_contain_text("2 spectators")
    ben.fill('.chat [name="name"]', "Ben")
    ben.fill("#say", "She has won")
    ben.keyboard.press("Enter")
    expect(cat.locator("#log li.comment")).to_contain_text("Ben She has won")
    ben.fill("#say", "Look at that")
    ben.keyboard.press("Enter")
    expect(cat.locator("#log li.comment")).to_have_count(2)
    expect(ben.locator("#say")).to_have_value("")
    assert serious_faults(ben) == []
    ann.fill("#say", "Am I alone here?")
    ann.keyboard.press("Enter")
    expect(ann.locator("#log li.said")).to_have_text(re.compile("Am I alone here"))
    assert ben.locator("#log li.said:not(.comment)").count() == 0
    ben.fill("#say", "Not alo")
    click_first_move(ann)
    expect(ann.locator("#log li.comment")).to_have_count(2)
    expect(ann.locator("#log li.said:not(.comment)")).to_have_count(1)
    expect(ben.locator("#log li.said:not(.comment)")).to_have_count(1)
    expect(ben.locator("#say")).to_have_attribute("placeholder", "To everybody")
    expect(ben.locator("#say")).to_be_focused()
    ben.keyboard.type("ne!")
    ben.keyboard.press("Enter")
    expect(ann.locator("#log li.comment").last).to_contain_text("Not alone!")
    assert serious_faults(ann) == []


def test_a_spectator_watches_live_and_can_not_move(browser: Browser, served: Served) -> None:
    ann, watcher = person(browser, served), person(browser, served)
    path = set_up(ann, ["me", *["bot:novice"] * (LEAST - 1)], ["Ann", *[""] * (LEAST - 1)])
    watcher.goto(path)
    ann.wait_for_selector("#prompt.you")
    before = watcher.locator("#log li").count()
    click_first_move(ann)
    expect(watcher.locator("#log li")).not_to_have_count(before)
    assert watcher.locator("#moves").count() == 0
    assert watcher.locator("#prompt.you").count() == 0


def test_a_page_comes_back_after_the_server_was_restarted(browser: Browser, served: Served) -> None:
    page = person(browser, served)
    page.add_init_script(NOTE_CONNECTIONS)
    set_up(page, ["me", *["bot:novice"] * (LEAST - 1)], ["Ann", *[""] * (LEAST - 1)])
    page.wait_for_selector("#prompt.you")
    click_first_move(page)
    page.wait_for_selector("#prompt.you")
    page.evaluate("window.sameDocument = true")
    lines = page.locator("#log li").all_inner_texts()
    served.stop()
    expect(page.locator("#connection")).to_be_visible()
    (_, code, closed), (_, _, tried) = page.evaluate("connections.slice(1, 3)")
    assert code == 1012
    assert tried - closed < 500, "where another server may be, it is tried at once"
    served.start()
    expect(page.locator("#connection")).to_be_hidden()
    click_first_move(page)
    page.wait_for_selector("#prompt.you")
    assert page.evaluate("window.sameDocument")
    assert page.locator("#log li").all_inner_texts()[: len(lines)] == lines


@pytest.mark.parametrize("left", [9, pytest.param(0, marks=pytest.mark.soak)])
def test_without_javascript_a_game_is_played_to_its_end(browser: Browser, served: Served, left: int) -> None:
    page = person(browser, served, java_script_enabled=False)
    if left:
        go_on_from(page, played("anansi", 3, moves=-left))
    else:
        page.goto("/")
        page.select_option("#level", "novice")
        page.locator('button[name="game"][value="anansi"]').click()
    end, waits = time.monotonic() + 400, 0
    while not page.locator("p.result").count():
        assert time.monotonic() < end
        if page.locator("#prompt.you").count():
            press(first_move(page))
        elif waits == 0:
            page.wait_for_selector("#prompt.you")  # the page looks again by itself
            waits = 1
        elif waits == 1:
            page.click(".again a")
            waits = 2
        else:
            page.reload()


def test_several_people_at_one_screen_see_a_curtain(browser: Browser, served: Served) -> None:
    names = ["Ann", "Ben", "Cat", "Dan", "Eve"][:LEAST]
    page = person(browser, served)
    set_up(page, ["me"] * LEAST, names)
    shown = set()
    for _ in range(LEAST + 1):
        show_hand(page)
        shown.add(page.url.partition("seat=")[2])
        click_first_move(page)
    assert len(shown) == LEAST


def show_hand(page: Page) -> None:
    """Hand over the screen where a curtain has fallen; behind it there are no moves."""
    page.wait_for_selector(".curtain, #prompt.you")
    if page.locator(".curtain").count():
        assert page.locator("#moves").count() == 0
        page.click(".curtain a.main")
    page.wait_for_selector("#prompt.you")


def test_a_game_by_keyboard_alone(browser: Browser, served: Served) -> None:
    page = person(browser, served)
    page.goto("/")
    tab_to(page, 'button[name="game"]')
    page.keyboard.press("Enter")
    page.wait_for_url("**/table/*")
    for _ in range(4):
        page.wait_for_selector("#prompt.you")
        turn = page.get_attribute('#moves [name="after"]', "value")
        if not page.evaluate("move => document.activeElement.matches(move)", MOVE):
            tab_to(page, f"{MOVE}, #board input[type=radio]")
        if page.evaluate("document.activeElement.type") == "radio":
            page.keyboard.press("Space")
            tab_to(page, MOVE)
        page.keyboard.press("Enter")
        page.wait_for_function("turn => document.querySelector('#moves [name=after]')?.value !== turn", arg=turn)


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until something is reached; it shows that it has the focus."""
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") != "none"
            return
    raise AssertionError(f"Tab never reaches {selector}")


def test_pages_are_german_for_a_german_browser(browser: Browser, served: Served) -> None:
    page = person(browser, served, locale="de-DE")
    page.goto("/")
    assert page.evaluate("[...document.querySelectorAll('.box')].every((box) => box.scrollWidth <= box.clientWidth)")
    page.locator(f'button[name="game"][value="{GAME.name}"]').click()
    page.wait_for_selector("#prompt.you")
    expect(page).to_have_title(f"Du bist dran · {GAME.title} · Mezani")
    expect(page.locator("#log")).to_contain_text("Das Spiel beginnt.")
    page.goto("/")
    page.click("text=English")
    expect(page.locator(".mine")).to_contain_text("1 waits for you")


@pytest.mark.parametrize("size", [PHONE, SMALL_PHONE], ids=["phone", "small"])
def test_a_phone_shows_one_tab_at_a_time(browser: Browser, served: Served, size: dict[str, object]) -> None:
    page = person(browser, served, **size)
    page.goto("/")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.locator(f'button[name="game"][value="{GAME.name}"]').tap()
    page.wait_for_selector("#prompt.you")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    expect(page.locator("#log")).to_be_hidden()
    page.tap(".tabs >> text=Log")
    expect(page.locator("#log")).to_be_visible()
    expect(page.locator("#board")).to_be_hidden()
    page.tap(".tabs >> text=Score")
    expect(page.locator("#score")).to_be_visible()
    page.tap(".tabs >> text=Table")
    turn = page.get_attribute('#moves [name="after"]', "value")
    first_move(page).tap()
    page.wait_for_function("turn => document.querySelector('#moves [name=after]')?.value !== turn", arg=turn)


@pytest.mark.parametrize("locale", [pytest.param("en-GB", marks=pytest.mark.matrix), "de-DE"])
def test_text_may_be_twice_as_large(browser: Browser, served: Served, locale: str) -> None:
    """By the browser's own setting, on a phone: lines break and pages get longer, but nothing sticks out."""
    arguments = ["--no-sandbox", "--blink-settings=defaultFontSize=32"]
    reader = browser.browser_type.launch(executable_path=program("browser"), args=arguments)
    page = person(reader, served, viewport=PHONE["viewport"], locale=locale)
    pages = ("/", "/settings", "/you", "/records", "/rules/anne")
    for path in (*pages, *(f"/new/{name}" for name in mezani.game_names())):
        page.goto(path)
        assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px"
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
    for name in mezani.game_names():
        players = mezani.game(name).seats[-1]
        set_up(page, ["me", *["bot:novice"] * (players - 1)], ["Ann", *[""] * (players - 1)], name)
        page.wait_for_selector("#prompt.you")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
        click_first_move(page)
    reader.close()


def test_a_line_of_the_log_lights_what_it_speaks_of(browser: Browser, served: Served) -> None:
    for name in mezani.game_names():
        page = person(browser, served)
        players = mezani.game(name).seats[0]
        set_up(page, ["me"] * players, ["Ann", "Ben", "Cat", "Dan", "Eve"][:players], name)
        for _ in range(2):
            show_hand(page)
            click_first_move(page)
        show_hand(page)
        line = page.locator("#log li[data-at]").last
        expect(page.locator(".lit")).to_have_count(0)
        line.hover()
        spoken = line.get_attribute("data-at")
        lit = page.locator(".lit").first
        expect(lit).to_be_attached()
        assert set((lit.get_attribute("data-at") or "").split()) & set((spoken or "").split())
        page.mouse.move(0, 0)
        expect(page.locator(".lit")).to_have_count(0)
        page.focus("#log")
        page.keyboard.press("ArrowUp")
        expect(line).to_be_focused()
        expect(page.locator(".lit").first).to_be_attached()
        page.context.close()


def test_on_a_phone_a_line_of_the_log_leads_to_the_board(browser: Browser, served: Served) -> None:
    page = person(browser, served, **PHONE)
    set_up(page, ["me"] * LEAST, ["Ann", "Ben", "Cat", "Dan", "Eve"][:LEAST])
    show_hand(page)
    click_first_move(page)
    show_hand(page)
    page.tap(".tabs >> text=Log")
    page.locator("#log li[data-at]").last.tap()
    expect(page.locator("#board")).to_be_visible()
    expect(page.locator("#board .lit, #score .lit").first).to_be_attached()


@pytest.mark.parametrize(
    "device",
    [
        pytest.param({}, id="light", marks=pytest.mark.matrix),
        pytest.param({"color_scheme": "dark"}, id="dark"),
        pytest.param(PHONE, id="phone", marks=pytest.mark.matrix),
    ],
)
def test_nothing_serious_for_people_who_use_aids(browser: Browser, served: Served, device: dict[str, Any]) -> None:
    page = person(browser, served, **device)
    lobby = set_up(page, ["me", *["free"] * (LEAST - 1)], ["Ann", *[""] * (LEAST - 1)])
    paths = ["/", "/rules", "/settings", "/nothing", lobby, f"{lobby}/device", f"/rules/{GAME.name}"]
    for path in [*paths, *(f"/new/{name}" for name in mezani.game_names())]:
        page.goto(path)
        assert serious_faults(page) == [], path
    set_up(page, ["me"] * LEAST, ["Ann", "Ben", "Cat", "Dan", "Eve"][:LEAST])
    assert serious_faults(page) == [], "the curtain"
    show_hand(page)
    assert serious_faults(page) == [], "the table"


@pytest.mark.parametrize("name", mezani.game_names())
def test_a_table_page_is_small(browser: Browser, served: Served, name: str) -> None:
    page = person(browser, served)
    players = mezani.game(name).seats[-1]
    path = set_up(page, ["me"] * players, ["Ann", "Ben", "Cat", "Dan", "Eve"][:players], name)
    fresh = browser.new_context(base_url=served.address, storage_state=page.context.storage_state()).new_page()
    fresh.goto(f"{path}?seat=0", wait_until="load")
    assert 10_000 < fresh.evaluate(FETCHED) < LARGEST
    fresh.context.close()
