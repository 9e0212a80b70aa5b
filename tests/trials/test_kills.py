"""Servers killed in the middle of everything, again and again: nothing is lost, nothing is done twice, all goes on."""

import asyncio
import random
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.postgres import Cluster
from tests.trials.amounts import amount
from tests.trials.conftest import Count
from tests.trials.load import Load
from tests.trials.people import House, Watcher
from tests.trials.serving import WITHOUT_LIMITS, tracebacks
from tests.trials.stored import Database
from tests.web.browsing import Served

pytestmark = pytest.mark.soak

KILLS = amount("KILLS", 200)
SOON = 10.0  # seconds from the restart, in which bots move and screens are right
CRASH_EVERY = 3  # kills


class Killing:
    """A server under load that is killed and started again."""

    def __init__(self, served: Served, chance: random.Random) -> None:
        self.served, self.chance = served, chance
        self.database = Database(served.database)
        self.house = House(served.address, chance)
        self.load = Load(self.house)
        self.slowest_bot = self.slowest_screen = 0.0
        self.bots_waited_for = self.screens_compared = 0

    async def run(self, kills: int, crash: Callable[[int], None]) -> None:
        """Kill it so often; `crash` may do the same to the database."""
        (await self.house.ask("GET", "/")).raise_for_status()  # it is open
        self.load.begin()
        for number in range(kills):
            self.house.is_open.set()
            await asyncio.sleep(self.chance.uniform(0.3, 1.3))
            self.served.kill()
            await asyncio.to_thread(crash, number)
            await self.house.rest()
            self.load.check()
            await self.come_back()
        self.house.is_open.set()
        await asyncio.sleep(1)
        await self.house.rest()
        await self.load.end()

    async def come_back(self) -> None:
        """Start it again, and look whether all is well."""
        waiting = await self.check(self.database.left())
        began = time.monotonic()
        await asyncio.to_thread(self.served.start)
        self.house.connect()
        sent_again = asyncio.gather(*(person.settle() for person in self.house.people))
        await self.bots_go_on(waiting, began)
        await sent_again
        await self.bots_rest(began)
        for person in self.house.people:
            if isinstance(person, Watcher):
                await self.screen_is_right(person, began)

    async def check(self, database: Database) -> dict[str, int]:
        """That the tables of the moment are as people know them; where bots are to move, and how long the logs are."""
        tables = await database.tables(self.load.tables())
        lost, twice = self.house.ledger.check(tables)
        assert not lost
        assert not twice
        for table in tables.values():
            table.check()
        return {id: len(table.log) for id, table in tables.items() if table.waits_for_bot}

    async def bots_go_on(self, waiting: dict[str, int], began: float) -> None:
        self.bots_waited_for += len(waiting)
        while waiting:
            lengths = await self.database.lengths(waiting)
            waiting = {id: length for id, length in waiting.items() if lengths[id] <= length}
            took = time.monotonic() - began
            assert took < SOON, f"no bot moves at {list(waiting)}"
            self.slowest_bot = max(self.slowest_bot, took)
            await asyncio.sleep(0.05)

    async def bots_rest(self, began: float) -> None:
        """Everybody waits for people, so that screens can be compared."""
        while any(table.waits_for_bot for table in (await self.database.tables(self.load.tables())).values()):
            assert time.monotonic() - began < 3 * SOON, "bots play on and on"
            await asyncio.sleep(0.05)

    async def screen_is_right(self, watcher: Watcher, began: float) -> None:
        """A screen shows after its reconnection what a fresh page shows."""
        if watcher.line is None:
            await watcher.come_back()
        self.screens_compared += 1
        looked = time.monotonic()
        while region := watcher.page.difference(await watcher.fresh()):
            assert time.monotonic() - looked < SOON, f"{region} at {watcher.table}"
            await asyncio.sleep(0.05)
        self.slowest_screen = max(self.slowest_screen, time.monotonic() - began)

    async def check_all(self) -> tuple[int, int]:
        """All tables of the trial: none is lost, none is set up twice; games that are over, and decisions."""
        tables = await self.database.tables()
        lost, twice = self.house.ledger.check(tables)
        assert not lost
        assert not twice
        assert not self.house.ledger.refused_again
        assert not await self.database.doubled()
        states = [table.check() for table in tables.values()]
        return sum(state.is_over for state in states), sum(len(table.decisions()) for table in tables.values())


def kill_often(folder: Path, address: str, crash: Callable[[int], None], record_property: Count) -> None:
    """The whole trial over a database."""
    served = Served(folder, address, **WITHOUT_LIMITS)

    async def trial() -> tuple[Killing, int, int]:
        killing = Killing(served, random.Random(KILLS))
        await killing.run(KILLS, crash)
        return killing, *await killing.check_all()

    try:
        killing, finished, decisions = asyncio.run(trial())
    finally:
        served.stop()
    assert not tracebacks(served)
    deeds = killing.house.ledger.acknowledged
    for name, count in {"kills": KILLS, "games": finished, "decisions": decisions, "deeds": deeds}.items():
        record_property(name, count)
    print(
        f"{KILLS} kills, {finished} finished games, {decisions} decisions, {deeds} acknowledged deeds, "
        f"{killing.bots_waited_for} bots waited for (slowest {killing.slowest_bot:.1f} s), "
        f"{killing.screens_compared} screens compared (slowest {killing.slowest_screen:.1f} s)"
    )
    assert finished > 0


def test_nothing_is_lost_over_sqlite(tmp_path: Path, record_property: Count) -> None:
    kill_often(tmp_path, f"sqlite:///{tmp_path}/mezani.db", lambda number: None, record_property)


def test_nothing_is_lost_over_postgresql(tmp_path: Path, cluster: Cluster, record_property: Count) -> None:
    def crash(number: int) -> None:
        """Every third time the database falls too: by SIGKILL, or by its own quickest stop."""
        if number % CRASH_EVERY == 0:
            if number % 2:
                cluster.stop()
            else:
                cluster.kill()
            cluster.start()

    kill_often(tmp_path, cluster.address, crash, record_property)
