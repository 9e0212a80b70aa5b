"""Tables as lines of lists: mine with who sits there, those that are over with my place, and those that are open."""

import time
from collections.abc import Collection, Sequence
from typing import NamedTuple

from mezani.games import game as find_game
from mezani.insight.in_words import chapter_in_words
from mezani.language import Language
from mezani.tables.lists import Listed
from mezani.tables.missing_games import is_missing, title_of
from mezani.tables.situation import Seat, place_in
from mezani.web.clock_words import pace_in_words
from mezani.web.clocks import drawn_clock
from mezani.web.log_lines import called
from mezani.web.rendering import environment

MINUTE, HOUR, DAY = 60, 3600, 86400


class Sitter(NamedTuple):
    """Somebody at a table, as the line of it shows them."""

    kind: str  # person, absent, robot
    name: str
    level: str | None  # of a bot
    thinks: bool


class TimeLeft(NamedTuple):
    """The time that is left where a table waits for somebody, and its pace."""

    clock: str  # drawn; empty where none runs
    pace: str


class MyTable(NamedTuple):
    """A table that is not over in the list of somebody's games."""

    id: str
    game: str
    is_yours: bool
    status: str
    sitters: list[Sitter]
    time: TimeLeft


class MyResult(NamedTuple):
    """A table that is over in the list of somebody's games."""

    id: str
    game: str
    place: int | None  # None: it is not known
    points: str
    about: str
    gain: str = ""  # of a rated game: what it has added to the reader's rating


class OpenTable(NamedTuple):
    """A table at which chairs are free."""

    id: str
    game: str
    chairs: list[str]  # person, robot, free
    free: int
    who: str
    is_mine: bool


def chapter_of(table: Listed, lang: Language) -> str:
    """Where the game of a table has got to, in words; empty where that is not known."""
    if not table.chapter or is_missing(table.game):
        return ""
    return chapter_in_words(find_game(table.game), table.chapter, lang)


# Tables that are not over


def my_table(table: Listed, player: str, present: Collection[int], lang: Language) -> MyTable:
    """A running table: where it stands, for how long it waits, and who else sits there."""
    return MyTable(
        table.id,
        table.game,
        table.is_turn_of(player) and not is_missing(table.game),
        status_of(table, player, lang),
        sitters_of(table, player, present, lang),
        time_left(table, player, lang),
    )


def time_left(table: Listed, player: str, lang: Language) -> TimeLeft:
    """The clock that matters to a player: their own where it is their turn, else that of whoever is to move."""
    clock, pace = table.terms.clock, pace_in_words(table.terms.clock, lang)
    own = [seat for seat in table.waits_for if table.seats[seat].player == player]
    seat = own[0] if own else table.to_move
    if clock is None or table.clocks is None or seat is None or table.closed:
        return TimeLeft("", pace)
    return TimeLeft(drawn_clock(f"clock-{table.id}", table.clocks, seat, clock, lang, is_quiet=True), pace)


def status_of(table: Listed, player: str, lang: Language) -> str:
    """What a table waits for, and since when."""
    _ = lang.gettext
    if is_missing(table.game):
        return _("This game is not available now")
    if table.closed:
        return _("Closed by the host")
    if table.to_move is None:
        return _("Waiting for players")
    others = any(seat.player not in (None, player) and seat.bot is None for seat in table.seats)
    since = how_long(time.time() - table.moved_at, others and table.is_turn_of(player), lang)
    return " · ".join(filter(None, (chapter_of(table, lang), since)))


def how_long(seconds: float, others_wait: bool, lang: Language) -> str:
    """For how long nothing has happened, or others have been waiting for the reader."""
    unit = next((unit for unit in (DAY, HOUR, MINUTE) if seconds >= unit), None)
    if unit is None:
        return lang.gettext("just now")
    n, ngettext = int(seconds // unit), lang.ngettext
    words = {
        (DAY, True): ngettext("they wait {n} day", "they wait {n} days", n),
        (HOUR, True): ngettext("they wait {n} hour", "they wait {n} hours", n),
        (MINUTE, True): ngettext("they wait {n} minute", "they wait {n} minutes", n),
        (DAY, False): ngettext("for {n} day", "for {n} days", n),
        (HOUR, False): ngettext("for {n} hour", "for {n} hours", n),
        (MINUTE, False): ngettext("for {n} minute", "for {n} minutes", n),
    }
    return words[unit, others_wait].format(n=n)


def sitters_of(table: Listed, player: str, present: Collection[int], lang: Language) -> list[Sitter]:
    """All others at a table."""
    return [
        Sitter(kind_of(seat, number in present), called(seat, number, lang), seat.bot, number == table.to_move)
        for number, seat in enumerate(table.seats)
        if seat.player != player and not seat.is_free
    ]


def kind_of(seat: Seat, is_there: bool) -> str:
    """Whether a bot plays, or a person who has the table on a screen or not."""
    return "robot" if seat.bot else "person" if is_there else "absent"


# Tables that are over


def my_result(table: Listed, player: str, lang: Language) -> MyResult:
    """A finished table: the reader's place and points, and against whom."""
    title, own = title_of(table.game), [n for n, seat in enumerate(table.seats) if seat.player == player]
    ago = environment(lang.code).globals["ago"](time.time() - table.moved_at)  # type: ignore[operator]
    result = table.result
    if result is None or not own:
        return MyResult(table.id, table.game, None, title, str(ago))
    best = min(own, key=lambda seat: place_in(result, seat))
    points = result["scores"][best]
    said = lang.ngettext("{game}, {n} point", "{game}, {n} points", abs(points)).format(game=title, n=points)
    about = outcome(table.seats, result["winners"], own, lang)
    return MyResult(table.id, table.game, place_in(result, best), said, f"{about} · {ago}")


def outcome(seats: Sequence[Seat], winners: Sequence[int], own: Sequence[int], lang: Language) -> str:
    """With whom the reader has won, or who else has."""
    others = [number for number in range(len(seats)) if number not in own]
    has_won = bool(others) and any(winner in own for winner in winners)
    names = ", ".join(called(seats[number], number, lang) for number in (others if has_won else winners))
    said = lang.gettext("with {names}") if has_won else lang.gettext("{names} won")
    return said.format(names=names)


# Tables that are open


def open_table(table: Listed, player: str, lang: Language) -> OpenTable:
    """An open table with its chairs."""
    people = [seat.name for seat in table.seats if seat.player]
    machines = sum(seat.bot is not None for seat in table.seats)
    if machines:
        people.append(lang.ngettext("{n} bot", "{n} bots", machines).format(n=machines))
    return OpenTable(
        table.id,
        table.game,
        ["free" if seat.is_free else "robot" if seat.bot else "person" for seat in table.seats],
        sum(seat.is_free for seat in table.seats),
        f"{', '.join(people)} · {pace_in_words(table.terms.clock, lang)}",
        any(seat.player == player for seat in table.seats if player),
    )
