"""The clocks of a table on a screen: how each is drawn at a moment, what is said of a pause, and the pace of the table.

When a clock is sent again is decided by what is known of it, not by the time: nobody learns from a clock that has gone
on that something has happened. So the piece of a clock is a gap, which is filled when it is sent.
"""

import time
from functools import cache, lru_cache
from math import ceil
from typing import TYPE_CHECKING, Any, NamedTuple

from markupsafe import Markup

from mezani.language import Language
from mezani.tables.away import lost_since
from mezani.tables.clocks import ClockShown, ClocksShown
from mezani.tables.terms import Days, Live
from mezani.web.clock_words import day_in_words, pace_in_words, time_in_words, units
from mezani.web.once import once
from mezani.web.perspective import Perspective, clock_of
from mezani.web.pieces import Fragment, Piece, hole
from mezani.web.rendering import macro_of

if TYPE_CHECKING:
    from mezani.web.screen import Screen

DRAWN = 5_000  # clocks that are kept as they were drawn


class ClockPiece(Piece):
    """A clock: the gap in which it is drawn. The other facts decide when it is sent again; none of them comes twice."""

    @once
    def html(self) -> Markup:
        """The gap; it is kept nowhere else."""
        return clock_of(self.facts[0])


class Pause(NamedTuple):
    """A pause as the viewer meets it."""

    table: str
    seat: int | None  # of the viewer
    name: str  # who has asked for it
    at: float
    is_mine: bool
    has_agreed: bool
    is_on: bool
    needs_yes: bool  # nobody else was there when it was asked for


class Whereabouts(NamedTuple):
    """Where somebody is who does not look at the table: on holiday until a day, or away since a time."""

    holiday: str
    since: float | None


class PaceOfTable(NamedTuple):
    """What stands beside the log of a table with a clock."""

    words: str
    table: str
    seat: int | None  # of a viewer who may ask for a pause


class ClocksOnScreen:
    """The clocks as one screen shows them."""

    def __init__(self, screen: "Screen", clock: Live | Days, shown: ClocksShown) -> None:
        self.screen, self.clock, self.shown = screen, clock, shown

    place_of_pause = hole("pause")  # where a board says that somebody asks for a pause, or that there is one

    @property
    def own(self) -> ClockShown | None:
        """The clock of the viewer's own seat."""
        seat = self.screen.viewing_seat
        return None if seat is None else self.shown.seats[seat]

    @property
    def bot_has_to_move(self) -> bool:
        """Whether a bot still has to make the move for which the viewer had no time left."""
        seat, clocks = self.screen.viewing_seat, self.screen.table.clocks
        return seat is not None and clocks is not None and clocks.must_wait(seat, self.screen.table.asked_seats())

    @property
    def pieces(self) -> dict[str, Fragment]:
        """A fragment for each clock."""
        paused = self.shown.paused
        return {f"clock-{seat}": ClockPiece(clock_of, (seat, one, paused)) for seat, one in enumerate(self.shown.seats)}

    @property
    def hands(self) -> "HandsOnScreen":
        """What is needed to draw them at any moment."""
        return HandsOnScreen(self.shown, self.clock, self.screen.lang, self.screen.viewing_seat)

    @property
    def pause(self) -> Pause | None:
        """What is said of a pause, if there is one or somebody asks for it."""
        screen, shown = self.screen, self.shown
        by = shown.pause_asked_by
        if by is None or screen.is_past or screen.table.is_over:
            return None
        seat = seat_of(screen)
        is_mine, has_agreed = by in screen.own, seat in shown.pause_agreed
        name, at = screen.names[by], shown.pause_at or 0.0
        return Pause(screen.table.id, seat, name, at, is_mine, has_agreed, shown.paused, shown.pause_needs_yes)

    @property
    def pace(self) -> PaceOfTable:
        """The pace, and whether the game is rated; who plays live may ask for a pause."""
        screen, lang = self.screen, self.screen.lang
        words = _pace_and_worth(self.clock, screen.table.terms.rated, lang)
        seat = seat_of(screen)
        may_ask = (
            seat is not None
            and isinstance(self.clock, Live)
            and self.shown.pause_asked_by is None
            and screen.table.is_running
            and not screen.table.seats[seat].bot
        )
        return PaceOfTable(words, screen.table.id, seat if may_ask else None)


