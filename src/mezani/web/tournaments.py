"""Tournaments: the lists, opening one, and the page of each with all that can be done there."""

import csv
import io
import time
from collections.abc import Mapping
from typing import Any, NamedTuple

from babel.numbers import get_decimal_symbol
from litestar import Response, get, post
from litestar.params import FromPath
from litestar.response import Redirect

from mezani.games import game as find_game
from mezani.games import game_names
from mezani.house.tournaments.tournament import Tournament
from mezani.house.tournaments.tournaments import Tournaments
from mezani.language import Language
from mezani.tables.refusals import NotSignedIn, Refusal
from mezani.web.forms import BrokenForm, key, number, text
from mezani.web.log_lines import how_long
from mezani.web.requests import COUNTED_AS_TABLE, AnyRequest, hall_of, house_of, is_known_person
from mezani.web.responses import page, redirect, status_of
from mezani.web.tournament_choices import (
    AWAY,
    DAYS,
    PACES,
    ROUNDS,
    new_tournament,
    pace_text,
    read_chosen,
    summary_of,
    usual_size,
)
from mezani.web.tournament_page import (
    RoundShown,
    YourTable,
    bye_sentence,
    first_three,
    round_shown,
    rows_of,
    state_sentence,
    your_table,
)
from mezani.web.tournament_words import about, moment, next_tables
from mezani.web.viewer import viewer_of

LISTS = (("open", ("open",)), ("running", ("running", "between")), ("over", ("over",)))
SOON = 180.0  # seconds: what is due then is due in a moment
BYTE_ORDER = "\ufeff"  # by which Excel knows UTF-8
RISKY = ("=", "+", "-", "@")  # with which a cell begins that a spreadsheet would reckon


def tournaments_of(request: AnyRequest) -> Tournaments:
    """The tournaments of this house."""
    return house_of(request).tournaments


# Lists


class Line(NamedTuple):
    """A tournament in a list."""

    id: str
    name: str
    game: str
    about: str
    is_yours: bool


@get("/tournaments")
async def tournaments(request: AnyRequest) -> Response[str]:
    """All tournaments that somebody may see: open for entries, running, over; the newest first."""
    viewer, rows = viewer_of(request), tournaments_of(request).rows
    lists = {name: await rows.listed(viewer.player, states) for name, states in LISTS}
    lines = {name: [_line(one, viewer.player, viewer.lang) for one in found] for name, found in lists.items()}
    games = sorted({one.game for found in lines.values() for one in found})
    return page("tournaments.html", request, lists=lines, games=games)


def _line(now: Tournament, player: str | None, lang: Language) -> Line:
    return Line(now.id, now.name, now.game_name, _where(now, lang), now.entrant_of(player) is not None)


def _where(now: Tournament, lang: Language) -> str:
    """What a tournament is, and how far it has come."""
    _ = lang.gettext
    come = _("round {n} of {all}").format(n=now.round, all=now.rounds) if now.round else ""
    when = moment(now.created_at if now.state == "open" else now.ended_at or now.created_at, lang)
    ended = _("ended {when}").format(when=when) if now.state == "over" else ""
    return " · ".join(filter(None, (about(now, "", lang), ended or come)))


# A new one


@get("/tournaments/new")
async def new(request: AnyRequest) -> Response[str]:
    """Where a tournament is opened; an address may say what is chosen."""
    return await new_page(request, request.query_params)


async def new_page(request: AnyRequest, given: Mapping[str, Any], refusal: Refusal | None = None) -> Response[str]:
    """The four questions, and the band that says what they make."""
    lang, chosen = viewer_of(request).lang, read_chosen(given)
    return page(
        "tournament_new.html",
        request,
        status_of(refusal) if refusal else 200,
        games=[find_game(name) for name in game_names()],
        this=find_game(chosen.game),
        chosen=chosen,
        summary=summary_of(chosen, lang),
        paces=[(pace, pace_text(pace, lang)) for pace in PACES],
        days=[(n, lang.ngettext("{n} day", "{n} days", n).format(n=n)) for n in DAYS],
        rounds=ROUNDS,
        away=[(minutes, how_long(minutes, lang)) for minutes in AWAY],
        usual_size=usual_size,
        may_open=await is_known_person(request),
        problem=refusal.say(lang) if refusal else "",
    )


@post("/tournaments/new", opt=COUNTED_AS_TABLE)
async def open_new(request: AnyRequest) -> Response[Any]:
    """A new tournament as the form describes it."""
    form = await request.form()
    player = viewer_of(request).player
    try:
        if player is None:
            raise NotSignedIn
        opened = await tournaments_of(request).open(new_tournament(form), player, key(form))
    except Refusal as refusal:
        return await new_page(request, form, refusal)
    return redirect(opened.address)


# The page of one


@get("/tournaments/{id:str}")
async def tournament(request: AnyRequest, id: FromPath[str]) -> Response[Any]:
    """A tournament in all its states; with .csv behind its address, the standings for a spreadsheet."""
    if id.endswith(".csv"):
        return await export(request, id.removesuffix(".csv"))
    return await tournament_page(request, id)


