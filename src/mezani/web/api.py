"""The tables for programs: the same views and moves as JSON, with a token for each player."""

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from http import HTTPStatus
from typing import Annotated, Any, Literal

import msgspec
from litestar import Response, Router, get, post
from litestar.exceptions import HTTPException, NotAuthorizedException, ValidationException
from litestar.params import FromPath, FromQuery, JSONBody, Parameter
from litestar.response import ServerSentEvent, ServerSentEventMessage

from mezani import bots
from mezani.game import Game
from mezani.games import game as find_game
from mezani.games import game_names
from mezani.house.hosts import number_of
from mezani.tables.away import absent
from mezani.tables.deeds import check_watching
from mezani.tables.hall import Hall
from mezani.tables.key_ring import PROGRAM
from mezani.tables.keys import Asked
from mezani.tables.lists import Listed
from mezani.tables.players import clean_name
from mezani.tables.refusals import NameMissing, NotYourSeat, Refusal
from mezani.tables.situation import Seat
from mezani.tables.stand_ins import level_of_stand_in
from mezani.tables.table import Table
from mezani.web import api_analyses, api_holidays, api_notifications, api_ranking, api_tournaments
from mezani.web.api_bodies import (
    AbsentShown,
    Chair,
    Decision,
    GamesAndLevels,
    GameShown,
    Joining,
    Me,
    MoveShown,
    NewTable,
    OptionShown,
    PlayerShown,
    Seated,
    TableListed,
    TableShown,
    TablesShown,
    problems,
)
from mezani.web.log_lines import stop_sentence
from mezani.web.programs import program_of, program_that_sits
from mezani.web.requests import COUNTED_AS_TABLE, AnyRequest, game_named, hall_of, house_of, limits_of, opener_of
from mezani.web.responses import SENTENCES, Problem, reason_of, status_of, with_retry
from mezani.web.screen import Screen
from mezani.web.viewer import Viewer, viewer_of

HEARTBEAT = 15.0  # seconds after which a silent stream says that it is alive
TABLES_LISTED = 50  # on a page
MOST_PAGES = 1_000_000


# Who asks


def seat_of(table: Table, program: Viewer, asked: int | None) -> int | None:
    """The seat of a program: its only one, or the one that it asks for; None without a token."""
    if program.player is None:
        if asked is not None:
            raise NotYourSeat
        return None
    own = table.seats_of(program.player)
    if not own or (asked is not None and asked not in own):
        raise NotYourSeat
    if asked is None and len(own) > 1:
        raise ValidationException(program.lang.gettext("You have several seats here: say which one with `seat`."))
    return own[0] if asked is None else asked


def player_and_seat(request: AnyRequest, table: Table, asked: int | None) -> tuple[str, int]:
    """The player and the seat of a program that wants to do something."""
    program = program_of(request)
    if program.player is None:
        raise NotAuthorizedException(program.lang.gettext("Send a token as: Authorization: Bearer TOKEN"))
    seat = seat_of(table, program, asked)
    assert seat is not None
    limits_of(request).know(program.player)
    return program.player, seat


def absent_for(hall: Hall, table: Table, program: Viewer) -> AbsentShown | None:
    """Whom a program at the table and the others wait for in vain."""
    own, found = table.seats_of(program.player), absent(table, hall.presence(table.id).seats)
    return AbsentShown(found.seat, found.due) if own and found and found.seat not in own else None


def shown(hall: Hall, table: Table, program: Viewer, asked: int | None) -> TableShown:
    """The table as a program sees it: all of it comes from the screen that a browser would show."""
    seat = seat_of(table, program, asked)
    check_watching(table, program.player)
    screen = Screen(table, seat, [] if seat is None else [seat], program.lang)
    return TableShown(
        table=table.id,
        game=table.game.name,
        options=table.options,
        terms=table.terms,
        players=players_shown(hall, table.seats),
        seat=seat,
        begun=table.begun,
        over=table.is_over,
        to_move=screen.to_move,
        turn=table.turn,
        prompt=screen.prompt if table.begun else "",
        view=screen.view,
        moves=[MoveShown(*move) for move in screen.moves],
        committed=screen.committed_text,
        asked_always=screen.asked_always,
        absent=absent_for(hall, table, program),
        winners=table.winners if table.is_over else [],
        clocks=table.clocks_seen_by(seat),
        rules=table.rules,
        stopped=stop_sentence(table.stop, screen.names, program.lang) if table.stop else None,
    )


# What can be asked


@get("/games", summary="What can be played", sync_to_thread=False, responses=problems())
def list_games() -> GamesAndLevels:
    """All games with their numbers of players and their options, and the levels of the bots."""
    return GamesAndLevels([_game_shown(find_game(name)) for name in game_names()], bots.levels())


