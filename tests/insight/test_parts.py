"""Parts of an analysis: each has a fingerprint, from which follows what it comes to."""

from dataclasses import replace

import pytest

import mezani
from mezani.bots import imagined
from mezani.insight import judging
from mezani.insight.judging import Depth, judge
from mezani.insight.parts import COURSE, Part, course_of_game, judged_decision, parts_of, seed_of_decision
from mezani.record import Record
from tests.playing import OUR_GAMES
from tests.web.finished import played

QUICK, DEEP = Depth.QUICK, Depth.DEEP


def game_of_anansi(moves: int = 40, **facts: object) -> Record:
    return replace(played("anansi", 3, moves=moves), **facts)  # type: ignore[arg-type]


def prints(parts: list[Part]) -> list[str]:
    return [part.fingerprint for part in parts]


def test_the_course_comes_first_then_every_decision_in_the_order_of_the_game() -> None:
    record = game_of_anansi()
    course, *decisions = parts_of(record, QUICK)
    assert course.number == COURSE
    assert [part.number for part in decisions] == [it.number for it in judging.decisions(record)]
    assert len(set(prints([course, *decisions]))) == len(decisions) + 1


def test_when_a_game_goes_on_what_was_decided_keeps_its_fingerprint_and_the_course_does_not() -> None:
    before, after = parts_of(game_of_anansi(30), QUICK), parts_of(game_of_anansi(40), QUICK)
    assert prints(before)[1:] == prints(after)[1 : len(before)]
    assert before[0].fingerprint != after[0].fingerprint


def test_after_another_move_all_that_follows_has_another_fingerprint() -> None:
    record = game_of_anansi()
    step = parts_of(record, QUICK)[10].number
    state = replace(record, actions=record.actions[:step]).state()
    other = next(action for action in state.legal_actions() if action != record.actions[step])
    changed = parts_of(replace(record, actions=[*record.actions[:step], other]), QUICK)
    assert prints(changed)[1:10] == prints(parts_of(record, QUICK))[1:10]
    assert changed[10].fingerprint not in prints(parts_of(record, QUICK))


@pytest.mark.parametrize("change", [{"seed": 2}, {"players": 4}, {"options": {"odd": 1}}])
def test_another_beginning_has_other_fingerprints(change: dict[str, object], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mezani.insight.parts.decisions", lambda record, seat: iter(()))
    record = game_of_anansi()
    assert prints(parts_of(record, QUICK)) != prints(parts_of(replace(record, **change), QUICK))  # type: ignore[arg-type]


def test_a_turn_is_judged_when_it_has_ended() -> None:
    record = played("zimbabwe", 2, moves=40)
    whole = max(judging.decisions(record), key=lambda it: len(it.actions))
    assert len(whole.actions) > 2
    end = whole.number + len(whole.actions)
    last = [
        list(judging.decisions(replace(record, actions=record.actions[:step])))[-1] for step in range(end - 1, end + 1)
    ]
    assert last[0].number < whole.number
    assert last[1][:2] == whole[:2]


def test_decisions_differ_by_depth_and_courses_by_seat() -> None:
    record = game_of_anansi()
    quick, deep, own = parts_of(record, QUICK), parts_of(record, DEEP), parts_of(record, QUICK, 1)
    assert quick[0] == deep[0] != own[0]
    assert not set(prints(quick[1:])) & set(prints(deep[1:]))
    assert set(prints(own[1:])) < set(prints(quick))


@pytest.mark.parametrize("name", OUR_GAMES)
def test_a_decision_is_judged_with_the_same_chance_in_all_worlds_that_its_seat_cannot_tell_apart(name: str) -> None:
    rng = mezani.Rng(3)
    for decision in list(judging.decisions(played(name, mezani.game(name).seats[0], moves=60)))[::7]:
        game, state = mezani.game(name), decision.state
        world = state.clone()
        world.resample(state.seat, rng)
        assert seed_of_decision(game, world, QUICK) == seed_of_decision(game, state, QUICK)
        assert seed_of_decision(game, state, DEEP) != seed_of_decision(game, state, QUICK)


def test_a_process_that_sees_another_world_judges_the_same() -> None:
    game = mezani.game("anne")
    decision = list(judging.decisions(played("anne", 4)))[-9]
    seed = seed_of_decision(game, decision.state, QUICK)
    world, rng = imagined(decision.state, mezani.Rng(77))
    found = judged_decision(game, world, decision.actions, QUICK, seed, decision.number, rng)
    assert found == judge(game, decision.state, decision.actions, QUICK, seed, decision.number)


def test_a_course_is_the_same_wherever_it_is_reckoned() -> None:
    record = game_of_anansi(12)
    facts = (record.players, record.seed, record.options, record.actions)
    assert course_of_game(record.game, *facts, None) == course_of_game(record.game, *facts, None)
    assert course_of_game(record.game, *facts, 0) != course_of_game(record.game, *facts, None)