class HandsOnScreen(NamedTuple):
    """Clocks that go on after their screen was drawn; a connection keeps them, and not all else that was drawn."""

    shown: ClocksShown
    clock: Live | Days
    lang: Language
    viewing_seat: int | None

    def draw(self, seat: int, is_copy: bool) -> str:
        """The clock of a seat as it is now."""
        id, is_own = f"clock-{seat}", seat == self.viewing_seat
        return drawn_clock(id, self.shown, seat, self.clock, self.lang, is_copy=is_copy, is_own=is_own)


def drawn_clock(
    id: str,
    shown: ClocksShown,
    seat: int,
    clock: Live | Days,
    lang: Language,
    *,
    is_copy: bool = False,
    is_own: bool = False,
    is_quiet: bool = False,
) -> Markup:
    """The clock of a seat as it is now; a quiet one does not stand out where it runs."""
    one, now = shown.seats[seat], time.time()
    if one is None:
        return _drawn(lang, id, is_copy, None, "", 0, clock, False, 0.0, False)
    left = one.left_at(now)
    runs = one.ends is not None and not shown.paused and not is_quiet
    is_held = shown.paused or (one.still_until is not None and one.still_until > now)
    kind = state_of(left <= shown.little, runs, is_held, one.out)
    return _drawn(lang, id, is_copy, one, kind, ceil(left), clock, is_own, shown.little, is_quiet)


@lru_cache(DRAWN)
def _drawn(
    lang: Language,
    id: str,
    is_copy: bool,
    one: ClockShown | None,
    kind: str,
    seconds: int,
    clock: Live | Days,
    is_own: bool,
    little: float,
    is_quiet: bool,
) -> Markup:
    """A clock as all draw it who see it alike, until another second has begun for it."""
    words = time_in_words(seconds, clock, lang) if one else ""
    macro = macro_of("macros/clock", lang.code)
    return macro(id, is_copy, one, kind, words, units(clock, lang), is_own, f"{little:g}", is_quiet)


def clocks_on(screen: "Screen") -> ClocksOnScreen | None:
    """The clocks that a screen shows; none before a game, after it, and where there are none."""
    table = screen.table
    clock = table.terms.clock
    if clock is None or not table.begun or table.is_over or screen.is_past:
        return None
    shown = table.clocks_seen_by(screen.viewing_seat)
    return ClocksOnScreen(screen, clock, shown) if shown else None


def clock_fragments(clocks: ClocksOnScreen | None) -> dict[str, Fragment]:
    """The clocks, and what is said of a pause."""
    if clocks is None:
        return {}
    return {**clocks.pieces, "pause": Piece(macro_of("macros/pause", clocks.screen.lang.code), (clocks.pause,))}


def let_clocks_run(clocks: ClocksOnScreen | None, perspective: Perspective) -> None:
    """Let a perspective show clocks as they are when it is filled."""
    perspective.draw_clock = clocks.hands.draw if clocks else None


def seat_of(screen: "Screen") -> int | None:
    """The seat for which the viewer speaks."""
    return screen.viewing_seat if screen.viewing_seat is not None else next(iter(screen.own), None)


def state_of(is_little: bool, runs: bool, is_held: bool, is_out: bool) -> str:
    """How a clock looks."""
    if is_out:
        return "out"
    if is_held:
        return "held"
    return " ".join(word for word, holds in (("low", is_little), ("on", runs)) if holds)


def counts_in_words(rated: bool, lang: Language) -> str:
    """Whether a game is rated."""
    return lang.gettext("rated") if rated else lang.gettext("friendly")


@cache
def _pace_and_worth(clock: Live | Days, rated: bool, lang: Language) -> str:
    return f"{pace_in_words(clock, lang)} · {counts_in_words(rated, lang)}"


def who_is_here(screen: "Screen") -> tuple[Any, ...]:
    """What stands beside the log: who sits here and is there, and the pace of the table."""
    pace = screen.clocks.pace if screen.clocks else None
    return screen.table.seats, screen.presence, pace, screen.marks, screen.table.address, whereabouts(screen)


def whereabouts(screen: "Screen") -> tuple[Whereabouts | None, ...]:
    """Where those are who do not look at the table, as far as its clocks know."""
    table, clocks, now = screen.table, screen.table.clocks, time.time()
    if clocks is None or table.is_over:
        return ()
    found = []
    for seat, until in enumerate(clocks.holidays):
        is_away = seat not in screen.presence.seats
        day = day_in_words(until, now, screen.lang) if until > now else ""
        found.append(Whereabouts(day, lost_since(table, seat)) if is_away else None)
    return tuple(found)
