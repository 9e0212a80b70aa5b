"""An exercise: a decision of a game that is to be made anew, and the board with as much of it as was tried."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from litestar.exceptions import NotFoundException

from mezani.engine.state import State
from mezani.game import Game
from mezani.insight.judging import Decision, after
from mezani.insight.tries import is_whole
from mezani.language import Language
from mezani.tables.refusals import IllegalMove, TrickCovered
from mezani.tables.table import Table
from mezani.web.forms import whole_number
from mezani.web.replay import Replay
from mezani.web.screen import Screen

NOTHING = "-"  # tried yet, as an address says it


def read_tried(text: str) -> tuple[int, ...]:
    """The actions that an address holds.

    >>> read_tried("12,45"), read_tried("-")
    ((12, 45), ())
    """
    if text == NOTHING:
        return ()
    found = [whole_number(part) for part in text.split(",")]
    if None in found:
        raise NotFoundException
    return tuple(action for action in found if action is not None)


@dataclass
class ExerciseScreen(Screen):
    """The board of an exercise: only what was tried can be taken back, and there is nothing else to open."""

    first: int = 0  # how many actions were made before the decision

    @property
    def can_undo(self) -> bool:
        return not self.is_past and self.table.turn > self.first

    @property
    def summary_links(self) -> None:
        return None


@dataclass(frozen=True)
class Exercise:
    """A decision with what somebody tries instead; the position is that of the seat which had to decide."""

    replay: Replay
    decision: Decision
    path: str  # of the exercise; what was tried follows
    tried: tuple[int, ...] = ()

    @property
    def game(self) -> Game[Any]:
        return self.replay.record.game

    @property
    def seat(self) -> int:
        return self.decision.state.seat

    @property
    def number(self) -> int:
        return self.decision.number

    @property
    def address(self) -> str:
        """Where it is found with all that was tried."""
        return f"{self.path}/{','.join(map(str, self.tried)) or NOTHING}"

    @cached_property
    def state(self) -> State:
        """The position on the board. Where something is hidden nothing is played: it would show what comes next."""
        return after(self.decision.state, self.tried) if self.game.is_open else self.decision.state

    @cached_property
    def is_whole(self) -> bool:
        """Whether enough was tried to be judged."""
        return is_whole(self.game, self.decision.state, self.state, self.tried)

    def trying(self, action: int) -> "Exercise":
        """The exercise with one more action; one that the rules forbid is refused with the reason."""
        if self.is_whole:
            raise NotFoundException
        if action not in self.state.legal_actions():
            raise IllegalMove(self.game, self.state, self.seat, action)
        return replace(self, tried=(*self.tried, action))

    def taken_back(self) -> "Exercise":
        """The exercise without the last action."""
        return replace(self, tried=self.tried[:-1])

    def with_tried(self, actions: Sequence[int]) -> "Exercise":
        """The exercise with all of these actions, checked one by one."""
        found = replace(self, tried=())
        for action in actions:
            found = found.trying(action)
        return found

    def check_open(self) -> None:
        """What lies face down by now, in a game that still runs, is no exercise."""
        past, now = self.game.past, self.replay.now
        if past and now and self.table.covers_past and past.is_covered(self.game.place(self.decision.state), now):
            raise TrickCovered

    # The board

    @cached_property
    def table(self) -> Table:
        """The table as it was then, with what was tried where that shows nothing."""
        made = self.tried if self.game.is_open else ()
        record = replace(self.replay.record, actions=[*self.replay.record.actions[: self.number], *made], stop=None)
        table = replace(self.replay, record=record).table(len(record.actions), self.seat)
        table.address = self.address
        return table

    def screen(
        self, lang: Language, may_move: bool, looks_at: str = "", pointed: tuple[str, ...] = ()
    ) -> ExerciseScreen:
        """The board as the seat saw it, with moves that can be made or at rest."""
        table, seat = self.table, self.seat
        return ExerciseScreen(
            table,
            seat,
            [seat],
            lang,
            looks_at=looks_at,
            is_past=not may_move,
            pointed=pointed,
            first=self.number,
        )
