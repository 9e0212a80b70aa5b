"""The host's pages: how the house fares, its tables and people, and what a host can do. Others do not see them."""

import time
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

from litestar import HttpMethod, Response, get, post, route
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Redirect

from mezani import __version__
from mezani.games import game_names
from mezani.house.health import troubles
from mezani.house.host import Acting
from mezani.house.house import House
from mezani.tables.entries import Kind
from mezani.tables.lists import STATES, Listed
from mezani.tables.people import Known
from mezani.tables.refusals import Refusal
from mezani.tables.rows import read_seats
from mezani.tables.table import Table
from mezani.web import host_words
from mezani.web.addresses import base_of
from mezani.web.cookies import with_secret
from mezani.web.forms import whole_number
from mezani.web.host_deeds import DEEDS, SPANS, Deed, Given, SeatLink
from mezani.web.listed import chapter_of
from mezani.web.log_lines import chapter_title, names_of
from mezani.web.qr_codes import qr_code
from mezani.web.requests import AnyRequest, house_of, name_known
from mezani.web.responses import local_path, page, redirect, status_of
from mezani.web.viewer import known_or_new_player, viewer_of

FEW = 5  # lines of a list on the first page
MANY = 20  # on a page of its own
ANY_METHOD = [HttpMethod.GET, HttpMethod.POST, HttpMethod.PUT, HttpMethod.PATCH, HttpMethod.DELETE]

Page = Callable[[AnyRequest, House], Awaitable[Response[Any]]]


class TableLine(NamedTuple):
    """A table in a list."""

    id: str
    game: str
    who: str
    where: str
    can_close: bool
    is_closed: bool


class PersonLine(NamedTuple):
    """A person in a list."""

    known: Known
    is_here: bool
    last: str
    is_blocked: bool


@route(["/host", "/host/{rest:path}"], http_method=ANY_METHOD, status_code=200)
async def host_pages(request: AnyRequest, rest: FromPath[str] = "") -> Response[Any]:
    """All that is under /host: only hosts learn that it is there."""
    house = house_of(request)
    show = PAGES.get((request.method, rest.strip("/").partition("/")[0]))
    if show is None or not await house.hosts.includes(viewer_of(request).player):
        raise NotFoundException
    return await show(request, house)


# What is shown


def host_page(template: str, request: AnyRequest, status: int = 200, **facts: Any) -> Response[str]:
    """A page of the host's, which can say what was just done."""
    return page(
        f"host/{template}.html", request, status, words=host_words, games=game_names(), now=time.time(), **facts
    )


async def overview(request: AnyRequest, house: House) -> Response[str]:
    """How the house fares, with the newest of each list."""
    lang = viewer_of(request).lang
    await house.seen.store()
    figures = await house.health.look()
    found = troubles(figures)
    return host_page(
        "overview",
        request,
        figures=host_words.figures(figures, found, __version__, lang),
        total=figures.running + figures.open + figures.finished + figures.closed,
        known=figures.known,
        troubles=[host_words.trouble(one, lang) for one in found],
        is_bad=any(one.is_bad for one in found),
        people=await people_lines(request, house, "", 0, FEW),
        tables=table_lines(request, house, await house.hall.store.lists.found(limit=FEW)),
        log=await house.host.log.page(limit=FEW),
        reports=await house.reports.open(),
        gate=house.hall.gate,
        spans=SPANS,
        limits=request.app.state.settings,
        address=base_of(request).partition("://")[2],
        did=await just_done(request, house),
    )


async def just_done(request: AnyRequest, house: House) -> str:
    """What the host has just done, in a sentence."""
    number = whole_number(request.query_params.get("did"))
    entry = await house.host.log.entry(number) if number is not None else None
    return host_words.done(entry, viewer_of(request).lang) if entry else ""


def asked(request: AnyRequest) -> tuple[str, int]:
    """What a list is searched for, and how many of its lines were shown on the pages before."""
    find = (request.query_params.get("find") or "").strip()[:100]
    number = whole_number(request.query_params.get("page")) or 0
    return find.replace("\0", ""), min(number, 10**6) * MANY


