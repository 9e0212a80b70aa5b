"""Who is away: whom a table waits for in vain, and the moves that somebody has missed."""

from collections.abc import Collection
from typing import NamedTuple

from mezani.tables.entries import PRIVATE, Entry, Kind
from mezani.tables.table import Table

AWAY = 60.0  # seconds; whoever is back sooner has loaded the page again, or lost the connection for a moment


class Absent(NamedTuple):
    """A seat whose player is awaited and away, and from when on a bot may play for them."""

    seat: int
    due: float


def absent(table: Table, present: Collection[int]) -> Absent | None:
    """Who is awaited and has the table on no screen, if that ever ends by the terms of the table.

    It goes by nothing but what everybody can see: whose turn it is, who is there, and what has happened.
    """
    seat, minutes = table.to_move, table.terms.away_after
    if minutes is None or seat is None or seat in present:
        return None
    if table.seats[seat].player is None or table.seats[seat].bot:
        return None
    signs = (entry.at for entry in reversed(table.log) if _is_sign_of_life(entry, seat))
    return Absent(seat, next(signs, 0.0) + 60.0 * minutes)


def lost_since(table: Table, seat: int) -> float | None:
    """Since when the live connection of a seat is lost, if nothing was heard of it since."""
    own = (entry for entry in reversed(table.log) if entry.seat == seat and entry.kind not in PRIVATE)
    last = next(own, None)
    return last.at if last and last.kind == Kind.AWAY else None


def _is_sign_of_life(entry: Entry, seat: int) -> bool:
    """Whether something has happened in the game, or the seat itself has spoken."""
    return entry.kind not in PRIVATE and (entry.kind != Kind.CHAT or entry.seat == seat)


def moves_seen(table: Table, seat: int, shown: int | None, now: float) -> int | None:
    """How many moves of the game a seat has seen if it was away; None if it was not.

    `shown` is the last entry that a screen of the seat has shown. Away was whoever missed a move of somebody else,
    and the first move that was missed is not of just now.
    """
    if shown is None:
        return None
    moves = table.moves()
    missed = [entry for entry in moves if entry.number > shown]
    if all(entry.seat == seat for entry in missed) or now - missed[0].at < AWAY:
        return None
    return len(moves) - len(missed)
