"""Who was here lately: noted to the day, once a day for each person, and stored in one go."""

import time
from collections.abc import Callable

from mezani.tables.people import People

DAY = 24 * 3600.0
MOST = 10_000  # people who are remembered as noted; whoever is forgotten is noted once more


class Seen:
    """The people who were on a page of this server today."""

    def __init__(self, people: People, clock: Callable[[], float] = time.time) -> None:
        self.people, self.clock = people, clock
        self._day = 0.0
        self._noted: set[str] = set()
        self._new: set[str] = set()
        self._used: set[str] = set()  # keys by which they came

    def note(self, player: str | None, key: str | None = None) -> None:
        """Somebody looks at a page, known by a key if they are no guest."""
        day = self.clock() // DAY * DAY
        if day != self._day or len(self._noted) >= MOST:
            self._day = day
            self._noted.clear()
        if player is not None and player not in self._noted:
            self._noted.add(player)
            if len(self._new) < MOST:
                self._new.add(player)
        if key is not None and f"key {key}" not in self._noted:  # the first key of a person has their id
            self._noted.add(f"key {key}")
            if len(self._used) < MOST:
                self._used.add(key)

    def was_here(self, player: str) -> bool:
        """Whether somebody was on a page of this server today."""
        return player in self._noted

    async def store(self) -> None:
        """Store who is new today."""
        if self._new:
            some, self._new = self._new, set()
            await self.people.were_here(some, self._day)
        if self._used:
            used, self._used = self._used, set()
            await self.people.used_keys(used, self._day)
