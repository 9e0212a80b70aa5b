"""Exercises: decisions of games that can be made anew, each judged when it was tried, and the set of one's own."""

from typing import Any, NamedTuple

from litestar import Response, get, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from markupsafe import Markup

from mezani.bots.queue import Errand
from mezani.insight.judging import Depth, Judged, decisions
from mezani.insight.tries import Try, known
from mezani.tables.analysis_rows import RECORD, TABLE
from mezani.tables.analysis_sources import Source
from mezani.tables.refusals import NoLookingBack, Refusal
from mezani.web.analysis import of_record, of_table
from mezani.web.exercise import NOTHING, Exercise, read_tried
from mezani.web.exercise_judging import Tries
from mezani.web.exercise_page import ExercisePage
from mezani.web.exercise_set import next_exercise, set_of
from mezani.web.forms import BrokenForm, number
from mezani.web.limits import HINTS, network_of
from mezani.web.requests import AnyRequest, address_of, allow, hall_of, house_of
from mezani.web.responses import notice, page, redirect, status_of, with_retry
from mezani.web.viewer import viewer_of


class Posed(NamedTuple):
    """An exercise as somebody has come to it: of whose game it is, and what is stored of its judgement."""

    exercise: Exercise
    source: Source
    judged: Judged | None
    depth: Depth


async def posed(request: AnyRequest, kind: str, id: str, at: int, tried: str) -> Posed:
    """An exercise with what was tried; what somebody may not look back at is none."""
    game = await (of_table if kind == TABLE else of_record)(request, id)
    source = game.source
    decision = next((it for it in decisions(source.record, source.seat) if it.number == at), None)
    if decision is None:
        raise NotFoundException
    exercise = Exercise(game.replay, decision, f"/{kind}/{id}/exercise/{at}")
    exercise.check_open()
    judged, depth = await stored(request, source, at)
    return Posed(exercise.with_tried(read_tried(tried)), source, judged, depth)


async def stored(request: AnyRequest, source: Source, at: int) -> tuple[Judged | None, Depth]:
    """How a decision was judged, as deeply as it was thought about."""
    for depth in (Depth.DEEP, Depth.QUICK):
        analysis, _ = await hall_of(request).analyses.look(source, depth)
        if at in analysis.judged:
            return analysis.judged[at], depth
    return None, Depth.QUICK


# Judging


def tries_of(request: AnyRequest) -> Tries:
    """What was thought about tries on this server."""
    tries: Tries = request.app.state.tries
    return tries


async def judge(request: AnyRequest, posed: Posed) -> tuple[Judged, Try | None]:
    """How the decision is judged, and what was tried for it if that is enough; somebody waits for it."""
    exercise, _, judged, depth = posed
    game, decision, tries = exercise.game, exercise.decision, tries_of(request)
    if must_think(tries, posed):
        allow_thought(request)
    hall, player = hall_of(request), viewer_of(request).player
    errand = Errand((player,) if player else (), hall.fingerprint(network_of(address_of(request))))
    judged = judged or await tries.judged(game, decision, depth, errand)
    if not exercise.is_whole:
        return judged, None
    return judged, await tries.try_of(game, decision, judged, exercise.tried, depth, errand)


def must_think(tries: Tries, posed: Posed) -> bool:
    """Whether something has to be thought about that was not, here and lately."""
    exercise, _, judged, depth = posed
    game, decision = exercise.game, exercise.decision
    if judged is None and not tries.has_thought(game, decision, depth):
        return True
    if not exercise.is_whole or (judged and known(game, decision.state, judged, exercise.tried)):
        return False
    return not tries.has_thought(game, decision._replace(actions=exercise.tried), depth)


def allow_thought(request: AnyRequest) -> None:
    """Count that somebody lets this server think, as a hint."""
    hall, player = hall_of(request), viewer_of(request).player
    if not hall.analyses.room.is_open:
        raise NoLookingBack
    hall.gate.check(player)
    allow(request, HINTS, player)


# One exercise


async def show(request: AnyRequest, kind: str, id: str, at: int, tried: str) -> Response[str]:
    """The page of an exercise: the task, or what is said to a try."""
    found = await posed(request, kind, id, at, tried)
    shows_best = "best" in request.query_params
    if not found.exercise.is_whole and not shows_best:
        return await exercise_page(request, found)
    try:
        judged, tried_out = await judge(request, found)
    except Refusal as refusal:
        asked_again = found._replace(exercise=found.exercise.with_tried(()))
        return with_retry(await exercise_page(request, asked_again, refusal=refusal), refusal)
    return await exercise_page(request, found, judged, tried_out, shows_best)


