"""Who serves: each server tells again and again that it is still there, and takes over what others have left behind."""

import asyncio
import contextlib
import logging
import math
import os
import socket
import time
from collections.abc import Awaitable, Callable, Collection
from pathlib import Path
from types import TracebackType
from typing import IO, Any, NamedTuple, Self

import sqlalchemy as sa

from mezani.games import game_names
from mezani.tables import schema
from mezani.tables.connections import file_of
from mezani.tables.database import put
from mezani.tables.refusals import StoreSilent
from mezani.tables.store import Store, note

log = logging.getLogger(__name__)

BEAT = 2.0  # seconds from one time to the next that a server tells that it serves
GONE = 6.0  # seconds after which one that has told nothing is forgotten
SHORTEST = 0.1  # seconds from one look to the next


class Living(NamedTuple):
    """The servers that serve now, and whether the others had forgotten this one."""

    servers: frozenset[str]
    was_forgotten: bool = False


class Servers:
    """All servers over a database, and the tables at which their bots play: each table is one server's at a time."""

    def __init__(self, store: Store, beat: float = BEAT, gone: float = GONE) -> None:
        self.store, self.beat, self.gone = store, beat, gone
        self._told: float | None = None  # when this server has last told that it serves
        self._patience = math.inf  # seconds until another one is forgotten, if that tells nothing
        self._beating: asyncio.Task[None] | None = None
        self._hurry = asyncio.Event()

    def begin(self, after: Callable[[Living], Awaitable[None]]) -> None:
        """Tell it from now on, and call `after` each time."""
        self._beating = asyncio.create_task(self._beat(after))

    async def close(self) -> None:
        """Serve no longer: others may go on with the tables of this server at once."""
        if self._beating:
            self._beating.cancel()
            await asyncio.gather(self._beating, return_exceptions=True)
        t, s = schema.tables.c, schema.servers.c
        with contextlib.suppress(StoreSilent):
            async with self.store.engine.begin() as connection:
                left = sa.update(schema.tables).where(t.played_by == self.store.server, ~t.over)
                await connection.execute(left.values(played_by=None))
                await connection.execute(sa.delete(schema.servers).where(s.id == self.store.server))
            await self.store.notify(note("gone", server=self.store.server))

    def hurry(self) -> None:
        """Something has changed among the servers: look at once."""
        self._hurry.set()

    async def _beat(self, after: Callable[[Living], Awaitable[None]]) -> None:
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(min(self.beat, self._patience)):
                    await self._hurry.wait()
            self._hurry.clear()
            try:
                await after(await self.tell())
            except StoreSilent:
                continue
            except Exception:
                log.exception("this server could not tell that it serves; it tries again")

    # Who serves

    async def tell(self) -> Living:
        """Tell that this server serves, and forget those that have not told it for long."""
        if not self.store.is_shared:  # its file is held by this server alone
            if self._told is None:
                await self._tell_first()
            return Living(frozenset({self.store.server}))
        s, before = schema.servers.c, self._told
        async with self.store.engine.begin() as connection:
            mine = sa.update(schema.servers).where(s.id == self.store.server)
            known = (await connection.execute(mine.values(seen_at=self._now))).rowcount
            if not known:
                await put(connection, schema.servers, self._row())
        self._told = time.monotonic()
        async with self.store.engine.begin() as connection:
            if before is None or self._told - before < self.gone:  # else all may have been unable to tell it
                await connection.execute(sa.delete(schema.servers).where(s.seen_at < self._now - self.gone))
            left = sa.select(s.id, s.seen_at + self.gone - self._now)
            living = (await connection.execute(left)).all()
        self._patience = max(SHORTEST, min((seconds for _, seconds in living), default=math.inf))
        return Living(frozenset(id for id, _ in living), was_forgotten=before is not None and not known)

    async def _tell_first(self) -> None:
        async with self.store.engine.begin() as connection:
            await connection.execute(sa.delete(schema.servers))
            await put(connection, schema.servers, self._row())
        self._told = time.monotonic()

    def _row(self) -> dict[str, Any]:
        name = f"{socket.gethostname()}:{os.getpid()}"[:80]
        return {"id": self.store.server, "name": name, "began_at": self._now, "seen_at": self._now}

    @property
    def _now(self) -> Any:
        """By the clock of the database, if several servers share it."""
        if not self.store.is_shared:
            return time.time()
        return sa.cast(sa.extract("epoch", sa.func.clock_timestamp()), sa.Float)

    # Who plays where

    async def claim(self, has_people: bool, most: int, played: Collection[str]) -> tuple[list[str], bool]:
        """Take tables where something is to happen and no other server plays, and tell whether there are more.

        `played` are those at which this server's bots play already.
        """
        t = schema.tables.c
        waiting = [
            t.bot_to_move | (~t.bot_to_move & t.answers),  # each half finds its part of an index
            ~t.over,
            ~t.closed,
            t.game.in_(game_names()),
            t.played_by.is_(None)
            | (t.played_by == self.store.server)
            | t.played_by.not_in(sa.select(schema.servers.c.id)),
        ]
        s = schema.seats.c
        people = sa.exists().where(s.table_id == t.id, s.player.is_not(None), s.bot.is_(None))
        query = sa.select(t.id).where(*waiting, t.id.not_in(played), people if has_people else ~people)
        turn = sa.func.row_number().over(
            partition_by=sa.func.coalesce(t.opened_from, t.opened_by, t.id), order_by=t.moved_at
        )
        order = [t.moved_at] if has_people else [turn, t.moved_at]  # everybody's first, then everybody's second
        async with self.store.engine.connect() as connection:
            found = list((await connection.execute(query.order_by(*order).limit(max(0, most) + 1))).scalars())
        if most <= 0 or not found:
            return [], bool(found)
        mine = sa.update(schema.tables).where(t.id.in_(found[:most]), *waiting).values(played_by=self.store.server)
        async with self.store.engine.begin() as connection:
            claimed = set((await connection.execute(mine.returning(t.id))).scalars())
        return [id for id in found if id in claimed], len(found) > most

    async def give_up(self, table: str) -> None:
        """Let a table wait in the store until a server has room for it."""
        t = schema.tables.c
        mine = sa.update(schema.tables).where(t.id == table, t.played_by == self.store.server)
        async with self.store.engine.begin() as connection:
            await connection.execute(mine.values(played_by=None))


class InUse(Exception):
    """Another program holds the database; the message says which file."""


class Hold:
    """A file that is this program's alone, for as long as it runs: when it is killed, the system lets go of it."""

    def __init__(self, file: IO[bytes]) -> None:
        self.file = file

    def release(self) -> None:
        """Let others have it."""
        self.file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()


def hold(database: str | Path) -> Hold:
    """Hold the file of an SQLite database; InUse if another program does."""
    file = open(f"{database}.lock", "ab")  # noqa: SIM115 (it stays open as long as it is held)
    try:
        _lock(file)
    except OSError as problem:
        file.close()
        raise InUse(
            f"{database} is in use by another server. Stop that one first, choose another file with --database, "
            "or let several servers share a PostgreSQL."
        ) from problem
    return Hold(file)


def hold_database(url: sa.URL) -> Hold | contextlib.nullcontext[None]:
    """Hold a database that only one server can use, for as long as it is open."""
    file = file_of(url)
    return hold(file) if file else contextlib.nullcontext()


def _lock(file: IO[bytes]) -> None:
    """An OSError if somebody else has locked it."""
    try:
        import fcntl
    except ImportError:  # on Windows
        import msvcrt

        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
    else:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
