"""Bots at tables: they move when it is their turn, and the table answers for people who need not be asked."""

import asyncio
import logging
import random
import secrets
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress

from mezani.bots.workers import Thought, Workers
from mezani.tables import deeds
from mezani.tables.gate import Gate
from mezani.tables.memory import TablesInMemory
from mezani.tables.presence import Screens
from mezani.tables.refusals import NoHint, ReadOnly, StaleMove
from mezani.tables.table import Draft, Table

log = logging.getLogger(__name__)

SLOWEST_ANSWER = 4.0  # times the usual pause
MOMENT = 0.15  # seconds: bots think for less
CHANCE = random.SystemRandom()

ChangeTable = Callable[[str, Callable[[Table, float], Draft]], Awaitable[Draft]]


def answering_time(usual: float) -> float:
    """How long the table takes to answer for a seat, in seconds: as somebody who has not much to think about.

    It does not know for whom it answers and why, and so nobody learns that from the time.
    """
    return usual * min(CHANCE.lognormvariate(0.0, 0.5), SLOWEST_ANSWER)


class BotsAtTables:
    """All that moves at a table without a person."""

    def __init__(
        self,
        tables: TablesInMemory,
        screens: Screens,
        gate: Gate,
        workers: Workers,
        change: ChangeTable,
        bot_pause: float,
        answer_pause: float,
    ) -> None:
        self.tables, self.screens, self.gate, self.workers = tables, screens, gate, workers
        self.change = change  # lets something happen at a table, so that screens see it
        self.bot_pause, self.answer_pause = bot_pause, answer_pause
        self._at: dict[str, asyncio.Task[None]] = {}  # one task for each table where something is under way

    async def close(self) -> None:
        """Stop in the middle of everything; the store knows where to go on."""
        tasks = list(self._at.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self.workers.close()

    def play_at(self, table: Table) -> None:
        """Begin where a bot is to move or the table answers, unless that is under way."""
        if table.bot_to_move() or table.answer_for_seat() is not None:
            self.resume(table.id)

    def resume(self, id: str) -> None:
        """The same for a table that need not be in memory."""
        if id not in self._at:
            self._at[id] = asyncio.create_task(self._play(id))

    async def _play(self, id: str) -> None:
        try:
            table = await self.tables.table(id)
            while not self.gate.read_only:  # then all rest
                if level := table.bot_to_move():
                    await self._bot_plays(table, level)
                elif table.answer_for_seat() is not None:
                    await self._table_answers(table)
                else:
                    break
        except ReadOnly:
            pass
        except Exception:
            log.exception("the bots at table %s have stopped", id)
        finally:
            del self._at[id]

    def pause_at(self, id: str) -> float:
        """The seconds that a bot seems to think: as the slowest of those wishes who sit there and look."""
        pace = self.screens.presence(id).pace
        return self.bot_pause * (1 if pace is None else pace)

    def pause_of_bot(self, table: Table) -> float:
        """How long a bot takes; where it hides whether it has a choice, longer than it thinks with any cards."""
        pause = self.pause_at(table.id)
        return max(pause, min(self.bot_pause, MOMENT)) if table.state.hides_choice() else pause

    async def _bot_plays(self, table: Table, level: str) -> None:
        turn, began = table.turn, time.monotonic()
        thought: Thought = await self.workers.choose(table.game, level, table.state, secrets.randbits(63))
        await asyncio.sleep(max(0.0, self.pause_of_bot(table) - (time.monotonic() - began)))
        with suppress(StaleMove):  # somebody came back, or another server was quicker: look again
            await self.change(table.id, lambda table, at: deeds.play_for_bot(table, at, thought, turn))

    async def _table_answers(self, table: Table) -> None:
        """Answer for the seat to move, after a pause if a person could learn something from the time it takes."""
        turn = table.turn
        if table.plays_against_people(table.state.seat):
            await asyncio.sleep(answering_time(self.answer_pause))
        with suppress(StaleMove):  # the seat wants to be asked after all, or another server was quicker: look again
            await self.change(table.id, lambda table, at: table.answer(turn, at))

    async def hint(self, table: Table) -> int:
        """What the best bot would play for the seat to move."""
        hint = await self.workers.hint(table.game, table.state, secrets.randbits(63))
        if hint is None:
            raise NoHint
        return hint.action
