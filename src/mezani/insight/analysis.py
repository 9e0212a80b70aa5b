"""The analysis of a game: what judged decisions and the course of its chances come to, for every seat.

All of it follows from a `Course` and from as many `Judged` decisions as there are yet: nothing here thinks. Own
mistakes, those of the others and luck add up to the change of a seat's chance of winning, from before the deal to the
end. docs/analysis.md tells how.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import fsum
from typing import Final

import msgspec

from mezani.insight.judging import Course, Decision, Depth, Judged, decisions
from mezani.record import Record

SIGNS: Final = ("?!", "?", "??")
WORTH_A_WORD: Final = 0.05  # of the chance of winning: what is told as a best moment spared as much


class Sum(msgspec.Struct, frozen=True):
    """Why a seat's chance of winning has changed, in parts of it: the three add up to the change."""

    change: float
    own: float  # by its own mistakes
    others: float  # by those of the others
    luck: float  # by the cards, and by what others hid; where nothing is drawn, what the judgement saw only later


class Summary(msgspec.Struct, frozen=True):
    """How one seat has played."""

    seat: int
    decisions: int  # that are judged
    given_away: float  # of its chance of winning, in all of them
    accuracy: float | None  # the part of its chances that it has kept, from 0 to 1
    signs: dict[str, int]  # how many of each sign
    best: int | None  # the number of the decision in which it found what others would have missed
    worst: int | None  # and of the one that cost most
    sum: Sum

    @property
    def for_each_decision(self) -> float:
        """The chance given away for each decision."""
        return self.given_away / self.decisions if self.decisions else 0.0


@dataclass(frozen=True)
class Analysis:
    """A game with all that is judged of it yet; `seat`: by and for one seat of a game that still runs."""

    record: Record
    depth: Depth
    course: Course | None
    judged: Mapping[int, Judged]  # by the numbers of their first actions
    seat: int | None = None

    @classmethod
    def of(
        cls, record: Record, depth: Depth, course: Course | None, judged: Iterable[Judged], seat: int | None = None
    ) -> "Analysis":
        """The analysis of a game by what there is."""
        return cls(record, depth, course, {it.number: it for it in judged}, seat)

    @cached_property
    def decisions(self) -> list[Decision]:
        """All that can be judged."""
        return list(decisions(self.record, self.seat))

    @property
    def is_complete(self) -> bool:
        return self.course is not None and all(it.number in self.judged for it in self.decisions)

    @property
    def part_done(self) -> float:
        """How much of it is done, from 0 to 1."""
        done = sum(it.number in self.judged for it in self.decisions) + (self.course is not None)
        return done / (len(self.decisions) + 1)

    def at(self, step: int) -> Decision | None:
        """The decision in which the game was after so many actions; None where there was no choice."""
        return next((it for it in self.decisions if it.number <= step < it.number + len(it.actions)), None)

    def mistakes(self, seat: int | None = None) -> list[Judged]:
        """The decisions that gave something away, of a seat or of all, in their order."""
        found = (self.judged[number] for number in sorted(self.judged))
        return [it for it in found if it.sign and seat in (None, it.seat)]

    # Sums

    def sum(self, seat: int) -> Sum:
        """Why the chance of a seat has changed."""
        own = self._given_away(seat, lambda it: it.seat == seat)
        others = self._given_away(seat, lambda it: it.seat != seat)
        change = self.course.chances[-1][seat] - self.course.start[seat] if self.course else 0.0
        return Sum(change, own, others, change - own - others if self.course else 0.0)

    def _given_away(self, seat: int, counts: Callable[[Judged], bool]) -> float:
        """What decisions have changed for a seat, beside the best ones."""
        return fsum(effect(it)[seat] for it in self.judged.values() if counts(it))

    def luck_at(self, number: int) -> tuple[float, ...]:
        """What luck gave every seat, or took, with one action."""
        assert self.course
        before, after = self.course.chances[number], self.course.chances[number + 1]
        judged = self.judged.get(number)
        lost = effect(judged) if judged else (0.0,) * len(before)
        return tuple(b - a - it for a, b, it in zip(before, after, lost, strict=True))

    # Players

    def summary(self, seat: int) -> Summary:
        """How a seat has played, as far as that is judged."""
        own = [self.judged[number] for number in sorted(self.judged) if self.judged[number].seat == seat]
        lost, had = fsum(it.lost for it in own), fsum(it.best.chances[seat] for it in own)
        worst = max((it for it in own if it.sign), key=lambda it: it.lost, default=None)
        best = max((it for it in own if spared(it) >= WORTH_A_WORD), key=spared, default=None)
        return Summary(
            seat=seat,
            decisions=len(own),
            given_away=lost,
            accuracy=1.0 - lost / had if had else None,
            signs={sign: sum(it.sign == sign for it in own) for sign in SIGNS},
            best=best.number if best else None,
            worst=worst.number if worst else None,
            sum=self.sum(seat),
        )

    def summaries(self) -> list[Summary]:
        """How all have played, or the one seat that is judged."""
        seats: Sequence[int] = range(self.record.players) if self.seat is None else [self.seat]
        return [self.summary(seat) for seat in seats]


def effect(judged: Judged) -> tuple[float, ...]:
    """What a decision changed for every seat, beside the best one."""
    return tuple(a - b for a, b in zip(judged.played.chances, judged.best.chances, strict=True))


def spared(judged: Judged) -> float:
    """How much more the best move is worth than the next one, if it was made."""
    if judged.place or len(judged.choices) < 2:
        return 0.0
    return judged.best.chances[judged.seat] - judged.choices[1].chances[judged.seat]
