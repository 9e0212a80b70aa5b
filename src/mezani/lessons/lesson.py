"""A lesson as it is written: a TOML file in `words/lessons` of a game's folder; docs/lessons.md tells how."""

import re
import tomllib
from collections.abc import Sequence
from enum import Enum
from functools import cached_property, lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, TypeVar

import msgspec

from mezani.game import Game
from mezani.language import LANGUAGES, Said

FOLDER = "lessons"
FILE = re.compile(r"(\d\d)-([a-z][a-z-]*)\.toml")
ANY = "*"  # stands for any one move
LETTERS = "ABCDEFGHIJ"

T = TypeVar("T")


class WrongLesson(ValueError):
    """A lesson that can't be read or done as it is written; the message says which, where, and what is wrong."""


class StepKind(Enum):
    """What is to be done in a step."""

    LOOK = "look"
    DO = "do"
    FIND = "find"
    ASK = "ask"


class Start(msgspec.Struct, frozen=True):
    """A position: a game from its beginning, and the moves that were made."""

    players: int
    seat: int = 0  # of who learns
    seed: int = 1
    moves: str = ""
    options: dict[str, Any] = {}


class Wrong(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is said to something that misses the point."""

    moves: str
    say: Said
    keep: bool = False  # whether one may go on with it


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A step of a lesson: something is said, and perhaps something is to be done."""

    say: Said
    light: tuple[str, ...] = ()
    then: str = ""  # moves that are made when one goes on
    start: Start | None = None  # if it begins at another position
    task: Said = {}
    do: tuple[str, ...] = ()
    show: str = ""
    find: tuple[str, ...] = ()
    among: tuple[str, ...] = ()
    ask: Said = {}
    answers: tuple[str, ...] | dict[str, tuple[str, ...]] = ()
    right: int = 0
    done: Said = {}
    wrong: tuple[Wrong, ...] = ()

    @property
    def kind(self) -> StepKind:
        if self.do:
            return StepKind.DO
        if self.find:
            return StepKind.FIND
        return StepKind.ASK if self.ask else StepKind.LOOK

    @property
    def marked(self) -> tuple[str, ...]:
        """What is lit, in the order of its letters."""
        return self.among if self.kind is StepKind.FIND else self.light

    @property
    def shown(self) -> str:
        """How it is done, as "Show me" does it."""
        match self.kind:
            case StepKind.DO:
                return self.show or self.do[0]
            case StepKind.FIND:
                return self.find[0]
            case StepKind.ASK:
                return str(self.right)
            case StepKind.LOOK:
                return ""

    def answers_in(self, lang: str) -> tuple[str, ...]:
        """The answers to choose from."""
        if isinstance(self.answers, dict):
            return self.answers.get(lang) or self.answers[LANGUAGES[0]]
        return self.answers

    def texts(self) -> list[Said]:
        """All that is said in it."""
        given = [self.say, self.task, self.ask, self.done, *(wrong.say for wrong in self.wrong)]
        return [text for text in given if text]


class Lesson(msgspec.Struct, frozen=True, dict=True):
    """A lesson of a game."""

    number: int
    id: str
    title: Said
    gist: Said
    able: Said
    minutes: int
    start: Start
    steps: tuple[Step, ...]
    teaches: tuple[str, ...] = ()
    hides: tuple[str, ...] = ()

    @cached_property
    def last(self) -> int:
        """The number of its last step, counted from 0."""
        return len(self.steps) - 1

    def start_of(self, number: int) -> Start:
        """The position from which a step came."""
        return next((step.start for step in reversed(self.steps[: number + 1]) if step.start), self.start)


@lru_cache
def lessons_of(game: Game[Any]) -> tuple[Lesson, ...]:
    """The lessons of a game in their order; a game without lessons has none."""
    folder = files(game.package).joinpath("words", FOLDER)
    if not folder.is_dir():
        return ()
    found = sorted((file for file in folder.iterdir() if file.name.endswith(".toml")), key=lambda file: file.name)
    lessons = tuple(_read_file(file) for file in found)
    numbers = [lesson.number for lesson in lessons]
    if numbers != list(range(1, len(lessons) + 1)):
        raise WrongLesson(f"{game.name}: lessons are numbered from 01 on without gaps, not {numbers}")
    return lessons


def _read_file(file: Traversable) -> Lesson:
    named = FILE.fullmatch(file.name)
    if named is None:
        raise WrongLesson(f"{file.name}: a lesson is called as 03-following.toml is")
    try:
        return read_lesson(file.read_text("utf-8"), int(named[1]), named[2])
    except WrongLesson as problem:
        raise WrongLesson(f"{file.name}: {problem}") from problem


def read_lesson(text: str, number: int, id: str) -> Lesson:
    """A lesson from its text."""
    try:
        given = tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        raise WrongLesson(str(problem)) from problem
    steps = given.pop("steps", [])
    if not isinstance(steps, list) or not steps:
        raise WrongLesson("it has no [[steps]]")
    allowed = {"title", "gist", "able", "minutes", "teaches", "hides", "start"}
    if strange := given.keys() - allowed:
        raise WrongLesson(f"there is no {sorted(strange)[0]!r} in a lesson: there are {', '.join(sorted(allowed))}")
    given["start"] = read_start(given.get("start"), "[start]")
    given["steps"] = [_step(step, place) for place, step in enumerate(steps, 1)]
    return _converted(given | {"number": number, "id": id}, Lesson, "the lesson")


def _step(given: Any, place: int) -> Step:
    where = f"step {place}"
    if isinstance(given, dict) and "start" in given:
        given = given | {"start": read_start(given["start"], where)}
    step = _converted(given, Step, where)
    for problem in _problems(step):
        raise WrongLesson(f"{where}: {problem}")
    return step


def _problems(step: Step) -> Sequence[str]:
    """What does not fit together in a step."""
    kinds = [name for name, given in (("do", step.do), ("find", step.find), ("ask", step.ask)) if given]
    if len(kinds) > 1:
        return [f"it is to {kinds[0]} and to {kinds[1]}; give each a step of its own"]
    if not kinds:
        extra = [name for name in ("task", "show", "among", "answers", "right", "done", "wrong") if getattr(step, name)]
        return [f"{extra[0]} needs do, find or ask beside it"] if extra else []
    if step.kind is not StepKind.ASK and not step.task:
        return ["the task is missing"]
    if step.kind is StepKind.DO and any("," in way or ANY in way.split() for way in (step.shown,)):
        return ['say by `show` which moves "Show me" makes']
    if step.kind is StepKind.FIND and not set(step.find) < set(step.among):
        return ["`among` names what can be pressed: what is to be found, and more"]
    if step.kind is StepKind.ASK and not 1 <= step.right <= len(step.answers_in(LANGUAGES[0])):
        return [f"`right` is the number of an answer, not {step.right}"]
    return []


def read_start(given: Any, where: str) -> Start:
    """A position as it is written; what is no field of it is an option of the game."""
    if not isinstance(given, dict):
        raise WrongLesson(f"{where}: it says nothing of where it begins")
    own = {name: value for name, value in given.items() if name in Start.__struct_fields__}
    return _converted(own | {"options": {n: v for n, v in given.items() if n not in own}}, Start, where)


def _converted(given: Any, kind: type[T], where: str) -> T:
    try:
        return msgspec.convert(given, kind)
    except msgspec.ValidationError as problem:
        raise WrongLesson(f"{where}: {problem}") from problem
