"""Servers whose time of day is moved on by a test, and tables that are there before anybody comes."""

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from mezani.record import Record
from mezani.tables.players import player_of
from mezani.tables.setting_up import new_table
from mezani.tables.situation import Seat
from mezani.tables.store import Store
from mezani.tables.table import Origin
from mezani.tables.terms import Terms
from tests.web.browsing import Served

SERVE = """
import os, sys, time

now, ahead = time.time, os.environ["CLOCK_AHEAD"]
time.time = lambda: now() + float(open(ahead).read())

from mezani.web.serve import serve
serve(port=int(sys.argv[1]), database=sys.argv[2])
"""


class ServedLater(Served):
    """A server whose clock goes ahead by the seconds in a file."""

    program = SERVE

    def __init__(self, folder: Path, database: str = "") -> None:
        self.ahead = folder / "ahead"
        if not self.ahead.exists():
            self.ahead.write_text("0")
        super().__init__(folder, database, CLOCK_AHEAD=str(self.ahead))

    @property
    def now(self) -> float:
        """What its clock says."""
        return time.time() + float(self.ahead.read_text())

    def move_on(self, seconds: float) -> None:
        """Let time pass, here and on all servers of its folder."""
        later = self.ahead.with_suffix(".new")
        later.write_text(repr(float(self.ahead.read_text()) + seconds))
        later.replace(self.ahead)


def table_from(served: ServedLater, record: Record, left: int, names: list[str | None], terms: Terms) -> str:
    """Lay down a table at which so many decisions of a game are left, the first with the first of those who sit there.

    Who has a name has it as their secret too; None is a bot. Returns the path of the table.
    """
    origin = Origin(record.seed, record.actions[:-left], "/")
    first = [before.seat for before, _, _ in record.steps()][-left]
    chairs = [Seat()] * record.players
    for number, name in enumerate(names):
        chair = Seat(player_of(name), name) if name else Seat(None, "Kofi", "novice")
        chairs[(first + number) % record.players] = chair

    async def lay_down() -> str:
        store = Store(served.database)
        await store.open()
        table = new_table(record.game, chairs, record.options, False, origin, "", terms, served.now)
        await store.create(table, served.now)
        await store.close()
        return f"/table/{table.id}"

    with ThreadPoolExecutor(1) as aside:  # the browser's loop runs here
        return aside.submit(asyncio.run, lay_down()).result()
