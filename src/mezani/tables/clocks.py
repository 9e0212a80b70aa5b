"""Clocks: what the log tells of the time that each seat has left. They are folded as the game is, and by nothing else.

A seat's clock runs while it is asked. What a seat decides in advance stops its clock, but others see it run on until
all decisions are open: so there are two sets of hands, the true ones and those that everybody sees.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple, TypeVar

import msgspec
from msgspec.structs import replace

from mezani.tables.entries import PRIVATE, Entry, Kind
from mezani.tables.terms import Days, Live

MINUTE, HOUR, DAY = 60.0, 3600.0, 86400.0
GRACE = 20.0  # seconds for which a live clock stands still when a connection is lost
ALL_GRACE = 60.0  # seconds of that for a seat in a whole game
SILENCE = 20.0  # seconds after which whoever says nothing agrees to a pause
BACK_AGAIN = 30.0  # seconds at least for somebody who takes a chair back after their time was up
LITTLE = 0.1  # of the time is little
LITTLE_LIVE, LITTLE_DAYS = MINUTE, 12 * HOUR  # at most

T = TypeVar("T")

REFUSED, ASKED, AGREED, PAUSED, RESUMED, ASKED_ALONE = range(6)  # the actions of `Kind.PAUSE`


class Run(NamedTuple):
    """A clock that runs: since when, until when, and when it stands still on the way."""

    began: float
    ends: float
    stood: float = 0.0  # seconds, in stretches that are over
    still_from: float = 0.0
    still_until: float = 0.0

    def left(self, at: float) -> float:
        """The seconds that are left; none are lost while it stands still."""
        still = max(0.0, self.still_until - max(at, self.still_from))
        return max(0.0, self.ends - still - at)

    def used(self, at: float) -> float:
        """The seconds that were used."""
        return at - self.began - self._stood(at)

    def _stood(self, at: float) -> float:
        return self.stood + max(0.0, min(at, self.still_until) - self.still_from)

    def standing(self, at: float, seconds: float) -> "Run":
        """The same, but it stands still for so long, unless its time is up already."""
        if at > self.ends:
            return self
        moving = self.moving(at)
        return Run(self.began, moving.ends + seconds, moving._stood(at), at, at + seconds)

    def moving(self, at: float) -> "Run":
        """The same, but it goes on at once."""
        return Run(self.began, at + self.left(at), self._stood(at))


class Hands(NamedTuple):
    """What clocks show, seat by seat: what is left where they rest, and those that run."""

    left: tuple[float, ...]
    used: tuple[float, ...]
    runs: tuple[Run | None, ...]

    def left_at(self, seat: int, at: float) -> float:
        """The seconds that a seat has left."""
        run = self.runs[seat]
        return self.left[seat] if run is None else run.left(at)

    def used_at(self, seat: int, at: float) -> float:
        """The seconds that a seat has used."""
        run = self.runs[seat]
        return self.used[seat] + (0.0 if run is None else run.used(at))

    def changed(self, seat: int, left: float, used: float, run: Run | None) -> "Hands":
        return Hands(_put(self.left, seat, left), _put(self.used, seat, used), _put(self.runs, seat, run))

    def stopped(self, seat: int, at: float) -> "Hands":
        if self.runs[seat] is None:
            return self
        return self.changed(seat, self.left_at(seat, at), self.used_at(seat, at), None)

    def started(self, seat: int, at: float, still: float) -> "Hands":
        run = Run(at, at + self.left[seat])
        return self.changed(seat, self.left[seat], self.used[seat], run.standing(at, still) if still > 0.0 else run)

    def given(self, seat: int, seconds: float) -> "Hands":
        """With more or less time for a seat."""
        run, left = self.runs[seat], self.left[seat]
        if run is None:
            return self.changed(seat, max(0.0, left + seconds), self.used[seat], None)
        return self.changed(seat, left, self.used[seat], run._replace(ends=max(run.began, run.ends + seconds)))

    def like(self, other: "Hands", seat: int) -> "Hands":
        """With the clock of a seat as others have it."""
        return self.changed(seat, other.left[seat], other.used[seat], other.runs[seat])

    def running(self, seats: Collection[int], at: float, still: Sequence[float]) -> "Hands":
        """With the clocks of just these seats running."""
        hands = self
        for seat, run in enumerate(self.runs):
            if run is not None and seat not in seats:
                hands = hands.stopped(seat, at)
            elif run is None and seat in seats:
                hands = hands.started(seat, at, still[seat] - at)
        return hands


class LastMove(NamedTuple):
    """The last decision, or the last that was taken back: since when it stands, and whose clocks it has started."""

    at: float
    started: frozenset[int]
    true: tuple[float, ...]  # what each seat had used by then
    shown: tuple[float, ...]

    def since(self, seat: int, hands: Hands, used: Sequence[float], at: float) -> float:
        """What a seat whose clock it has started has used since."""
        return hands.used_at(seat, at) - used[seat] if seat in self.started else 0.0


class Asks(NamedTuple):
    """A pause that somebody asks for, since when, who agrees, and whether nobody else was there who could."""

    seat: int
    at: float
    agreed: frozenset[int]
    is_alone: bool = False


class ClockShown(msgspec.Struct, frozen=True):
    """A seat's clock as somebody sees it: seconds left where it rests, or when it ends where it runs."""

    left: float
    ends: float | None = None  # by the server's clock
    still_until: float | None = None  # until then it stands still
    out: bool = False  # its time was up
    lost: bool = False  # and the game with it

    def left_at(self, at: float) -> float:
        """The seconds that are left."""
        return self.left if self.ends is None else max(0.0, self.ends - max(at, self.still_until or 0.0))


