"""What a screen has sent and is not done yet, and when it was read: no flag falls before it is done."""

import asyncio
import time
from typing import Any, Final

from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect

from mezani.tables.arrival import note_arrival
from mezani.tables.flags import Flags

ROOM: Final = 4  # messages of a screen; the others are not read yet
SLOWED: Final = 1.0  # seconds that a screen has to wait that sends too much


class Inbox:
    """The messages of one screen, in the order in which they came."""

    def __init__(self, socket: WebSocket[Any, Any, Any], flags: Flags, table_id: str) -> None:
        self.socket, self.flags, self.table_id = socket, flags, table_id
        self._heard: asyncio.Queue[tuple[str | None, float]] = asyncio.Queue(ROOM)
        self._waiting: list[float] = []  # when what is not done yet was read
        self._slowed_until = 0.0

    async def listen(self) -> None:
        """Take what the screen sends, and note when: a move is in time when it is read, however much is done before."""
        try:
            while True:
                heard = (await self.socket.receive_text(), time.time())
                self.flags.wait_for(self.table_id, heard[1])
                self._waiting.append(heard[1])
                await self._heard.put(heard)
        except WebSocketDisconnect:
            await self._heard.put((None, 0.0))

    async def take(self) -> str | None:
        """The next message; what is done until the one after it was read when this one was. None: the screen is gone.

        Whoever has to wait because they have sent too much waits on their own clock.
        """
        text, read_at = await self._heard.get()
        note_arrival(max(read_at, self._slowed_until))
        return text

    def is_done(self) -> None:
        """The message that was taken last is done."""
        self.flags.wait_no_longer(self.table_id, self._waiting.pop(0))

    async def slow_down(self, seconds: float) -> None:
        """The screen has sent too much: for a moment nothing more is read."""
        await asyncio.sleep(min(seconds, SLOWED))
        self._slowed_until = time.time()

    def close(self) -> None:
        """The screen is gone: nobody waits for what it has sent last."""
        for read_at in self._waiting:
            self.flags.wait_no_longer(self.table_id, read_at)
        self._waiting.clear()
