"""How a page calls its player: by sound and notification, by cards that travel, and by a pause after a trick."""

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.browsing import Served, click_first_move, first_move, person, press, set_up

pytestmark = pytest.mark.usefixtures("no_script_fails")

WATCHED = """
  window.sounds = 0; window.notes = []; window.travels = 0; window.away = false; window.changes = [];
  const Audio = window.AudioContext;
  window.AudioContext = class extends Audio { constructor() { super(); window.sounds += 1; } };
  window.Notification = class { static permission = "granted"; constructor(title) { window.notes.push(title); } };
  Object.defineProperty(document, "hidden", { get: () => window.away });
  const Line = window.WebSocket;
  window.WebSocket = class extends Line { constructor(...where) { super(...where); window.line = this; } };
  const travel = document.startViewTransition.bind(document);
  document.startViewTransition = (change) => { window.travels += 1; return travel(change); };
"""
TRAVELLING = "document.documentElement.getAnimations({ subtree: true }).some(a => a.effect.pseudoElement)"


def at_table(browser: Browser, served: Served, preferences: str, motion: str = "reduce") -> Page:
    """Somebody at a table with bots, whose browser takes note of sounds, notifications and motion."""
    page = person(browser, served, reduced_motion=motion)
    page.context.add_cookies([{"name": "mezani-wishes", "value": preferences, "url": served.address}])
    page.add_init_script(WATCHED)
    set_up(page, ["me", "bot:novice", "bot:novice"], ["Ann", "", ""], "anansi")
    page.wait_for_selector("#prompt.you")
    return page


def play_until_called(page: Page) -> None:
    """Play a card, and wait until it is this player's turn again."""
    turn = page.get_attribute('#moves [name="after"]', "value")
    press(first_move(page))
    page.wait_for_function(
        "turn => document.querySelector('#moves [name=after]').value !== turn && document.querySelector('#prompt.you')",
        arg=turn,
    )


@pytest.mark.parametrize("wish", [1, 0])
def test_sounds_and_notifications_call_who_wishes_them(browser: Browser, served: Served, wish: int) -> None:
    page = at_table(browser, served, f"pause=0&sound={wish}&notify={wish}")
    expect(page).to_have_title("Your turn · Anansi · Mezani")
    before = page.evaluate("sounds")
    play_until_called(page)
    play_until_called(page)
    assert (page.evaluate("sounds") > before) == bool(wish)
    assert page.evaluate("notes") == [], "whoever is here sees it"
    page.evaluate("window.away = true")
    play_until_called(page)
    assert ("Your turn" in page.evaluate("notes")) == bool(wish)


@pytest.mark.parametrize(("motion", "travels"), [("no-preference", True), ("reduce", False)])
def test_cards_travel_unless_less_motion_is_asked_for(
    browser: Browser, served: Served, motion: Any, travels: bool
) -> None:
    page = at_table(browser, served, "pause=0", motion)
    before = page.evaluate("travels")
    play_until_called(page)
    assert (page.evaluate("travels") > before) == travels


def test_what_travels_hurries_when_the_next_step_is_here_already(browser: Browser, served: Served) -> None:
    page = at_table(browser, served, "pause=0", "no-preference")
    times = page.evaluate(
        """async () => {
          const times = [], travel = document.startViewTransition;
          document.startViewTransition = (change) => {
            times.push(getComputedStyle(document.documentElement).getPropertyValue("--move"));
            return travel(change);
          };
          const piece = document.querySelector("#board [id]").outerHTML, hear = window.line.onmessage;
          window.line.onmessage = null; // nothing else comes, and what has come is shown by now
          await new Promise((done) => setTimeout(done, 500));
          times.length = 0;
          for (const step of [1, 2]) hear({ data: piece });
          while (times.length < 2) await new Promise(requestAnimationFrame);
          return times;
        }"""
    )
    assert times == ["140ms", "320ms"]


def test_a_press_on_a_card_that_travels_is_not_lost(browser: Browser, served: Served) -> None:
    page = at_table(browser, served, "pause=0", "no-preference")
    page.add_style_tag(content="::view-transition-group(*) { animation-duration: 2s !important; }")
    play_until_called(page)
    page.wait_for_function(TRAVELLING)
    turn = page.get_attribute('#moves [name="after"]', "value")
    card = page.locator(".hand .legal").first.bounding_box()
    assert card
    page.mouse.click(card["x"] + 10, card["y"] + 20)
    if page.locator(".uses").count():
        page.locator(".uses:visible button:not([aria-disabled])").first.click()
    page.wait_for_function("turn => document.querySelector('#moves [name=after]').value !== turn", arg=turn)


@pytest.mark.parametrize("pause", [0, 1500])
def test_a_full_trick_lies_as_long_as_the_player_wishes(browser: Browser, served: Served, pause: int) -> None:
    page = at_table(browser, served, f"pause={pause}", "no-preference")
    page.evaluate(
        """() => new MutationObserver(() => {
          const trick = document.querySelector("#middle .trick.taken");
          const delay = trick ? getComputedStyle(trick).animationDelay : "";
          window.changes.push([performance.now(), delay]);
        }).observe(document.querySelector(".board"), { childList: true })"""
    )
    while not page.evaluate("changes.slice(0, -1).some(([_, delay]) => delay)"):
        page.wait_for_selector("#prompt.you")
        click_first_move(page)
    changes = page.evaluate("changes")
    first = next(number for number, (_, delay) in enumerate(changes) if delay)
    assert changes[first][1] == f"{pause / 1000:g}s"
    assert changes[first + 1][0] - changes[first][0] >= pause
