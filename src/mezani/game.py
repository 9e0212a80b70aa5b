"""Game: the static facts of a game, and how to start one."""

import re
import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple, Protocol, TypeVar

import msgspec

from mezani.engine.knowledge import Knowledge
from mezani.engine.observation import Observation
from mezani.engine.packing import unpacked
from mezani.engine.rng import LAST_SEED
from mezani.engine.state import IllegalAction, State
from mezani.language import ENGLISH, LANGUAGES, Language, TranslatedError, is_readable

if TYPE_CHECKING:  # a game is played without pictures too
    from rich.console import RenderableType
    from rich.text import Text

S = TypeVar("S", bound=State)
S_in = TypeVar("S_in", bound=State, contravariant=True)
V_in = TypeVar("V_in", bound=msgspec.Struct, contravariant=True)


class BadOption(ValueError):
    """An option of a game that can't be taken; the message says which, and what would be right."""


class NoMove(TranslatedError):
    """A text that is no move of the game; its sentence tells what would be right."""


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


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    """What a chapter has brought, as its reader may know it; a game adds its figures, in tuples.

    In its sentences *words* stand out, [C9] is a notation as in `Words.tell`, and (6.4) is a paragraph of the rules.
    """

    title: str
    subtitle: str = ""
    gist: str  # what it means for the reader, and who leads
    in_words: str  # the whole rule in one line
    rises: bool = True  # whether it is shown by itself when the chapter has ended, or only when it is asked for
    aside: str = ""  # if it does not rise: what is said with the prompt instead


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
    tells_hidden: bool = False  # what players may not know: it is for lessons and for the library, not for tables

    @property
    def is_switch(self) -> bool:
        """Whether there is nothing but yes and no."""
        return self.choices == (False, True)

    def read(self, value: Any) -> Any:
        """The checked value."""
        if self.choices and value not in self.choices:
            raise BadOption(f"option {self.name}: {value!r} is not one of {', '.join(map(str, self.choices))}")
        if isinstance(value, str) and not is_readable(value):
            raise BadOption(f"option {self.name}: there are control characters in it")
        try:
            return self.check(value)
        except ValueError as problem:
            raise BadOption(f"option {self.name}: {problem}") from problem


class FirstGame(msgspec.Struct, frozen=True):
    """How a game is best met for the first time: "Play now" sets it up so."""

    players: int
    options: dict[str, Any] = {}


class Actions(Protocol[S_in]):
    """What `actions.py` of a game gives: numbers and notation."""

    @property
    def ACTIONS(self) -> int: ...  # noqa: N802 (a constant of the module)

    def action_text(self, state: S_in, action: int, /) -> str: ...

    def parse_action(self, state: S_in, text: str, /) -> int:
        """The action of a notation; `NoMove` tells what would be right."""


class Words(Protocol[S_in]):
    """What `words/sentences.py` of a game gives: all sentences that a player reads."""

    def gist(self, lang: Language, /) -> str:
        """How the game plays, in a sentence or two for the start page."""

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

    def why_won(self, state: S_in, lang: Language, names: Sequence[str], /) -> list[Reason]:
        """How the victory was decided, ties too; asked when the game is over."""


class Terminal(Protocol[S_in, V_in]):
    """What `terminal.py` of a game gives: pictures made of text."""

    def picture(self, view: V_in, legal: Sequence[str], lang: Language, names: Sequence[str], /) -> "RenderableType":
        """The table as the view's seat sees it; `legal` are the notations of its moves in the order of `in_order`."""

    def sheet(self, view: V_in, lang: Language, names: Sequence[str], /) -> "RenderableType":
        """The score sheet."""

    def thing(self, notation: str, lang: Language, /) -> "Text":
        """A notation of the brackets of `tell` within a sentence, in its colour."""

    def in_order(self, state: S_in, seat: int, legal: Sequence[int], /) -> list[int]:
        """The legal moves in the order in which they are numbered: cards as they lie in the hand."""

    def numbers_moves(self, state: S_in, /) -> bool:
        """Whether the picture itself shows the number of each move."""

    def about(self, state: S_in, name: str, lang: Language, /) -> "RenderableType | None":
        """What a card (a god, a place ...) is and does, asked for by its notation or its name; None: there is none."""

    def explanation(self, lang: Language, /) -> str:
        """How moves are written, for the help."""


