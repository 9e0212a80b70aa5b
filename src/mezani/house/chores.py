"""The chores of a house: what has to be done again and again, by one server at a time.

A chore is a name, an interval in seconds and something to await. Add it to the chores of a server before they are
opened, as `House` does:

    chores.add("tidy", every=3600, do=self.tidy)

All servers over a database look whether it is due; one of them claims it in the table `house` and does it. It is
claimed anew while it is done, so that another server takes over soon after one is gone. What goes wrong is logged, and
tried again after `RETRY`. A chore that is due at an hour of the day asks for the time itself, and does nothing at
others.
"""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

from mezani.tables.house_facts import HouseFacts
from mezani.tables.refusals import StoreSilent

log = logging.getLogger(__name__)

LOOK = 10.0  # seconds between looks whether a chore is due
HOLD = 60.0  # for which a chore counts as being done without being claimed anew
RETRY = 300.0  # after which one is tried again that went wrong, unless it is due before


@dataclass(frozen=True)
class Chore:
    """Something that has to be done again and again."""

    name: str
    every: float
    do: Callable[[], Awaitable[object]]
    everywhere: bool = False  # each server does it, not one of them

    @property
    def fact(self) -> str:
        """Where the house notes when it is due next."""
        return f"chore {self.name}"


class Chores:
    """The chores of this server: begun with it, and stopped in the middle of everything."""

    def __init__(self, facts: HouseFacts, clock: Callable[[], float] = time.time, look: float = LOOK) -> None:
        self.facts, self.clock, self.look = facts, clock, look
        self.all: list[Chore] = []
        self._tasks: list[asyncio.Task[None]] = []

    def add(self, name: str, every: float, do: Callable[[], Awaitable[object]], everywhere: bool = False) -> None:
        """Let something be done every so many seconds, by one of the servers or by each."""
        self.all.append(Chore(name, every, do, everywhere))

    async def open(self) -> None:
        """Begin to look what is due."""
        self._tasks = [asyncio.create_task(self._keep_doing(chore)) for chore in self.all]

    async def close(self) -> None:
        """Stop; what was begun is due again soon, here or elsewhere."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _keep_doing(self, chore: Chore) -> None:
        while True:
            try:
                await self.do_if_due(chore)
            except StoreSilent:
                log.warning("the chore %s waits: the store does not answer", chore.name)
            except Exception:
                log.exception("the chore %s could not be done; it is tried again", chore.name)
            await asyncio.sleep(chore.every if chore.everywhere else self.look)

    async def do_if_due(self, chore: Chore) -> bool:
        """Do a chore if it is due and no other server does it; whether it was done."""
        if chore.everywhere:
            await chore.do()
            return True
        began = self.clock()
        if not await self.facts.claim(chore.fact, began, began + HOLD):
            return False
        pause = chore.every
        try:
            async with self._held(chore):
                await chore.do()
        except StoreSilent:
            raise
        except Exception:
            log.exception("the chore %s went wrong; it is tried again", chore.name)
            pause = min(RETRY, chore.every)
        await self.facts.put(chore.fact, repr(began + pause))
        return pause == chore.every

    @asynccontextmanager
    async def _held(self, chore: Chore) -> AsyncIterator[None]:
        """Claim a chore anew as long as it is being done."""
        holding = asyncio.create_task(self._hold(chore))
        try:
            yield
        finally:
            holding.cancel()
            await asyncio.gather(holding, return_exceptions=True)

    async def _hold(self, chore: Chore) -> None:
        while True:
            await asyncio.sleep(HOLD / 4)
            await self.facts.put(chore.fact, repr(self.clock() + HOLD))
