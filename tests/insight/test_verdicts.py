"""How good a move was: chances beside the best one, judged by what the seat could know."""

from dataclasses import replace
from functools import partial

import pytest

import mezani
from mezani.bots.levels import Thinker
from mezani.insight import verdicts
from mezani.insight.verdicts import Verdict, verdict
from mezani.testing.playing import random_positions

GAMES = ["anansi", "anne", "asante", "zimbabwe"]

compiled = pytest.mark.skipif(not mezani.is_compiled(), reason="thousands of games are played on")


@pytest.fixture(autouse=True)
def short_thoughts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verdicts, "Thinker", partial(Thinker, is_hasty=True))


def test_a_move_that_gives_away_more_than_a_little_gets_a_sign() -> None:
    signs = [Verdict(1, 0.5 - lost, 2, 0.5).sign for lost in (-0.1, 0.0, 0.04, 0.06, 0.11, 0.25)]
    assert signs == ["", "", "", "?!", "?", "??"]


@compiled
@pytest.mark.parametrize("name", GAMES)
def test_the_best_move_gives_nothing_away(name: str) -> None:
    game = mezani.game(name)
    state = next(it for it in random_positions(game, game.seats[-1], 5, every=5) if len(it.legal_actions()) > 2)
    best = verdict(game, state, state.legal_actions()[0], mezani.Rng(3)).best
    found = verdict(game, state, best, mezani.Rng(3))
    assert (found.action, found.best, found.lost, found.reasons) == (best, best, 0.0, ())


@compiled
def test_a_follower_too_many_in_the_last_trick_is_a_blunder_and_the_reason_says_so() -> None:
    game = mezani.game("anansi")
    found = [verdict(game, state, worst_of(state), mezani.Rng(2)) for state in last_tricks()]
    bad = [it for it in found if it.sign]
    assert bad
    assert all(it.reasons and it.best_chance - it.chance >= verdicts.SLIP for it in bad if it.lost > verdicts.MISTAKE)


@compiled
def test_a_game_without_an_outlook_is_judged_without_reasons() -> None:
    game = replace(mezani.game("anansi"), load_outlook=None)
    found = [verdict(game, state, worst_of(state), mezani.Rng(2)) for state in last_tricks()]
    assert any(it.sign for it in found)
    assert not any(it.reasons for it in found)


@compiled
@pytest.mark.parametrize("name", ["anansi", "anne", "asante"])
def test_worlds_that_a_seat_cannot_tell_apart_are_judged_alike(name: str) -> None:
    game = mezani.game(name)
    for number, state in enumerate(random_positions(game, game.seats[-1], 7, every=11, most=4)):
        twin = state.clone()
        twin.resample(state.seat, mezani.Rng(500 + number))
        action = state.legal_actions()[-1]
        assert verdict(game, state, action, mezani.Rng(9)) == verdict(game, twin, action, mezani.Rng(9))


def last_tricks() -> list[mezani.State]:
    """Positions of Anansi with few cards left in which one may still gain followers."""
    found = random_positions(mezani.game("anansi"), 4, 11, most=400)
    return [it for it in found if 3 <= len(it.legal_actions()) <= 4 and worst_of(it) > 41][:6]


def worst_of(state: mezani.State) -> int:
    return state.legal_actions()[-1]
