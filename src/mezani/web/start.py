"""The start page and the lists of tables: mine, those that are over, and those that are open."""

import math
import time
from typing import NamedTuple

from litestar import Response, get
from litestar.response import Redirect

from mezani import bots
from mezani.games import game_names
from mezani.language import Language
from mezani.tables.lists import Listed, Page
from mezani.tables.missing_games import is_missing, title_of
from mezani.web.forms import whole_number
from mezani.web.learning import paths_of
from mezani.web.log_lines import called
from mezani.web.rendering import environment
from mezani.web.requests import AnyRequest, hall_of, name_known
from mezani.web.responses import page, redirect
from mezani.web.viewer import viewer_of

RUNNING_SHOWN = 8  # on the start page
FINISHED_SHOWN = 5
OPEN_SHOWN = 12
PAGE = 20  # tables on a page of a list


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
    viewer, lists = viewer_of(request), hall_of(request).store.lists
    me, lang = viewer.player or "", viewer.lang
    running, finished = await lists.running_of(me, 1, RUNNING_SHOWN), await lists.finished_of(me, 1, FINISHED_SHOWN)
    waiting = await lists.waiting_for(me) if running.total else 0
    opened = await lists.open_tables(1, OPEN_SHOWN)
    return page(
        "start.html",
        request,
        games=game_names(),
        paths=await paths_of(request),
        played=await lists.games_of(me),
        players=lambda seats: how_many(seats, viewer.lang),
        levels=bots.levels(),
        chosen_level=viewer.preferences.level or bots.USUAL,
        name_known=await name_known(request),
        running=[my_table(table, me, lang) for table in running.tables],
        running_total=running.total,
        waiting=waiting,
        finished=[finished_table(table, me, lang) for table in finished.tables],
        finished_total=finished.total,
        open_tables=[open_table(table, lang) for table in opened.tables],
        open_total=opened.total,
    )


@get("/tables")
async def my_tables(request: AnyRequest) -> Response[str]:
    """All my games that are not over."""
    me, lang = viewer_of(request).player or "", viewer_of(request).lang
    found = await hall_of(request).store.lists.running_of(me, page_asked(request), PAGE)
    return tables_page(request, "running", found, [my_table(table, me, lang) for table in found.tables])


@get("/tables/finished")
async def finished_tables(request: AnyRequest) -> Response[str]:
    """All my games that are over."""
    me, lang = viewer_of(request).player or "", viewer_of(request).lang
    found = await hall_of(request).store.lists.finished_of(me, page_asked(request), PAGE)
    return tables_page(request, "finished", found, [finished_table(table, me, lang) for table in found.tables])


@get("/tables/open")
async def open_tables(request: AnyRequest) -> Response[str]:
    """All tables where somebody can sit down."""
    found = await hall_of(request).store.lists.open_tables(page_asked(request), PAGE)
    return tables_page(request, "open", found, [open_table(table, viewer_of(request).lang) for table in found.tables])


def page_asked(request: AnyRequest) -> int:
    """The page of a list that is asked for; those that are not there are the first or the last one."""
    return whole_number(request.query_params.get("page")) or 1


def tables_page(request: AnyRequest, which: str, found: Page, tables: list[MyTable] | list[OpenTable]) -> Response[str]:
    """A page of a list of tables."""
    games = sorted({table.game for table in tables if not is_missing(table.game)})
    return page("tables.html", request, which=which, tables=tables, at=found, games=games)


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
    if table.closed:
        return MyTable(table.id, table.game, False, _("Closed by the host"))
    if table.to_move is None:
        return MyTable(table.id, table.game, False, _("Waiting for players"))
    seat = table.seats[table.to_move]
    if seat.player == player and seat.bot is None:
        return MyTable(table.id, table.game, table.is_turn_of(player), str(ago))
    status = _("{name} is thinking").format(name=seat.name)
    return MyTable(table.id, table.game, False, f"{status} · {ago}")


def finished_table(table: Listed, player: str | None, lang: Language) -> MyTable:
    """A finished table, and who has won."""
    _ = lang.gettext
    winners = table.result["winners"] if table.result else []
    title = title_of(table.game)
    if any(table.seats[winner].player == player for winner in winners):
        return MyTable(table.id, table.game, False, _("{game}: you won").format(game=title))
    names = ", ".join(called(table.seats[winner], winner, lang) for winner in winners)
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


HANDLERS = [start, my_tables, finished_tables, open_tables, join]
