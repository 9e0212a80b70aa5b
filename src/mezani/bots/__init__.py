"""Players that are programs: what a bot is, and the levels that can be chosen by name."""

from collections.abc import Callable
from functools import cache
from importlib.metadata import entry_points
from typing import Any, Protocol

from mezani.engine.rng import Rng
from mezani.engine.state import State
from mezani.game import Game


class Bot(Protocol):
    """Chooses the actions of a seat."""

    def choose(self, state: State, rng: Rng) -> int:
        """A legal action for the seat to move, on a state of the bot's own where all it can't know was dealt anew."""


class RandomBot:
    """Any legal move, each equally likely."""

    def __init__(self, game: Game[Any]) -> None:
        pass

    def choose(self, state: State, rng: Rng) -> int:
        return state.random_action(rng)


class SensibleBot:
    """The quick sensible player that each game brings along."""

    def __init__(self, game: Game[Any]) -> None:
        self.knowledge = game.knowledge()

    def choose(self, state: State, rng: Rng) -> int:
        self.knowledge.begin(state)
        return self.knowledge.choose(state, rng)


@cache
def _makers() -> dict[str, Callable[[Game[Any]], Bot]]:
    own: dict[str, Callable[[Game[Any]], Bot]] = {"random": RandomBot, "sensible": SensibleBot}
    return own | {entry.name: entry.load() for entry in entry_points(group="mezani.bots")}


def levels() -> list[str]:
    """The names of the bots that can be chosen, the weakest first."""
    return list(_makers())


def bot(level: str, game: Game[Any]) -> Bot:
    """The bot of a level for a game."""
    if level not in _makers():
        raise ValueError(f"there is no bot {level!r}: choose one of {', '.join(levels())}")
    return _makers()[level](game)


def choose(player: Bot, state: State, rng: Rng) -> int:
    """What a bot plays for the seat to move. It thinks on a world of which it knows no more than its seat does."""
    world = state.clone()
    world.resample(state.seat, rng)
    action = player.choose(world, rng)
    if not state.allows(action):
        raise ValueError(f"{type(player).__name__} chose action {action}, which is not legal")
    return action
