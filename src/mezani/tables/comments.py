"""Comments: what those who watch a table say to each other, apart from its log, so that no seat can notice it."""

import time
from dataclasses import dataclass
from weakref import WeakKeyDictionary

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from mezani.tables import schema
from mezani.tables.deeds import check_watching
from mezani.tables.gate import Gate
from mezani.tables.key_ring import KeyRing
from mezani.tables.keys import fresh_key, key_of_deed
from mezani.tables.memory import TablesInMemory
from mezani.tables.metrics import DEEDS
from mezani.tables.players import LONGEST_CHAT, clean_name, one_line
from mezani.tables.presence import Screens
from mezani.tables.refusals import (
    ForSpectators,
    NotBegun,
    NothingSaid,
    NothingToRemove,
    NotWatched,
    StaleMove,
    TableClosed,
)
from mezani.tables.store import Store, note
from mezani.tables.table import Table

KEPT = 200  # comments of a table that are shown, the last ones
ATTEMPTS = 5


@dataclass(frozen=True, slots=True)
class Comment:
    """What somebody has said who watches."""

    number: int  # at its table
    player: str
    name: str
    text: str  # empty: the host has removed it
    at: float


class Comments:
    """The comments at all tables. While a game runs they are kept from whoever plays there: they could be of help."""

    def __init__(self, store: Store, tables: TablesInMemory, screens: Screens, gate: Gate, key_ring: KeyRing) -> None:
        self.store, self.tables, self.screens, self.gate, self.key_ring = store, tables, screens, gate, key_ring
        self._known: WeakKeyDictionary[Table, tuple[Comment, ...]] = WeakKeyDictionary()

    # Who hears whom

    def plays_here(self, table: Table, player: str | None) -> bool:
        """Whether somebody sits at a table, or a program of theirs does."""
        return player is not None and any(
            seat.player is not None and self._person(seat.player) == self._person(player) for seat in table.seats
        )

    def _person(self, player: str) -> str:
        return self.key_ring.owner_of_program(player) or player

    def are_heard_by(self, table: Table, player: str | None) -> bool:
        """Whether somebody hears what those say who watch: who plays does when the game is over."""
        if not table.begun or (not table.is_over and self.plays_here(table, player)):
            return False
        try:
            check_watching(table, player)
        except NotWatched:
            return False
        return True

    def hears_players(self, table: Table, player: str | None) -> bool:
        """Whether somebody hears what those say who play: who watches does when the game is over."""
        return table.is_over or self.plays_here(table, player)

    def check(self, table: Table, player: str | None) -> None:
        """Whether somebody may comment on a game."""
        check_watching(table, player)
        if not table.begun:
            raise NotBegun
        if table.closed:
            raise TableClosed
        self.check_heard(table, player)

    def check_heard(self, table: Table, player: str | None) -> None:
        """Whether somebody hears what those say who watch."""
        if not self.are_heard_by(table, player):
            raise ForSpectators

    # What was said

    async def at(self, table: Table) -> tuple[Comment, ...]:
        """The last comments at a table, in their order."""
        if table not in self._known:
            self._known[table] = await self._read(table.id)
        return self._known[table]

    async def heard_by(self, table: Table, player: str | None) -> tuple[Comment, ...]:
        """The same for somebody who looks; none for whoever may not hear them yet."""
        return await self.at(table) if self.are_heard_by(table, player) else ()

    async def find(self, table: Table, number: int) -> Comment | None:
        """A comment by its number."""
        return next((comment for comment in await self.at(table) if comment.number == number), None)

    async def _read(self, id: str) -> tuple[Comment, ...]:
        c = schema.comments.c
        query = sa.select(schema.comments).where(c.table_id == id).order_by(c.number.desc()).limit(KEPT)
        async with self.store.engine.connect() as connection:
            rows = (await connection.execute(query)).all()
        return tuple(Comment(row.number, row.player, row.name, row.text, row.at) for row in reversed(rows))

    # Saying something

    async def say(self, table: Table, player: str, name: str, text: str, key: str = "") -> None:
        """Comment on a game. Who has joined the house goes by their own name, a guest by the one that they give."""
        self.gate.check(player)
        self.check(table, player)
        if not (said := one_line(text, LONGEST_CHAT)):
            raise NothingSaid
        people = self.store.people
        name = await people.name_at_table(player, clean_name(name) or await people.name_of(player))
        if await self._add(table.id, player, name, said, key_of_deed(key or fresh_key(), player, "comment", (said,))):
            DEEDS.labels("comment").inc()
            await people.remember_name(player, name)
        await self.tell(table.id)

    async def _add(self, id: str, player: str, name: str, text: str, key: str) -> bool:
        """Store a comment; whether it was not there yet."""
        c = schema.comments.c
        row = {"table_id": id, "player": player, "name": name, "text": text, "at": time.time(), "key": key}
        last = sa.select(sa.func.coalesce(sa.func.max(c.number), 0)).where(c.table_id == id)
        for _ in range(ATTEMPTS):
            try:
                async with self.store.engine.begin() as connection:
                    there = sa.select(c.number).where(c.table_id == id, c.key == key)
                    if (await connection.execute(there)).first():
                        return False
                    number = (await connection.execute(last)).scalar_one() + 1
                    await connection.execute(sa.insert(schema.comments).values(number=number, **row))
                return True
            except IntegrityError:  # somebody else was quicker
                continue
        raise StaleMove

    async def remove(self, table: Table, number: int) -> Comment:
        """Delete what a comment says; returns what it was."""
        comment = await self.find(table, number)
        if comment is None or not comment.text:
            raise NothingToRemove
        c = schema.comments.c
        removed = sa.update(schema.comments).where(c.table_id == table.id, c.number == number).values(text="")
        async with self.store.engine.begin() as connection:
            await connection.execute(removed)
        await self.tell(table.id)
        return comment

    # Telling those who hear it

    async def tell(self, id: str) -> None:
        """Let all servers know that there is something new to hear, or that something reads differently."""
        await self.hear(id)
        await self.store.notify(note("commented", server=self.store.server, table=id))

    async def hear(self, id: str) -> None:
        """Read the comments at a table again, and show them; no screen of a seat notices anything of it."""
        if id in self.tables and (table := self.tables[id]) in self._known:
            self._known[table] = await self._read(id)
        self.screens.tell_of_comments(id)

    async def hear_all(self) -> None:
        """The same at all tables: something may have been missed."""
        for table in list(self._known):
            await self.hear(table.id)
