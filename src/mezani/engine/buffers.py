"""Writing numbers into buffers of bytes that others hold: arrays of NumPy, bytearrays, shared memory.

Compiled modules take the C functions of the same names from `buffers.pxd`, where a buffer is a pointer.
"""

from typing import Any, Literal


def bytes_of(buffer: bytearray | memoryview, size: int) -> memoryview:
    """The bytes of a writable buffer that lies in one piece and has room for so many; else an error says why not."""
    view = memoryview(buffer)
    if view.readonly:
        raise ValueError("this buffer can't be written to")
    if not view.c_contiguous:
        raise ValueError("this buffer does not lie in one piece")
    if view.itemsize != 1:
        raise ValueError(f"this buffer holds numbers of {view.itemsize} bytes each: it must hold bytes (uint8)")
    if view.nbytes < size:
        raise ValueError(f"this buffer has {view.nbytes} bytes, where {size} are needed")
    return view.cast("B")


def ints_of(buffer: bytearray | memoryview, count: int) -> memoryview:
    """The same for so many numbers of C (int32)."""
    numbers: memoryview = _numbers_of(buffer, "i", count)
    return numbers


def floats_of(buffer: bytearray | memoryview, count: int) -> "memoryview[float]":
    """The same for so many numbers with fractions (float32)."""
    numbers: memoryview[float] = _numbers_of(buffer, "f", count)
    return numbers


def _numbers_of(buffer: bytearray | memoryview, kind: Literal["i", "f"], count: int) -> Any:
    view = memoryview(buffer)
    if view.readonly or not view.c_contiguous or view.nbytes != 4 * count:
        raise ValueError(f"this must be {count} numbers of 4 bytes in one piece, to be written to")
    return view.cast("B").cast(kind)


def size_of(buffer: bytearray | memoryview) -> int:
    """How many bytes a buffer has."""
    return memoryview(buffer).nbytes


def view_of(into: memoryview, size: int) -> memoryview:
    """The first bytes as an object of Python."""
    return into[:size]


def after(into: memoryview, first: int) -> memoryview:
    """The same buffer from a byte on."""
    return into[first:]


def clear(into: memoryview, size: int) -> None:
    """Put 0 into the first bytes."""
    into[:size] = bytes(size)


# Numbers one behind the other: each function puts something at a byte, and returns the byte behind it


def write_number(into: memoryview, at: int, number: int) -> int:
    """A number: 0 if it is negative, 255 if it is greater than that."""
    into[at] = min(max(number, 0), 255)
    return at + 1


def write_one(into: memoryview, at: int, size: int, n: int) -> int:
    """A one among so many zeros, at the n-th place; none if n is negative, which stands for nothing."""
    if n >= 0:
        into[at + n] = 1
    return at + size


def write_set(into: memoryview, at: int, size: int, word: int) -> int:
    """A one among so many zeros for each number of a set."""
    while word:
        into[at + (word & -word).bit_length() - 1] = 1
        word &= word - 1
    return at + size


def place_from(seat: int, other: int, players: int) -> int:
    """How far to the left of a seat another one sits; nobody (-1) stays nobody."""
    return (other - seat) % players if other >= 0 else other


# Comparing and copying


def next_difference(one: memoryview, other: memoryview, at: int, size: int) -> int:
    """The first byte from one on in which two buffers differ; their size if there is none."""
    while at < size and one[at] == other[at]:
        at += 1
    return at


def copy(source: memoryview, into: memoryview, size: int) -> None:
    """Copy the first bytes of a buffer into another one."""
    into[:size] = source[:size]