def _game_shown(game: Game[Any]) -> GameShown:
    options = [OptionShown(one.name, one.label, one.default, list(one.choices)) for one in game.table_options]
    return GameShown(game.name, game.title, list(game.seats), game.action_count, options, game.rules_version)


@get("/me", summary="Who one is", responses=problems(401))
async def me(request: AnyRequest) -> Me:
    """Whom the token stands for: a program of somebody who is signed in, or one that belongs to nobody."""
    program, hall = program_of(request), hall_of(request)
    if program.player is None:
        return Me(None, "", False, False, None)
    owner = hall.key_ring.owner_of_program(program.player)
    people, has_owner = hall.store.people, owner is not None and owner != program.player
    found = await house_of(request).keys.find(program.player, PROGRAM)
    name = (found[1].name if found else "") or await people.name_of(program.player)
    called = await people.name_of(owner) if owner and has_owner else None
    return Me(number_of(program.player), name, has_owner, owner is not None, called)


@get("/tables", summary="Lists of tables", responses=problems(401))
async def list_tables(
    request: AnyRequest,
    which: FromQuery[Literal["mine", "finished", "open", "running"]] = "mine",
    page: FromQuery[Annotated[int, Parameter(ge=1, le=MOST_PAGES)]] = 1,
) -> TablesShown:
    """Tables of the token: running, first those where it is its turn, or finished; open ones; those to watch."""
    lists, player = hall_of(request).store.lists, program_of(request).player or ""
    if which == "open":
        found = await lists.open_tables(page, TABLES_LISTED)
    elif which == "running":
        found = await lists.watched(page, TABLES_LISTED)
    elif which == "finished":
        found = await lists.finished_of(player, page, TABLES_LISTED)
    else:
        found = await lists.running_of(player, page, TABLES_LISTED)
    return TablesShown(
        [_listed(hall_of(request), table, player) for table in found.tables], found.number, found.last, found.total
    )


def players_shown(hall: Hall, seats: Sequence[Seat]) -> list[PlayerShown]:
    """Who sits on the chairs of a table."""
    is_program = hall.key_ring.is_program
    return [PlayerShown(seat.name, seat.bot, seat.is_free, is_program(seat.player)) for seat in seats]


def _listed(hall: Hall, table: Listed, player: str) -> TableListed:
    players = players_shown(hall, table.seats)
    return TableListed(
        table.id,
        table.game,
        players,
        table.begun,
        table.over,
        table.is_turn_of(player),
        table.moved_at,
        table.terms,
        table.clocks,
    )


@post("/tables", summary="Set up a table", opt=COUNTED_AS_TABLE, responses=problems(401, 403, 404, 409, 413, 422))
async def create(request: AnyRequest, data: JSONBody[NewTable]) -> Seated:
    """A new table. The chairs "me" belong to the token that is sent, or to a new one."""
    token, player = await program_that_sits(request)
    game = game_named(data.game)
    chairs = [_chair(chair, number, player) for number, chair in enumerate(data.chairs, 1)]
    asked = Asked(player, data.key, (msgspec.json.encode(data),)) if data.key else None
    opener = opener_of(request, player)
    table = await hall_of(request).open_table(
        game, chairs, data.options, data.public, terms=data.terms, asked=asked, **opener
    )
    return Seated(table.id, table.seats_of(player), token)


def _chair(chair: Chair, number: int, player: str) -> Seat:
    name = clean_name(chair.name)
    if chair.who == "me":
        return Seat(player, name or f"Program {number}")
    if chair.who == "free":
        return Seat()
    if chair.level not in bots.levels():
        raise ValidationException(f"There is no level {chair.level!r}: there are {', '.join(bots.levels())}.")
    return Seat(None, name, chair.level)


@post("/tables/{id:str}/seats", summary="Take a seat", responses=problems(401, 403, 404, 409, 410, 413, 422))
async def join(request: AnyRequest, id: FromPath[str], data: JSONBody[Joining]) -> Seated:
    """Sit down on a free chair, or on the chair of a private link, for the token that is sent or for a new one."""
    hall, (token, player) = hall_of(request), await program_that_sits(request)
    if data.link is not None:
        if data.seat is None:
            raise ValidationException(viewer_of(request).lang.gettext("A private link needs the number of its seat."))
        await hall.move_seat(id, data.seat, data.link, player, data.key or "")
    elif not clean_name(data.name):
        raise NameMissing
    else:
        await hall.sit(id, player, data.name, data.seat, data.key or "")
    return Seated(id, (await hall.table(id)).seats_of(player), token)


