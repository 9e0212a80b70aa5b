"""What has to be done again and again is done by one server at a time, and goes on whatever goes wrong."""

import asyncio

import pytest

from mezani.house.chores import HOLD, RETRY, Chore, Chores
from mezani.tables.hall import Hall
from mezani.tables.refusals import StoreSilent

pytestmark = pytest.mark.anyio

HOUR = 3600.0


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


class Sweeping:
    """A chore that counts how often it was done, and can be held up or fail."""

    def __init__(self) -> None:
        self.done = 0
        self.goes_on = asyncio.Event()
        self.goes_on.set()
        self.fails = False

    async def __call__(self) -> None:
        await self.goes_on.wait()
        if self.fails:
            raise RuntimeError("the broom is broken")
        self.done += 1


async def test_a_chore_is_done_once_in_its_time_whichever_server_looks(hall: Hall) -> None:
    clock, sweeping = Clock(), Sweeping()
    here, there = Chores(hall.store.house, clock), Chores(hall.store.house, clock)
    chore = Chore("sweep", HOUR, sweeping)
    assert sorted(await asyncio.gather(here.do_if_due(chore), there.do_if_due(chore))) == [False, True]
    clock.now += HOUR - 1
    assert not await here.do_if_due(chore)
    clock.now += 1
    assert await there.do_if_due(chore)
    assert sweeping.done == 2


async def test_a_chore_whose_server_is_gone_is_taken_over(hall: Hall) -> None:
    clock, sweeping = Clock(), Sweeping()
    chores, chore = Chores(hall.store.house, clock), Chore("sweep", HOUR, sweeping)
    sweeping.goes_on.clear()
    killed = asyncio.create_task(chores.do_if_due(chore))
    await asyncio.sleep(0.1)
    killed.cancel()
    sweeping.goes_on.set()
    assert not await chores.do_if_due(chore)
    clock.now += HOLD
    assert await chores.do_if_due(chore)


async def test_a_chore_that_goes_wrong_is_logged_and_tried_again(hall: Hall, caplog: pytest.LogCaptureFixture) -> None:
    clock, sweeping = Clock(), Sweeping()
    chores, chore = Chores(hall.store.house, clock), Chore("sweep", HOUR, sweeping)
    sweeping.fails = True
    assert not await chores.do_if_due(chore)
    assert "the broom is broken" in caplog.text
    sweeping.fails = False
    clock.now += RETRY
    assert await chores.do_if_due(chore)


async def test_chores_go_on_by_themselves_until_the_server_stops(hall: Hall) -> None:
    sweeping, failing = Sweeping(), Sweeping()
    failing.fails = True
    chores = Chores(hall.store.house, look=0.01)
    chores.add("fail", 0.0, failing)
    chores.add("sweep", 0.0, sweeping)
    await chores.open()
    async with asyncio.timeout(10):
        while sweeping.done < 3:
            await asyncio.sleep(0.01)
    await chores.close()
    done = sweeping.done
    await asyncio.sleep(0.05)
    assert sweeping.done == done


async def test_a_silent_store_is_no_mistake_of_a_chore(hall: Hall, caplog: pytest.LogCaptureFixture) -> None:
    async def look() -> None:
        raise StoreSilent

    chores = Chores(hall.store.house, look=0.01)
    chores.add("look", every=3600, do=look)
    await chores.open()
    while "waits" not in caplog.text:
        await asyncio.sleep(0.01)
    await chores.close()
    assert "Traceback" not in caplog.text
