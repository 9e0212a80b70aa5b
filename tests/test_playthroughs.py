"""Golden playthroughs: a game of today is, step by step, the game that it was."""

import math
import os
import subprocess
import sys
from collections.abc import Callable

import pytest

import mezani
from mezani.interpreted import VARIABLE
from tests.playthrough import SEED, golden_path, playthrough

GAMES = 1000
SECONDS = [0.5, pytest.param(60, marks=pytest.mark.soak)]  # of the interpreted build
HASH = """
import hashlib, sys, time, mezani
from mezani.snapshot import snapshot
game, digest, played, start = mezani.game(sys.argv[1]), hashlib.sha256(), 0, time.process_time()
while played < int(sys.argv[3]) and time.process_time() - start < float(sys.argv[4]):
    state, rng = game.new(int(sys.argv[2]), played), mezani.Rng(played)
    mezani.playout(state, rng)
    digest.update(repr((snapshot(state), rng.word())).encode())
    played += 1
print(mezani.is_compiled(), played, digest.hexdigest())
"""


def test_a_playthrough_is_what_it_was(name: str, players: int) -> None:
    golden = golden_path(name, players).read_text("utf-8").splitlines()
    for was, now in zip(golden, playthrough(mezani.game(name), players, SEED), strict=True):
        assert now == was


def outcome(name: str, players: int, interpreted: str, games: int, seconds: float) -> tuple[str, int, str]:
    """Whether the games were compiled, how many were played, and what came of them."""
    command = [sys.executable, "-c", HASH, name, str(players), str(games), str(seconds)]
    environment = {**os.environ, VARIABLE: interpreted}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    compiled, played, digest = done.stdout.split()
    return compiled, int(played), digest


@pytest.mark.slow
@pytest.mark.parametrize("seconds", SECONDS)
def test_both_builds_play_the_same_games(
    name: str, players: int, seconds: float, record_property: Callable[[str, int], None]
) -> None:
    if mezani.is_compiled():
        interpreted, played, first = outcome(name, players, "1", GAMES, seconds)
        record_property("games", 2 * played)
        compiled, played_again, second = outcome(name, players, "0", played, math.inf)
        assert (compiled, interpreted) == ("True", "False")
        assert played == played_again > 0
        assert first == second
