"""Two servers over one database: what happens at one holds at the other, and what both would do is done once."""

import asyncio
from collections import Counter

import pytest

import mezani
from mezani.house.holidays import Holidays
from mezani.tables.entries import Kind
from mezani.tables.hall import Hall
from mezani.tables.situation import Seat
from mezani.tables.table import Table
from mezani.tables.terms import Days, Live, Terms
from tests.house.test_host import until
from tests.tables.conftest import hall_over
from tests.tables.test_hall import ANN, BEN, Screen

pytestmark = pytest.mark.anyio


async def both_see(one: Hall, two: Hall, clock: Live | Days) -> tuple[Table, Table]:
    """A table of Ann, whose screen is at one server, and Ben, whose screen is at the other."""
    chairs = [Seat(ANN, "Ann"), Seat(BEN, "Ben")]
    here = await one.open_table(mezani.game("asante"), chairs, terms=Terms(clock=clock))
    there = await two.table(here.id)
    one.watch(here.id, Screen(0))
    two.watch(here.id, Screen(1))
    await until(lambda: one.presence(here.id).seats == two.presence(here.id).seats == {0, 1})
    return here, there


async def test_a_pause_is_agreed_on_between_two_servers(shared_database: str) -> None:
    async with hall_over(shared_database) as one, hall_over(shared_database) as two:
        here, there = await both_see(one, two, Live(10, 5))
        await one.ask_pause(here.id, ANN, 0)
        assert not here.is_paused, "Ben is here, at the other server"
        await until(lambda: there.clocks is not None and there.clocks.asks is not None)
        await two.agree_to_pause(here.id, BEN, 1)
        assert there.is_paused
        await until(lambda: here.is_paused)
        await one.resume(here.id, ANN, 0)
        await until(lambda: not there.is_paused)
        assert here.clocks == there.clocks


async def test_a_flag_falls_once_though_both_servers_let_it_fall(shared_database: str) -> None:
    async with hall_over(shared_database) as one, hall_over(shared_database) as two:
        here, there = await both_see(one, two, Live(1, 0))
        for hall in (one, two):
            hall.flags.clock = lambda: here.log[0].at + 61 + one.flags.patience
            await hall.flags._look()
        await asyncio.gather(one.flags.fall(), two.flags.fall())
        await until(lambda: Kind.TIME in [entry.kind for entry in there.log])
        for hall in (one, two):
            kinds = Counter(entry.kind for entry in (await hall.store.load(here.id)).log)
            assert (kinds[Kind.TIME], kinds[Kind.LEAVE]) == (1, 1)


async def test_a_holiday_that_begins_at_one_server_holds_at_the_other(shared_database: str) -> None:
    async with hall_over(shared_database) as one, hall_over(shared_database) as two:
        here, there = await both_see(one, two, Days(3))
        holidays = Holidays(one)
        await holidays.begin(ANN, holidays.clock() + 5 * 86400)
        await until(lambda: there.clocks is not None and there.clocks.holidays[0] > 0)
        assert await Holidays(two).until(ANN)
        await Holidays(two).end(ANN)
        await until(lambda: here.clocks == there.clocks)
        assert await holidays.until(ANN) is None
