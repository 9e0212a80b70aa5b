"""What all games do alike when they say what the moves of others mean."""

from dataclasses import replace

import mezani
from mezani.language import ENGLISH
from mezani.testing.playing import NAMES


def test_a_game_says_nothing_of_ones_own_moves_and_nothing_without_remarks() -> None:
    game = mezani.game("anansi")
    state = game.new(4, seed=3)
    said, silent = [], replace(game, load_remarks=None)
    rng = mezani.Rng(3)
    for _ in range(40):
        before, action = state.clone(), state.random_action(rng)
        state.play(action)
        assert game.remark(before, action, state, before.seat, ENGLISH, NAMES) == ""
        for seat in range(4):
            said.append(game.remark(before, action, state, seat, ENGLISH, NAMES))
            assert silent.remark(before, action, state, seat, ENGLISH, NAMES) == ""
    assert any(said)
