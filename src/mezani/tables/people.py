"""People whom the house knows: what they are called, when they were here, who is a host, and who may only watch."""

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from mezani.tables import schema
from mezani.tables.analysis_rows import forget_who_asked
from mezani.tables.database import put
from mezani.tables.entries import NAMING
from mezani.tables.names import check_seen, looks_like
from mezani.tables.refusals import NameTaken

AT_ONCE = 500  # people whom one statement names


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


@dataclass(frozen=True)
class Joined:
    """Somebody who has joined the house."""

    id: str
    name: str
    joined_at: float
    seen_at: float | None
    choices: dict[str, Any]  # as JSON: `Choices`


def _joined(row: sa.Row[Any] | None) -> Joined | None:
    return Joined(row.id, row.name, row.joined_at, row.seen_at, row.choices or {}) if row else None


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
        return await self.have_joined([player])

    async def remember_name(self, player: str, name: str) -> None:
        """Offer this name when the player sits down again; who has joined keeps their own until they change it."""
        p = schema.players
        async with self.engine.begin() as connection:
            await put(connection, p, {"id": player, "name": name}, keep=True)
            await connection.execute(sa.update(p).where(p.c.id == player, p.c.joined_at.is_(None)).values(name=name))

    async def name_at_table(self, player: str, given: str) -> str:
        """What somebody is called who sits down: their own name if they have joined, else the one that they give."""
        p = schema.players.c
        query = sa.select(p.name).where(p.id == player, p.joined_at.is_not(None))
        async with self.engine.connect() as connection:
            own: str | None = (await connection.execute(query)).scalar()
        return own or await self.checked_names(player, given)

    async def checked_names(self, player: str, *names: str) -> str:
        """The first of the names that somebody gives; NameTaken if one looks like that of another who has joined."""
        p, looks = schema.players.c, [looks_like(name) for name in names]
        for name in names:
            check_seen(name)
        query = sa.select(p.id).where(p.looks_like.in_(looks), p.id != player).limit(1)
        async with self.engine.connect() as connection:
            if (await connection.execute(query)).first():
                raise NameTaken
        return names[0]

    # Who has joined

    async def joined(self, player: str) -> Joined | None:
        """Somebody who has joined, as they want to be seen."""
        p = schema.players.c
        async with self.engine.connect() as connection:
            query = sa.select(schema.players).where(p.id == player, p.joined_at.is_not(None))
            return _joined((await connection.execute(query)).first())

    async def joined_by_number(self, digits: str) -> Joined | None:
        """Somebody who has joined, by the first digits of their id."""
        p = schema.players.c
        async with self.engine.connect() as connection:
            query = sa.select(schema.players).where(p.id >= digits, p.id < digits + "g", p.joined_at.is_not(None))
            return _joined((await connection.execute(query)).first())

    async def have_joined(self, players: Sequence[str]) -> bool:
        """Whether all of them have keys to be known by again; guests and programs have none."""
        p = schema.players.c
        query = sa.select(sa.func.count()).where(p.id.in_(players), p.joined_at.is_not(None))
        async with self.engine.connect() as connection:
            return (await connection.execute(query)).scalar_one() == len(set(players))

    # Who was here

    async def were_here(self, players: Iterable[str], day: float) -> None:
        """Note that these people were here on the day that began then."""
        await self._note_day(schema.players.c.id, schema.players.c.seen_at, players, day)

    async def used_keys(self, keys: Iterable[str], day: float) -> None:
        """Note that these keys were used on the day that began then."""
        await self._note_day(schema.keys.c.id, schema.keys.c.used_at, keys, day)

    async def _note_day(self, id: sa.Column[str], at: sa.Column[float], ids: Iterable[str], day: float) -> None:
        all_of_them = list(ids)
        async with self.engine.begin() as connection:
            for first in range(0, len(all_of_them), AT_ONCE):
                some = id.in_(all_of_them[first : first + AT_ONCE])
                earlier = sa.update(id.table).where(some, sa.func.coalesce(at, 0) < day)
                await connection.execute(earlier.values({at.name: day}))

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

    # Other names

    async def rename_at_tables(self, connection: AsyncConnection, player: str, old: str, name: str) -> list[str]:
        """Let a player be called something else wherever they sat under their name; returns the tables."""
        seated = await _call_at_seats(connection, player, old, name)
        told = await call_in_log(connection, player, old, name)
        commented = await call_in_comments(connection, player, old, name)
        await _call_in_results(connection, player, old, name)
        e = schema.entrants
        entered = sa.update(e).where(e.c.player == player, e.c.name == old)
        await connection.execute(entered.values(name=name))
        return sorted(seated | told | commented)

    # Forgetting

    async def finished_under_a_name(self, player: str) -> int:
        """At how many finished tables a player's name stands."""
        s, c, log = schema.seats.c, schema.comments.c, schema.log.c
        sat_at = sa.select(s.table_id).where(s.player == player, s.name != "", s.table_id.in_(_finished()))
        spoke_at = sa.select(c.table_id).where(c.player == player, c.name != "", c.table_id.in_(_finished()))
        was_at = sa.select(log.table_id).where(log.named == player, log.text != "", log.table_id.in_(_finished()))
        async with self.engine.connect() as connection:
            query = sa.select(sa.func.count()).select_from(sat_at.union(spoke_at, was_at).subquery())
            return (await connection.execute(query)).scalar_one()

    async def forget(self, player: str, everywhere: bool = False) -> list[str]:
        """Delete a player's name from all finished tables and results, their records, and what they have learned.

        `everywhere`: from tables that are not over too. Whoever is a host stays one, and
        whoever has joined keeps their name for other tables. Returns the tables.
        """
        p, r = schema.players, schema.records
        async with self.engine.begin() as connection:
            seated = await _call_at_seats(connection, player, None, "", everywhere)
            told = await call_in_log(connection, player, None, "", everywhere)
            commented = await call_in_comments(connection, player, None, "", everywhere)
            await _call_in_results(connection, player, None, "")
            await forget_who_asked(connection, player)
            for theirs in (r, schema.lessons, schema.solved):
                await connection.execute(sa.delete(theirs).where(theirs.c.player == player))
            guest = sa.and_(p.c.id == player, p.c.joined_at.is_(None))
            await connection.execute(sa.delete(p).where(guest, ~p.c.is_host))
            await connection.execute(sa.update(p).where(guest).values(name=""))
        return sorted(seated | told | commented)


