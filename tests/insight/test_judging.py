"""Decisions beside the best ones: what is given away, by what could be known; and the course of chances."""

from functools import partial

import pytest

import mezani
from mezani.bots.levels import Thinker
from mezani.insight import judging
from mezani.insight.judging import Depth, are_same, course, decisions, judge, shares
from mezani.record import has_choice
from mezani.testing.playing import random_positions
from tests.insight.test_verdicts import last_tricks, worst_of
from tests.playing import game_of_bots

GAMES = ["anansi", "anne", "asante", "zimbabwe"]
HIDDEN = ["anansi", "anne", "asante"]

pytestmark = pytest.mark.skipif(not mezani.is_compiled(), reason="thousands of games are played on")


@pytest.fixture(autouse=True)
def short_thoughts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judging, "Thinker", partial(Thinker, is_hasty=True))


def some_position(name: str) -> mezani.State:
    game = mezani.game(name)
    found: mezani.State = next(
        it for it in random_positions(game, game.seats[-1], 5, every=5) if len(it.legal_actions()) > 2
    )
    return found


@pytest.mark.parametrize("name", GAMES)
def test_what_the_search_finds_best_gives_nothing_away(name: str) -> None:
    game, state = mezani.game(name), some_position(name)
    best = judge(game, state, state.legal_actions()[:1], Depth.QUICK, 3).best.actions
    found = judge(game, state, best, Depth.QUICK, 3)
    assert (found.place, found.lost, found.sign) == (0, 0.0, "")


@pytest.mark.parametrize("name", GAMES)
def test_the_best_comes_first_and_what_was_played_is_among_the_choices(name: str) -> None:
    game, state = mezani.game(name), some_position(name)
    for action in state.legal_actions()[:4]:
        found = judge(game, state, [action], Depth.QUICK, 3)
        own = [choice.chances[state.seat] for choice in found.choices]
        assert max(own) == own[0]
        assert are_same(game, state, found.played.actions, (action,))
        assert all(sum(choice.chances) == pytest.approx(1.0) for choice in found.choices)


def test_a_follower_too_many_in_the_last_trick_is_marked_and_the_reason_says_so() -> None:
    game = mezani.game("anansi")
    found = [judge(game, state, [worst_of(state)], Depth.QUICK, 2) for state in last_tricks()]
    bad = [it for it in found if it.sign in ("?", "??")]
    assert bad
    assert all(it.place == len(it.choices) - 1 for it in bad)
    assert all(choice.beside != place for it in bad for place, choice in enumerate(it.choices) if choice.reasons)
    assert any(it.best.reasons for it in bad)


@pytest.mark.parametrize("name", HIDDEN)
def test_a_decision_is_judged_alike_in_worlds_that_its_seat_cannot_tell_apart(name: str) -> None:
    game = mezani.game(name)
    for number, state in enumerate(random_positions(game, game.seats[-1], 7, every=23, most=3)):
        twin = state.clone()
        twin.resample(state.seat, mezani.Rng(500 + number))
        action = state.legal_actions()[-1]
        assert judge(game, state, [action], Depth.QUICK, 9) == judge(game, twin, [action], Depth.QUICK, 9)


@pytest.mark.parametrize("name", GAMES)
def test_the_course_leads_from_an_even_start_to_the_result(name: str) -> None:
    record = game_of_bots(name, mezani.game(name).seats[0], "trader", 3)
    found = course(record, 1)
    assert len(found.chances) == len(record.actions) + 1
    assert found.chances[-1] == shares(record.state())
    assert all(sum(chances) == pytest.approx(1.0) for chances in (found.start, *found.chances))
    if record.game.is_open:
        assert found.start == found.chances[0]
    else:
        assert all(abs(chance - 1 / record.players) < 0.15 for chance in found.start)


@pytest.mark.parametrize("name", HIDDEN)
def test_the_course_of_a_seat_is_the_same_in_worlds_that_it_cannot_tell_apart(name: str) -> None:
    """As long as nothing was shown of what differs: here before the first move."""
    game = mezani.game(name)
    players = game.seats[0]
    here = game.new(players, 3)
    judge_here, judge_there = (mezani.Judge(game.knowledge(), mezani.Rng(1)) for _ in range(2))
    there = here.clone()
    there.resample(1, mezani.Rng(4))
    assert judge_here.chances_for(here, 1, 20) == judge_there.chances_for(there, 1, 20)


def test_forced_actions_are_no_decisions() -> None:
    record = game_of_bots("anansi", 4, "trader", 2)
    numbers = {it.number for it in decisions(record)}
    assert numbers == {n for n, (before, _, _) in enumerate(record.steps()) if has_choice(before)}
    assert len(numbers) < len(record.actions)
