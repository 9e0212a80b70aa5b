"""The host's deeds as forms: what is asked before each, and what is done then."""

import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

import msgspec

from mezani.house.host import LONGEST_MESSAGE, Acting
from mezani.house.house import House
from mezani.language import N_, Language
from mezani.tables.deeds import check_taken
from mezani.tables.entries import Kind
from mezani.tables.gate import Allowed
from mezani.tables.players import LONGEST_NAME
from mezani.tables.refusals import NoSuchReport, NothingSaid, NothingToRemove, TableClosed
from mezani.tables.table import Table
from mezani.web.forms import BrokenForm, number, text
from mezani.web.host_words import limits_in_words
from mezani.web.log_lines import names_of

Given = Mapping[str, str]

SPANS = {
    "1800": N_("for half an hour"),
    "7200": N_("for 2 hours"),
    "43200": N_("for 12 hours"),
    "86400": N_("for a day"),
    "604800": N_("for a week"),
}
FOR_GOOD = "0"
BLOCKS = {"3600": N_("for an hour"), "86400": N_("for a day"), "604800": N_("for a week"), FOR_GOOD: N_("for good")}


class Field(NamedTuple):
    """Something more that is asked: a text, one of several, or a tick."""

    kind: str  # text, choice, tick
    name: str
    label: str
    value: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    longest: int = 0


@dataclass(frozen=True)
class Question:
    """What is asked before a deed: its title, what happens then, and the button."""

    title: str
    happens: str
    button: str
    quote: str = ""
    fields: tuple[Field, ...] = ()
    hidden: dict[str, str] = field(default_factory=dict)


class SeatLink(NamedTuple):
    """What the private link of a seat ends with, to be handed on."""

    table: Table
    seat: int
    link: str


@dataclass(frozen=True)
class Deed:
    """A deed: what is asked before it, and doing it; it answers with its number in the log, or with a link."""

    ask: Callable[[House, Given, Language], Awaitable[Question]]
    do: Callable[[House, Acting, Given], Awaitable[int | SeatLink]]


def span_of(given: Given, known: Mapping[str, str]) -> float:
    """The seconds of a choice."""
    chosen = text(given, "for")
    if chosen not in known:
        raise BrokenForm(f"there is no time {chosen!r}")
    return float(chosen)


def _choices(known: Mapping[str, str], lang: Language) -> tuple[tuple[str, str], ...]:
    return tuple((seconds, lang.gettext(words)) for seconds, words in known.items())


async def _table(house: House, given: Given) -> Table:
    return await house.hall.table(text(given, "table"))


def _at(table: Table, lang: Language) -> str:
    return f"{table.game.title}: {', '.join(names_of(table, lang))}"


# Tables


async def ask_close(house: House, given: Given, lang: Language) -> Question:
    table, _ = await _table(house, given), lang.gettext
    return Question(
        _("Close this table?"),
        _(
            "Nobody can play, chat or sit down there any more, bots stop, and nobody wins. The players read that you "
            "have closed it. You can open it again."
        ),
        _("Close the table"),
        _at(table, lang),
        hidden={"table": table.id},
    )


async def close(house: House, host: Acting, given: Given) -> int:
    return await house.host.close_table(host, text(given, "table"))


async def ask_open(house: House, given: Given, lang: Language) -> Question:
    table, _ = await _table(house, given), lang.gettext
    return Question(
        _("Open this table again?"),
        _("The game continues where it was when you closed it."),
        _("Open it again"),
        _at(table, lang),
        hidden={"table": table.id},
    )


async def open_again(house: House, host: Acting, given: Given) -> int:
    return await house.host.open_again(host, text(given, "table"))


async def ask_remove(house: House, given: Given, lang: Language) -> Question:
    table, _ = await _table(house, given), lang.gettext
    which = "comment" if "comment" in given else "entry"
    name, said = await _line(house, table, which, number(given, which), lang)
    return Question(
        _("Remove this line?"),
        _("It is deleted for good, on all screens and in the database. In its place it says “removed by the host”."),
        _("Remove the line"),
        f"{name}: {said}",
        hidden={"table": table.id, which: text(given, which)},
    )


