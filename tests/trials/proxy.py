"""A line between two programs that can fall silent: what is sent meanwhile arrives when it speaks again."""

import asyncio
import socket
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

Target = Path | tuple[str, int]  # a socket in the file system, or a host and a port
Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Proxy:
    """Passes on what it gets, to the first of its targets that answers."""

    def __init__(self, targets: Sequence[Target]) -> None:
        self.targets = targets
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.port = int(self.listening.getsockname()[1])
        self.address = f"http://127.0.0.1:{self.port}"
        self.loop = asyncio.new_event_loop()
        self.speaks = asyncio.Event()
        self.speaks.set()
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()

    def be_silent(self) -> None:
        self.loop.call_soon_threadsafe(self.speaks.clear)

    def speak(self) -> None:
        self.loop.call_soon_threadsafe(self.speaks.set)

    def stop(self) -> None:
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()
        self.listening.close()

    def _run(self) -> None:
        self.loop.run_until_complete(asyncio.start_server(self._serve, sock=self.listening))
        self.loop.run_forever()
        for task in asyncio.all_tasks(self.loop):
            task.cancel()
        self.loop.run_until_complete(asyncio.sleep(0))

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            await self.speaks.wait()
            there = await self._connect()
            await asyncio.gather(self._pass_on(reader, there[1]), self._pass_on(there[0], writer))
        writer.close()

    async def _connect(self) -> Streams:
        for target in self.targets:
            with suppress(OSError):
                if isinstance(target, Path):
                    return await asyncio.open_unix_connection(target)
                return await asyncio.open_connection(*target)
        raise ConnectionRefusedError

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(65536):
                await self.speaks.wait()
                writer.write(data)
                await writer.drain()
        writer.close()


@contextmanager
def proxy(*targets: Target) -> Iterator[Proxy]:
    """A proxy, as long as it is needed."""
    running = Proxy(targets)
    try:
        yield running
    finally:
        running.stop()
