"""A game written in plain Python on the engine, compiled or not: the smallest fifth game."""

from typing import Any

import pytest

import mezani
from mezani.engine.state import Choices, IllegalAction, State
from mezani.snapshot import snapshot


class Race(State):
    """Two players add 1 or 2 in turn; whoever reaches 10 wins."""

    def __init__(self, seed: int = 0) -> None:
        State.__init__(self, 2, seed)
        self.total = 0

    def legal(self, choices: Choices) -> None:
        if not self.is_over:
            choices.add(1)
            choices.add(2)

    def apply(self, action: int) -> None:
        self.total += action
        self.is_over = self.total >= 10
        if not self.is_over:
            self.seat = 1 - self.seat

    def clone(self) -> "Race":
        other = Race.__new__(Race)
        self.copy_common(other)
        other.total = self.total
        return other

    def redeal(self, seat: int, rng: Any) -> None:
        pass

    def scores(self) -> list[int]:
        return [int(self.is_over and seat == self.seat) for seat in range(2)]

    def winners(self) -> list[int]:
        return [self.seat] if self.is_over else []


def test_a_game_in_plain_python_plays_on_the_same_engine() -> None:
    state = Race()
    other = state.clone()
    assert 5 <= mezani.playout(state, mezani.Rng(1)) <= 10
    assert state.is_over
    assert sum(state.scores()) == 1
    assert state.returns() in ([0.5, -0.5], [-0.5, 0.5])
    assert other.total == 0
    assert snapshot(other)["total"] == 0


def test_an_error_in_its_rules_is_not_swallowed() -> None:
    class Broken(Race):
        def apply(self, action: int) -> None:
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        Broken().play(1)
    with pytest.raises(ZeroDivisionError):
        mezani.playout(Broken(), mezani.Rng(1))


def test_play_refuses_what_is_not_legal() -> None:
    state = Race()
    for wrong in (0, 3, -1, "1", None, 2**70):
        with pytest.raises(IllegalAction):
            state.play(wrong)  # type: ignore[arg-type]
    assert state.total == 0
    state.play(2)
    assert state.legal_actions() == [1, 2]
