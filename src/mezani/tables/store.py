"""Where tables are kept: SQLite in a file, or PostgreSQL, which several servers can share."""

import asyncio
import json
import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from mezani.tables import schema
from mezani.tables.connections import SECONDS, file_of, is_postgresql, make_engine, patient_engine
from mezani.tables.database import MIGRATION_LOCK, database_address, migrate
from mezani.tables.drafts import Draft
from mezani.tables.entries import RETOLD
from mezani.tables.house_facts import HouseFacts
from mezani.tables.kept_records import KeptRecords
from mezani.tables.lists import Lists
from mezani.tables.metrics import STORE_SECONDS
from mezani.tables.missing_games import game_of_table
from mezani.tables.patience import growing_pauses
from mezani.tables.people import People
from mezani.tables.players import is_table_id
from mezani.tables.refusals import StoreSilent, UnknownTable
from mezani.tables.rows import (
    INSERT_ENTRY,
    UPDATE_SEAT,
    UPDATE_SHOWN,
    UPDATE_SUMMARY,
    entry_row,
    entry_rows,
    read_entry,
    read_log,
    read_seats,
    seat_rows,
    shown_row,
    signed,
    summary,
    summary_row,
)
from mezani.tables.situation import Situation
from mezani.tables.table import Table
from mezani.tables.terms import read_terms
from mezani.tables.writing import write

CHANNEL = "mezani_tables"
LONGEST_NOTE = 7000  # PostgreSQL takes up to 8,000 bytes, and json writes nothing but ASCII
GATHERING = 0.02  # seconds from commit to commit, in which appends of a busy hour come together


class Overtaken(Exception):
    """Another server has appended to the log first. Nothing was stored."""


