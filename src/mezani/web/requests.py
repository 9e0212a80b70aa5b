"""What handlers find by a request: the hall, the game that it names, and what to call whoever asks."""

import secrets
from typing import Any

from litestar import Request
from litestar.exceptions import NotFoundException

from mezani.game import Game
from mezani.games import UnknownGame
from mezani.games import game as find_game
from mezani.language import Language
from mezani.tables.hall import Hall
from mezani.web.viewer import viewer_of

AnyRequest = Request[Any, Any, Any]


def hall_of(request: AnyRequest) -> Hall:
    """The hall of this server."""
    hall: Hall = request.app.state.hall
    return hall


def game_named(name: str) -> Game[Any]:
    """A game, or a page that says that there is none."""
    try:
        return find_game(name)
    except UnknownGame as problem:
        raise NotFoundException(str(problem)) from problem


async def name_known(request: AnyRequest) -> str:
    """The name with which the viewer last sat down, or which they have set; empty for somebody new."""
    player = viewer_of(request).player
    return await hall_of(request).store.people.name_of(player) if player else ""


def guest_name(lang: Language) -> str:
    """What somebody is called who gave no name."""
    return lang.gettext("Guest {n}").format(n=10 + secrets.randbelow(90))
