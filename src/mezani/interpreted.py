"""Runs the rules interpreted although they were compiled, where MEZANI_INTERPRETED=1: to debug, to measure coverage."""

import os
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader
from importlib.metadata import entry_points
from types import ModuleType

VARIABLE = "MEZANI_INTERPRETED"


class SourceFirst(MetaPathFinder):
    """Finds the modules of this package, and of those that bring games, as source files only."""

    def __init__(self) -> None:
        games = entry_points(group="mezani.games")
        self.packages = {"mezani", *(game.module.partition(".")[0] for game in games)}

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        if path is None or name.partition(".")[0] not in self.packages:
            return None
        for folder in path:
            if spec := FileFinder(folder, (SourceFileLoader, SOURCE_SUFFIXES)).find_spec(name, target):
                return spec
        return None


def is_chosen() -> bool:
    """Whether the environment asks for the rules to run interpreted."""
    return os.environ.get(VARIABLE, "") not in ("", "0")


def choose() -> None:
    """Let source files go before compiled modules if the environment asks for it."""
    if is_chosen():
        sys.meta_path.insert(0, SourceFirst())
