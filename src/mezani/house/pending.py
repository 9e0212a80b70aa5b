"""What is pending: challenges, links and confirmations that are given out, work once, and only for a while."""

import hashlib
import secrets
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from mezani.tables import schema


@dataclass(frozen=True)
class Given:
    """What was given out: to whom, and what it is about."""

    player: str | None
    about: Mapping[str, Any]


class Pending:
    """What is given out by one server can be used at another; only hashes are kept."""

    def __init__(self, engine: AsyncEngine, clock: Callable[[], float] = time.time) -> None:
        self.engine, self.clock = engine, clock

    async def give_out(
        self, kind: str, seconds: float, player: str | None = None, token: str = "", **about: Any
    ) -> str:
        """A token, drawn at random or the one given, that can be used once in the next seconds."""
        async with self.engine.begin() as connection:
            return await self.note(connection, kind, seconds, player, token, **about)

    async def note(
        self,
        connection: AsyncConnection,
        kind: str,
        seconds: float,
        player: str | None = None,
        token: str = "",
        **about: Any,
    ) -> str:
        """The same together with other things."""
        token = token or secrets.token_urlsafe(24)
        row = {"id": _id(kind, token), "kind": kind, "player": player, "about": about}
        await connection.execute(sa.insert(schema.pending).values(**row, until=self.clock() + seconds))
        return token

    async def look(self, kind: str, token: str) -> Given | None:
        """What a token was given out for, if it can still be used; it stays usable."""
        p = schema.pending.c
        query = sa.select(schema.pending).where(p.id == _id(kind, token), p.until > self.clock())
        async with self.engine.connect() as connection:
            row = (await connection.execute(query)).first()
        return Given(row.player, row.about) if row else None

    async def use(self, kind: str, token: str) -> Given | None:
        """Use a token up; None if it was used, is too old, or was never given out."""
        p = schema.pending
        used = sa.delete(p).where(p.c.id == _id(kind, token)).returning(p.c.player, p.c.about, p.c.until)
        async with self.engine.begin() as connection:
            row = (await connection.execute(used)).first()
        return Given(row.player, row.about) if row and row.until > self.clock() else None

    async def tidy(self) -> None:
        """Forget what nobody has used in time."""
        async with self.engine.begin() as connection:
            await connection.execute(sa.delete(schema.pending).where(schema.pending.c.until <= self.clock()))


def _id(kind: str, token: str) -> str:
    return hashlib.sha256(f"{kind} {token}".encode("utf-8", "replace")).hexdigest()
