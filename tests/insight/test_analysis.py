"""The analysis of a game: sums that add up, summaries, and what holds while it is not complete."""

from dataclasses import replace
from functools import cache
from math import fsum, isclose

import pytest

import mezani
from mezani.insight.analysis import SIGNS, Analysis, effect, spared
from mezani.insight.judging import Choice, Depth, Judged
from mezani.record import Record
from tests.insight.looking_back import analysed, course_by, judged_as, think_quickly
from tests.playing import OUR_GAMES, random_game

MOVES = 40

compiled = pytest.mark.skipif(not mezani.is_compiled(), reason="many games are played on")


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    think_quickly(monkeypatch)


@cache
def some_game() -> Record:
    return random_game("anne", 4)


def analysis_of(lost: dict[int, float], seat: int | None = None) -> Analysis:
    """A game in which some decisions, given by their places among all, gave something away."""
    record = some_game()
    numbers = [it.number for it in Analysis.of(record, Depth.QUICK, None, [], seat).decisions]
    course = course_by(record, {50: (0.4, 0.3, 0.2, 0.1), len(record.actions): (1.0, 0.0, 0.0, 0.0)}, (0.25,) * 4)
    judged = judged_as(record, {numbers[place]: part for place, part in lost.items()}, seat)
    return Analysis.of(record, Depth.QUICK, course, judged, seat)


@compiled
@pytest.mark.parametrize("name", OUR_GAMES)
def test_own_mistakes_those_of_others_and_luck_add_up_to_the_change(name: str, quick: None) -> None:
    record = random_game(name, mezani.game(name).seats[0], moves=MOVES)
    analysis = analysed(record)
    assert analysis.course
    for seat in range(record.players):
        found = analysis.sum(seat)
        change = analysis.course.chances[-1][seat] - analysis.course.start[seat]
        assert isclose(found.own + found.others + found.luck, change, abs_tol=1e-12)
        deal = analysis.course.chances[0][seat] - analysis.course.start[seat]
        by_actions = fsum(analysis.luck_at(number)[seat] for number in range(len(record.actions)))
        assert isclose(deal + by_actions, found.luck, abs_tol=1e-9)


@compiled
@pytest.mark.parametrize("name", OUR_GAMES)
def test_what_one_seat_gains_the_others_lose(name: str, quick: None) -> None:
    analysis = analysed(random_game(name, mezani.game(name).seats[-1], moves=MOVES))
    sums = [analysis.sum(seat) for seat in range(analysis.record.players)]
    assert isclose(fsum(it.change for it in sums), 0.0, abs_tol=1e-9)
    assert isclose(fsum(it.luck for it in sums), 0.0, abs_tol=1e-9)
    assert isclose(fsum(it.own + it.others for it in sums), 0.0, abs_tol=1e-9)


def test_nobody_loses_by_the_own_best_moves() -> None:
    analysis = analysis_of({})
    assert analysis.mistakes() == []
    assert all(it.sum.own == it.given_away == 0.0 and it.accuracy == 1.0 for it in analysis.summaries())


def test_a_mistake_counts_for_its_seat_as_own_and_for_the_others_as_one_of_theirs() -> None:
    analysis = analysis_of({5: 0.3})
    (mistake,) = analysis.mistakes()
    own = analysis.sum(mistake.seat)
    assert isclose(own.own, -0.3)
    assert own.others == 0.0
    for seat in {*range(4)} - {mistake.seat}:
        assert isclose(analysis.sum(seat).others, 0.1)
        assert analysis.sum(seat).own == 0.0


def test_mistakes_come_in_their_order_and_by_seats() -> None:
    analysis = analysis_of({9: 0.06, 3: 0.12, 20: 0.25, 4: 0.01})
    assert [it.sign for it in analysis.mistakes()] == ["?", "?!", "??"]
    assert [it.number for it in analysis.mistakes()] == sorted(it.number for it in analysis.mistakes())
    assert sum(len(analysis.mistakes(seat)) for seat in range(4)) == 3


def test_a_summary_tells_signs_the_worst_moment_and_how_much_was_given_away() -> None:
    analysis = analysis_of({5: 0.06, 9: 0.25})
    for mistake in analysis.mistakes():
        found = analysis.summary(mistake.seat)
        own = analysis.mistakes(mistake.seat)
        assert [found.signs[sign] for sign in SIGNS] == [sum(it.sign == sign for it in own) for sign in SIGNS]
        assert found.worst == max(own, key=lambda it: it.lost).number
        assert isclose(found.given_away, fsum(it.lost for it in own))
        assert isclose(found.for_each_decision * found.decisions, found.given_away)
        assert found.accuracy
        assert found.accuracy < 1.0


def test_the_best_moment_is_a_move_that_the_next_best_falls_short_of() -> None:
    chances = [(0.6, 0.4), (0.5, 0.5)]
    found = Judged(7, 0, (Choice((1,), chances[0]), Choice((2,), chances[1])), 0, 1)
    assert isclose(spared(found), 0.1)
    missed = Judged(7, 0, found.choices, 1, 1)
    assert spared(missed) == 0.0
    assert [round(it, 9) for it in effect(missed)] == [-0.1, 0.1]


def test_a_step_is_found_in_its_decision_and_a_forced_one_in_none() -> None:
    analysis = analysis_of({})
    found = [analysis.at(step) for step in range(len(analysis.record.actions))]
    assert {it.number for it in found if it} == {it.number for it in analysis.decisions}
    for step, (before, _, _) in enumerate(analysis.record.steps()):
        decision = found[step]
        assert (decision is None) == (len(before.legal_actions()) == 1)
        assert decision is None or decision.number == step


@compiled
def test_where_all_is_open_a_turn_is_one_decision() -> None:
    name = next(name for name in OUR_GAMES if mezani.game(name).is_open)
    analysis = Analysis.of(random_game(name, mezani.game(name).seats[0]), Depth.QUICK, None, [])
    turn = next(it for it in analysis.decisions if len(it.actions) > 2)
    assert {analysis.at(turn.number + more) for more in range(len(turn.actions))} == {turn}


def test_what_is_not_judged_yet_is_not_complete_and_counts_for_nothing() -> None:
    whole = analysis_of({5: 0.3})
    assert whole.is_complete
    assert whole.part_done == 1.0
    numbers = sorted(whole.judged)
    part = replace(whole, judged={number: whole.judged[number] for number in numbers[: len(numbers) // 2]})
    assert not part.is_complete
    assert 0.4 < part.part_done < 0.6
    without = replace(whole, course=None)
    assert not without.is_complete
    assert without.sum(0).change == without.sum(0).luck == 0.0


def test_of_a_seat_only_its_own_decisions_are_judged() -> None:
    analysis = analysis_of({2: 0.2}, seat=1)
    assert {it.state.seat for it in analysis.decisions} == {1}
    assert [it.seat for it in analysis.summaries()] == [1]
    assert [it.seat for it in analysis.mistakes()] == [1]
    assert analysis.is_complete
    assert analysis.sum(1).others == 0.0