@dataclass
class Change:
    """A draft to be stored, and a note of it for the other servers."""

    draft: Draft
    note: str = ""
    stored: "asyncio.Future[None]" = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class Store:
    """Reads and appends. Appends that come in together are committed together."""

    def __init__(self, address: str, seconds: float = SECONDS) -> None:
        self.url, self.seconds = database_address(address), seconds
        self.server = secrets.token_hex(4)  # whoever serves with this store
        self.is_shared = is_postgresql(self.url)
        self.engine = make_engine(self.url, seconds)
        self.lists, self.records = Lists(self.engine), KeptRecords(self.engine)
        self.people, self.house = People(self.engine), HouseFacts(self.engine)
        self.takes: Callable[[Situation], bool] = lambda now: False  # whether bots of this server play on
        self.stored_late: Callable[[str], None] = lambda table: None  # hears of a deed for which nobody waits any more
        self._waiting: list[Change] = []
        self._pauses = growing_pauses(0.1, 1.0)
        self._wake = asyncio.Event()
        self._closing = False
        self._writer: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Bring the database up to date and begin to take appends."""
        in_memory = not self.is_shared and not file_of(self.url)
        engine = self.engine if in_memory else patient_engine(self.url)
        async with engine.begin() as connection:
            if self.is_shared:
                await connection.execute(sa.select(sa.func.pg_advisory_xact_lock(MIGRATION_LOCK)))
            await connection.run_sync(migrate)
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
        """Store a change; it stands when this returns. Overtaken if the log has grown elsewhere.

        StoreSilent if that is not known in time: whether it stands will be seen in the log.
        """
        draft = change.draft
        draft.played_by = self.server if not draft.before.plays_on and self.takes(draft.now) else None
        self._waiting.append(change)
        self._wake.set()
        limit = asyncio.get_running_loop().call_later(2 * self.seconds, _fail, change, StoreSilent())
        try:
            await change.stored
        finally:
            limit.cancel()

    async def _write(self) -> None:
        while self._waiting or not self._closing:
            await self._wake.wait()
            self._wake.clear()
            began = time.monotonic()
            await self._store_waiting()
            STORE_SECONDS.labels("append").observe(time.monotonic() - began)
            if not self._closing:
                await asyncio.sleep(GATHERING - (time.monotonic() - began))

    async def _store_waiting(self) -> None:
        changes, self._waiting = [change for change in self._waiting if not change.stored.done()], []
        try:
            await self._store(changes)
        except StoreSilent:
            await self._find_out(changes)
        except Exception:  # one of them fails: each for itself
            for number, change in enumerate(changes):
                try:
                    await self._store_alone(change)
                except StoreSilent:
                    return await self._find_out(changes[number:])
        else:
            self._pauses = growing_pauses(0.1, 1.0)
            self._tell_late(changes)

    async def _store_alone(self, change: Change) -> None:
        try:
            await self._store([change])
            self._tell_late([change])
        except IntegrityError:
            if await self._is_stored(change):  # by an attempt that seemed to fail
                self._succeed(change)
            else:
                _fail(change, Overtaken())
        except StoreSilent:
            raise
        except Exception as problem:
            _fail(change, problem)

    async def _find_out(self, changes: Sequence[Change]) -> None:
        """The store was silent: look what of this it has stored when it is back, and store the rest if it is wanted."""
        while changes:
            await asyncio.sleep(next(self._pauses))
            self._waiting = [change for change in self._waiting if not change.stored.done()]
            try:
                while changes:
                    if await self._is_stored(changes[0]):
                        self._succeed(changes[0])
                    elif not changes[0].stored.done():
                        self._waiting.append(changes[0])
                    changes = changes[1:]
            except StoreSilent:
                if self._closing:
                    break
        for change in changes:
            _fail(change, StoreSilent())
        if self._waiting:
            self._wake.set()

    async def _is_stored(self, change: Change) -> bool:
        """Whether exactly this is in the log."""
        first = change.draft.entries[0]
        c = schema.log.c
        query = sa.select(schema.log).where(c.table_id == change.draft.table.id, c.number == first.number)
        async with self.engine.connect() as connection:
            row = (await connection.execute(query)).first()
        return row is not None and read_entry(row._mapping) == first and row.key == (change.draft.key or None)

    def _tell_late(self, changes: Sequence[Change]) -> None:
        """Tell of those that are stored, and for which nobody waited to the end."""
        for change in changes:
            if change.stored.cancelled() or change.stored.exception():
                self.stored_late(change.draft.table.id)

    def _succeed(self, change: Change) -> None:
        if change.stored.done():
            self.stored_late(change.draft.table.id)
        else:
            change.stored.set_result(None)

    async def _store(self, changes: Sequence[Change]) -> None:
        if not changes:
            return
        async with self.engine.begin() as connection:
            drafts = [change.draft for change in changes]
            shown = [(draft.table.id, draft.seen_by, draft.entries[-1].number) for draft in drafts]
            entries = list(map(entry_rows, drafts))
            await write(
                connection,
                (INSERT_ENTRY, list(chain.from_iterable(entries))),
                (UPDATE_SUMMARY, [summary_row(draft) for draft in drafts]),
                (UPDATE_SEAT, [row for draft in drafts if draft.has_new_seats for row in seat_rows(draft)]),
                (UPDATE_SHOWN, [shown_row(id, seat, number) for id, seat, number in shown if seat is not None]),
                channel=CHANNEL,
                notes=list(map(_told, changes, entries)) if self.is_shared else [],
            )
        for change in changes:
            if not change.stored.done():
                change.stored.set_result(None)

    async def create(self, table: Table, at: float, key: str = "") -> None:
        """Store a new table with its seats and the entries that it begins with. Overtaken if it is there already."""
        table.played_by = self.server if self.takes(table) else None
        try:
            await self._create(table, at, key)
        except IntegrityError as problem:
            raise Overtaken from problem

    async def _create(self, table: Table, at: float, key: str) -> None:
        async with self.engine.begin() as connection:
            await connection.execute(
                sa.insert(schema.tables).values(
                    id=table.id,
                    game=table.game.name,
                    players=table.players,
                    options=table.options,
                    seed=signed(table.seed),
                    public=table.public,
                    rules=table.rules,
                    terms=msgspec.to_builtins(table.terms),
                    rated=table.terms.rated,
                    watched=table.terms.watched == "listed",
                    tournament=table.tournament,
                    created_at=time.time(),
                    opened_by=table.opened_by,
                    opened_from=table.opened_from,
                    played_by=table.played_by,
                    **summary(table, at),
                )
            )
            rows = [
                {"table_id": table.id, "seat": number, "player": seat.player, "name": seat.name, "bot": seat.bot}
                for number, seat in enumerate(table.seats)
            ]
            await connection.execute(sa.insert(schema.seats), rows)
            if table.log:
                now = table.situation()
                rows = [entry_row(table.id, entry, now, "" if n else key) for n, entry in enumerate(table.log)]
                await connection.execute(sa.insert(schema.log), rows)

    async def mark_shown(self, *shown: tuple[str, int, int]) -> None:
        """Note that screens have shown the log up to an entry: of a table, for a seat, up to its number."""
        async with self.engine.begin() as connection:
            await connection.execute(UPDATE_SHOWN, [shown_row(*one) for one in shown])

    async def notify(self, note: str) -> None:
        """Tell the other servers something that is not stored."""
        if self.is_shared:
            async with self.engine.begin() as connection:
                await connection.execute(sa.select(sa.func.pg_notify(CHANNEL, note)))

    # Reading

    async def load(self, id: str) -> Table:
        """A table as its log tells it."""
        if not is_table_id(id):
            raise UnknownTable
        async with self.engine.connect() as connection:
            row = (await connection.execute(sa.select(schema.tables).where(schema.tables.c.id == id))).first()
            if row is None:
                raise UnknownTable
            seats = await read_seats(connection, [id])
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
            table.opened_by, table.opened_from, table.tournament = row.opened_by, row.opened_from, row.tournament
            table.take(await read_log(connection, table, 0))
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

    async def find_deed(self, table: str, key: str) -> int | None:
        """The first entry of a deed that is stored, by its key as the log keeps it."""
        c = schema.log.c
        query = sa.select(c.number).where(c.table_id == table, c.key == key)
        async with self.engine.connect() as connection:
            return (await connection.execute(query)).scalar()

    async def refresh(self, table: Table) -> bool:
        """Let a table catch up with what other servers have appended; whether there was anything."""
        async with self.engine.connect() as connection:
            entries = await read_log(connection, table, table.last_number)
            if entries:
                table.seats = (await read_seats(connection, [table.id]))[table.id]
                table.take(entries)
        if any(entry.kind in RETOLD for entry in entries):
            await self.reread(table)
        return bool(entries)

    async def reread(self, table: Table) -> None:
        """Let a table read its log and its seats again, as far as it knows them: names can be deleted."""
        async with self.engine.connect() as connection:
            entries = await read_log(connection, table, 0)
            seats = (await read_seats(connection, [table.id]))[table.id]
        table.log = [entry for entry in entries if entry.number <= table.last_number]
        table.seats = seats


def _fail(change: Change, problem: Exception) -> None:
    if not change.stored.done():
        change.stored.set_exception(problem)


def _told(change: Change, rows: Sequence[Mapping[str, Any]]) -> str:
    """The note of a change with what was appended, so that other servers need not ask for it, where that fits."""
    is_retold = any(entry.kind in RETOLD for entry in change.draft.entries)
    if not change.note or change.draft.has_new_seats or is_retold:
        return change.note
    told = [{name: value for name, value in row.items() if value is not None} for row in rows]
    whole = note(**json.loads(change.note), rows=told)
    return whole if len(whole) <= LONGEST_NOTE else change.note


def note(kind: str, **facts: Any) -> str:
    """A message to the other servers, small enough for PostgreSQL."""
    return json.dumps({"kind": kind, **facts}, separators=(",", ":"))
