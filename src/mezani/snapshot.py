"""All fields of a state as plain data, alike on both builds: for tests, debugging and playthroughs."""

from typing import Any

from mezani.engine.packing import field_names
from mezani.engine.rng import Rng
from mezani.engine.state import State


def snapshot(state: State) -> dict[str, Any]:
    """Every field of a state with its value, hidden ones too, by name.

    >>> import mezani
    >>> snapshot(mezani.game("anne").new(players=3, seed=1))["players"]
    3
    """
    return {name: _plain(getattr(state, name)) for name in field_names(state)}


def _plain(value: Any) -> Any:
    if isinstance(value, Rng):
        return [value.a, value.b, value.c, value.d]
    if isinstance(value, list):
        return [_plain(item) for item in value]
    if isinstance(value, bool):
        return int(value)
    return value
