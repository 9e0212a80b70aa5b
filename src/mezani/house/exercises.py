"""Exercises: which of their own mistakes people have put right."""

import time
from collections.abc import Callable

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from mezani.house.learning import KEPT
from mezani.tables import schema
from mezani.tables.database import put

Solved = frozenset[tuple[str, str, int]]  # of what, its id, and the number of the decision


class Exercises:
    """What the house knows of who has solved what."""

    def __init__(self, engine: AsyncEngine, clock: Callable[[], float] = time.time) -> None:
        self.engine, self.clock = engine, clock

    async def solved(self, player: str) -> Solved:
        """All exercises that somebody has solved."""
        columns = schema.solved.c
        query = sa.select(columns.kind, columns.source, columns.number).where(columns.player == player)
        async with self.engine.connect() as connection:
            return frozenset((kind, source, number) for kind, source, number in await connection.execute(query))

    async def solve(self, player: str, kind: str, source: str, number: int) -> None:
        """Remember that somebody has solved an exercise."""
        row = {"player": player, "kind": kind, "source": source, "number": number, "at": self.clock()}
        async with self.engine.begin() as connection:
            await put(connection, schema.solved, row)

    async def tidy(self) -> None:
        """Forget what people have solved who do not come back."""
        old = schema.solved.c.at < self.clock() - KEPT
        async with self.engine.begin() as connection:
            await connection.execute(sa.delete(schema.solved).where(old))
