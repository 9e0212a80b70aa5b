"""Following what somebody does in a lesson."""

import pytest

from mezani.engine.state import IllegalAction
from mezani.lessons.attempt import begins
from tests.lessons.examples import GAME, begun, lesson


def played(*moves: str) -> list[int]:
    state = GAME.new(4, 7)
    return [GAME.play_text(state, move) for move in ("+C-G", "+M-D", "+D-G", "+G-M", *moves)]


def test_a_lesson_begins_where_it_says() -> None:
    assert begun().record.actions == played()
    assert begun().state.seat == begun().start.seat == 3


def test_who_only_looks_can_go_on_at_once() -> None:
    assert begun().verdict.is_done
    assert begun().gone_on().number == 1


def test_a_task_waits_until_it_is_done() -> None:
    attempt = begun("")
    assert attempt.verdict == begun("").verdict
    assert not attempt.verdict.is_done
    assert not attempt.verdict.is_wrong
    assert attempt.gone_on() == attempt


@pytest.mark.parametrize("move", ["M2", "M5", "M9"])
def test_each_way_that_is_named_does_it(move: str) -> None:
    attempt = begun("").trying(move)
    assert attempt.verdict.is_done
    assert attempt.verdict.say["en"] == "Good."
    assert attempt.gone_on().record.actions == played(move)


def test_a_move_that_misses_the_point_is_answered_and_the_position_comes_back() -> None:
    attempt = begun("").trying("D12")
    assert attempt.verdict.is_wrong
    assert attempt.verdict.say["en"] == "That is no mushroom."
    assert attempt.record.actions == played("D12"), "it is seen on the board"
    assert attempt.gone_on() == attempt
    assert attempt.again().record.actions == played()


def test_the_closest_answer_is_given_and_some_moves_may_be_kept() -> None:
    attempt = begun("").trying("M10")
    assert attempt.verdict.say["en"] == "A mushroom, but your best."
    assert attempt.gone_on().record.actions == played("M10")


def test_things_and_answers_are_judged_too() -> None:
    find = begun("", "M5")
    assert find.trying("seat-1").verdict.say["de"] == "Das ist {1}."
    ask = find.trying("seat-3").gone_on()
    assert ask.trying("1").verdict.is_wrong
    assert ask.trying("2").gone_on().number == 4
    assert ask.record.actions == played("M5"), "an answer is no move"


def test_a_lesson_is_over_when_one_has_gone_on_from_its_last_step() -> None:
    attempt = begun("", "M5", "seat-3", "2")
    assert not attempt.is_over
    attempt = attempt.gone_on()
    assert attempt.is_over
    assert attempt.step == attempt.lesson.steps[-1]
    assert attempt.gone_on() == attempt
    assert attempt.record.actions == played("M5")


def test_an_earlier_step_is_shown_as_it_was_done() -> None:
    attempt = begun("", "M9", "seat-3").at(1)
    assert attempt.tried == "M9"
    assert attempt.verdict.is_done
    assert attempt.at(1) == attempt
    assert begun("").at(3) == begun(""), "nobody gets ahead of themselves"


def test_show_me_makes_the_moves_that_are_shown() -> None:
    assert begun("").showing(1).tried == "M5"
    assert begun("").showing(0).tried == ""


def test_several_moves_are_taken_back_one_by_one() -> None:
    attempt = begun("", tried="M5 M2")
    assert attempt.taken_back().tried == "M5"
    assert attempt.taken_back().taken_back().taken_back().tried == ""


def test_what_does_not_fit_a_lesson_any_more_is_replaced_by_what_it_shows() -> None:
    changed = lesson('do = ["M2,M5", "M9"]\nshow = "M5"', 'do = ["M2"]')
    assert begun("", "M9", of=changed).record.actions == played("M2")


def test_a_step_may_begin_elsewhere() -> None:
    elsewhere = lesson('say.en = "Look at', 'start = { players = 3, seed = 5 }\nsay.en = "Look at')
    attempt = begun("", "M5", of=elsewhere)
    assert attempt.start.players == 3
    assert attempt.record.actions == []
    assert begun("", "M5", "seat-3", of=elsewhere).start.players == 3


def test_a_lesson_that_the_rules_forbid_says_why() -> None:
    with pytest.raises(IllegalAction, match="You do not hold Crystals 3"):
        _ = begun("", tried="C3").state


def test_patterns() -> None:
    assert begins(["a,b", "*"], ["b", "x"])
    assert begins(["a,b", "*"], [])
    assert not begins(["a"], ["a", "b"])
    assert not begins(["a", "b"], ["b"])
    assert begins(["sell-*"], ["sell-*"])
    assert not begins(["sell-*"], ["sell-1"])