async def list_tables(request: AnyRequest, house: House) -> Response[str]:
    """All tables, or those that are looked for; with an id in the address, one of them."""
    id = request.url.path.removeprefix("/host/tables").strip("/")
    if id:
        return await one_table(request, house, id)
    (find, skip), state = asked(request), request.query_params.get("state", "")
    found = await house.hall.store.lists.found(find, state, skip, MANY + 1)
    return host_page(
        "tables",
        request,
        tables=table_lines(request, house, found[:MANY]),
        states=list(STATES),
        state=state if state in STATES else "",
        find=find,
        number=skip // MANY,
        has_more=len(found) > MANY,
        did=await just_done(request, house),
    )


def table_lines(request: AnyRequest, house: House, found: list[Listed]) -> list[TableLine]:
    """Tables of a list, with where the game has got to if that is known."""
    lang, now = viewer_of(request).lang, time.time()
    lines = []
    for table in found:
        where = host_words.standing(table, now, lang)
        if chapter := chapter_of(table, lang):
            where = f"{chapter} · {where}"
        who = host_words.names(table, lang)
        lines.append(TableLine(table.id, table.game, who, where, not table.over and not table.closed, table.closed))
    return lines


class SaidLine(NamedTuple):
    """Something that was said at a table, and how it is named to be removed."""

    at: float
    name: str
    text: str
    is_comment: bool
    facts: dict[str, object]


async def said_at(request: AnyRequest, house: House, table: Table) -> list[SaidLine]:
    """What was said at a table, the newest first; a host who plays there hears comments when the game is over."""
    lang, comments = viewer_of(request).lang, await house.hall.comments.heard_by(table, viewer_of(request).player)
    names = names_of(table, lang)
    said = [
        SaidLine(entry.at, names[entry.seat or 0], entry.text or "", False, {"table": table.id, "entry": entry.number})
        for entry in table.log
        if entry.kind == Kind.CHAT
    ]
    for comment in comments:
        name, facts = comment.name or lang.gettext("Somebody"), {"table": table.id, "comment": comment.number}
        said.append(SaidLine(comment.at, name, comment.text, True, facts))
    return sorted(said, key=lambda line: line.at, reverse=True)


async def one_table(request: AnyRequest, house: House, id: str) -> Response[str]:
    """A table: who sits there, and what was said; nothing of what is hidden."""
    table, lang = await house.hall.table(id), viewer_of(request).lang
    names = names_of(table, lang)
    said, skip = await said_at(request, house, table), asked(request)[1]
    return host_page(
        "table",
        request,
        table=table,
        names=names,
        presence=house.hall.presence(id),
        blocked=[house.hall.gate.is_blocked(seat.player) for seat in table.seats],
        chapter=chapter_title(table.game, table.game.place(table.state), lang) if table.begun else "",
        said=said[skip : skip + MANY],
        number=skip // MANY,
        has_more=len(said) > skip + MANY,
        did=await just_done(request, house),
    )


async def list_people(request: AnyRequest, house: House) -> Response[str]:
    """All people, or those who are looked for."""
    find, skip = asked(request)
    people = await people_lines(request, house, find, skip, MANY + 1)
    return host_page(
        "people",
        request,
        people=people[:MANY],
        find=find,
        number=skip // MANY,
        has_more=len(people) > MANY,
        did=await just_done(request, house),
    )


async def people_lines(request: AnyRequest, house: House, find: str, skip: int, limit: int) -> list[PersonLine]:
    """People of a list."""
    people, here, now = await house.hall.store.people.known(find, skip, limit), await players_here(house), time.time()
    lang, gate = viewer_of(request).lang, house.hall.gate
    return [
        PersonLine(
            one,
            one.id in here,
            host_words.day(now if house.seen.was_here(one.id) else one.seen_at, now, lang),
            gate.is_blocked(one.id),
        )
        for one in people
    ]


