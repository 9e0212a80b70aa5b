"""What is chosen for a new table: read from forms, addresses and cookies, made into terms, and said in words."""

from collections.abc import Mapping, Sequence
from math import cos, pi, sin
from typing import Any, NamedTuple
from urllib.parse import urlencode

import msgspec

from mezani import bots
from mezani.game import Game
from mezani.language import Language
from mezani.tables.players import clean_name
from mezani.tables.situation import Seat
from mezani.tables.terms import Days, Live, Terms, read_terms, usual_terms
from mezani.web.clock_words import pace_in_words
from mezani.web.forms import BrokenForm, number, text

MINUTES = (3, 5, 10, 15, 20, 30, 60, 120)
INCREMENTS = (0, 5, 10, 20, 30, 60)
DAYS = (1, 3, 7)
CHAIR_AWAY = 31  # from the middle of the table
FEW: Mapping[str, tuple[str, ...]] = {  # what each choice can be, the usual one first
    "who": ("link", "anyone", "bots"),
    "pace": ("none", "live", "days"),
    "time-up": ("bot", "lost"),
    "rated": ("", "1"),
    "watched": ("link", "listed", "nobody"),
}


class Chosen(msgspec.Struct, frozen=True, rename="kebab"):
    """What somebody has chosen for a table, but for its chairs one by one."""

    players: int
    level: str = bots.USUAL
    who: str = "link"
    pace: str = "none"
    minutes: int = 10
    increment: int = 10
    days: int = 3
    time_up: str = "bot"
    rated: str = ""
    past_tricks: str = ""  # covered, but for who is alone among bots
    watched: str = "link"

    @property
    def clock(self) -> Live | Days | None:
        """The clock that is chosen."""
        return (
            Live(self.minutes, self.increment)
            if self.pace == "live"
            else Days(self.days)
            if self.pace == "days"
            else None
        )

    def cookie(self) -> str:
        """The choices as a browser keeps them for the next table of the game."""
        return urlencode(msgspec.to_builtins(self))


def choices_of(game: Game[Any]) -> dict[str, tuple[str, ...]]:
    """What can be chosen for a table of a game."""
    numbers = {"players": game.seats, "minutes": MINUTES, "increment": INCREMENTS, "days": DAYS}
    past_tricks = ("", "covered", "open") if game.past else ("",)
    return {
        **FEW,
        **{name: tuple(map(str, these)) for name, these in numbers.items()},
        "level": tuple(bots.levels()),
        "past-tricks": past_tricks,
    }


def read_chosen(game: Game[Any], given: Mapping[str, Any], usual: Chosen | None = None) -> Chosen:
    """The choices of a cookie, an address or a form; the usual ones where they make no sense."""
    known = msgspec.to_builtins(usual or Chosen(game.seats[-1]))
    taken = {name: given[name] for name, few in choices_of(game).items() if given.get(name) in few}
    return msgspec.convert({**known, **taken}, Chosen, strict=False)


def chosen_by(game: Game[Any], form: Any, usual: Chosen) -> Chosen:
    """The choices of a form that sets up a table: all that it has must make sense but for the terms, which say why."""
    odd = [name for name, few in choices_of(game).items() if (given := text(form, name)) and given not in few]
    if wrong := [name for name in odd if name not in ("players", "past-tricks")]:
        raise BrokenForm(f"{wrong[0]} can't be {text(form, wrong[0])!r}")
    return read_chosen(game, {name: text(form, name) for name in choices_of(game)}, usual)


# What comes of it


def chairs_of(form: Any, chosen: Chosen, player: str, lang: Language) -> list[Seat]:
    """The chairs of a form: each as it says, or as the choice for all of them."""
    count = min(number(form, "players"), 20)
    return [chair(form, n, chosen, player, lang) for n in range(count)]


def chair(form: Any, seat_number: int, chosen: Chosen, player: str, lang: Language) -> Seat:
    """A chair of the form: mine, free, or a bot's."""
    who = text(form, f"chair-{seat_number}") or kind_of_chair(chosen, seat_number)
    name = clean_name(text(form, f"name-{seat_number}"))
    if who == "me":
        return Seat(player, name or lang.gettext("Guest {n}").format(n=seat_number + 1))
    if who == "free":
        return Seat()
    bot = who.removeprefix("bot:")
    if bot not in bots.levels():
        raise BrokenForm(f"there is no chair of the kind {who!r}")
    return Seat(None, name, bot)


def kind_of_chair(chosen: Chosen, seat_number: int) -> str:
    """What a chair is where nothing is said of it."""
    return "me" if seat_number == 0 else f"bot:{chosen.level}" if chosen.who == "bots" else "free"


