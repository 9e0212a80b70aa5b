"""The quick sensible player of Anansi, and how it judges."""

from math import exp, log

import pytest

import mezani
from mezani.bots.levels import Quick
from mezani.games.anansi import GAME
from mezani.games.anansi.rules import Anansi
from mezani.testing.playing import amount
from tests.games.anansi.positions import play, position


def choice(moves: str, *hands: str, followers: int = 0, stacks: int = 0) -> str:
    """What it plays as the second seat after some moves."""
    state = position(*hands)
    state.followers = [0, followers] + [0] * 13
    state.stacks = [0, stacks] + [0] * 13
    play(state, moves)
    return GAME.action_text(state, Quick(GAME).choose(state, mezani.Rng(1)))


def test_it_gains_as_many_followers_as_it_has_stories_to_tell() -> None:
    assert choice("H5", "H5", "L12", "H3", "H4", stacks=2) == "L12^"
    assert choice("H5", "H5", "H9", "H3", "H4", stacks=1) == "H9^"


def test_it_takes_a_trick_for_a_follower_without_a_story_and_none_without_need() -> None:
    assert choice("H5", "H5", "H9", "H3", "H4", followers=1) == "H9"
    assert choice("H5", "H5 L6", "H9 H1", "H3 L7", "H4 L8") in ("H1", "H1^")


@pytest.mark.parametrize("players", GAME.seats)
def test_it_wins_far_more_than_its_share_against_random_players(players: int) -> None:
    games, won = amount(200, 30), 0.0
    for seed in range(games):
        state, rng, sensible = GAME.new(players, seed), mezani.Rng(seed), seed % players
        quick = Quick(GAME)
        while not state.is_over:
            state.play(quick.choose(state, rng) if state.seat == sensible else state.random_action(rng))
        won += state.returns()[sensible]
    assert won / games > 0.25


def test_it_leads_low_when_it_has_as_many_followers_as_stories() -> None:
    state = position("H1 H14", "H5 H6", "H7 H8", "H9 H10")
    state.followers, state.stacks = [2] + [0] * 14, [2] + [0] * 14
    assert GAME.action_text(state, Quick(GAME).choose(state, mezani.Rng(1))) == "H1"


# Judging


def chances(state: Anansi, in_round: int) -> list[float]:
    """What the seats are held to have, by a search that began in a round."""
    knowledge = GAME.knowledge()
    state.round_number, now = in_round - 1, state.round_number
    knowledge.begin(state)
    state.round_number = now
    knowledge.evaluate(state)
    return list(knowledge.values[: state.players])


def test_the_chances_after_a_round_foretell_games_better_than_flatter_ones() -> None:
    """Games of quick players who slip one time in twelve."""
    games, loss, of_flat = amount(400, 4), [0.0, 0.0], [0.0, 0.0]
    for seed in range(games):
        state, rng, quick, told, flat = GAME.new(4, seed), mezani.Rng(seed), Quick(GAME), [], []
        while not state.is_over:
            number = state.round_number
            state.apply(state.random_action(rng) if rng.below(12) == 0 else quick.choose(state, rng))
            if state.round_number > number and not state.is_over:
                told.append(chances(state, number + 1))
                likely = [exp(points / (7.5, 4.5)[number]) for points in state.scores()]
                flat.append([one / sum(likely) for one in likely])
        winners = state.winners()
        for number in range(2):
            loss[number] -= sum(log(told[number][seat]) for seat in winners) / len(winners) / games
            of_flat[number] -= sum(log(flat[number][seat]) for seat in winners) / len(winners) / games
    if mezani.is_compiled():
        assert loss[0] < of_flat[0] - 0.01 < log(4)
        assert loss[1] < of_flat[1] - 0.01 < loss[0]


def test_amid_a_round_who_has_as_many_followers_as_stacks_and_low_cards_is_held_to_be_ahead() -> None:
    state = position("H1 H2 L1", "H13 H14 S14", "H3 H4 L2", "H5 H6 L3", in_round=3)
    state.followers = [0] * 10 + [2, 2, 4, 0, 0]
    state.stacks = [0] * 10 + [2, 2, 0, 3, 0]
    matched, too_strong, too_many, too_few = chances(state, 3)
    assert matched > too_strong > too_many
    assert matched > too_few > too_many
