"""The arrays of a batch in one piece of memory, which several processes can share."""

import mmap
import os
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from mezani.envs.lanes import Rows

ALIGNED = 64  # bytes: what other libraries want of arrays that they take without a copy
SHARED_MEMORY = Path("/dev/shm")


class Shape(NamedTuple):
    """How large the arrays of a batch are."""

    games: int
    players: int
    observation: int  # bytes
    actions: int

    def layout(self) -> dict[str, tuple[Any, tuple[int, ...]]]:
        """The type and the shape of each array."""
        return {
            "actions": (np.int32, (self.games,)),
            "seats": (np.int32, (self.games,)),
            "observations": (np.uint8, (self.games, self.observation)),
            "masks": (np.uint8, (self.games, self.actions)),
            "over": (np.bool_, (self.games,)),
            "rewards": (np.float32, (self.games, self.players)),
            "scores": (np.int32, (self.games, self.players)),
        }

    def size(self) -> int:
        """How many bytes all of them take."""
        return sum(_room(kind, shape) for kind, shape in self.layout().values())

    def rows(self, memory: Any) -> Rows:
        """The arrays in a piece of memory."""
        found, first = {}, 0
        for name, (kind, shape) in self.layout().items():
            found[name] = np.frombuffer(memory, kind, int(np.prod(shape)), first).reshape(shape)
            first += _room(kind, shape)
        return Rows(**found)


def _room(kind: Any, shape: tuple[int, ...]) -> int:
    """How many bytes an array takes, up to where the next one begins."""
    used: int = int(np.prod(shape)) * np.dtype(kind).itemsize
    return -(-used // ALIGNED) * ALIGNED


def some_rows(rows: Rows, first: int, last: int) -> Rows:
    """The rows of some games."""
    return Rows(*(array[first:last] for array in rows))


def own_memory(size: int) -> Any:
    """Memory of this process alone."""
    return mmap.mmap(-1, max(size, 1))


class SharedMemory:
    """Memory that other processes can open by a path, until it is `hidden`; it lives as long as somebody has it."""

    def __init__(self, size: int) -> None:
        handle, path = tempfile.mkstemp(prefix="mezani-", dir=SHARED_MEMORY if SHARED_MEMORY.is_dir() else None)
        self.path = Path(path)
        os.ftruncate(handle, size)
        self.memory = mmap.mmap(handle, size)
        os.close(handle)

    def hide(self) -> None:
        """Let nobody open it any more; what is open stays."""
        self.path.unlink(missing_ok=True)


def shared_memory(path: str) -> Any:
    """The memory that another process has made."""
    with open(path, "r+b") as file:
        return mmap.mmap(file.fileno(), 0)