class Board(Protocol[V_in]):
    """What `page/board.py` of a game gives to its pages; the game's own templates may use all that is in it."""

    def drawing(self, view: V_in, look: Any, /) -> object:
        """What is worked out for the whole board, of the view and of what the viewer looks at closely."""


class Past(Protocol[S_in]):
    """What `past.py` of a game gives if played cards lie face down later: what may still be looked back at."""

    def is_covered(self, place: Place, now: S_in, /) -> bool:
        """Whether the cards that were played at a place of a running game lie face down by now."""

    def tell(
        self, before: S_in, action: int, after: S_in, seat: int | None, lang: Language, names: Sequence[str], /
    ) -> list[str]:
        """What the words of the game tell, as many lines, with the cards face down."""

    def view(self, then: S_in, now: S_in, seat: int | None, /) -> msgspec.Struct:
        """An earlier position as the seat (None: a spectator) may still see it."""


class Summaries(Protocol[S]):
    """What `page/summary.py` of a game gives: how its chapters have ended."""

    def summary(
        self, steps: Sequence[tuple[S, int, S]], seat: int | None, lang: Language, names: Sequence[str], /
    ) -> Summary | None:
        """What a chapter has brought, said to the seat (None: to a spectator); None: there is nothing to say.

        The steps are all decisions of the chapter, each with the states before and after it.
        """

    def ending(self, before: S, action: int, after: S, /) -> S | None:
        """The table when a chapter has just ended, the last trick complete, nothing dealt anew; None: as after it."""


@dataclass(frozen=True)
class Expectation(Generic[S]):
    """Something that a move is expected to bring, and how two moves are compared by it in the words of the game.

    In its sentence {here} is what the move brings on average, {there} what another one does, which is named {other}.
    """

    key: str
    is_due: Callable[[S, S], bool]  # by the position before and a later one: whether it can be measured
    measure: Callable[[S, S, int], float | None]  # by both and the seat; None: there is nothing to be measured
    worth: float  # a smaller difference is not worth a word
    sentence: str
    better: Literal["more", "less", "neither"] = "more"
    is_chance: bool = False  # measured as 0 or 1, and told in percent
    topic: str = ""  # of several expectations with the same topic only one is told


class Outlook(Protocol[S]):
    """What `bot/outlook.py` of a game gives: what a player expects of a move, for the reasons of a coach.

    What is measured at the end of a chapter is the table as it lies then, with nothing dealt anew (`Summaries.ending`).
    """

    @property
    def EXPECTATIONS(self) -> Sequence[Expectation[S]]: ...  # noqa: N802 (a constant of the module)

    @property
    def DECISIONS(self) -> int:  # noqa: N802
        """How many are made in all continuations of a position: the time for its reasons, the same on every machine."""


class Remarks(Protocol[S_in]):
    """What `words/remarks.py` of a game gives: what the moves of others mean for a seat, for a coach to say."""

    def remark(self, before: S_in, action: int, after: S_in, seat: int, lang: Language, names: Sequence[str], /) -> str:
        """What the move of another seat means for this one, in a sentence or two; "" where it is not worth a word.

        It follows from the rules and from what the seat may know. Words are marked as those of a `Summary`.
        """


