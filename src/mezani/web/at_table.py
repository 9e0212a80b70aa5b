"""The table page, and all that can be done at a table by a form."""

import secrets
from typing import Any

from litestar import MediaType, Request, Response, get, post
from litestar.connection import ASGIConnection
from litestar.params import FromPath
from litestar.response import Redirect
from markupsafe import Markup

from mezani import bots
from mezani.language import Language
from mezani.tables.hall import Hall
from mezani.tables.refusals import NotOver, NotYourSeat, Refusal
from mezani.tables.table import Table
from mezani.web.addresses import base_of
from mezani.web.answers import BrokenForm, go, notice, number, page, seated, status_of, text, with_secret
from mezani.web.screen import Screen, link_code
from mezani.web.since import at_step, since_of
from mezani.web.summary import number_asked
from mezani.web.viewer import Viewer, viewer_of

AnyRequest = Request[Any, Any, Any]


def hall_of(request: AnyRequest) -> Hall:
    """The hall of this server."""
    hall: Hall = request.app.state.hall
    return hall


async def name_known(request: AnyRequest) -> str:
    """The name with which the viewer last sat down, or which they have set; empty for somebody new."""
    player = viewer_of(request).player
    return await hall_of(request).store.name_of(player) if player else ""


def guest_name(lang: Language) -> str:
    """What somebody is called who gave no name."""
    return lang.gettext("Guest {n}").format(n=10 + secrets.randbelow(90))


def seat_shown(table: Table, viewer: Viewer, asked: str | None) -> int | None:
    """The seat for which a page is made: the viewer's only one, or the one asked for of several.

    Where nothing is hidden, the seat of several is the one whose turn it is: no screen needs to change hands.
    """
    own = table.seats_of(viewer.player)
    if len(own) == 1:
        return own[0]
    if table.game.is_open and table.to_move in own:
        return table.to_move
    return int(asked) if asked and asked.isascii() and asked.isdigit() and int(asked) in own else None


async def table_page(
    request: AnyRequest,
    table: Table,
    refusal: Refusal | None = None,
    chosen: int | None = None,
    hinted: int | None = None,
) -> Response[str]:
    """The table as whoever asks may see it."""
    viewer, hall = viewer_of(request), hall_of(request)
    asked = request.query_params.get("seat") or (
        None if request.method == "GET" else text(await request.form(), "seat")
    )
    seat, own = seat_shown(table, viewer, asked), table.seats_of(viewer.player)
    seen = await catch_up(hall, table, own)
    known_name = "" if table.begun else await name_known(request)
    screen = Screen(
        table,
        seat,
        own,
        viewer.lang,
        hall.presence(table.id),
        base_of(request),
        hinted,
        chosen,
        known_name,
        request.query_params.get("look", ""),
        is_writing="say" in request.query_params,
        since=since_of(table, own[0], seen, step_asked(request), viewer.lang) if seen is not None else None,
        unread=number_asked(request.query_params.get("summary")),
    )
    screen.sheet = screen.read_summary(viewer.wishes.summary)
    return page(
        "table.html",
        request,
        status_of(refusal) if refusal else 200,
        screen=screen,
        table=table,
        regions=at_step(screen).regions(),
        lines=screen.lines(),
        notice=Markup(notice(refusal, viewer.lang, screen.path)) if refusal else "",
    )


async def catch_up(hall: Hall, table: Table, own: list[int]) -> int | None:
    """How many moves the viewer has seen if they were away; else they see the table now, and that is noted.

    Where people share a screen nobody is away.
    """
    if len(own) != 1:
        return None
    seen = await hall.moves_seen(table, own[0])
    if seen is None:
        await hall.has_shown(table, own[0], table.last_number)
    return seen


def step_asked(connection: ASGIConnection[Any, Any, Any, Any]) -> int | None:
    """Which of the moves that were missed is asked for."""
    asked = connection.query_params.get("since", "")
    return int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 9 else None


@get("/table/{id:str}")
async def show_table(request: AnyRequest, id: FromPath[str]) -> Response[str]:
    """The table page; with `hint` also what a bot would play."""
    hall, viewer = hall_of(request), viewer_of(request)
    table = await hall.table(id)
    seat = seat_shown(table, viewer, request.query_params.get("seat"))
    hinted = None
    if "hint" in request.query_params and seat is not None and table.asked == seat:
        hinted = await hall.hint(id, viewer.player or "", seat)
    return await table_page(request, table, hinted=hinted)


