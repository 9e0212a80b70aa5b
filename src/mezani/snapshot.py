"""All fields of a state as plain data, alike on both builds: for tests, debugging and playthroughs."""

from types import GetSetDescriptorType
from typing import Any

from mezani.engine.rng import Rng
from mezani.engine.state import State


def snapshot(state: State) -> dict[str, Any]:
    """Every field of a state with its value, hidden ones too, by name.

    >>> import mezani
    >>> snapshot(mezani.game("anne").new(players=3, seed=1))["players"]
    3
    """
    return {name: _plain(getattr(state, name)) for name in field_names(state)}


def field_names(state: State) -> list[str]:
    """The names of all fields of a state, sorted; what begins with _ only follows from them, and is none."""
    names = set(getattr(state, "__dict__", ()))
    for kind in type(state).__mro__[:-1]:
        names |= {name for name, member in vars(kind).items() if isinstance(member, GetSetDescriptorType | property)}
    return sorted(name for name in names if not name.startswith("_"))


def _plain(value: Any) -> Any:
    if isinstance(value, Rng):
        return [value.a, value.b, value.c, value.d]
    if isinstance(value, list):
        return [_plain(item) for item in value]
    if isinstance(value, bool):
        return int(value)
    return value
