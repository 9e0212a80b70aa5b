"""The small Ahadi with a few of its deals: OpenSpiel's algorithms would take minutes for all of them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import mezani

SMALL = {"numbers": 3, "single_hand": True}
EVERY = 168


def few_deals(players: int, options: Mapping[str, Any]) -> Sequence[Any] | None:
    """Some of the deals, from all over the list."""
    deals = mezani.game("ahadi").all_deals(players, options)
    return deals[::EVERY] if deals else None


def load_few() -> Any:
    """The game as OpenSpiel loads it."""
    import pyspiel

    from mezani.envs.openspiel import register

    register(replace(mezani.game("ahadi"), name="ahadi_few", deals=few_deals))
    return pyspiel.load_game("mezani_ahadi_few(players=2,numbers=3,single_hand=True)")
