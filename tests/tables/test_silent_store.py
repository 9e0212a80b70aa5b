"""A store that is silent or fails: nobody hangs, nothing is lost or doubled, and all goes on when it is back."""

import asyncio
import sqlite3
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import asyncpg
import pytest
import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from mezani.tables.hall import Hall
from mezani.tables.refusals import StoreSilent
from mezani.tables.situation import Seat
from mezani.tables.store import Change
from mezani.tables.table import Table
from mezani.tables.writing import write
from tests.tables.conftest import hall_over
from tests.tables.proxy import network_to
from tests.tables.test_hall import GAME, PATIENCE, PLAYERS, Screen, _until, play_first, running_table

pytestmark = pytest.mark.anyio

SECONDS = 0.5
OVER_THE_NETWORK = 1.5  # a busy machine may need one to connect
MOVE = (b'"kind":"moved"', b"COMMIT")  # what goes over the network when a move is stored


async def stored_moves(hall: Hall, table: Table) -> int:
    """How many moves there are in the store."""
    return len((await hall.store.load(table.id)).actions)


async def say_a_lot(hall: Hall, table: Table) -> None:
    for _ in range(100):
        await hall.say(table.id, table.seats[0].player or "", 0, "x" * 500)


async def soon(hall: Hall, table: Table) -> None:
    """Somebody who is told to try again does so until it works."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return await play_first(hall, table)
        except StoreSilent:
            assert time.monotonic() < end


async def test_moves_go_on_after_a_black_hole(shared_database: str) -> None:
    async with network_to(shared_database) as (network, address), hall_over(address, seconds=OVER_THE_NETWORK) as hall:
        table, other = await running_table(hall), await running_table(hall)
        await play_first(hall, table)
        hall.tables.forget(other.id)
        network.passes.clear()
        began = time.monotonic()
        asked = (play_first(hall, table), hall.table(other.id), hall.store.people.name_of("x"))
        outcome = await asyncio.gather(*asked, return_exceptions=True)
        assert [type(answer) for answer in outcome] == [StoreSilent] * 3
        assert time.monotonic() - began < PATIENCE / 2
        await asyncio.sleep(SECONDS)
        network.passes.set()
        await soon(hall, table)
        assert await stored_moves(hall, table) == len(table.actions) == 2


async def test_a_move_whose_acknowledgement_was_lost_is_stored_once_and_told_as_such(shared_database: str) -> None:
    async with network_to(shared_database) as (network, address), hall_over(address, seconds=OVER_THE_NETWORK) as hall:
        table = await running_table(hall)
        network.falls_silent_after = list(MOVE)
        moving = asyncio.create_task(play_first(hall, table))
        await asyncio.wait_for(_until(lambda: not network.passes.is_set()), PATIENCE)
        await asyncio.sleep(SECONDS / 10)
        network.passes.set()
        await moving
        assert await stored_moves(hall, table) == len(table.actions) == 1


async def test_a_move_that_was_stored_after_all_comes_to_the_screens(shared_database: str) -> None:
    async with network_to(shared_database) as (network, address), hall_over(address, seconds=OVER_THE_NETWORK) as hall:
        table, screen = await running_table(hall), Screen(0)
        hall.watch(table.id, screen)
        network.falls_silent_after = list(MOVE)
        with pytest.raises(StoreSilent):
            await play_first(hall, table)
        assert table.actions == []
        screen.woken.clear()
        network.passes.set()
        await asyncio.wait_for(screen.woken.wait(), PATIENCE)
        await asyncio.wait_for(_until(lambda: len(table.actions) == 1), PATIENCE)


@pytest.mark.parametrize("is_stored", [True, False], ids=["after the commit", "before it"])
async def test_moves_of_several_tables_at_once_stand_once_where_the_database_stops(
    shared_database: str, monkeypatch: pytest.MonkeyPatch, is_stored: bool
) -> None:
    """An orderly stop ends each connection with a word, and nobody knows whether the last commit was before it."""
    batches: list[int] = []

    async def stop(connection: AsyncConnection, *statements: Any, **notes: Any) -> None:
        batches.append(len(statements[1][1]))
        if is_stored or len(batches) > 1:
            await write(connection, *statements, **notes)
        if len(batches) == 1:
            raise DBAPIError("COMMIT", None, asyncpg.AdminShutdownError("terminating connection"))

    async with hall_over(shared_database) as hall:
        tables = [await running_table(hall) for _ in range(3)]
        monkeypatch.setattr("mezani.tables.store.write", stop)
        await asyncio.gather(*(play_first(hall, table) for table in tables))
        assert batches == ([3] if is_stored else [3, 3])
        for table in tables:
            assert await stored_moves(hall, table) == len(table.actions) == 1


async def test_a_move_that_is_stored_late_and_alone_comes_to_the_screens_too(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with hall_over(database) as hall:
        tables, store, faults = [await running_table(hall) for _ in range(2)], hall.store._store, [ValueError]

        async def store_late(changes: Sequence[Change]) -> None:
            if faults:
                raise faults.pop()  # something is wrong with one of them: each for itself
            changes[0].stored.set_exception(StoreSilent())
            await asyncio.wait([moving[changes[0].draft.table.id]])  # nobody waits any more
            await store(changes)

        monkeypatch.setattr(hall.store, "_store", store_late)
        moving = {table.id: asyncio.create_task(play_first(hall, table)) for table in tables}
        told = await asyncio.gather(*moving.values(), return_exceptions=True)
        assert [type(answer) for answer in told] == [StoreSilent] * 2
        await asyncio.wait_for(_until(lambda: all(len(table.actions) == 1 for table in tables)), PATIENCE)


async def test_a_database_that_another_program_holds_is_waited_for(tmp_path: Path) -> None:
    async with hall_over(f"sqlite:///{tmp_path}/mezani.db", seconds=SECONDS) as hall:
        table = await running_table(hall)
        holding = sqlite3.connect(tmp_path / "mezani.db", isolation_level=None)
        holding.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreSilent):
            await play_first(hall, table)
        assert table.actions == []
        with pytest.raises(StoreSilent):
            await hall.open_table(GAME, [Seat("ann", "Ann")] * PLAYERS)
        holding.execute("ROLLBACK")
        holding.close()
        await soon(hall, table)
        assert await stored_moves(hall, table) == len(table.actions) == 1


async def test_a_full_disk_stops_moves_only_as_long_as_it_is_full(tmp_path: Path) -> None:
    async with hall_over(f"sqlite:///{tmp_path}/mezani.db", seconds=SECONDS) as hall:
        table, most_pages = await running_table(hall), 1  # SQLite takes that as: no more than there are now

        def limit(connection: Any, *_: object) -> None:
            connection.cursor().execute(f"PRAGMA max_page_count = {most_pages}")

        sa.event.listen(hall.store.engine.sync_engine, "checkout", limit)
        with pytest.raises(StoreSilent):
            await say_a_lot(hall, table)
        said, most_pages = len(table.log), 10**6
        await hall.say(table.id, table.seats[0].player or "", 0, "there is room again")
        assert len((await hall.store.load(table.id)).log) == len(table.log) == said + 1


async def test_one_person_sits_down_at_many_tables_at_once(database: str) -> None:
    async with hall_over(database) as hall:
        free = [Seat("ben", "Ben")] + [Seat()] * (PLAYERS - 1)
        tables = [await hall.open_table(GAME, free) for _ in range(10)]
        await asyncio.gather(*(hall.sit(table.id, "ann", "Ann") for table in tables))
        await asyncio.gather(*(hall.store.house.put("message", f"{n}") for n in range(10)))
        assert await hall.store.people.name_of("ann") == "Ann"
        assert all(table.seats_of("ann") == [1] for table in tables)


async def test_a_store_that_fails_again_and_again_is_one_line_of_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail(connection: AsyncConnection, is_ctxmanager: bool = False) -> AsyncConnection:
        raise ConnectionRefusedError("nobody there")

    async with hall_over(f"sqlite:///{tmp_path}/mezani.db") as hall:
        with monkeypatch.context() as broken:
            broken.setattr(AsyncConnection, "start", fail)
            for _ in range(5):
                with pytest.raises(StoreSilent):
                    await hall.store.people.name_of("x")
        assert await hall.store.people.name_of("x") == ""
    lines = [line for line in caplog.messages if line.startswith("the store")]
    assert len(lines) == 2
    assert "nobody there" in lines[0]
    assert "answers again" in lines[1]