async def exercise_page(
    request: AnyRequest,
    posed: Posed,
    judged: Judged | None = None,
    tried: Try | None = None,
    shows_best: bool = False,
    refusal: Refusal | None = None,
) -> Response[str]:
    """The page of an exercise as it stands."""
    exercise, source, lang = posed.exercise, posed.source, viewer_of(request).lang
    it = ExercisePage(
        exercise,
        lang,
        back=f"/{source.kind}/{source.id}/analysis/{exercise.number}",
        judged=judged or posed.judged,
        tried=tried,
        shows_best=shows_best,
        next=await next_exercise(request, source, exercise.number, exercise.seat, posed.depth),
        looks_at=request.query_params.get("look", ""),
    )
    return page(
        "exercise.html",
        request,
        status_of(refusal) if refusal else 200,
        it=it,
        screen=it.screen,
        table=it.on_board.table,
        regions=it.screen.regions(),
        notice=Markup(notice(refusal, lang, exercise.path)) if refusal else "",
    )


async def do(request: AnyRequest, kind: str, id: str, at: int, tried: str, what: str) -> Response[Any]:
    """What is done on the board of an exercise: one more action, or one less."""
    form, found = await request.form(), await posed(request, kind, id, at, tried)
    exercise = found.exercise
    if what == "undo":
        return redirect(exercise.taken_back().address)
    if what != "play":
        raise BrokenForm(f"there is nothing called {what!r}")
    try:
        exercise = exercise.trying(number(form, "action"))
        if exercise.is_whole:
            await solve(request, found._replace(exercise=exercise))
    except Refusal as refusal:
        return with_retry(await exercise_page(request, found, refusal=refusal), refusal)
    return redirect(exercise.address)


async def solve(request: AnyRequest, posed: Posed) -> None:
    """Judge a try, and keep in mind that somebody has found something good."""
    _, tried = await judge(request, posed)
    player = viewer_of(request).player
    if player and tried and not tried.sign and not hall_of(request).gate.read_only:
        source = posed.source
        await house_of(request).exercises.solve(player, source.kind, source.id, posed.exercise.number)


@get(["/table/{id:str}/exercise/{at:int}", "/table/{id:str}/exercise/{at:int}/{tried:str}"])
async def exercise_of_table(
    request: AnyRequest, id: FromPath[str], at: FromPath[int], tried: FromPath[str] = NOTHING
) -> Response[str]:
    """A decision of a table's game to be made anew."""
    return await show(request, TABLE, id, at, tried)


@post("/table/{id:str}/exercise/{at:int}/{tried:str}/{what:str}")
async def do_in_exercise_of_table(
    request: AnyRequest, id: FromPath[str], at: FromPath[int], tried: FromPath[str], what: FromPath[str]
) -> Response[Any]:
    """What is done there."""
    return await do(request, TABLE, id, at, tried, what)


@get(["/record/{id:str}/exercise/{at:int}", "/record/{id:str}/exercise/{at:int}/{tried:str}"])
async def exercise_of_record(
    request: AnyRequest, id: FromPath[str], at: FromPath[int], tried: FromPath[str] = NOTHING
) -> Response[str]:
    """A decision of a record to be made anew."""
    return await show(request, RECORD, id, at, tried)


@post("/record/{id:str}/exercise/{at:int}/{tried:str}/{what:str}")
async def do_in_exercise_of_record(
    request: AnyRequest, id: FromPath[str], at: FromPath[int], tried: FromPath[str], what: FromPath[str]
) -> Response[Any]:
    """What is done there."""
    return await do(request, RECORD, id, at, tried, what)


# All of them


@get("/exercises")
async def exercises(request: AnyRequest) -> Response[str]:
    """The mistakes of one's last games."""
    games = await set_of(request)
    return page("exercises.html", request, games=games, names=sorted({it.game for it in games}))


HANDLERS = [
    exercise_of_table,
    do_in_exercise_of_table,
    exercise_of_record,
    do_in_exercise_of_record,
    exercises,
]
