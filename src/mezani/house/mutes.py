"""Mutes and reports: people whom somebody does not want to hear, and of whom the host shall know."""

import time
from collections.abc import Callable
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from mezani.tables import schema
from mezani.tables.database import put
from mezani.tables.players import one_line
from mezani.tables.refusals import NothingSaid

LONGEST_REPORT = 500
MOST_OPEN = 50  # reports that the host's page shows
CLOSED = 90 * 24 * 3600.0  # seconds after which a closed one is forgotten


class Mutes:
    """Whom people have muted: what those say is not shown to them."""

    def __init__(self, engine: AsyncEngine, clock: Callable[[], float] = time.time) -> None:
        self.engine, self.clock = engine, clock

    async def of(self, player: str | None) -> frozenset[str]:
        """All whom somebody has muted."""
        if player is None:
            return frozenset()
        m = schema.mutes.c
        async with self.engine.connect() as connection:
            return frozenset((await connection.execute(sa.select(m.muted).where(m.player == player))).scalars())

    async def mute(self, player: str, other: str) -> None:
        """Show somebody nothing any more that another one says."""
        if player != other:
            async with self.engine.begin() as connection:
                row = {"player": player, "muted": other, "at": self.clock()}
                await put(connection, schema.mutes, row, keep=True)

    async def unmute(self, player: str, other: str) -> None:
        """Show it again."""
        m = schema.mutes.c
        async with self.engine.begin() as connection:
            await connection.execute(sa.delete(schema.mutes).where(m.player == player, m.muted == other))


class Report(NamedTuple):
    """What somebody has reported to the host."""

    number: int
    at: float
    player: str
    name: str  # of who reports
    about: str
    about_name: str
    table: str | None
    text: str


class Reports:
    """What was reported, until the host closes it."""

    def __init__(self, engine: AsyncEngine, clock: Callable[[], float] = time.time) -> None:
        self.engine, self.clock = engine, clock

    async def add(self, player: str, about: str, table: str | None, text: str) -> None:
        """Let the host know; the same person reports another one once, until that is closed."""
        said = one_line(text, LONGEST_REPORT)
        if not said:
            raise NothingSaid
        r, row = schema.reports, {"player": player, "about": about, "table_id": table, "text": said}
        async with self.engine.begin() as connection:
            theirs = sa.and_(r.c.player == player, r.c.about == about, r.c.closed_at.is_(None))
            await connection.execute(sa.delete(r).where(theirs))
            await connection.execute(sa.insert(r).values(**row, at=self.clock()))

    async def open(self) -> list[Report]:
        """Those that no host has closed: first those of people who have joined, the newest first."""
        r, p, other = schema.reports.c, schema.players.alias(), schema.players.alias()
        seat = schema.seats.c
        sat_as = sa.select(seat.name).where(seat.table_id == r.table_id, seat.player == r.about).limit(1)
        query = (
            sa.select(schema.reports, p.c.name, sa.func.coalesce(other.c.name, sat_as.scalar_subquery()).label("whom"))
            .outerjoin(p, p.c.id == r.player)
            .outerjoin(other, other.c.id == r.about)
            .where(r.closed_at.is_(None))
            .order_by(p.c.joined_at.is_(None), r.number.desc())  # anybody can be any number of guests
            .limit(MOST_OPEN)
        )
        async with self.engine.connect() as connection:
            return [_report(row) for row in await connection.execute(query)]

    async def close(self, number: int) -> str | None:
        """Close one; returns whom it was about, None if nothing was open."""
        r = schema.reports
        closed = sa.update(r).where(r.c.number == number, r.c.closed_at.is_(None)).returning(r.c.about)
        async with self.engine.begin() as connection:
            about: str | None = (await connection.execute(closed.values(closed_at=self.clock()))).scalar()
        return about

    async def tidy(self) -> None:
        """Forget what was closed long ago."""
        r = schema.reports
        async with self.engine.begin() as connection:
            await connection.execute(sa.delete(r).where(r.c.closed_at < self.clock() - CLOSED))


def _report(row: Any) -> Report:
    return Report(row.number, row.at, row.player, row.name or "", row.about, row.whom or "", row.table_id, row.text)
