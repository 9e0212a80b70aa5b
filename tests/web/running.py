"""A real server in a thread of a test, with connections that a test can count."""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from mezani.web.serve import Server, listen, make_server
from mezani.web.settings import Settings
from tests.web.people import NO_LIMITS

PATIENCE = 60.0  # seconds: the machine may be busy


class Running:
    """A server that runs."""

    def __init__(self, settings: Settings) -> None:
        self.listening = listen(settings)
        self.port: int = self.listening.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self.server: Server = make_server(settings)
        self.thread = threading.Thread(target=self.server.run, kwargs={"sockets": [self.listening]})
        self.thread.start()
        until(lambda: self.server.started)

    def stop(self) -> float:
        """Stop it as a signal does; returns how long that takes."""
        began = time.monotonic()
        self.server.handle_exit(15, None)
        self.thread.join(PATIENCE)
        return time.monotonic() - began

    def connect(self, sent: bytes = b"", room: int = 0) -> socket.socket:
        """A connection that has sent something; it may have little room for what it gets."""
        connection = socket.socket()
        connection.settimeout(PATIENCE)
        if room:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
        connection.connect(("127.0.0.1", self.port))
        connection.sendall(sent)
        return connection

    @property
    def held(self) -> int:
        """How many connections it holds."""
        return self.server.config.guard.connections.count  # type: ignore[attr-defined, no-any-return]


@contextmanager
def running(folder: Path, **settings: Any) -> Iterator[Running]:
    """A server over a database in a folder."""
    chosen: dict[str, Any] = {"port": 0, "database": f"sqlite:///{folder}/mezani.db", "bot_processes": 1, **NO_LIMITS}
    server = Running(Settings(**{**chosen, **settings}))
    try:
        yield server
    finally:
        if server.thread.is_alive():
            server.stop()


def until(holds: Any) -> None:
    """Wait until something holds."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, "it never came to that"
        time.sleep(0.01)


def all_of(connection: socket.socket) -> bytes:
    """What a connection brings until it is closed."""
    parts = []
    try:
        while part := connection.recv(65536):
            parts.append(part)
    except ConnectionResetError:
        pass
    connection.close()
    return b"".join(parts)
