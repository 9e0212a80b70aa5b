"""Tournaments for programs: a token of somebody who has signed in opens one, enters, and sees where it plays."""

from typing import Annotated, Literal

from litestar import delete, get, post, put
from litestar.exceptions import NotAuthorizedException
from litestar.params import FromPath, FromQuery, JSONBody, Parameter

from mezani.house.tournaments.tournament import Pairing, Tournament
from mezani.house.tournaments.tournaments import NewTournament, Tournaments
from mezani.tables.key_ring import KeyRing
from mezani.tables.refusals import WrongTournament
from mezani.web.api_bodies import problems
from mezani.web.api_tournament_bodies import (
    Entering,
    EntrantShown,
    Replacing,
    RoundShown,
    RoundTable,
    StandingShown,
    TournamentBody,
    TournamentListed,
    TournamentShown,
)
from mezani.web.programs import program_of
from mezani.web.requests import COUNTED_AS_TABLE, AnyRequest, hall_of, house_of

DEED = problems(401, 403, 404, 409, 413, 422)
States = Literal["open", "running", "over", "all"]
STATES = {"open": ("open",), "running": ("running", "between"), "over": ("over",)}


def tournaments_of(request: AnyRequest) -> Tournaments:
    """The tournaments of this house."""
    return house_of(request).tournaments


def player_who_asks(request: AnyRequest) -> str:
    """The player of a token; without one nothing can be done."""
    program = program_of(request)
    if program.player is None:
        raise NotAuthorizedException(program.lang.gettext("Send a token as: Authorization: Bearer TOKEN"))
    return program.player


@get("/tournaments", summary="Lists of tournaments", responses=problems(401))
async def list_tournaments(
    request: AnyRequest, which: FromQuery[Annotated[States, Parameter()]] = "all"
) -> list[TournamentListed]:
    """Those that are open to everybody and those of the token, the newest first."""
    states = STATES.get(which) or tuple(state for some in STATES.values() for state in some)
    found = await tournaments_of(request).rows.listed(program_of(request).player, states)
    return [
        TournamentListed(
            one.id, one.name, one.game_name, one.system, one.state, one.round, one.rounds, len(one.entrants)
        )
        for one in found
    ]


@post("/tournaments", summary="Open a tournament", opt=COUNTED_AS_TABLE, responses=DEED)
async def open_tournament(request: AnyRequest, data: JSONBody[TournamentBody]) -> TournamentShown:
    """A new tournament, open for entries; the token runs it."""
    player = player_who_asks(request)
    if data.terms.rated and data.terms.clock is None:
        raise WrongTournament("a rated game needs a clock")
    new = NewTournament(
        game=data.game,
        name=data.name,
        system=data.system,
        players=data.players,
        options=data.options,
        terms=data.terms,
        plan=data.plan,
    )
    return shown(request, await tournaments_of(request).open(new, player, data.key or ""))


@get("/tournaments/{id:str}", summary="Look at a tournament", responses=problems(401, 404))
async def look(request: AnyRequest, id: FromPath[str]) -> TournamentShown:
    """Who plays in it, its rounds so far, and where the token sits."""
    return shown(request, await tournaments_of(request).find(id))


@get("/tournaments/{id:str}/standings", summary="Standings", responses=problems(401, 404))
async def look_at_standings(request: AnyRequest, id: FromPath[str]) -> list[StandingShown]:
    """How all stand, the first one first."""
    now = await tournaments_of(request).find(id)
    names = {one.number: one.name for one in now.entrants}
    return [
        StandingShown(one.place, one.entrant, names[one.entrant], one.rounds, one.points, one.opponents, one.share)
        for one in now.standings
    ]


@post("/tournaments/{id:str}/entrants", summary="Enter a tournament", responses=DEED)
async def enter(request: AnyRequest, id: FromPath[str], data: JSONBody[Entering]) -> TournamentShown:
    """Be in it, from the next round on if it has begun; twice is once."""
    await tournaments_of(request).enter(id, player_who_asks(request), data.name)
    return shown(request, await tournaments_of(request).find(id))


@post("/tournaments/{id:str}/withdraw", summary="Withdraw from a tournament", status_code=200, responses=DEED)
async def withdraw(request: AnyRequest, id: FromPath[str]) -> TournamentShown:
    """Be in it no longer; a bot plays on at a table that runs."""
    await tournaments_of(request).withdraw(id, player_who_asks(request))
    return shown(request, await tournaments_of(request).find(id))


@post("/tournaments/{id:str}/rounds", summary="Begin the next round", responses=DEED)
async def begin(request: AnyRequest, id: FromPath[str]) -> TournamentShown:
    """Pair the next round and set up its tables, now; for whoever runs it."""
    return shown(request, await tournaments_of(request).begin(id, player_who_asks(request)))


@delete("/tournaments/{id:str}/entrants/{number:int}", summary="Withdraw somebody", status_code=200, responses=DEED)
async def remove(request: AnyRequest, id: FromPath[str], number: FromPath[int]) -> TournamentShown:
    """Let an entrant be in it no longer; for whoever runs it."""
    await tournaments_of(request).withdraw(id, player_who_asks(request), number)
    return shown(request, await tournaments_of(request).find(id))


@put("/tournaments/{id:str}/entrants/{number:int}", summary="Replace somebody", responses=DEED)
async def replace(
    request: AnyRequest, id: FromPath[str], number: FromPath[int], data: JSONBody[Replacing]
) -> TournamentShown:
    """Let another person of the house take over for an entrant, with their points; for whoever runs it."""
    await tournaments_of(request).replace(id, player_who_asks(request), number, data.name)
    return shown(request, await tournaments_of(request).find(id))


@post("/tournaments/{id:str}/end", summary="End a tournament early", status_code=200, responses=DEED)
async def end(request: AnyRequest, id: FromPath[str]) -> TournamentShown:
    """End it as it stands, without the round that runs; for whoever runs it."""
    await tournaments_of(request).end_early(id, player_who_asks(request))
    return shown(request, await tournaments_of(request).find(id))


def shown(request: AnyRequest, now: Tournament) -> TournamentShown:
    """A tournament as a program sees it."""
    ring, player = hall_of(request).key_ring, program_of(request).player
    you, own = now.entrant_of(player), tournaments_of(request).table_of(now, player)
    return TournamentShown(
        id=now.id,
        name=now.name,
        game=now.game_name,
        system=now.system,
        players=now.players,
        options=dict(now.options),
        terms=now.terms,
        plan=now.plan,
        state=now.state,
        round=now.round,
        rounds=now.rounds,
        due_at=now.due_at,
        entrants=_entrants(now, ring),
        shown=[_round(now, number) for number in range(1, now.round + 1)],
        you=you.number if you else None,
        table=own.table if own else None,
    )


def _entrants(now: Tournament, ring: KeyRing) -> list[EntrantShown]:
    return [
        EntrantShown(one.number, one.name, ring.is_program(one.player), one.first_round, one.last_round is not None)
        for one in now.entrants
    ]


def _round(now: Tournament, number: int) -> RoundShown:
    return RoundShown(number, [_table(one) for one in now.tables_of(number)], now.byes_of(number))


def _table(pairing: Pairing) -> RoundTable:
    outcome = pairing.outcome or {"places": [], "scores": []}
    return RoundTable(
        pairing.number, pairing.table, list(pairing.seats), pairing.is_over, outcome["places"], outcome["scores"]
    )


HANDLERS = [list_tournaments, open_tournament, look, look_at_standings, enter, withdraw, begin, remove, replace, end]
