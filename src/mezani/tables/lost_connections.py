"""Lost connections: whose last screen is gone while their live clock runs gets a little time to come back."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress

from mezani.tables import deeds
from mezani.tables.drafts import Draft
from mezani.tables.memory import TablesInMemory
from mezani.tables.presence import Screens
from mezani.tables.refusals import Refusal
from mezani.tables.table import Table
from mezani.tables.terms import Live

MOMENT = 1.5  # seconds in which a page that is loaded anew is back

ChangeTable = Callable[..., Awaitable[Draft]]


class LostConnections:
    """Notes in the log of live games who has lost their connection, and who is back."""

    def __init__(self, tables: TablesInMemory, screens: Screens, change: ChangeTable, moment: float = MOMENT) -> None:
        self.tables, self.screens, self.change, self.moment = tables, screens, change, moment
        self._noting: set[asyncio.Task[None]] = set()

    async def close(self) -> None:
        """Note nothing any more: a server that stops is nobody's fault."""
        tasks = list(self._noting)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def look(self, id: str, seats: Iterable[int]) -> None:
        """A screen of these seats has come or gone."""
        if id not in self.tables or not _is_live(self.tables[id]):
            return
        for seat in seats:
            task = asyncio.create_task(self._note(id, seat, time.time()))
            self._noting.add(task)
            task.add_done_callback(self._noting.discard)

    async def _note(self, id: str, seat: int, at: float) -> None:
        """Note whether a seat has the table on a screen, if the log says something else."""
        if not self._is_there(id, seat):
            await asyncio.sleep(self.moment)
        is_there = self._is_there(id, seat)
        deed = deeds.find_connection if is_there else deeds.lose_connection
        with suppress(Refusal):
            await self.change(id, lambda table, at: deed(table, at, seat), at=at)

    def _is_there(self, id: str, seat: int) -> bool:
        return seat in self.screens.presence(id).seats


def _is_live(table: Table) -> bool:
    """Whether clocks run here that a lost connection stops."""
    return table.clocks is not None and isinstance(table.clocks.clock, Live) and table.is_under_way
