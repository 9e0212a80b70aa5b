"""Faults of disks, databases, lines and processes, one by one, under load: people are told, and the games go on."""

import asyncio
import os
import random
import resource
import signal
import sqlite3
import subprocess
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from io import RawIOBase
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.postgres import Cluster
from tests.processes import children, command_line
from tests.trials.amounts import amount
from tests.trials.load import Load
from tests.trials.people import House, Watcher
from tests.trials.proxy import proxy
from tests.trials.serving import WITHOUT_LIMITS, tracebacks
from tests.trials.stored import Database
from tests.web.browsing import Served, click_first_move, person, set_up

pytestmark = pytest.mark.soak

SOON = amount("SOON", 10)  # seconds from the end of a fault, in which every game goes on
HELD = amount("HELD", 25)  # seconds that another program holds the store
SILENT = amount("SILENT", 40)  # seconds of a silent line
FULL = amount("FULL", 15)  # seconds of a full disk
PATIENCE = 10  # seconds that a deed waits for the store before its person is told
Fault = Callable[[], Awaitable[None]]


async def play_through(served: Served, database: str, fault: Fault, is_told: bool | None) -> None:
    """Let a fault happen under load: nothing is lost or doubled, every game goes on, and people read what is wrong.

    None: it is over before everybody must be told.
    """
    store = Database(database)
    house = House(served.address, random.Random(1))
    load = Load(house)
    await load.get_going(store)
    house.is_troubled = True
    await fault()
    took = await games_go_on(load, store)
    house.is_troubled = False
    await asyncio.sleep(1)
    await house.rest()
    load.check()
    await load.end()
    await nothing_is_lost(house, store)
    print(f"{house.ledger.acknowledged} deeds, every game went on within {took:.1f} s; people read {dict(house.told)}")
    assert is_told is None or bool(house.told) == is_told
    assert not tracebacks(served)


async def games_go_on(load: Load, store: Database) -> float:
    """Every table of the moment has something new in its log soon; the seconds until then."""
    began, lengths = time.monotonic(), await store.lengths(load.tables())
    while lengths:
        load.check()
        assert time.monotonic() - began < SOON, f"nothing goes on: {await load.standing(store, lengths)}"
        await asyncio.sleep(0.1)
        now = await store.lengths(set(lengths).intersection(load.tables()))
        lengths = {id: lengths[id] for id, length in now.items() if length <= lengths[id]}
    return time.monotonic() - began


async def nothing_is_lost(house: House, store: Database) -> None:
    tables = await store.tables()
    assert house.ledger.check(tables) == ([], [])
    assert house.ledger.refused_again == []
    assert await store.doubled() == []
    for table in tables.values():
        table.check()


@contextmanager
def serving(folder: Path, database: str) -> Iterator[Served]:
    served = Served(folder, database, **WITHOUT_LIMITS)
    try:
        yield served
    finally:
        served.stop()


# The disk and the file


@contextmanager
def small_disk(folder: Path) -> Iterator[Path]:
    """A disk of a few megabytes, which only root can make."""
    if os.getuid() != 0:
        pytest.skip("only root can mount a small disk")
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=12m", "tmpfs", folder], check=True)
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", folder], check=True)


def fill(disk: Path) -> None:
    """Write until nothing more goes in."""
    for size in (65536, 512, 1):
        with (disk / "filling").open("ab", buffering=0) as file, pytest.raises(OSError, match="No space left"):
            write_on(file, bytes(size))


def write_on(file: RawIOBase, block: bytes) -> None:
    while True:
        file.write(block)


