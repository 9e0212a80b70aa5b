"""Finished and running games as text files that a person can read and write.

    mezani: 1
    game: anne
    rules: 1
    players: 4
    seed: 7
    seat 1: Arve

    # hand 1
    +C-G +D-M +M-G +G-C
    C9 D8 C11 C2 xD

Headers come first, one a line; then the moves in the game's notation, in any number of lines. A line that begins
with `#` is a remark. `rules` is the version of the game's rules; without it, version 1 is meant. A game of an older
version is read up to the first move that the rules of today forbid, and the moves from there on are kept as they are.
"""

import json
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from mezani.engine.state import State
from mezani.game import BadOption, Game, NoMove
from mezani.games import UnknownGame, game
from mezani.language import Language, TranslatedError

FORMAT = 1
LONGEST_NUMBER = 20  # digits: seeds have 64 bits
LONGEST_MOVE = 40  # letters of it that a complaint repeats
AGAINST_THE_RULES = "line {line}, move {number} of {player}, {move}: {reason}"
AFTER_THE_END = "line {line}, move {number}, {move}: the game is over"
HEADER = re.compile(r"([A-Za-z][\w .-]*?)\s*:\s*(.*)")
SEAT = re.compile(r"seat (\d+)")
LOST = "lost on time"  # the header with the seats whose time was up


class RecordError(TranslatedError):
    """A record that can't be read or does not fit the rules; its sentence names line and move."""


class RecordOfMissingGame(RecordError):
    """A record of a game that is not there."""

    def __init__(self, game: str, line: int, problem: Exception) -> None:
        super().__init__("line {line}: {problem}", line=line, problem=problem)
        self.game = game


@dataclass(frozen=True)
class Stop:
    """The first move of a game that the rules forbid: up to there the game can be followed."""

    game: Game[Any]
    state: State  # before it
    number: int
    text: str

    def reason(self, lang: Language) -> str:
        """The rule that forbids the move, or why it is none."""
        if self.state.is_over:
            return lang.gettext("the game is over")
        try:
            action = self.game.parse_action(self.state, self.text)
        except NoMove as problem:
            return problem.say(lang)
        return str(self.game.why_not(self.state, self.state.seat, action, lang))

    @property
    def move(self) -> str:
        """The move as a complaint repeats it."""
        return self.text[:LONGEST_MOVE]


class WrongMove(RecordError):
    """A move of a record that does not fit the rules."""

    def __init__(self, record: "Record", stop: Stop, line: int) -> None:
        self.record, self.stop, self.line = record, stop, line
        super().__init__(AFTER_THE_END if stop.state.is_over else AGAINST_THE_RULES)

    def say(self, lang: Language) -> str:
        """Which move does not fit, and the rule that says so."""
        return lang.gettext(self.sentence).format(
            line=self.line,
            number=self.stop.number,
            player=self.record.name(self.stop.state.seat),
            move=self.stop.move,
            reason=self.stop.reason(lang),
        )


