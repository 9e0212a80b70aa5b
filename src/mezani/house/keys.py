"""Keys of people: the devices, passkeys, recovery codes and programs by which the house knows them again."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from mezani.house.notifications.channels import end_push_to
from mezani.tables import schema
from mezani.tables.database import put
from mezani.tables.hall import Hall
from mezani.tables.key_ring import DEVICE, PASSKEY, PROGRAM, RECOVERY, Key
from mezani.tables.players import new_secret, player_of
from mezani.tables.refusals import LastKey, NoSuchKey, SignedOut, TooManyPrograms

DAY = 24 * 3600.0
LONGEST_NAME = 60
MOST_PROGRAMS = 20  # of one person: every server keeps them in memory
WAYS_BACK = (PASSKEY, RECOVERY)  # by which somebody gets in who has lost all devices
UNUSED = 30 * DAY  # after which a program that belongs to nobody and sits nowhere is forgotten, and a removed key
TOLD_AT_ONCE = 500  # keys of which servers hear together


@dataclass(frozen=True)
class KeptKey:
    """A key as its owner sees it."""

    id: str
    kind: str
    name: str  # what its owner calls it
    made_at: float
    used_at: float | None  # the beginning of the last day on which it was used
    facts: Mapping[str, Any]


class Keys:
    """The keys of the house; each change is told to all servers."""

    def __init__(self, hall: Hall, clock: Callable[[], float] = time.time) -> None:
        self.hall, self.engine, self.clock = hall, hall.store.engine, clock

    async def of(self, player: str) -> list[KeptKey]:
        """All keys of a person that open something, the oldest first."""
        k = schema.keys.c
        query = sa.select(schema.keys).where(k.player == player, k.removed_at.is_(None)).order_by(k.made_at, k.id)
        async with self.engine.connect() as connection:
            return [_kept(row) for row in await connection.execute(query)]

    async def find(self, id: str, kind: str) -> tuple[str, KeptKey] | None:
        """A key that opens something, and whose it is."""
        k = schema.keys.c
        query = sa.select(schema.keys).where(k.id == id, k.kind == kind, k.removed_at.is_(None))
        async with self.engine.connect() as connection:
            row = (await connection.execute(query)).first()
        return (row.player, _kept(row)) if row else None

    async def add(
        self, connection: AsyncConnection, id: str, player: str, kind: str, name: str, facts: Any = None
    ) -> None:
        """Give somebody a key; other servers learn of it by `tell`. SignedOut if it was removed: nothing revives it."""
        if await self.claim(connection, id, player, kind, name, facts) != Key(id, player, kind, is_removed=False):
            raise SignedOut

    async def claim(
        self, connection: AsyncConnection, id: str, player: str, kind: str, name: str, facts: Any = None
    ) -> Key:
        """Give somebody a key unless it is there already; returns it as it is then.

        Who claims the same one meanwhile waits, and finds it.
        """
        row = {"id": id, "player": player, "kind": kind, "name": name[:LONGEST_NAME], "made_at": self.clock()}
        row |= {"used_at": self.today, "removed_at": None, "facts": facts}
        await put(connection, schema.keys, row, keep=True)
        k = schema.keys.c
        kept = (await connection.execute(sa.select(k.player, k.kind, k.removed_at).where(k.id == id))).one()
        return Key(id, kept.player, kept.kind, kept.removed_at is not None)

    async def new_device(self, connection: AsyncConnection, player: str, name: str, secret: str = "") -> str:
        """A fresh secret for a device of somebody's, or the one given."""
        secret = secret or new_secret()
        await self.add(connection, player_of(secret), player, DEVICE, name)
        return secret

    async def tell(self, *ids: str) -> None:
        """Let keys that were made or removed hold on all servers."""
        await self.hall.tell_keys(*ids)

    @property
    def today(self) -> float:
        return self.clock() // DAY * DAY

    async def remove(self, player: str, id: str) -> None:
        """Let a key open nothing any more. One by which its owner can come back has to stay."""
        k, p = schema.keys.c, schema.players.c
        async with self.engine.begin() as connection:
            await connection.execute(sa.select(p.id).where(p.id == player).with_for_update())  # one after the other
            kind = await self._remove(connection, k.id == id, k.player == player, k.removed_at.is_(None))
            if kind is None:
                raise NoSuchKey
            if kind in WAYS_BACK and not await self._can_come_back(connection, player):
                raise LastKey
            await end_push_to(connection, id)
        await self.tell(id)

    async def sign_out(self, secret: str) -> None:
        """Let the secret of a device open nothing any more."""
        id, k = player_of(secret), schema.keys.c
        async with self.engine.begin() as connection:
            await self._remove(connection, k.id == id, k.kind == DEVICE)
            await end_push_to(connection, id)
        await self.tell(id)

    async def _remove(self, connection: AsyncConnection, *which: sa.ColumnElement[bool]) -> str | None:
        """Remove a key; returns its kind, None if there is none."""
        gone = sa.update(schema.keys).where(*which).values(removed_at=self.clock(), facts=None)
        kind: str | None = (await connection.execute(gone.returning(schema.keys.c.kind))).scalar()
        return kind

    async def _can_come_back(self, connection: AsyncConnection, player: str) -> bool:
        """Whether somebody who has lost all devices gets in again."""
        k = schema.keys.c
        left = sa.select(k.id).where(k.player == player, k.kind.in_(WAYS_BACK), k.removed_at.is_(None)).limit(1)
        return (await connection.execute(left)).first() is not None

    # Programs

    async def new_program(self, player: str, name: str, token: str = "") -> str:
        """The token of a new program of somebody's, the one given or drawn at random: a player of its own."""
        token, k = token if self.hall.key_ring.player_of(token) else new_secret(), schema.keys.c
        theirs = k.player == player, k.kind == PROGRAM, k.removed_at.is_(None), k.id != player_of(token)
        async with self.engine.begin() as connection:
            others = sa.select(sa.func.count()).select_from(schema.keys).where(*theirs)
            if (await connection.execute(others)).scalar_one() >= MOST_PROGRAMS:
                raise TooManyPrograms
            await self.add(connection, player_of(token), player, PROGRAM, name)
        await self.tell(player_of(token))
        return token

    async def mark_program(self, player: str) -> None:
        """Let it be known that a player without an owner is a program."""
        if self.hall.key_ring.is_program(player):
            return
        async with self.engine.begin() as connection:
            row = {"id": player, "player": player, "kind": PROGRAM, "name": "", "made_at": self.clock()}
            await put(connection, schema.keys, row, keep=True)
        await self.tell(player)

    async def tidy(self) -> None:
        """Forget programs that belong to nobody and have no seat any more, and keys that were removed long ago.

        The first key of a person stays, and so do tokens of programs: each is the id of a player.
        """
        k, s, before = schema.keys.c, schema.seats.c, self.clock() - UNUSED
        seated = sa.select(s.seat).where(s.player == k.id).exists()
        idle = sa.and_(k.kind == PROGRAM, k.player == k.id, k.made_at < before, ~seated)
        removed = sa.and_(k.kind != PROGRAM, k.player != k.id, k.removed_at < before)
        async with self.engine.begin() as connection:
            old = sa.delete(schema.keys).where(idle | removed).returning(k.id)
            gone = list((await connection.execute(old)).scalars())
        for first in range(0, len(gone), TOLD_AT_ONCE):
            await self.tell(*gone[first : first + TOLD_AT_ONCE])


def _kept(row: Any) -> KeptKey:
    return KeptKey(row.id, row.kind, row.name, row.made_at, row.used_at, row.facts or {})
