"""Lists of tables: mine, those that are open, and those that wait for a bot or for the table."""

from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from mezani.games import game_names
from mezani.tables import schema
from mezani.tables.rows import read_seats
from mezani.tables.situation import Result, Seat


@dataclass(frozen=True)
class Listed:
    """A table in a list."""

    id: str
    game: str
    seats: list[Seat]
    begun: bool
    over: bool
    to_move: int | None
    moved_at: float
    result: Result | None
    answers: bool


class Lists:
    """What is asked about many tables at once."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine

    async def open_tables(self, limit: int = 12) -> list[Listed]:
        """Public tables with a free seat, the newest first."""
        t = schema.tables.c
        waiting = sa.select(schema.tables).where(t.public, ~t.begun, t.game.in_(game_names()))
        return await self._listed(waiting.order_by(t.created_at.desc()).limit(limit))

    async def tables_of(self, player: str, limit: int = 60) -> list[Listed]:
        """The tables at which a player sits, the last moved first."""
        t, s = schema.tables.c, schema.seats.c
        mine = sa.select(s.table_id).where(s.player == player)
        return await self._listed(
            sa.select(schema.tables).where(t.id.in_(mine)).order_by(t.moved_at.desc()).limit(limit)
        )

    async def waiting_for_bots(self) -> list[str]:
        """The running tables where it is a bot's turn."""
        t = schema.tables.c
        query = sa.select(t.id).where(t.bot_to_move, ~t.over, t.game.in_(game_names()))
        async with self.engine.connect() as connection:
            return list((await connection.execute(query)).scalars())

    async def waiting_for_answers(self) -> list[str]:
        """The running tables where the table answers for the seat to move."""
        t = schema.tables.c
        query = sa.select(t.id).where(t.begun, ~t.over, t.game.in_(game_names()), t.answers)
        async with self.engine.connect() as connection:
            return list((await connection.execute(query)).scalars())

    async def counts(self) -> dict[str, int]:
        """How many tables there are that are open, running and finished."""
        t = schema.tables.c
        query = sa.select(t.begun, t.over, sa.func.count().label("tables")).group_by(t.begun, t.over)
        found = dict.fromkeys(("open", "running", "finished"), 0)
        async with self.engine.connect() as connection:
            for row in await connection.execute(query):
                found["finished" if row.over else "running" if row.begun else "open"] += row.tables
        return found

    async def tables_of_missing_games(self) -> dict[str, int]:
        """How many tables there are of each game that is not there."""
        t = schema.tables.c
        query = sa.select(t.game, sa.func.count().label("tables")).where(t.game.not_in(game_names())).group_by(t.game)
        async with self.engine.connect() as connection:
            return {row.game: row.tables for row in await connection.execute(query)}

    async def _listed(self, query: sa.Select[Any]) -> list[Listed]:
        async with self.engine.connect() as connection:
            rows = (await connection.execute(query)).all()
            seats = await read_seats(connection, [row.id for row in rows])
        return [
            Listed(
                row.id, row.game, seats[row.id], row.begun, row.over, row.to_move, row.moved_at, row.result, row.answers
            )
            for row in rows
        ]
