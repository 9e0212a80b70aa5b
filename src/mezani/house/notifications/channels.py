"""The channels by which people are told: push to a device, e-mail, and messages to a web address of their own."""

import hashlib
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from mezani.house.notifications.http_post import NotSent, Reason
from mezani.tables import schema
from mezani.tables.database import put
from mezani.tables.refusals import TooManyDevices

PUSH, MAIL, WEBHOOK = "push", "mail", "webhook"
MOST_DEVICES = 10
UNCONFIRMED, BROKEN = 7 * 24 * 3600.0, 90 * 24 * 3600.0  # seconds for which such channels are kept
MOST_FAILURES = 12  # in a row, before a channel is switched off: with the pauses between them more than a day


@dataclass(frozen=True)
class Channel:
    """A channel by which somebody is told."""

    id: str
    player: str
    kind: str
    address: str
    name: str
    facts: Mapping[str, Any]
    is_on: bool
    made_at: float
    confirmed_at: float | None
    failures: int

    @property
    def works(self) -> bool:
        """Whether something is sent there."""
        return self.is_on and self.confirmed_at is not None

    @property
    def has_failed(self) -> bool:
        """Whether it was switched off since nothing arrived."""
        return not self.is_on and self.failures > 0

    @property
    def is_phone(self) -> bool:
        return bool(self.facts.get("phone"))

    @property
    def lang(self) -> str:
        return str(self.facts.get("lang", "en"))

    @property
    def site(self) -> str:
        """What links begin with."""
        return str(self.facts.get("site", ""))

    @property
    def problem(self) -> tuple[Reason, int | None] | None:
        """Why the last message has not arrived, if it has not."""
        reason, code = self.facts.get("problem") or (None, None)
        return (reason, code) if reason else None

    @property
    def sent_at(self) -> float:
        """When something was last sent there."""
        return float(self.facts.get("sent_at", 0.0))


def id_of(player: str, kind: str, address: str) -> str:
    """The id of a channel: the same address of the same person is the same channel."""
    return hashlib.sha256(f"{player} {kind} {address}".encode()).hexdigest()[:32]


def device_of(endpoint: str) -> str:
    """By what a browser finds itself among the devices of its owner."""
    return hashlib.sha256(endpoint.encode()).hexdigest()[:32]


