"""The games of which there are environments, with each of their numbers of players."""

from typing import Any

import pytest

import mezani
from mezani.game import Game
from mezani.testing.playing import random_steps
from tests.playing import OUR_GAMES

ALL = [game for name in mezani.game_names() if (game := mezani.game(name)).observation]
OURS = [game for game in ALL if game.name in OUR_GAMES]
EVERY = [(game, players) for game in ALL for players in game.seats]
IDS = [f"{game.name}-{players}" for game, players in EVERY]
of_every_game = pytest.mark.parametrize(("game", "players"), EVERY, ids=IDS)


def actions_of(game: Game[Any], players: int, seed: int) -> list[int]:
    """The actions of a random game."""
    return [action for _, action in random_steps(game, players, seed)]
