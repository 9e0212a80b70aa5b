"""Clocks over ten thousand games, in one process, with a time that is moved by hand."""

import random
from collections.abc import Callable

import pytest

from tests.tables.clock_games import ClockGame
from tests.tables.test_clocks import CLOCKS, GAMES

pytestmark = pytest.mark.soak
PIECES, EACH = 20, 500


@pytest.mark.parametrize("piece", range(PIECES))
def test_the_clocks_of_many_games_are_right(piece: int, record_property: Callable[[str, object], None]) -> None:
    flags = undos = kills = pauses = in_time = decisions = 0
    for number in range(EACH):
        chance = random.Random(f"clocks {piece} {number}")
        kind = ("zimbabwe", chance.randint(2, 5)) if number % 100 == 99 else chance.choice(GAMES)
        game = ClockGame(*kind, chance.choice(CLOCKS), chance)
        game.play(3000 if kind[0] == "zimbabwe" else 10_000)
        flags, undos, kills = flags + game.flags, undos + game.undos, kills + game.kills
        pauses, in_time, decisions = pauses + game.pauses, in_time + game.in_time, decisions + game.table.turn
    record_property("games", EACH)
    record_property("decisions", decisions)
    print(f"flags {flags}, undos {undos}, kills {kills}, pauses {pauses}, in the last moment {in_time}")
    assert min(flags, undos, kills, pauses, in_time) > 100
