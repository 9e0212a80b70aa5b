"""Records of games that were played elsewhere, as people have loaded them."""

import time

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from mezani.tables import schema
from mezani.tables.players import is_table_id
from mezani.tables.refusals import StaleMove, UnknownRecord
from mezani.tables.table import Table


def file_name(table: Table) -> str:
    """What the record of a table is called as a file."""
    return f"{table.game.name}-{table.id}.txt"


class KeptRecords:
    """The texts of records."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine

    async def keep(self, id: str, text: str, title: str, player: str | None) -> None:
        """Keep the text of a record; once, if it is sent twice with the same key."""
        values = {"id": id, "text": text, "title": title, "player": player, "loaded_at": time.time()}
        try:
            async with self.engine.begin() as connection:
                await connection.execute(sa.insert(schema.records).values(**values))
        except IntegrityError:
            if await self.text(id) != text:
                raise StaleMove from None

    async def text(self, id: str) -> str:
        """The text of a record."""
        if not is_table_id(id):
            raise UnknownRecord
        query = sa.select(schema.records.c.text).where(schema.records.c.id == id)
        async with self.engine.connect() as connection:
            text = (await connection.execute(query)).scalar()
        if text is None:
            raise UnknownRecord
        return str(text)

    async def of(self, player: str, limit: int = 20) -> list[tuple[str, str]]:
        """The records that a player has loaded, id and title, the newest first."""
        r = schema.records.c
        query = sa.select(r.id, r.title).where(r.player == player).order_by(r.loaded_at.desc()).limit(limit)
        async with self.engine.connect() as connection:
            return [(row.id, row.title) for row in await connection.execute(query)]
