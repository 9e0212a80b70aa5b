"""Flags: when the time of a seat is up, the table itself acts.

When that is stands in the store, so that it happens whichever server is left. A flag falls a little later than the
clock says, so that a move that was read in time, here or at another server, is stored before.
"""

import asyncio
import contextlib
import logging
import math
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable

import sqlalchemy as sa

from mezani.tables import deeds, schema
from mezani.tables.drafts import Draft
from mezani.tables.gate import Gate
from mezani.tables.refusals import Refusal, StoreSilent
from mezani.tables.stand_ins import level_of_stand_in
from mezani.tables.store import Store
from mezani.tables.table import Table

log = logging.getLogger(__name__)

LOOK = 2.0  # seconds between looks at the store
PATIENCE = 0.3  # seconds for which a move that was read in time may take until it is stored
SHARED_PATIENCE = 3.0  # the same where other servers may have read it
AT_ONCE = 100  # flags
LAST_LOOK = 1.0  # seconds for a look at the store that is under way when the server stops

ChangeTable = Callable[[str, Callable[[Table, float], Draft]], Awaitable[Draft]]


class Flags:
    """What has to happen at tables when time is up."""

    def __init__(
        self, store: Store, gate: Gate, change: ChangeTable, clock: Callable[[], float] = time.time, look: float = LOOK
    ) -> None:
        self.store, self.gate, self.change, self.clock, self.look = store, gate, change, clock, look
        self.patience = SHARED_PATIENCE if store.is_shared else PATIENCE
        self._due: dict[str, float] = {}  # tables that were changed here, and when they are due
        self._under_way: defaultdict[str, list[float]] = defaultdict(list)  # when what is not stored yet was read
        self._hurry = asyncio.Event()
        self._wakes_at = math.inf
        self._watching: asyncio.Task[None] | None = None
        self._is_closing = False

    def open(self) -> None:
        """Begin to watch the clocks."""
        self._watching = asyncio.create_task(self._watch())

    async def close(self) -> None:
        """Watch no longer; other servers, or this one when it is back, do."""
        if self._watching:
            self._is_closing = True
            self._hurry.set()
            await asyncio.wait([self._watching], timeout=LAST_LOOK)  # cancelled, it would leave a connection open
            self._watching.cancel()
            await asyncio.gather(self._watching, return_exceptions=True)

    def note(self, table: Table) -> None:
        """A table has changed here."""
        due = table.clocks.due_at if table.clocks and table.is_under_way else None
        if due is None:
            self._due.pop(table.id, None)
            return
        self._due[table.id] = due
        if due + self.patience < self._wakes_at:
            self._hurry.set()

    def wait_for(self, id: str, at: float | None) -> None:
        """What was read at a time is on its way into the store: no flag that was up later falls before it is there."""
        if at is not None:
            self._under_way[id].append(at)

    def wait_no_longer(self, id: str, at: float | None) -> None:
        """It is there, or was refused."""
        if at is not None:
            self._under_way[id].remove(at)
            if not self._under_way[id]:
                del self._under_way[id]

    def _waits(self, id: str, due: float) -> bool:
        """Whether something may still come in time; what was read too late keeps no flag from falling."""
        return any(at <= due for at in self._under_way.get(id, ()))

    async def _watch(self) -> None:
        looks_at = 0.0
        while not self._is_closing:
            try:
                now = self.clock()
                if now >= looks_at:
                    await self._look()
                    looks_at = now + self.look
                await self.fall()
            except StoreSilent:
                pass
            except Exception:
                log.exception("flags could not fall; it is tried again")
            self._wakes_at = min([looks_at, *(due + self.patience for due in self._due.values())])
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(max(0.05, self._wakes_at - self.clock())):
                    await self._hurry.wait()
            self._hurry.clear()

    async def _look(self) -> None:
        """Find tables that are due in the store, whoever has played there."""
        t = schema.tables.c
        query = sa.select(t.id, t.flag_at).where(t.flag_at <= self.clock(), ~t.over, ~t.closed)
        async with self.store.engine.connect() as connection:
            for row in await connection.execute(query.order_by(t.flag_at).limit(AT_ONCE)):
                self._due[row.id] = row.flag_at

    async def fall(self) -> None:
        """Let all flags fall that are due, and for which nobody is on the way."""
        if self.gate.read_only:
            return
        now = self.clock()
        for id, due in list(self._due.items()):
            if due + self.patience <= now and not self._waits(id, due):
                await self._fall(id)

    async def _fall(self, id: str) -> None:
        """Let the flags of a table fall; where nothing is due any more, nothing happens."""
        now = self.clock()
        try:
            await self.change(id, lambda table, _: deeds.time_up(table, now - self.patience, level_when_up(table)))
        except StoreSilent:
            raise
        except Refusal:
            self._due.pop(id, None)
        except Exception:  # a game that is broken keeps no flag at other tables from falling
            self._due.pop(id, None)  # until the next look
            log.exception("the flag of the table %s could not fall; it is tried again", id)


def level_when_up(table: Table) -> str:
    """The bot that plays on for a seat whose time is up."""
    return level_of_stand_in(table, for_good=table.terms.time_up == "lost")
