"""A game from outside that comes and goes, for the tests."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from types import ModuleType

import pytest

import mezani
from mezani import games
from tests.playing import OUR_GAMES

NAME = "nim"
TITLE = "Nim from outside"


@contextmanager
def game_from_outside() -> Iterator[str]:
    """A game that is installed as long as this lasts; returns its name. It is one of ours under another name."""
    package = ModuleType("a_game_from_outside")
    package.GAME = replace(mezani.game(OUR_GAMES[0]), name=NAME, title=TITLE)  # type: ignore[attr-defined]
    found = games._sources() | {NAME: f"{package.__name__}:GAME"}
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, package.__name__, package)
        patch.setattr(games, "_sources", cache(lambda: found))
        games.forget()
        yield NAME
    games.forget()
