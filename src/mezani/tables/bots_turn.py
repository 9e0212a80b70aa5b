"""A bot's turn at a table: what it plans, at which pace that is shown, and what the next bot thinks meanwhile.

What is planned stays in memory and leaves it step by step, as it is played; no time and no message depends on it.
"""

import asyncio
from dataclasses import dataclass, field

from mezani.bots.workers import Thought
from mezani.engine.state import State
from mezani.game import Place
from mezani.tables.table import Table

STEP = 1 / 3  # of a pause: what lies between two steps of a turn
MOST_STEPS = 10  # of a turn, after which the others follow at once: all together take four pauses at most


def part_of_pause(steps: int) -> float:
    """The part of a pause that comes before a step of a turn in which so many were made: the more, the less."""
    return 1.0 if steps == 0 else STEP if steps < MOST_STEPS else 0.0


@dataclass
class BotsTurn:
    """A turn that a bot is in the middle of, before its next step."""

    level: str
    seat: int
    place: Place
    turn: int  # of the table
    steps: int  # that were made
    planned: list[int] = field(default_factory=list)

    @classmethod
    def at(cls, table: Table, level: str, last: "BotsTurn | None") -> "BotsTurn":
        """The turn as it stands, which goes on or begins."""
        now = cls(level, table.state.seat, table.game.place(table.state), table.turn, 0)
        if last and last._is_next(now):
            now.planned = last.planned
            now.steps = last.steps if last.place == now.place else 0
        return now

    def _is_next(self, now: "BotsTurn") -> bool:
        """Whether nothing but the last step has happened."""
        return (self.turn, self.seat, self.level) == (now.turn, now.seat, now.level)

    def step(self) -> None:
        """The next step is made."""
        del self.planned[0]
        self.turn += 1
        self.steps += 1


@dataclass
class Ahead:
    """What a bot thinks already while the steps are shown that lead to its turn."""

    level: str
    moves: list[int]  # of the game until then
    turn: int  # of the table
    thought: "asyncio.Task[Thought]"

    def fits(self, table: Table, level: str) -> bool:
        """Whether all went as it was foreseen."""
        return (self.turn, self.level) == (table.turn, level) and self.moves == table.actions


def after(state: State, actions: list[int]) -> State:
    """Where some actions lead."""
    state = state.clone()
    for action in actions:
        state.apply(action)
    return state
