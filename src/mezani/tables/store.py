"""Where tables are kept: SQLite in a file, or PostgreSQL, which several servers can share."""

import asyncio
import json
import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec
import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from mezani.games import game_names
from mezani.tables import schema
from mezani.tables.missing_games import game_of_table
from mezani.tables.refusals import UnknownRecord, UnknownTable
from mezani.tables.situation import Result, Seat, Situation
from mezani.tables.table import Draft, Entry, Kind, Table
from mezani.tables.terms import read_terms

CHANNEL = "mezani_tables"
DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}
GATHERING = 0.02  # seconds from commit to commit, in which appends of a busy hour come together
MIGRATION_LOCK = 0x6D657A616E69  # any number that all servers agree on


class WrongDatabase(ValueError):
    """A database address that can't be used; the message says what would be right."""


class Overtaken(Exception):
    """Another server has appended to the log first. Nothing was stored."""


@dataclass
class Change:
    """A draft to be stored, and a note of it for the other servers."""

    draft: Draft
    note: str = ""
    stored: "asyncio.Future[None]" = field(default_factory=lambda: asyncio.get_running_loop().create_future())


@dataclass(frozen=True)
class Listed:
    """A table in a list."""

    id: str
    game: str
    seats: list[Seat]
    begun: bool
    over: bool
    to_move: int | None
    moved_at: float
    result: Result | None
    answers: bool


def database_address(given: str) -> sa.URL:
    """An address with the driver that this program uses.

    >>> database_address("postgresql://arve@localhost/mezani").drivername
    'postgresql+asyncpg'
    """
    try:
        url = sa.make_url(given)
    except sa.exc.ArgumentError:
        url = sa.URL.create("")
    kind = url.drivername.partition("+")[0]
    if kind not in DRIVERS:
        raise WrongDatabase(
            f"{given!r} is no database address: write sqlite:///file.db or postgresql://user:password@host/name"
        )
    return url.set(drivername=DRIVERS[kind])


