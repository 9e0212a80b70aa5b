"""Golden playthroughs: a game of today is, step by step, the game that it was."""

import mezani
from tests.playthrough import SEED, golden_path, playthrough


def test_a_playthrough_is_what_it_was(name: str, players: int) -> None:
    golden = golden_path(name, players).read_text("utf-8").splitlines()
    for was, now in zip(golden, playthrough(mezani.game(name), players, SEED), strict=True):
        assert now == was
