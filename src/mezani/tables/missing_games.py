"""Games that are not there, since a package was removed or is broken: their tables are listed, and keep their log."""

from typing import Any

from mezani.game import Game
from mezani.games import UnknownGame, game
from mezani.tables.refusals import GameMissing


def game_of_table(name: str) -> Game[Any]:
    """The game that is played at a table; `GameMissing` if it is not there."""
    try:
        return game(name)
    except UnknownGame as problem:
        raise GameMissing(name) from problem


def is_missing(name: str) -> bool:
    """Whether a game can't be played here now."""
    try:
        game(name)
    except UnknownGame:
        return True
    return False


def title_of(name: str) -> str:
    """The title of a game; its name if it is not there."""
    return name if is_missing(name) else game(name).title
