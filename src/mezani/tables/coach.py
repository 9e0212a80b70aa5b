"""The coach of somebody who practises alone among bots: ideas before a move, and a word after one that was not good.

What the coach thinks is kept in memory with the table and found in the bots' processes, by what the seat can know.
"""

import asyncio
import logging
import secrets
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from mezani.bots.queue import Errand
from mezani.bots.workers import BotFailed, Workers
from mezani.insight.reasons import Idea, ideas
from mezani.insight.verdicts import Verdict, verdict
from mezani.record import has_choice
from mezani.tables.refusals import NoHint, NoHintAmongPeople
from mezani.tables.table import Step, Table

log = logging.getLogger(__name__)


class Advice(NamedTuple):
    """What a coach has to say at a moment."""

    is_open: bool  # whether ideas are shown
    ideas: tuple[Idea, ...] = ()
    is_thinking: bool = False
    verdict: Verdict | None = None  # on the last move, if it gave away more than a little
    judged: int = 0  # the number of that move


@dataclass
class Notes:
    """What a coach has thought about a table."""

    is_open: bool | None = None  # whether ideas are shown; None: as the player prefers
    turn: int = -1  # at which there are ideas
    ideas: tuple[Idea, ...] = ()
    judged: tuple[int, int] = (-1, -1)  # the number of the last decision that was judged, and the action
    verdict: Verdict | None = None
    tasks: dict[str, asyncio.Task[None]] = field(default_factory=dict)


class Coach:
    """The coach at all tables of this server where somebody practises."""

    def __init__(self, workers: Workers, wake: Callable[[str], None]) -> None:
        self.workers, self.wake = workers, wake
        self._notes: WeakKeyDictionary[Table, Notes] = WeakKeyDictionary()

    def close(self) -> None:
        """Stop in the middle of every thought."""
        for notes in self._notes.values():
            for task in notes.tasks.values():
                task.cancel()

    def advice(self, table: Table, seat: int, shows_ideas: bool) -> Advice | None:
        """What is said to a seat now; None where nobody practises. What is missing is thought about from now on."""
        player = table.seats[seat].player
        if player is None or not table.is_practice_of(player) or not table.is_running:
            return None
        notes = self._notes.setdefault(table, Notes())
        is_open = shows_ideas if notes.is_open is None else notes.is_open
        self._judge_last(table, seat, notes)
        verdict = notes.verdict if notes.verdict and notes.verdict.sign else None
        if not is_open or table.asked != seat or not has_choice(table.state, seat in table.asked_always):
            return Advice(is_open, verdict=verdict, judged=notes.judged[0])
        if notes.turn != table.turn:
            self._begin(notes, "ideas", self._think(table, player, notes))
            return Advice(is_open, is_thinking=True, verdict=verdict, judged=notes.judged[0])
        return Advice(is_open, notes.ideas, verdict=verdict, judged=notes.judged[0])

    async def ideas(self, table: Table, player: str, seat: int) -> tuple[Idea, ...]:
        """Ideas for the seat to move, which is a player's; they are shown from now on."""
        if table.asked != seat:
            raise NoHint
        if not table.is_practice_of(player):
            raise NoHintAmongPeople
        notes = self._notes.setdefault(table, Notes())
        notes.is_open = True
        if notes.turn != table.turn:
            await asyncio.shield(self._begin(notes, "ideas", self._think(table, player, notes)))
        if notes.turn != table.turn or not notes.ideas:
            raise NoHint
        return notes.ideas

    def show(self, table: Table, is_open: bool) -> None:
        """Show ideas at a table from now on, or hide them until they are asked for."""
        self._notes.setdefault(table, Notes()).is_open = is_open
        self.wake(table.id)

    def leave_it(self, table: Table) -> None:
        """Say no more about the last move."""
        self._notes.setdefault(table, Notes()).verdict = None
        self.wake(table.id)

    # Thinking

    def _begin(self, notes: Notes, what: str, thought: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
        """Think about something, unless that is under way already."""
        task = notes.tasks.get(what)
        if task is None:
            task = notes.tasks[what] = asyncio.create_task(thought)
            task.add_done_callback(lambda ended: notes.tasks.pop(what) if notes.tasks.get(what) is ended else None)
        else:
            thought.close()
        return task

    async def _think(self, table: Table, player: str, notes: Notes) -> None:
        turn, game = table.turn, table.game
        found: tuple[Idea, ...] = ()
        with suppress(BotFailed):
            found = await self.workers.study(
                ideas, tuple[Idea, ...], game, table.state, seed=secrets.randbits(63), errand=Errand((player,))
            )
        if not found:
            log.warning("%s, table %s: the coach has no ideas", game.name, table.id)
        notes.turn, notes.ideas = turn, found
        self.wake(table.id)

    def _judge_last(self, table: Table, seat: int, notes: Notes) -> None:
        """Judge the last move of a seat once; what was said of an earlier one is forgotten."""
        number = table.last_of(seat)
        last = (-1, -1) if number is None else (number, table.actions[number])
        if last == notes.judged:
            return
        notes.judged, notes.verdict = last, None
        step = table.recent().get(last[0])
        if step and has_choice(step.before, seat in table.asked_always):
            if under_way := notes.tasks.pop("verdict", None):
                under_way.cancel()
            self._begin(notes, "verdict", self._judge(table, last, step, notes))

    async def _judge(self, table: Table, last: tuple[int, int], step: Step, notes: Notes) -> None:
        player = table.seats[step.before.seat].player or ""
        with suppress(BotFailed):
            found = await self.workers.study(
                verdict,
                Verdict,
                table.game,
                step.before,
                step.action,
                seed=secrets.randbits(63),
                errand=Errand((player,)),
            )
            if notes.judged == last:
                notes.verdict = found
                self.wake(table.id)
