"""Tournaments in the database. Each change holds the tournament, so that no two servers do the same at once."""

from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from mezani.games import game_names
from mezani.house.tournaments.tournament import Entrant, Outcome, Pairing, Plan, Tournament
from mezani.tables import schema
from mezani.tables.database import put
from mezani.tables.players import is_table_id
from mezani.tables.refusals import UnknownTournament
from mezani.tables.terms import read_terms

LISTED = 50
T, E, P = schema.tournaments.c, schema.entrants.c, schema.pairings.c


class TournamentRows:
    """All tournaments of a house."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine

    # Reading

    async def find(self, id: str) -> Tournament:
        """A tournament with all that belongs to it."""
        async with self.engine.connect() as connection:
            return await self.read(connection, id)

    async def read(self, connection: AsyncConnection, id: str) -> Tournament:
        """The same within something larger."""
        row = None
        if is_table_id(id):
            row = (await connection.execute(sa.select(schema.tournaments).where(T.id == id))).first()
        if row is None or row.game not in game_names():
            raise UnknownTournament
        entrants = await connection.execute(sa.select(schema.entrants).where(E.tournament_id == id).order_by(E.number))
        pairings = await connection.execute(
            sa.select(schema.pairings).where(P.tournament_id == id).order_by(P.round, P.number)
        )
        return replace(_tournament(row), entrants=list(map(_entrant, entrants)), pairings=list(map(_pairing, pairings)))

    async def listed(self, player: str | None, states: Sequence[str]) -> list[Tournament]:
        """Those in some states that somebody may see in a list, the newest first; with their entrants."""
        theirs = sa.select(E.tournament_id).where(E.player == player)
        open_to_all = T.plan["entry"].as_string() == "everybody"
        visible = sa.or_(open_to_all, T.host == player, T.id.in_(theirs)) if player else open_to_all
        query = sa.select(schema.tournaments).where(visible, T.state.in_(states), T.game.in_(game_names()))
        query = query.order_by(T.created_at.desc(), T.id).limit(LISTED)
        return await self._with_entrants(query)

    async def of_player(self, player: str) -> list[Tournament]:
        """Those that are not over and in which somebody plays, the one that began last first."""
        theirs = sa.select(E.tournament_id).where(E.player == player, E.last_round.is_(None))
        query = sa.select(schema.tournaments).where(T.id.in_(theirs), T.state != "over", T.game.in_(game_names()))
        return await self._with_entrants(query.order_by(T.created_at.desc(), T.id).limit(LISTED))

    async def _with_entrants(self, query: sa.Select[Any]) -> list[Tournament]:
        """Tournaments with their entrants, and with their tables where the number of rounds goes by these."""
        async with self.engine.connect() as connection:
            found = [_tournament(row) for row in await connection.execute(query)]
            entrants: dict[str, list[Entrant]] = {one.id: [] for one in found}
            rows = await connection.execute(
                sa.select(schema.entrants).where(E.tournament_id.in_(entrants)).order_by(E.number)
            )
            for row in rows:
                entrants[row.tournament_id].append(_entrant(row))
            pairings: dict[str, list[Pairing]] = {one.id: [] for one in found if one.round and one.system != "swiss"}
            rows = await connection.execute(
                sa.select(schema.pairings).where(P.tournament_id.in_(pairings)).order_by(P.round, P.number)
            )
            for row in rows:
                pairings[row.tournament_id].append(_pairing(row))
        return [replace(one, entrants=entrants[one.id], pairings=pairings.get(one.id, ())) for one in found]

    async def under_way(self) -> list[str]:
        """The ids of those that run or wait for their next round."""
        query = sa.select(T.id).where(T.state.in_(("running", "between")), T.game.in_(game_names()))
        async with self.engine.connect() as connection:
            return list((await connection.execute(query)).scalars())

    # Writing

    async def create(self, tournament: Tournament) -> None:
        """Keep a new one; one that is there already stays as it is."""
        row = {
            "id": tournament.id,
            "name": tournament.name,
            "game": tournament.game_name,
            "system": tournament.system,
            "players": tournament.players,
            "options": dict(tournament.options),
            "terms": msgspec.to_builtins(tournament.terms),
            "plan": msgspec.to_builtins(tournament.plan),
            "seed": tournament.seed,
            "host": tournament.host,
            "state": tournament.state,
            "round": tournament.round,
            "created_at": tournament.created_at,
            "due_at": tournament.due_at,
        }
        async with self.engine.begin() as connection:
            await put(connection, schema.tournaments, row, keep=True)

    @asynccontextmanager
    async def held(self, id: str) -> AsyncIterator[tuple[AsyncConnection, Tournament]]:
        """A tournament that nobody else can change meanwhile."""
        async with self.engine.begin() as connection:
            await connection.execute(sa.update(schema.tournaments).where(T.id == id).values(round=T.round))
            yield connection, await self.read(connection, id)

    async def change(self, connection: AsyncConnection, id: str, **values: Any) -> None:
        """Let something else hold of a tournament."""
        await connection.execute(sa.update(schema.tournaments).where(T.id == id).values(**values))

    async def add_entrant(self, connection: AsyncConnection, id: str, entrant: Entrant, at: float) -> None:
        """Let somebody be in it."""
        row = msgspec.to_builtins(entrant) | {"tournament_id": id, "entered_at": at}
        await connection.execute(sa.insert(schema.entrants).values(**row))

    async def change_entrant(self, connection: AsyncConnection, id: str, number: int, **values: Any) -> None:
        """Let something else hold of somebody in it."""
        change = sa.update(schema.entrants).where(E.tournament_id == id, E.number == number)
        await connection.execute(change.values(**values))

    async def remove_entrant(self, connection: AsyncConnection, id: str, number: int) -> None:
        """Let somebody not be in it who has not played yet."""
        await connection.execute(sa.delete(schema.entrants).where(E.tournament_id == id, E.number == number))

    async def let_go(self, connection: AsyncConnection, now: Tournament, entrant: Entrant) -> None:
        """Let somebody be in no further round; who has played in none is forgotten."""
        if now.round < entrant.first_round:
            await self.remove_entrant(connection, now.id, entrant.number)
        else:
            await self.change_entrant(connection, now.id, entrant.number, last_round=now.round)

    async def add_pairings(self, connection: AsyncConnection, id: str, pairings: Iterable[Pairing]) -> None:
        """The tables of a round that begins."""
        rows = [
            {"tournament_id": id, "round": one.round, "number": one.number, "seats": list(one.seats)}
            for one in pairings
        ]
        await connection.execute(sa.insert(schema.pairings), rows)

    async def is_set_up(self, id: str, pairing: Pairing, table: str) -> bool:
        """Note that the table of a pairing is there; whether that was not noted before."""
        return await self._set(id, pairing, P.table_id.is_(None), table_id=table)

    async def has_ended(self, id: str, pairing: Pairing, outcome: Outcome) -> bool:
        """Note how a table has ended; whether that was not noted before."""
        none_yet = sa.or_(P.result.is_(None), sa.cast(P.result, sa.Text) == "null")
        return await self._set(id, pairing, none_yet, result=dict(outcome))

    async def _set(self, id: str, pairing: Pairing, only_if: sa.ColumnElement[bool], **values: Any) -> bool:
        which = (P.tournament_id == id, P.round == pairing.round, P.number == pairing.number, only_if)
        async with self.engine.begin() as connection:
            done = await connection.execute(sa.update(schema.pairings).where(*which).values(**values))
            return bool(done.rowcount)


def _tournament(row: Any) -> Tournament:
    return Tournament(
        row.id,
        row.name,
        row.game,
        row.system,
        row.players,
        row.options,
        read_terms(row.terms),
        msgspec.convert(row.plan, Plan),
        row.seed,
        row.host,
        row.state,
        row.round,
        row.created_at,
        row.due_at,
        row.ended_at,
    )


def _entrant(row: Any) -> Entrant:
    return Entrant(row.number, row.player, row.name, row.first_round, row.last_round)


def _pairing(row: Any) -> Pairing:
    return Pairing(row.round, row.number, tuple(row.seats), row.table_id, row.result)
