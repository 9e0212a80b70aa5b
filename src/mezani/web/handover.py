"""Handing over: all live connections of a table belong to one of the server's processes, where they share their work.

Whichever process takes up a connection reads its request, and hands both to the process of the table. If that one can't
take it now, nothing is lost: the connection stays where it is.
"""

import asyncio
import re
import socket
import sys
import zlib
from collections.abc import Callable, Sequence
from contextlib import suppress

LIVE = re.compile(rb"/table/([^/?]+)/live(?:\?|$)")
LONGEST = 1 << 17  # bytes of a request; longer ones are not handed over
WHOLE_MESSAGES = socket.SOCK_SEQPACKET if sys.platform == "linux" else socket.SOCK_DGRAM

Take = Callable[[socket.socket, bytes], None]


class Hatch:
    """Through which one process gets connections from the others; it stays if the process is replaced."""

    def __init__(self) -> None:
        self.inside, self.outside = socket.socketpair(socket.AF_UNIX, WHOLE_MESSAGES)


class Handover:
    """What one of the processes knows of the hatches: which is its own, and where the others are."""

    def __init__(self, number: int, inside: socket.socket, outside: Sequence[socket.socket]) -> None:
        self.number, self.inside, self.outside = number, inside, outside
        for hatch in (inside, *outside):
            hatch.setblocking(False)

    def process_of(self, target: bytes) -> int:
        """The number of the process to which a request belongs: that of its table, else this one."""
        live = LIVE.match(target)
        return zlib.crc32(live[1]) % len(self.outside) if live else self.number

    def hand_over(self, target: bytes, request: bytes, connection: int) -> bool:
        """Hand a connection to the process that it belongs to; False if it stays here."""
        number = self.process_of(target)
        if number == self.number or len(request) > LONGEST:
            return False
        try:
            socket.send_fds(self.outside[number], [request], [connection])
        except OSError:  # its hatch is full: nobody has taken anything for a while
            return False
        return True

    def open(self, take: Take) -> None:
        """Take what the others hand over."""
        asyncio.get_running_loop().add_reader(self.inside, self._take_all, take)

    def close(self) -> None:
        """Take nothing any more; what is still there waits for whoever serves here next."""
        asyncio.get_running_loop().remove_reader(self.inside)

    def _take_all(self, take: Take) -> None:
        with suppress(BlockingIOError):
            while True:
                request, connections, _, _ = socket.recv_fds(self.inside, LONGEST, 1)
                for connection in connections:
                    take(socket.socket(fileno=connection), request)
