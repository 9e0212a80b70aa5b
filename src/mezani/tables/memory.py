"""Tables in memory: loaded when somebody needs them, changed one thing at a time, forgotten when nobody uses them."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any
from weakref import WeakValueDictionary

from mezani.tables.drafts import Draft
from mezani.tables.metrics import count_deed
from mezani.tables.refusals import StaleMove, UnknownTable
from mezani.tables.rows import entries_of
from mezani.tables.store import Change, Overtaken, Store
from mezani.tables.table import Table

TABLES_KEPT = 2000
ATTEMPTS = 5


class TablesInMemory:
    """The tables that were used last, and all that somebody still uses: there is never a second one of a table."""

    def __init__(self, store: Store, kept: int = TABLES_KEPT) -> None:
        self.store = store
        self.kept = kept
        self._recent: OrderedDict[str, Table] = OrderedDict()
        self._used: WeakValueDictionary[str, Table] = WeakValueDictionary()  # whoever uses a table holds it
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()  # those that are held or waited for

    async def table(self, id: str) -> Table:
        """A table, from memory or from the store."""
        table = self._used.get(id)
        if table is None:
            async with self._lock(id):
                table = self._used.get(id) or await self.store.load(id)
                return self.keep(table)
        return self.keep(table)

    def keep(self, table: Table) -> Table:
        """Keep a table as the one that was used last, and let go of the one that was not used for longest."""
        self._used[table.id] = self._recent[table.id] = table
        self._recent.move_to_end(table.id)
        while len(self._recent) > self.kept:
            self._recent.popitem(last=False)
        return table

    def forget(self, id: str) -> None:
        """Load a table anew when it is next asked for."""
        self._recent.pop(id, None)
        self._used.pop(id, None)

    def forget_all(self) -> None:
        """Load every table anew."""
        self._recent.clear()
        self._used.clear()

    def __iter__(self) -> Iterator[str]:
        return iter(list(self._used))

    def __contains__(self, id: str) -> bool:
        return id in self._used

    def __getitem__(self, id: str) -> Table:
        return self._used[id]

    def __len__(self) -> int:
        return len(self._used)

    async def change(
        self, id: str, what: Callable[[Table, float], Draft], note: str, key: str = "", at: float | None = None
    ) -> Draft:
        """Let something happen: work it out, store it with a note for other servers, and only then let it be true.

        What has its key in the log has happened before, and is not done again. `at` is when it was asked for, if that
        was not just now.
        """
        table = await self.table(id)
        async with self._lock(id):
            for _ in range(ATTEMPTS):
                if done := table.done_before(key):
                    return done
                draft = what(table, time.time() if at is None else at)
                draft.key = key
                try:
                    await self.store.append(Change(draft, note))
                except Overtaken:  # by another server, and what that has appended may forbid this
                    await self._look_again(table, key)
                except Exception:  # the store has failed, perhaps after this was stored
                    with suppress(Exception):
                        await self._look_again(table, key)
                    if not table.done_before(key):
                        raise
                else:
                    table.accept(draft)
                    count_deed(draft)
                    return draft
        raise StaleMove

    async def _look_again(self, table: Table, key: str) -> None:
        """Learn what the store has, and whether a deed is among it."""
        await self._refresh(table)
        if key and not table.done_before(key) and (number := await self.store.find_deed(table.id, key)):
            table.deeds.remember(key, number)

    async def catch_up(self, id: str, told: Sequence[Mapping[str, Any]] = ()) -> None:
        """Let a table that is here, or is just being loaded, learn what another server has appended.

        The rows that were told come next, or are known already; else something was missed, and the store is asked.
        Where nobody uses it any more it is let go instead: most tables are played at one server.
        """
        self._recent.pop(id, None)
        if id in self._used or id in self._locks:
            async with self._lock(id):
                table = self._used.get(id)
                if table is None or (told and told[-1]["number"] <= table.last_number):
                    return
                if told and told[0]["number"] == table.last_number + 1:
                    table.take(entries_of(table, told))
                else:
                    await self._refresh(table)

    async def _refresh(self, table: Table) -> None:
        """What another server has appended; a table that is not there any more is forgotten."""
        if not await self.store.refresh(table) and not await self.store.has(table.id):
            self.let_go(table.id)
            raise UnknownTable

    def let_go(self, id: str) -> None:
        """Forget a table that was deleted, and let those who still use it know."""
        if table := self._used.get(id):
            table.is_gone = True
        self.forget(id)

    async def reread(self, id: str) -> None:
        """Let a table read its log and its seats again, where names have changed or something was removed."""
        async with self._lock(id):
            if table := self._used.get(id):
                await self.store.reread(table)

    def _lock(self, id: str) -> asyncio.Lock:
        return self._locks.setdefault(id, asyncio.Lock())
