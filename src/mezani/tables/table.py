"""A table: its seats and its log. The state of the game is the fold of the log."""

from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, NamedTuple, TypedDict

from mezani.engine.state import IllegalAction, State
from mezani.game import Game, Place
from mezani.language import Language
from mezani.record import Record, Stop
from mezani.tables.refusals import (
    AlreadyOver,
    IllegalMove,
    NotAsked,
    NotBegun,
    NoUndo,
    StaleMove,
    Stopped,
)
from mezani.tables.terms import COVERED, OPEN, Terms

STEPS_KEPT = 12


class Result(TypedDict):
    """How a game has ended."""

    scores: list[int]
    winners: list[int]


class Kind(StrEnum):
    """What an entry of the log tells."""

    JOIN = "join"
    BOT = "bot"
    BEGIN = "begin"
    PLAY = "play"
    UNDO = "undo"
    COMMIT = "commit"  # a decision made in advance; no action: it is withdrawn
    ASK = "ask"  # the seat wants to be asked always (action 1), or only where it has a choice (0)
    CHAT = "chat"
    LEAVE = "leave"
    RETURN = "return"
    FAIL = "fail"  # a bot that failed, and for which a simple move was made
    BRANCH = "branch"  # up to here the moves are those of another game; the text is its `Origin.address`
    REMATCH = "rematch"  # the text is the id of the new table
    RULES = "rules"  # what today's rules forbid is left out from here on; the text is their version


DECISIONS = (Kind.PLAY, Kind.UNDO, Kind.COMMIT)
PRIVATE = (Kind.COMMIT, Kind.ASK)  # only the seat itself learns of these


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the log."""

    number: int
    kind: Kind
    at: float
    seat: int | None = None
    action: int | None = None
    text: str | None = None


@dataclass(frozen=True, slots=True)
class Seat:
    """A chair: free, a player's, a bot's, or a player's who left it to a bot."""

    player: str | None = None
    name: str = ""
    bot: str | None = None

    @property
    def is_free(self) -> bool:
        return self.player is None and self.bot is None


@dataclass(frozen=True, slots=True)
class Origin:
    """A position of another game from which a table goes on: the same chance, and the same moves so far."""

    seed: int
    actions: list[int]
    address: str  # where that position can be looked at


class Step(NamedTuple):
    """A decision with the state before and after it."""

    before: State
    action: int
    after: State


