"""The quick sensible player of Anansi."""

import pytest

import mezani
from mezani.bots.levels import Quick
from mezani.games.anansi import GAME
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
