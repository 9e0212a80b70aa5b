"""Presence: who has a table on a screen, on this server and on the others, and what screens have shown."""

import asyncio
import time
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Protocol

from mezani.tables.away import moves_seen
from mezani.tables.patience import growing_pauses
from mezani.tables.refusals import StoreSilent
from mezani.tables.store import Store, note
from mezani.tables.table import Table


class Watcher(Protocol):
    """A screen that shows a table; it holds the table."""

    @property
    def seats(self) -> Iterable[int]:
        """The seats of whoever looks; several where people share a screen, none for a spectator."""

    @property
    def pace(self) -> float | None:
        """How long bots shall seem to think, in parts of the host's pause; None if they do not mind."""

    @property
    def catches_up(self) -> bool:
        """Whether it still shows what was missed while nobody looked."""

    @property
    def is_hidden(self) -> bool:
        """Whether it lies behind others, so that nobody sees what it shows."""

    @property
    def hears_comments(self) -> bool:
        """Whether whoever looks hears what those say who watch."""

    def wake(self) -> None:
        """The table has changed."""


@dataclass(frozen=True)
class Presence:
    """Who has the table on a screen, and the slowest pace that one of the players wishes."""

    seats: frozenset[int] = frozenset()
    spectators: int = 0
    pace: float | None = None
    seen_by: frozenset[int] = field(default=frozenset(), compare=False)  # not behind others; nobody is shown it


