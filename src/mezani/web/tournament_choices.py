"""What is chosen for a new tournament: read from a form or an address, made into a tournament, and said in words."""

import time
from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec

from mezani.game import Game
from mezani.games import game as find_game
from mezani.games import game_names
from mezani.house.tournaments.draw import table_sizes
from mezani.house.tournaments.round_robin import rounds_needed
from mezani.house.tournaments.tournament import DAY, USUAL_ROUNDS, Plan, allowed_sizes
from mezani.house.tournaments.tournaments import NewTournament
from mezani.language import Language
from mezani.tables.players import clean_name
from mezani.tables.terms import Days, Live, Terms, read_terms
from mezani.web.clock_words import pace_in_words
from mezani.web.forms import text
from mezani.web.log_lines import how_long
from mezani.web.tournament_words import from_to, rounds_in_words, sizes_in_words, system_in_words

EXAMPLE = 11  # people, for whom the band says how many sit at each table
NO_CLOCK = "none"
PACES: Mapping[str, Live | Days | None] = {
    "live-5-5": Live(5, 5),
    "live-10-10": Live(10, 10),
    "live-20-10": Live(20, 10),
    "days-1": Days(1),
    "days-3": Days(3),
    NO_CLOCK: None,
}
DAYS = (1, 3, 7, 14)
ROUNDS = tuple(range(1, 12))
AWAY = (5, 15, 60, 24 * 60)  # minutes
MOST_NAMES = 200


class Chosen(msgspec.Struct, frozen=True, rename="kebab"):
    """What somebody has chosen for a tournament."""

    game: str
    when: str = "evening"
    days: int = 7
    pace: str = "live-10-10"
    entry: str = "link"
    name: str = ""
    names: str = ""
    system: str = "swiss"
    rounds: int = USUAL_ROUNDS
    players: int = 0
    rated: str = ""
    away: int = 15  # minutes, for an evening; 0: nobody plays for them
    time_up: str = "bot"
    past_tricks: str = "covered"

    @property
    def days_of_round(self) -> int:
        return self.days if self.when == "weeks" else 0

    @property
    def away_after(self) -> int | None:
        """After how many minutes a bot takes the chair of somebody who does not come; over weeks the date decides."""
        return self.away or None if self.when == "evening" else None


FEW: Mapping[str, tuple[str, ...]] = {
    "when": ("evening", "weeks"),
    "days": tuple(map(str, DAYS)),
    "pace": tuple(PACES),
    "entry": ("link", "everybody", "named"),
    "system": ("swiss", "round-robin", "knock-out"),
    "rounds": tuple(map(str, ROUNDS)),
    "rated": ("", "1"),
    "away": ("0", *map(str, AWAY)),
    "time-up": ("bot", "lost"),
    "past-tricks": ("covered", "open"),
}


class Summary(NamedTuple):
    """What the choices make, in words."""

    title: str
    game: str
    rounds: str
    dates: str
    pace: str
    sizes: tuple[int, ...]
    who_sits_out: str
    paired: str
    absent: str


def read_chosen(given: Mapping[str, Any]) -> Chosen:
    """The choices of an address or a form; the usual ones where they make no sense."""
    name = given.get("game") if given.get("game") in game_names() else game_names()[0]
    game = find_game(str(name))
    taken = {field: given[field] for field, few in FEW.items() if given.get(field) in few}
    sizes = tuple(map(str, game.seats))
    taken["players"] = given["players"] if given.get("players") in sizes else str(usual_size(game))
    for field in ("name", "names"):
        if isinstance(given.get(field), str):
            taken[field] = given[field]
    chosen = msgspec.convert({"game": game.name, **taken}, Chosen, strict=False)
    if chosen.system == "knock-out":
        chosen = msgspec.structs.replace(chosen, system="knock-out" if 2 in game.seats else "swiss")
    return msgspec.structs.replace(chosen, players=2) if chosen.system == "knock-out" else chosen


def usual_size(game: Game[Any]) -> int:
    """How many sit at a table if nothing is chosen."""
    return min(4, game.seats[-1])


def new_tournament(form: Mapping[str, Any]) -> NewTournament:
    """The tournament that a form describes."""
    chosen = read_chosen(form)
    clock = PACES[chosen.pace]
    terms = read_terms(
        msgspec.to_builtins(
            Terms(
                past_tricks="open" if chosen.past_tricks == "open" else "covered",
                away_after=chosen.away_after,
                clock=clock,
                time_up="lost" if chosen.time_up == "lost" else "bot",
                rated=bool(chosen.rated) and clock is not None,
            )
        )
    )
    plan: dict[str, Any] = {
        "rounds": chosen.rounds if chosen.system == "swiss" else 0,
        "days": chosen.days_of_round,
        "entry": chosen.entry,
        "named": names_in(text(form, "names")) if chosen.entry == "named" else (),
    }
    return NewTournament(
        game=chosen.game,
        name=chosen.name,
        system=chosen.system,  # type: ignore[arg-type]
        players=chosen.players,
        terms=terms,
        plan=msgspec.convert(plan, Plan),
    )


def names_in(given: str) -> tuple[str, ...]:
    """The names of a text, each in a line or between commas.

    >>> names_in("Mira, Kofi\\n Lars ,")
    ('Mira', 'Kofi', 'Lars')
    """
    names = (clean_name(name) for line in given.splitlines() for name in line.split(","))
    return tuple(filter(None, names))[:MOST_NAMES]


def summary_of(chosen: Chosen, lang: Language) -> Summary:
    """What the band of the page says."""
    _, game = lang.gettext, find_game(chosen.game)
    allowed = allowed_sizes(game, chosen.system, chosen.players)
    sizes = table_sizes(EXAMPLE, chosen.players, allowed)
    rounds = chosen.rounds if chosen.system == "swiss" else 0
    needed = rounds or (rounds_needed(EXAMPLE, chosen.players, allowed) if chosen.system == "round-robin" else 4)
    now, paired = time.time(), [system_in_words(chosen.system, lang)]
    if rounds:
        paired.append(lang.ngettext("{n} round", "{n} rounds", rounds).format(n=rounds))
    paired.append(_("tables of {n} where possible").format(n=chosen.players))
    return Summary(
        title=chosen.name.strip() or _("New tournament"),
        game=game.title,
        rounds=rounds_in_words(rounds, chosen.days_of_round, lang),
        dates=from_to(now, now + needed * chosen.days * DAY, lang) if chosen.days_of_round else "",
        pace=pace_text(chosen.pace, lang),
        sizes=sizes,
        who_sits_out=sizes_in_words(EXAMPLE, sizes, lang),
        paired=", ".join(paired),
        absent=absent_text(chosen, lang),
    )


def pace_text(pace: str, lang: Language) -> str:
    """A pace that can be chosen."""
    said = pace_in_words(PACES[pace], lang)
    return lang.gettext("live, {pace}").format(pace=said) if isinstance(PACES[pace], Live) else said


def absent_text(chosen: Chosen, lang: Language) -> str:
    """What becomes of the chair of somebody who does not come."""
    _ = lang.gettext
    if chosen.when == "weeks":
        return _("bots finish the games when the time of the round is up")
    if not chosen.away:
        return _("everybody waits")
    return _("a bot takes the chair after {time}").format(time=how_long(chosen.away, lang))
