"""Golden playthroughs: a game of today is, step by step, the game that it was."""

import os
import subprocess
import sys

import mezani
from mezani.interpreted import VARIABLE
from tests.playthrough import SEED, golden_path, playthrough

GAMES = 1000
HASH = """
import hashlib, sys, mezani
from mezani.snapshot import snapshot
game, digest = mezani.game(sys.argv[1]), hashlib.sha256()
for seed in range(int(sys.argv[3])):
    state, rng = game.new(int(sys.argv[2]), seed), mezani.Rng(seed)
    mezani.playout(state, rng)
    digest.update(repr((snapshot(state), rng.word())).encode())
print(mezani.is_compiled(), digest.hexdigest())
"""


def test_a_playthrough_is_what_it_was(name: str, players: int) -> None:
    golden = golden_path(name, players).read_text("utf-8").splitlines()
    for was, now in zip(golden, playthrough(mezani.game(name), players, SEED), strict=True):
        assert now == was


def outcome(name: str, players: int, interpreted: str) -> tuple[str, str]:
    command = [sys.executable, "-c", HASH, name, str(players), str(games_to_compare(name))]
    environment = {**os.environ, VARIABLE: interpreted}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    compiled, digest = done.stdout.split()
    return compiled, digest


def games_to_compare(name: str) -> int:
    """All of them, or as many as take about as long where a game has many more decisions."""
    decisions = mezani.playout(mezani.game(name).new(seed=1), mezani.Rng(1))
    return min(GAMES, GAMES * 500 // decisions)


def test_both_builds_play_the_same_games(name: str, players: int) -> None:
    if mezani.is_compiled():
        compiled, first = outcome(name, players, "0")
        interpreted, second = outcome(name, players, "1")
        assert (compiled, interpreted) == ("True", "False")
        assert first == second
