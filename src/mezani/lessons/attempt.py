"""An attempt at a lesson: what somebody has done in it, how far they have come, and what is said to it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import msgspec

from mezani.engine.state import State
from mezani.game import Game
from mezani.language import Said
from mezani.lessons.lesson import ANY, Lesson, Start, Step, StepKind
from mezani.record import Record


class Verdict(msgspec.Struct, frozen=True):
    """What is said to what was done in a step."""

    is_done: bool = False
    is_wrong: bool = False
    say: Said = {}
    may_keep: bool = False


OPEN = Verdict()


@dataclass(frozen=True)
class Attempt:
    """What was done in each step that one has gone on from, moves or an answer, and in the one at hand so far."""

    game: Game[Any]
    lesson: Lesson
    done: tuple[str, ...] = ()
    tried: str = ""

    @property
    def is_over(self) -> bool:
        """Whether one has gone on from the last step."""
        return len(self.done) == len(self.lesson.steps)

    @property
    def number(self) -> int:
        """The step at hand, counted from 0."""
        return min(len(self.done), self.lesson.last)

    @property
    def step(self) -> Step:
        return self.lesson.steps[self.number]

    @property
    def start(self) -> Start:
        """The position from which the step at hand came."""
        return self.lesson.start_of(self.number)

    @cached_property
    def verdict(self) -> Verdict:
        """What is said to what was done in the step at hand."""
        return judge(self.step, self.tried)

    # What one does

    def at(self, number: int) -> "Attempt":
        """The attempt as it was at an earlier step, with what was done there; it goes no further than one was."""
        if number >= len(self.done):
            return self
        return replace(self, done=self.done[:number], tried=self.done[number])

    def trying(self, what: str) -> "Attempt":
        """The attempt after one more move, or with an answer."""
        moves = self.step.kind is StepKind.DO
        return replace(self, tried=f"{self.tried} {what}".strip() if moves else what)

    def taken_back(self) -> "Attempt":
        """The attempt without the last move of the step."""
        return replace(self, tried=" ".join(self.tried.split()[:-1]))

    def again(self) -> "Attempt":
        """The attempt with the step at hand from its beginning."""
        return replace(self, tried="")

    def gone_on(self) -> "Attempt":
        """The attempt one step further; what was not done well, and may not be kept, stays where it is."""
        if self.is_over or not (self.verdict.is_done or self.verdict.may_keep):
            return self
        return replace(self, done=(*self.done, self.tried), tried="")

    def showing(self, count: int) -> "Attempt":
        """The attempt with the first moves of how the step is done, or with its answer."""
        return replace(self, tried=" ".join(self.step.shown.split()[:count]))

    # Where that leads

    @cached_property
    def moves(self) -> list[str]:
        """All moves from the start of the position on, in their notation."""
        found = self.start.moves.split()
        first = max((n for n in range(self.number + 1) if self.lesson.steps[n].start), default=0)
        for step, did in zip(self.lesson.steps[first : self.number], self.done[first:], strict=False):
            found += [*_moves_of(step, did), *step.then.split()]
        last = self.done[self.number] if self.is_over else self.tried
        return found + (last.split() if self.step.kind is StepKind.DO else [])

    @cached_property
    def record(self) -> Record:
        """The game as far as it has come, as it would have been played at a table."""
        return record_of(self.game, self.start, self.moves)

    @cached_property
    def state(self) -> State:
        """The position on the board."""
        return self.record.state()


def record_of(game: Game[Any], start: Start, moves: Iterable[str]) -> Record:
    """A position with moves after it, as it would have been played at a table."""
    record = Record(game, start.players, start.seed, dict(start.options))
    state = record.start()
    record.actions = [game.play_text(state, move) for move in moves]
    return record


def _moves_of(step: Step, did: str) -> Sequence[str]:
    """The moves of a step that is done: those that were made, if they still fit the lesson, else those it shows."""
    if step.kind is not StepKind.DO:
        return ()
    verdict = judge(step, did)
    return (did if verdict.is_done or verdict.may_keep else step.shown).split()


def judge(step: Step, tried: str) -> Verdict:
    """What is said to what was done in a step."""
    if step.kind is StepKind.LOOK:
        return Verdict(is_done=True)
    moves = tried.split()
    ways = {
        StepKind.DO: [way.split() for way in step.do],
        StepKind.FIND: [[thing] for thing in step.find],
        StepKind.ASK: [[str(step.right)]],
    }[step.kind]
    begun = [way for way in ways if begins(way, moves)]
    if any(len(way) == len(moves) for way in begun):
        return Verdict(is_done=True, say=step.done)
    if begun:
        return OPEN
    fitting = [wrong for wrong in step.wrong if begins(moves, wrong.moves.split())]
    closest = max(fitting, key=lambda wrong: _closeness(wrong.moves), default=None)
    return Verdict(is_wrong=True, say=closest.say, may_keep=closest.keep) if closest else Verdict(is_wrong=True)


def begins(whole: Sequence[str], part: Sequence[str]) -> bool:
    """Whether moves are the beginning of a way; on either side a,b stands for one of them and * for any."""
    return len(part) <= len(whole) and all(_fits(*pair) for pair in zip(whole, part, strict=False))


def _fits(one: str, other: str) -> bool:
    return ANY in (one, other) or not set(one.split(",")).isdisjoint(other.split(","))


def _closeness(pattern: str) -> tuple[int, int]:
    words = pattern.split()
    return len(words), sum(word != ANY for word in words)