@get("/tables/{id:str}", summary="Look at a table", responses=problems(401, 403, 404))
async def look(request: AnyRequest, id: FromPath[str], seat: FromQuery[int | None] = None) -> TableShown:
    """What the seat of the token may see; without a token, what everybody may see."""
    hall = hall_of(request)
    return shown(hall, await hall.table(id), program_of(request), seat)


@get("/tables/{id:str}/moves", summary="The legal moves", responses=problems(401, 403, 404))
async def moves(request: AnyRequest, id: FromPath[str], seat: FromQuery[int | None] = None) -> list[MoveShown]:
    """All that the seat of the token may decide now, in advance too; nothing if it is not asked."""
    hall = hall_of(request)
    return shown(hall, await hall.table(id), program_of(request), seat).moves


@post(
    "/tables/{id:str}/moves", summary="Make a move", status_code=200, responses=problems(401, 403, 404, 409, 413, 422)
)
async def move(request: AnyRequest, id: FromPath[str], data: JSONBody[Decision]) -> TableShown:
    """Play, or decide in advance. Answers with the table as it is then."""
    hall = hall_of(request)
    table = await hall.table(id)
    player, seat = player_and_seat(request, table, data.seat)
    action = data.action if isinstance(data.action, int) else _parsed(table, data.action)
    await hall.decide(id, player, seat, action, data.after, data.key or "")
    return shown(hall, table, program_of(request), seat)


def _parsed(table: Table, text: str) -> int:
    try:
        return table.game.parse_action(table.state, text)
    except ValueError as problem:
        raise ValidationException(str(problem)) from problem


@post("/tables/{id:str}/undo", summary="Take a move back", status_code=200, responses=problems(401, 403, 404, 409, 413))
async def undo(
    request: AnyRequest, id: FromPath[str], after: FromQuery[int], seat: FromQuery[int | None] = None
) -> TableShown:
    """Take back the seat's last move, if it showed nothing and nobody has moved since."""
    hall = hall_of(request)
    table = await hall.table(id)
    player, own = player_and_seat(request, table, seat)
    await hall.undo(id, player, own, after)
    return shown(hall, table, program_of(request), own)


@post(
    "/tables/{id:str}/asking",
    summary="Be asked always, or not",
    status_code=200,
    responses=problems(401, 403, 404, 409, 413),
)
async def asking(
    request: AnyRequest, id: FromPath[str], always: FromQuery[bool], seat: FromQuery[int | None] = None
) -> TableShown:
    """Say whether the seat is asked even where it has only one answer, which the table otherwise gives for it."""
    hall = hall_of(request)
    table = await hall.table(id)
    player, own = player_and_seat(request, table, seat)
    await hall.ask(id, player, own, always)
    return shown(hall, table, program_of(request), own)


@post(
    "/tables/{id:str}/pause",
    summary="Pause, or play on",
    status_code=200,
    responses=problems(401, 403, 404, 409, 413),
)
async def pause(
    request: AnyRequest,
    id: FromPath[str],
    what: FromQuery[Literal["ask", "agree", "refuse", "resume"]],
    seat: FromQuery[int | None] = None,
) -> TableShown:
    """Ask for a pause of the clocks, agree to one, say no to it, or end it."""
    hall = hall_of(request)
    table = await hall.table(id)
    player, own = player_and_seat(request, table, seat)
    deeds = {
        "ask": hall.ask_pause,
        "agree": hall.agree_to_pause,
        "refuse": hall.refuse_pause,
        "resume": hall.resume,
    }
    await deeds[what](id, player, own)
    return shown(hall, table, program_of(request), own)


@post(
    "/tables/{id:str}/replace",
    summary="Let a bot play for somebody who is away",
    status_code=200,
    responses=problems(401, 403, 404, 409, 413),
)
async def replace(
    request: AnyRequest, id: FromPath[str], absent: FromQuery[int], seat: FromQuery[int | None] = None
) -> TableShown:
    """Let a bot play for the seat that is `absent`, from its `due` on, until its player is back."""
    hall = hall_of(request)
    table = await hall.table(id)
    player, own = player_and_seat(request, table, seat)
    await hall.replace_absent(id, player, absent, level_of_stand_in(table))
    return shown(hall, table, program_of(request), own)


@post(
    "/tables/{id:str}/leave",
    summary="Get up",
    status_code=204,
    responses=problems(401, 403, 404, 409, 413),
)
async def leave(request: AnyRequest, id: FromPath[str], seat: FromQuery[int | None] = None) -> None:
    """Get up: before the game the seat is free again, later a bot plays there until its player is back."""
    hall = hall_of(request)
    table = await hall.table(id)
    player, own = player_and_seat(request, table, seat)
    await hall.leave(id, player, own, level_of_stand_in(table))


