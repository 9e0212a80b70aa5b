"""Servers killed in the middle of everything, again and again: nothing is lost, nothing is done twice, all goes on."""

import asyncio
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.postgres import Cluster
from tests.trials.amounts import amount
from tests.trials.conftest import Count
from tests.trials.load import Load
from tests.trials.people import House, Watcher
from tests.trials.serving import WITHOUT_LIMITS, tracebacks
from tests.trials.stored import Database, StoredTable
from tests.web.browsing import Served

pytestmark = pytest.mark.soak

KILLS = amount("KILLS", 200)  # over each database
PIECES = min(amount("PIECES", 10), KILLS)  # worlds of their own among which they are shared out
SECONDS = amount("SECONDS", 1500)  # after which a piece ends, whatever is left to do
SOON = amount("SOON", 10)  # seconds from the restart, in which bots move and screens are right
CRASH_EVERY = 3  # kills
Crash = Callable[[int], bool]  # lets the database fall with a kill, if it shall; whether it did


@dataclass
class Figures:
    """What was done and measured in a piece, as far as it got."""

    kills: int = 0
    crashes: int = 0  # of the database, with the server
    games: int = 0  # that were finished
    decisions: int = 0
    deeds: int = 0  # that were acknowledged
    checks: int = 0  # that such a deed stands in the database
    bots: int = 0  # waited for after a restart
    slowest_bot: float = 0.0
    screens: int = 0  # compared with a fresh page
    slowest_screen: float = 0.0
    milliseconds: Counter[str] = field(default_factory=Counter)  # by what they were spent on

    def __str__(self) -> str:
        spent = ", ".join(f"{what} {ms / 1000 / max(1, self.kills):.1f} s" for what, ms in self.milliseconds.items())
        return (
            f"{self.kills} kills, {self.crashes} of them with the database, {self.games} finished games, "
            f"{self.decisions} decisions, {self.deeds} acknowledged deeds, looked for {self.checks} times, "
            f"{self.bots} bots waited for (slowest {self.slowest_bot:.1f} s), "
            f"{self.screens} screens compared (slowest {self.slowest_screen:.1f} s); each kill took: {spent}"
        )

    @contextmanager
    def measure(self, what: str) -> Iterator[None]:
        began = time.monotonic()
        try:
            yield
        finally:
            self.milliseconds[what] += round(1000 * (time.monotonic() - began))


