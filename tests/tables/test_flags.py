"""Flags in the hall: they fall by themselves, at whatever server, and for nothing that was read in time."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

import mezani
from mezani.tables.arrival import note_arrival
from mezani.tables.clocks import DAY
from mezani.tables.drafts import Draft
from mezani.tables.entries import Kind
from mezani.tables.flags import Flags
from mezani.tables.hall import Hall
from mezani.tables.situation import Seat
from mezani.tables.table import Table
from mezani.tables.terms import Days, Live, Terms
from tests.tables.conftest import hall_over
from tests.tables.test_hall import ANN, BEN, CAT

pytestmark = pytest.mark.anyio


async def test_a_flag_falls_by_itself_and_the_bot_goes_on(hall: Hall) -> None:
    chairs = [Seat(ANN, "Ann"), Seat(BEN, "Ben")]
    table = await hall.open_table(mezani.game("asante"), chairs, terms=Terms(clock=Live(1, 0)))
    hall.flags.clock = lambda: table.log[0].at + 61 + hall.flags.patience
    await hall.flags.fall()
    assert Kind.TIME in [entry.kind for entry in table.log]
    seat = next(entry.seat for entry in table.log if entry.kind == Kind.TIME)
    assert seat is not None
    assert table.seats[seat].bot


async def test_another_server_finds_the_flag_of_one_that_is_gone(database: str) -> None:
    async with hall_over(database) as first:
        chairs = [Seat(ANN, "Ann"), Seat(BEN, "Ben")]
        table = await first.open_table(mezani.game("asante"), chairs, terms=Terms(clock=Days(1)))
        opened = table.log[0].at
    async with hall_over(database) as second:
        flags = Flags(second.store, second.gate, second.do_as_host, lambda: opened + DAY + 10)
        await flags._look()
        await flags.fall()
        assert Kind.TIME in [entry.kind for entry in (await second.table(table.id)).log]


async def test_no_flag_falls_for_a_move_that_was_read_in_time_however_long_it_takes_to_store(hall: Hall) -> None:
    chairs = [Seat(ANN, "Ann"), Seat(BEN, "Ben")]
    table = await hall.open_table(mezani.game("asante"), chairs, terms=Terms(clock=Live(1, 0)))
    seat, opened = table.state.seat, table.log[0].at
    hall.flags.clock = lambda: opened + 70
    store, go_on = hall.store.append, asyncio.Event()

    async def slow(change: Any) -> None:
        await go_on.wait()
        await store(change)

    hall.store.append = slow  # type: ignore[method-assign]
    note_arrival(opened + 60)
    action = table.state.legal_actions()[0]
    move = asyncio.create_task(hall.decide(table.id, table.seats[seat].player or "", seat, action, table.turn))
    await asyncio.sleep(0)
    await hall.flags.fall()
    go_on.set()
    await move
    note_arrival(0.0)
    assert [entry.kind for entry in table.log[-1:]] == [Kind.PLAY]
    assert table.log[-1].at == opened + 60


async def test_what_was_read_too_late_keeps_no_flag_from_falling(hall: Hall) -> None:
    chairs = [Seat(ANN, "Ann"), Seat(BEN, "Ben")]
    table = await hall.open_table(mezani.game("asante"), chairs, terms=Terms(clock=Live(1, 0)))
    opened = table.log[0].at
    hall.flags.clock = lambda: opened + 70
    hall.flags.wait_for(table.id, opened + 60)
    await hall.flags.fall()
    assert table.log[-1].kind == Kind.BEGIN
    hall.flags.wait_no_longer(table.id, opened + 60)
    hall.flags.wait_for(table.id, opened + 61)
    await hall.flags.fall()
    assert table.log[-1].kind != Kind.BEGIN


async def test_a_table_that_is_broken_keeps_no_flag_from_falling_elsewhere(hall: Hall) -> None:
    chairs, game = [Seat(ANN, "Ann"), Seat(BEN, "Ben")], mezani.game("asante")
    broken, table = [await hall.open_table(game, chairs, terms=Terms(clock=Live(1, 0))) for _ in range(2)]
    opened, change = table.log[0].at, hall.flags.change

    async def change_or_break(id: str, what: Callable[[Table, float], Draft]) -> Draft:
        if id == broken.id:
            raise ZeroDivisionError
        return await change(id, what)

    hall.flags.clock, hall.flags.change = lambda: opened + 70, change_or_break
    await hall.flags.fall()
    assert [entry.kind for entry in table.log].count(Kind.TIME) == 1


async def test_my_tables_come_by_the_time_that_is_left(hall: Hall) -> None:
    game = mezani.game("anne")
    ids = {}
    for days in (3, 1, 7):
        chairs = [Seat(player, player[:3]) for player in (ANN, BEN, CAT)]
        ids[days] = (await hall.open_table(game, chairs, terms=Terms(clock=Days(days)))).id
    listed = (await hall.store.lists.running_of(BEN)).tables
    assert [table.id for table in listed] == [ids[1], ids[3], ids[7]]
    assert all(table.is_turn_of(BEN) for table in listed)
    assert listed[0].clocks is not None


async def test_a_look_that_is_under_way_ends_before_its_server(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    flags, looked = Flags(hall.store, hall.gate, hall.do_as_host), []

    async def look() -> None:
        await asyncio.sleep(0.05)
        looked.append(True)

    monkeypatch.setattr(flags, "_look", look)
    flags.open()
    await asyncio.sleep(0)
    await flags.close()
    assert looked, "cancelled, it would leave a connection open"