@post(
    "/tables/{id:str}/return",
    summary="Play on after a bot",
    status_code=200,
    responses=problems(401, 403, 404, 409, 413),
)
async def come_back(request: AnyRequest, id: FromPath[str], seat: FromQuery[int | None] = None) -> TableShown:
    """Take the seat back from the bot that has played for it meanwhile."""
    hall = hall_of(request)
    table = await hall.table(id)
    player, own = player_and_seat(request, table, seat)
    await hall.come_back(id, player, own)
    return shown(hall, table, program_of(request), own)


@get(
    "/tables/{id:str}/stream",
    summary="Follow a table",
    media_type="text/event-stream",
    opt={"uncompressed": True},
    responses=problems(401, 403, 404),
)
async def stream(request: AnyRequest, id: FromPath[str], seat: FromQuery[int | None] = None) -> ServerSentEvent:
    """Server-sent events: `table` with the table as JSON, now and whenever it changes, until the game is over."""
    hall, program = hall_of(request), program_of(request)
    table = await hall.table(id)
    check_watching(table, program.player)
    return ServerSentEvent(events(hall, table, program, seat, seat_of(table, program, seat)))


class Listening:
    """A program that follows a table."""

    pace = None

    def __init__(self, seat: int | None) -> None:
        self.catches_up = self.hears_comments = self.is_hidden = False
        self.seats = [] if seat is None else [seat]
        self.changed = asyncio.Event()

    def wake(self) -> None:
        self.changed.set()


async def events(
    hall: Hall, table: Table, program: Viewer, asked: int | None, seat: int | None
) -> AsyncIterator[ServerSentEventMessage]:
    """The table, each time that the program can see a difference."""
    listening, sent = Listening(seat), b""
    hall.watch(table.id, listening)
    try:
        while True:
            try:
                await asyncio.wait_for(listening.changed.wait(), HEARTBEAT)
            except TimeoutError:
                yield ServerSentEventMessage(comment="waiting")
                continue
            listening.changed.clear()
            if not program.is_known_to(hall.key_ring):  # its token was removed
                return
            if hall.is_stopping:  # whoever follows the table asks another server
                return
            try:
                now = msgspec.json.encode(shown(hall, table, program, asked))
            except Refusal:  # the seat has gone to another device
                return
            if now != sent:
                yield ServerSentEventMessage(event="table", data=now.decode())
                sent = now
            if table.is_over:
                return
    finally:
        hall.unwatch(table.id, listening)


# What is wrong


def refused(request: AnyRequest, refusal: Refusal) -> Response[Problem]:
    """A refusal as JSON, with the paragraph of the rules where one forbids it."""
    lang = viewer_of(request).lang
    reason = reason_of(refusal, lang)
    problem = Problem(status_of(refusal), refusal.say(lang), reason.paragraph if reason else None)
    return with_retry(Response(problem, status_code=problem.status), refusal)


def wrong(request: AnyRequest, problem: HTTPException) -> Response[Problem]:
    """What is wrong with a request, as JSON."""
    if problem.detail == HTTPStatus(problem.status_code).phrase and problem.status_code in SENTENCES:
        sentence = viewer_of(request).lang.gettext(SENTENCES[problem.status_code])
        return Response(Problem(problem.status_code, sentence), status_code=problem.status_code)
    extra = problem.extra if isinstance(problem.extra, list) else []
    details = [f"{one.get('key', '')}: {one['message']}" for one in extra if isinstance(one, Mapping)]
    sentence = "; ".join([problem.detail or str(problem), *details])
    headers = {"WWW-Authenticate": "Bearer"} if problem.status_code == 401 else {}
    return Response(Problem(problem.status_code, sentence), status_code=problem.status_code, headers=headers)


def unreadable(request: AnyRequest, problem: RecursionError | UnicodeDecodeError) -> Response[Problem]:
    """A body that can't be read: nested too deeply, or no UTF-8."""
    fault = "is nested too deeply" if isinstance(problem, RecursionError) else "is not UTF-8"
    return Response(Problem(400, f"The body {fault}."), status_code=400)


HANDLERS = [
    Router(
        "/api",
        route_handlers=[
            list_games,
            me,
            list_tables,
            create,
            join,
            look,
            moves,
            move,
            undo,
            asking,
            pause,
            replace,
            leave,
            come_back,
            stream,
            *api_analyses.HANDLERS,
            *api_tournaments.HANDLERS,
            *api_notifications.HANDLERS,
            *api_holidays.HANDLERS,
            *api_ranking.HANDLERS,
        ],
        exception_handlers={
            Refusal: refused,
            HTTPException: wrong,
            RecursionError: unreadable,
            UnicodeDecodeError: unreadable,
        },
        security=[{}, {"token": []}],
        include_in_schema=True,
    )
]
