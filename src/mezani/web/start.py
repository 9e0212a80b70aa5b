"""The start page and the lists of tables: mine, those that are over, and those that are open."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from litestar import Response, get
from litestar.response import Redirect

from mezani import bots
from mezani.game import Game
from mezani.games import game as find_game
from mezani.games import game_names
from mezani.language import Language
from mezani.tables.lists import Listed, Page
from mezani.tables.missing_games import is_missing
from mezani.web.forms import whole_number
from mezani.web.learning import Path, paths_of
from mezani.web.listed import MyResult, MyTable, OpenTable, my_table, open_table
from mezani.web.navigation import visit_of
from mezani.web.rated import results_with_gains
from mezani.web.requests import AnyRequest, hall_of, name_known
from mezani.web.responses import page, redirect
from mezani.web.tournament_panel import tournament_panel
from mezani.web.viewer import viewer_of

RUNNING_SHOWN = 8  # on the start page
FINISHED_SHOWN = 5
OPEN_SHOWN = 3
PAGE = 20  # tables on a page of a list


class Box(NamedTuple):
    """A game on the start page, and what is best done with it."""

    game: Game[Any]
    players: str
    path: Path | None  # of its lessons
    is_played: bool

    @property
    def learns(self) -> bool:
        """Whether its lessons come first: they were begun, or the game was never played."""
        return self.path is not None and not self.path.is_done and (self.path.is_begun or not self.is_played)


@get("/")
async def start(request: AnyRequest) -> Response[str]:
    """All games, my tables, and tables that are open; whoever has no table yet finds how it works."""
    viewer, lists = viewer_of(request), hall_of(request).store.lists
    me, lang = viewer.player or "", viewer.lang
    running, finished = await lists.running_of(me, 1, RUNNING_SHOWN), await lists.finished_of(me, 1, FINISHED_SHOWN)
    opened = await lists.open_tables(1, OPEN_SHOWN)
    return page(
        "start.html",
        request,
        boxes=await boxes_for(request, me),
        headline=headline(len(game_names()), lang),
        levels=bots.levels(),
        chosen_level=viewer.preferences.level or bots.USUAL,
        name_known=await name_known(request),
        running=my_lines(request, running.tables),
        running_total=running.total,
        waiting=visit_of(request).waiting,
        finished=await results_with_gains(request, me, finished.tables),
        finished_total=finished.total,
        open_tables=[open_table(table, me, lang) for table in opened.tables],
        open_total=opened.total,
        watched_total=(await lists.watched(1, 1)).total,
        my_tournament=await tournament_panel(request),
    )


async def boxes_for(request: AnyRequest, player: str) -> list[Box]:
    """All games with what whoever asks has done of them."""
    lang, paths = viewer_of(request).lang, await paths_of(request)
    played = await hall_of(request).store.lists.games_of(player)
    games = map(find_game, game_names())
    return [Box(game, how_many(game.seats, lang), paths.get(game.name), game.name in played) for game in games]


def my_lines(request: AnyRequest, tables: Sequence[Listed]) -> list[MyTable]:
    """Tables of whoever asks that are not over."""
    viewer, hall = viewer_of(request), hall_of(request)
    return [my_table(table, viewer.player or "", hall.presence(table.id).seats, viewer.lang) for table in tables]


def headline(games: int, lang: Language) -> str:
    """What the start page says first to somebody new."""
    _ = lang.gettext
    said = {
        1: _("One game, one table."),
        2: _("Two games, one table."),
        3: _("Three games, one table."),
        4: _("Four games, one table."),
        5: _("Five games, one table."),
        6: _("Six games, one table."),
    }
    return said.get(games) or _("Many games, one table.")


@get("/tables")
async def my_tables(request: AnyRequest) -> Response[str]:
    """All my games that are not over."""
    me = viewer_of(request).player or ""
    found = await hall_of(request).store.lists.running_of(me, page_asked(request), PAGE)
    return tables_page(request, "running", found, my_lines(request, found.tables))


@get("/tables/finished")
async def finished_tables(request: AnyRequest) -> Response[str]:
    """All my games that are over."""
    me = viewer_of(request).player or ""
    found = await hall_of(request).store.lists.finished_of(me, page_asked(request), PAGE)
    return tables_page(request, "finished", found, await results_with_gains(request, me, found.tables))


@get("/tables/open")
async def open_tables(request: AnyRequest) -> Response[str]:
    """All tables where somebody can sit down."""
    me, lang = viewer_of(request).player or "", viewer_of(request).lang
    found = await hall_of(request).store.lists.open_tables(page_asked(request), PAGE)
    return tables_page(request, "open", found, [open_table(table, me, lang) for table in found.tables])


@get("/tables/running")
async def running_tables(request: AnyRequest) -> Response[str]:
    """Running tables that everybody may watch."""
    found = await hall_of(request).store.lists.watched(page_asked(request), PAGE)
    return tables_page(request, "watched", found, my_lines(request, found.tables))


def page_asked(request: AnyRequest) -> int:
    """The page of a list that is asked for; those that are not there are the first or the last one."""
    return whole_number(request.query_params.get("page")) or 1


def tables_page(
    request: AnyRequest, which: str, found: Page, tables: list[MyTable] | list[MyResult] | list[OpenTable]
) -> Response[str]:
    """A page of a list of tables."""
    games = sorted({table.game for table in tables if not is_missing(table.game)})
    return page("tables.html", request, which=which, tables=tables, at=found, games=games)


def how_many(seats: tuple[int, ...], lang: Language) -> str:
    """For how many players a game is."""
    if len(seats) == 1:
        return lang.ngettext("{n} player", "{n} players", seats[0]).format(n=seats[0])
    return lang.gettext("{least}–{most} players").format(least=seats[0], most=seats[-1])


@get("/join")
async def join(request: AnyRequest) -> Redirect:
    """A link or code that somebody was told."""
    code = (request.query_params.get("code") or "").strip().rstrip("/")
    words = [word for word in code.partition("?")[0].split("/") if word]
    if "seat" in words[:-3]:
        return redirect("/" + "/".join(words[words.index("seat") :]))
    return redirect(f"/table/{words[-1].lower()}" if words and words[-1].isalnum() else "/")


HANDLERS = [start, my_tables, finished_tables, open_tables, running_tables, join]
