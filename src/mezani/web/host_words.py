"""What the host's page says: how the house fares, its figures, and what was done."""

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from typing import NamedTuple

import msgspec
from babel.dates import format_timedelta
from babel.numbers import format_decimal

from mezani.house.health import Figures, Trouble
from mezani.house.host_log import Done
from mezani.language import Language
from mezani.tables.gate import Allowed
from mezani.tables.lists import Listed
from mezani.tables.missing_games import title_of
from mezani.web.dates import day_and_time, day_of_year

SIZES = ("B", "kB", "MB", "GB", "TB")


class Figure(NamedTuple):
    """A line of the figures: words, a number, and where it helps a bar or a curve."""

    name: str
    about: str
    value: str
    state: str = ""  # ok, warn, bad
    part: float | None = None  # of the whole, for a bar
    curve: tuple[int, ...] = ()


def number(value: float, lang: Language, digits: int = 0) -> str:
    """A number as people write it."""
    return str(format_decimal(round(value, digits), locale=lang.code))


def size(count: int, lang: Language) -> str:
    """A number of bytes in words: "340 MB"."""
    value, unit = float(count), 0
    while value >= 1000 and unit < len(SIZES) - 1:
        value, unit = value / 1000, unit + 1
    return f"{number(value, lang, 0 if value >= 100 or unit < 2 else 1)} {SIZES[unit]}"


def span(seconds: float, lang: Language) -> str:
    """A time in words: "9 days"; short ones as seconds."""
    if seconds < 0.1:
        return f"{number(max(1, 1000 * seconds), lang)} ms"
    if seconds < 10:
        return f"{number(seconds, lang, 1)} s"
    return str(format_timedelta(int(seconds), locale=lang.code))


def moment(at: float, lang: Language) -> str:
    """A date and a time by the clock of the server."""
    return day_and_time(datetime.fromtimestamp(at), lang, "MMM yyyy")