async def players_here(house: House) -> set[str]:
    """Who has a table on a screen just now, here or at another server."""
    watched = house.hall.screens.tables()
    async with house.hall.store.engine.connect() as connection:
        seats = await read_seats(connection, list(watched))
    there = [(seats[id], presence.seats) for id, presence in watched.items()]
    return {chairs[n].player or "" for chairs, present in there for n in present if n < len(chairs)}


async def list_log(request: AnyRequest, house: House) -> Response[str]:
    """What hosts have done."""
    skip = asked(request)[1]
    done = await house.host.log.page(skip, MANY + 1)
    return host_page("log", request, log=done[:MANY], number=skip // MANY, has_more=len(done) > MANY, did="")


# What is done


def deed_of(given: Given) -> tuple[str, Deed]:
    """The deed that is asked for."""
    name = given.get("do", "")
    if name not in DEEDS:
        raise NotFoundException
    return name, DEEDS[name]


async def ask(request: AnyRequest, house: House) -> Response[str]:
    """A page that says what a deed would do; a script shows it as a dialog."""
    given = dict(request.query_params.items())
    await check_comments_heard(request, house, given)
    return await question_page(request, house, given)


async def check_comments_heard(request: AnyRequest, house: House, given: Given) -> None:
    """A host who plays at a table learns nothing of what those say who watch, by removing it either."""
    if "comment" in given:
        house.hall.comments.check_heard(await house.hall.table(given.get("table", "")), viewer_of(request).player)


async def question_page(
    request: AnyRequest, house: House, given: Given, refusal: Refusal | None = None
) -> Response[str]:
    name, deed = deed_of(given)
    lang = viewer_of(request).lang
    return host_page(
        "ask",
        request,
        status_of(refusal) if refusal else 200,
        name=name,
        question=await deed.ask(house, given, lang),
        problem=refusal.say(lang) if refusal else "",
        back=local_path(given.get("back"), "/host"),
    )


async def do(request: AnyRequest, house: House) -> Response[Any]:
    """Do what was asked and confirmed."""
    given = {name: value for name, value in (await request.form()).items() if isinstance(value, str)}
    _, deed = deed_of(given)
    await check_comments_heard(request, house, given)
    viewer = viewer_of(request)
    assert viewer.player
    try:
        done = await deed.do(house, Acting(viewer.player, await name_known(request)), given)
    except Refusal as refusal:
        return await question_page(request, house, given, refusal)
    back = local_path(given.get("back"), "/host")
    if isinstance(done, SeatLink):
        link = f"{base_of(request)}/seat/{done.table.id}/{done.seat}/{done.link}"
        name = done.table.seats[done.seat].name
        return host_page("seat_link", request, table=done.table, link=link, qr=qr_code(link), name=name, back=back)
    return redirect(f"{back}{'&' if '?' in back else '?'}did={done}")


PAGES: dict[tuple[str, str], Page] = {
    ("GET", ""): overview,
    ("GET", "tables"): list_tables,
    ("GET", "people"): list_people,
    ("GET", "log"): list_log,
    ("GET", "ask"): ask,
    ("POST", "do"): do,
}


# Becoming a host


@get("/become-host/{token:str}")
async def offer_house(request: AnyRequest, token: FromPath[str]) -> Response[str]:
    """What the link of `mezani serve` shows: it is used up only when that is confirmed."""
    if not await house_of(request).hosts.accepts(token):
        raise NotFoundException
    return page("host/become.html", request)


@post("/become-host/{token:str}")
async def take_house(request: AnyRequest, token: FromPath[str]) -> Redirect:
    """Let whoever has the link be a host."""
    house, (secret, player) = house_of(request), known_or_new_player(request)
    if not await house.hosts.use_link(token, player):
        raise NotFoundException
    await house.host.log.add(player, await house.hall.store.people.name_of(player), "host")
    return with_secret(redirect("/host"), request, secret)


HANDLERS = [host_pages, offer_house, take_house]
