"""Tournaments in words: their system and dates, what a form of a new one makes, and what is to be done."""

import time
from collections.abc import Sequence
from datetime import datetime

from babel.dates import format_datetime
from babel.numbers import format_decimal

from mezani.house.tournaments.draw import table_sizes
from mezani.house.tournaments.tournament import DAY, Tournament
from mezani.language import Language
from mezani.web.dates import day_and_month, day_and_time

WEEK = 7


def system_in_words(system: str, lang: Language) -> str:
    """How a tournament is paired."""
    _ = lang.gettext
    return {"swiss": _("Swiss"), "round-robin": _("round robin"), "knock-out": _("knock-out")}[system]


def moment(at: float, lang: Language, now: float | None = None) -> str:
    """A day and a time by the clock of the server: "Sunday, 20:00" within a week, else with the date."""
    when, here = datetime.fromtimestamp(at), time.time() if now is None else now
    if when.date() == datetime.fromtimestamp(here).date():
        return lang.gettext("today, {time}").format(time=format_datetime(when, "HH:mm", locale=lang.code))
    near = 0 <= at - here < (WEEK - 1) * DAY
    return str(format_datetime(when, "EEEE, HH:mm", locale=lang.code)) if near else day_and_time(when, lang)


def from_to(begins: float, ends: float, lang: Language) -> str:
    """Two days."""
    return " – ".join(day_and_month(datetime.fromtimestamp(at), lang) for at in (begins, ends))


def one_place(number: float, lang: Language) -> str:
    """A number with one decimal place."""
    return str(format_decimal(number, "0.0", locale=lang.code))


def players_in_words(count: int, lang: Language) -> str:
    """How many people."""
    return lang.ngettext("{n} player", "{n} players", count).format(n=count)


def about(now: Tournament, host: str, lang: Language) -> str:
    """What a tournament is, in the line beside its name."""
    people = players_in_words(len([one for one in now.entrants if one.last_round is None]), lang)
    by = lang.gettext("by {name}").format(name=host) if host else ""
    return " · ".join(filter(None, (now.game.title, system_in_words(now.system, lang), people, by)))


def sizes_in_words(people: int, sizes: Sequence[int], lang: Language) -> str:
    """Who sits out if so many enter."""
    out = people - sum(sizes)
    said = lang.ngettext("{n} sits out", "{n} sit out", out) if out else lang.gettext("nobody sits out")
    return lang.gettext("if {n} enter; {out}").format(n=people, out=said.format(n=out))


def rounds_in_words(rounds: int, days: int, lang: Language) -> str:
    """How many rounds, and how they follow each other; 0: as many as it takes."""
    _ = lang.gettext
    count = str(rounds) if rounds else _("as many as it takes")
    if not days:
        return _("{rounds}, one after the other").format(rounds=count)
    if days == WEEK:
        return _("{rounds}, one each week").format(rounds=count)
    return lang.ngettext("{rounds}, one each day", "{rounds}, one each {n} days", days).format(rounds=count, n=days)


def next_tables(now: Tournament) -> tuple[int, ...]:
    """How many would sit at each table if the next round began now."""
    return table_sizes(len(now.field(now.round + 1)), now.players, now.allowed)