async def _line(house: House, table: Table, which: str, number: int, lang: Language) -> tuple[str, str]:
    """Who has said something that can be removed, and what."""
    if which == "comment":
        comment = await house.hall.comments.find(table, number)
        if comment and comment.text:
            return comment.name or lang.gettext("Somebody"), comment.text
        raise NothingToRemove
    said = next((one for one in table.log if one.number == number and one.kind == Kind.CHAT and one.text), None)
    if said is None or said.seat is None:
        raise NothingToRemove
    return names_of(table, lang)[said.seat], said.text or ""


async def remove(house: House, host: Acting, given: Given) -> int:
    if "comment" in given:
        return await house.host.remove_comment(host, text(given, "table"), number(given, "comment"))
    return await house.host.remove_line(host, text(given, "table"), number(given, "entry"))


async def _seat(house: House, given: Given) -> tuple[Table, int]:
    table, seat = await _table(house, given), number(given, "seat")
    check_taken(table, seat)
    return table, seat


async def ask_hand(house: House, given: Given, lang: Language) -> Question:
    (table, seat), _ = await _seat(house, given), lang.gettext
    name = table.seats[seat].name
    return Question(
        _("Hand over the seat of {name}?").format(name=name),
        _(
            "You get a private link. Whoever opens it first plays on in that seat and sees its cards; the device that "
            "had it no longer does. Give it to {name} only, and to nobody else."
        ).format(name=name),
        _("Show me the link"),
        _at(table, lang),
        hidden={"table": table.id, "seat": str(seat)},
    )


async def hand(house: House, host: Acting, given: Given) -> SeatLink:
    table, seat = await _seat(house, given)
    return SeatLink(table, seat, await house.host.hand_over(host, table.id, seat))


async def ask_bot(house: House, given: Given, lang: Language) -> Question:
    (table, seat), _ = await _seat(house, given), lang.gettext
    if table.closed:
        raise TableClosed
    name = table.seats[seat].name
    happens = _("A bot plays in this seat until {name} is back.") if table.begun else _("The chair is free again.")
    return Question(
        _("Let a bot play for {name}?").format(name=name) if table.begun else _("Free this chair?"),
        happens.format(name=name),
        _("Let a bot play") if table.begun else _("Free the chair"),
        _at(table, lang),
        hidden={"table": table.id, "seat": str(seat)},
    )


async def bot(house: House, host: Acting, given: Given) -> int:
    return await house.host.leave_to_bot(host, text(given, "table"), number(given, "seat"))


# People


async def ask_rename(house: House, given: Given, lang: Language) -> Question:
    old, _ = text(given, "old"), lang.gettext
    return Question(
        _("Rename {name}?").format(name=old),
        _("The new name is shown at all tables, even finished ones. Everybody there reads that you changed it."),
        _("Rename"),
        fields=(Field("text", "name", _("New name"), text(given, "name") or old, longest=LONGEST_NAME),),
        hidden={"player": text(given, "player"), "old": old},
    )


async def rename(house: House, host: Acting, given: Given) -> int:
    return await house.host.rename(host, text(given, "player"), text(given, "old"), text(given, "name"))


async def ask_block(house: House, given: Given, lang: Language) -> Question:
    name, _ = text(given, "old"), lang.gettext
    return Question(
        _("Block {name}?").format(name=name),
        _(
            "{name} can still watch, but not play, chat, sit down or set up tables. Their seats wait for them, unless "
            "you leave them to bots or hand them over."
        ).format(name=name),
        _("Block"),
        fields=(
            Field("choice", "for", _("How long"), text(given, "for") or "86400", _choices(BLOCKS, lang)),
            Field("tick", "bots", _("Let bots play on at their tables"), "1"),
        ),
        hidden={"player": text(given, "player"), "old": name},
    )


async def block(house: House, host: Acting, given: Given) -> int:
    seconds = span_of(given, BLOCKS)
    until = time.time() + seconds if seconds else None
    return await house.host.block(host, text(given, "player"), text(given, "old"), until, text(given, "bots") == "1")


async def ask_unblock(house: House, given: Given, lang: Language) -> Question:
    name, _ = text(given, "old"), lang.gettext
    return Question(
        _("Unblock {name}?").format(name=name),
        _("{name} can play, chat and set up tables again.").format(name=name),
        _("Unblock"),
        hidden={"player": text(given, "player"), "old": name},
    )


async def unblock(house: House, host: Acting, given: Given) -> int:
    return await house.host.unblock(host, text(given, "player"))


# The house


