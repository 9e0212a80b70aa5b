"""The start page: all games, my tables, and tables that are open."""

import math
import time
from typing import NamedTuple

from litestar import Response, get
from litestar.response import Redirect

from mezani import bots
from mezani.games import game_names
from mezani.language import Language
from mezani.tables.lists import Listed
from mezani.tables.missing_games import is_missing, title_of
from mezani.web.rendering import environment
from mezani.web.requests import AnyRequest, hall_of, name_known
from mezani.web.responses import page, redirect
from mezani.web.viewer import viewer_of

FINISHED_SHOWN = 5


class MyTable(NamedTuple):
    """A table in the list of somebody's games."""

    id: str
    game: str
    is_yours: bool
    status: str


class OpenTable(NamedTuple):
    """A table at which chairs are free; chairs are drawn round it."""

    id: str
    game: str
    chairs: list[tuple[float, float, bool]]
    free: int
    who: str


@get("/")
async def start(request: AnyRequest) -> Response[str]:
    """All games, my tables, and tables that are open."""
    viewer, store = viewer_of(request), hall_of(request).store
    mine = await store.lists.tables_of(viewer.player) if viewer.player else []
    running = [my_table(table, viewer.player, viewer.lang) for table in mine if not table.over]
    running.sort(key=lambda table: not table.is_yours)
    finished = [table for table in mine if table.over][:FINISHED_SHOWN]
    return page(
        "start.html",
        request,
        games=game_names(),
        players=lambda seats: how_many(seats, viewer.lang),
        levels=bots.levels(),
        chosen_level=viewer.preferences.level or bots.USUAL,
        name_known=await name_known(request),
        running=running,
        waiting=sum(table.is_yours for table in running),
        finished=[finished_table(table, viewer.player, viewer.lang) for table in finished],
        open_tables=[open_table(table, viewer.lang) for table in await store.lists.open_tables()],
    )


def how_many(seats: tuple[int, ...], lang: Language) -> str:
    """For how many players a game is."""
    if len(seats) == 1:
        return lang.ngettext("{n} player", "{n} players", seats[0]).format(n=seats[0])
    return lang.gettext("{least}–{most} players").format(least=seats[0], most=seats[-1])


def my_table(table: Listed, player: str | None, lang: Language) -> MyTable:
    """A running table, and what it waits for."""
    _ = lang.gettext
    ago = environment(lang.code).globals["ago"](time.time() - table.moved_at)  # type: ignore[operator]
    if is_missing(table.game):
        return MyTable(table.id, table.game, False, _("This game is not available now"))
    if table.to_move is None:
        return MyTable(table.id, table.game, False, _("Waiting for players"))
    seat = table.seats[table.to_move]
    if seat.player == player and seat.bot is None:
        return MyTable(table.id, table.game, not table.answers, str(ago))
    status = _("{name} is thinking").format(name=seat.name)
    return MyTable(table.id, table.game, False, f"{status} · {ago}")


def finished_table(table: Listed, player: str | None, lang: Language) -> MyTable:
    """A finished table, and who has won."""
    _ = lang.gettext
    winners = table.result["winners"] if table.result else []
    title = title_of(table.game)
    if any(table.seats[winner].player == player for winner in winners):
        return MyTable(table.id, table.game, False, _("{game}: you won").format(game=title))
    names = ", ".join(table.seats[winner].name for winner in winners)
    return MyTable(table.id, table.game, False, _("{game}: {names} won").format(game=title, names=names))


def open_table(table: Listed, lang: Language) -> OpenTable:
    """An open table with its chairs."""
    chairs = []
    for seat_number, seat in enumerate(table.seats):
        angle = 2 * math.pi * seat_number / len(table.seats)
        chairs.append((round(31 * math.sin(angle), 1), round(-31 * math.cos(angle), 1), seat.is_free))
    people = [seat.name for seat in table.seats if seat.player]
    machines = sum(seat.bot is not None for seat in table.seats)
    if machines:
        people.append(lang.ngettext("{n} bot", "{n} bots", machines).format(n=machines))
    return OpenTable(table.id, table.game, chairs, sum(seat.is_free for seat in table.seats), ", ".join(people))


@get("/join")
async def join(request: AnyRequest) -> Redirect:
    """A link or code that somebody was told."""
    code = (request.query_params.get("code") or "").strip().rstrip("/")
    words = [word for word in code.partition("?")[0].split("/") if word]
    if "seat" in words[:-3]:
        return redirect("/" + "/".join(words[words.index("seat") :]))
    return redirect(f"/table/{words[-1].lower()}" if words and words[-1].isalnum() else "/")


HANDLERS = [start, join]
