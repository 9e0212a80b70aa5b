"""Bots as a fact of the store: whatever happens to a task, a server or the database, somebody goes on."""

import asyncio
import logging
from collections import Counter
from contextlib import AsyncExitStack
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.exc import OperationalError

from mezani.tables import schema
from mezani.tables.entries import Kind
from mezani.tables.hall import Hall
from mezani.tables.situation import Seat
from mezani.tables.store import Change
from mezani.tables.table import Table
from tests.machine import need
from tests.postgres import own_cluster
from tests.tables.conftest import hall_over, new_hall
from tests.tables.test_hall import ANN, GAME, PATIENCE, PLAYERS, Screen, _until, running_table

pytestmark = pytest.mark.anyio

BOTS = [Seat(bot="random")] * PLAYERS
QUICKLY: dict[str, Any] = {"beat": 0.05, "gone": 0.3}  # seconds
PATIENTLY: dict[str, Any] = {"beat": 0.05, "gone": 60.0, "bot_pause": 0.1}


async def moves(table: Table, count: int) -> None:
    """Wait until bots have made so many moves more."""
    goal = len(table.actions) + count
    await asyncio.wait_for(_until(lambda: len(table.actions) >= goal or table.is_over), PATIENCE)


async def abandon(hall: Hall) -> None:
    """End a server without a word, as if it were killed."""
    tasks = [*hall.bots._at.values(), hall.servers._beating, *(hall.listener._tasks if hall.listener else ())]
    for task in tasks:
        assert task
        task.cancel()
    await asyncio.gather(*[task for task in tasks if task], return_exceptions=True)
    hall.bots.workers.close()
    await hall.store.close()


async def played_by(hall: Hall) -> list[str | None]:
    """The servers that play at the tables of the store."""
    async with hall.store.engine.connect() as connection:
        return list((await connection.execute(sa.select(schema.tables.c.played_by))).scalars())


