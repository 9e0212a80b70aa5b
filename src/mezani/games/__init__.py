"""The registry: every folder here is a game, and so is every entry point of the group `mezani.games`.

A game that can't be played is left out, and why is said in the log and by `broken_games`: one bad package must not keep
people from all other games.
"""

import difflib
import importlib
import logging
import pkgutil
from functools import cache
from importlib.metadata import entry_points
from typing import Any

from mezani.engine.state import State
from mezani.game import Game
from mezani.games.registration import WrongGame, check, check_languages

log = logging.getLogger(__name__)

SHARED = "common"  # the folder of what several games share


class UnknownGame(KeyError):
    """There is no game of that name."""

    def __str__(self) -> str:
        return str(self.args[0])


class BrokenGame(UnknownGame):
    """A game of that name is installed, but can't be played; the message says why."""

    def __init__(self, name: str, fault: str) -> None:
        super().__init__(f"the game {name!r} is installed, but it can't be played: {fault}")
        self.name, self.fault = name, fault


@cache
def _sources() -> dict[str, str]:
    """Where each game is found: its name, and `module:attribute`. What is here goes before what comes from outside."""
    folders = [module.name for module in pkgutil.iter_modules(__path__) if module.ispkg and module.name != SHARED]
    found = {name: f"{__name__}.{name}:GAME" for name in folders}
    for entry in sorted(entry_points(group="mezani.games"), key=lambda entry: (entry.name, entry.value)):
        kept = found.setdefault(entry.name, entry.value)
        if kept != entry.value:
            log.error("the game %s from %s is left out: %s has that name", entry.name, entry.value, kept)
    return found


_games: dict[str, "Game[Any] | BrokenGame"] = {}  # those that were asked for


def _loaded(name: str) -> Game[Any] | BrokenGame:
    """The game of a name that there is, checked; what is wrong with it if it can't be played."""
    if name not in _games:
        _games[name] = _load(name)
    return _games[name]


def _load(name: str) -> Game[Any] | BrokenGame:
    module, _, attribute = _sources()[name].partition(":")
    try:
        found = getattr(importlib.import_module(module), attribute)
        check(found, name)
    except (Exception, SystemExit) as problem:  # whatever a package may do
        return _left_out(name, problem)
    game: Game[Any] = found
    return game


def _left_out(name: str, problem: BaseException) -> BrokenGame:
    """Say in the log why a game can't be played."""
    fault = str(problem) if isinstance(problem, WrongGame) else f"{type(problem).__name__}: {problem}"
    log.error("the game %s is left out: %s (from %s)", name, fault, _sources()[name])
    return BrokenGame(name, fault)


def game_names() -> list[str]:
    """The names of all games that can be played."""
    return sorted(name for name in _sources() if isinstance(_loaded(name), Game))


def broken_games() -> dict[str, str]:
    """The names of the games that were left out, and why."""
    loaded = {name: _loaded(name) for name in sorted(_sources())}
    return {name: problem.fault for name, problem in loaded.items() if isinstance(problem, BrokenGame)}


def game(name: str) -> Game[Any]:
    """The game of a name."""
    if name not in _sources():
        near = difflib.get_close_matches(name, game_names(), 1)
        hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(game_names())}"
        raise UnknownGame(f"there is no game {name!r}: {hint}")
    found = _loaded(name)
    if isinstance(found, BrokenGame):
        raise BrokenGame(name, found.fault)
    return found


def game_of(state: State) -> Game[Any]:
    """The game of a state, by the package of its rules."""
    modules = [f"{kind.__module__}." for kind in type(state).__mro__]
    found = [it for it in map(game, game_names()) if any(module.startswith(f"{it.package}.") for module in modules)]
    if not found:
        raise UnknownGame(f"no game has states of the kind {type(state).__module__}.{type(state).__name__}")
    return max(found, key=lambda it: len(it.package))


def check_all_languages() -> None:
    """Leave out games that can't be read in a language too. It takes longer, and is for those who serve them all."""
    for name in game_names():
        try:
            check_languages(game(name))
        except Exception as problem:  # whatever a package may do
            _games[name] = _left_out(name, problem)


def forget() -> None:
    """Look again which games there are when they are asked for next: a package may have come or gone."""
    _sources.cache_clear()
    _games.clear()