class Killing:
    """A server under load that is killed and started again."""

    def __init__(self, served: Served, chance: random.Random, figures: Figures) -> None:
        self.served, self.chance, self.figures = served, chance, figures
        self.database = Database(served.database)
        self.house = House(served.address, chance)
        self.load = Load(self.house)

    async def run(self, kills: range, crash: Crash) -> None:
        """Kill it so often; `crash` may do the same to the database."""
        until = time.monotonic() + SECONDS
        with self.figures.measure("setting up"):
            await self.load.get_going(self.database)
        for number in kills:
            if time.monotonic() > until:
                break
            self.house.is_open.set()
            with self.figures.measure("playing"):
                await asyncio.sleep(self.chance.uniform(0.3, 1.3))
            with self.figures.measure("falling"):
                self.served.kill()
                self.figures.crashes += await asyncio.to_thread(crash, number)
                await self.house.rest()
            self.figures.kills += 1
            self.load.check()
            await self.come_back()
        self.house.is_open.set()
        with self.figures.measure("finishing a game"):
            while time.monotonic() < until and not await self.database.rows("SELECT id FROM tables WHERE over"):
                self.load.check()
                await asyncio.sleep(0.2)
        await self.house.rest()
        await self.load.end()

    async def come_back(self) -> None:
        """Start it again, and look whether all is well."""
        with self.figures.measure("looking into the database"):
            waiting = await self.check(self.database.left())
        began = time.monotonic()
        with self.figures.measure("starting"):
            await asyncio.to_thread(self.served.start)
        self.house.connect()
        sent_again = asyncio.gather(*(person.settle() for person in self.house.people))
        with self.figures.measure("waiting for bots"):
            await self.bots_go_on(waiting, began)
            await sent_again
            await self.bots_rest(began)
        with self.figures.measure("comparing screens"):
            watchers = [person for person in self.house.people if isinstance(person, Watcher)]
            await asyncio.gather(*(self.screen_is_right(watcher, began) for watcher in watchers))

    async def check(self, database: Database) -> dict[str, int]:
        """That the tables of the moment are as people know them; where bots are to move, and how long the logs are."""
        tables = await database.tables(self.load.tables())
        self.check_deeds(tables)
        for table in tables.values():
            table.check()
        return {id: len(table.log) for id, table in tables.items() if table.waits_for_bot}

    def check_deeds(self, tables: Mapping[str, StoredTable]) -> None:
        """That nothing that was acknowledged is lost, and that nothing is done twice."""
        ledger = self.house.ledger
        lost, twice = ledger.check(tables)
        self.figures.deeds = ledger.acknowledged
        self.figures.checks += sum(deed.is_acknowledged and deed.table in tables for deed in ledger.deeds)
        assert not lost
        assert not twice
        assert not ledger.refused_again

    async def bots_go_on(self, waiting: dict[str, int], began: float) -> None:
        self.figures.bots += len(waiting)
        while waiting:
            lengths = await self.database.lengths(waiting)
            waiting = {id: length for id, length in waiting.items() if lengths[id] <= length}
            took = time.monotonic() - began
            self.figures.slowest_bot = max(self.figures.slowest_bot, took)
            assert took < SOON, f"no bot moves: {await self.load.standing(self.database, waiting)}"
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
        self.figures.screens += 1
        looked = time.monotonic()
        while region := watcher.page.difference(await watcher.fresh()):
            assert time.monotonic() - looked < SOON, f"{region} at {watcher.table}"
            await asyncio.sleep(0.05)
        self.figures.slowest_screen = max(self.figures.slowest_screen, time.monotonic() - began)

    async def check_all(self) -> None:
        """All tables of the piece: none is lost, none is set up twice."""
        tables = await self.database.tables()
        self.check_deeds(tables)
        assert not await self.database.doubled()
        states = [table.check() for table in tables.values()]
        self.figures.games = sum(state.is_over for state in states)
        self.figures.decisions = sum(len(table.decisions()) for table in tables.values())


def kill_often(folder: Path, address: str, piece: int, crash: Crash, record_property: Count) -> None:
    """One piece of the kills over a database."""
    figures, kills = Figures(), range(piece * KILLS // PIECES, (piece + 1) * KILLS // PIECES)
    served = Served(folder, address, **WITHOUT_LIMITS)

    async def trial() -> None:
        killing = Killing(served, random.Random(piece), figures)
        await killing.run(kills, crash)
        await killing.check_all()

    try:
        asyncio.run(trial())
    finally:
        print(figures)
        for name in ("kills", "games", "decisions", "deeds"):
            record_property(name, getattr(figures, name))
        served.stop()
    assert not tracebacks(served)


@pytest.mark.parametrize("piece", range(PIECES))
def test_nothing_is_lost_over_postgresql(tmp_path: Path, cluster: Cluster, piece: int, record_property: Count) -> None:
    """Every third time the database falls too: by SIGKILL, or by its own quickest stop."""

    def crash(number: int) -> bool:
        if number % CRASH_EVERY:
            return False
        if number % 2:
            cluster.stop()
        else:
            cluster.kill()
        cluster.start()
        return True

    kill_often(tmp_path, cluster.address, piece, crash, record_property)


@pytest.mark.parametrize("piece", range(PIECES))
def test_nothing_is_lost_over_sqlite(tmp_path: Path, piece: int, record_property: Count) -> None:
    kill_often(tmp_path, f"sqlite:///{tmp_path}/mezani.db", piece, lambda number: False, record_property)
