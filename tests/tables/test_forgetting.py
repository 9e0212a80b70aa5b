"""Deleting one's own name from old tables: they stay, and nobody reads the name there any more."""

import asyncio

import pytest
import sqlalchemy as sa

from mezani.language import language
from mezani.record import Record
from mezani.tables import schema
from mezani.tables.entries import Kind
from mezani.tables.hall import Hall
from mezani.tables.situation import Seat
from mezani.tables.table import Origin, Table
from mezani.web.log_lines import all_lines, names_of
from tests.tables.conftest import hall_over
from tests.tables.test_hall import ANN, BEN, GAME, PLAYERS, running_table
from tests.web.finished import played

pytestmark = pytest.mark.anyio

ENGLISH, GERMAN = language("en"), language("de")


async def finished_table(hall: Hall) -> Table:
    """A game of Anna, who left in between, and of Ben against himself."""
    record: Record = played(GAME.name, PLAYERS)
    origin = Origin(record.seed, record.actions[:-1], "/record/x")
    chairs = [Seat(ANN, "Anna"), *[Seat(BEN, f"Ben {n}") for n in range(1, PLAYERS)]]
    table = await hall.open_table(GAME, chairs, origin=origin)
    await hall.leave(table.id, ANN, 0, "random")
    await hall.come_back(table.id, ANN, 0)
    seat = table.state.seat
    player = table.seats[seat].player or ""
    await hall.decide(table.id, player, seat, record.actions[-1], table.turn)
    await hall.say(table.id, ANN, 0, "Well played")
    assert table.is_over
    return table


def told(table: Table) -> str:
    return " ".join(str(line.html) for line in all_lines(table, None, ENGLISH)) + str(table.record())


async def test_a_name_goes_from_tables_that_are_over(hall: Hall) -> None:
    old, running = await finished_table(hall), await running_table(hall)
    await hall.store.people.remember_name(ANN, "Anna")
    await hall.store.records.keep("rec", "a record of Anna", "Anna", ANN)
    async with hall.store.engine.begin() as connection:
        seats = [{"player": ANN, "name": "Anna", "place": 1}, {"player": BEN, "name": "Ben 1", "place": 2}]
        row = {"table_id": "gone", "game": GAME.name, "rules": 1, "seats": seats, "ended_at": 1.0}
        await connection.execute(sa.insert(schema.results).values(row))
    assert await hall.store.people.finished_under_a_name(ANN) == 1
    assert "Anna" in told(old)
    await hall.forget_name(ANN)
    for table in (old, await hall.store.load(old.id)):
        assert "Anna" not in told(table)
        assert "Well played" in told(table)
        assert "Somebody has left." in told(table)
        assert names_of(table, GERMAN)[:2] == ["Jemand", "Ben 1"]
        assert table.seats_of(ANN) == [0]
    assert running.seats[0].name == (await hall.store.load(running.id)).seats[0].name != ""
    assert await hall.store.people.name_of(ANN) == ""
    assert await hall.store.records.of(ANN) == []
    assert await hall.store.people.finished_under_a_name(ANN) == 0
    async with hall.store.engine.connect() as connection:
        kept = (await connection.execute(sa.select(schema.results.c.seats))).scalar_one()
        assert [seat["name"] for seat in kept] == ["", "Ben 1"]
        texts = sa.select(schema.log.c.text).where(schema.log.c.kind.in_([Kind.JOIN, Kind.LEAVE]))
        assert "Anna" not in (await connection.execute(texts)).scalars().all()


async def test_hosts_stay_hosts(hall: Hall) -> None:
    await hall.store.people.remember_name(ANN, "Anna")
    async with hall.store.engine.begin() as connection:
        await connection.execute(sa.update(schema.players).values(is_host=True))
    await hall.forget_name(ANN)
    async with hall.store.engine.connect() as connection:
        row = (await connection.execute(sa.select(schema.players))).one()
    assert (row.id, row.name, row.is_host) == (ANN, "", True)


async def test_other_servers_forget_it_too(shared_database: str) -> None:
    async with hall_over(shared_database) as here, hall_over(shared_database) as there:
        id = (await finished_table(here)).id
        table = await there.table(id)
        await here.forget_name(ANN)
        while table.seats[0].name:
            await asyncio.sleep(0.005)
        assert "Anna" not in told(table)
