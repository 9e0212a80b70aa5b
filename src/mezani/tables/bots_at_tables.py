"""Bots at tables: they move when it is their turn, and the table answers for people who need not be asked.

Where something is to happen is a fact of the store: whatever becomes of a task or of a server, somebody finds it there.
"""

import asyncio
import logging
import random
import secrets
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress

from mezani.bots.queue import Errand
from mezani.bots.workers import Thought, Workers
from mezani.engine.state import State
from mezani.tables import deeds
from mezani.tables.bots_turn import Ahead, BotsTurn, after, part_of_pause
from mezani.tables.drafts import Draft
from mezani.tables.gate import Gate
from mezani.tables.memory import TablesInMemory
from mezani.tables.metrics import BOT_FAILURES, BOT_SECONDS
from mezani.tables.patience import growing_pauses
from mezani.tables.presence import Screens
from mezani.tables.refusals import GameMissing, ReadOnly, StaleMove, UnknownTable
from mezani.tables.servers import Servers
from mezani.tables.situation import Situation
from mezani.tables.table import Table

log = logging.getLogger(__name__)

SLOWEST_ANSWER = 4.0  # times the usual pause
MOMENT = 0.15  # seconds: bots think for less
AT_ONCE = 200  # tables; the others wait in the store
ALONE_AT_ONCE = 20  # of them tables of bots alone
TURN = 30.0  # seconds, after which a table of bots alone makes room for another
PAUSES = (0.2, 10.0)  # seconds before something is tried again, the first and the longest
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
        servers: Servers,
        workers: Workers,
        change: ChangeTable,
        bot_pause: float,
        answer_pause: float,
        alone_at_once: int = ALONE_AT_ONCE,
    ) -> None:
        self.tables, self.screens, self.gate = tables, screens, gate
        self.servers, self.workers = servers, workers
        self.change = change  # lets something happen at a table, so that screens see it
        self.bot_pause, self.answer_pause = bot_pause, answer_pause
        self.at_once, self.alone_at_once = AT_ONCE, alone_at_once
        self.pauses = PAUSES
        self._at: dict[str, asyncio.Task[None]] = {}  # one task for each table where something is under way
        self._alone: set[str] = set()  # those of them at which only bots play
        self._others_wait = False  # tables of bots alone for which there was no room
        self._turns: dict[str, BotsTurn] = {}  # that bots are in the middle of, by the table
        self._ahead: dict[str, Ahead] = {}  # what the next of them thinks already
        self._failing: set[str] = set()  # tables at which something is tried again
        self._closing = False
        tables.store.takes = self.takes

    async def close(self) -> None:
        """Stop in the middle of everything; the store knows where to go on."""
        self._closing = True
        await self.stop()
        self.workers.close()

    async def stop(self) -> None:
        """Stop at all tables."""
        tasks = list(self._at.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def takes(self, now: Situation) -> bool:
        """Whether this server plays on where things stand like this; else the table waits in the store."""
        has_room = len(self._at) < self.at_once and (now.has_people or len(self._alone) < self.alone_at_once)
        return has_room and not self._closing and not self.gate.read_only and now.plays_on

    def play_at(self, table: Table, played_by: str | None) -> None:
        """Begin at a table that was stored as one at which this server plays."""
        if played_by == self.servers.store.server and table.plays_on:
            self._begin(table.id, table.has_people)

    async def look(self) -> None:
        """Begin at the tables that wait in the store, as far as there is room; while nothing can be done all rest."""
        if self.gate.read_only:
            return
        room = self.at_once - len(self._at)
        claimed, _ = await self.servers.claim(True, room, self._at)
        for id in claimed:
            self._begin(id, has_people=True, is_sure=False)
        room = min(self.at_once - len(self._at), self.alone_at_once - len(self._alone))
        claimed, self._others_wait = await self.servers.claim(False, room, self._at)
        for id in claimed:
            self._begin(id, has_people=False, is_sure=False)

    def _begin(self, id: str, has_people: bool, is_sure: bool = True) -> None:
        if id not in self._at and not self._closing:
            self._count(id, has_people)
            self._at[id] = asyncio.create_task(self._play(id, is_sure))

    def _count(self, id: str, has_people: bool) -> None:
        if has_people:
            self._alone.discard(id)
        else:
            self._alone.add(id)

    async def _play(self, id: str, is_sure: bool) -> None:
        """Play until a person is to move. What fails is tried again; `is_sure`: the table is known to be as stored."""
        pauses, turn_ends = growing_pauses(*self.pauses), time.monotonic() + TURN
        try:
            while True:
                try:
                    table = await self._table(id, is_sure)
                    is_sure = True
                    if not table.plays_on or self.gate.read_only or await self._makes_room(id, turn_ends):
                        break
                    await self._go_on(table)
                    self._count(id, table.has_people)
                    self._succeeded(id)
                    pauses = growing_pauses(*self.pauses)
                except (UnknownTable, GameMissing, ReadOnly):
                    break
                except Exception as problem:
                    self._failed(id, problem)
                    is_sure = False
                    await asyncio.sleep(next(pauses))
        finally:
            del self._at[id]
            self._turns.pop(id, None)
            self._forget_ahead(id)
            self._alone.discard(id)
            self._succeeded(id)

    async def _table(self, id: str, is_sure: bool) -> Table:
        if not is_sure:
            await self.tables.catch_up(id)
            self.screens.wake(id)
        return await self.tables.table(id)

    async def _makes_room(self, id: str, turn_ends: float) -> bool:
        """Whether a table of bots alone has been played for long enough while others wait."""
        if id not in self._alone or not self._others_wait or time.monotonic() < turn_ends:
            return False
        await self.servers.give_up(id)
        return True

    def _failed(self, id: str, problem: Exception) -> None:
        if not self._failing:
            log.warning("bots can't go on (at table %s: %s: %s); they try again", id, type(problem).__name__, problem)
        self._failing.add(id)

    def _succeeded(self, id: str) -> None:
        if id in self._failing:
            self._failing.remove(id)
            if not self._failing and not self._closing:
                log.warning("bots go on again")

    async def _go_on(self, table: Table) -> None:
        if level := table.bot_to_move():
            await self._bot_plays(table, level)
        else:
            await self._table_answers(table)

    def pause_at(self, id: str) -> float:
        """The seconds that a bot seems to think: as the slowest of those wishes who sit there and look."""
        pace = self.screens.presence(id).pace
        return self.bot_pause * (1 if pace is None else pace)

    def pause_of_bot(self, table: Table, steps: int = 0) -> float:
        """How long a bot takes for a step of its turn after so many others: that tells nothing of what it plans.

        Where it hides whether it has a choice, it takes longer than it thinks with any cards.
        """
        pause = self.pause_at(table.id) * part_of_pause(steps)
        return max(pause, min(self.bot_pause, MOMENT)) if table.state.hides_choice() else pause

    async def _bot_plays(self, table: Table, level: str) -> None:
        """Play a step of a bot's turn: the next that is planned, or else the first of what it thinks of now."""
        now, began, failed = BotsTurn.at(table, level, self._turns.pop(table.id, None)), time.monotonic(), False
        if not now.planned:
            now.planned, failed = await self._thought_of(table, level)
            self._think_ahead(table, now)
        await asyncio.sleep(max(0.0, self.pause_of_bot(table, now.steps) - (time.monotonic() - began)))
        with suppress(StaleMove):  # somebody came back, or another server was quicker: look again
            action, turn = now.planned[0], now.turn
            await self.change(table.id, lambda table, at: deeds.play_for_bot(table, at, action, failed, turn))
            now.step()
            self._turns[table.id] = now

    async def _thought_of(self, table: Table, level: str) -> tuple[list[int], bool]:
        """What a bot plans, and whether it failed: from now on, or from when its turn was foreseen."""
        ahead = self._ahead.get(table.id)
        if ahead and ahead.fits(table, level):
            thought = await self._ahead.pop(table.id).thought
        else:
            self._forget_ahead(table.id)
            thought = await self._think(table, level, table.state)
        return list(thought.actions), thought.failed

    def _think_ahead(self, table: Table, now: BotsTurn) -> None:
        """Let the bot whose turn comes after what is planned think while that is shown."""
        if table.turn != now.turn:  # something has happened meanwhile
            return
        state = after(table.state, now.planned)
        level = None if state.is_over else table.seats[state.seat].bot
        if level:
            thought = asyncio.create_task(self._think(table, level, state))
            moves, turn = [*table.actions, *now.planned], now.turn + len(now.planned)
            self._ahead[table.id] = Ahead(level, moves, turn, thought)

    def _forget_ahead(self, id: str) -> None:
        if ahead := self._ahead.pop(id, None):
            ahead.thought.cancel()

    async def _think(self, table: Table, level: str, state: State) -> Thought:
        thought = await self.workers.plan(table.game, level, state, secrets.randbits(63), errand_of(table))
        BOT_SECONDS.labels(level).observe(thought.seconds)
        BOT_FAILURES.inc(thought.failed)
        return thought

    async def _table_answers(self, table: Table) -> None:
        """Answer for the seat to move, after a pause if a person could learn something from the time it takes."""
        turn = table.turn
        if table.plays_against_people(table.state.seat):
            await asyncio.sleep(answering_time(self.answer_pause))
        with suppress(StaleMove):  # the seat wants to be asked after all, or another server was quicker: look again
            await self.change(table.id, lambda table, at: table.answer(turn, at))


def errand_of(table: Table) -> Errand:
    """For whom the bots of a table think: whoever plays there, else whoever has opened it."""
    people = {seat.player for seat in table.seats} - {None} or {table.opened_by}
    return Errand(tuple(person for person in people if person), table.opened_from, table.has_people)