def _finished() -> sa.Select[tuple[str]]:
    return sa.select(schema.tables.c.id).where(schema.tables.c.over)


async def _call_at_seats(
    connection: AsyncConnection, player: str, old: str | None, name: str, everywhere: bool = True
) -> set[str]:
    """Let a player be called something else where they sit now, also by the name under which the seat came to them.

    `old` None: whatever they are called there. `everywhere`: at tables that are not over too. Returns the tables.
    """
    s, log = schema.seats.c, schema.log.c
    which = [s.player == player, s.name != name if old is None else s.name == old]
    if not everywhere:
        which.append(s.table_id.in_(_finished()))
    query = sa.select(s.table_id, s.seat, s.name).where(*which)
    seats = (await connection.execute(query)).all()
    for at in seats:
        told = log.table_id == at.table_id, log.seat == at.seat, log.kind.in_(NAMING), log.text == at.name
        await connection.execute(sa.update(schema.log).where(*told).values(text=name, named=player))
        here = s.table_id == at.table_id, s.seat == at.seat
        await connection.execute(sa.update(schema.seats).where(*here).values(name=name))
    return {at.table_id for at in seats}


async def call_in_log(
    connection: AsyncConnection, player: str, old: str | None, name: str, everywhere: bool = True
) -> set[str]:
    """The same in what the log tells of who has sat down or got up, also where they left."""
    return await _call_in(connection, schema.log, schema.log.c.named == player, "text", old, name, everywhere)


async def call_in_comments(
    connection: AsyncConnection, player: str, old: str | None, name: str, everywhere: bool = True
) -> set[str]:
    """The same for what they have said where they watched."""
    theirs = schema.comments.c.player == player
    return await _call_in(connection, schema.comments, theirs, "name", old, name, everywhere)


async def _call_in(
    connection: AsyncConnection,
    table: sa.Table,
    theirs: sa.ColumnElement[bool],
    column: str,
    old: str | None,
    name: str,
    everywhere: bool,
) -> set[str]:
    called = table.c[column]
    which = [theirs, called != name if old is None else called == old]
    if not everywhere:
        which.append(table.c.table_id.in_(_finished()))
    renamed = sa.update(table).where(*which).values({column: name}).returning(table.c.table_id)
    return set((await connection.execute(renamed)).scalars())


async def _call_in_results(connection: AsyncConnection, player: str, old: str | None, name: str) -> None:
    """Results are kept whatever becomes of their tables; the name changes there too."""
    c = schema.results.c
    theirs = sa.select(c.table_id, c.seats).where(sa.cast(c.seats, sa.Text).contains(player))
    for row in (await connection.execute(theirs)).all():
        seats = [
            {**seat, "name": name} if seat.get("player") == player and old in (None, seat.get("name")) else seat
            for seat in row.seats
        ]
        await connection.execute(sa.update(schema.results).where(c.table_id == row.table_id).values(seats=seats))
