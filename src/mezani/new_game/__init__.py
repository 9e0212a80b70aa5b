"""A new game: writes a small package that works at once, for its author to change."""

import importlib.util
import keyword
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from string import Template

from mezani.games import broken_games, game_names

NAMED = {"game": "{name}", "test_game.py": "test_{name}.py"}  # what is called after the game
SUFFIX = ".txt"  # so that nobody takes the files of the template for modules


class CannotWrite(ValueError):
    """A new game that can't be written; the message says why."""


def write(name: str, where: Path) -> Path:
    """Write the package of a new game into a folder of its name; returns that folder."""
    folder = where / name
    check_name(name)
    if folder.exists():
        raise CannotWrite(f"{folder}/ is there already: choose another name, or another place")
    if importlib.util.find_spec(name):
        raise CannotWrite(f"there is a Python module {name!r} already, which the game would hide: choose another name")
    title = name.replace("_", " ").capitalize()
    words = {"name": name, "title": title, "class_name": title.title().replace(" ", "")}
    for path, text in template(files(__name__).joinpath("template")):
        target = folder.joinpath(*(NAMED.get(part, part).format(name=name) for part in path))
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(Template(text).substitute(words), "utf-8")
    return folder


def check_name(name: str) -> None:
    """Raise `CannotWrite` if a game can't be called so."""
    if not (name.isascii() and name.isidentifier() and name.islower()) or keyword.iskeyword(name):
        raise CannotWrite(f"{name!r} is no name for a game: small letters, digits and _, such as my_game")
    if name in game_names() or name in broken_games():
        raise CannotWrite(f"there is a game {name!r} already: choose another name")


def template(folder: Traversable, path: tuple[str, ...] = ()) -> list[tuple[tuple[str, ...], str]]:
    """The files of the template: the path of each in the package, and its text."""
    found: list[tuple[tuple[str, ...], str]] = []
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            found += template(entry, (*path, entry.name))
        elif entry.name.endswith(SUFFIX):
            found.append(((*path, entry.name.removesuffix(SUFFIX)), entry.read_text("utf-8")))
    return found
