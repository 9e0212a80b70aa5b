"""People whom the house knows, and what they are called."""

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from mezani.tables import schema


class People:
    """Who has sat down here."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine

    async def name_of(self, player: str) -> str:
        """The name that a player last sat down with."""
        query = sa.select(schema.players.c.name).where(schema.players.c.id == player)
        async with self.engine.connect() as connection:
            return (await connection.execute(query)).scalar() or ""

    async def remember_name(self, player: str, name: str) -> None:
        """Offer this name when the player sits down again."""
        p = schema.players
        async with self.engine.begin() as connection:
            done = await connection.execute(sa.update(p).where(p.c.id == player).values(name=name))
            if not done.rowcount:
                await connection.execute(sa.insert(p).values(id=player, name=name))
