"""Looking back at games, for programs: the analysis of a table or a record as JSON."""

import asyncio
from typing import Literal, cast

from litestar import delete, get, post
from litestar.params import FromPath, FromQuery

from mezani.insight.analysis import Analysis
from mezani.insight.judging import VERSION, Decision, Depth
from mezani.insight.report import chapters_of, told_decision
from mezani.insight.turning_points import turning_points
from mezani.language import Language
from mezani.record import Record
from mezani.tables.analyses import Progress
from mezani.tables.analysis_sources import Source, source_of
from mezani.tables.situation import Seat
from mezani.web.api_bodies import AnalysisShown, DecisionJudged, problems
from mezani.web.log_lines import called, stop_sentence
from mezani.web.programs import program_of
from mezani.web.requests import AnyRequest, hall_of, house_of, network_asked_from

ASKED_OF_TABLE = problems(401, 403, 404, 409)
ASKED_OF_RECORD = problems(401, 403, 404, 422)

State = Literal["none", "waiting", "running", "stopped", "done", "failed"]


async def of_table(request: AnyRequest, id: str) -> tuple[Source, list[str]]:
    """The game of a table, if a program may look back at it, and what everybody there is called."""
    table, program = await hall_of(request).table(id), program_of(request)
    return source_of(table, program.player), names_of(table.seats, program.lang)


async def of_record(request: AnyRequest, id: str) -> tuple[Source, list[str]]:
    """The game of a record, and what its players are called."""
    lang = program_of(request).lang
    source = await hall_of(request).analyses.sources.of_record(id, lang)
    return source, names_of(seats_of(source.record), lang)


def seats_of(record: Record) -> list[Seat]:
    """The seats of a record: nobody sits there, but they have names."""
    return [Seat(None, (record.names[number : number + 1] or [""])[0]) for number in range(record.players)]


def names_of(seats: list[Seat], lang: Language) -> list[str]:
    return [called(seat, number, lang) for number, seat in enumerate(seats)]


async def look(request: AnyRequest, source: Source, names: list[str], depth: Depth) -> AnalysisShown:
    """What there is."""
    analysis, progress = await hall_of(request).analyses.look(source, depth)
    lang = program_of(request).lang
    return await asyncio.to_thread(
        shown, source, names, analysis, progress, lang
    )  # a long game takes a tenth of a second


async def begin(request: AnyRequest, source: Source, names: list[str], depth: Depth) -> AnalysisShown:
    """Let a game be judged."""
    player, analyses = program_of(request).player, hall_of(request).analyses
    await analyses.ask(source, depth, player, network_asked_from(request))
    return await look(request, source, names, depth)


async def end(request: AnyRequest, source: Source, names: list[str], depth: Depth) -> AnalysisShown:
    """Judge no further."""
    player = program_of(request).player
    is_host = await house_of(request).hosts.includes(player)
    await hall_of(request).analyses.stop(source, depth, player, is_host)
    return await look(request, source, names, depth)


# What is shown


def shown(source: Source, names: list[str], analysis: Analysis, progress: Progress, lang: Language) -> AnalysisShown:
    """An analysis in notation, figures and sentences."""
    record = source.record
    return AnalysisShown(
        kind=cast(Literal["table", "record"], source.kind),
        id=source.id,
        game=record.game.name,
        depth=analysis.depth,
        judgement=VERSION,
        seat=analysis.seat,
        state=cast(State, progress.state),
        done=progress.done,
        total=progress.total,
        seconds_left=progress.seconds_left,
        players=names,
        stopped=stop_sentence(record.stop, names, lang) if record.stop else None,
        chapters=list(chapters_of(record, lang)),
        course=analysis.course,
        luck=luck_of(analysis),
        decisions=[judged(analysis, it, lang) for it in analysis.decisions if it.number in analysis.judged],
        summaries=analysis.summaries(),
        turning_points=turning_points(analysis, lang, names),
    )


def judged(analysis: Analysis, decision: Decision, lang: Language) -> DecisionJudged:
    """A judged decision; nothing is told of the game that led to it."""
    told = told_decision(analysis.record.game, decision, analysis.judged[decision.number], "", lang)
    return DecisionJudged(
        number=told.number,
        seat=told.seat,
        place=told.place,
        sign=told.sign,
        lost=told.lost,
        played=told.played,
        worlds=told.worlds,
        choices=list(told.choices),
    )


def luck_of(analysis: Analysis) -> list[list[float]] | None:
    """What luck gave with each action, once all else is known; where nothing is drawn there is none."""
    if analysis.record.game.is_open or not analysis.is_complete:
        return None
    return [list(analysis.luck_at(number)) for number in range(len(analysis.record.actions))]


# What can be asked


@get("/tables/{id:str}/analysis", summary="Look back at a game", responses=ASKED_OF_TABLE)
async def look_at_table(request: AnyRequest, id: FromPath[str], depth: FromQuery[Depth] = Depth.QUICK) -> AnalysisShown:
    """How far the analysis of a finished game has come, and all that was found; alone among bots earlier too."""
    return await look(request, *await of_table(request, id), depth)


@post("/tables/{id:str}/analysis", summary="Let a game be judged", status_code=202, responses=ASKED_OF_TABLE)
async def begin_with_table(
    request: AnyRequest, id: FromPath[str], depth: FromQuery[Depth] = Depth.QUICK
) -> AnalysisShown:
    """Begin, or go on with what was stopped; asked for twice, it is done once. Look again to see what was found."""
    return await begin(request, *await of_table(request, id), depth)


@delete("/tables/{id:str}/analysis", summary="Judge a game no further", status_code=200, responses=ASKED_OF_TABLE)
async def end_with_table(
    request: AnyRequest, id: FromPath[str], depth: FromQuery[Depth] = Depth.QUICK
) -> AnalysisShown:
    """Stop; what was found is kept. Whoever asked can do it, the players of the table, and hosts."""
    return await end(request, *await of_table(request, id), depth)


@get("/records/{id:str}/analysis", summary="Look back at a record", responses=ASKED_OF_RECORD)
async def look_at_record(
    request: AnyRequest, id: FromPath[str], depth: FromQuery[Depth] = Depth.QUICK
) -> AnalysisShown:
    """The same for a record that somebody has loaded."""
    return await look(request, *await of_record(request, id), depth)


@post("/records/{id:str}/analysis", summary="Let a record be judged", status_code=202, responses=ASKED_OF_RECORD)
async def begin_with_record(
    request: AnyRequest, id: FromPath[str], depth: FromQuery[Depth] = Depth.QUICK
) -> AnalysisShown:
    """Begin, or go on with what was stopped."""
    return await begin(request, *await of_record(request, id), depth)


@delete("/records/{id:str}/analysis", summary="Judge a record no further", status_code=200, responses=ASKED_OF_RECORD)
async def end_with_record(
    request: AnyRequest, id: FromPath[str], depth: FromQuery[Depth] = Depth.QUICK
) -> AnalysisShown:
    """Stop; what was found is kept. Whoever asked can do it, and hosts."""
    return await end(request, *await of_record(request, id), depth)


HANDLERS = [look_at_table, begin_with_table, end_with_table, look_at_record, begin_with_record, end_with_record]