async def ask_message(house: House, given: Given, lang: Language) -> Question:
    said, _ = text(given, "text").strip()[:LONGEST_MESSAGE], lang.gettext
    if not said:
        raise NothingSaid
    span_of(given, SPANS)
    return Question(
        _("Show this to everybody?"),
        _("Every page shows it in a strip under the bar, {time}. Nobody can answer it. You can take it away.").format(
            time=_(SPANS[text(given, "for")])
        ),
        _("Show it"),
        said,
        hidden={"text": said, "for": text(given, "for")},
    )


async def message(house: House, host: Acting, given: Given) -> int:
    return await house.host.say_to_all(host, text(given, "text"), time.time() + span_of(given, SPANS))


async def ask_quiet(house: House, given: Given, lang: Language) -> Question:
    _, shown = lang.gettext, house.hall.gate.message
    return Question(
        _("Take the message away?"),
        _("It goes from all pages."),
        _("Take it away"),
        shown.text if shown else "",
    )


async def quiet(house: House, host: Acting, given: Given) -> int:
    return await house.host.say_no_more(host)


async def ask_rest(house: House, given: Given, lang: Language) -> Question:
    _ = lang.gettext
    return Question(
        _("Make the server read-only?"),
        _(
            "Everybody can look at everything, but nobody can play, chat, sit down or set up a table, and bots rest. A "
            "strip on every page says so. All servers obey at once. The games continue when you end it."
        ),
        _("Read-only"),
    )


async def rest(house: House, host: Acting, given: Given) -> int:
    return await house.host.set_read_only(host, True)


async def ask_report(house: House, given: Given, lang: Language) -> Question:
    _, asked = lang.gettext, number(given, "report")
    report = next((one for one in await house.reports.open() if one.number == asked), None)
    if report is None:
        raise NoSuchReport
    return Question(
        _("Close this report?"),
        _("It goes from this list, nobody is told, and nothing else happens. To block somebody, look among people."),
        _("Close the report"),
        report.text,
        hidden={"report": str(report.number)},
    )


async def report(house: House, host: Acting, given: Given) -> int:
    return await house.host.close_report(host, number(given, "report"))


async def ask_serve(house: House, given: Given, lang: Language) -> Question:
    _ = lang.gettext
    return Question(
        _("Let people play again?"), _("All games continue where they were, and bots move again."), _("Open for play")
    )


async def serve(house: House, host: Acting, given: Given) -> int:
    return await house.host.set_read_only(host, False)


def limits_of(given: Given) -> Allowed:
    """The limits of a form; a box that is not ticked is not sent."""
    return Allowed(
        number(given, "tables-at-once"),
        number(given, "tables-per-person"),
        number(given, "keep-lobbies"),
        text(given, "newcomers") == "1",
    )


async def ask_limits(house: House, given: Given, lang: Language) -> Question:
    _, limits = lang.gettext, limits_of(given)
    return Question(
        _("Change the limits?"),
        _(
            "They hold at once, on all servers, and go before the settings. Games that have begun go on, however many "
            "there are."
        ),
        _("Change them"),
        limits_in_words(limits, lang),
        hidden={name.replace("_", "-"): str(int(value)) for name, value in msgspec.structs.asdict(limits).items()},
    )


async def limits(house: House, host: Acting, given: Given) -> int:
    return await house.host.set_limits(host, limits_of(given))


async def ask_backup(house: House, given: Given, lang: Language) -> Question:
    _ = lang.gettext
    return Question(
        _("Back up now?"),
        _("All tables, people and records are written to a file in this folder. The games go on meanwhile."),
        _("Back up now"),
        str(house.backups.folder),
    )


async def backup(house: House, host: Acting, given: Given) -> int:
    return await house.host.back_up(host)


DEEDS = {
    "close": Deed(ask_close, close),
    "open": Deed(ask_open, open_again),
    "remove": Deed(ask_remove, remove),
    "hand": Deed(ask_hand, hand),
    "bot": Deed(ask_bot, bot),
    "rename": Deed(ask_rename, rename),
    "block": Deed(ask_block, block),
    "report": Deed(ask_report, report),
    "unblock": Deed(ask_unblock, unblock),
    "message": Deed(ask_message, message),
    "quiet": Deed(ask_quiet, quiet),
    "rest": Deed(ask_rest, rest),
    "serve": Deed(ask_serve, serve),
    "limits": Deed(ask_limits, limits),
    "backup": Deed(ask_backup, backup),
}
