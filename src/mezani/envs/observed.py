"""The games that programs can learn: those that say in numbers what their seats may know."""

from collections.abc import Iterator
from typing import Any

from mezani.game import Game
from mezani.games import game, game_names


class NoObservation(ValueError):
    """A game that does not say what its seats may know as numbers, so that no program can learn it."""


def observed_game(name: str) -> Game[Any]:
    """The game of a name, if it can be learned."""
    found = game(name)
    if found.observation is None:
        known = ", ".join(observed.name for observed in observed_games())
        raise NoObservation(f"{found.title} has no observations, so there is no environment of it: there are {known}")
    return found


def observed_games() -> Iterator[Game[Any]]:
    """All games that can be learned."""
    return (found for found in map(game, game_names()) if found.observation is not None)