@post("/table/{id:str}/{what:str}")
async def do_at_table(request: AnyRequest, id: FromPath[str], what: FromPath[str]) -> Response[Any]:
    """Whatever a form of the table page asks for."""
    form = await request.form()
    hall, viewer = hall_of(request), viewer_of(request)
    table = await hall.table(id)
    try:
        if what == "sit":
            return await sit(request, table, text(form, "name"))
        if what == "play" and asks_first(table, viewer, form):
            return await table_page(request, table, chosen=number(form, "action"))
        await do(hall, table, viewer, what, form)
    except Refusal as refusal:
        return await table_page(request, table, refusal)
    several = len(table.seats_of(viewer.player)) > 1
    return go(f"/table/{id}?seat={number(form, 'seat')}" if several and "seat" in form else f"/table/{id}")


async def sit(request: AnyRequest, table: Table, name: str) -> Redirect:
    """Take a free chair."""
    secret, player = seated(request)
    await hall_of(request).sit(table.id, player, name)
    return with_secret(go(f"/table/{table.id}"), request, secret)


def asks_first(table: Table, viewer: Viewer, form: Any) -> bool:
    """Whether a move still needs the viewer's yes: where they wish so, and only if it could be made."""
    if not viewer.wishes.confirm or form.get("sure"):
        return False
    seat, action = number(form, "seat"), number(form, "action")
    return (
        seat in table.seats_of(viewer.player)
        and table.is_current(seat, number(form, "after"))
        and action in table.choices(seat)
    )


async def do(hall: Hall, table: Table, viewer: Viewer, what: str, form: Any) -> None:
    """Something that needs a seat; a form and a live connection ask for it alike."""
    if viewer.player is None:
        raise NotYourSeat
    if what == "fill":
        await hall.fill_with_bots(table.id, viewer.player, level_of(form))
        return
    seat = number(form, "seat")
    if what == "play":
        await hall.decide(table.id, viewer.player, seat, number(form, "action"), number(form, "after"))
    elif what == "undo":
        await hall.undo(table.id, viewer.player, seat, number(form, "after"))
    elif what == "withdraw":
        await hall.withdraw(table.id, viewer.player, seat)
    elif what == "ask":
        await hall.ask(table.id, viewer.player, seat, number(form, "always") == 1)
    elif what == "say":
        await hall.say(table.id, viewer.player, seat, text(form, "text"))
    elif what == "seen":
        hall.check_seat(table, viewer.player, seat)
        await hall.has_shown(table, seat, table.last_number)
    elif what == "leave":
        await hall.leave(table.id, viewer.player, seat, bots.levels()[-1])
    elif what == "return":
        await hall.come_back(table.id, viewer.player, seat)
    elif what == "go-on":
        await hall.go_on(table.id, viewer.player, seat)
    else:
        raise BrokenForm(f"there is nothing called {what!r}")


def level_of(form: Any) -> str:
    """The level of bots that a form asks for."""
    level = text(form, "level")
    if level not in bots.levels():
        raise BrokenForm(f"there is no level {level!r}")
    return level


@get("/table/{id:str}/record", media_type=MediaType.TEXT)
async def record(request: AnyRequest, id: FromPath[str]) -> Response[str]:
    """The game as a text file, with its seed, once it is over."""
    table = await hall_of(request).table(id)
    if not table.is_over:
        raise NotOver
    name = f"{table.game.name}-{id}.txt"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(str(table.record()), media_type="text/plain; charset=utf-8", headers=headers)


@get("/table/{id:str}/device")
async def another_device(request: AnyRequest, id: FromPath[str]) -> Response[str]:
    """The private link of the viewer's seat."""
    hall, viewer = hall_of(request), viewer_of(request)
    table = await hall.table(id)
    seat = seat_shown(table, viewer, request.query_params.get("seat"))
    if seat is None:
        raise NotYourSeat
    link = f"{base_of(request)}/seat/{id}/{seat}/{hall.link_of(table, seat)}"
    return page("seat.html", request, table=table, link=link, code=link_code(link))


@get("/seat/{id:str}/{seat:int}/{link:str}")
async def offer_seat(request: AnyRequest, id: FromPath[str], seat: FromPath[int], link: FromPath[str]) -> Response[str]:
    """What a private link shows: the seat moves only when that is confirmed."""
    table = await hall_of(request).check_link(id, seat, link)
    return page("seat.html", request, table=table, link="", name=table.seats[seat].name)


@post("/seat/{id:str}/{seat:int}/{link:str}")
async def take_seat(request: AnyRequest, id: FromPath[str], seat: FromPath[int], link: FromPath[str]) -> Redirect:
    """Move a seat to this device."""
    secret, player = seated(request)
    await hall_of(request).move_seat(id, seat, link, player)
    return with_secret(go(f"/table/{id}"), request, secret)


HANDLERS = [show_table, do_at_table, record, another_device, offer_seat, take_seat]
