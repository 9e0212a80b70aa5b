"""Telling people: when each of their news goes out by which of their ways, and what becomes of it."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Any

import sqlalchemy as sa

from mezani.house.news.choices import ChosenNews, NewsChoices
from mezani.house.news.messages import Message, message_of
from mezani.house.news.outbox import GATHERING, Item, Outbox
from mezani.house.news.posting import NotSent
from mezani.house.news.ways import MAIL, PUSH, WEBHOOK, Way, Ways
from mezani.language import language
from mezani.tables import schema
from mezani.tables.hall import Hall
from mezani.tables.lists import waiting_seats
from mezani.tables.refusals import Refusal, StoreSilent

log = logging.getLogger(__name__)

GATHERS = {PUSH: GATHERING, WEBHOOK: GATHERING, MAIL: 300.0}  # seconds
APART = {PUSH: 0.0, WEBHOOK: 0.0, MAIL: 1800.0}  # seconds between two messages
PAUSES = (60.0, 300.0, 1800.0, 7200.0)  # after which something is tried again
TOGETHER = 16  # people who are told at a time

Send = Callable[[Way, Message], Awaitable[None]]


class Telling:
    """Tells people what is due; whatever way fails, the others go on."""

    def __init__(
        self,
        hall: Hall,
        outbox: Outbox,
        ways: Ways,
        chosen: ChosenNews,
        send: Send,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.hall, self.outbox, self.ways, self.chosen, self.send, self.clock = hall, outbox, ways, chosen, send, clock

    async def tell_all(self) -> None:
        """Tell everybody what is due."""
        room = asyncio.Semaphore(TOGETHER)

        async def tell(player: str) -> None:
            async with room:
                await self.tell(player)

        problems = await asyncio.gather(*map(tell, await self.outbox.whom_to_tell()), return_exceptions=True)
        for problem in problems:
            if isinstance(problem, Refusal):
                raise problem  # the store is silent
            if problem is not None:
                log.error("somebody could not be told", exc_info=problem)

    async def tell(self, player: str) -> None:
        """Tell somebody what is due by each of their ways, and keep when the rest is."""
        items = await self.outbox.take(player)
        if not items:
            return
        choices = await self.chosen.of(player)
        ways = [way for way in await self.ways.of(player) if way.works]
        wanted = [item for item in items if item.kind in choices.kinds and await self.is_news(item)]
        told = {item.number: item for item in wanted}
        for way in ways:
            for item in await self._tell_by(way, list(told.values()), choices):
                told[item.number] = item
        ways = [way for way in await self.ways.of(player) if way.works]  # some may be gone by now
        done = [replace(item, due_at=None) for item in items if item.number not in told]
        await self.outbox.put_back(
            done + [replace(item, due_at=self._due(item, ways, choices)) for item in told.values()]
        )

    async def _tell_by(self, way: Way, items: Sequence[Item], choices: NewsChoices) -> list[Item]:
        """Send what is due by a way in one message; returns the news with what became of them."""
        now = self.clock()
        open_now = [item for item in items if self._is_for(item, way) and self._is_allowed(item, choices, now)]
        if not open_now or min(self._moment(item, way) for item in open_now) > now:
            return []
        waiting = await self.hall.store.lists.waiting_for(way.player)
        message = message_of(open_now, waiting, language(way.lang), now)
        problem = await self.problem_of(way, message)
        if problem:
            await self.ways.has_failed(way, problem.is_gone)
            return [_failed(item, way, now, problem) for item in open_now]
        await self.ways.has_arrived(way)
        return [_noted(item, way, at=now, result="arrived") for item in open_now]

    async def problem_of(self, way: Way, message: Message) -> NotSent | None:
        """Send a message by a way; what went wrong, if anything did."""
        try:
            await self.send(way, message)
        except StoreSilent:
            raise
        except NotSent as problem:
            log.info("a message by %s was not taken: %s", way.kind, problem)
            return problem
        except Exception:  # whatever it is, the other ways go on
            log.exception("a message by %s could not be sent", way.kind)
            return NotSent("it could not be sent")
        return None

    def _is_for(self, item: Item, way: Way) -> bool:
        """Whether one of the news still has to go out by a way, which was there before it."""
        return way.made_at <= item.made_at and item.waits_for(way.id)

    @staticmethod
    def _is_allowed(item: Item, choices: NewsChoices, now: float) -> bool:
        return item.is_urgent or choices.quiet_end(now) is None

    def _moment(self, item: Item, way: Way) -> float:
        """When one of the news may go out by a way, but for quiet hours."""
        if again := item.sent.get(way.id, {}).get("again"):
            return float(again)
        if item.is_urgent:
            return item.made_at
        return max(item.made_at + GATHERS[way.kind], way.sent_at + APART[way.kind])

    def _due(self, item: Item, ways: Sequence[Way], choices: NewsChoices) -> float | None:
        """When somebody has to look at one of the news again; None: all is done."""
        moments = [self._moment(item, way) for way in ways if self._is_for(item, way)]
        if not moments:
            return None
        due = max(min(moments), self.clock())
        return due if item.is_urgent else choices.quiet_end(due) or due

    # What is still new

    async def is_news(self, item: Item) -> bool:
        """Whether somebody has not seen it yet, and it still holds."""
        if item.table_id is None:
            return True
        t, s = schema.tables.c, schema.seats.c
        query = (
            sa.select(t.over, t.closed, t.to_move, t.waits_for, t.answers, s.seat, s.shown, s.bot)
            .join(schema.seats, s.table_id == t.id)
            .where(t.id == item.table_id, s.player == item.player)
        )
        async with self.hall.store.engine.connect() as connection:
            rows = (await connection.execute(query)).all()
        present = self.hall.presence(item.table_id).seats
        if not rows or any(row.seat in present or (row.shown or 0) >= (item.entry or 1) for row in rows):
            return item.kind == "time" and self._waits(rows) and not any(row.seat in present for row in rows)
        return item.kind not in ("turn", "time") or self._waits(rows)

    @staticmethod
    def _waits(rows: Sequence[Any]) -> bool:
        """Whether a table still waits for one of somebody's seats."""
        return any(not row.over and not row.closed and not row.bot and row.seat in waiting_seats(row) for row in rows)


def _noted(item: Item, way: Way, **facts: object) -> Item:
    return replace(item, sent={**item.sent, way.id: {"kind": way.kind, "name": way.name, **facts}})


def _failed(item: Item, way: Way, now: float, problem: NotSent) -> Item:
    """It is tried again with growing pauses, unless that is of no use."""
    tries = int(item.sent.get(way.id, {}).get("tries", 0)) + 1
    is_over = problem.is_final or tries > len(PAUSES)
    again = None if is_over else now + PAUSES[tries - 1]
    return _noted(item, way, at=now, result="failed", tries=tries, again=again)
