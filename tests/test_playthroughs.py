"""Golden playthroughs: a game of today is, step by step, the game that it was."""

import mezani
from mezani.snapshot import snapshot
from tests.playthrough import SEED, golden_path, playthrough


def test_a_playthrough_is_what_it_was(name: str, players: int) -> None:
    golden = golden_path(name, players).read_text("utf-8").splitlines()
    for was, now in zip(golden, playthrough(mezani.game(name), players, SEED), strict=True):
        assert now == was


def test_a_playout_is_what_single_random_steps_are(name: str, players: int) -> None:
    for seed in range(5):
        state = mezani.game(name).new(players, seed)
        stepped = state.clone()
        rng, other_rng = mezani.Rng(seed), mezani.Rng(seed)
        decisions = mezani.playout(state, rng)
        for _ in range(decisions):
            actions = stepped.legal_actions()
            stepped.play(actions[other_rng.below(len(actions))])
        assert snapshot(stepped) == snapshot(state)
        assert rng.word() == other_rng.word()
