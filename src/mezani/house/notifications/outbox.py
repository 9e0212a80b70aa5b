"""The outbox: what people are to be told, and what became of it."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from mezani.house.notifications.choices import URGENT
from mezani.tables import schema

KEPT = 14 * 24 * 3600.0  # seconds for which notifications are kept
MOST_OF_PERSON = 200  # that are kept
AT_ONCE = 100  # people who are served, and notifications of each of them
GATHERING = 30.0  # seconds for which more may come to the same message
LEASE = 120.0  # seconds for which nobody else sends what a server has begun to send


@dataclass(frozen=True)
class Event:
    """Something that somebody is to be told."""

    player: str
    kind: str
    about: Mapping[str, Any]
    table_id: str | None = None
    entry: int | None = None  # of the table's log: who has seen it need not be told
    named: str | None = None  # the player whose name `about` tells

    @property
    def waits(self) -> float:
        """For how many seconds more is gathered."""
        return 0.0 if self.kind == URGENT else GATHERING


@dataclass(frozen=True)
class Notification:
    """Something that somebody is told; `sent` says by which channels, when, how it went and when it is tried again."""

    number: int
    player: str
    kind: str
    about: Mapping[str, Any]
    table_id: str | None
    entry: int | None
    made_at: float
    due_at: float | None
    sent: Mapping[str, Mapping[str, Any]]
    named: str | None = None

    @property
    def is_urgent(self) -> bool:
        return self.kind == URGENT

    def waits_for(self, channel: str) -> bool:
        """Whether it has yet to be sent by a channel."""
        return channel not in self.sent or self.sent[channel].get("again") is not None


class Outbox:
    """The notifications of all people."""

    def __init__(self, engine: AsyncEngine, clock: Callable[[], float] = time.time) -> None:
        self.engine, self.clock = engine, clock

    async def add(self, event: Event) -> bool:
        """Let somebody be told something, once; whether it is new."""
        n = schema.notifications.c
        same = sa.select(n.about, n.table_id, n.entry).where(n.player == event.player, n.kind == event.kind)
        async with self.engine.begin() as connection:
            rows = await connection.execute(same)
            if any((row.about, row.table_id, row.entry) == (event.about, event.table_id, event.entry) for row in rows):
                return False
            await self.insert(connection, [event])
        return True

    async def insert(self, connection: AsyncConnection, events: Sequence[Event]) -> None:
        """Write notifications down; nobody looks at them before more may have come to the same message."""
        now = self.clock()
        rows = [
            {**event.__dict__, "about": dict(event.about), "made_at": now, "due_at": now + event.waits, "sent": {}}
            for event in events
        ]
        if rows:
            await connection.execute(sa.insert(schema.notifications), rows)

    async def who_is_due(self) -> Sequence[str]:
        """People for whom something is due, those who wait longest first."""
        n = schema.notifications.c
        query = sa.select(n.player).where(n.due_at <= self.clock()).group_by(n.player).order_by(sa.func.min(n.due_at))
        async with self.engine.connect() as connection:
            return (await connection.execute(query.limit(AT_ONCE))).scalars().all()

    async def take(self, player: str) -> list[Notification]:
        """All that somebody has yet to be told, if something is due and no other server has taken it."""
        n, now = schema.notifications, self.clock()
        async with self.engine.begin() as connection:
            lease = sa.update(n).where(n.c.player == player, n.c.due_at <= now).values(due_at=now + LEASE)
            if not (await connection.execute(lease)).rowcount:
                return []
            query = sa.select(n).where(n.c.player == player, n.c.due_at.is_not(None)).order_by(n.c.number)
            return [Notification(**row._mapping) for row in await connection.execute(query.limit(AT_ONCE))]

    async def put_back(self, notifications: Sequence[Notification]) -> None:
        """Keep what became of them, and when they are due again."""
        n = schema.notifications
        async with self.engine.begin() as connection:
            for notification in notifications:
                change = sa.update(n).where(n.c.number == notification.number)
                await connection.execute(change.values(due_at=notification.due_at, sent=dict(notification.sent)))

    async def last(self, player: str, limit: int) -> list[Notification]:
        """The last notifications of somebody that were sent or wait to be, the newest first."""
        n = schema.notifications.c
        query = sa.select(schema.notifications).where(n.player == player).order_by(n.number.desc()).limit(AT_ONCE)
        async with self.engine.connect() as connection:
            notifications = [Notification(**row._mapping) for row in await connection.execute(query)]
        return [it for it in notifications if it.sent or it.due_at is not None][:limit]

    async def forget(self, player: str) -> None:
        """Forget all notifications of somebody."""
        async with self.engine.begin() as connection:
            await connection.execute(sa.delete(schema.notifications).where(schema.notifications.c.player == player))

    async def tidy(self) -> None:
        """Forget what is old, and what is too much for one person."""
        n = schema.notifications
        counted = sa.select(n.c.player).group_by(n.c.player).having(sa.func.count() > MOST_OF_PERSON)
        async with self.engine.begin() as connection:
            await connection.execute(sa.delete(n).where(n.c.made_at < self.clock() - KEPT))
            for player in (await connection.execute(counted)).scalars().all():
                newest = sa.select(n.c.number).where(n.c.player == player).order_by(n.c.number.desc())
                first = (await connection.execute(newest.offset(MOST_OF_PERSON - 1).limit(1))).scalar()
                await connection.execute(sa.delete(n).where(n.c.player == player, n.c.number < first))