@pytest.mark.usefixtures("count_fault")
def test_a_full_disk(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    with small_disk(tmp_path_factory.mktemp("disk")) as disk:
        address = f"sqlite:///{disk}/mezani.db"

        async def fault() -> None:
            until = time.monotonic() + FULL
            while time.monotonic() < until:
                fill(disk)
                await asyncio.sleep(0.05)
            (disk / "filling").unlink()

        with serving(tmp_path, address) as served:
            asyncio.run(play_through(served, address, fault, is_told=FULL > PATIENCE or None))


@pytest.mark.usefixtures("count_fault")
def test_files_that_may_not_grow(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path}/mezani.db"
    with serving(tmp_path, address) as served:

        async def fault() -> None:
            _, most = resource.prlimit(served.process.pid, resource.RLIMIT_FSIZE)
            resource.prlimit(served.process.pid, resource.RLIMIT_FSIZE, (4096, most))
            await asyncio.sleep(FULL)
            resource.prlimit(served.process.pid, resource.RLIMIT_FSIZE, (most, most))

        asyncio.run(play_through(served, address, fault, is_told=FULL > PATIENCE or None))


@pytest.mark.usefixtures("count_fault")
def test_a_store_that_another_program_holds(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path}/mezani.db"

    async def fault() -> None:
        with closing(sqlite3.connect(tmp_path / "mezani.db", isolation_level=None, timeout=10)) as other:
            other.execute("BEGIN IMMEDIATE")
            await asyncio.sleep(HELD)
            other.execute("ROLLBACK")

    with serving(tmp_path, address) as served:
        asyncio.run(play_through(served, address, fault, is_told=HELD > PATIENCE or None))


# PostgreSQL and the line to it


@pytest.mark.usefixtures("count_fault")
def test_a_line_to_the_database_that_is_silent(tmp_path: Path, cluster: Cluster) -> None:
    with proxy(cluster.socket) as line:

        async def fault() -> None:
            line.be_silent()
            await asyncio.sleep(SILENT)
            line.speak()

        with serving(tmp_path, f"postgresql://mezani@127.0.0.1:{line.port}/postgres") as served:
            asyncio.run(play_through(served, cluster.address, fault, is_told=SILENT > PATIENCE or None))


@pytest.mark.parametrize("way", [signal.SIGINT, signal.SIGQUIT, signal.SIGKILL], ids=lambda way: way.name)
@pytest.mark.usefixtures("count_fault")
def test_a_database_that_is_started_again(tmp_path: Path, cluster: Cluster, way: signal.Signals) -> None:
    async def fault() -> None:
        if way == signal.SIGKILL:
            cluster.kill()
        else:
            cluster.stop(way)
        await asyncio.sleep(2)
        await asyncio.to_thread(cluster.start)

    with serving(tmp_path, cluster.address) as served:
        asyncio.run(play_through(served, cluster.address, fault, is_told=None))


@pytest.mark.usefixtures("count_fault")
def test_a_listener_that_is_cut(tmp_path: Path, cluster: Cluster) -> None:
    """Screens at one server show what is played at the other, although the one does not hear of it."""
    with serving(tmp_path, cluster.address) as one, serving(tmp_path, cluster.address) as other:
        asyncio.run(cut_listeners(one, other, Database(cluster.address)))


async def cut_listeners(one: Served, other: Served, store: Database) -> None:
    here, there = House(one.address, random.Random(1)), House(other.address, random.Random(1))
    load = Load(here)
    await load.get_going(store)
    slowest = 0.0
    for _ in range(3):
        screens = [Watcher(there, person.table, "", person.secret) for person in here.people]
        for screen in screens:
            await screen.come_back()
        cut = await store.rows(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query ILIKE 'listen%' OR query = 'SELECT 1'"
        )
        assert len(cut) >= 2
        await asyncio.sleep(0.5)
        await here.rest()
        load.check()
        rests = time.monotonic()
        for screen in screens:
            while region := screen.page.difference(await screen.fresh()):
                assert time.monotonic() - rests < SOON, f"{region} at {screen.table}"
                await asyncio.sleep(0.1)
            slowest = max(slowest, time.monotonic() - rests)
            await screen.leave()
        here.is_open.set()
        await games_go_on(load, store)
    await here.rest()
    await load.end()
    await nothing_is_lost(here, store)
    print(f"{here.ledger.acknowledged} deeds, every screen was right within {slowest:.1f} s")


# Processes


@pytest.mark.usefixtures("count_fault")
def test_bots_whose_process_is_killed(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path}/mezani.db"
    with serving(tmp_path, address) as served:

        async def fault() -> None:
            killed = 0
            while killed < 5:
                for worker in bot_processes(served):
                    os.kill(worker, signal.SIGKILL)
                    killed += 1
                await asyncio.sleep(0.5)

        asyncio.run(play_through(served, address, fault, is_told=False))


def bot_processes(served: Served) -> list[int]:
    return [child for child in children(served.process.pid) if "spawn_main" in command_line(child)]


@pytest.mark.usefixtures("count_fault", "no_script_fails")
def test_one_of_two_servers_that_is_killed_while_two_people_play(
    tmp_path: Path, cluster: Cluster, browser: Browser
) -> None:
    """Each browser comes through a proxy of its own that goes to the other server if its own is gone."""
    with ExitStack() as open_now:
        one, two = (open_now.enter_context(serving(tmp_path, cluster.address)) for _ in range(2))
        ports = [("127.0.0.1", one.port), ("127.0.0.1", two.port)]
        first = open_now.enter_context(proxy(*ports))
        second = open_now.enter_context(proxy(*reversed(ports)))
        ann, ben = person(browser, first), person(browser, second)
        path = set_up(ann, ["me", "free", "bot:novice"], ["Ann", "", ""])
        ben.goto(path)
        ben.fill('[name="name"]', "Ben")
        ben.click("text=Sit down")
        expect(ann.locator("#people li.here")).to_have_count(2)
        for killed in (two, one):
            play_on_both(ann, ben, 4)
            killed.kill()
            began = time.monotonic()
            play_on_both(ann, ben, 2)
            print(f"both played on after {time.monotonic() - began:.1f} s")
            play_on_both(ann, ben, 4)
            killed.start()
        for page in (ann, ben):
            expect(page.locator("#connection")).to_be_hidden()


def play_on_both(ann: Page, ben: Page, moves: int) -> None:
    """Each makes so many moves, and the other sees them."""
    made = {ann: 0, ben: 0}
    until = time.monotonic() + 60
    while min(made.values()) < moves:
        assert time.monotonic() < until, "the game does not go on"
        for page, other in ((ann, ben), (ben, ann)):
            if page.locator("#prompt.you").count():
                before = other.locator("#log li.move").count()
                click_first_move(page)
                expect(other.locator("#log li.move")).not_to_have_count(before)
                made[page] += 1
        ann.wait_for_timeout(20)
