"""A client that sends any bytes, and reads of HTTP what it must."""

import asyncio
from contextlib import suppress
from typing import NamedTuple

PATIENCE = 60.0  # seconds
ENDLESS = b"text/event-stream"
BODILESS = (204, 304)


class Answer(NamedTuple):
    """What came back: 0 if the server closed the line without a word."""

    status: int
    headers: dict[bytes, bytes]
    body: bytes


NOTHING = Answer(0, {}, b"")


class RawClient:
    """A line to a server that is made anew when it is gone."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.writer: asyncio.StreamWriter | None = None

    async def send_all(self, requests: list[bytes]) -> list[Answer]:
        """Send requests one after the other without waiting, then read the answers.

        What comes after a request that ends the line is sent again.
        """
        answers: list[Answer] = []
        while len(answers) < len(requests):
            answers += await self._send_some(requests[len(answers) :])
        return answers

    async def _send_some(self, requests: list[bytes]) -> list[Answer]:
        """At least one answer, until the line is closed."""
        if self.writer is None:
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port, limit=2**20)
        answers: list[Answer] = []
        with suppress(ConnectionError):
            self.writer.write(b"".join(requests))
            await self.writer.drain()
        for request in requests:
            answer = await self._read(request.startswith(b"HEAD "))
            answers.append(answer)
            if answer == NOTHING or answer.headers.get(b"connection") == b"close" or self._is_endless(answer):
                self.close()
                break
        return answers

    @staticmethod
    def _is_endless(answer: Answer) -> bool:
        return answer.headers.get(b"content-type", b"").startswith(ENDLESS)

    async def _read(self, is_head: bool) -> Answer:
        try:
            async with asyncio.timeout(PATIENCE):
                head = await self.reader.readuntil(b"\r\n\r\n")
                first, *lines = head[:-4].split(b"\r\n")
                headers = {name.lower(): value.strip() for name, _, value in (line.partition(b":") for line in lines)}
                status = int(first.split()[1])
                body = b""
                if not is_head and status not in BODILESS and not headers.get(b"content-type", b"").startswith(ENDLESS):
                    body = await self._body(headers)
                return Answer(status, headers, body)
        except (asyncio.IncompleteReadError, ConnectionError):
            return NOTHING

    async def _body(self, headers: dict[bytes, bytes]) -> bytes:
        if headers.get(b"transfer-encoding") == b"chunked":
            body = b""
            while size := int(await self.reader.readuntil(b"\r\n"), 16):
                body += (await self.reader.readexactly(size + 2))[:-2]
            await self.reader.readuntil(b"\r\n")
            return body
        return await self.reader.readexactly(int(headers.get(b"content-length", b"0")))

    async def send_odd(self, data: bytes, ends: bool) -> int:
        """Something that need not be HTTP, on a line of its own; the status that comes back, 0 if none does."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        first = b""
        with suppress(ConnectionError, TimeoutError):
            writer.write(data)
            if ends:
                writer.write_eof()
            async with asyncio.timeout(0.2):
                first = await reader.readline()
        writer.close()
        words = first.split()
        return int(words[1]) if len(words) > 1 and words[0].startswith(b"HTTP/") and words[1].isdigit() else 0

    def close(self) -> None:
        if self.writer:
            self.writer.close()
            self.writer = None