async def test_bots_go_on_after_the_store_has_failed_for_a_moment(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    hall.bots.pauses = (0.01, 0.02)
    append, failures = hall.store.append, [OperationalError("", {}, Exception("disk full")), OSError("gone")] * 3

    async def append_at_last(change: Change) -> None:
        if change.draft.entries[0].kind == Kind.PLAY and failures:
            raise failures.pop()
        await append(change)

    monkeypatch.setattr(hall.store, "append", append_at_last)
    with caplog.at_level(logging.WARNING):
        await moves(await hall.open_table(GAME, BOTS), 3)
    assert not failures
    told = [line for line in caplog.messages if line.startswith("bots ")]
    assert len(told) == 2
    assert "OSError: gone" in told[0]
    assert told[1] == "bots go on again"


@pytest.mark.postgres
async def test_bots_go_on_when_the_database_was_restarted() -> None:
    need("postgres")
    with own_cluster() as cluster:
        async with hall_over(cluster.address, seconds=2.0) as hall:
            tables = [await hall.open_table(GAME, BOTS) for _ in range(10)]
            await moves(tables[0], 2)
            before = [len(table.actions) for table in tables]
            await asyncio.to_thread(cluster.stop)
            await asyncio.to_thread(cluster.start)
            for table, count in zip(tables, before, strict=True):
                await moves(table, 3)
                assert len(table.actions) > count
            assert await played_by(hall) == [hall.store.server] * len(tables)


async def test_the_bots_of_a_killed_server_are_taken_over(database: str) -> None:
    killed = new_hall(database, bot_pause=60.0)
    await killed.open()
    table = await killed.open_table(GAME, BOTS)
    await abandon(killed)
    async with hall_over(database, **QUICKLY) as hall:
        await moves(await hall.table(table.id), 3)
        assert await played_by(hall) == [hall.store.server]


async def test_a_killed_server_is_forgotten_at_the_moment_when_its_time_is_up(shared_database: str) -> None:
    killed = new_hall(shared_database, bot_pause=60.0)
    await killed.open()
    table = await killed.open_table(GAME, BOTS)
    await abandon(killed)
    async with hall_over(shared_database, beat=600.0, gone=1.0) as hall:
        await moves(await hall.table(table.id), 1)


async def test_a_server_that_stops_leaves_its_bots_to_another_at_once(shared_database: str) -> None:
    async with hall_over(shared_database) as other:
        async with hall_over(shared_database, bot_pause=60.0) as stopping:
            table = await stopping.open_table(GAME, BOTS)
            other.servers.beat = 600.0  # it hears of it
        await moves(await other.table(table.id), 3)


async def test_people_of_a_killed_server_are_no_longer_here(shared_database: str) -> None:
    killed = new_hall(shared_database)
    await killed.open()
    async with hall_over(shared_database, **QUICKLY) as hall:
        table, screen = await running_table(hall), Screen(0)
        await killed.table(table.id)
        killed.watch(table.id, Screen(1))
        await asyncio.wait_for(_until(lambda: hall.presence(table.id).seats == {1}), PATIENCE)
        await abandon(killed)
        hall.watch(table.id, screen)
        await asyncio.wait_for(_until(lambda: hall.presence(table.id).seats == {0}), PATIENCE)
        assert hall.screens._elsewhere == {}


async def test_a_server_that_was_forgotten_gives_its_tables_up_and_tells_of_its_people_again(
    shared_database: str,
) -> None:
    async with hall_over(shared_database) as other, hall_over(shared_database, bot_pause=60.0) as forgotten:
        table = await forgotten.open_table(GAME, BOTS)
        forgotten.watch(table.id, Screen(1))
        await asyncio.wait_for(_until(lambda: other.presence(table.id).seats == {1}), PATIENCE)
        async with other.store.engine.begin() as connection:
            mine = schema.servers.c.id == forgotten.store.server
            await connection.execute(sa.delete(schema.servers).where(mine))
        other.servers.hurry()
        await asyncio.wait_for(_until(lambda: table.id in other.bots._at), PATIENCE)
        await moves(await other.table(table.id), 2)
        forgotten.servers.hurry()
        await asyncio.wait_for(_until(lambda: table.id not in forgotten.bots._at), PATIENCE)
        await asyncio.wait_for(_until(lambda: other.presence(table.id).seats == {1}), PATIENCE)


async def test_two_servers_never_think_about_the_same_move(
    shared_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    thoughts: Counter[tuple[str, int]] = Counter()
    async with AsyncExitStack() as stack:
        halls = [
            await stack.enter_async_context(hall_over(shared_database, seconds=60.0, **PATIENTLY)) for _ in range(2)
        ]
        for hall in halls:
            bot_plays = hall.bots._bot_plays

            async def count(table: Table, level: str, bot_plays: Any = bot_plays) -> None:
                thoughts[table.id, table.turn] += 1
                await bot_plays(table, level)

            monkeypatch.setattr(hall.bots, "_bot_plays", count)
        tables = [await halls[n % 2].open_table(GAME, [Seat(ANN, "Ann"), *BOTS[1:]]) for n in range(6)]
        for table in tables:
            await halls[1].leave(table.id, ANN, 0, "random")
            await halls[0].say(table.id, ANN, 0, "Go on!")
        for table in tables:
            await moves(await halls[0].table(table.id), 5)
        assert max(thoughts.values()) == 1  # when one of them stops, the other thinks again what that had begun
        assert len({id for id, _ in thoughts}) == len(tables)


async def test_tables_beyond_what_is_played_at_once_wait_in_the_store(database: str) -> None:
    async with hall_over(database) as hall:
        hall.bots.at_once = 0
        tables = [await hall.open_table(GAME, [Seat(ANN, "Ann"), *BOTS[1:]]) for _ in range(12)]
        waiting = [table.id for table in tables if table.plays_on]
        assert len(waiting) > 2
        assert await played_by(hall) == [None] * len(tables)
        assert not hall.bots._at
    under_way = []
    hall = new_hall(database)
    hall.bots.at_once = 2
    await hall.open()
    while any([(await hall.table(id)).plays_on for id in waiting]):
        under_way.append(len(hall.bots._at))
        await asyncio.sleep(0.01)
        await hall.bots.look()
    await hall.close()
    assert max(under_way) == 2


async def test_tables_of_bots_alone_are_limited_and_take_turns(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mezani.tables.bots_at_tables.TURN", 0.2)
    async with hall_over(database, bot_tables=2, beat=0.05) as hall:
        hall.bots.bot_pause = 0.02
        tables = [await hall.open_table(GAME, BOTS, opened_by="stranger") for _ in range(4)]
        assert set(hall.bots._at) == {table.id for table in tables[:2]}
        assert (await played_by(hall)).count(None) == 2
        with_people = await hall.open_table(GAME, [Seat(ANN, "Ann"), *BOTS[1:]])
        await hall.leave(with_people.id, ANN, 0, "random")
        for table in tables:
            await moves(await hall.table(table.id), 1)
            assert len(hall.bots._alone) <= 3  # one of them was somebody's until they left
