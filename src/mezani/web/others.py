"""Others at a table and in the house: who they are, muting them, and reporting them to the host."""

from typing import Any, NamedTuple

from litestar import Response, get, post
from litestar.params import FromPath
from litestar.response import Redirect

from mezani.house.hosts import number_of
from mezani.tables.deeds import check_watching
from mezani.tables.refusals import NobodyThere, NotYourSeat, Refusal
from mezani.tables.table import Table
from mezani.web.cookies import with_secret
from mezani.web.forms import BrokenForm, text
from mezani.web.limits import CHAT
from mezani.web.listed import kind_of
from mezani.web.log_lines import names_of
from mezani.web.requests import AnyRequest, allow, hall_of, house_of
from mezani.web.responses import page, redirect, status_of
from mezani.web.viewer import known_or_new_player, viewer_of
from mezani.web.you import person_by_number


class Other(NamedTuple):
    """Somebody whom one can mute or report, and where one has met them."""

    player: str
    name: str
    path: str  # of the page about them
    table: str | None = None


class SitterLine(NamedTuple):
    """Somebody at a table, with what they are."""

    kind: str  # person, absent, robot
    name: str
    about: str
    path: str  # of the page about them; empty: there is none
    profile: str = ""  # where they show what they have played


async def table_in_sight(request: AnyRequest, id: str) -> Table:
    """A table at which the viewer sits, or where they may watch."""
    table = await hall_of(request).table(id)
    check_watching(table, viewer_of(request).player)
    return table


@get("/table/{id:str}/who")
async def who_sits_here(request: AnyRequest, id: FromPath[str]) -> Response[str]:
    """Everybody at a table: people, guests, programs and bots."""
    table = await table_in_sight(request, id)
    taken = [number for number, seat in enumerate(table.seats) if not seat.is_free]
    sitters = [await sitter_line(request, table, number) for number in taken]
    return page("who_sits_here.html", request, table=table, sitters=sitters)


async def sitter_line(request: AnyRequest, table: Table, number: int) -> SitterLine:
    """One of them."""
    hall, viewer, seat = hall_of(request), viewer_of(request), table.seats[number]
    _, name = viewer.lang.gettext, names_of(table, viewer.lang)[number]
    kind = kind_of(seat, number in hall.presence(table.id).seats)
    if seat.player is None:
        return SitterLine(kind, name, _("bot, {level}").format(level=_(seat.bot or "")), "")
    has_joined = await hall.store.people.has_joined(seat.player)
    profile = f"/people/{number_of(seat.player)}" if has_joined else ""
    if seat.player == viewer.player:
        return SitterLine(kind, name, _("you"), "", profile)
    is_program = hall.key_ring.is_program(seat.player)
    about = _("program") if is_program else _("signed in") if has_joined else _("guest")
    return SitterLine(kind, name, about, f"/table/{table.id}/who/{number}", profile)


async def somebody_at(request: AnyRequest, id: str, seat: int) -> Other:
    """Who sits on a chair."""
    table = await table_in_sight(request, id)
    if not 0 <= seat < table.players or not (player := table.seats[seat].player):
        raise NobodyThere
    return Other(player, names_of(table, viewer_of(request).lang)[seat], f"/table/{id}/who/{seat}", id)


async def somebody_who_watches(request: AnyRequest, id: str, number: int) -> Other:
    """Who has commented on a game; whoever may not hear that yet does not learn that anybody has."""
    hall, viewer = hall_of(request), viewer_of(request)
    table = await hall.table(id)
    said = await hall.comments.heard_by(table, viewer.player)
    comment = next((one for one in said if one.number == number), None)
    if comment is None:
        raise NobodyThere
    name = comment.name or viewer.lang.gettext("Somebody")
    return Other(comment.player, name, f"/table/{id}/comments/{number}", id)


async def other_page(request: AnyRequest, other: Other, refusal: Refusal | None = None) -> Response[str]:
    """The page about somebody else, with what was wrong."""
    hall, viewer = hall_of(request), viewer_of(request)
    owner = hall.key_ring.owner_of_program(other.player)
    has_owner = owner is not None and owner != other.player
    joined = await hall.store.people.joined(other.player)
    return page(
        "who.html",
        request,
        status_of(refusal) if refusal else 200,
        other=other,
        is_me=other.player == viewer.player,
        is_program=owner is not None,
        owner=await hall.store.people.name_of(owner) if owner and has_owner else "",
        number=number_of(joined.id) if joined else "",
        is_muted=other.player in await house_of(request).mutes.of(viewer.player),
        is_reported="reported" in request.query_params,
        problem=refusal.say(viewer.lang) if refusal else "",
        here=other.path,
    )


@get("/table/{id:str}/who/{seat:int}")
async def who_sits_there(request: AnyRequest, id: FromPath[str], seat: FromPath[int]) -> Response[str]:
    """Who sits on a chair, and what one can do if one does not want to hear them."""
    return await other_page(request, await somebody_at(request, id, seat))


@post("/table/{id:str}/who/{seat:int}/{what:str}")
async def do_at_table(
    request: AnyRequest, id: FromPath[str], seat: FromPath[int], what: FromPath[str]
) -> Response[Any]:
    """Mute or report whoever sits on a chair."""
    return await do(request, await somebody_at(request, id, seat), what)


@get("/table/{id:str}/comments/{comment:int}")
async def who_comments(request: AnyRequest, id: FromPath[str], comment: FromPath[int]) -> Response[str]:
    """The same for somebody who watches and has commented on the game."""
    return await other_page(request, await somebody_who_watches(request, id, comment))


@post("/table/{id:str}/comments/{comment:int}/{what:str}")
async def do_among_spectators(
    request: AnyRequest, id: FromPath[str], comment: FromPath[int], what: FromPath[str]
) -> Response[Any]:
    """Mute or report somebody who watches."""
    return await do(request, await somebody_who_watches(request, id, comment), what)


@get("/people/{number:str}/more")
async def who_that_is(request: AnyRequest, number: FromPath[str]) -> Response[str]:
    """The same for somebody who has a page."""
    return await other_page(request, await person(request, number))


@post("/people/{number:str}/{what:str}")
async def do_in_house(request: AnyRequest, number: FromPath[str], what: FromPath[str]) -> Response[Any]:
    """Mute or report somebody who has a page."""
    return await do(request, await person(request, number), what)


async def person(request: AnyRequest, number: str) -> Other:
    who = await person_by_number(request, number)
    return Other(who.id, who.name, f"/people/{number}/more")


async def do(request: AnyRequest, other: Other, what: str) -> Response[Any]:
    """Mute somebody, hear them again, or report them."""
    house, (secret, player) = house_of(request), known_or_new_player(request)
    form = await request.form()
    house.hall.gate.check_open()
    if player == other.player:
        raise NotYourSeat
    if what == "mute":
        await house.mutes.mute(player, other.player)
    elif what == "unmute":
        await house.mutes.unmute(player, other.player)
    elif what == "report":
        try:
            allow(request, CHAT, player)
            house.hall.gate.check(player)
            await house.reports.add(player, other.player, other.table, text(form, "text"))
        except Refusal as refusal:
            return await other_page(request, other, refusal)
    else:
        raise BrokenForm(f"there is nothing called {what!r}")
    to: Redirect = redirect(f"{other.path}?reported" if what == "report" else other.path)
    return with_secret(to, request, secret)


HANDLERS = [
    who_sits_here,
    who_sits_there,
    do_at_table,
    who_comments,
    do_among_spectators,
    who_that_is,
    do_in_house,
]
