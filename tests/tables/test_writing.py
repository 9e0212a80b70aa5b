"""Writing many deeds at once, and telling other servers of them."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import aiosqlite
import pytest

import mezani
from mezani.tables.hall import Hall
from mezani.tables.situation import Seat
from mezani.tables.table import Table
from tests.tables.conftest import hall_over

pytestmark = pytest.mark.anyio

ANNE = mezani.game("anne")
PATIENCE = 60  # seconds: the machine may be busy


async def open_table(hall: Hall) -> Table:
    return await hall.open_table(ANNE, [Seat(f"player {number}", "Ann") for number in range(3)])


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not holds():
            await asyncio.sleep(0.01)


async def test_a_batch_of_deeds_is_one_step_into_the_thread_of_sqlite(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with hall_over(f"sqlite:///{tmp_path}/mezani.db") as hall:
        tables = [await open_table(hall) for _ in range(5)]
        steps, execute = [], aiosqlite.Connection._execute

        async def counted(self: aiosqlite.Connection, *what: Any) -> Any:
            steps.append(what)
            return await execute(self, *what)  # type: ignore[no-untyped-call]

        monkeypatch.setattr(aiosqlite.Connection, "_execute", counted)
        await asyncio.gather(*(hall.say(table.id, "player 0", 0, "Hello") for table in tables))
        assert len(steps) <= 4  # all rows of all tables, and the commit; then the connection is given back
        monkeypatch.undo()
        assert [(await hall.store.load(table.id)).log[-1].text for table in tables] == ["Hello"] * 5


async def test_all_that_a_deed_changes_is_written(database: str) -> None:
    async with hall_over(database) as hall:
        table = await open_table(hall)
        seat = table.state.seat
        await hall.decide(table.id, f"player {seat}", seat, table.state.legal_actions()[0], table.turn)
        await hall.leave(table.id, f"player {seat}", seat, "novice")
        stored = await hall.store.load(table.id)
        assert stored.log[: len(table.log)] == table.log[: len(stored.log)]
        assert stored.seats[seat].bot == "novice"
        assert await hall.store.shown(table.id, seat)


async def test_what_another_server_tells_is_taken_without_reading_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with hall_over(f"sqlite:///{tmp_path}/mezani.db") as hall:
        table, read = await open_table(hall), []

        async def refresh(table: Table) -> bool:
            read.append(table.last_number)
            return False

        monkeypatch.setattr(hall.store, "refresh", refresh)
        before = table.last_number
        told = [{"number": before + 1, "kind": "chat", "at": 0.0, "seat": 0, "text": "Hello", "key": "a key"}]
        for _ in range(2):  # it may be heard twice
            await hall.tables.catch_up(table.id, told)
            assert (table.last_number, table.log[-1].text, read) == (before + 1, "Hello", [])
        assert table.deeds.find("a key") == before + 1
        await hall.tables.catch_up(table.id, [{**told[0], "number": before + 3}])  # one is missing in between
        assert (table.last_number, read) == (before + 1, [before + 1])


@pytest.mark.postgres
async def test_other_servers_are_told_what_was_appended(shared_database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with hall_over(shared_database) as one, hall_over(shared_database) as two:
        table = await open_table(one)
        other = await two.table(table.id)
        monkeypatch.setattr(two.store, "refresh", None)  # it need not be asked
        for said in ("Jambo, „Tisch“ \\ {}", "ü" * 500):
            await one.say(table.id, "player 0", 0, said)
        await until(lambda: other.last_number == table.last_number)
        assert other.log == table.log
        monkeypatch.undo()
        await one.leave(table.id, "player 0", 0, "novice")  # who sits where is read from the store
        await until(lambda: other.seats[0].bot == "novice")
