"""Learning: how far people are in the lessons of the games."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from mezani.tables import schema
from mezani.tables.database import put

KEPT = 2 * 365 * 24 * 3600.0  # seconds after which nobody comes back: no browser keeps its secret longer


@dataclass(frozen=True)
class Progress:
    """How far somebody is in a lesson."""

    done: tuple[str, ...] = ()  # what was done in each step, as `Attempt` has it
    tried: str = ""
    is_finished: bool = False  # whether they have once come to its end


class Learning:
    """What the house knows of who learns."""

    def __init__(self, engine: AsyncEngine, clock: Callable[[], float] = time.time) -> None:
        self.engine, self.clock = engine, clock

    async def progress(self, player: str | None) -> Mapping[str, Mapping[str, Progress]]:
        """How far somebody is in all lessons that they have begun, by game and lesson."""
        query = sa.select(schema.lessons).where(schema.lessons.c.player == player)
        found: dict[str, dict[str, Progress]] = {}
        if player is not None:
            async with self.engine.connect() as connection:
                for row in await connection.execute(query):
                    progress = Progress(tuple(row.done), row.tried, row.finished)
                    found.setdefault(row.game, {})[row.lesson] = progress
        return found

    async def keep(self, player: str, game: str, lesson: str, progress: Progress) -> None:
        """Remember how far somebody is in a lesson."""
        row = {
            "player": player,
            "game": game,
            "lesson": lesson,
            "done": list(progress.done),
            "tried": progress.tried,
            "finished": progress.is_finished,
            "at": self.clock(),
        }
        async with self.engine.begin() as connection:
            await put(connection, schema.lessons, row)

    async def tidy(self) -> None:
        """Forget the lessons of people who do not come back."""
        old = schema.lessons.c.at < self.clock() - KEPT
        async with self.engine.begin() as connection:
            await connection.execute(sa.delete(schema.lessons).where(old))
