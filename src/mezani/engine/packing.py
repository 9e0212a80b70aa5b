"""States as bytes: all fields by name, alike on both builds, with a checksum.

The bytes say everything, hidden cards and the future chance too: they are for those who run the game. They are read
with the same trust as a program's own files: the checksum finds what was damaged, not what was made up.
"""

from hashlib import blake2b
from types import GetSetDescriptorType
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from mezani.engine.rng import Rng

if TYPE_CHECKING:
    from mezani.engine.state import State

S = TypeVar("S", bound="State")

FORMAT = b"mezani1"
CHECKSUM = 8


class BadBytes(ValueError):
    """Bytes that are no state; the message says why not."""


def field_names(state: "State") -> list[str]:
    """The names of all fields of a state, sorted; what begins with _ only follows from them, and is none."""
    names = set(getattr(state, "__dict__", ()))
    for kind in type(state).__mro__[:-1]:
        names |= {name for name, member in vars(kind).items() if isinstance(member, GetSetDescriptorType | property)}
    return sorted(name for name in names if not name.startswith("_"))


def kept_names(state: "State") -> list[str]:
    """The names of the fields that are set, and not worked out when they are asked for."""
    return [name for name in field_names(state) if _can_be_set(state, name)]


def _can_be_set(state: "State", name: str) -> bool:
    """A field can be set to what it is; a property can't, which looks like a field where it is compiled."""
    try:
        setattr(state, name, getattr(state, name))
    except AttributeError:
        return False
    return True


def values(state: "State") -> list[Any]:
    """What the kept fields hold, as plain data, in the order of their names."""
    return [_plain(getattr(state, name)) for name in _names_of(state)]


def packed(state: "State") -> bytes:
    """A state as bytes."""
    contents = msgspec.msgpack.encode([type(state).__name__, dict(zip(_names_of(state), values(state), strict=True))])
    return FORMAT + blake2b(contents, digest_size=CHECKSUM).digest() + contents


def unpacked(fresh: S, data: bytes) -> S:
    """Make the state that bytes hold out of a fresh one of the same game; `BadBytes` says what is wrong with them."""
    kind, fields = _read(data)
    if kind != type(fresh).__name__:
        raise BadBytes(f"these bytes are a state of {kind}, not of {type(fresh).__name__}")
    names = _names_of(fresh)
    if sorted(fields) != list(names):
        differ = sorted(set(names) ^ set(fields))
        raise BadBytes(f"these bytes are a state of another version of the rules: {', '.join(map(str, differ))}")
    for name in names:
        setattr(fresh, name, _restored(getattr(fresh, name), fields[name]))
    fresh.work_out()
    return fresh


def _read(data: bytes) -> tuple[str, dict[str, Any]]:
    start = len(FORMAT) + CHECKSUM
    if not isinstance(data, bytes | bytearray | memoryview) or bytes(data[: len(FORMAT)]) != FORMAT:
        raise BadBytes("these bytes are no state: they were not made by `to_bytes` of this version")
    contents = bytes(data[start:])
    if blake2b(contents, digest_size=CHECKSUM).digest() != bytes(data[len(FORMAT) : start]):
        raise BadBytes("these bytes are damaged: something is missing or was changed")
    kind, fields = msgspec.msgpack.decode(contents)
    return kind, fields


_names: dict[type, tuple[str, ...]] = {}


def _names_of(state: "State") -> tuple[str, ...]:
    """The same for all states of a class, so they are looked for once."""
    kind = type(state)
    if kind not in _names:
        _names[kind] = tuple(kept_names(state))
    return _names[kind]


def _plain(value: Any) -> Any:
    if isinstance(value, bool):
        return int(value)
    if isinstance(value, list):
        return [int(item) for item in value]
    if isinstance(value, int):
        return value
    if isinstance(value, Rng):
        return [value.a, value.b, value.c, value.d]
    return value.to_text()


def _restored(now: Any, value: Any) -> Any:
    """The value of a field that holds something of that kind now."""
    if isinstance(now, Rng):
        rng = Rng()
        rng.a, rng.b, rng.c, rng.d = value
        return rng
    if isinstance(now, bool):
        return bool(value)
    return value if isinstance(now, int | list) else type(now).from_text(value)
