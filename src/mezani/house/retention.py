"""Retention: tables that are old enough go, as the host has set; how games of people ended is kept."""

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from mezani.tables import schema
from mezani.tables.analysis_rows import TABLE, forget_analyses
from mezani.tables.gate import LIMITS, Allowed
from mezani.tables.hall import Hall
from mezani.tables.refusals import GameMissing
from mezani.tables.rows import read_seats
from mezani.tables.situation import Result, Seat, by_points
from mezani.tables.store import Store, note

log = logging.getLogger(__name__)

DAY = 24 * 3600.0
AT_ONCE = 100  # tables that are looked for at a time; each goes by itself, so that moves need not wait
BREATH = 0.01  # seconds between two tables


@dataclass(frozen=True)
class Keeping:
    """For how many days tables are kept after their last move; 0: for ever."""

    finished: int = 0
    abandoned: int = 0
    bot_tables: int = 30
    lobbies: int = 30

    def kinds(self) -> dict[str, tuple[int, sa.ColumnElement[bool]]]:
        """The kinds of tables: for how many days, and which they are."""
        t, s = schema.tables.c, schema.seats.c
        has_people = sa.exists().where(s.table_id == t.id, s.player.is_not(None))
        counts = ~t.rated | sa.exists().where(schema.rated_games.c.table_id == t.id)
        tournament = schema.tournaments.c
        is_waited_for = sa.exists().where(tournament.id == t.tournament, tournament.state != "over")
        clock_runs = t.flag_at.is_not(None)  # which ends the game by itself
        return {
            "lobbies": (self.lobbies, ~t.begun),
            "bot_tables": (self.bot_tables, t.begun & ~has_people & ~is_waited_for),
            "finished": (self.finished, t.begun & t.over & has_people & counts & ~is_waited_for),
            "abandoned": (self.abandoned, t.begun & ~t.over & has_people & ~clock_runs & ~is_waited_for),
        }


async def tidy(
    store: Store,
    keeping: Keeping,
    hall: Hall | None = None,
    dry_run: bool = False,
    clock: Callable[[], float] = time.time,
) -> Counter[str]:
    """Delete the tables that are older than they are kept; returns how many of each kind."""
    gone: Counter[str] = Counter()
    for kind, (days, which) in keeping.kinds().items():
        if not days:
            continue
        old = sa.and_(which, schema.tables.c.moved_at < clock() - days * DAY)
        if dry_run:
            gone[kind] = await _count(store, old)
            continue
        after = ""
        while ids := await _some(store, old, after):
            after = ids[-1]
            for id in ids:
                gone[kind] += await _delete(store, id, old, hall)
                await asyncio.sleep(BREATH)
    if gone.total() and not dry_run:
        log.info("old tables were deleted: %s", ", ".join(f"{number} {kind}" for kind, number in gone.items()))
    return gone


async def tidy_database(address: str, keeping: Keeping, dry_run: bool = False) -> Counter[str]:
    """The same beside the servers of a database, or without any."""
    store = Store(address)
    try:
        allowed = Allowed(keep_lobbies=keeping.lobbies).changed(await store.house.get(LIMITS))
        return await tidy(store, replace(keeping, lobbies=allowed.keep_lobbies), dry_run=dry_run)
    finally:
        await store.engine.dispose()


async def _count(store: Store, old: sa.ColumnElement[bool]) -> int:
    query = sa.select(sa.func.count()).select_from(schema.tables).where(old)
    async with store.engine.connect() as connection:
        number: int = (await connection.execute(query)).scalar_one()
        return number


async def _some(store: Store, old: sa.ColumnElement[bool], after: str) -> Sequence[str]:
    t = schema.tables.c
    query = sa.select(t.id).where(old, t.id > after).order_by(t.id).limit(AT_ONCE)
    async with store.engine.connect() as connection:
        return (await connection.execute(query)).scalars().all()


async def _delete(store: Store, id: str, old: sa.ColumnElement[bool], hall: Hall | None) -> bool:
    """Delete one table, unless somebody has moved there just now; whether it went."""
    try:
        result = await _result_of(store, id)
        async with store.engine.begin() as connection:
            if not await _is_still(connection, id, old):
                return False
            if result:
                await connection.execute(sa.delete(schema.results).where(schema.results.c.table_id == id))
                await connection.execute(sa.insert(schema.results).values(**result))
            for table in (schema.log, schema.comments, schema.seats):
                await connection.execute(sa.delete(table).where(table.c.table_id == id))
            await forget_analyses(connection, TABLE, [id])
            await connection.execute(sa.delete(schema.tables).where(schema.tables.c.id == id))
    except IntegrityError:  # a move came in between: it stays
        return False
    if hall:
        await hall.let_go(id)
    else:
        await store.notify(note("deleted", server="", table=id))
    return True


async def _is_still(connection: AsyncConnection, id: str, old: sa.ColumnElement[bool]) -> bool:
    """Whether a table is still to go; from here on nobody else can change it."""
    held = sa.update(schema.tables).where(schema.tables.c.id == id, old).values(over=schema.tables.c.over)
    return bool((await connection.execute(held)).rowcount)


async def _result_of(store: Store, id: str) -> dict[str, Any] | None:
    """How a finished game with people ended: who, which place, how many points, when, by which rules."""
    async with store.engine.connect() as connection:
        row = (await connection.execute(sa.select(schema.tables).where(schema.tables.c.id == id))).first()
        seats = (await read_seats(connection, [id]))[id]
    if row is None or not row.over or row.result is None or not any(seat.player for seat in seats):
        return None
    places = await _places(store, id, row.result)
    return {
        "table_id": id,
        "game": row.game,
        "rules": row.rules,
        "seats": [
            _line(seat, place, points) for seat, place, points in zip(seats, places, row.result["scores"], strict=True)
        ],
        "ended_at": row.moved_at,
    }


def _line(seat: Seat, place: int, points: int) -> dict[str, Any]:
    return {"player": seat.player, "name": seat.name, "bot": seat.bot, "place": place, "points": points}


async def _places(store: Store, id: str, result: Result) -> list[int]:
    """The places as the rules and the clocks give them; by points where the game is missing."""
    try:
        return (await store.load(id)).places()
    except GameMissing:
        return by_points(result)
