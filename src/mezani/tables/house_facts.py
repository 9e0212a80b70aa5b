"""What the house keeps about itself: a few facts, each by its name."""

import secrets
from collections.abc import Callable

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from mezani.tables import schema
from mezani.tables.database import put


class HouseFacts:
    """Facts that all servers over a database share."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine

    async def get(self, name: str) -> str | None:
        """A fact; None if it is not known."""
        query = sa.select(schema.house.c.value).where(schema.house.c.name == name)
        async with self.engine.connect() as connection:
            return (await connection.execute(query)).scalar()

    async def some(self, *names: str) -> dict[str, str]:
        """Those of some facts that are known."""
        query = sa.select(schema.house).where(schema.house.c.name.in_(names))
        async with self.engine.connect() as connection:
            return {row.name: row.value for row in await connection.execute(query)}

    async def put(self, name: str, value: str) -> None:
        """Let this be the fact of that name from now on."""
        async with self.engine.begin() as connection:
            await put(connection, schema.house, {"name": name, "value": value})

    async def drop(self, name: str) -> bool:
        """Forget a fact; whether it was known."""
        async with self.engine.begin() as connection:
            done = await connection.execute(sa.delete(schema.house).where(schema.house.c.name == name))
            return bool(done.rowcount)

    async def claim(self, name: str, now: float, until: float) -> bool:
        """Claim something for a time that nobody else has claimed, or not up to now; only one of several can."""
        held, h = await self.get(name), schema.house
        if held is not None and float(held) > now:
            return False
        try:
            async with self.engine.begin() as connection:
                if held is None:
                    await connection.execute(sa.insert(h).values(name=name, value=repr(until)))
                    return True
                ours = sa.update(h).where(h.c.name == name, h.c.value == held).values(value=repr(until))
                return bool((await connection.execute(ours)).rowcount)
        except IntegrityError:  # another server was quicker
            return False

    async def drawn_once(self, name: str, draw: Callable[[], str]) -> str:
        """A fact that is drawn once per database."""
        if found := await self.get(name):
            return found
        async with self.engine.begin() as connection:
            await put(connection, schema.house, {"name": name, "value": draw()}, keep=True)  # another may be quicker
        return await self.get(name) or ""

    async def secret(self) -> str:
        """The secret that private links are made with."""
        return await self.drawn_once("secret", lambda: secrets.token_urlsafe(32))
