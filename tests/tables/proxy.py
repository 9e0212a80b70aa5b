"""A network between a store and its PostgreSQL that can fall silent: a black hole that swallows everything."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path


class Network:
    """Passes everything on, unless it is silent: then it holds it back until it is over."""

    def __init__(self, socket: Path) -> None:
        self.socket = socket
        self.passes = asyncio.Event()
        self.passes.set()
        self.falls_silent_after: list[bytes] = []  # what the store says last, one after the other
        self._pipes: set[asyncio.Task[None]] = set()

    async def connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await self.passes.wait()
        there_reader, there_writer = await asyncio.open_unix_connection(self.socket)
        for task in (
            asyncio.create_task(self._pipe(reader, there_writer, is_question=True)),
            asyncio.create_task(self._pipe(there_reader, writer, is_question=False)),
        ):
            self._pipes.add(task)
            task.add_done_callback(self._pipes.discard)

    async def _pipe(self, source: asyncio.StreamReader, to: asyncio.StreamWriter, is_question: bool) -> None:
        with contextlib.suppress(OSError):
            while data := await source.read(65536):
                await self.passes.wait()
                to.write(data)
                await to.drain()
                if is_question and self.falls_silent_after and self.falls_silent_after[0] in data:
                    self.falls_silent_after.pop(0)
                    if not self.falls_silent_after:
                        self.passes.clear()
        to.close()

    def close(self) -> None:
        for task in self._pipes:
            task.cancel()


@asynccontextmanager
async def network_to(database: str) -> AsyncIterator[tuple[Network, str]]:
    """A network to a database on a Unix socket, and the address of the database over it."""
    path, _, folder = database.partition("?host=")
    network = Network(Path(folder) / ".s.PGSQL.5432")
    server = await asyncio.start_server(network.connect, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    try:
        yield network, path.replace("@/", f"@127.0.0.1:{port}/")
    finally:
        network.passes.set()
        server.close()
        network.close()
