"""An example as it is written: an entry of `words/examples.toml` of a game's folder; docs/lessons.md tells how."""

import re
import tomllib
from functools import cached_property, lru_cache
from importlib.resources import files
from typing import Any, NamedTuple

import msgspec

from mezani.game import Game
from mezani.language import Said
from mezani.lessons.attempt import Attempt
from mezani.lessons.lesson import Start, WrongLesson, lessons_of, read_start

FILE = "examples.toml"
SQUARES = re.compile(r"([a-z])(\d+)-([a-z])(\d+)")


class WrongExample(ValueError):
    """An example that can't be read as it is written; the message says which, and what is wrong with it."""


class Cutting(NamedTuple):
    """The part of a map that is shown, in squares."""

    left: int
    top: int
    columns: int
    rows: int


class Example(msgspec.Struct, frozen=True, dict=True, forbid_unknown_fields=True):
    """A position that shows what a paragraph of the rules means: some parts of the board, and what is said to it."""

    paragraph: str
    start: Start
    show: tuple[str, ...]
    say: Said
    light: tuple[str, ...] = ()
    look: str = ""  # what the viewer looks at more closely
    squares: str = ""  # "c3-h8": of a map only these

    @cached_property
    def cutting(self) -> Cutting | None:
        """The part of the map that is shown; None: all of it."""
        corners = SQUARES.fullmatch(self.squares)
        if corners is None:
            return None
        left, right = ord(corners[1]) - ord("a"), ord(corners[3]) - ord("a")
        top, bottom = int(corners[2]) - 1, int(corners[4]) - 1
        return Cutting(left, top, right - left + 1, bottom - top + 1)


@lru_cache
def examples_of(game: Game[Any]) -> tuple[Example, ...]:
    """The examples of a game in the order of their file; a game without one has none."""
    file = files(game.package).joinpath("words", FILE)
    return read_examples(game, file.read_text("utf-8")) if file.is_file() else ()


def read_examples(game: Game[Any], text: str) -> tuple[Example, ...]:
    """The examples of a text."""
    try:
        given = tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        raise WrongExample(f"{FILE}: {problem}") from problem
    examples = given.pop("examples", None)
    if given or not isinstance(examples, list):
        raise WrongExample(f"{FILE}: it consists of [[examples]] and nothing else")
    return tuple(_example(game, entry, number) for number, entry in enumerate(examples, 1))


def _example(game: Game[Any], entry: dict[str, Any], number: int) -> Example:
    where = f"{FILE}, example {number} ({entry.get('paragraph', 'of no paragraph')})"
    try:
        start = _start(game, entry.get("start"))
        example = msgspec.convert(entry | {"start": start}, Example)
    except (WrongLesson, msgspec.ValidationError) as problem:
        raise WrongExample(f"{where}: {problem}") from problem
    if not example.show:
        raise WrongExample(f"{where}: `show` names the parts of the board that are drawn")
    cutting = example.cutting
    if example.squares and (cutting is None or min(cutting) < 0 or 0 in cutting[2:]):
        raise WrongExample(f"{where}: `squares` goes from one corner to another as c3-h8 does")
    return example


def _start(game: Game[Any], given: Any) -> Start:
    """A position, or that in which a step of a lesson begins, with moves after it."""
    if not isinstance(given, dict) or "lesson" not in given:
        return read_start(given, "start")
    if strange := given.keys() - {"lesson", "step", "moves"}:
        raise WrongLesson(f"start: beside `lesson` there may be step and moves, not {sorted(strange)[0]}")
    lesson = next((lesson for lesson in lessons_of(game) if lesson.id == given["lesson"]), None)
    if lesson is None:
        raise WrongLesson(f"start: there is no lesson {given['lesson']!r}")
    step = given.get("step", 1)
    if not isinstance(step, int) or not 1 <= step <= len(lesson.steps):
        raise WrongLesson(f"start: the lesson {lesson.id} has steps 1 to {len(lesson.steps)}, not {step}")
    attempt = Attempt(game, lesson, tuple(step.shown for step in lesson.steps[: step - 1]))
    moves = " ".join([*attempt.moves, str(given.get("moves", ""))]).strip()
    return msgspec.structs.replace(attempt.start, moves=moves)