def day(at: float | None, now: float, lang: Language) -> str:
    """The day on which somebody was last here."""
    if not at:
        return "–"
    days = int(now // 86400 - at // 86400)
    if days < 2:
        return lang.gettext("yesterday") if days else lang.gettext("today")
    return day_of_year(datetime.fromtimestamp(at).date(), lang)


def trouble(found: Trouble, lang: Language) -> str:
    """What needs the host."""
    _ = lang.gettext
    sentences = {
        "store_errors": _("The database has failed {n} times in the last ten minutes.").format(n=int(found.figure)),
        "disk": _("The disk is nearly full: {size} left.").format(size=size(int(found.figure), lang)),
        "backup_failed": _("The last backup failed: {reason}").format(reason=found.text),
        "bots": _("People have been waiting for a bot for {time}.").format(time=span(found.figure, lang)),
        "store_slow": _("The database is slow: {time} for a simple question.").format(time=span(found.figure, lang)),
        "read_only": _("The server is read-only: nobody can play."),
        "backup_old": _("The last backup is {time} old.").format(time=span(found.figure, lang)),
        "backup_none": _("There is no backup yet."),
    }
    return sentences[found.kind]


def figures(now: Figures, found: Sequence[Trouble], version: str, lang: Language) -> list[Figure]:
    """All figures; those that need the host come first."""
    _, n = lang.gettext, partial(number, lang=lang)
    state = {one.kind.partition("_")[0]: "bad" if one.is_bad else "warn" for one in reversed(found)}
    tables = now.running + now.open + now.finished + now.closed
    backup = now.backup
    lines = [
        Figure(
            _("Tables"),
            _("{running} running, {open} open, {finished} finished").format(
                running=n(now.running), open=n(now.open), finished=n(now.finished)
            )
            + (", " + _("{n} closed").format(n=n(now.closed)) if now.closed else ""),
            n(tables),
        ),
        Figure(
            _("People here"),
            _("{lately} in the last 7 days, {known} known").format(lately=n(now.lately), known=n(now.known)),
            n(now.here),
        ),
        Figure(
            _("Moves today"),
            _("{n} in the last hour").format(n=n(sum(now.moves_of_hour))),
            n(now.moves_today),
            curve=now.moves_of_hour,
        ),
        Figure(
            _("Bots waiting"),
            _("longest wait of a person: {time}").format(time=span(now.longest_wait, lang))
            if now.longest_wait
            else _("a thought takes {time}").format(time=span(now.thinking, lang))
            if now.thinking
            else "",
            n(now.bots_waiting),
            state.get("bots", ""),
        ),
        Figure(
            _("Memory"),
            _("of {size}").format(size=size(now.memory_of, lang)),
            size(now.memory, lang),
            part=now.memory / now.memory_of if now.memory_of else None,
        ),
        Figure(
            _("Database"),
            _("answers in {time}").format(time=span(now.store_seconds, lang)),
            size(now.database, lang),
            state.get("store", ""),
        ),
        Figure(
            _("Disk"),
            _("{size} free").format(size=size(now.disk_free, lang)),
            f"{number(100 * (1 - now.disk_free / now.disk), lang)} %",
            state.get("disk", ""),
            part=1 - now.disk_free / now.disk,
        ),
        Figure(
            _("Last backup"),
            _("kept: {n}").format(n=now.backups_kept) if now.backups_kept else _("none are made by themselves"),
            _("{time} ago").format(time=format_timedelta(max(1, int(now.at - backup.at)), locale=lang.code))
            if backup
            else _("none yet"),
            state.get("backup", "ok" if backup else ""),
        ),
        Figure(
            _("Version"),
            _("up for {time}").format(time=format_timedelta(max(1, int(now.at - now.up_since)), locale=lang.code)),
            version,
        ),
        Figure(
            _("Servers"),
            ", ".join(server.name for server in now.servers),
            n(max(1, len(now.servers))),
        ),
    ]
    return sorted(lines, key=lambda line: ("bad", "warn").index(line.state) if line.state in ("bad", "warn") else 2)


def curve_points(counts: Sequence[int]) -> str:
    """The points of a curve 92 wide and 26 high."""
    top = max(1, *counts)
    return " ".join(f"{92 * at / (len(counts) - 1):.1f},{24 - 22 * count / top:.1f}" for at, count in enumerate(counts))


def names(table: Listed, lang: Language) -> str:
    """Who sits at a table."""
    people = [seat.name for seat in table.seats if seat.player]
    machines = sum(seat.bot is not None and seat.player is None for seat in table.seats)
    if machines:
        people.append(lang.ngettext("{n} bot", "{n} bots", machines).format(n=machines))
    return ", ".join(people) or lang.gettext("nobody")


def standing(table: Listed, now: float, lang: Language) -> str:
    """Where a table stands, and since when."""
    _ = lang.gettext
    since = format_timedelta(-max(1, int(now - table.moved_at)), add_direction=True, locale=lang.code)
    if table.closed:
        where = _("closed")
    elif table.over:
        winners = table.result["winners"] if table.result else []
        where = _("over: {names} won").format(names=", ".join(table.seats[winner].name for winner in winners))
    elif table.to_move is None:
        free = sum(seat.is_free for seat in table.seats)
        where = lang.ngettext("{n} chair free", "{n} chairs free", free).format(n=free)
    else:
        where = _("{name} is to move").format(name=table.seats[table.to_move].name)
    return f"{where} · {since}"


def limits_in_words(limits: Allowed, lang: Language) -> str:
    """What a host allows, in a line."""
    _, no_limit = lang.gettext, lang.gettext("no limit")
    lines = (
        (_("Tables at once"), limits.tables_at_once or no_limit),
        (_("Tables a person"), limits.tables_per_person or no_limit),
        (_("Days until a table that never began is removed"), limits.keep_lobbies or no_limit),
        (_("Newcomers may set up tables"), _("yes") if limits.newcomers else _("no")),
    )
    return " · ".join(f"{name}: {value}" for name, value in lines)


def done(what: Done, lang: Language) -> str:
    """What a host has done, in a sentence."""
    _, about = lang.gettext, what.about
    facts = {
        "table": about.get("table", ""),
        "game": title_of(about["game"]) if "game" in about else "",
        "who": about.get("who") or _("Somebody"),
        "name": about.get("called") or _("Somebody"),
        "text": about.get("text", ""),
        "until": moment(about["until"], lang) if about.get("until") else "",
        "path": about.get("path", ""),
        "reason": about.get("error", ""),
        "limits": limits_in_words(msgspec.convert(about, Allowed), lang) if what.deed == "limits" else "",
    }
    kind = {"block": "block for good" if not about.get("until") else "block"}.get(what.deed, what.deed)
    if what.deed == "backup" and about.get("error"):
        kind = "backup failed"
    sentences = {
        "close": _("Table {table} ({game}) closed."),
        "open": _("Table {table} ({game}) opened again."),
        "remove": _("A line of {who} removed at table {table} ({game})."),
        "hand": _("Link made for the seat of {who} at table {table} ({game})."),
        "bot": _("Seat of {who} at table {table} ({game}) left to a bot."),
        "rename": _("{who} is now called {name}."),
        "block": _("{who} blocked until {until}."),
        "block for good": _("{who} blocked for good."),
        "unblock": _("{who} unblocked."),
        "report": _("Report about {who} closed."),
        "message": _("Message to all until {until}: {text}"),
        "quiet": _("Message to all taken away."),
        "rest": _("Server set to read-only."),
        "serve": _("Server opened for play again."),
        "limits": _("Limits changed. {limits}"),
        "backup": _("Backup made: {path}"),
        "backup failed": _("Backup failed: {reason}"),
        "host": _("Became a host by a link."),
    }
    return sentences.get(kind, kind).format(**facts)
