"""Every game for a round in Firefox and in WebKit, by mouse, on a wide screen and on a narrow one."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import mezani
from tests.machine import need
from tests.web.browsing import MOVE, MY_TURN, Served
from tests.web.other_browsers import BROWSERS, NEEDS, Window, until

pytestmark = [pytest.mark.matrix, pytest.mark.browser]

PICTURES = Path("build/pictures")
ENOUGH = 3  # titles in the log: two hands, rounds or turns are played, and the third has begun
SCREENS = {"wide": (1440, 900, "en"), "narrow": (390, 844, "de")}
MOST_PRESSES = 300
RESTS = "() => document.getAnimations().every((one) => one.playState !== 'running')"
# Where the mouse reaches one of these things: near the left edge of a card, where no other of a hand covers it
REACHED = """(what, chance) => {
  const things = [...document.querySelectorAll(what)].filter((thing) => thing.checkVisibility());
  const first = Math.floor(chance * things.length);
  for (const thing of [...things.slice(first), ...things.slice(0, first)]) {
    thing.scrollIntoView({ block: "nearest", inline: "nearest" });
    const box = thing.getBoundingClientRect();
    const point = [box.left + Math.min(10, box.width / 2), box.top + 0.6 * box.height];
    if (thing.contains(document.elementFromPoint(...point))) return point;
  }
}"""


@pytest.fixture(params=BROWSERS)
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(params=SCREENS)
def screen(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def window(kind: str, screen: str, tmp_path: Path) -> Iterator[Window]:
    for name in NEEDS[kind]:
        need(name)
    width, height, _ = SCREENS[screen]
    with BROWSERS[kind](tmp_path, width, height) as window:
        yield window


def press(window: Window, what: str, chance: Random) -> bool:
    """Press one of these things, if the mouse reaches any."""
    point = window.run(REACHED, what, chance.random())
    if point:
        window.click(*point)
    return bool(point)


def pressed(window: Window, chance: Random) -> str | None:
    """Press a move, or else what must be chosen before; which of them."""
    return next((what for what in (MOVE, "#board label") if press(window, what, chance)), None)


def sit_down(window: Window, served: Served, game: str, language: str) -> None:
    """Play now, as on the start page, against bots that do not think for long."""
    window.visit(served.address)
    preferences = f"pause=0&summary=never&level=novice&lang={language}"
    window.run("(preferences) => { document.cookie = `mezani-wishes=${preferences};path=/`; }", preferences)
    window.visit(f"{served.address}/")
    assert press(window, f'button[name="game"][value="{game}"]', Random(1))
    until(window.run, "() => document.readyState === 'complete' && location.pathname.startsWith('/table/')")
    window.visit(window.run("() => location.href"))


def play(window: Window, chance: Random) -> None:
    """Press legal moves, and what must be chosen before, until enough is played."""
    turn = None
    for _ in range(MOST_PRESSES):
        until(window.run, MY_TURN, turn)
        until(window.run, RESTS)
        if window.run("() => document.querySelectorAll('#log .cut').length") >= ENOUGH:
            return
        turn = window.run("() => document.querySelector('#moves [name=after]').value")
        if until(pressed, window, chance) != MOVE:
            turn = None
    raise AssertionError("this goes on for too long")


@pytest.mark.parametrize("name", mezani.game_names())
def test_a_round_is_played(window: Window, served: Served, kind: str, screen: str, name: str) -> None:
    language: Any = SCREENS[screen][2]
    sit_down(window, served, name, language)
    assert window.run("() => document.documentElement.lang") == language
    try:
        play(window, Random(name))
    finally:
        PICTURES.mkdir(parents=True, exist_ok=True)
        (PICTURES / f"{kind}-{name}-{screen}-{language}.png").write_bytes(window.picture())
    assert window.run("() => document.documentElement.scrollWidth <= innerWidth")
    assert window.faults() == []


def test_what_goes_wrong_in_a_script_is_noticed(window: Window, served: Served) -> None:
    window.visit(f"{served.address}/")
    assert window.faults() == []
    window.run("() => { setTimeout(() => { throw new Error('on purpose'); }); console.error('said'); }")
    until(lambda: len(window.faults()) == 2)
    assert "on purpose" in "".join(window.faults())
