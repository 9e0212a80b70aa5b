"""The table page, as a seat or a spectator sees it."""

from typing import Any

from litestar import Response, get
from litestar.connection import ASGIConnection
from litestar.params import FromPath
from markupsafe import Markup

from mezani.tables.deeds import check_watching
from mezani.tables.hall import Hall
from mezani.tables.lists import NextTable
from mezani.tables.refusals import Refusal
from mezani.tables.table import Table
from mezani.web.addresses import base_of
from mezani.web.chat import hearing_of, muted_at, writing_of
from mezani.web.coaching import advice_for, shows_ideas
from mezani.web.forms import text, whole_number
from mezani.web.marks import marks_of
from mezani.web.missed import at_step, missed_of
from mezani.web.requests import AnyRequest, allow_deed, hall_of, house_of, name_known
from mezani.web.responses import notice, page, status_of
from mezani.web.screen import Screen
from mezani.web.viewer import Viewer, viewer_of


def own_seat(table: Table, viewer: Viewer, asked: str | None) -> int | None:
    """The seat for which a page is made: the viewer's only one, or the one asked for of several.

    Where nothing is hidden, the seat of several is the one whose turn it is: no screen needs to change hands.
    """
    own = table.seats_of(viewer.player)
    if len(own) == 1:
        return own[0]
    if table.game.is_open and table.to_move in own:
        return table.to_move
    seat = whole_number(asked)
    return seat if seat in own else None


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
    seat, own = own_seat(table, viewer, asked), table.seats_of(viewer.player)
    seen = await catch_up(hall, table, own)
    known_name = "" if table.begun and own else await name_known(request)
    comments = await hall.comments.heard_by(table, viewer.player)
    muted = await muted_at(house_of(request).mutes, table, viewer.player, comments) or ()
    hearing = hearing_of(hall.comments, table, viewer.player, comments, muted)
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
        "" if table.begun else viewer.preferences.level,
        request.query_params.get("look", ""),
        is_writing="say" in request.query_params,
        next_table=await next_table_of(hall, table, viewer),
        advice=advice_for(hall, table, seat, viewer, await shows_ideas(hall, table, viewer)),
        missed=missed_of(table, own[0], seen, step_asked(request), viewer.lang) if seen is not None else None,
        summary_number=whole_number(request.query_params.get("summary")),
        unheard=hearing.unheard,
        writing=writing_of(hall.comments, table, viewer.player, seat, own, bool(known_name)),
        marks=marks_of(hall, table, viewer.player),
    )
    screen.sheet = screen.read_summary(viewer.preferences.summary)
    return page(
        "table.html",
        request,
        status_of(refusal) if refusal else 200,
        screen=screen,
        table=table,
        regions=at_step(screen).regions(),
        lines=screen.lines(hearing.comments or ()),
        heard=hearing.as_shown(table),
        notice=Markup(notice(refusal, viewer.lang, screen.path)) if refusal else "",
    )


async def next_table_of(hall: Hall, table: Table, viewer: Viewer) -> NextTable | None:
    """Where the viewer is waited for next."""
    return await hall.store.lists.next_table(viewer.player, table.id) if viewer.player else None


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
    return whole_number(connection.query_params.get("missed"))


@get("/table/{id:str}")
async def show_table(request: AnyRequest, id: FromPath[str]) -> Response[str]:
    """The table page; with `hint` also the coach's best idea, with `point` the one that was pressed."""
    hall, viewer = hall_of(request), viewer_of(request)
    table = await hall.table(id)
    check_watching(table, viewer.player)
    seat = own_seat(table, viewer, request.query_params.get("seat"))
    hinted = whole_number(request.query_params.get("point"))
    if "hint" in request.query_params and seat is not None and table.asked == seat:
        allow_deed(request, table, viewer, "hint")
        hinted = await hall.hint(id, viewer.player or "", seat)
    return await table_page(request, table, hinted=hinted)


HANDLERS = [show_table]
