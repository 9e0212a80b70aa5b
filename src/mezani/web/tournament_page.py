"""What the page of a tournament shows: standings, and the tables of its rounds with their scores."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from mezani.house.tournaments.standings import Standing, points_of_bye, points_text
from mezani.house.tournaments.tournament import Pairing, Tournament
from mezani.insight.in_words import chapter_in_words
from mezani.language import Language
from mezani.tables.hall import Hall
from mezani.tables.refusals import Refusal
from mezani.tables.table import Table
from mezani.web.log_lines import in_a_row
from mezani.web.tournament_words import one_place

AT_ONCE = 20  # tables that are looked at together


class Score(NamedTuple):
    """A line of a table: who, how many points, and how long the bar is, in percent."""

    name: str
    points: int | None  # None: not known yet
    width: int
    is_you: bool
    is_winner: bool


class TableShown(NamedTuple):
    """A table of a round."""

    number: int
    id: str
    is_yours: bool
    is_your_turn: bool
    is_over: bool
    may_be_watched: bool
    chapter: str
    scores: list[Score]

    @property
    def winners(self) -> list[str]:
        return [one.name for one in self.scores if one.is_winner]


class Row(NamedTuple):
    """A line of the standings."""

    place: int
    name: str
    rounds: list[str]
    points: str
    opponents: str
    share: str
    is_you: bool
    is_program: bool
    is_gone: bool


class RoundShown(NamedTuple):
    """A round: its tables, and who sits out."""

    number: int
    tables: list[TableShown]
    byes: list[str]
    winners: str


class YourTable(NamedTuple):
    """The table at which the reader sits."""

    table: TableShown
    others: str
    points: int | None


def rows_of(now: Tournament, player: str | None, programs: set[int], lang: Language) -> list[Row]:
    """The standings, the first one first; a round that runs has no points yet."""
    you, entrants = now.entrant_of(player), {one.number: one for one in now.entrants}
    running = [""] * (now.round - now.counted)
    return [
        Row(
            standing.place,
            entrants[standing.entrant].name or lang.gettext("somebody"),
            [_round_text(standing, number, lang) for number in range(1, now.counted + 1)] + running,
            points_text(standing.points),
            one_place(standing.opponents, lang),
            f"{standing.share:.0f}",
            you is not None and standing.entrant == you.number,
            standing.entrant in programs,
            entrants[standing.entrant].last_round is not None,
        )
        for standing in now.standings
    ]


def _round_text(standing: Standing, number: int, lang: Language) -> str:
    points = standing.rounds[number - 1]
    if points is None:
        return "–"
    return f"{points_text(points)}*" if number in standing.byes else points_text(points)


async def round_shown(now: Tournament, number: int, hall: Hall, player: str | None, lang: Language) -> RoundShown:
    """A round as everybody may see it; the reader's table comes first."""
    pairings, tables = now.tables_of(number), dict[str, Table]()
    running = [one.table for one in pairings if one.table and not one.is_over]
    for first in range(0, len(running), AT_ONCE):
        some = running[first : first + AT_ONCE]
        found = await asyncio.gather(*map(hall.table, some), return_exceptions=True)
        for id, table in zip(some, found, strict=True):
            if isinstance(table, Table):
                tables[id] = table
            elif not isinstance(table, Refusal):
                raise table
    shown = [_table(now, one, tables, player, lang) for one in pairings]
    names = _names(now, lang)
    winners = [name for table in shown for name in table.winners]
    return RoundShown(
        number,
        sorted(shown, key=lambda table: not table.is_yours),
        [names[one] for one in now.byes_of(number)],
        lang.gettext("{names} won").format(names=", ".join(winners)) if winners else "",
    )


def _names(now: Tournament, lang: Language) -> dict[int, str]:
    return {one.number: one.name or lang.gettext("somebody") for one in now.entrants}


def _table(
    now: Tournament, pairing: Pairing, tables: Mapping[str, Table], player: str | None, lang: Language
) -> TableShown:
    you, table = now.entrant_of(player), tables.get(pairing.table or "")
    is_yours = you is not None and you.number in pairing.seats
    may_be_watched = is_yours or now.terms.watched != "nobody"
    points, best = _points(now, pairing, table, may_be_watched), _winners(pairing)
    names = _names(now, lang)
    scores = [
        Score(names[one], points[seat], _width(points, seat), you is not None and one == you.number, seat in best)
        for seat, one in enumerate(pairing.seats)
    ]
    return TableShown(
        pairing.number,
        pairing.table or "",
        is_yours,
        is_yours and table is not None and _is_turn_of(table, player),
        pairing.is_over,
        may_be_watched and bool(pairing.table),
        _chapter(table, lang) if table else "",
        sorted(scores, key=lambda one: (not one.is_winner, -(one.points or 0))),
    )


def _points(now: Tournament, pairing: Pairing, table: Table | None, may_be_watched: bool) -> list[int | None]:
    """The points of a table as a spectator sees them."""
    nothing: list[int | None] = [None] * len(pairing.seats)
    if pairing.outcome:
        return list(pairing.outcome["scores"])
    known = getattr(table.view(None), "scores", None) if table and may_be_watched else None
    return list(known) if isinstance(known, (list, tuple)) and len(known) == len(nothing) else nothing


def _width(points: Sequence[int | None], seat: int) -> int:
    own, most = points[seat] or 0, max((one or 0 for one in points), default=0)
    return round(100 * max(0, own) / most) if most > 0 else 0


def _winners(pairing: Pairing) -> set[int]:
    places = pairing.outcome["places"] if pairing.outcome else []
    return {seat for seat, place in enumerate(places) if place == 1}


def _is_turn_of(table: Table, player: str | None) -> bool:
    seat = table.asked
    return seat is not None and table.seats[seat].player == player and table.seats[seat].bot is None


def _chapter(table: Table, lang: Language) -> str:
    if not table.is_running:
        return ""
    return chapter_in_words(table.game, table.game.place(table.state).chapter, lang)


def your_table(shown: RoundShown, lang: Language) -> YourTable | None:
    """The reader's own table of a round, and who else sits there."""
    table = next((one for one in shown.tables if one.is_yours), None)
    if table is None:
        return None
    others = ", ".join(one.name for one in table.scores if not one.is_you)
    return YourTable(table, others, next((one.points for one in table.scores if one.is_you), None))


def state_sentence(now: Tournament, lang: Language) -> str:
    """After how many rounds the standings are, and what counts when."""
    after = lang.ngettext("after {n} round", "after {n} rounds", now.counted).format(n=now.counted)
    if now.state != "running":
        return after if now.counted else ""
    later = lang.gettext("round {n} counts when all its tables are over").format(n=now.round)
    return f"{after}; {later}" if now.counted else later


def bye_sentence(now: Tournament, lang: Language) -> str:
    """What a bye brings."""
    return lang.gettext("* sat out: a bye brings {points}.").format(points=points_text(points_of_bye(now.players)))


def first_three(rows: Sequence[Row], lang: Language) -> list[tuple[int, str, str]]:
    """The first three places with everybody who shares them."""
    places = sorted({row.place for row in rows})[:3]
    found = []
    for place in places:
        if place <= 3:
            names = [row.name for row in rows if row.place == place]
            found.append((place, in_a_row(names, lang), next(row.points for row in rows if row.place == place)))
    return found
