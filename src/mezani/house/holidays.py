"""Holidays: for some days of the year somebody's clocks stand still in all games over days but those of tournaments."""

import math
import time
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from datetime import date

import sqlalchemy as sa

from mezani.language import N_
from mezani.tables import schema
from mezani.tables.hall import Hall
from mezani.tables.refusals import Refusal
from mezani.tables.terms import Days

DAY = 86400.0
YEAR = 365 * DAY
DAYS_A_YEAR = 30
PAGE = 60  # tables that are looked up at once


class TooLong(Refusal):
    sentence = N_("Holidays are at most 30 days in a year.")


class NotAhead(Refusal):
    sentence = N_("Holidays end on a day that is still to come.")


class Holidays:
    """Who is on holiday, and until when."""

    def __init__(self, hall: Hall, clock: Callable[[], float] = time.time) -> None:
        self.hall, self.engine, self.clock = hall, hall.store.engine, clock

    async def until(self, player: str) -> float | None:
        """When somebody's holiday ends; None if they are on none."""
        h = schema.holidays.c
        query = sa.select(sa.func.max(h.until)).where(h.player == player, h.until > self.clock())
        async with self.engine.connect() as connection:
            until: float | None = (await connection.execute(query)).scalar()
        return until

    async def days_left(self, player: str) -> int:
        """The whole days of holiday that somebody still has this year."""
        return max(0, int(DAYS_A_YEAR - await self._taken(player, self.clock(), math.inf) / DAY))

    async def begin(self, player: str, until: float) -> None:
        """Let somebody's clocks stand still from now until then."""
        now = self.clock()
        if until <= now:
            raise NotAhead
        if await self._taken(player, now, now) + until - now > DAYS_A_YEAR * DAY:
            raise TooLong
        await self.end(player)
        async with self.engine.begin() as connection:
            row = {"player": player, "began_at": now, "until": until}
            await connection.execute(sa.insert(schema.holidays).values(**row))
        await self._tell_tables(player, until)

    async def end(self, player: str) -> None:
        """Let somebody's clocks go on."""
        now, h = self.clock(), schema.holidays.c
        async with self.engine.begin() as connection:
            ended = sa.update(schema.holidays).where(h.player == player, h.until > now).values(until=now)
            changed = (await connection.execute(ended)).rowcount
        if changed:
            await self._tell_tables(player, now)

    async def tell_new_tables(self) -> None:
        """Let clocks stand still at tables too where somebody has sat down, or that have begun, in their holiday."""
        h = schema.holidays.c
        query = (
            sa.select(h.player, sa.func.max(h.until).label("until")).where(h.until > self.clock()).group_by(h.player)
        )
        async with self.engine.connect() as connection:
            away = (await connection.execute(query)).all()
        for row in away:
            await self._tell_tables(row.player, row.until)

    async def _taken(self, player: str, now: float, by: float) -> float:
        """The seconds of holiday in the last year that are over by a time."""
        h = schema.holidays.c
        query = sa.select(h.began_at, h.until).where(h.player == player, h.until > now - YEAR)
        async with self.engine.connect() as connection:
            taken = (await connection.execute(query)).all()
        return float(sum(min(row.until, by) - max(row.began_at, now - YEAR) for row in taken))

    async def _tell_tables(self, player: str, until: float) -> None:
        for id in [id async for id in self._tables_of_days(player)]:  # telling them changes their order
            with suppress(Refusal):  # those of tournaments have nothing to stand still
                await self.hall.go_on_holiday(id, player, until)

    async def _tables_of_days(self, player: str) -> AsyncIterator[str]:
        number, last = 1, 1
        while number <= last:
            page = await self.hall.store.lists.running_of(player, number, PAGE)
            for table in page.tables:
                if isinstance(table.terms.clock, Days):
                    yield table.id
            number, last = number + 1, page.last


def end_of(day: date) -> float:
    """When a day ends, by the clock of the server."""
    return time.mktime((day.year, day.month, day.day, 23, 59, 59, 0, 0, -1))
