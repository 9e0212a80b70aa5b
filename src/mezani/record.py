"""Finished and running games as text files that a person can read and write.

    mezani: 1
    game: anne
    players: 4
    seed: 7
    seat 1: Arve

    # hand 1
    +C-G +D-M +M-G +G-C
    C9 D8 C11 C2 xD

Headers come first, one a line; then the moves in the game's notation, in any number of lines. A line that begins
with `#` is a remark.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from mezani.engine.state import IllegalAction, State
from mezani.game import BadOption, Game
from mezani.games import UnknownGame, game
from mezani.language import Language, TranslatedError

FORMAT = 1
LONGEST_NUMBER = 20  # digits: seeds have 64 bits
LONGEST_MOVE = 40  # letters of it that a complaint repeats
AGAINST_THE_RULES = "line {line}, move {number} of {player}, {move}: {reason}"
AFTER_THE_END = "line {line}, move {number}, {move}: the game is over"
HEADER = re.compile(r"([A-Za-z][\w .-]*?)\s*:\s*(.*)")
SEAT = re.compile(r"seat (\d+)")


class RecordError(TranslatedError):
    """A record that can't be read or does not fit the rules; its sentence names line and move."""


class WrongMove(RecordError):
    """A move of a record that does not fit the rules."""

    def __init__(self, record: "Record", state: State, line: int, text: str, problem: Exception) -> None:
        self.record, self.state, self.line, self.text, self.problem = record, state, line, text, problem
        self.number = len(record.actions) + 1
        super().__init__(AFTER_THE_END if state.is_over else AGAINST_THE_RULES)

    def say(self, lang: Language) -> str:
        """Which move does not fit, and the rule that says so."""
        return lang.gettext(self.sentence).format(
            line=self.line,
            number=self.number,
            player=self.record.name(self.state.seat),
            move=self.text[:LONGEST_MOVE],
            reason=self._reason(lang),
        )

    def _reason(self, lang: Language) -> str:
        if isinstance(self.problem, IllegalAction) and not self.state.is_over:
            action = self.record.game.parse_action(self.state, self.text)
            return str(self.record.game.why_not(self.state, self.state.seat, action, lang))
        return self.problem.say(lang) if isinstance(self.problem, TranslatedError) else str(self.problem)


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

    def can_undo(self, seat: int) -> bool:
        """Whether a seat may take back the last decision: its own, and nothing was shown or drawn by it."""
        if not self.actions:
            return False
        *_, (before, _, after) = self.steps()
        return before.seat == seat and before.reveals == after.reveals and not after.is_over

    def __str__(self) -> str:
        return "\n".join(self._headers()) + "\n" + "".join(self._moves())

    def _headers(self) -> Iterator[str]:
        yield f"mezani: {FORMAT}"
        yield f"game: {self.game.name}"
        yield f"players: {self.players}"
        yield f"seed: {self.seed}"
        for name, value in sorted(self.options.items()):
            yield f"option {name}: {json.dumps(value, ensure_ascii=False)}"
        for seat, name in enumerate(self.names):
            if name:
                yield f"seat {seat + 1}: {name}"
        for name, text in self.other_headers.items():
            yield f"{name}: {text}"
        state = self.state()
        if state.is_over:
            yield f"result: {' '.join(map(str, state.scores()))}"

    def _moves(self) -> Iterator[str]:
        here = None
        for before, action, _ in self.steps():
            place = self.game.words.place(before)
            if here is None or place.chapter != here.chapter:
                yield ("\n" if here is None else "\n\n") + f"# {place.chapter}\n"
            elif place.line != here.line:
                yield "\n"
            else:
                yield " "
            here = place
            yield self.game.action_text(before, action)
        if here is not None:
            yield "\n"


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
                    "line {line}: the header “{name}” stands already in line {first}",
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
        raise RecordError("line {line}: {problem}", line=line, problem=problem) from problem
    record = Record(played, _take_number(headers, "players"), _take_number(headers, "seed"))
    for name, (line, value) in headers.items():
        if seat := SEAT.fullmatch(name):
            _put_name(record, int(seat[1]), value, line)
        elif name.startswith("option "):
            record.options[name.removeprefix("option ")] = _option(name, value, line)
        elif name != "result":
            record.other_headers[name] = value
    try:
        record.start()
    except BadOption as problem:
        raise RecordError("{problem}", problem=problem) from problem
    except ValueError as problem:
        raise RecordError("the headers do not fit: {problem}", problem=problem) from problem
    return record


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
            "the record is of format {number}; this version reads formats up to {newest}: update mezani",
            number=number,
            newest=FORMAT,
        )


def _put_name(record: Record, seat: int, name: str, line: int) -> None:
    if not 1 <= seat <= record.players:
        raise RecordError(
            "line {line}: there is no seat {seat} among {players} players", line=line, seat=seat, players=record.players
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
    for line, move in moves:
        try:
            record.actions.append(record.game.play_text(state, move))
        except (IllegalAction, ValueError) as problem:
            raise WrongMove(record, state, line, move, problem) from problem


def _check_result(record: Record, headers: dict[str, tuple[int, str]]) -> None:
    if "result" not in headers:
        return
    line, given = headers["result"]
    state = record.state()
    result = " ".join(map(str, state.scores()))
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
