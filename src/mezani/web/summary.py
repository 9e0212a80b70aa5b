"""Summaries: what a hand, a round or a turn has brought, on a sheet that lies on the cloth until its reader goes on."""

import copy
from collections.abc import Sequence
from typing import NamedTuple

from mezani.game import Place, Summary
from mezani.language import Language
from mezani.tables.entries import Kind
from mezani.tables.table import Step, Table
from mezani.web.log_lines import names_of
from mezani.web.preferences import SUMMARY_SECONDS


class Sheet(NamedTuple):
    """A summary as somebody reads it."""

    number: int  # of the chapter
    summary: Summary
    game: str
    seat: int | None
    called: tuple[str, ...]  # "You" for the reader
    bots: tuple[bool, ...]
    close: str  # the address of the table without it
    seconds: int  # after which it goes by itself; 0: it stays
    with_trick: bool  # whether its last trick may still be looked at: none was taken since, or the game is over


class SummaryLinks(NamedTuple):
    """How the score leads to summaries: their address, to which the number of a chapter is added, and the open one."""

    address: str
    open: int


class Ended(NamedTuple):
    """A chapter that has ended, and the decision that ended it."""

    number: int
    step: Step


def chapter_number(place: Place) -> int:
    """The number of a hand, a round or a turn; 0 for what is before the first."""
    number = place.chapter.rpartition(" ")[2]
    return int(number) if number.isdigit() else 0


def steps_of(table: Table, number: int) -> list[Step]:
    """All decisions of a chapter that has ended; none if it has not."""
    place = table.game.place
    now = chapter_number(place(table.state))
    if not table.begun or not 0 < number <= now or (number == now and not table.state.is_over):
        return []
    steps: list[Step] = []
    for _, step in table.steps():
        if step:
            while steps and steps[-1].after is not step.before:  # what was taken back
                steps.pop()
            steps.append(step)
    return [step for step in steps if chapter_number(place(step.before)) == number]


def summary_of(table: Table, number: int, seat: int | None, lang: Language) -> Summary | None:
    """What a chapter has brought, as a seat or a spectator may know it."""
    steps = steps_of(table, number) if table.game.summaries else []
    return table.game.summary(steps, seat, lang, names_of(table, lang)) if steps else None


def sheet_of(
    table: Table, number: int, seat: int | None, lang: Language, called: Sequence[str], close: str, stays: str
) -> Sheet | None:
    """The sheet of a chapter for its reader."""
    summary = summary_of(table, number, seat, lang)
    if summary is None:
        return None
    bots = tuple(chair.bot is not None for chair in table.seats)
    now = table.game.place(table.state)
    with_trick = not table.covers_past or table.is_over or (number == chapter_number(now) - 1 and now.line <= 0)
    seconds = SUMMARY_SECONDS.get(stays, 0)
    return Sheet(number, summary, table.game.name, seat, tuple(called), bots, close, seconds, with_trick)


def ended_since(table: Table, number: int) -> Ended | None:
    """The last chapter that has ended after an entry of the log."""
    entries = table.log[len(table.log) - (table.last_number - number) :]
    plays = [entry.number for entry in entries if entry.kind == Kind.PLAY]
    steps = [table.step(play) for play in plays]
    if None in steps:  # it was long ago
        steps = [step for entry, step in table.steps() if entry.number in plays]
    place = table.game.place
    for step in reversed(steps):
        if step and (step.after.is_over or place(step.before).chapter != place(step.after).chapter):
            return Ended(chapter_number(place(step.before)), step)
    return None


def aside_of(table: Table, seat: int | None, lang: Language) -> str:
    """What is said with the prompt of a chapter that has just begun, of the one before it."""
    last = next((entry for entry in reversed(table.log) if entry.kind in (Kind.PLAY, Kind.UNDO)), None)
    ended = ended_since(table, last.number - 1) if table.game.summaries and last and last.kind == Kind.PLAY else None
    summary = summary_of(table, ended.number, seat, lang) if ended else None
    return "" if summary is None or summary.rises else summary.aside


def ending_of(table: Table, step: Step) -> Table | None:
    """The table at the moment when a chapter ended, if it looks different from what comes next."""
    ended = table.game.summaries.ending(*step) if table.game.summaries else None
    if ended is None:
        return None
    moment = copy.copy(table)
    moment.state = ended
    return moment