class Store:
    """Reads and appends. Appends that come in together are committed together."""

    def __init__(self, address: str) -> None:
        self.url = database_address(address)
        self.is_shared = self.url.drivername.startswith("postgresql")
        options: dict[str, Any] = {"pool_pre_ping": True} if self.is_shared else {}
        self.engine = create_async_engine(self.url, **options)
        if not self.is_shared:
            sa.event.listen(self.engine.sync_engine, "connect", _set_up_sqlite)
        self._waiting: list[Change] = []
        self._wake = asyncio.Event()
        self._closing = False
        self._writer: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Bring the database up to date and begin to take appends."""
        async with self.engine.begin() as connection:
            if self.is_shared:
                await connection.execute(sa.select(sa.func.pg_advisory_xact_lock(MIGRATION_LOCK)))
            await connection.run_sync(_migrate)
        self._writer = asyncio.create_task(self._write())

    async def close(self) -> None:
        """Store what is waiting, and let go of the database."""
        self._closing = True
        self._wake.set()
        if self._writer:
            await self._writer
        await self.engine.dispose()

    # Appending

    async def append(self, change: Change) -> None:
        """Store a change; it stands when this returns. Overtaken if the log has grown elsewhere."""
        self._waiting.append(change)
        self._wake.set()
        await change.stored

    async def _write(self) -> None:
        while self._waiting or not self._closing:
            await self._wake.wait()
            self._wake.clear()
            began = time.monotonic()
            await self._store_waiting()
            if not self._closing:
                await asyncio.sleep(GATHERING - (time.monotonic() - began))

    async def _store_waiting(self) -> None:
        changes, self._waiting = self._waiting, []
        try:
            await self._store(changes)
        except Exception:  # one of them fails: each for itself
            for change in changes:
                await self._store_alone(change)

    async def _store_alone(self, change: Change) -> None:
        try:
            await self._store([change])
        except IntegrityError:
            _fail(change, Overtaken())
        except Exception as problem:
            _fail(change, problem)

    async def _store(self, changes: Sequence[Change]) -> None:
        if not changes:
            return
        async with self.engine.begin() as connection:
            drafts = [change.draft for change in changes]
            entries = [_entry_row(draft.table.id, entry) for draft in drafts for entry in draft.entries]
            await connection.execute(sa.insert(schema.log), entries)
            await connection.execute(_UPDATE_SUMMARY, [_summary_row(draft) for draft in drafts])
            if seats := [row for draft in drafts if draft.has_new_seats for row in _seat_rows(draft)]:
                await connection.execute(_UPDATE_SEAT, seats)
            if shown := [
                _shown_row(draft.table.id, draft.seen_by, draft.entries[-1].number)
                for draft in drafts
                if draft.seen_by is not None
            ]:
                await connection.execute(_UPDATE_SHOWN, shown)
            if self.is_shared:
                for change in changes:
                    await connection.execute(sa.select(sa.func.pg_notify(CHANNEL, change.note)))
        for change in changes:
            if not change.stored.done():
                change.stored.set_result(None)

    async def create(self, table: Table, at: float) -> None:
        """Store a new table with its seats and the entries that it begins with. Overtaken if it is there already."""
        try:
            await self._create(table, at)
        except IntegrityError as problem:
            raise Overtaken from problem

    async def _create(self, table: Table, at: float) -> None:
        async with self.engine.begin() as connection:
            await connection.execute(
                sa.insert(schema.tables).values(
                    id=table.id,
                    game=table.game.name,
                    players=table.players,
                    options=table.options,
                    seed=_signed(table.seed),
                    public=table.public,
                    rules=table.rules,
                    terms=msgspec.to_builtins(table.terms),
                    created_at=time.time(),
                    **_summary(table, at),
                )
            )
            rows = [
                {"table_id": table.id, "seat": number, "player": seat.player, "name": seat.name, "bot": seat.bot}
                for number, seat in enumerate(table.seats)
            ]
            await connection.execute(sa.insert(schema.seats), rows)
            if table.log:
                await connection.execute(sa.insert(schema.log), [_entry_row(table.id, entry) for entry in table.log])

    async def mark_shown(self, table: str, seat: int, number: int) -> None:
        """Note that a screen of a seat has shown the log up to this entry."""
        async with self.engine.begin() as connection:
            await connection.execute(_UPDATE_SHOWN, [_shown_row(table, seat, number)])

    async def notify(self, note: str) -> None:
        """Tell the other servers something that is not stored."""
        if self.is_shared:
            async with self.engine.begin() as connection:
                await connection.execute(sa.select(sa.func.pg_notify(CHANNEL, note)))

    # Reading

    async def load(self, id: str) -> Table:
        """A table as its log tells it."""
        async with self.engine.connect() as connection:
            row = (await connection.execute(sa.select(schema.tables).where(schema.tables.c.id == id))).first()
            if row is None:
                raise UnknownTable
            seats = await _read_seats(connection, [id])
            table = Table(
                id,
                game_of_table(row.game),
                row.players,
                row.seed % 2**64,
                row.options,
                row.public,
                seats[id],
                rules=row.rules,
                terms=read_terms(row.terms),
                result=row.result if row.over else None,
            )
            table.take(await _read_log(connection, id, 0))
        return table

    async def shown(self, table: str, seat: int) -> int | None:
        """The last entry that a screen of a seat has shown; None if none is known."""
        s = schema.seats.c
        query = sa.select(s.shown).where(s.table_id == table, s.seat == seat)
        async with self.engine.connect() as connection:
            return (await connection.execute(query)).scalar()

    async def has(self, id: str) -> bool:
        """Whether there is such a table."""
        query = sa.select(schema.tables.c.id).where(schema.tables.c.id == id)
        async with self.engine.connect() as connection:
            return (await connection.execute(query)).first() is not None

    async def refresh(self, table: Table) -> bool:
        """Let a table catch up with what other servers have appended; whether there was anything."""
        async with self.engine.connect() as connection:
            entries = await _read_log(connection, table.id, table.last_number)
            if entries:
                table.seats = (await _read_seats(connection, [table.id]))[table.id]
                table.take(entries)
        return bool(entries)

    async def open_tables(self, limit: int = 12) -> list[Listed]:
        """Public tables with a free seat, the newest first."""
        t = schema.tables.c
        waiting = sa.select(schema.tables).where(t.public, ~t.begun, t.game.in_(game_names()))
        return await self._listed(waiting.order_by(t.created_at.desc()).limit(limit))

    async def tables_of(self, player: str, limit: int = 60) -> list[Listed]:
        """The tables at which a player sits, the last moved first."""
        t, s = schema.tables.c, schema.seats.c
        mine = sa.select(s.table_id).where(s.player == player)
        return await self._listed(
            sa.select(schema.tables).where(t.id.in_(mine)).order_by(t.moved_at.desc()).limit(limit)
        )

    async def waiting_for_bots(self) -> list[str]:
        """The running tables where it is a bot's turn."""
        t, s = schema.tables.c, schema.seats.c
        query = (
            sa.select(t.id)
            .join(schema.seats, (s.table_id == t.id) & (s.seat == t.to_move))
            .where(t.begun, ~t.over, t.game.in_(game_names()), s.bot.is_not(None))
        )
        async with self.engine.connect() as connection:
            return list((await connection.execute(query)).scalars())

    async def waiting_for_answers(self) -> list[str]:
        """The running tables where the table answers for the seat to move."""
        t = schema.tables.c
        query = sa.select(t.id).where(t.begun, ~t.over, t.game.in_(game_names()), t.answers)
        async with self.engine.connect() as connection:
            return list((await connection.execute(query)).scalars())

    async def tables_of_missing_games(self) -> dict[str, int]:
        """How many tables there are of each game that is not there."""
        t = schema.tables.c
        query = sa.select(t.game, sa.func.count().label("tables")).where(t.game.not_in(game_names())).group_by(t.game)
        async with self.engine.connect() as connection:
            return {row.game: row.tables for row in await connection.execute(query)}

    async def _listed(self, query: sa.Select[Any]) -> list[Listed]:
        async with self.engine.connect() as connection:
            rows = (await connection.execute(query)).all()
            seats = await _read_seats(connection, [row.id for row in rows])
        return [
            Listed(
                row.id, row.game, seats[row.id], row.begun, row.over, row.to_move, row.moved_at, row.result, row.answers
            )
            for row in rows
        ]

    # Records of games that were played elsewhere

    async def keep_record(self, id: str, text: str, title: str, player: str | None) -> None:
        """Keep the text of a record."""
        values = {"id": id, "text": text, "title": title, "player": player, "loaded_at": time.time()}
        async with self.engine.begin() as connection:
            await connection.execute(sa.insert(schema.records).values(**values))

    async def record(self, id: str) -> str:
        """The text of a record."""
        query = sa.select(schema.records.c.text).where(schema.records.c.id == id)
        async with self.engine.connect() as connection:
            text = (await connection.execute(query)).scalar()
        if text is None:
            raise UnknownRecord
        return str(text)

    async def records_of(self, player: str, limit: int = 20) -> list[tuple[str, str]]:
        """The records that a player has loaded, id and title, the newest first."""
        r = schema.records.c
        query = sa.select(r.id, r.title).where(r.player == player).order_by(r.loaded_at.desc()).limit(limit)
        async with self.engine.connect() as connection:
            return [(row.id, row.title) for row in await connection.execute(query)]

    # The house

    async def name_of(self, player: str) -> str:
        """The name that a player last sat down with."""
        query = sa.select(schema.players.c.name).where(schema.players.c.id == player)
        async with self.engine.connect() as connection:
            return (await connection.execute(query)).scalar() or ""

    async def remember_name(self, player: str, name: str) -> None:
        """Offer this name when the player sits down again."""
        p = schema.players
        async with self.engine.begin() as connection:
            done = await connection.execute(sa.update(p).where(p.c.id == player).values(name=name))
            if not done.rowcount:
                await connection.execute(sa.insert(p).values(id=player, name=name))

    async def house_secret(self) -> str:
        """The secret that private links are made with, drawn once per database."""
        h = schema.house
        query = sa.select(h.c.value).where(h.c.name == "secret")
        async with self.engine.connect() as connection:
            found = (await connection.execute(query)).scalar()
        if found:
            return str(found)
        try:
            async with self.engine.begin() as connection:
                await connection.execute(sa.insert(h).values(name="secret", value=secrets.token_urlsafe(32)))
        except IntegrityError:  # another server was quicker
            pass
        async with self.engine.connect() as connection:
            return str((await connection.execute(query)).scalar_one())