@dataclass
class Record:
    """A game as its start and its list of decisions: the state is what follows from them."""

    game: Game[Any]
    players: int
    seed: int
    options: dict[str, Any] = field(default_factory=dict)
    names: list[str] = field(default_factory=list)
    actions: list[int] = field(default_factory=list)
    other_headers: dict[str, str] = field(default_factory=dict)
    rules: int = 0  # the version by which it was played; 0: today's
    stop: Stop | None = None  # where the rules of today forbid what was played
    left_over: list[str] = field(default_factory=list)  # the moves from there on, as they were written
    result: str = ""  # of a game of older rules, if today's lead elsewhere
    lost: list[int] = field(default_factory=list)  # seats that have lost because their time was up, the first one first

    def __post_init__(self) -> None:
        self.rules = self.rules or self.game.rules_version

    @property
    def is_older(self) -> bool:
        """Whether the rules have changed since it was played."""
        return self.rules < self.game.rules_version

    def go_on(self) -> None:
        """Leave out what the rules of today forbid, and take the game from there as one of today."""
        self.rules, self.stop, self.left_over, self.result = self.game.rules_version, None, [], ""

    def start(self) -> State:
        """The state before the first decision."""
        state: State = self.game.new(self.players, self.seed, self.options)
        return state

    def state(self) -> State:
        """The state after the last decision."""
        state = self.start()
        for action in self.actions:
            state.play(action)
        return state

    def winners(self) -> list[int]:
        """Who has won by the rules and by the clocks; nobody while the game runs."""
        state = self.state()
        return winners_but(state, self.lost) if state.is_over else []

    def steps(self) -> Iterator[tuple[State, int, State]]:
        """Each decision with the state before and after it."""
        after = self.start()
        for action in self.actions:
            before = after
            after = before.clone()
            after.play(action)
            yield before, action, after

    def name(self, seat: int) -> str:
        """The name of a player, or the number of the seat."""
        return self.names[seat] if seat < len(self.names) and self.names[seat] else f"{seat + 1}"

    def last_choice_of(self, seat: int) -> int | None:
        """After how many decisions a seat last had a choice; None if it had none yet."""
        choices = [n for n, (state, _, _) in enumerate(self.steps()) if state.seat == seat and has_choice(state)]
        return choices[-1] if choices else None

    def __str__(self) -> str:
        return "\n".join(self._headers()) + "\n" + "".join(self._moves())

    def _headers(self) -> Iterator[str]:
        yield f"mezani: {FORMAT}"
        yield f"game: {self.game.name}"
        yield f"rules: {self.rules}"
        yield f"players: {self.players}"
        yield f"seed: {self.seed}"
        for name, value in sorted(self.options.items()):
            yield f"option {name}: {json.dumps(value, ensure_ascii=False)}"
        for seat, name in enumerate(self.names):
            if name:
                yield f"seat {seat + 1}: {name}"
        for name, text in self.other_headers.items():
            yield f"{name}: {text}"
        if self.lost:
            yield f"{LOST}: {' '.join(str(seat + 1) for seat in self.lost)}"
        state = self.state()
        if result := self.result or (" ".join(map(str, state.scores())) if state.is_over else ""):
            yield f"result: {result}"

    def written(self, last: State | None, before: State, action: int) -> str:
        """A move as it follows on the one before it, which was made in the state `last` (None: there was none)."""
        place = self.game.place(before)
        text = self.game.action_text(before, action)
        if last is None:
            return f"\n# {place.chapter}\n{text}"
        here = self.game.place(last)
        if place.chapter != here.chapter:
            return f"\n\n# {place.chapter}\n{text}"
        return (" " if place.line == here.line else "\n") + text

    def _moves(self) -> Iterator[str]:
        last = None
        for before, action, _ in self.steps():
            yield self.written(last, before, action)
            last = before
        if last is not None:
            yield "\n"
        if self.left_over:
            yield "\n# what follows was played by older rules\n" + " ".join(self.left_over) + "\n"


def read(text: str) -> Record:
    """The record of a text; RecordError tells line, move and reason of what does not fit."""
    headers: dict[str, tuple[int, str]] = {}
    moves: list[tuple[int, str]] = []
    for number, line in enumerate(text.splitlines(), 1):
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        header = HEADER.fullmatch(line)
        if header and not moves:
            name = header[1].lower()
            if name in headers:
                first = headers[name][0]
                raise RecordError(
                    "line {line}: the header “{name}” is already in line {first}",
                    line=number,
                    name=name,
                    first=first,
                )
            headers[name] = (number, header[2])
        else:
            moves += [(number, move) for move in line.split()]
    record = _with_headers(headers)
    _play_moves(record, moves)
    _check_result(record, headers)
    return record


def _with_headers(headers: dict[str, tuple[int, str]]) -> Record:
    _take_format(headers)
    line, name = _take(headers, "game")
    try:
        played = game(name)
    except UnknownGame as problem:
        raise RecordOfMissingGame(name, line, problem) from problem
    record = Record(
        played,
        _take_number(headers, "players"),
        _take_number(headers, "seed"),
        rules=_take_rules(headers, played),
    )
    for name, (line, value) in headers.items():
        if seat := SEAT.fullmatch(name):
            _put_name(record, seat[1], value, line)
        elif name.startswith("option "):
            record.options[name.removeprefix("option ")] = _option(name, value, line)
        elif name == LOST:
            record.lost = _seats(record, value, line)
        elif name != "result":
            record.other_headers[name] = value
    try:
        record.start()
    except BadOption as problem:
        raise RecordError("{problem}", problem=problem) from problem
    except ValueError as problem:
        raise RecordError("the headers don't fit together: {problem}", problem=problem) from problem
    return record


def _seats(record: Record, text: str, line: int) -> list[int]:
    """Different seats, as a header numbers them."""
    given = text.split()
    seats = [int(one) - 1 for one in given if one.isascii() and one.isdigit() and 1 <= int(one[:9]) <= record.players]
    if not given or len(set(seats)) != len(given):
        raise RecordError("line {line}: “{text}” are no seats of this game", line=line, text=text[:LONGEST_MOVE])
    return seats


