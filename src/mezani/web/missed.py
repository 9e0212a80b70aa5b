"""The moves that a seat has missed while its player was away, in words, and the board after each of them."""

from dataclasses import replace
from typing import NamedTuple

from markupsafe import Markup

from mezani.language import Language
from mezani.tables.table import Table, played_again
from mezani.web.clocks import let_clocks_run
from mezani.web.log_lines import lines_of, names_of
from mezani.web.screen import Screen


class MissedMove(NamedTuple):
    """A move that was missed: its sentences, and what they speak of."""

    html: Markup
    at: str


class Missed(NamedTuple):
    """What was missed, and after which of it the board is shown."""

    seen: int  # how many moves the viewer had seen before
    step: int
    moves: tuple[MissedMove, ...]

    @property
    def is_past(self) -> bool:
        return self.step < len(self.moves)


def missed_of(table: Table, seat: int, seen: int | None, step: int | None, lang: Language) -> Missed | None:
    """What a seat has missed that had seen so many moves; without a step the board is as it is now."""
    moves = () if seen is None else tuple(missed_moves(table, seat, seen, lang))
    if seen is None or not moves:
        return None
    return Missed(seen, min(max(1, step or len(moves)), len(moves)), moves)


def missed_moves(table: Table, seat: int, seen: int, lang: Language) -> list[MissedMove]:
    """The moves as they were told when they were made: nothing of them is covered yet."""
    as_told = played_again(table.record(), table.seats, len(table.actions))
    names = names_of(table, lang)
    told = [
        [line for line in lines_of(as_told, entry, step, seat, lang, names) if line.kind == "move"]
        for entry, step in as_told.steps()
        if step and entry.number > seen
    ]
    return [
        MissedMove(Markup("<br>").join(line.html for line in lines), " ".join(line.at for line in lines))
        for lines in told
    ]


def at_step(screen: Screen) -> Screen:
    """The screen after the move that the viewer steps through: as their seat saw the table then, nothing to decide."""
    missed, table = screen.missed, screen.table
    if missed is None or not missed.is_past:
        return screen
    past = played_again(table.record(), table.seats, missed.seen + missed.step, id=table.id)
    earlier = replace(
        screen, table=past, own=[], hinted=None, chosen=None, looks_at="", summary_number=None, sheet=None, is_past=True
    )
    let_clocks_run(screen.clocks, earlier.perspective)
    return earlier
