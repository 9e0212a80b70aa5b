"""A house that has been open for years: thousands of tables and screens in one process, what they take and how long."""

import asyncio
import json
import random
import sqlite3
import statistics
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
from websockets.asyncio.client import ClientConnection, connect

import mezani
from mezani.tables.entries import Entry, Kind
from mezani.tables.players import player_of
from mezani.tables.situation import Seat
from mezani.tables.store import Store
from mezani.tables.table import Table
from tests.playing import OUR_GAMES
from tests.processes import memory
from tests.trials.amounts import amount
from tests.trials.conftest import Count
from tests.trials.serving import WITHOUT_LIMITS, tracebacks
from tests.web.browsing import Served

pytestmark = pytest.mark.soak

TABLES = amount("TABLES", 20_000)
SCREENS = amount("SCREENS", 2_000)
LOOKS = 300  # at old tables, to measure
FIGURES = Path("build/size.json")
MOST_AT_START = 200  # MB
MOST_OF_ALL = 800


def old_tables(count: int) -> Iterator[Table]:
    """Tables of all games: some in a lobby, most at some point of a game, a tenth of them over."""
    chance = random.Random(count)
    for number in range(count):
        game = mezani.game(OUR_GAMES[number % len(OUR_GAMES)])
        players = chance.choice(game.seats)
        seats = [Seat(player_of(secret_of(number, seat)), f"Name {seat}") for seat in range(players)]
        table = Table(f"old{number}", game, players, number, {}, number % 50 == 0, seats)
        table.take([Entry(1, Kind.BEGIN, 1.7e9 + number)])
        rng = mezani.Rng(number)
        moves = 10**6 if number % 10 == 0 else chance.randrange(80)
        while len(table.actions) < moves and not table.is_over:
            action = table.state.random_action(rng)
            table.take([Entry(len(table.log) + 1, Kind.PLAY, 1.7e9 + number, table.state.seat, action)])
        yield table


def secret_of(table: int, seat: int) -> str:
    """There are two hundred people in the club."""
    return f"person-{(table * 7 + seat) % 200}"


async def fill(address: str) -> None:
    """A database with all these tables."""
    store = Store(address)
    sa.event.listen(store.engine.sync_engine, "connect", write_lazily)
    await store.open()
    for table in old_tables(TABLES):
        await store.create(table, table.log[-1].at)
    await store.close()


def write_lazily(connection: Any, record: object) -> None:
    """Nothing is lost if the machine falls now."""
    connection.cursor().execute("PRAGMA synchronous=OFF")


class Size:
    """A server with many tables, and what was measured of it."""

    def __init__(self, folder: Path, address: str) -> None:
        self.figures: dict[str, float] = {"tables": TABLES, "screens": SCREENS}
        began = time.monotonic()
        self.served = Served(folder, address, **WITHOUT_LIMITS)
        self.client = httpx.Client(base_url=self.served.address, timeout=60)
        self.client.get("/").raise_for_status()
        self.note("seconds until the first page", time.monotonic() - began)
        self.note("MB after the start", self.memory)

    def note(self, what: str, figure: float) -> None:
        self.figures[what] = round(figure, 4)

    @property
    def memory(self) -> float:
        return memory(self.served.process.pid)

    def look_at_old_tables(self) -> None:
        """Pages of tables that nobody has looked at since the server runs, and of somebody's start page."""
        chance = random.Random(1)
        for what, path in (
            ("first look at a table", "/table/old{}"),
            ("second look", "/table/old{}"),
            ("start page", "/"),
        ):
            chance.seed(1)
            times = []
            for number in chance.sample(range(TABLES), min(LOOKS, TABLES)):
                began = time.monotonic()
                cookie = {"cookie": f"mezani={secret_of(number, 0)}"}
                self.client.get(path.format(number), headers=cookie).raise_for_status()
                times.append(1000 * (time.monotonic() - began))
            times.sort()
            self.note(f"ms, {what}, median", statistics.median(times))
            self.note(f"ms, {what}, 95 %", times[int(0.95 * len(times))])
        self.note("MB after looks", self.memory)

    async def open_screens(self) -> None:
        """Two screens at each of many tables; all of them show what is said there."""
        began = time.monotonic()
        lines: list[ClientConnection] = []
        for first in range(0, SCREENS, 50):
            lines += await asyncio.gather(*(self.open_screen(number) for number in range(first, first + 50)))
        self.note("seconds until all screens show their table", time.monotonic() - began)
        self.note("MB with all screens", self.memory)
        await self.speak(lines)
        await asyncio.gather(*(line.close() for line in lines))

    async def open_screen(self, number: int) -> ClientConnection:
        table, seat = table_of(number)
        address = f"ws://127.0.0.1:{self.served.port}/table/old{table}/live?after=0"
        headers = {"Cookie": f"mezani={secret_of(table, seat)}"}
        line = await connect(address, additional_headers=headers, compression=None, open_timeout=60)
        await asyncio.wait_for(line.recv(), 60)
        return line

    async def speak(self, lines: list[ClientConnection]) -> None:
        """A word at a table is on its two screens."""
        times = []
        for number in range(0, SCREENS, max(2, SCREENS // 100) // 2 * 2):
            began = time.monotonic()
            word = f"word-{number}"
            await lines[number].send(json.dumps({"do": "say", "seat": "0", "text": word}))
            for line in lines[number : number + 2]:
                while word not in str(await asyncio.wait_for(line.recv(), 60)):
                    pass
            times.append(1000 * (time.monotonic() - began))
        self.note("ms until a word is on both screens, median", statistics.median(times))

    def look_at_all(self) -> None:
        """Every table once: what is kept of them is bounded."""
        for number in range(TABLES):
            self.client.get(f"/api/tables/old{number}").raise_for_status()
        self.note("MB after a look at every table", self.memory)
        self.note("MB at most", memory(self.served.process.pid, "VmHWM"))


def table_of(screen: int) -> tuple[int, int]:
    """Two screens for a table that is not over."""
    table = screen // 2 % (TABLES * 9 // 10)
    return table + table // 9 + 1, screen % 2


def test_many_tables_and_screens_in_one_process(tmp_path: Path, record_property: Count) -> None:
    asyncio.run(fill(f"sqlite:///{tmp_path}/mezani.db"))
    with closing(sqlite3.connect(tmp_path / "mezani.db")) as file:
        rows: Any = file.execute("SELECT count(*) FROM log").fetchone()
    size = Size(tmp_path, f"sqlite:///{tmp_path}/mezani.db")
    try:
        size.note("entries in the store", rows[0])
        size.note("MB of the file", (tmp_path / "mezani.db").stat().st_size / 1e6)
        size.look_at_old_tables()
        asyncio.run(size.open_screens())
        size.look_at_all()
    finally:
        size.served.stop()
    FIGURES.parent.mkdir(exist_ok=True)
    FIGURES.write_text(json.dumps(size.figures, indent=1) + "\n", "utf-8")
    for what, figure in size.figures.items():
        print(f"{what}: {figure:,g}")
    assert not tracebacks(size.served)
    assert size.figures["MB after the start"] < MOST_AT_START
    assert size.figures["MB at most"] < MOST_OF_ALL
    record_property("tables", TABLES)
    record_property("screens", SCREENS)
