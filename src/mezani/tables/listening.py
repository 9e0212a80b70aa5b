"""Hearing what other servers do: PostgreSQL's LISTEN on a connection of its own that comes back when it is lost."""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from typing import Any

import asyncpg
import sqlalchemy as sa

from mezani.tables.connections import SECONDS, Impatient
from mezani.tables.refusals import StoreSilent
from mezani.tables.store import CHANNEL

log = logging.getLogger(__name__)

RETRY = 1.0
ALIVE = 5.0  # seconds between looks whether the connection still stands
MOST_NOTES = 10_000  # that wait to be heard
LOST = (OSError, asyncpg.PostgresError, asyncpg.InterfaceError)  # the first of them is a TimeoutError too


class Listener:
    """Calls `hear` with each note in turn, and with None whenever notes may have been missed."""

    def __init__(self, url: sa.URL, hear: Callable[[str | None], Awaitable[None]], seconds: float = SECONDS) -> None:
        self.address = url.set(drivername="postgresql").render_as_string(hide_password=False)
        self.hear, self.seconds = hear, seconds
        self._notes: asyncio.Queue[str | None] = asyncio.Queue()
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        """Begin to listen; notes sent after this returns are heard."""
        connection = await self._connect()
        self._tasks = [asyncio.create_task(self._stay_connected(connection)), asyncio.create_task(self._pass_on())]

    async def close(self) -> None:
        """Stop listening."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _connect(self) -> Any:
        connection = await asyncpg.connect(
            self.address, timeout=self.seconds, command_timeout=self.seconds, connection_class=Impatient
        )
        await connection.add_listener(CHANNEL, lambda *note: self._take(str(note[-1])))
        return connection

    def _take(self, note: str | None) -> None:
        """Let a note wait to be heard; when there are too many, all that is left is that some were missed."""
        if self._notes.qsize() >= MOST_NOTES:
            while not self._notes.empty():
                self._notes.get_nowait()
            note = None
        self._notes.put_nowait(note)

    async def _stay_connected(self, connection: Any) -> None:
        try:
            while True:
                lost = asyncio.Event()
                connection.add_termination_listener(lambda _, lost=lost: lost.set())
                while not lost.is_set():
                    with contextlib.suppress(TimeoutError):
                        async with asyncio.timeout(ALIVE):
                            await lost.wait()
                    if not lost.is_set() and not await _answers(connection):
                        connection.terminate()
                        lost.set()
                log.warning("the connection that hears other servers was lost; it is made anew")
                connection = await self._connect_again()
                self._take(None)
        finally:
            connection.terminate()

    async def _connect_again(self) -> Any:
        while True:
            try:
                return await self._connect()
            except LOST:
                await asyncio.sleep(RETRY)

    async def _pass_on(self) -> None:
        while True:
            note = await self._notes.get()
            try:
                await self.hear(note)
            except StoreSilent:
                await asyncio.sleep(RETRY)
                self._take(None)
            except Exception:
                log.exception("a note of another server could not be read: %s", note)


async def _answers(connection: Any) -> bool:
    try:
        await connection.execute("SELECT 1")
    except LOST:
        return False
    return True