class Channels:
    """The channels of all people."""

    def __init__(self, engine: AsyncEngine, clock: Callable[[], float] = time.time) -> None:
        self.engine, self.clock = engine, clock

    async def of(self, player: str | None) -> list[Channel]:
        """The channels of somebody, the oldest first."""
        c = schema.channels.c
        return await self._found(c.player == player, c.player.is_not(None))

    async def find(self, id: str, player: str | None = None) -> Channel | None:
        """A channel by its id; only one of a player's, if they are named."""
        mine = [schema.channels.c.player == player] if player else []
        return next(iter(await self._found(schema.channels.c.id == id, *mine)), None)

    async def anybody(self) -> bool:
        """Whether anybody wants to be told anything."""
        async with self.engine.connect() as connection:
            return (
                await connection.execute(sa.select(schema.channels.c.id).where(_is_working()).limit(1))
            ).first() is not None

    async def _found(self, *which: sa.ColumnElement[bool]) -> list[Channel]:
        query = sa.select(schema.channels).where(*which).order_by(schema.channels.c.made_at, schema.channels.c.id)
        async with self.engine.connect() as connection:
            return [Channel(**row._mapping) for row in await connection.execute(query)]

    # What people change

    async def add_device(self, player: str, endpoint: str, facts: Mapping[str, Any], name: str) -> Channel:
        """Let a browser be told. It tells one person only: whoever used it before hears nothing there any more."""
        t = schema.channels
        id = id_of(player, PUSH, endpoint)
        async with self.engine.begin() as connection:
            same = sa.select(t.c.id, t.c.facts).where(t.c.kind == PUSH, t.c.address == endpoint, t.c.id != id)
            before = [row.id for row in await connection.execute(same) if row.facts.get("auth") == facts["auth"]]
            await connection.execute(sa.delete(t).where(t.c.id.in_(before)))
            others = sa.select(sa.func.count()).where(t.c.player == player, t.c.kind == PUSH, t.c.id != id)
            if (await connection.execute(others)).scalar_one() >= MOST_DEVICES:
                raise TooManyDevices
            return await self._put(connection, id, player, PUSH, endpoint, facts, name, self.clock())

    async def set_address(
        self, player: str, kind: str, address: str, facts: Mapping[str, Any], confirmed: bool, is_on: bool = True
    ) -> Channel:
        """Let somebody be told by mail or webhook at this address, and at no other of that kind."""
        t, id = schema.channels, id_of(player, kind, address)
        async with self.engine.begin() as connection:
            await connection.execute(sa.delete(t).where(t.c.player == player, t.c.kind == kind, t.c.id != id))
            at = self.clock() if confirmed else None
            return await self._put(connection, id, player, kind, address, facts, "", at, is_on)

    async def _put(
        self,
        connection: AsyncConnection,
        id: str,
        player: str,
        kind: str,
        address: str,
        facts: Mapping[str, Any],
        name: str,
        confirmed_at: float | None,
        is_on: bool = True,
    ) -> Channel:
        t = schema.channels
        kept = (await connection.execute(sa.select(t).where(t.c.id == id))).first()
        made_at = kept.made_at if kept else self.clock()
        all_facts = {**(kept.facts if kept else {}), **facts}
        confirmed_at = (kept.confirmed_at if kept else None) or confirmed_at
        channel = Channel(id, player, kind, address, name, all_facts, is_on, made_at, confirmed_at, 0)
        await put(connection, t, channel.__dict__)
        return channel

    async def switch(self, player: str, id: str, is_on: bool) -> bool:
        """Switch a channel on or off; whether there is one. What is switched on anew has not failed yet."""
        t = schema.channels
        change = sa.update(t).where(t.c.id == id, t.c.player == player).values(is_on=is_on, failures=0)
        return await self._done(change)

    async def remove(self, player: str, id: str) -> bool:
        """Forget a channel; whether there was one."""
        t = schema.channels
        return await self._done(sa.delete(t).where(t.c.id == id, t.c.player == player))

    async def remove_device(self, player: str, endpoint: str) -> bool:
        """Forget a browser; whether it was one of somebody's."""
        t = schema.channels
        return await self._done(sa.delete(t).where(t.c.player == player, t.c.kind == PUSH, t.c.address == endpoint))

    async def remove_kind(self, player: str, kind: str) -> None:
        """Forget the address of a kind."""
        t = schema.channels
        await self._done(sa.delete(t).where(t.c.player == player, t.c.kind == kind))

    async def forget(self, player: str) -> None:
        """Forget all channels of somebody."""
        await self._done(sa.delete(schema.channels).where(schema.channels.c.player == player))

    async def confirm(self, id: str) -> bool:
        """An address belongs to who gave it; whether it is still theirs."""
        return await self._done(
            sa.update(schema.channels).where(schema.channels.c.id == id).values(confirmed_at=self.clock())
        )

    async def note_facts(self, id: str, **facts: Any) -> None:
        """Keep something of a channel beside what is kept already."""
        t = schema.channels
        async with self.engine.begin() as connection:
            query = sa.select(t.c.facts).where(t.c.id == id).with_for_update()
            kept = (await connection.execute(query)).scalar()
            if kept is not None:
                await connection.execute(sa.update(t).where(t.c.id == id).values(facts={**kept, **facts}))

    # What comes of sending

    async def has_arrived(self, channel: Channel) -> None:
        """Something was sent, and taken."""
        await self.note_facts(channel.id, sent_at=self.clock(), problem=None)
        if channel.failures:
            await self._done(sa.update(schema.channels).where(schema.channels.c.id == channel.id).values(failures=0))

    async def has_failed(self, channel: Channel, problem: NotSent) -> None:
        """Something was sent, and not taken; a channel that is gone, or has failed for long, is switched off."""
        t = schema.channels
        await self.note_facts(channel.id, problem=[problem.reason, problem.code])
        is_on = not problem.is_gone and channel.failures + 1 < MOST_FAILURES
        change = sa.update(t).where(t.c.id == channel.id).values(failures=t.c.failures + 1)
        await self._done(change if is_on else change.values(is_on=False))

    async def tidy(self) -> None:
        """Forget addresses that nobody has confirmed, and channels by which nothing has arrived for long."""
        c, now = schema.channels.c, self.clock()
        unconfirmed = c.confirmed_at.is_(None) & (c.made_at < now - UNCONFIRMED)
        broken = ~c.is_on & (c.failures > 0) & (c.made_at < now - BROKEN)
        await self._done(sa.delete(schema.channels).where(unconfirmed | broken))

    async def _done(self, statement: sa.Update | sa.Delete) -> bool:
        async with self.engine.begin() as connection:
            return bool((await connection.execute(statement)).rowcount)


async def end_push_to(connection: AsyncConnection, device: str) -> None:
    """Push nothing any more to a browser that was signed out."""
    c = schema.channels
    await connection.execute(sa.delete(c).where(c.c.kind == PUSH, c.c.facts["device"].as_string() == device))


async def push_to_same(connection: AsyncConnection, device: str, now: str) -> None:
    """Know a browser by its new key."""
    c = schema.channels
    rows = await connection.execute(sa.select(c.c.id, c.c.facts).where(c.c.facts["device"].as_string() == device))
    for row in rows.all():
        await connection.execute(sa.update(c).where(c.c.id == row.id).values(facts={**row.facts, "device": now}))


def _is_working() -> sa.ColumnElement[bool]:
    c = schema.channels.c
    return c.is_on & c.confirmed_at.is_not(None)


def had_channel_since(player: sa.ColumnElement[Any], moment: sa.ColumnElement[Any]) -> sa.ColumnElement[bool]:
    """Whether somebody could be told already at a moment."""
    c = schema.channels.c
    return sa.exists().where(c.player == player, _is_working(), c.made_at <= moment)


def devices(channels: Sequence[Channel]) -> list[Channel]:
    """Those of them that are browsers."""
    return [channel for channel in channels if channel.kind == PUSH]
