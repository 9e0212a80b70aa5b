"""Tries: another choice for a decision that was judged, beside the best one and the one that was made."""

from collections.abc import Sequence
from typing import Any

import msgspec

from mezani.engine.state import State
from mezani.game import Game
from mezani.insight.judging import Choice, Judged, are_same, is_same_turn
from mezani.insight.verdicts import sign_of


class Try(msgspec.Struct, frozen=True):
    """A choice that was tried, the decision as it was judged before, and what its reasons compare the choice with."""

    judged: Judged
    choice: Choice
    other: Choice

    @property
    def chance(self) -> float:
        """The chance of winning after it; it is none worse than the best one's if it is worth more."""
        return self.choice.chances[self.judged.seat]

    @property
    def best_chance(self) -> float:
        return max(self.chance, self.judged.best.chances[self.judged.seat])

    @property
    def played_chance(self) -> float:
        return self.judged.played.chances[self.judged.seat]

    @property
    def lost(self) -> float:
        """The chance of winning that it gives away beside the best choice, from 0 to 1."""
        return self.best_chance - self.chance

    @property
    def sign(self) -> str:
        """How bad that is; nothing if it is good."""
        return sign_of(self.lost)

    @property
    def is_best(self) -> bool:
        return self.choice.actions == self.judged.best.actions

    @property
    def is_played(self) -> bool:
        """Whether it is what was done in the game."""
        return self.choice.actions == self.judged.played.actions


def is_whole(game: Game[Any], first: State, now: State, tried: Sequence[int]) -> bool:
    """Whether something can be judged that was tried from a position on: one action, or a turn where all is open."""
    if not game.is_open:
        return len(tried) > 0
    return now.is_over or not is_same_turn(game, first, now)


def known(game: Game[Any], state: State, judged: Judged, actions: Sequence[int]) -> Try | None:
    """A try that is among the choices of the decision; None if it has to be thought about."""
    for choice in judged.choices:
        if are_same(game, state, choice.actions, actions):
            return Try(judged, choice, judged.choices[choice.beside])
    return None


def thought_about(judged: Judged, anew: Judged) -> Try:
    """A try beside the choices that were known, by the judgement in which it was what was played."""
    return Try(judged, anew.played, anew.choices[anew.played.beside])
