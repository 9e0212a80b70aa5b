"""Players that are programs: what a bot is, and the levels that can be chosen by name."""

import difflib
import importlib
from collections.abc import Callable
from functools import cache
from importlib.metadata import entry_points
from typing import Any, NamedTuple, Protocol

from mezani.bots.levels import LEVELS, RandomBot, Thinker
from mezani.engine.rng import Rng
from mezani.engine.state import State
from mezani.game import Game

USUAL = "trader"  # for whoever has not chosen


class Bot(Protocol):
    """Chooses the actions of a seat."""

    def choose(self, state: State, rng: Rng) -> int:
        """A legal action for the seat to move. The state is the bot's own; what the seat can't know was dealt anew."""


class UnknownBot(ValueError):
    """There is no bot of that name."""


class Hint(NamedTuple):
    """A move, and what it promises to its seat: its chance of winning, from 0 to 1."""

    action: int
    prospect: float


@cache
def _makers() -> dict[str, Callable[[Game[Any]], Bot]]:
    others = {entry.name: entry.load() for entry in entry_points(group="mezani.bots")}
    return {**LEVELS, **others}


def levels() -> list[str]:
    """The names of the bots that can be chosen, the weakest first.

    >>> levels()[:4]
    ['novice', 'trader', 'expert', 'master']
    """
    return list(_makers())


def maker(level: str) -> Callable[[Game[Any]], Bot]:
    """What makes the bots of a level. Besides the levels there are `random`, and any class as `module:Class`."""
    if level in _makers():
        return _makers()[level]
    if level == "random":
        return RandomBot
    module, colon, name = level.partition(":")
    if colon:
        try:
            made: Callable[[Game[Any]], Bot] = getattr(importlib.import_module(module), name)
        except (ImportError, AttributeError) as problem:
            raise UnknownBot(f"there is no bot {level!r}: {problem}") from problem
        return made
    near = difflib.get_close_matches(level, levels(), 1)
    hint = f"did you mean {near[0]}?" if near else f"choose one of {', '.join(levels())}"
    raise UnknownBot(f"there is no bot {level!r}: {hint}")


def bot(level: str, game: Game[Any]) -> Bot:
    """The bot of a level for a game."""
    return maker(level)(game)


def choose(player: Bot, state: State, rng: Rng) -> int:
    """What a bot plays for the seat to move. It thinks on a world of which it knows no more than its seat does."""
    world = state.clone()
    world.resample(state.seat, rng)
    action = player.choose(world, rng)
    if not state.allows(action):
        raise ValueError(f"{type(player).__name__} chose action {action}, which is not legal")
    return action


def plan(player: Bot, state: State, rng: Rng) -> list[int]:
    """What a bot plays until another seat is to move or something comes to light; one action if it plans no further."""
    if not hasattr(player, "plan"):
        return [choose(player, state, rng)]
    world = state.clone()
    world.resample(state.seat, rng)
    actions: list[int] = player.plan(world, rng)
    trial = state.clone()
    for action in actions:
        trial.play(action)
    return actions


def hint(game: Game[Any], state: State, rng: Rng) -> Hint:
    """The move that the strongest bot would make for the seat to move, with its estimate."""
    world = state.clone()
    world.resample(state.seat, rng)
    best = Thinker(game).think(world, rng).moves()[0]
    return Hint(best.action, best.prospect)
