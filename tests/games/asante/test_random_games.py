"""Random games: they end, no decision is a dead end, and the books are right after every move."""

from collections import Counter
from collections.abc import Callable

import pytest

import mezani
from mezani.games.asante import GAME
from mezani.games.asante.constants import STEPS
from mezani.games.asante.deck import standard_deck
from mezani.testing.playing import amount, random_steps
from tests.games.asante.check import check
from tests.games.asante.ledger import booked, moved

LONGEST = 5_000


def test_wares_and_gold_are_accounted_for_after_every_move() -> None:
    for seed in range(amount(60, 15)):
        for state, action in random_steps(GAME, 2, seed):
            after = state.clone()
            after.play(action)
            text = GAME.action_text(state, action)
            assert moved(state, after) == booked(state, action, after), f"seed {seed}, turn {state.turn}, {text}"


def test_random_games_meet_every_step_and_every_card() -> None:
    steps: Counter[str] = Counter()
    moves: Counter[str] = Counter()
    for seed in range(amount(400, 120)):
        for state, action in random_steps(GAME, 2, seed):
            steps[STEPS[state.step[state.top]]] += 1
            moves[GAME.action_text(state, action)] += 1
    assert set(steps) == set(STEPS[4:]), "the first four are never asked"
    for card in standard_deck().cards:
        verbs = ("buy", "sell") if card.type == "ware" else ("play",)
        assert all(moves[f"{verb}-{card.id}"] for verb in verbs), card.id
    assert all(moves[f"holy-{place}"] for place in standard_deck().place_ids())


@pytest.mark.soak
def test_a_hundred_thousand_random_games_have_no_dead_end_and_no_wrong_books(
    record_property: Callable[[str, int], None],
) -> None:
    total = 0
    for seed in range(amount(100_000, 500)):
        state, rng, decisions = GAME.new(seed=seed), mezani.Rng(seed), 0
        while not state.is_over:
            before = state.clone()
            legal = state.legal_actions()
            assert legal, f"seed {seed}: a dead end"
            action = legal[rng.below(len(legal))]
            state.apply(action)
            decisions += 1
            assert moved(before, state) == booked(before, action, state), f"seed {seed}, move {decisions}"
            if seed % 50 == 0:
                check(state)
        assert decisions < LONGEST, f"seed {seed} is a very long game"
        total += decisions
    record_property("games", seed + 1)
    record_property("decisions", total)
