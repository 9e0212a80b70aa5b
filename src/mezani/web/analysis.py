"""Looking back at a game: everybody's chances through it, each decision beside the best ones, and what it comes to."""

from litestar import Response, get, post
from litestar.params import FromPath
from litestar.response import Redirect

from mezani.insight.judging import Depth
from mezani.tables.analysis_sources import Source, source_of
from mezani.web import replay as replays
from mezani.web.analysis_screen import Lookback
from mezani.web.forms import BrokenForm, text
from mezani.web.replay import Replay
from mezani.web.requests import AnyRequest, hall_of, house_of, network_asked_from
from mezani.web.responses import local_path, page, redirect
from mezani.web.viewer import viewer_of


class Game:
    """What is looked back at, and where it is found."""

    def __init__(self, source: Source, replay: Replay) -> None:
        self.source, self.replay = source, replay
        self.path = f"/{source.kind}/{source.id}/analysis"


async def of_table(request: AnyRequest, id: str) -> Game:
    """The game of a table, if whoever asks may look back at it."""
    source = source_of(await hall_of(request).table(id), viewer_of(request).player)
    return Game(source, await replays.of_table(request, id))


async def of_record(request: AnyRequest, id: str) -> Game:
    """The game of a record."""
    replay = await replays.of_record(request, id)
    return Game(Source("record", id, replay.record), replay)


def depth_asked(given: str | None) -> Depth:
    """How long a page says that a game is thought about."""
    return Depth.DEEP if given == Depth.DEEP else Depth.QUICK


async def show(request: AnyRequest, game: Game, step: int) -> Response[str]:
    """The page of a moment."""
    asked, viewer = request.query_params, viewer_of(request)
    analysis, progress = await hall_of(request).analyses.look(game.source, depth_asked(asked.get("depth")))
    it = Lookback(
        game.replay, game.path, analysis, progress, step, asked.get("seat") or "", asked.get("from") or "", viewer.lang
    )
    return page("analysis.html", request, it=it, table=it.table, screen=it.screen, regions=it.screen.regions())


async def show_whole(request: AnyRequest, game: Game) -> Redirect:
    """To the end of a game, where all of it is told; or to the moment that a form asks for."""
    replay, asked = game.replay, request.query_params
    step = min(int(asked["step"]), replay.last) if asked.get("step", "").isdigit() else replay.last
    kept = [f"{name}={asked[name]}" for name in ("seat", "from", "depth") if asked.get(name, "").isalnum()]
    return redirect(f"{game.path}/{step}" + (f"?{'&'.join(kept)}" if kept else ""))


async def ask(request: AnyRequest, game: Game) -> Redirect:
    """Let a game be judged."""
    form = await request.form()
    if (given := text(form, "depth")) not in list(Depth):
        raise BrokenForm("there is no such depth")
    analyses, player = hall_of(request).analyses, viewer_of(request).player
    await analyses.ask(game.source, Depth(given), player, network_asked_from(request))
    return redirect(local_path(text(form, "back"), game.path))


async def stop(request: AnyRequest, game: Game) -> Redirect:
    """Judge no further; what is judged stays."""
    form = await request.form()
    analyses, player = hall_of(request).analyses, viewer_of(request).player
    is_host = await house_of(request).hosts.includes(player)
    await analyses.stop(game.source, depth_asked(text(form, "depth")), player, is_host)
    return redirect(local_path(text(form, "back"), game.path))


@get("/table/{id:str}/analysis")
async def look_back(request: AnyRequest, id: FromPath[str]) -> Redirect:
    """The whole game of a table."""
    return await show_whole(request, await of_table(request, id))


@get("/table/{id:str}/analysis/{step:int}")
async def look_back_at_step(request: AnyRequest, id: FromPath[str], step: FromPath[int]) -> Response[str]:
    """A moment of a table's game."""
    return await show(request, await of_table(request, id), step)


@post("/table/{id:str}/analysis")
async def ask_for_table(request: AnyRequest, id: FromPath[str]) -> Redirect:
    """Let the game of a table be judged."""
    return await ask(request, await of_table(request, id))


@post("/table/{id:str}/analysis/stop")
async def stop_for_table(request: AnyRequest, id: FromPath[str]) -> Redirect:
    """Judge it no further."""
    return await stop(request, await of_table(request, id))


@get("/record/{id:str}/analysis")
async def look_back_at_record(request: AnyRequest, id: FromPath[str]) -> Redirect:
    """The whole game of a record."""
    return await show_whole(request, await of_record(request, id))


@get("/record/{id:str}/analysis/{step:int}")
async def look_back_at_step_of_record(request: AnyRequest, id: FromPath[str], step: FromPath[int]) -> Response[str]:
    """A moment of a record."""
    return await show(request, await of_record(request, id), step)


@post("/record/{id:str}/analysis")
async def ask_for_record(request: AnyRequest, id: FromPath[str]) -> Redirect:
    """Let a record be judged."""
    return await ask(request, await of_record(request, id))


@post("/record/{id:str}/analysis/stop")
async def stop_for_record(request: AnyRequest, id: FromPath[str]) -> Redirect:
    """Judge it no further."""
    return await stop(request, await of_record(request, id))


HANDLERS = [
    look_back,
    look_back_at_step,
    ask_for_table,
    stop_for_table,
    look_back_at_record,
    look_back_at_step_of_record,
    ask_for_record,
    stop_for_record,
]
