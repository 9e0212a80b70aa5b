"""How the bots of ANNE! judge."""

from math import log

import mezani
from mezani.bots.levels import Quick
from mezani.games.anne import GAME
from mezani.games.anne.rules import Anne
from mezani.testing.playing import amount


def chances(state: Anne) -> list[float]:
    """What the seats are held to have after a hand."""
    knowledge = GAME.knowledge()
    knowledge.evaluate(state)
    return list(knowledge.values[: state.players])


def test_the_chances_after_a_hand_are_as_games_have_shown() -> None:
    """Games of quick players who slip one time in twelve; even chances have a log loss of 1.386."""
    games, losses = amount(400, 10), [0.0, 0.0, 0.0]
    for seed in range(games):
        state, rng, quick, told = GAME.new(4, seed), mezani.Rng(seed), Quick(GAME), []
        while not state.is_over:
            number = state.hand_number
            state.apply(state.random_action(rng) if rng.below(12) == 0 else quick.choose(state, rng))
            if state.hand_number > number and not state.is_over:
                told.append(chances(state))
        winners = state.winners()
        for number in range(3):
            losses[number] -= sum(log(told[number][seat]) for seat in winners) / len(winners)
    if mezani.is_compiled():
        assert losses[0] / games < 1.24
        assert losses[1] / games < 1.06
        assert losses[2] / games < 0.77


def test_a_lead_counts_the_more_the_fewer_hands_are_to_come() -> None:
    prospects = []
    for hands in (1, 2, 3):
        state = GAME.new(4, 1)
        state.hand_number = hands
        state.points = [10] + [0] * 15
        prospects.append(chances(state)[0])
    assert prospects == sorted(prospects)
    assert 0.5 < prospects[0] < 0.6
    assert 0.7 < prospects[2] < 0.8
