"""The chat of a table: who hears whom, and to whom one writes."""

import re
from collections.abc import Collection
from typing import NamedTuple

from mezani.house.mutes import Mutes
from mezani.tables.comments import Comment, Comments
from mezani.tables.entries import Kind
from mezani.tables.table import Table

PLAYERS = "p"  # how a page says what it shows: what players say, and comments up to a number
COMMENTS = re.compile(r"c(\d{1,9})")


class Writing(NamedTuple):
    """To whom somebody writes, and from which seat; without one as a spectator, who may have to say a name first."""

    to: str = ""  # table, spectators, all; empty: to nobody
    seat: int | None = None
    needs_name: bool = False


NOBODY = Writing()


def writing_of(
    comments: Comments, table: Table, player: str | None, seat: int | None, own: list[int], is_named: bool
) -> Writing:
    """To whom somebody writes at a table: when the game is over, all do to all."""
    if table.closed:
        return NOBODY
    if own:
        if seat is None and not table.is_over:
            return NOBODY
        return Writing("all" if table.is_over else "table", own[0] if seat is None else seat)
    if not comments.are_heard_by(table, player):
        return NOBODY
    return Writing("all" if table.is_over else "spectators", needs_name=not is_named)


class Hearing(NamedTuple):
    """What somebody hears besides the game."""

    unheard: frozenset[int] = frozenset()  # the seats whose words they do not hear
    comments: tuple[Comment, ...] | None = None  # of those who watch; None: they may not hear them

    def as_shown(self, table: Table) -> str:
        """What a page shows of it, for its live connection to go on from."""
        players = "" if len(self.unheard) == table.players else PLAYERS
        if self.comments is None:
            return players
        return f"{players}c{self.comments[-1].number if self.comments else 0}"

    def before(self, table: Table, shown: str | None) -> "Hearing":
        """What a page has shown; nothing is known of it where it does not say so."""
        if shown is None:
            return self
        unheard = self.unheard if PLAYERS in shown else frozenset(range(table.players))
        if not (found := COMMENTS.search(shown)):
            return Hearing(unheard)
        return Hearing(unheard, tuple(one for one in self.comments or () if one.number <= int(found[1])))

    def since(self, earlier: "Hearing", table: Table, number: int) -> tuple[Comment, ...] | None:
        """The comments that are new; None where something is heard now that was said before, or reads differently.

        `number` is the last entry of the log that was shown then.
        """
        changed = earlier.unheard ^ self.unheard
        said = (entry.seat for entry in table.log if entry.kind == Kind.CHAT and entry.number <= number)
        if changed and any(seat in changed for seat in said):
            return None
        if earlier.comments is None or self.comments is None:
            return None if earlier.comments or self.comments else ()
        first = self.comments[0].number if self.comments else 0
        known = tuple(one for one in earlier.comments if one.number >= first)
        return self.comments[len(known) :] if self.comments[: len(known)] == known else None


def hearing_of(
    comments: Comments, table: Table, player: str | None, said: tuple[Comment, ...], muted: Collection[str]
) -> Hearing:
    """What somebody hears at a table of what was said there, who has muted some people."""
    if comments.hears_players(table, player):
        unheard = frozenset(number for number, seat in enumerate(table.seats) if seat.player in muted)
    else:
        unheard = frozenset(range(table.players))
    if not comments.are_heard_by(table, player):
        return Hearing(unheard)
    return Hearing(unheard, tuple(comment for comment in said if comment.player not in muted))


async def muted_at(
    mutes: Mutes, table: Table, player: str | None, said: tuple[Comment, ...] = ()
) -> frozenset[str] | None:
    """Whom somebody has muted; None: it was not looked up, since nobody else has a voice there."""
    voices = {seat.player for seat in table.seats} | {comment.player for comment in said}
    return await mutes.of(player) if voices - {None, player} else None
