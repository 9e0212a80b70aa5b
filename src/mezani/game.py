"""Game: the static facts of a game, and how to start one."""

import re
import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib.resources import files
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from mezani.engine.knowledge import Knowledge
from mezani.engine.rng import LAST_SEED
from mezani.engine.state import IllegalAction, State
from mezani.language import ENGLISH, Language, add_catalogues

S = TypeVar("S", bound=State)
S_in = TypeVar("S_in", bound=State, contravariant=True)


class BadOption(ValueError):
    """An option of a game that can't be taken; the message says which, and what would be right."""


class Reason(msgspec.Struct, frozen=True):
    """Why an action is not allowed: the paragraph of the rules, and a sentence."""

    paragraph: str
    sentence: str

    def __str__(self) -> str:
        return f"{self.sentence} ({self.paragraph})"


class Place(msgspec.Struct, frozen=True):
    """Where a game has got to: a chapter ("hand 2") and a line in it (a trick, a turn)."""

    chapter: str
    line: int


class RulesChange(msgspec.Struct, frozen=True):
    """What a version of a game's rules decides differently from the one before, in an English sentence."""

    version: int
    paragraphs: tuple[str, ...]
    sentence: str  # the game's catalogue has it in the other languages


@dataclass(frozen=True)
class Option:
    """A choice that is made before a game starts. `check` turns what was given into what the rules take, or raises."""

    name: str
    label: str
    default: Any = None
    check: Callable[[Any], Any] = field(default=lambda value: value)
    choices: tuple[Any, ...] = ()
    is_file: bool = False  # the text of a file: on the command line its path is given

    def read(self, value: Any) -> Any:
        """The checked value."""
        if self.choices and value not in self.choices:
            raise BadOption(f"option {self.name}: {value!r} is not one of {', '.join(map(str, self.choices))}")
        try:
            return self.check(value)
        except ValueError as problem:
            raise BadOption(f"option {self.name}: {problem}") from problem


class Actions(Protocol[S_in]):
    """What `actions.py` of a game gives: numbers and notation."""

    @property
    def ACTIONS(self) -> int: ...  # noqa: N802 (a constant of the module)

    def action_text(self, state: S_in, action: int, /) -> str: ...

    def parse_action(self, state: S_in, text: str, /) -> int: ...


class Words(Protocol[S_in]):
    """What `words.py` of a game gives: all sentences that a player reads.

    It may also have `why_won(state, lang, names)`, the list of `Reason`s by which the victory was decided.
    """

    def place(self, state: S_in, /) -> Place:
        """Where the game has got to, for records and logs; it tells nothing hidden."""

    def prompt(self, state: S_in, seat: int | None, lang: Language, names: Sequence[str], /) -> str:
        """What is to be done now, said to the seat (None: to a spectator)."""

    def label(self, state: S_in, action: int, lang: Language, /) -> str:
        """An action as the words of a button."""

    def tell(
        self, before: S_in, action: int, after: S_in, seat: int | None, lang: Language, names: Sequence[str], /
    ) -> list[str]:
        """What happened, in the lines that the seat (None: a spectator) may read.

        A card, a ware or a square stands in a line as its notation in brackets, `[C9]`; `thing` says it in words.
        """

    def thing(self, notation: str, lang: Language, /) -> str:
        """A notation of the brackets of `tell` in words."""

    def why_not(self, state: S_in, seat: int, action: int, lang: Language, /) -> Reason:
        """The rule that forbids an action that is not legal."""


