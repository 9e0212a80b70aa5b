"""Clocks: what the log tells of the time that each seat has left. They are folded as the game is, and by nothing else.

A seat's clock runs while it is asked. What a seat decides in advance stops its clock, but others see it run on until
the decision is made: so there are two sets of hands, the true ones and those that everybody sees.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeVar

import msgspec

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

REFUSED, ASKED, AGREED, PAUSED, RESUMED = range(5)  # the actions of `Kind.PAUSE`


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
        """The same, but it stands still for so long."""
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


class Asks(NamedTuple):
    """A pause that somebody asks for, since when, and who agrees."""

    seat: int
    at: float
    agreed: frozenset[int]


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


class Deciding(NamedTuple):
    """Who is asked after an entry of the log, and who of them has decided in advance."""

    asked: tuple[int, ...]
    to_move: int | None
    decided: Collection[int]
    is_new_line: bool  # a trick, a turn or a round has ended by it

    @property
    def undecided(self) -> list[int]:
        return [seat for seat in self.asked if seat == self.to_move or seat not in self.decided]


@dataclass(frozen=True, slots=True)
class Clocks:
    """The clocks of a table after an entry of its log."""

    clock: Live | Days
    loses: bool  # whether the game is lost when time is up
    true: Hands
    shown: Hands  # as everybody sees them
    robots: frozenset[int] = frozenset()
    out: frozenset[int] = frozenset()  # seats whose time was up
    lost: frozenset[int] = frozenset()  # and who have lost by it
    paused: bool = False
    asks: Asks | None = None
    holidays: tuple[float, ...] = ()  # until when each seat is on holiday
    grace: tuple[float, ...] = ()  # seconds that are left of it
    away: tuple[float | None, ...] = ()  # since when a live connection is lost
    granted: float = 0.0  # by the last move, to whoever made it

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
        now = self._noting(entry)
        if entry.kind in PRIVATE:
            return now._moved(entry.at, deciding, now.true, None)
        if entry.kind == Kind.PLAY and entry.seat is not None:
            return now._after_move(entry.seat, entry.at, deciding)
        if entry.kind == Kind.BRANCH:  # what was played elsewhere took nobody's time here
            fresh = replace(Clocks.of(self.clock, self.loses, len(self.grace)), robots=self.robots)
            return fresh._moved(entry.at, deciding, fresh.true, fresh.shown)
        for seat, seconds in undone:
            now = now._with(now.true.given(seat, -seconds), now.shown.given(seat, -seconds))
        return now._moved(entry.at, deciding, now.true, now.shown)

    def _with(self, true: Hands, shown: Hands) -> "Clocks":
        return replace(self, true=true, shown=true if true == shown else shown)

    def _moved(self, at: float, deciding: Deciding, true: Hands, shown: Hands | None) -> "Clocks":
        """Let those clocks run that should; what is private moves nothing that others see."""
        if self.paused:
            undecided: Collection[int] = ()
            asked: Collection[int] = ()
        else:
            undecided = [seat for seat in deciding.undecided if seat not in self.robots]
            asked = [seat for seat in deciding.asked if seat not in self.robots]
        now = self
        for seat, since in enumerate(self.away):
            if since is not None and seat not in undecided:
                now = now._found(seat, at)
        then = true.running(undecided, at, self.holidays)
        return now._with(then, self.shown if shown is None else shown.running(asked, at, self.holidays))

    def _after_move(self, seat: int, at: float, deciding: Deciding) -> "Clocks":
        """A move stops its clock where somebody else is asked next, or a new line begins; that adds time."""
        is_done = seat not in deciding.asked or deciding.is_new_line
        now = self._back(seat, at)
        if seat in self.robots or not is_done:
            now = replace(now, granted=0.0)
            return now._moved(at, deciding, now.true, now.shown.like(now.true, seat))
        true = now.true.stopped(seat, at)
        gained = self._gain(true.left[seat])
        true = true.given(seat, gained)
        now = replace(now, granted=gained)
        return now._moved(at, deciding, true, now.shown.like(true, seat))

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
        if seat is None:
            return self
        match kind:
            case Kind.BOT | Kind.LEAVE:
                return replace(self._back(seat, entry.at), robots=self.robots | {seat})
            case Kind.JOIN:
                return replace(self, robots=self.robots - {seat})
            case Kind.RETURN:
                return self._returned(seat)
            case Kind.TIME:
                return replace(self, out=self.out | {seat}, lost=self.lost | {seat} if self.loses else self.lost)
            case Kind.HOLIDAY:
                return self._on_holiday(seat, entry.at, float(entry.text or 0.0))
            case Kind.AWAY:
                return self._gone(seat, entry.at)
            case Kind.BACK:
                return self._back(seat, entry.at)
        return self

    def _returned(self, seat: int) -> "Clocks":
        """Somebody plays on themselves: whose time was up gets enough for a move."""
        now = replace(self, robots=self.robots - {seat}, out=self.out - {seat})
        if seat not in self.out:
            return now
        enough = full_time(self.clock) if isinstance(self.clock, Days) else max(BACK_AGAIN, self.clock.increment)
        short = max(0.0, enough - self.true.left[seat])
        return now._with(now.true.given(seat, short), now.shown.given(seat, short))

    # Pauses

    def _pausing(self, seat: int, what: int, at: float) -> "Clocks":
        if what == ASKED:
            return replace(self, asks=Asks(seat, at, frozenset({seat})))
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
        if self.true.runs[seat] is None or self.away[seat] is not None:
            return self
        seconds = min(GRACE, self.grace[seat])
        now = replace(self, away=_put(self.away, seat, at), grace=_put(self.grace, seat, self.grace[seat] - seconds))
        return now._standing(seat, at, seconds)

    def _back(self, seat: int, at: float) -> "Clocks":
        """Somebody is back, or has moved all the same: what was not needed of the grace is kept."""
        return self if self.away[seat] is None else self._found(seat, at)._standing(seat, at, 0.0)

    def _found(self, seat: int, at: float) -> "Clocks":
        run = self.true.runs[seat]
        unused = max(0.0, run.still_until - at) if run else 0.0
        return replace(self, away=_put(self.away, seat, None), grace=_put(self.grace, seat, self.grace[seat] + unused))

    def _standing(self, seat: int, at: float, seconds: float) -> "Clocks":
        return self._with(_standing(self.true, seat, at, seconds), _standing(self.shown, seat, at, seconds))

    # What may be asked

    def is_up(self, seat: int, at: float) -> bool:
        """Whether what a seat did at a time comes too late."""
        run = self.true.runs[seat]
        return run is not None and at > run.ends

    def next_up(self) -> tuple[float, int] | None:
        """When time is up next, if nothing happens before, and for whom."""
        return min(((run.ends, seat) for seat, run in enumerate(self.true.runs) if run), default=None)

    @property
    def pause_begins(self) -> float | None:
        """When a pause begins to which nobody has said no."""
        return self.asks.at + SILENCE if self.asks and not self.paused else None

    @property
    def due_at(self) -> float | None:
        """When the table itself has to do something next."""
        up = self.next_up()
        return min((at for at in (up and up[0], self.pause_begins) if at is not None), default=None)

    def bears_undo(self, undone: Iterable[tuple[int, float]], at: float) -> bool:
        """Whether everybody has time left when what moves have added is taken back."""
        taken = [0.0] * len(self.true.left)
        for seat, seconds in undone:
            taken[seat] += seconds
        return all(not less or self.true.left_at(seat, at) > less for seat, less in enumerate(taken))

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
