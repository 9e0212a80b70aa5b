"""What hosts have done: who, when, what."""

import time
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from mezani.tables import schema


@dataclass(frozen=True)
class Done:
    """Something that a host has done."""

    number: int
    at: float
    name: str  # of the host
    deed: str
    about: dict[str, Any]


class HostLog:
    """The log of the house; nothing in it is changed."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine

    async def add(self, player: str | None, name: str, deed: str, named: str | None = None, **about: Any) -> int:
        """Note something that was done, and the player whom it names; returns its number."""
        values = {"at": time.time(), "player": player, "name": name, "deed": deed, "about": about, "named": named}
        async with self.engine.begin() as connection:
            noted = sa.insert(schema.host_log).values(**values).returning(schema.host_log.c.number)
            number: int = (await connection.execute(noted)).scalar_one()
            return number

    async def page(self, skip: int = 0, limit: int = 20) -> list[Done]:
        """What was done, the newest first."""
        query = sa.select(schema.host_log).order_by(schema.host_log.c.number.desc()).offset(skip).limit(limit)
        return await self._read(query)

    async def entry(self, number: int) -> Done | None:
        """One thing that was done."""
        return next(iter(await self._read(sa.select(schema.host_log).where(schema.host_log.c.number == number))), None)

    async def _read(self, query: sa.Select[Any]) -> list[Done]:
        async with self.engine.connect() as connection:
            rows = await connection.execute(query)
            return [Done(row.number, row.at, row.name, row.deed, row.about) for row in rows]