_UPDATE_SUMMARY = (
    sa.update(schema.tables)
    .where(schema.tables.c.id == sa.bindparam("of_table"))
    .values(
        {name: sa.bindparam(f"new_{name}") for name in ("begun", "over", "to_move", "answers", "moved_at", "result")}
    )
)
_UPDATE_SEAT = (
    sa.update(schema.seats)
    .where(schema.seats.c.table_id == sa.bindparam("of_table"), schema.seats.c.seat == sa.bindparam("of_seat"))
    .values({name: sa.bindparam(f"new_{name}") for name in ("player", "name", "bot")})
)
_UPDATE_SHOWN = (
    sa.update(schema.seats)
    .where(schema.seats.c.table_id == sa.bindparam("of_table"), schema.seats.c.seat == sa.bindparam("of_seat"))
    .where(sa.func.coalesce(schema.seats.c.shown, 0) < sa.bindparam("new_shown"))
    .values(shown=sa.bindparam("new_shown"))
)


def _set_up_sqlite(connection: Any, record: object) -> None:
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _migrate(connection: sa.Connection) -> None:
    config = Config()
    config.set_main_option("script_location", "mezani.tables:migrations")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _fail(change: Change, problem: Exception) -> None:
    if not change.stored.done():
        change.stored.set_exception(problem)


