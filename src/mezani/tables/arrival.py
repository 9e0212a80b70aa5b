"""When something was read from the socket: by this, and not by when it is stored, a move is in time."""

import time
from contextvars import ContextVar

READ_AT = "mezani.read_at"  # where a connection notes when the last byte of a request was read

_read_at: ContextVar[float] = ContextVar("read_at", default=0.0)


def note_arrival(at: float | None = None) -> None:
    """What is done next in this task was read now, or at a time."""
    _read_at.set(time.time() if at is None else at)


def read_at() -> float:
    """When what is being done was read; now, if nobody has noted it."""
    return _read_at.get() or time.time()