class Screens:
    """All screens that show a table, and what servers tell each other about them."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.server = store.server
        self._watchers: dict[str, set[Watcher]] = {}
        self._elsewhere: dict[str, dict[str, Presence]] = {}  # table, server: who is there
        self._everywhere: dict[str, Presence] = {}  # table: who is there on any server, since it last changed
        self._just_shown: dict[tuple[str, int], int] = {}  # table, seat: an entry that is not stored yet
        self._untold: set[str] = set()  # tables where who is there has changed
        self._telling: asyncio.Task[None] | None = None  # the other servers of it
        self._noting: asyncio.Task[None] | None = None  # what screens have shown

    async def close(self) -> None:
        """Note what all screens have shown that have just gone, and tell nobody anything any more."""
        if self._noting:
            await self._noting
        if self._telling:
            self._telling.cancel()
            await asyncio.gather(self._telling, return_exceptions=True)

    def watch(self, id: str, watcher: Watcher) -> None:
        """Wake this screen whenever the table changes."""
        self._watchers.setdefault(id, set()).add(watcher)
        self._changed(id)

    def is_seen(self, id: str) -> None:
        """A screen of a table has come in front of others, or gone behind them, which no screen shows."""
        self._everywhere.pop(id, None)
        self._tell_of(id)

    def unwatch(self, id: str, watcher: Watcher) -> None:
        """The screen is gone."""
        here = self._watchers.get(id, set())
        here.discard(watcher)
        if not here:
            self._watchers.pop(id, None)
        self._changed(id)

    def wake(self, id: str) -> None:
        """Let all screens of a table here see what has changed."""
        self._everywhere.pop(id, None)
        for watcher in self._watchers.get(id, ()):
            watcher.wake()

    def tell_of_comments(self, id: str) -> None:
        """Let those screens of a table here look again to which comments are shown."""
        for watcher in self._watchers.get(id, ()):
            if watcher.hears_comments:
                watcher.wake()

    def tables(self) -> dict[str, Presence]:
        """The tables that somebody has on a screen, here or at another server, with who has."""
        return {id: self.presence(id) for id in {*self._watchers, *self._elsewhere}}

    def wake_all(self) -> None:
        """Let all screens here look again."""
        for id in self._watchers:
            self.wake(id)

    def presence(self, id: str) -> Presence:
        """Who has the table on a screen, on this server and on the others."""
        if known := self._everywhere.get(id):
            return known
        all_of_them = [self._here(id), *self._elsewhere.get(id, {}).values()]
        presence = Presence(
            frozenset().union(*(one.seats for one in all_of_them)),
            sum(one.spectators for one in all_of_them),
            _slowest(one.pace for one in all_of_them),
            frozenset().union(*(one.seen_by for one in all_of_them)),
        )
        if id in self._watchers:  # all screens ask for it
            self._everywhere[id] = presence
        return presence

    def _here(self, id: str) -> Presence:
        here = [(frozenset(one.seats), one.pace, one.is_hidden) for one in self._watchers.get(id, ())]
        return Presence(
            frozenset().union(*(seats for seats, *_ in here)),
            sum(not seats for seats, *_ in here),
            _slowest(pace for seats, pace, _ in here if seats),
            frozenset().union(*(seats for seats, _, is_hidden in here if not is_hidden)),
        )

    def counted(self) -> tuple[int, int, int]:
        """How many screens there are on this server, seats whose players look at them, and screens of spectators."""
        of_tables = list(map(self._here, self._watchers))
        screens = sum(map(len, self._watchers.values()))
        return screens, sum(len(here.seats) for here in of_tables), sum(here.spectators for here in of_tables)

    # What screens have shown

    async def moves_seen(self, table: Table, seat: int, at_most: int | None = None) -> int | None:
        """How many moves a seat has seen that was away, and has not caught up since; None: it has missed nothing.

        `at_most`: the last entry that its only screen shows, where that is known better.
        """
        here = any(seat in one.seats and not one.catches_up for one in self._watchers.get(table.id, ()))
        if here or any(seat in there.seats for there in self._elsewhere.get(table.id, {}).values()):
            return None
        just_now = self._just_shown.get((table.id, seat), 0)
        shown = await self.store.shown(table.id, seat)
        shown = max(shown or 0, just_now) or None
        if shown is not None and at_most is not None:
            shown = min(shown, at_most)
        return moves_seen(table, seat, shown, time.time())

    async def has_shown(self, table: Table, seat: int, number: int) -> None:
        """A screen of a seat has shown the log up to this entry; it is stored together with what others have shown."""
        self._just_shown[table.id, seat] = number
        if self._noting is None or self._noting.done():
            self._noting = asyncio.create_task(self._note_shown())
        await asyncio.shield(self._noting)

    async def _note_shown(self) -> None:
        while self._just_shown:
            shown = dict(self._just_shown)
            with suppress(StoreSilent):
                await self.store.mark_shown(*((*key, number) for key, number in shown.items()))
            for key, number in shown.items():
                if self._just_shown[key] == number:
                    del self._just_shown[key]

    # Notes between servers

    def note_of_change(self, id: str) -> str:
        """What the other servers hear when a table has changed here."""
        return note("moved", server=self.server, table=id)

    async def ask_who_is_there(self) -> None:
        """Forget what was told, and let all servers tell it anew."""
        self._elsewhere.clear()
        self._everywhere.clear()
        await self.store.notify(note("who", server=self.server))

    def tell_all(self) -> None:
        """Tell the other servers of all screens here."""
        for id in list(self._watchers):
            self._changed(id)

    def forget_all_but(self, servers: Collection[str]) -> None:
        """The screens of a server that is gone show nothing any more."""
        for id, there in list(self._elsewhere.items()):
            for server in there.keys() - set(servers):
                self._put(id, server, Presence())
                self.wake(id)

    def hear(self, heard: Mapping[str, Any]) -> None:
        """Another server asks who is here, or tells who is there."""
        if heard["kind"] == "who":
            self.tell_all()
        elif heard["kind"] == "here":
            seats = frozenset(heard["seats"])
            seen_by = frozenset(heard.get("seen_by", seats))  # a server of an earlier version tells no more
            there = Presence(seats, heard["spectators"], heard["pace"], seen_by)
            self._put(heard["table"], heard["server"], there)
            self.wake(heard["table"])

    def _put(self, id: str, server: str, presence: Presence) -> None:
        there = self._elsewhere.setdefault(id, {})
        if presence.seats or presence.spectators:
            there[server] = presence
        else:
            there.pop(server, None)
        if not there:
            del self._elsewhere[id]

    def _changed(self, id: str) -> None:
        self.wake(id)
        self._tell_of(id)

    def _tell_of(self, id: str) -> None:
        if self.store.is_shared:
            self._untold.add(id)
            if self.is_silent:
                self._telling = asyncio.create_task(self._tell_others())

    @property
    def is_silent(self) -> bool:
        """Whether the other servers know all that there is to tell."""
        return self._telling is None or self._telling.done()

    async def _tell_others(self) -> None:
        """Tell the other servers who is here, one note after the other: an older one must not come last."""
        pauses = growing_pauses(0.2, 5.0)
        while self._untold:
            id = self._untold.pop()
            here = self._here(id)
            told = {"seats": sorted(here.seats), "spectators": here.spectators, "pace": here.pace}
            told["seen_by"] = sorted(here.seen_by)
            try:
                await self.store.notify(note("here", server=self.server, table=id, **told))
            except StoreSilent:
                self._untold.add(id)
                await asyncio.sleep(next(pauses))


def _slowest(paces: Iterable[float | None]) -> float | None:
    """The longest of the pauses that people wish; None if nobody does."""
    return max((pace for pace in paces if pace is not None), default=None)