class ClocksShown(msgspec.Struct, frozen=True):
    """All clocks of a table as somebody sees them."""

    seats: list[ClockShown | None]  # None: no person sits there
    little: float  # seconds, from which on they are little
    paused: bool = False
    pause_asked_by: int | None = None  # while others have not agreed
    pause_agreed: list[int] = []
    pause_at: float | None = None  # when it was asked for
    pause_needs_yes: bool = False  # silence is none


class Deciding(NamedTuple):
    """Who is asked after an entry of the log, and who of them has decided in advance."""

    asked: tuple[int, ...]
    to_move: int | None
    decided: Collection[int]
    is_new_line: bool  # a trick, a turn or a round has ended by it

    @property
    def undecided(self) -> list[int]:
        return [seat for seat in self.asked if seat == self.to_move or seat not in self.decided]


class Clocks(msgspec.Struct, frozen=True):
    """The clocks of a table after an entry of its log."""

    clock: Live | Days
    loses: bool  # whether the game is lost when time is up
    true: Hands
    shown: Hands  # as everybody sees them
    robots: frozenset[int] = frozenset()
    out: frozenset[int] = frozenset()  # seats whose time was up
    lost: tuple[int, ...] = ()  # and who have lost by it, in the order in which they did
    gone: tuple[int, ...] = ()  # people for whom a bot plays, in the order in which they went
    paused: bool = False
    asks: Asks | None = None
    holidays: tuple[float, ...] = ()  # until when each seat is on holiday
    grace: tuple[float, ...] = ()  # seconds that are left of it
    away: tuple[float | None, ...] = ()  # since when a live connection is lost
    granted: float = 0.0  # by the last move, to whoever made it
    awaited: frozenset[int] = frozenset()  # who is asked at the same time as somebody that has decided in advance
    unopened: frozenset[int] = frozenset()  # who has decided in advance, and others of them are still awaited
    owing: frozenset[int] = frozenset()  # whose time was up in a move that the bot has not finished
    last_move: LastMove | None = None
    ended: bool = False  # by the time of a tournament's round: bots play on, and nobody comes back
    halted_at: float | None = None  # since when nobody is asked: in a pause, or where the host has closed the table

    @classmethod
    def of(cls, clock: Live | Days, loses: bool, players: int) -> "Clocks":
        """The clocks of a table before anything has happened there."""
        hands = Hands((full_time(clock),) * players, (0.0,) * players, (None,) * players)
        nothing: tuple[float | None, ...] = (None,) * players
        holidays, grace = (0.0,) * players, (ALL_GRACE if isinstance(clock, Live) else 0.0,) * players
        return cls(clock, loses, hands, hands, holidays=holidays, grace=grace, away=nothing)

    # The fold

    def after(self, entry: Entry, deciding: Deciding, undone: Iterable[tuple[int, float]] = ()) -> "Clocks":
        """The clocks after an entry; `undone` are the times that it takes back, with their seats."""
        if entry.kind is Kind.PLAY and entry.seat is not None:
            return self._after_move(entry.seat, entry.at, deciding)
        now = self._noting(entry)
        if entry.kind in PRIVATE:
            return now._after_private(entry, deciding)
        if entry.kind == Kind.BRANCH:  # what was played elsewhere took nobody's time here
            fresh = replace(Clocks.of(self.clock, self.loses, len(self.grace)), robots=self.robots)
            return fresh._moved(entry.at, deciding)
        if entry.kind == Kind.UNDO and entry.seat is not None:
            now = now.taken_back(entry.seat, undone, entry.at)
            then = now._moved(entry.at, deciding)
            return then._with_last_move(entry.at, now)
        return now._moved(entry.at, deciding)

    def _with(self, true: Hands, shown: Hands) -> "Clocks":
        return replace(self, true=true, shown=true if true == shown else shown)

    def _moved(self, at: float, deciding: Deciding, is_private: bool = False) -> "Clocks":
        """Let those clocks run that should; what is private moves nothing that others see."""
        now = self._halted(at, is_halted=self.paused or not deciding.asked)
        undecided: Collection[int] = ()
        asked: Collection[int] = ()
        if not self.paused:
            undecided = [seat for seat in deciding.undecided if seat not in self.robots]
            asked = {*deciding.asked, *self.unopened} - self.robots
        for seat, since in enumerate(self.away):
            if since is not None and seat not in asked:
                now = now._found(seat, at)
        true = now.true.running(undecided, at, self.holidays)
        return now._with(true, now.shown if is_private else now.shown.running(asked, at, self.holidays))

    def _halted(self, at: float, is_halted: bool) -> "Clocks":
        """Nobody is asked, or somebody is again: for that long the last move did not stand."""
        if is_halted == (self.halted_at is not None):
            return self
        if self.halted_at is None:
            return replace(self, halted_at=at)
        last = self.last_move
        return replace(self, halted_at=None, last_move=last and last._replace(at=last.at + at - self.halted_at))

    def _after_private(self, entry: Entry, deciding: Deciding) -> "Clocks":
        """Who decides in advance stops their clock; who thinks again has thought all the time, as others see it."""
        now, seat = self, entry.seat
        if entry.kind == Kind.COMMIT and seat in deciding.asked and seat not in self.robots:
            now = now._with(now.true.like(now.shown, seat), now.shown)
            now = replace(now, awaited=now.awaited | set(deciding.asked))
        return now._moved(entry.at, deciding, is_private=True)

    def _after_move(self, seat: int, at: float, deciding: Deciding) -> "Clocks":
        """A move stops its clock where somebody else is asked next, or a new line begins; that adds time."""
        is_done = seat not in deciding.asked or deciding.is_new_line
        now = self._back(seat, at)
        granted, true = 0.0, now.true
        if is_done:
            if seat in now.owing:
                now = replace(now, owing=now.owing - {seat})
            if seat not in self.robots or isinstance(self.clock, Days):
                true = true.stopped(seat, at)
                granted = self._gain(true.left[seat])
                true = true.given(seat, granted)
        now, shown = now._opened(seat, deciding), now.shown
        for one in (self.unopened | {seat}) - now.unopened:
            shown = shown.like(true, one)
        then = replace(now._with(true, shown), granted=granted)._moved(at, deciding)
        return then._with_last_move(at, self)

    def _opened(self, seat: int, deciding: Deciding) -> "Clocks":
        """One of those who are asked at the same time has decided: their clocks are shown when the last of them has."""
        if not self.awaited and not self.unopened:
            return self
        awaited = frozenset() if deciding.is_new_line else (self.awaited - {seat}) & set(deciding.asked)
        was_in_advance = self.true.runs[seat] != self.shown.runs[seat]
        unopened = self.unopened | {seat} if was_in_advance else self.unopened
        return replace(self, awaited=awaited, unopened=unopened if awaited else frozenset())

    def _with_last_move(self, at: float, before: "Clocks") -> "Clocks":
        """Note how things stand after a move, or after one was taken back."""
        runs = zip(before.true.runs, self.true.runs, strict=True)
        started = frozenset(seat for seat, (old, new) in enumerate(runs) if new is not None and old is None)
        used = [tuple(hands.used_at(seat, at) for seat in range(len(self.grace))) for hands in (self.true, self.shown)]
        return replace(self, last_move=LastMove(at, started, used[0], used[1]))

    def taken_back(self, seat: int, undone: Iterable[tuple[int, float]], at: float) -> "Clocks":
        """After moves were taken back: whoever does so pays for the time since, and those whom it cost get theirs back.

        `undone` are the times that the moves have added, with their seats.
        """
        now, last = self, self.last_move
        for maker, seconds in undone:  # others have not seen yet what a decision in advance has added
            now = now._given(maker, -seconds, 0.0 if maker in now.unopened else -seconds)
        if seat in self.unopened:  # others have seen it run all the time
            now = replace(now, awaited=now.awaited | {seat}, unopened=now.unopened - {seat})
            return now._with(now.true.like(now.shown, seat), now.shown)
        if last is None:
            return now
        if now.true.runs[seat] is None:
            cost = max(0.0, at - last.at)
            now = now._given(seat, -cost, -cost)
        for other in last.started - {seat} - now.robots:
            true, shown = last.since(other, now.true, last.true, at), last.since(other, now.shown, last.shown, at)
            now = now._given(other, true, shown)
        return now

    def _given(self, seat: int, true: float, shown: float) -> "Clocks":
        return self._with(self.true.given(seat, true), self.shown.given(seat, shown))

    def _gain(self, left: float) -> float:
        """What a move adds to what is left."""
        if isinstance(self.clock, Live):
            return float(self.clock.increment)
        return full_time(self.clock) - left

    def _noting(self, entry: Entry) -> "Clocks":
        """What an entry says of seats, pauses and connections."""
        seat, kind = entry.seat, entry.kind
        if kind == Kind.PAUSE and seat is not None:
            return self._pausing(seat, entry.action or REFUSED, entry.at)
        if kind == Kind.PAUSE:  # nobody was there to end it
            return replace(self, paused=False, asks=None)
        if kind == Kind.ROUND:
            return self._round_up(seat, entry.at)
        if seat is None:
            return self
        match kind:
            case Kind.BOT:
                return replace(self, robots=self.robots | {seat})
            case Kind.LEAVE:
                return self._left_to_bot(seat, entry.at)
            case Kind.JOIN:
                return replace(self, robots=self.robots - {seat})
            case Kind.RETURN:
                return self._returned(seat)
            case Kind.TIME:
                return self._out(seat)
            case Kind.HOLIDAY:
                return self._on_holiday(seat, entry.at, float(entry.text or 0.0))
            case Kind.AWAY:
                return self._gone(seat, entry.at)
            case Kind.BACK:
                return self._back(seat, entry.at)
        return self

    def _left_to_bot(self, seat: int, at: float) -> "Clocks":
        """A bot plays here from now on; nobody waits for its player to answer, or for a pause that they want."""
        asks = None if self.asks and self.asks.seat == seat and not self.paused else self.asks
        gone = (*(one for one in self.gone if one != seat), seat)
        now = replace(self._back(seat, at), robots=self.robots | {seat}, gone=gone, asks=asks)
        if len(now.robots) == len(self.grace):  # nobody is left who could end a pause
            now = replace(now, paused=False, asks=None)
        if seat not in now.unopened:
            return now
        return replace(now._with(now.true, now.shown.like(now.true, seat)), unopened=now.unopened - {seat})

    def _round_up(self, slowest: int | None, at: float) -> "Clocks":
        """Bots end the game: no clock runs any more, and whoever has used most time has lost by it."""
        now = self
        for seat in range(len(self.grace)):
            if seat not in self.robots:
                now = now._left_to_bot(seat, at)
        if slowest is not None:
            now = replace(now, out=now.out | {slowest}, lost=(*now.lost, slowest))
        return replace(now, paused=False, asks=None, ended=True)

    def _out(self, seat: int) -> "Clocks":
        """The time of a seat is up."""
        lost = (*self.lost, seat) if self.loses else self.lost
        return replace(self, out=self.out | {seat}, owing=self.owing | {seat}, lost=lost)

    def _returned(self, seat: int) -> "Clocks":
        """Somebody plays on themselves: whose time was up gets enough for a move, unless the game is lost."""
        if seat in self.lost or self.ended:
            return self
        gone = tuple(one for one in self.gone if one != seat)
        now = replace(self, robots=self.robots - {seat}, out=self.out - {seat}, owing=self.owing - {seat}, gone=gone)
        if seat not in self.out:
            return now
        enough = full_time(self.clock) if isinstance(self.clock, Days) else max(BACK_AGAIN, self.clock.increment)
        short = max(0.0, enough - self.true.left[seat])
        return now._given(seat, short, short)

    # Pauses

    def _pausing(self, seat: int, what: int, at: float) -> "Clocks":
        if what in (ASKED, ASKED_ALONE):
            return replace(self, asks=Asks(seat, at, frozenset({seat}), what == ASKED_ALONE))
        if what == AGREED and self.asks:
            return replace(self, asks=self.asks._replace(agreed=self.asks.agreed | {seat}))
        if what == PAUSED:
            return replace(self, paused=True)
        return replace(self, paused=False, asks=None)

    # Clocks that stand still

    def _on_holiday(self, seat: int, at: float, until: float) -> "Clocks":
        """A clock of days stands still until then, and until now if somebody is back early."""
        now = replace(self, holidays=_put(self.holidays, seat, until))
        return now._standing(seat, at, until - at)

    def _gone(self, seat: int, at: float) -> "Clocks":
        """A connection is lost: for a while the clock stands still."""
        if self.shown.runs[seat] is None or self.away[seat] is not None:
            return self
        seconds = min(GRACE, self.grace[seat])
        now = replace(self, away=_put(self.away, seat, at), grace=_put(self.grace, seat, self.grace[seat] - seconds))
        return now._standing(seat, at, seconds)

    def _back(self, seat: int, at: float) -> "Clocks":
        """Somebody is back, or has moved all the same: what was not needed of the grace is kept."""
        return self if self.away[seat] is None else self._found(seat, at)._standing(seat, at, 0.0)

    def _found(self, seat: int, at: float) -> "Clocks":
        run = self.shown.runs[seat]
        unused = max(0.0, run.still_until - at) if run else 0.0
        return replace(self, away=_put(self.away, seat, None), grace=_put(self.grace, seat, self.grace[seat] + unused))

    def _standing(self, seat: int, at: float, seconds: float) -> "Clocks":
        return self._with(_standing(self.true, seat, at, seconds), _standing(self.shown, seat, at, seconds))

    # What may be asked

    def is_up(self, seat: int, at: float) -> bool:
        """Whether what a seat did at a time comes too late, or would, if it has decided in advance and thinks again."""
        run = self.true.runs[seat] or self.shown.runs[seat]
        return run is not None and at > run.ends

    def next_up(self) -> tuple[float, int] | None:
        """When time is up next, if nothing happens before, and for whom."""
        return min(((run.ends, seat) for seat, run in enumerate(self.true.runs) if run), default=None)

    @property
    def pause_begins(self) -> float | None:
        """When a pause begins to which nobody has said no."""
        return self.asks.at + SILENCE if self.asks and not self.asks.is_alone and not self.paused else None

    @property
    def due_at(self) -> float | None:
        """When the table itself has to do something next."""
        up = self.next_up()
        return min((at for at in (up and up[0], self.pause_begins) if at is not None), default=None)

    def bears_undo(self, seat: int, undone: Iterable[tuple[int, float]], at: float) -> bool:
        """Whether everybody whom it costs time has some left when a seat takes moves back."""
        after = self.taken_back(seat, undone, at)
        left = [(after.true.left_at(one, at), self.true.left_at(one, at)) for one in range(len(self.grace))]
        return all(then > 0.0 or then >= now for then, now in left)

    def must_wait(self, seat: int, asked: Collection[int]) -> bool:
        """Whether a bot still has to finish the move in which the time of a seat was up."""
        return seat in self.owing and seat in asked

    def seen_by(self, viewer: int | None) -> ClocksShown:
        """What a seat, or a spectator, sees: its own clock as it is, those of others as everybody sees them."""
        seats = [self._shown(seat, self.true if seat == viewer else self.shown) for seat in range(len(self.grace))]
        asks = self.asks
        return ClocksShown(
            seats,
            little_time(self.clock),
            self.paused,
            asks.seat if asks else None,
            sorted(asks.agreed) if asks else [],
            asks.at if asks else None,
            asks is not None and asks.is_alone,
        )

    def _shown(self, seat: int, hands: Hands) -> ClockShown | None:
        if seat in self.robots and seat not in self.out:
            return None
        run = hands.runs[seat]
        is_out, is_lost = seat in self.out, seat in self.lost
        if run is None:
            return ClockShown(hands.left[seat], out=is_out, lost=is_lost)
        return ClockShown(hands.left[seat], run.ends, run.still_until or None, is_out, is_lost)


def full_time(clock: Live | Days) -> float:
    """The seconds with which a clock begins."""
    return clock.minutes * MINUTE if isinstance(clock, Live) else clock.days * DAY


def little_time(clock: Live | Days) -> float:
    """The seconds from which on little time is left."""
    return min(LITTLE * full_time(clock), LITTLE_LIVE if isinstance(clock, Live) else LITTLE_DAYS)


def _standing(hands: Hands, seat: int, at: float, seconds: float) -> Hands:
    run = hands.runs[seat]
    if run is None:
        return hands
    then = run.standing(at, seconds) if seconds > 0.0 else run.moving(at)
    return hands.changed(seat, hands.left[seat], hands.used[seat], then)


def _put(all_of_them: tuple[T, ...], seat: int, one: T) -> tuple[T, ...]:
    return (*all_of_them[:seat], one, *all_of_them[seat + 1 :])