def _signed(seed: int) -> int:
    """A seed as databases keep it, whose integers have a sign."""
    return seed - 2**64 if seed >= 2**63 else seed


def _entry_row(table: str, entry: Entry) -> dict[str, Any]:
    return {
        "table_id": table,
        "number": entry.number,
        "kind": entry.kind.value,
        "seat": entry.seat,
        "action": entry.action,
        "text": entry.text,
        "at": entry.at,
    }


def _summary(now: Situation, at: float) -> dict[str, Any]:
    """What lists show of a table."""
    return {
        "begun": now.begun,
        "over": now.is_over,
        "to_move": now.state.seat if now.begun and not now.is_over else None,
        "answers": now.answer_for_seat() is not None,
        "moved_at": at,
        "result": Result(scores=now.scores, winners=now.winners) if now.is_over else None,
    }


def _summary_row(draft: Draft) -> dict[str, Any]:
    row = {f"new_{name}": value for name, value in _summary(draft.now, draft.at).items()}
    return {"of_table": draft.table.id, **row}


def _shown_row(table: str, seat: int, number: int) -> dict[str, Any]:
    return {"of_table": table, "of_seat": seat, "new_shown": number}


def _seat_rows(draft: Draft) -> list[dict[str, Any]]:
    table = draft.table.id
    return [
        {"of_table": table, "of_seat": number, "new_player": seat.player, "new_name": seat.name, "new_bot": seat.bot}
        for number, seat in enumerate(draft.now.seats)
    ]


async def _read_log(connection: AsyncConnection, table: str, after: int) -> list[Entry]:
    c = schema.log.c
    query = sa.select(schema.log).where(c.table_id == table, c.number > after).order_by(c.number)
    return [
        Entry(row.number, Kind(row.kind), row.at, row.seat, row.action, row.text)
        for row in await connection.execute(query)
    ]


async def _read_seats(connection: AsyncConnection, tables: Sequence[str]) -> dict[str, list[Seat]]:
    c = schema.seats.c
    query = sa.select(schema.seats).where(c.table_id.in_(tables)).order_by(c.table_id, c.seat)
    found: dict[str, list[Seat]] = {table: [] for table in tables}
    for row in await connection.execute(query):
        found[row.table_id].append(Seat(row.player, row.name, row.bot))
    return found


def note(kind: str, **facts: Any) -> str:
    """A message to the other servers, small enough for PostgreSQL."""
    return json.dumps({"kind": kind, **facts}, separators=(",", ":"))