async def tournament_page(request: AnyRequest, id: str, refusal: Refusal | None = None) -> Response[str]:
    """The page of a tournament, with what was wrong."""
    viewer, now = viewer_of(request), await tournaments_of(request).find(id)
    facts = await facts_of(request, now, viewer.player)
    rounds = [await round_shown(now, n, hall_of(request), viewer.player, viewer.lang) for n in range(now.round, 0, -1)]
    runs = now.state == "running"
    here: RoundShown | None = rounds[0] if runs and rounds else None
    own: YourTable | None = your_table(here, viewer.lang) if here else None
    you = now.entrant_of(viewer.player)
    return page(
        "tournament.html",
        request,
        status_of(refusal) if refusal else 200,
        problem=refusal.say(viewer.lang) if refusal else "",
        this_round=here,
        earlier=rounds[1:] if runs else rounds,
        own=own,
        you=you if you and you.last_round is None else None,
        is_out=you is not None and now.is_out(you.number),
        sits_out=runs and you is not None and you.number in now.byes_of(now.round),
        runs_it=await tournaments_of(request).may_run(now, viewer.player),
        is_known=await is_known_person(request),
        **facts,
    )


async def facts_of(request: AnyRequest, now: Tournament, player: str | None) -> dict[str, Any]:
    """What the page and the screen of a tournament have in common, as somebody sees it."""
    viewer, ring = viewer_of(request), hall_of(request).key_ring
    programs = {one.number for one in now.entrants if ring.is_program(one.player)}
    rows = rows_of(now, player, programs, viewer.lang)
    host = await hall_of(request).store.people.name_of(now.host)
    return {
        "tournament": now,
        "about": about(now, host, viewer.lang),
        "rows": rows,
        "after": state_sentence(now, viewer.lang),
        "byes": bye_sentence(now, viewer.lang) if any(one.byes for one in now.standings) else "",
        "due": moment(now.due_at, viewer.lang) if now.due_at and now.due_at > time.time() + SOON else "",
        "first": first_three(rows, viewer.lang) if now.state == "over" else [],
        "sizes": next_tables(now),
        "sitting_out": len(now.field(now.round + 1)) - sum(next_tables(now)),
        "programs": programs,
    }


@post("/tournaments/{id:str}/{deed:str}")
async def do(request: AnyRequest, id: FromPath[str], deed: FromPath[str]) -> Response[Any] | Redirect:
    """Enter, withdraw, or what its host does."""
    form, viewer, deeds = await request.form(), viewer_of(request), tournaments_of(request)
    try:
        if viewer.player is None:
            raise NotSignedIn
        match deed:
            case "enter":
                await deeds.enter(id, viewer.player)
            case "withdraw":
                await deeds.withdraw(id, viewer.player)
            case "remove":
                await deeds.withdraw(id, viewer.player, number(form, "entrant"))
            case "replace":
                await deeds.replace(id, viewer.player, number(form, "entrant"), text(form, "name"))
            case "begin":
                await deeds.begin(id, viewer.player)
            case "end":
                await deeds.end_early(id, viewer.player)
            case _:
                raise BrokenForm(f"there is no deed {deed!r}")
    except Refusal as refusal:
        return await tournament_page(request, id, refusal)
    return redirect(f"/tournaments/{id}")


@get("/tournaments/{id:str}/screen")
async def screen(request: AnyRequest, id: FromPath[str]) -> Response[str]:
    """A tournament for a projector: large, and up to date by itself."""
    now, lang = await tournaments_of(request).find(id), viewer_of(request).lang
    shown = await round_shown(now, now.round, hall_of(request), None, lang) if now.round else None
    return page("tournament_screen.html", request, this_round=shown, **await facts_of(request, now, None))


async def export(request: AnyRequest, id: str) -> Response[str]:
    """The standings as CSV, as spreadsheets of the reader's language take it."""
    now, lang = await tournaments_of(request).find(id), viewer_of(request).lang
    _, names = lang.gettext, {one.number: one.name or lang.gettext("somebody") for one in now.entrants}
    written, point = io.StringIO(), str(get_decimal_symbol(lang.code))
    sheet = csv.writer(written, lineterminator="\r\n", delimiter=";" if point == "," else ",")
    rounds = [_("R{n}").format(n=n) for n in range(1, now.counted + 1)]
    sheet.writerow([_("Place"), _("Name"), *rounds, _("Points"), _("Opponents"), _("Share")])
    for one in now.standings:
        brought = ["" if points is None else f"{points:g}" for points in one.rounds]
        figures = [f"{one.points:g}", f"{one.opponents:.2f}", f"{one.share:.1f}"]
        numbers = [figure.replace(".", point) for figure in (*brought, *figures)]
        sheet.writerow([one.place, safe_cell(names[one.entrant]), *numbers])
    headers = {"Content-Disposition": f'attachment; filename="{now.id}.csv"'}
    return Response(BYTE_ORDER + written.getvalue(), media_type="text/csv; charset=utf-8", headers=headers)


def safe_cell(name: str) -> str:
    """A name that a spreadsheet does not take for a formula.

    >>> safe_cell("=1+1"), safe_cell("Mira")
    ("'=1+1", 'Mira')
    """
    return f"'{name}" if name.startswith(RISKY) else name


HANDLERS = [tournaments, new, open_new, tournament, screen, do]
