"""Connections to the database, with limits on time: nobody hangs on a store that fails or is silent."""

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator
from types import TracebackType
from typing import Any, Self

import asyncpg
import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError, IntegrityError, InterfaceError, OperationalError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from mezani.tables.database import set_up_sqlite
from mezani.tables.metrics import STORE_ERRORS
from mezani.tables.refusals import StoreSilent

log = logging.getLogger(__name__)

SECONDS = 5.0
BETWEEN_LINES = 60.0  # seconds: a store that fails a thousand times a minute is one line of the log
TROUBLES = ("08", "25P", "40", "53", "55", "57", "58", "XX")  # how PostgreSQL's codes for what is not our fault begin


def is_trouble(problem: BaseException) -> bool:
    """Whether the store itself has failed or was silent, and not what was asked of it."""
    if isinstance(problem, IntegrityError):
        return False
    if isinstance(problem, DBAPIError):
        if isinstance(getattr(problem.orig, "__cause__", None), ValueError):  # a value that it can't take
            return False
        code = getattr(problem.orig, "sqlstate", None)
        if code:
            return str(code).startswith(TROUBLES)
        return problem.connection_invalidated or isinstance(problem, (OperationalError, InterfaceError))
    return isinstance(problem, (OSError, sa.exc.TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError))


class Trouble:
    """Whether the store answers; the log tells when it stops and when it is back, and not more than once a minute."""

    def __init__(self) -> None:
        self.since: float | None = None
        self._logged = -BETWEEN_LINES

    def begin(self, problem: BaseException) -> None:
        """The store has failed."""
        STORE_ERRORS.labels(type(problem).__name__).inc()
        now = time.monotonic()
        if self.since is None:
            self.since = now
        if now - self._logged >= BETWEEN_LINES:
            self._logged = now
            log.error("the store does not answer: %s: %s", type(problem).__name__, str(problem).partition("\n")[0])

    def end(self) -> None:
        """The store has answered."""
        if self.since is not None:
            log.warning("the store answers again, after %.1f seconds", time.monotonic() - self.since)
            self.since = None


class Connection(AsyncConnection):
    """A connection for one piece of work. What the store is to blame for is raised as StoreSilent."""

    async def start(self, is_ctxmanager: bool = False) -> Self:
        self._cancelled_before = _cancellations()
        try:
            await super().start(is_ctxmanager)
        except Exception as problem:
            self._go_if_cancelled()
            raise self._named(problem) from problem
        if _cancellations() > self._cancelled_before:
            await self.close()
            self._go_if_cancelled()
        return self

    def _go_if_cancelled(self) -> None:
        """A statement that was cancelled ends its connection, and what fails because of that must not hide it."""
        if _cancellations() > self._cancelled_before:
            raise asyncio.CancelledError

    async def __aexit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        trouble = problem is not None and is_trouble(problem)
        if trouble and not self.closed:
            with contextlib.suppress(Exception):
                await self.invalidate()
        try:
            await super().__aexit__(kind, problem, trace)
        except Exception as worse:
            if problem is None:
                raise self._named(worse) from worse
        if trouble or problem is None:
            self._go_if_cancelled()
        if trouble and isinstance(problem, Exception):
            raise self._named(problem) from problem
        if problem is None and self._trouble.since is not None:
            self._trouble.end()

    @property
    def _trouble(self) -> Trouble:
        assert isinstance(self.engine, Engine)
        return self.engine.trouble

    def _named(self, problem: Exception) -> Exception:
        if not is_trouble(problem):
            return problem
        self._trouble.begin(problem)
        return StoreSilent()


def _cancellations() -> int:
    task = asyncio.current_task()
    return task.cancelling() if task else 0


class Engine(AsyncEngine):
    """All connections of a store."""

    def __init__(self, engine: sa.Engine) -> None:
        super().__init__(engine)
        self.trouble = Trouble()

    def connect(self) -> Connection:
        return Connection(self)

    @contextlib.asynccontextmanager
    async def begin(self) -> AsyncIterator[AsyncConnection]:
        """A transaction. What was wrong first is what is told, whatever becomes of undoing it."""
        async with self.connect() as connection:
            transaction = await connection.begin()
            try:
                yield connection
            except BaseException:
                with contextlib.suppress(Exception):
                    await transaction.rollback()
                raise
            await transaction.commit()


class Impatient(asyncpg.Connection):  # type: ignore[misc]
    """A connection that ends with a statement that is given up: to ask a silent server to stop would hang as well."""

    def _cancel_current_command(self, *waiters: "asyncio.Future[None] | None") -> None:
        self._loop.call_soon(self.terminate)


def make_engine(url: sa.URL, seconds: float) -> Engine:
    """Connections to a database that has so many seconds for each thing that it is asked."""
    options: dict[str, Any] = {}
    is_shared = is_postgresql(url)
    if is_shared:
        limit = str(round(seconds * 1000))
        limits = ("statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout")
        arguments = {
            "timeout": seconds,
            "command_timeout": seconds,
            "server_settings": dict.fromkeys(limits, limit),
            "connection_class": Impatient,
        }
        options = {"pool_pre_ping": True, "pool_timeout": seconds, "connect_args": arguments}
    elif file_of(url):
        options = {"pool_timeout": seconds}
    engine = Engine(create_async_engine(url, hide_parameters=True, **options).sync_engine)
    if not is_shared:
        sa.event.listen(engine.sync_engine, "connect", set_up_sqlite)
        sa.event.listen(engine.sync_engine, "connect", _busy_for(seconds))
    return engine


def patient_engine(url: sa.URL) -> AsyncEngine:
    """Connections for work that takes as long as it takes: migrations, backups."""
    engine = create_async_engine(url, hide_parameters=True, poolclass=NullPool)
    if not is_postgresql(url):
        sa.event.listen(engine.sync_engine, "connect", set_up_sqlite)
    return engine


def is_postgresql(url: sa.URL) -> bool:
    return url.drivername.startswith("postgresql")


def file_of(url: sa.URL) -> str | None:
    """The file of an SQLite database; None if it is in memory, or no such database."""
    name = url.database or ""
    return None if is_postgresql(url) or name in ("", ":memory:") or name.startswith("file:") else name


def _busy_for(seconds: float) -> Any:
    """How long SQLite waits for another program that holds the database."""

    def set_up(connection: Any, record: object) -> None:
        cursor = connection.cursor()
        cursor.execute(f"PRAGMA busy_timeout={round(seconds * 1000)}")
        cursor.close()

    return set_up