@dataclass(frozen=True)
class Topic:
    """Something that is counted over many games: what was used, what came of something, or a number.

    Where there are seats, the victories of those who used something are told, and the numbers of winners beside others.
    """

    key: str
    kind: Literal["use", "outcome", "number"]
    title: str
    rows: str  # the heading of its things: "God"
    about: str = ""  # how it is counted, in a sentence or two
    outcomes: tuple[tuple[str, str], ...] = ()  # of an outcome: keys, and words that may name them: {n}
    when: str = ""  # of a use: the heading of the chapter in which it was first used, if facts tell it: "Round"
    is_single: bool = False  # of a use: only one seat of a game can have it
    is_in_order: bool = False  # of a use: its rows stay in the order of `things`; else what is used most comes first


class Fact(NamedTuple):
    """What is counted: that a seat has used something, what came of something, or a number."""

    topic: str
    thing: str
    seat: int | None = None  # None: of the whole table; a use has a seat
    outcome: str = ""
    value: float = 0.0
    when: int | None = None  # the number of the chapter


class Statistics(Protocol[S_in]):
    """What `words/statistics.py` of a game gives: what is counted over many games, besides what all games have."""

    @property
    def TOPICS(self) -> Sequence[Topic]: ...  # noqa: N802 (a constant of the module)

    def things(self, start: S_in, topic: str, /) -> Sequence[str]:
        """What a topic can be about in a game that starts so, in the order of the rows; others may come up besides."""

    def thing_name(self, start: S_in, topic: str, thing: str, lang: Language, /) -> str:
        """A thing of a topic in words."""

    def facts(self, steps: Sequence[tuple[S_in, int, S_in]], /) -> Iterable[Fact]:
        """All facts of a finished game: its decisions with the states before and after each."""