@dataclass(frozen=True)
class Game(Generic[S]):
    """A game that can be played: one of these is `GAME` in each game's folder."""

    name: str
    title: str
    seats: tuple[int, ...]
    designers: tuple[str, ...]
    publisher: str
    package: str
    start: Callable[[int, int, Mapping[str, Any]], S]
    actions: Actions[S]
    words: Words[S]
    make_view: Callable[[S, int | None], msgspec.Struct]
    make_look: Callable[[S, int | None, str], Any] | None = None
    knowledge: Callable[[], Knowledge] = Knowledge
    options: tuple[Option, ...] = ()
    changes: tuple[RulesChange, ...] = ()  # since version 1, the oldest first

    def __post_init__(self) -> None:
        add_catalogues(self.package)

    @property
    def action_count(self) -> int:
        """How many different actions there are; they are numbered from 0."""
        return self.actions.ACTIONS

    @property
    def rules_version(self) -> int:
        """The version of the rules: tables and records say by which one they were played."""
        return self.changes[-1].version if self.changes else 1

    def changes_since(self, version: int) -> list[RulesChange]:
        """What the rules of today decide differently from an older version."""
        return [change for change in self.changes if change.version > version]

    def new(self, players: int | None = None, seed: int | None = None, options: Mapping[str, Any] | None = None) -> S:
        """Start a game. Without a seed, one is drawn."""
        players = self.seats[-1] if players is None else players
        if players not in self.seats:
            raise ValueError(f"{self.title} is for {_listed(self.seats)} players, not {players}")
        seed = secrets.randbits(63) if seed is None else seed
        if not isinstance(seed, int) or not 0 <= seed <= LAST_SEED:
            raise ValueError(f"a seed is a whole number from 0 to 2**64 - 1, not {seed!r}")
        return self.start(players, seed, self.read_options(options or {}))

    def read_options(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """All options with their checked values, the default where none is given."""
        known = {option.name: option for option in self.options}
        for name in given:
            if name not in known:
                raise BadOption(
                    f"{self.title} has no option {name!r}" + (f": it has {_listed(known)}" if known else "")
                )
        return {name: option.read(given.get(name, option.default)) for name, option in known.items()}

    def view(self, state: S, seat: int | None) -> msgspec.Struct:
        """All that a seat (None: a spectator) may see."""
        if seat is not None and not 0 <= seat < state.players:
            raise ValueError(f"there is no seat {seat}: the seats are 0 to {state.players - 1}")
        return self.make_view(state, seat)

    def look(self, state: S, seat: int | None, at: str) -> Any:
        """What a seat may see if it looks closer at something; None if the game shows nothing there."""
        return self.make_look(state, seat, at) if self.make_look else None

    def action_text(self, state: S, action: int) -> str:
        """The stable notation of an action."""
        return self.actions.action_text(state, action)

    def parse_action(self, state: S, text: str) -> int:
        """The action of a notation; the inverse of `action_text`. It need not be legal."""
        return self.actions.parse_action(state, text)

    def play_text(self, state: S, text: str) -> int:
        """Play the action of a notation, and return it; IllegalAction says which rule forbids it."""
        action = self.parse_action(state, text)
        if not state.is_over and (reason := self.why_not(state, state.seat, action)):
            raise IllegalAction(str(reason))
        state.play(action)
        return action

    def why_not(self, state: S, seat: int, action: int, lang: Language = ENGLISH) -> Reason | None:
        """The rule that forbids an action to a seat: paragraph and sentence; None if it is legal."""
        if not 0 <= action < self.action_count:
            raise ValueError(f"there is no action {action}: they are numbered 0 to {self.action_count - 1}")
        if seat == state.seat and state.allows(action):
            return None
        return self.words.why_not(state, seat, action, lang)

    def why_won(self, state: S, lang: Language = ENGLISH, names: Sequence[str] = ()) -> list[Reason]:
        """How the victory was decided, ties too: `why_won` of the game's words, where it has that."""
        explain = getattr(self.words, "why_won", None)
        if explain is None or not state.is_over:
            return []
        called = names or [str(seat) for seat in range(1, state.players + 1)]
        reasons: list[Reason] = explain(state, lang, called)
        return reasons

    def rules(self, lang: str = "en") -> str:
        """The rules of the game as text in numbered paragraphs."""
        return files(self.package).joinpath(f"rules.{lang}.md").read_text("utf-8")

    @cached_property
    def paragraphs(self) -> tuple[str, ...]:
        """The numbers of the paragraphs of the rules."""
        return tuple(re.findall(r"^(\d+\.\d+) ", self.rules(), re.MULTILINE))

    def __repr__(self) -> str:
        return f"mezani.game({self.name!r})"


def _listed(things: Iterable[object]) -> str:
    return ", ".join(map(str, things))