def _take(headers: dict[str, tuple[int, str]], name: str) -> tuple[int, str]:
    if name not in headers:
        raise RecordError("the header “{name}” is missing", name=name)
    return headers.pop(name)


def _take_number(headers: dict[str, tuple[int, str]], name: str) -> int:
    line, value = _take(headers, name)
    if not (value.isascii() and value.isdigit() and len(value) <= LONGEST_NUMBER):
        raise RecordError(
            "line {line}: {name} must be a whole number, not “{value}”", line=line, name=name, value=value
        )
    return int(value)


def _take_format(headers: dict[str, tuple[int, str]]) -> None:
    number = _take_number(headers, "mezani")
    if number > FORMAT:
        raise RecordError(
            "the record has format {number}; this version reads formats up to {newest}: please update mezani",
            number=number,
            newest=FORMAT,
        )


def _take_rules(headers: dict[str, tuple[int, str]], played: Game[Any]) -> int:
    """The version of the rules; records did not always name it."""
    version = _take_number(headers, "rules") if "rules" in headers else 1
    if not 1 <= version <= played.rules_version:
        raise RecordError(
            "the record is of version {version} of the rules of {game}; the newest known here is {newest}",
            version=version,
            game=played.title,
            newest=played.rules_version,
        )
    return version


def _put_name(record: Record, number: str, name: str, line: int) -> None:
    seat = int(number) if len(number) <= LONGEST_NUMBER else 0
    if not 1 <= seat <= record.players:
        raise RecordError(
            "line {line}: there is no seat {seat} among {players} players",
            line=line,
            seat=number[:LONGEST_NUMBER],
            players=record.players,
        )
    record.names += [""] * (seat - len(record.names))
    record.names[seat - 1] = name


def _option(name: str, value: str, line: int) -> Any:
    try:
        return json.loads(value)
    except (ValueError, RecursionError) as problem:
        raise RecordError(
            "line {line}: the value of “{name}” is not JSON: {problem}", line=line, name=name, problem=problem
        ) from problem


def _play_moves(record: Record, moves: list[tuple[int, str]]) -> None:
    state = record.start()
    for number, (line, move) in enumerate(moves, 1):
        try:
            record.actions.append(record.game.play_text(state, move))
        except ValueError as problem:
            stop = Stop(record.game, state, number, move)
            if not record.is_older:
                raise WrongMove(record, stop, line) from problem
            record.stop, record.left_over = stop, [text for _, text in moves[number - 1 :]]
            return


def _check_result(record: Record, headers: dict[str, tuple[int, str]]) -> None:
    if "result" not in headers:
        return
    line, given = headers["result"]
    state = record.state()
    result = " ".join(map(str, state.scores()))
    if record.is_older:
        record.result = "" if state.is_over and given.split() == result.split() else given
        return
    if not state.is_over:
        raise RecordError(
            "line {line}: there is a result, but the game is not over after {moves} moves",
            line=line,
            moves=len(record.actions),
        )
    if given.split() != result.split():
        raise RecordError(
            "line {line}: the result is “{given}”, but the moves lead to “{result}”",
            line=line,
            given=given,
            result=result,
        )


def has_choice(state: State, asked_always: bool = False) -> bool:
    """Whether the seat to move is asked, and there is more than one thing to do."""
    return state.standing_answer(asked_always) < 0 and len(state.legal_actions()) > 1


def last_are(places: Sequence[int], *gone: Collection[int]) -> list[int]:
    """Places where some are last whatever they have, those of the first group behind all others.

    >>> last_are([1, 2, 2, 4], {0, 3})
    [3, 1, 1, 3]
    >>> last_are([1, 2, 2, 4], {0}, {3})
    [4, 1, 1, 3]
    """
    found, behind = list(places), len(places)
    for group in gone:
        behind -= len(group)
        for seat in group:
            found[seat] = behind + 1
    stay = [place for seat, place in enumerate(places) if not any(seat in group for group in gone)]
    return [
        place if any(seat in group for group in gone) else 1 + sum(other < place for other in stay)
        for seat, place in enumerate(found)
    ]


def one_by_one(seats: Iterable[int]) -> list[set[int]]:
    """Seats that are last, each for itself."""
    return [{seat} for seat in seats]


def winners_but(state: State, lost: Sequence[int]) -> list[int]:
    """Who has won a game that some have lost because their time was up."""
    places = last_are(state.places(), *one_by_one(lost))
    return [seat for seat, place in enumerate(places) if place == 1]