@dataclass(frozen=True)
class Game(Generic[S]):
    """A game that can be played: one of these is `GAME` in each game's folder."""

    name: str
    title: str
    seats: tuple[int, ...]
    designers: tuple[str, ...]  # none: a traditional game
    publisher: str  # "": it has not been published
    package: str
    start: Callable[[int, int, Mapping[str, Any]], S]
    actions: Actions[S]
    words: Words[S]
    make_view: Callable[[S, int | None], msgspec.Struct]
    make_own_view: Callable[[Any, S, int], msgspec.Struct] | None = None  # if it adds what is a seat's own to the rest
    make_look: Callable[[S, int | None, str], Any] | None = None
    load_terminal: Callable[[], Terminal[S, Any]] | None = None  # without it the terminal shows plain lists
    load_board: Callable[[], Board[Any]] | None = None  # for the templates that draw the game's board, if it has some
    past: Past[S] | None = None  # if nothing is ever covered
    load_summaries: Callable[[], Summaries[S]] | None = None  # if it tells what its chapters have brought
    knowledge: Callable[[], Knowledge] = Knowledge
    load_outlook: Callable[[], Outlook[S]] | None = None  # without it a coach gives no reasons
    load_remarks: Callable[[], Remarks[S]] | None = None  # without them a coach says nothing of the moves of others
    load_statistics: Callable[[], Statistics[S]] | None = None  # if there is more to be counted than in any game
    observation: Observation | None = None  # what `State.observe` writes; without it no program can learn the game
    environment_version: int = 0  # of its environments: the next one, if rules, actions or observations change
    deals: Callable[[int, Mapping[str, Any]], Sequence[S] | None] | None = None  # for `all_deals`
    options: tuple[Option, ...] = ()
    first_game: FirstGame | None = field(default=None, hash=False)
    is_open: bool = False  # nothing is hidden: all seats may see the same
    lines: str = ""  # what the lines of its places are: "trick {n}"; without it only its chapters are told
    pictured: tuple[str, ...] = ()  # the parts of its board, by `data-at`, that show a position; {seat} looks at it
    changes: tuple[RulesChange, ...] = ()  # since version 1, the oldest first

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
        players = self.number_of_players(players)
        seed = secrets.randbits(63) if seed is None else seed
        if not isinstance(seed, int) or not 0 <= seed <= LAST_SEED:
            raise ValueError(f"a seed is a whole number from 0 to 2**64 - 1, not {seed!r}")
        return self.start(players, seed, self.read_options(options or {}))

    def number_of_players(self, players: int | None) -> int:
        """How many play, checked: as many as can if nothing is said."""
        if players is None:
            return self.seats[-1]
        if players not in self.seats:
            raise ValueError(f"{self.title} is for {_either(self.seats)} players, not {players}")
        return players

    def all_deals(self, players: int | None = None, options: Mapping[str, Any] | None = None) -> Sequence[S] | None:
        """All states in which a game can start, each equally likely; None where the game does not list them."""
        players = self.number_of_players(players)
        return self.deals(players, self.read_options(options or {})) if self.deals else None

    def read_options(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """All options with their checked values, the default where none is given."""
        known = {option.name: option for option in self.options}
        for name in given:
            if name not in known:
                raise BadOption(
                    f"{self.title} has no option {name!r}" + (f": it has {_listed(known)}" if known else "")
                )
        return {name: option.read(given.get(name, option.default)) for name, option in known.items()}

    def from_bytes(self, data: bytes) -> S:
        """The state that `State.to_bytes` has kept; `BadBytes` says what is wrong with the bytes."""
        return unpacked(self.new(seed=0), data)

    @property
    def table_options(self) -> tuple[Option, ...]:
        """The options that can be chosen at a table."""
        return tuple(option for option in self.options if not option.tells_hidden)

    def view(self, state: S, seat: int | None) -> msgspec.Struct:
        """All that a seat (None: a spectator) may see."""
        if seat is not None and not 0 <= seat < state.players:
            raise ValueError(f"there is no seat {seat}: the seats are 0 to {state.players - 1}")
        return self.make_view(state, seat)

    def own_view(self, public: msgspec.Struct, state: S, seat: int) -> msgspec.Struct:
        """The same for a seat, where the view of a spectator is at hand."""
        return self.make_own_view(public, state, seat) if self.make_own_view else self.make_view(state, seat)

    def look(self, state: S, seat: int | None, at: str) -> Any:
        """What a seat may see if it looks closer at something; None if the game shows nothing there."""
        return self.make_look(state, seat, at) if self.make_look else None

    def action_text(self, state: S, action: int) -> str:
        """The stable notation of an action."""
        return self.actions.action_text(state, action)

    def parse_action(self, state: S, text: str) -> int:
        """The action of a notation; the inverse of `action_text`. It need not be legal."""
        try:
            return self.actions.parse_action(state, text)
        except NoMove as problem:
            problem.package = self.package
            raise
        except ValueError as problem:  # of a game that speaks one language
            raise NoMove("{problem}", problem=problem) from problem

    def play_text(self, state: S, text: str) -> int:
        """Play the action of a notation, and return it; IllegalAction says which rule forbids it."""
        action = self.parse_action(state, text)
        if not state.is_over and (reason := self.why_not(state, state.seat, action)):
            raise IllegalAction(str(reason))
        state.play(action)
        return action

    # What people read

    def language(self, lang: Language) -> Language:
        """A language with the messages of this game."""
        return lang.of(self.package)

    def gist(self, lang: Language = ENGLISH) -> str:
        """How the game plays, in a sentence or two."""
        return self.words.gist(self.language(lang))

    def place(self, state: S) -> Place:
        """Where a game has got to."""
        return self.words.place(state)

    def prompt(self, state: S, seat: int | None, lang: Language, names: Sequence[str]) -> str:
        """What is to be done now, said to the seat (None: to a spectator)."""
        return self.words.prompt(state, seat, self.language(lang), names)

    def label(self, state: S, action: int, lang: Language = ENGLISH) -> str:
        """An action as the words of a button."""
        return self.words.label(state, action, self.language(lang))

    def tell(
        self, before: S, action: int, after: S, seat: int | None, lang: Language, names: Sequence[str]
    ) -> list[str]:
        """What happened, in the lines that the seat (None: a spectator) may read."""
        return self.words.tell(before, action, after, seat, self.language(lang), names)

    def tell_covered(
        self, before: S, action: int, after: S, seat: int | None, lang: Language, names: Sequence[str]
    ) -> list[str]:
        """What `tell` says, as many lines, with the cards face down if they come to lie so."""
        words = self.past or self.words
        return words.tell(before, action, after, seat, self.language(lang), names)

    def thing(self, notation: str, lang: Language = ENGLISH) -> str:
        """A notation of the brackets of `tell` in words."""
        return self.words.thing(notation, self.language(lang))

    def why_not(self, state: S, seat: int, action: int, lang: Language = ENGLISH) -> Reason | None:
        """The rule that forbids an action to a seat: paragraph and sentence; None if it is legal."""
        if not 0 <= action < self.action_count:
            raise ValueError(f"there is no action {action}: they are numbered 0 to {self.action_count - 1}")
        if seat == state.seat and state.allows(action):
            return None
        return self.words.why_not(state, seat, action, self.language(lang))

    def why_won(self, state: S, lang: Language = ENGLISH, names: Sequence[str] = ()) -> list[Reason]:
        """How the victory was decided, ties too; nothing before the end."""
        called = names or [str(seat) for seat in range(1, state.players + 1)]
        return self.words.why_won(state, self.language(lang), called) if state.is_over else []

    def summary(
        self, steps: Sequence[tuple[S, int, S]], seat: int | None, lang: Language, names: Sequence[str]
    ) -> Summary | None:
        """What a chapter has brought, said to the seat (None: to a spectator); None: there is nothing to say."""
        return self.summaries.summary(steps, seat, self.language(lang), names) if self.summaries else None

    def remark(self, before: S, action: int, after: S, seat: int, lang: Language, names: Sequence[str]) -> str:
        """What the move of another seat means for this one; "" where that is not worth a word, and for its own."""
        if self.remarks is None or before.seat == seat:
            return ""
        return self.remarks.remark(before, action, after, seat, self.language(lang), names)

    def rules(self, lang: str = "en") -> str:
        """The rules of the game as text in numbered paragraphs; in English if they are not there in a language."""
        texts = [files(self.package).joinpath("words", f"rules.{code}.md") for code in (lang, LANGUAGES[0])]
        return next((text for text in texts if text.is_file()), texts[-1]).read_text("utf-8")

    @cached_property
    def summaries(self) -> Summaries[S] | None:
        """What the game tells of its chapters."""
        return self.load_summaries() if self.load_summaries else None

    @cached_property
    def outlook(self) -> Outlook[S] | None:
        """What the reasons of a coach are made of."""
        return self.load_outlook() if self.load_outlook else None

    @cached_property
    def expectations(self) -> Sequence[Expectation[S]]:
        """What a player of the game expects of a move."""
        return self.outlook.EXPECTATIONS if self.outlook else ()

    @cached_property
    def remarks(self) -> Remarks[S] | None:
        """What the game says of the moves of others."""
        return self.load_remarks() if self.load_remarks else None

    @cached_property
    def statistics(self) -> Statistics[S] | None:
        """What is counted over many of its games."""
        return self.load_statistics() if self.load_statistics else None

    @cached_property
    def paragraphs(self) -> tuple[str, ...]:
        """The numbers of the paragraphs of the rules."""
        return tuple(re.findall(r"^(\d+\.\d+) ", self.rules(), re.MULTILINE))

    def __repr__(self) -> str:
        return f"mezani.game({self.name!r})"


def _either(numbers: Sequence[int]) -> str:
    """Numbers as a choice: "2, 3 or 4"."""
    some, last = numbers[:-1], numbers[-1]
    return f"{_listed(some)} or {last}" if some else str(last)


def _listed(things: Iterable[object]) -> str:
    return ", ".join(map(str, things))