@dataclass
class Table:
    """A game that is played, with all that happened at the table."""

    id: str
    game: Game[Any]
    players: int
    seed: int
    options: dict[str, Any]
    public: bool
    seats: list[Seat]
    log: list[Entry] = field(default_factory=list)
    actions: list[int] = field(default_factory=list)
    commitments: dict[int, int] = field(default_factory=dict)
    asked_always: set[int] = field(default_factory=set)  # seats that are asked even where they have no choice
    begun: bool = False
    rematch: str | None = None  # the id of the table where these people play again
    rules: int = 0  # the version of the rules by which it was begun; 0: today's
    result: Result | None = None  # of a game that was over when it was loaded
    stop: Stop | None = None  # where the rules of today forbid what was played
    terms: Terms = field(default_factory=Terms)
    later: State | None = None  # how far the game has come, if this is an earlier position of it

    def __post_init__(self) -> None:
        self.rules = self.rules or self.game.rules_version
        self.start: State = self.game.new(self.players, self.seed, self.options)
        self.state: State = self.start
        self._made: list[tuple[int, int]] = []  # for each action who made it, and what was revealed before
        self._turns: list[tuple[int, int] | None] = []  # the same for each turn; None: a decision was taken back
        self._steps: deque[tuple[int, Step]] = deque(maxlen=STEPS_KEPT)
        self._entries_at: dict[Place, set[int]] = {}  # the decisions by where the game had got to
        self._covered: frozenset[int] | None = None  # worked out when it is asked for
        self._private: Counter[int] = Counter()  # how many entries nobody but a seat learns of
        self._left_out: dict[int, int | None] = {}  # entries from a stop on, with their actions

    # The fold

    def take(self, entries: Iterable[Entry]) -> None:
        """Let entries of the log happen."""
        self._covered = None
        for entry in entries:
            self.log.append(entry)
            if self.stop and entry.kind in DECISIONS:
                self._left_out[entry.number] = entry.action if entry.kind == Kind.PLAY else None
            elif entry.kind == Kind.PLAY and entry.action is not None:
                self._play(entry.number, entry.action)
            elif entry.kind == Kind.UNDO:
                self._undo()
            elif entry.kind in PRIVATE and entry.seat is not None:
                self._private[entry.seat] += 1
                self.wish(entry)
            elif entry.kind == Kind.BEGIN:
                self.begun = True
            elif entry.kind == Kind.REMATCH:
                self.rematch = entry.text
            elif entry.kind == Kind.RULES:
                self.stop, self.rules = None, int(entry.text or 0)

    def _play(self, number: int, action: int) -> None:
        before = self.state
        self.state = before.clone()
        try:
            self.state.play(action)
        except IllegalAction:
            self.stop = Stop(self.game, before, len(self.actions) + 1, self._text_of(action))
            self._left_out[number] = action
            return
        self._drop_commitments(before)
        self.actions.append(action)
        self._made.append((before.seat, before.reveals))
        self._turns.append(self._made[-1])
        self._steps.append((number, Step(before, action, self.state)))
        if self.game.past:
            self._entries_at.setdefault(self.game.place(before), set()).add(number)

    def _text_of(self, action: int) -> str:
        """The notation of a move that need not be legal; its number if it has none today."""
        try:
            return self.game.action_text(self.state, action)
        except (ValueError, IndexError, KeyError):
            return str(action)

    def _undo(self) -> None:
        self.actions.pop()
        self._made.pop()
        self._turns.append(None)
        self.state = self.record().state()

    def _drop_commitments(self, before: State) -> None:
        """A decision in advance ends when it is made or another one instead of it, and with the turn or the trick."""
        committed = self.commitments.get(before.seat)
        if committed is not None and before.allows(committed):
            del self.commitments[before.seat]
        if self.commitments and self.game.place(before) != self.game.place(self.state):
            self.commitments.clear()

    def wish(self, entry: Entry) -> None:
        """What a seat decides in advance, or how it wants to be asked."""
        if entry.seat is None:
            return
        if entry.kind == Kind.ASK:
            (self.asked_always.add if entry.action else self.asked_always.discard)(entry.seat)
        elif entry.kind == Kind.COMMIT and entry.action is None:
            self.commitments.pop(entry.seat, None)
        elif entry.kind == Kind.COMMIT and entry.action is not None:
            self.commitments[entry.seat] = entry.action

    # What may be asked

    @property
    def is_over(self) -> bool:
        return bool(self.state.is_over) or self.result is not None

    @property
    def is_running(self) -> bool:
        return self.begun and not self.is_over and self.stop is None

    @property
    def is_older(self) -> bool:
        """Whether the rules have changed since the game was begun."""
        return self.rules < self.game.rules_version

    @property
    def leads_elsewhere(self) -> bool:
        """Whether a finished game does not come to its result by the rules of today."""
        return self.result is not None and (
            not self.state.is_over or self.result != {"scores": self.state.scores(), "winners": self.state.winners()}
        )

    @property
    def scores(self) -> list[int]:
        """The points now, or those with which the game ended."""
        return self.result["scores"] if self.result else self.state.scores()

    @property
    def winners(self) -> list[int]:
        """Who has won, once the game is over."""
        return self.result["winners"] if self.result else self.state.winners()

    @property
    def to_move(self) -> int | None:
        """The seat whose decision the game waits for."""
        return self.state.seat if self.is_running else None

    @property
    def last_seat(self) -> int | None:
        """The seat that has made the last decision."""
        return self._made[-1][0] if self._made else None

    @property
    def turn(self) -> int:
        """How many decisions were made and taken back: a move says after which turn it was chosen."""
        return len(self._turns)

    def is_current(self, seat: int, turn: int) -> bool:
        """Whether what a seat chose after a turn still answers the same question.

        A decision in advance does, as long as only others have decided since, and nothing was shown by it.
        """
        since = self._turns[turn:] if 0 <= turn <= self.turn else [None]
        return all(made is not None and made[0] != seat and made[1] == self.state.reveals for made in since)

    @property
    def last_number(self) -> int:
        return self.log[-1].number if self.log else 0

    def entries_known(self, seat: int | None) -> int:
        """How many entries a seat, or a spectator, learns of: what others decide in advance is not told."""
        own = 0 if seat is None else self._private[seat]
        return len(self.log) - self._private.total() + own

    def number_known(self, seat: int | None, entries: int) -> int:
        """The number of the last entry that goes with the first so many of which a seat learns."""
        number = 0
        for entry in self.log:
            entries -= entry.kind not in PRIVATE or entry.seat == seat
            if entries < 0:
                break
            number = entry.number
        return number

    def seats_of(self, player: str | None) -> list[int]:
        """The seats of a player; several where people share a screen."""
        return [number for number, seat in enumerate(self.seats) if player is not None and seat.player == player]

    def free_seats(self) -> list[int]:
        return [number for number, seat in enumerate(self.seats) if seat.is_free]

    def bot_to_move(self) -> str | None:
        """The level of the bot that the game waits for."""
        return None if self.to_move is None else self.seats[self.to_move].bot

    def answer_for_seat(self) -> int | None:
        """What the table answers for the seat to move, which cannot or will not do otherwise; None: it is asked.

        Where people share a screen it changes hands for every question, or all would see who has a choice.
        """
        seat = self.to_move
        if seat is None or self.seats[seat].bot or len(self.seats_of(self.seats[seat].player)) > 1:
            return None
        committed = self.commitments.get(seat)
        if committed is not None and self.state.hides_choice() and self.state.allows(committed):
            return committed
        answer = self.state.standing_answer(seat in self.asked_always)
        return None if answer < 0 else answer

    @property
    def asked(self) -> int | None:
        """The seat that is asked: the one to move, unless the table answers for it."""
        return self.to_move if self.answer_for_seat() is None else None

    def plays_against_people(self, seat: int) -> bool:
        """Whether another seat is a person's, even one for whom a bot plays just now."""
        return any(other.player is not None for number, other in enumerate(self.seats) if number != seat)

    def is_practice_of(self, player: str | None) -> bool:
        """Whether a player sits alone among bots."""
        people = [seat.player for seat in self.seats if seat.player is not None or seat.is_free]
        return player is not None and people == [player]

    def can_undo(self, seat: int) -> bool:
        """Whether a seat may take back the last decision: its own, and nothing was shown or drawn by it."""
        return self.is_running and bool(self._made) and self._made[-1] == (seat, self.state.reveals)

    def choices(self, seat: int) -> list[int]:
        """What a seat may decide now: its move, or one that it makes in advance."""
        if not self.is_running:
            return []
        if seat != self.state.seat:
            return self.state.open_actions(seat)
        return self.state.legal_actions() if self.asked == seat else []

    def record(self) -> Record:
        """The game as a record, with its seed: for the server, or for all when it is over."""
        names = [seat.name for seat in self.seats]
        record = Record(self.game, self.players, self.seed, self.options, names, self.actions, rules=self.rules)
        if self.stop:
            record.stop = self.stop
            record.left_over = [self._text_of(action) for action in self._left_out.values() if action is not None]
        if self.leads_elsewhere:
            record.result = " ".join(map(str, self.scores))
        return record

    def moves(self) -> list[Entry]:
        """The entries of the moves that stand, in the order of the game."""
        made: list[Entry] = []
        for entry in self.log:
            if entry.number in self._left_out:
                continue
            if entry.kind == Kind.PLAY:
                made.append(entry)
            elif entry.kind == Kind.UNDO:
                made.pop()
        return made

    def step(self, number: int) -> Step | None:
        """The decision of a recent entry."""
        return next((step for at, step in self._steps if at == number), None)

    def steps(self) -> Iterator[tuple[Entry, Step | None]]:
        """All entries, with the decision where one was made."""
        states = [self.start]
        for entry in self.log:
            step = None
            if entry.number in self._left_out:
                pass
            elif entry.kind == Kind.PLAY and entry.action is not None:
                after = states[-1].clone()
                after.play(entry.action)
                step = Step(states[-1], entry.action, after)
                states.append(after)
            elif entry.kind == Kind.UNDO:
                states.pop()
            yield entry, step

    # What may be looked back at

    @property
    def now(self) -> State:
        """How far the game has come, also where this is an earlier position of it."""
        return self.state if self.later is None else self.later

    @property
    def covers_past(self) -> bool:
        """Whether cards that were played lie face down later, as long as the game runs."""
        return self.game.past is not None and self.terms.past_tricks == COVERED

    @property
    def covered(self) -> frozenset[int]:
        """The numbers of the entries whose cards lie face down by now."""
        if self._covered is None:
            self._covered = self._covered_by(self.now)
        return self._covered

    def covered_after(self, number: int) -> frozenset[int]:
        """The same when the log had come to an entry."""
        if number == self.last_number or not self.covers_past:
            return self.covered
        states = [step.after for entry, step in self.steps() if step and entry.number <= number]
        return self._covered_by(states[-1] if states else self.start)

    def _covered_by(self, now: State) -> frozenset[int]:
        past = self.game.past
        if past is None or not self.covers_past or self.is_over:
            return frozenset()
        covered = [entries for place, entries in self._entries_at.items() if past.is_covered(place, now)]
        return frozenset().union(*covered)

    def view(self, seat: int | None) -> Any:
        """All that a seat, or a spectator, may see; of an earlier position what is not covered by now."""
        if self.game.past is None or self.later is None or not self.covers_past:
            return self.game.view(self.state, seat)
        return self.game.past.view(self.state, self.later, seat)

    def tell(self, number: int, step: Step, seat: int | None, lang: Language, names: Sequence[str]) -> list[str]:
        """What happened by an entry of the log, in the words that a seat may read by now."""
        tell = self.game.tell_covered if number in self.covered else self.game.tell
        return tell(*step, seat, lang, names)

    # What a decision adds to the log

    def decide(self, seat: int, action: int, turn: int, at: float) -> list[Entry]:
        """The entries of a decision: a move and those that were waiting for it, or a commitment."""
        self._check_running()
        if not self.is_current(seat, turn):
            raise StaleMove
        if seat == self.state.seat and self.asked != seat:
            raise NotAsked
        if action not in self.choices(seat):
            raise IllegalMove(self.game, self.state, seat, action)
        if seat != self.state.seat:
            return [Entry(self.last_number + 1, Kind.COMMIT, at, seat, action)]
        return self._with_commitments(seat, action, at)

    def _with_commitments(self, seat: int, action: int, at: float) -> list[Entry]:
        state = self.state.clone()
        state.play(action)
        entries = [Entry(self.last_number + 1, Kind.PLAY, at, seat, action)]
        waiting = dict(self.commitments)
        while not state.is_over and state.seat in waiting and not state.hides_choice():
            seat, action = state.seat, waiting.pop(state.seat)
            if not state.allows(action):
                break
            state.play(action)
            entries.append(Entry(entries[-1].number + 1, Kind.PLAY, at, seat, action))
        return entries

    def answer(self, turn: int, at: float) -> list[Entry]:
        """The entries of what the table answers for the seat to move."""
        action = self.answer_for_seat()
        if action is None or turn != self.turn:
            raise StaleMove
        return self._with_commitments(self.state.seat, action, at)

    def ask(self, seat: int, always: bool, at: float) -> list[Entry]:
        """The entry that says how a seat wants to be asked."""
        self._check_running()
        return [Entry(self.last_number + 1, Kind.ASK, at, seat, int(always))]

    def withdraw(self, seat: int, at: float) -> list[Entry]:
        """The entry that takes a commitment back."""
        self._check_running()
        if seat not in self.commitments:
            raise StaleMove
        return [Entry(self.last_number + 1, Kind.COMMIT, at, seat)]

    def undo(self, seat: int, turn: int, at: float) -> list[Entry]:
        """The entry that takes back a seat's last decision."""
        self._check_running()
        if turn != self.turn:
            raise StaleMove
        if not self.can_undo(seat):
            raise NoUndo
        return [Entry(self.last_number + 1, Kind.UNDO, at, seat)]

    def go_on(self, seat: int, at: float) -> list[Entry]:
        """The entry that lets a game go on where today's rules forbid what was played."""
        if self.is_over:
            raise AlreadyOver
        if self.stop is None:
            raise StaleMove
        return [Entry(self.last_number + 1, Kind.RULES, at, seat, text=str(self.game.rules_version))]

    def _check_running(self) -> None:
        if not self.begun:
            raise NotBegun
        if self.is_over:
            raise AlreadyOver
        if self.stop:
            raise Stopped

    def seated(self, number: int, **changes: Any) -> list[Seat]:
        """The seats with one of them changed."""
        return [replace(seat, **changes) if at == number else seat for at, seat in enumerate(self.seats)]


def played_again(
    record: Record,
    seats: list[Seat],
    moves: int,
    id: str = "",
    terms: Terms | None = None,
    later: State | None = None,
) -> Table:
    """A table at which the first moves of a record were played; past tricks are open if nothing else is agreed."""
    table = Table(id, record.game, record.players, record.seed, record.options, False, seats, rules=record.rules)
    table.terms, table.later = terms or Terms(past_tricks=OPEN), later
    table.take([Entry(0, Kind.BEGIN, 0.0)])
    table.take(Entry(n, Kind.PLAY, 0.0, None, action) for n, action in enumerate(record.actions[:moves], 1))
    table.stop = record.stop if moves == len(record.actions) else None
    return table
