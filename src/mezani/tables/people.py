"""People whom the house knows, and what they are called."""

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from mezani.tables import schema
from mezani.tables.database import put
from mezani.tables.table import Kind

NAMING = [kind.value for kind in (Kind.JOIN, Kind.LEAVE)]  # entries of the log that hold a name


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
        async with self.engine.begin() as connection:
            await put(connection, schema.players, {"id": player, "name": name})

    async def finished_under_a_name(self, player: str) -> int:
        """At how many finished tables a player's name stands."""
        query = sa.select(sa.func.count(schema.seats.c.table_id.distinct())).where(*_named_at_finished(player))
        async with self.engine.connect() as connection:
            return (await connection.execute(query)).scalar_one()

    async def forget(self, player: str) -> list[str]:
        """Delete a player's name from all finished tables and results, with the records that they have loaded.

        Whoever is a host stays one. Returns the tables.
        """
        s, log, p, r = schema.seats, schema.log, schema.players, schema.records
        async with self.engine.begin() as connection:
            named = sa.select(s.c.table_id, s.c.seat, s.c.name).where(*_named_at_finished(player))
            seats = (await connection.execute(named)).all()
            for at in seats:
                told = sa.update(log).where(
                    log.c.table_id == at.table_id, log.c.kind.in_(NAMING), log.c.text == at.name
                )
                await connection.execute(told.values(text=""))
                seat = sa.update(s).where(s.c.table_id == at.table_id, s.c.seat == at.seat)
                await connection.execute(seat.values(name=""))
            await _forget_in_results(connection, player)
            await connection.execute(sa.delete(r).where(r.c.player == player))
            await connection.execute(sa.delete(p).where(p.c.id == player, ~p.c.is_host))
            await connection.execute(sa.update(p).where(p.c.id == player).values(name=""))
        return sorted({at.table_id for at in seats})


def _named_at_finished(player: str) -> tuple[sa.ColumnElement[bool], ...]:
    t, s = schema.tables.c, schema.seats.c
    finished = sa.select(t.id).where(t.over)
    return s.player == player, s.name != "", s.table_id.in_(finished)


async def _forget_in_results(connection: AsyncConnection, player: str) -> None:
    """Results are kept whatever becomes of their tables; the name goes from them too."""
    c = schema.results.c
    theirs = sa.select(c.table_id, c.seats).where(sa.cast(c.seats, sa.Text).contains(player))
    for row in (await connection.execute(theirs)).all():
        seats = [{**seat, "name": ""} if seat.get("player") == player else seat for seat in row.seats]
        await connection.execute(sa.update(schema.results).where(c.table_id == row.table_id).values(seats=seats))