def terms_of(form: Any, chosen: Chosen, chairs: Sequence[Seat], is_signed_in: bool) -> Terms:
    """The terms of the form, the usual ones where it leaves them open."""
    agreed: dict[str, Any] = msgspec.to_builtins(usual_terms(chairs))
    if past_tricks := text(form, "past-tricks"):
        agreed["past_tricks"] = past_tricks
    if text(form, "away-after"):
        agreed["away_after"] = number(form, "away-after") or None
    if chosen.clock:
        agreed |= {"clock": msgspec.to_builtins(chosen.clock), "away_after": None}
    kinds = ["bot" if seat.bot else "me" if seat.player else "free" for seat in chairs]
    rated = counts(chosen, kinds, is_signed_in)
    return read_terms(agreed | {"time_up": chosen.time_up, "rated": rated, "watched": chosen.watched})


def counts(chosen: Chosen, kinds: Sequence[str], is_signed_in: bool) -> bool:
    """Whether a table that is to be rated can be: with a clock, and with two people who have one chair each."""
    mine, free = kinds.count("me"), kinds.count("free")
    return chosen.rated == "1" and is_signed_in and chosen.clock is not None and mine < 2 <= mine + free


def options_asked(game: Game[Any], given: Mapping[str, Any]) -> dict[str, str]:
    """What an address or a form says of each option of a game; empty where it leaves it open."""
    return {one.name: text(given, f"option-{one.name}").strip() for one in game.table_options}


def names_asked(given: Mapping[str, Any], count: int, own: str) -> list[str]:
    """The names that a form gives to the chairs; the first one is that of whoever sets up the table."""
    return [text(given, f"name-{n}") or ("" if n else own) for n in range(count)]


# In words


class Chair(NamedTuple):
    """A chair round the table that is drawn beside the choices, in the units of the drawing."""

    kind: str  # you, free, robot
    x: float
    y: float


class Summary(NamedTuple):
    """What the choices come to, as the page repeats them."""

    players: str
    who: str
    chairs: list[Chair]
    pace: str
    time_up: str
    counts: str
    past_tricks: str
    watched: str
    options: str


def summary_of(
    chosen: Chosen, chairs: Sequence[str], changed_options: int, is_signed_in: bool, lang: Language
) -> Summary:
    """What the choices come to; chairs are those of the form, empty where nothing is said of them."""
    _ = lang.gettext
    whole = [*chairs[: chosen.players], *[""] * (chosen.players - len(chairs))]
    kinds = [kind.partition(":")[0] or kind_of_chair(chosen, n).partition(":")[0] for n, kind in enumerate(whole)]
    drawn = {"me": "you", "free": "free", "bot": "robot"}
    who = who_sits(kinds, chosen.who, lang)
    up = {"bot": _("a bot takes over"), "lost": _("the game is lost")}[chosen.time_up]
    return Summary(
        players=f"{chosen.players}: {who}",
        who=who,
        chairs=[Chair(drawn.get(kind, "free"), *place(n, len(kinds))) for n, kind in enumerate(kinds)],
        pace=pace_in_words(chosen.clock, lang),
        time_up=up if chosen.clock else _("never, without a clock"),
        counts=_("rated") if counts(chosen, kinds, is_signed_in) else _("friendly"),
        past_tricks=_("open") if chosen.past_tricks == "open" else _("covered"),
        watched={"link": _("those with the link"), "listed": _("everybody, by a list"), "nobody": _("nobody")}[
            chosen.watched
        ],
        options=lang.ngettext("{n} chosen", "{n} chosen", changed_options).format(n=changed_options)
        if changed_options
        else _("as usual"),
    )


def place(chair: int, of: int) -> tuple[float, float]:
    """Where a chair stands: the first below, the others round the table from the left."""
    angle = 2 * pi * chair / of
    return round(-CHAIR_AWAY * sin(angle), 1), round(CHAIR_AWAY * cos(angle), 1)


def who_sits(kinds: Sequence[str], who: str, lang: Language) -> str:
    """Who will sit on the chairs: "you, 3 by link"."""
    here, free, machines = (kinds.count(kind) for kind in ("me", "free", "bot"))
    parts = []
    if here:
        parts.append(lang.gettext("you") if here == 1 else lang.gettext("{n} at this screen").format(n=here))
    if free:
        said = lang.gettext("{n} for anyone") if who == "anyone" else lang.gettext("{n} by link")
        parts.append(said.format(n=free))
    if machines:
        parts.append(lang.ngettext("{n} bot", "{n} bots", machines).format(n=machines))
    return ", ".join(parts)


def chairs_asked(given: Mapping[str, Any], count: int) -> list[str]:
    """What an address or a form says of each chair."""
    return [str(given.get(f"chair-{n}") or "") for n in range(count)]
