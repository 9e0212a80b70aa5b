"""The registry: every folder here is a game, and so is every entry point of the group `mezani.games`."""

import difflib
import importlib
import pkgutil
from functools import cache
from importlib.metadata import entry_points
from typing import Any

from mezani.game import Game


class UnknownGame(KeyError):
    """There is no game of that name."""

    def __str__(self) -> str:
        return str(self.args[0])


@cache
def _sources() -> dict[str, str]:
    """Where each game is found: its name, and `module:attribute`."""
    folders = {
        module.name: f"{__name__}.{module.name}:GAME" for module in pkgutil.iter_modules(__path__) if module.ispkg
    }
    return folders | {entry.name: entry.value for entry in entry_points(group="mezani.games")}


def games() -> list[str]:
    """The names of all games that can be played."""
    return sorted(_sources())


@cache
def game(name: str) -> Game[Any]:
    """The game of a name."""
    source = _sources().get(name)
    if source is None:
        near = difflib.get_close_matches(name, games(), 1)
        hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(games())}"
        raise UnknownGame(f"there is no game {name!r}: {hint}")
    module, _, attribute = source.partition(":")
    found: Game[Any] = getattr(importlib.import_module(module), attribute)
    return found
