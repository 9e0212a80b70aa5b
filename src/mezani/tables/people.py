"""People whom the house knows: what they are called, when they were here, who is a host, and who may only watch."""

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from mezani.tables import schema
from mezani.tables.analysis_rows import forget_who_asked
from mezani.tables.database import put
from mezani.tables.entries import Kind

AT_ONCE = 500  # people whom one statement names
NAMING = [kind.value for kind in (Kind.JOIN, Kind.LEAVE, Kind.NAME)]  # entries of the log that hold a name


@dataclass(frozen=True)
class Block:
    """Somebody who may only watch: what they were called, since when, and until when (None: for good)."""

    name: str
    at: float
    until: float | None


@dataclass(frozen=True)
class Known:
    """Somebody whom the house knows."""

    id: str
    name: str
    seen_at: float | None  # the beginning of the last day on which they were here
    is_host: bool
    tables: int  # at which they sit or sat


class People:
    """Who has sat down here."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine

    async def name_of(self, player: str) -> str:
        """The name that a player last sat down with."""
        query = sa.select(schema.players.c.name).where(schema.players.c.id == player)
        async with self.engine.connect() as connection:
            return (await connection.execute(query)).scalar() or ""

    async def has_joined(self, player: str) -> bool:
        """Whether somebody is more than a guest whom one browser knows."""
        query = sa.select(schema.players.c.joined_at).where(schema.players.c.id == player)
        async with self.engine.connect() as connection:
            return (await connection.execute(query)).scalar() is not None

    async def remember_name(self, player: str, name: str) -> None:
        """Offer this name when the player sits down again."""
        async with self.engine.begin() as connection:
            await put(connection, schema.players, {"id": player, "name": name})

    async def have_joined(self, players: Sequence[str]) -> bool:
        """Whether all of them have keys to be known by again; guests and programs have none."""
        p = schema.players.c
        query = sa.select(sa.func.count()).where(p.id.in_(players), p.joined_at.is_not(None))
        async with self.engine.connect() as connection:
            return (await connection.execute(query)).scalar_one() == len(set(players))

    # Who was here

    async def were_here(self, players: Iterable[str], day: float) -> None:
        """Note that these people were here on the day that began then."""
        p, all_of_them = schema.players, list(players)
        async with self.engine.begin() as connection:
            for first in range(0, len(all_of_them), AT_ONCE):
                some = p.c.id.in_(all_of_them[first : first + AT_ONCE])
                await connection.execute(
                    sa.update(p).where(some, sa.func.coalesce(p.c.seen_at, 0) < day).values(seen_at=day)
                )

    async def count(self, since: float = 0.0) -> int:
        """How many people the house knows, or how many of them were here since then."""
        query = sa.select(sa.func.count()).select_from(schema.players)
        if since:
            query = query.where(schema.players.c.seen_at >= since)
        async with self.engine.connect() as connection:
            return (await connection.execute(query)).scalar_one()

    async def known(self, name: str = "", skip: int = 0, limit: int = 20) -> list[Known]:
        """People by when they were last here; only those whose name contains a text, if one is given."""
        p, s = schema.players.c, schema.seats.c
        tables = sa.select(sa.func.count(sa.distinct(s.table_id))).where(s.player == p.id).scalar_subquery()
        query = sa.select(schema.players, tables.label("tables")).order_by(
            sa.func.coalesce(p.seen_at, 0).desc(), p.name, p.id
        )
        if name:
            query = query.where(p.name.icontains(name, autoescape=True))
        async with self.engine.connect() as connection:
            rows = await connection.execute(query.offset(skip).limit(limit))
            return [Known(row.id, row.name, row.seen_at, row.is_host, row.tables) for row in rows]

    # Hosts

    async def is_host(self, player: str) -> bool:
        """Whether somebody was made a host."""
        query = sa.select(schema.players.c.is_host).where(schema.players.c.id == player)
        async with self.engine.connect() as connection:
            return bool((await connection.execute(query)).scalar())

    async def has_host(self) -> bool:
        """Whether anybody was made a host."""
        query = sa.select(schema.players.c.id).where(schema.players.c.is_host).limit(1)
        async with self.engine.connect() as connection:
            return (await connection.execute(query)).first() is not None

    async def make_host(self, player: str) -> None:
        """Let somebody be a host from now on."""
        p = schema.players
        async with self.engine.begin() as connection:
            await put(connection, p, {"id": player, "name": ""}, keep=True)
            await connection.execute(sa.update(p).where(p.c.id == player).values(is_host=True))

    # Who may only watch

    async def blocks(self) -> dict[str, Block]:
        """All who may only watch now, by player."""
        b = schema.blocks.c
        query = sa.select(schema.blocks).where(sa.or_(b.until.is_(None), b.until > time.time()))
        async with self.engine.connect() as connection:
            return {row.id: Block(row.name, row.at, row.until) for row in await connection.execute(query)}

    async def block(self, player: str, name: str, until: float | None) -> None:
        """Let somebody only watch from now on."""
        async with self.engine.begin() as connection:
            row = {"id": player, "name": name, "at": time.time(), "until": until}
            await put(connection, schema.blocks, row)

    async def unblock(self, player: str) -> bool:
        """Let somebody play again; whether they were blocked."""
        async with self.engine.begin() as connection:
            done = await connection.execute(sa.delete(schema.blocks).where(schema.blocks.c.id == player))
            return bool(done.rowcount)

    # Forgetting

    async def finished_under_a_name(self, player: str) -> int:
        """At how many finished tables a player's name stands."""
        query = sa.select(sa.func.count(schema.seats.c.table_id.distinct())).where(*_named_at_finished(player))
        async with self.engine.connect() as connection:
            return (await connection.execute(query)).scalar_one()

    async def forget(self, player: str) -> list[str]:
        """Delete a player's name from all finished tables and results, their records, and what they have learned.

        Whoever is a host stays one. Returns the tables.
        """
        s, log, p, r = schema.seats, schema.log, schema.players, schema.records
        async with self.engine.begin() as connection:
            named = sa.select(s.c.table_id, s.c.seat, s.c.name).where(*_named_at_finished(player))
            seats = (await connection.execute(named)).all()
            for at in seats:
                told = sa.update(log).where(
                    log.c.table_id == at.table_id, log.c.kind.in_(NAMING), log.c.text == at.name
                )
                await connection.execute(told.values(text=""))
                seat = sa.update(s).where(s.c.table_id == at.table_id, s.c.seat == at.seat)
                await connection.execute(seat.values(name=""))
            await _forget_in_results(connection, player)
            await forget_who_asked(connection, player)
            for theirs in (r, schema.lessons, schema.solved):
                await connection.execute(sa.delete(theirs).where(theirs.c.player == player))
            await connection.execute(sa.delete(p).where(p.c.id == player, ~p.c.is_host))
            await connection.execute(sa.update(p).where(p.c.id == player).values(name=""))
        return sorted({at.table_id for at in seats})


def _named_at_finished(player: str) -> tuple[sa.ColumnElement[bool], ...]:
    t, s = schema.tables.c, schema.seats.c
    finished = sa.select(t.id).where(t.over)
    return s.player == player, s.name != "", s.table_id.in_(finished)


async def _forget_in_results(connection: AsyncConnection, player: str) -> None:
    """Results are kept whatever becomes of their tables; the name goes from them too."""
    c = schema.results.c
    theirs = sa.select(c.table_id, c.seats).where(sa.cast(c.seats, sa.Text).contains(player))
    for row in (await connection.execute(theirs)).all():
        seats = [{**seat, "name": ""} if seat.get("player") == player else seat for seat in row.seats]
        await connection.execute(sa.update(schema.results).where(c.table_id == row.table_id).values(seats=seats))
