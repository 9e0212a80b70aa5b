"""A table: its seats and its log. The state of the game is the fold of the log."""

from bisect import bisect_left
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from mezani.engine.state import IllegalAction, State
from mezani.game import Game, Place
from mezani.language import Language
from mezani.record import Record, Stop, has_choice
from mezani.tables.clocks import Clocks, ClocksShown, Deciding
from mezani.tables.drafts import Draft
from mezani.tables.entries import DECISIONS, PRIVATE, Entry, Kind
from mezani.tables.keys import RecentDeeds
from mezani.tables.refusals import (
    AlreadyOver,
    GamePaused,
    IllegalMove,
    NotAsked,
    NotBegun,
    NoTimeToUndo,
    NoUndo,
    StaleMove,
    Stopped,
    TableClosed,
    TimeUp,
)
from mezani.tables.situation import Result, RoundUp, Seat, Situation
from mezani.tables.terms import COVERED, OPEN, Terms

STEPS_KEPT = 12


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


class Table(Situation):
    """A game that is played, with all that happened at the table: how things stand, and the log that led there."""

    def __init__(
        self,
        id: str,
        game: Game[Any],
        players: int,
        seed: int,
        options: dict[str, Any],
        public: bool,
        seats: list[Seat],
        *,
        rules: int = 0,  # the version by which it was begun; 0: today's
        result: Result | None = None,
        terms: Terms | None = None,
        later: State | None = None,
    ) -> None:
        self.start: State = game.new(players, seed, options)
        super().__init__(game, seats, self.start, rules or game.rules_version, result=result)
        self.id, self.players, self.seed, self.options, self.public = id, players, seed, options, public
        self.address = f"/table/{id}"  # where what is done here is sent
        self.terms = terms or Terms()
        if self.terms.clock:
            self.clocks = Clocks.of(self.terms.clock, self.terms.time_up == "lost", players)
        self.later = later  # how far the game has come, if this is an earlier position of it
        self.log: list[Entry] = []
        self.actions: list[int] = []
        self.is_gone = False  # it was deleted
        self.rematch: str | None = None  # the id of the table where these people play again
        self.pressed_at = 0.0  # when the button of the last move was pressed here, by a clock that only measures
        self.deeds = RecentDeeds()
        self.opened_by: str | None = None  # the player who set it up
        self.opened_from: str | None = None  # a fingerprint of their address
        self.tournament: str | None = None  # whose table it is
        self.played_by: str | None = None  # the server whose bots begin here
        self._made: list[tuple[int, int]] = []  # for each action who made it, and what was revealed before
        self._grants: list[float] = []  # the time that each action has added
        self._turns: list[tuple[int, int] | None] = []  # the same for each turn; None: a decision was taken back
        self._steps: deque[tuple[int, Step]] = deque(maxlen=STEPS_KEPT)
        self._earlier: deque[State] = deque(maxlen=STEPS_KEPT)  # before each of the last decisions that stand
        self._entries_at: dict[Place, set[int]] = {}  # the decisions by where the game had got to
        self._public: tuple[State, Any] | None = None  # a state, and what everybody sees of it
        self._clocks: tuple[Clocks, ClocksShown] | None = None  # the clocks, and what everybody sees of them
        self._covered: frozenset[int] | None = None  # worked out when it is asked for
        self._private: Counter[int] = Counter()  # how many entries nobody but a seat learns of
        self._private_numbers: list[int] = []  # and which
        self._left_out: dict[int, int | None] = {}  # entries from a stop on, with their actions
        self._back = (-1, -1, 0)  # for a turn and a seat: how far it may go back

    # The fold

    def take(self, entries: Iterable[Entry]) -> None:
        """Let entries of the log happen."""
        for entry in entries:
            self._append(entry, self.after(self.situation(), entry))

    def accept(self, draft: Draft) -> None:
        """Let happen what was worked out, now that it is stored."""
        for entry, after in draft.steps:
            self._append(entry, after)
        self._stand(draft.now)
        if draft.key:
            self.deeds.remember(draft.key, draft.entries[0].number)

    def done_before(self, key: str) -> Draft | None:
        """A deed that stands in the log already, as the draft that it was; None if there is none with that key."""
        number = self.deeds.find(key) if key else None
        if number is None:
            return None
        draft = Draft(self, 0.0)
        draft.steps = [(entry, draft.now) for entry in reversed(self.log) if entry.number == number]
        return draft

    def situation(self) -> Situation:
        """How things stand now, to work out from it what happens next."""
        return Situation(
            self.game,
            self.seats,
            self.state,
            self.rules,
            self.begun,
            self.commitments,
            self.asked_always,
            self.stop,
            self.result,
            self.closed,
            self.clocks,
            self.round_up,
        )

    def after(self, now: Situation, entry: Entry) -> Situation:
        """How things stand when an entry has happened that comes next."""
        then = self._after(now, entry)
        if now.clocks is None:
            return then
        place = self.game.place
        is_new_line = entry.kind == Kind.PLAY and place(now.state) != place(then.state)
        deciding = Deciding(then.asked_seats(), then.state.seat, then.commitments, is_new_line)
        undone = self.granted_by_last(entry.action or 1) if entry.kind == Kind.UNDO else ()
        return replace(then, clocks=now.clocks.after(entry, deciding, undone))

    def granted_by_last(self, count: int) -> list[tuple[int, float]]:
        """The times that the last decisions have added, with the seats that made them."""
        made = zip(self._made[-count:], self._grants[-count:], strict=True)
        return [(seat, seconds) for (seat, _), seconds in made]

    def _after(self, now: Situation, entry: Entry) -> Situation:
        if now.stop and entry.kind in DECISIONS:
            return now
        match entry:
            case Entry(kind=Kind.PLAY, action=int(action)):
                return self._after_move(now, action)
            case Entry(kind=Kind.UNDO, action=count):
                return replace(
                    now, state=self._state_before_last(count or 1), commitments={} if count else now.commitments
                )
            case Entry(kind=Kind.COMMIT, seat=int(seat), action=action):
                return now.committed(seat, action)
            case Entry(kind=Kind.ASK, seat=int(seat), action=action):
                return now.asking(seat, bool(action))
            case Entry(kind=Kind.BEGIN):
                return replace(now, begun=True)
            case Entry(kind=Kind.CLOSE, action=action):
                return replace(now, closed=bool(action))
            case Entry(kind=Kind.RULES, text=text):
                return replace(now, stop=None, rules=int(text or 0))
            case Entry(kind=Kind.ROUND, seat=seat, action=action):
                return replace(now, round_up=RoundUp(seat, not action, self._left_to_bots()))
        return now

    def _left_to_bots(self) -> frozenset[int]:
        """The seats that their people have left to bots so far."""
        left: set[int] = set()
        for entry in self.log:
            if entry.kind == Kind.LEAVE and entry.seat is not None:
                left.add(entry.seat)
            elif entry.kind in (Kind.JOIN, Kind.RETURN) and entry.seat is not None:
                left.discard(entry.seat)
        return frozenset(left)

    def _after_move(self, now: Situation, action: int) -> Situation:
        try:
            return now.played(action)
        except IllegalAction:
            return replace(now, stop=Stop(self.game, now.state, len(self.actions) + 1, self._text_of(action)))

    def _state_before_last(self, count: int) -> State:
        """How the game stood so many decisions ago."""
        if count <= len(self._earlier):
            return self._earlier[-count]
        record = self.record()
        return replace(record, actions=record.actions[:-count]).state()

    def _append(self, entry: Entry, after: Situation) -> None:
        """Keep what is told of an entry later; how things stand after it was worked out before."""
        self.log.append(entry)
        self._covered = None
        if entry.kind in DECISIONS and after.stop:
            self._left_out[entry.number] = entry.action if entry.kind == Kind.PLAY else None
        elif entry.kind == Kind.PLAY and entry.action is not None:
            self._keep_move(entry.number, entry.action, after.state)
            self._grants.append(after.clocks.granted if after.clocks else 0.0)
        elif entry.kind == Kind.UNDO:
            self._drop_moves(entry.action or 1)
        elif entry.kind == Kind.REMATCH:
            self.rematch = entry.text
        if entry.kind in PRIVATE and entry.seat is not None:
            self._private[entry.seat] += 1
            self._private_numbers.append(entry.number)
        self._stand(after)

    def _stand(self, now: Situation) -> None:
        self.seats, self.state, self.rules, self.begun = now.seats, now.state, now.rules, now.begun
        self.commitments, self.asked_always = now.commitments, now.asked_always
        self.stop, self.closed, self.clocks, self.round_up = now.stop, now.closed, now.clocks, now.round_up

    def _keep_move(self, number: int, action: int, after: State) -> None:
        before = self.state
        self.actions.append(action)
        self._made.append((before.seat, before.reveals))
        self._turns.append(self._made[-1])
        self._steps.append((number, Step(before, action, after)))
        self._earlier.append(before)
        if self.game.past:
            self._entries_at.setdefault(self.game.place(before), set()).add(number)

    def _drop_moves(self, count: int) -> None:
        del self.actions[-count:]
        del self._made[-count:]
        del self._grants[-count:]
        self._turns.append(None)
        for _ in range(min(count, len(self._earlier))):
            self._earlier.pop()

    def _text_of(self, action: int) -> str:
        """The notation of a move that need not be legal; its number if it has none today."""
        try:
            return self.game.action_text(self.state, action)
        except (ValueError, IndexError, KeyError):
            return str(action)

    # What may be asked

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

    @property
    def last_at(self) -> float:
        """When the last entry happened: none is earlier than the one before."""
        return self.log[-1].at if self.log else 0.0

    def entries_known(self, seat: int | None) -> int:
        """How many entries a seat, or a spectator, learns of: what others decide in advance is not told."""
        own = 0 if seat is None else self._private[seat]
        return len(self.log) - self._private.total() + own

    def public_number(self, number: int) -> int:
        """The number of an entry among those of which everybody learns: pages name entries by it."""
        return number - bisect_left(self._private_numbers, number)

    def number_known(self, seat: int | None, entries: int) -> int:
        """The number of the last entry that goes with the first so many of which a seat learns."""
        number = 0
        for entry in self.log:
            entries -= entry.kind not in PRIVATE or entry.seat == seat
            if entries < 0:
                break
            number = entry.number
        return number

    def is_practice_of(self, player: str | None) -> bool:
        """Whether a player sits alone among bots, and it does not count."""
        return not self.terms.rated and super().is_practice_of(player)

    def can_undo(self, seat: int) -> bool:
        """Whether a seat may take something back."""
        return self.undoes(seat) > 0

    def undoes(self, seat: int) -> int:
        """How many decisions a seat would take back: its own last one, by which nothing was shown or drawn.

        Who sits alone among bots may take back anything, with all that has happened since.
        """
        if not self.is_running or not self._made:
            return 0
        if self._made[-1] == (seat, self.state.reveals):
            return 1
        if not self.is_practice_of(self.seats[seat].player):
            return 0
        if self._back[:2] != (self.turn, seat):
            self._back = (self.turn, seat, self._back_to_choice_of(seat))
        return self._back[2]

    def _back_to_choice_of(self, seat: int) -> int:
        """How many decisions ago a seat had a choice; 0 if it had none yet."""
        for count, (made_by, _) in enumerate(reversed(self._made), 1):
            if made_by == seat and has_choice(self._state_before_last(count), seat in self.asked_always):
                return count
        return 0

    def last_of(self, seat: int) -> int | None:
        """The number of a seat's last decision that stands, counted from 0."""
        return next((n for n in range(len(self._made) - 1, -1, -1) if self._made[n][0] == seat), None)

    def recent(self) -> dict[int, Step]:
        """The last decisions that stand, by their numbers, counted from 0."""
        states = [*self._earlier, self.state]
        first = len(self.actions) - len(self._earlier)
        steps = zip(states, self.actions[first:], states[1:], strict=False)
        return {number: Step(*step) for number, step in enumerate(steps, first)}

    def record(self) -> Record:
        """The game as a record, with its seed: for the server, or for all when it is over."""
        names = [seat.name for seat in self.seats]
        record = Record(self.game, self.players, self.seed, self.options, names, self.actions, rules=self.rules)
        for number, seat in enumerate(self.seats, 1):
            if seat.bot and not seat.player:
                record.other_headers[f"bot {number}"] = seat.bot
        if self.stop:
            record.stop = self.stop
            record.left_over = [self._text_of(action) for action in self._left_out.values() if action is not None]
        record.lost = list(self.lost_in_order)
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
                del made[-(entry.action or 1) :]
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
                del states[-(entry.action or 1) :]
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
            self._covered = frozenset() if self.is_over else self._covered_by(self.now)
        return self._covered

    def covered_after(self, number: int) -> frozenset[int]:
        """The same when the log had come to an entry."""
        if number == self.last_number or not self.covers_past:
            return self.covered
        states = [step.after for entry, step in self.steps() if step and entry.number <= number]
        return self._covered_by(states[-1] if states else self.start)

    def _covered_by(self, now: State) -> frozenset[int]:
        past = self.game.past
        if past is None or not self.covers_past or now.is_over:
            return frozenset()
        covered = [entries for place, entries in self._entries_at.items() if past.is_covered(place, now)]
        return frozenset().union(*covered)

    def view(self, seat: int | None) -> Any:
        """All that a seat, or a spectator, may see; of an earlier position what is not covered by now."""
        if self.game.past is None or self.later is None or not self.covers_past:
            return self._view_now(seat)
        return self.game.past.view(self.state, self.later, seat)

    def _view_now(self, seat: int | None) -> Any:
        """What the seats have in common is worked out once for each state: nobody changes one that was reached."""
        if self._public is None or self._public[0] is not self.state:
            self._public = (self.state, self.game.view(self.state, None))
        public = self._public[1]
        return public if seat is None else self.game.own_view(public, self.state, seat)

    def clocks_seen_by(self, seat: int | None) -> ClocksShown | None:
        """What a seat, or a spectator, sees of the clocks; mostly all see the same, which is worked out once."""
        clocks = self.clocks
        if clocks is None:
            return None
        if clocks.true is not clocks.shown:
            return clocks.seen_by(seat)
        if self._clocks is None or self._clocks[0] is not clocks:
            self._clocks = (clocks, clocks.seen_by(None))
        return self._clocks[1]

    def tell(self, number: int, step: Step, seat: int | None, lang: Language, names: Sequence[str]) -> list[str]:
        """What happened by an entry of the log, in the words that a seat may read by now."""
        tell = self.game.tell_covered if number in self.covered else self.game.tell
        return tell(*step, seat, lang, names)

    # What a decision adds to the log

    def draft(self, at: float) -> Draft:
        """Nothing yet: what shall happen is added to it."""
        return Draft(self, at)

    def decide(self, seat: int, action: int, turn: int, at: float) -> Draft:
        """A decision: a move and those that were waiting for it, or a commitment."""
        self._check_running()
        if not self.is_current(seat, turn):
            raise StaleMove
        if self.clocks and self.clocks.is_up(seat, at):
            raise TimeUp
        if seat == self.state.seat and self.asked != seat:
            raise NotAsked
        if action not in self.choices(seat):
            raise IllegalMove(self.game, self.state, seat, action)
        if seat != self.state.seat:
            return self.draft(at).add(Kind.COMMIT, seat, action)
        return self._move(action, at)

    def _move(self, action: int | None, at: float) -> Draft:
        draft = self.draft(at)
        while action is not None:
            draft.add(Kind.PLAY, draft.now.state.seat, action)
            action = draft.now.waiting_move()
        return draft

    def answer(self, turn: int, at: float) -> Draft:
        """What the table answers for the seat to move."""
        action = self.answer_for_seat()
        if action is None or turn != self.turn:
            raise StaleMove
        return self._move(action, at)

    def ask(self, seat: int, always: bool, at: float) -> Draft:
        """A seat says how it wants to be asked."""
        self._check_running()
        return self.draft(at).add(Kind.ASK, seat, int(always))

    def withdraw(self, seat: int, at: float) -> Draft:
        """A seat takes a commitment back."""
        self._check_running()
        if seat not in self.commitments:
            raise StaleMove
        if self.clocks and self.clocks.is_up(seat, at):
            raise NoTimeToUndo
        return self.draft(at).add(Kind.COMMIT, seat)

    def undo(self, seat: int, turn: int, at: float) -> Draft:
        """A seat takes back its last decision, and what came after it if it practises."""
        self._check_running()
        if turn != self.turn:
            raise StaleMove
        count = self.undoes(seat)
        if not count:
            raise NoUndo
        if self.clocks and not self.clocks.bears_undo(seat, self.granted_by_last(count), at):
            raise NoTimeToUndo
        return self.draft(at).add(Kind.UNDO, seat, count if count > 1 else None)

    def go_on(self, seat: int, at: float) -> Draft:
        """The game goes on where today's rules forbid what was played."""
        if self.is_over:
            raise AlreadyOver
        if self.stop is None:
            raise StaleMove
        return self.draft(at).add(Kind.RULES, seat, text=str(self.game.rules_version))

    def _check_running(self) -> None:
        if not self.begun:
            raise NotBegun
        if self.is_over:
            raise AlreadyOver
        if self.closed:
            raise TableClosed
        if self.stop:
            raise Stopped
        if self.is_paused:
            raise GamePaused


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
    if moves == len(record.actions):
        table.stop = record.stop
        if record.lost and table.is_over:
            table.result = Result(scores=table.state.scores(), winners=record.winners(), lost=record.lost)
    return table
