"""What handlers find by a request: the hall, the game that it names, who asks from where, and how much they may ask."""

import secrets
from typing import Any, TypedDict

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.exceptions import NotFoundException

from mezani.game import Game
from mezani.games import UnknownGame
from mezani.games import game as find_game
from mezani.house.house import House
from mezani.language import Language
from mezani.tables.hall import Hall
from mezani.tables.metrics import REFUSED
from mezani.tables.refusals import TooMuch
from mezani.tables.table import Table
from mezani.web.limits import CHAT, HINTS, REQUESTS, TABLES, Limits, network_of
from mezani.web.viewer import Viewer, viewer_of

AnyRequest = Request[Any, Any, Any]
AnyConnection = ASGIConnection[Any, Any, Any, Any]

COUNTED_AS_TABLE = {"limit": TABLES}  # a handler that makes a table, or something as large
COUNTED_DEEDS = {"say": CHAT, "comment": CHAT, "hint": HINTS, "coach": HINTS}


def hall_of(request: AnyRequest) -> Hall:
    """The hall of this server."""
    hall: Hall = request.app.state.hall
    return hall


def house_of(request: AnyRequest) -> House:
    """What stands round the tables of this server."""
    house: House = request.app.state.house
    return house


def limits_of(connection: AnyConnection) -> Limits:
    """How much people may ask of this server."""
    limits: Limits = connection.app.state.limits
    return limits


def address_of(connection: AnyConnection) -> str:
    """The address of whoever asks, as trusted proxies tell it; empty if it is not known."""
    return connection.client.host if connection.client else ""


def allow(connection: AnyConnection, what: str, player: str | None) -> None:
    """Count something that is limited; TooMuch if a person or an address has had too much of it."""
    if wait := limits_of(connection).take(what, player, address_of(connection)):
        REFUSED.labels(what).inc()
        raise TooMuch(what, wait)


def allow_deed(connection: AnyConnection, table: Table, viewer: Viewer, what: str) -> None:
    """Count what somebody does at a table, if it is limited."""
    if viewer.player and (viewer.is_signed_in or table.seats_of(viewer.player)):
        limits_of(connection).know(viewer.player)
    if what in COUNTED_DEEDS:
        allow(connection, COUNTED_DEEDS[what], viewer.player)


def allow_message(connection: AnyConnection, table: Table, viewer: Viewer, what: str) -> None:
    """Count a message of a live connection as a request, and what it asks for."""
    allow(connection, REQUESTS, viewer.player)
    allow_deed(connection, table, viewer, what)


def game_named(name: str) -> Game[Any]:
    """A game, or a page that says that there is none."""
    try:
        return find_game(name)
    except UnknownGame as problem:
        raise NotFoundException(str(problem)) from problem


class Opener(TypedDict):
    """Who opens a table, and from where, as the hall keeps it."""

    opened_by: str
    opened_from: str


def opener_of(request: AnyRequest, player: str) -> Opener:
    """Who opens a table by a request."""
    return {"opened_by": player, "opened_from": hall_of(request).fingerprint(network_asked_from(request))}


def network_asked_from(request: AnyRequest) -> str:
    """What counts as the address of whoever asks."""
    return network_of(address_of(request))


async def name_known(request: AnyRequest) -> str:
    """The name with which the viewer last sat down, or which they have set; empty for somebody new."""
    player = viewer_of(request).player
    return await hall_of(request).store.people.name_of(player) if player else ""


async def is_known_person(request: AnyRequest) -> bool:
    """Whether the viewer has joined the house."""
    player = viewer_of(request).player
    return bool(player) and await hall_of(request).store.people.has_joined(player or "")


def guest_name(lang: Language) -> str:
    """What somebody is called who gave no name."""
    return lang.gettext("Guest {n}").format(n=10 + secrets.randbelow(90))
