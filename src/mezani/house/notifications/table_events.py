"""What has happened at the tables that people may want to be told.

The store is asked what has moved since the last look, so that nothing is lost with a server. What a look finds is
written down together with its moment: of two servers that look at once, only one writes.
"""

from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from mezani.house.notifications.channels import had_channel_since
from mezani.house.notifications.outbox import Event
from mezani.tables import schema
from mezani.tables.clocks import LITTLE_DAYS, ClockShown, ClocksShown
from mezani.tables.entries import RETOLD, Kind
from mezani.tables.lists import waiting_seats

LOOKED = "tables looked at"  # the fact that tells when
OVERLAP = 120.0  # seconds: servers' clocks differ, and a move may be stored a while after it was made
OWN = [kind.value for kind in (Kind.PLAY, Kind.UNDO, Kind.COMMIT, Kind.JOIN, Kind.LEAVE, Kind.RETURN)]
TURNING = [*OWN, Kind.BEGIN.value, Kind.CLOSE.value]
TOLD_APART = [kind.value for kind in (Kind.CHAT, Kind.REMATCH, *RETOLD)]  # who has seen the end need not see these

Write = Callable[[AsyncConnection], Awaitable[None]]


@dataclass(frozen=True)
class Waiting:
    """A seat for which a table waits, and whose owner wants to be told."""

    table_id: str
    game: str
    seat: int
    player: str
    shown: int  # the last entry that its screens have shown


class TableEvents:
    """What has happened at the tables."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine

    async def last_look(self) -> str | None:
        """When somebody last looked, as it is kept; None: nobody has."""
        query = sa.select(schema.house.c.value).where(schema.house.c.name == LOOKED)
        async with self.engine.connect() as connection:
            return (await connection.execute(query)).scalar()

    async def note_look(self, before: str | None, now: float, write: Write) -> bool:
        """Write something down together with this look; nothing if another server has looked meanwhile."""
        h = schema.house
        try:
            async with self.engine.begin() as connection:
                if before is None:
                    await connection.execute(sa.insert(h).values(name=LOOKED, value=repr(now)))
                else:
                    mine = sa.update(h).where(h.c.name == LOOKED, h.c.value == before).values(value=repr(now))
                    if not (await connection.execute(mine)).rowcount:
                        return False
                await write(connection)
        except IntegrityError:  # the first look of all was another server's
            return False
        return True

    async def find(self, since: float, now: float) -> list[Event]:
        """All that has happened since a moment, and all for whom time runs short."""
        async with self.engine.connect() as connection:
            return [
                *[event async for event in self._turns(connection, since - OVERLAP)],
                *[event async for event in self._short_times(connection, now)],
                *await self._chats(connection, since - OVERLAP),
                *await self._ends(connection, since - OVERLAP),
                *await self._invitations(connection, since - OVERLAP),
            ]

    # Turns

    async def _turns(self, connection: AsyncConnection, since: float) -> AsyncIterator[Event]:
        t = schema.tables.c
        for row in await self._waiting(
            connection, t.moved_at >= since, had_channel_since(schema.seats.c.player, t.moved_at)
        ):
            one = _waiting(row)
            own, last = await self._entries(connection, one)
            if last > one.shown and not await self._was_told(connection, one, "turn", own):
                by, named = await self._who_moved(connection, one)
                about = {"game": one.game, "seat": one.seat, "by": by}
                yield Event(one.player, "turn", about, one.table_id, last, named)

    async def _short_times(self, connection: AsyncConnection, now: float) -> AsyncIterator[Event]:
        t = schema.tables.c
        soon = (t.flag_at > now) & (t.flag_at <= now + LITTLE_DAYS) & t.clocks.is_not(None)
        for row in await self._waiting(connection, soon, had_channel_since(schema.seats.c.player, sa.literal(now))):
            until = _flag_of(row, now)
            if until is None:
                continue
            one = _waiting(row)
            own, last = await self._entries(connection, one)
            if not await self._was_told(connection, one, "time", own):
                about = {"game": one.game, "seat": one.seat, "until": until}
                yield Event(one.player, "time", about, one.table_id, last)

    async def _waiting(self, connection: AsyncConnection, *which: sa.ColumnElement[bool]) -> list[Any]:
        """The seats of people for which tables wait."""
        t, s = schema.tables.c, schema.seats.c
        query = (
            sa.select(
                *(t.id, t.game, t.to_move, t.waits_for, t.answers, t.clocks, t.flag_at),
                *(s.seat, s.player, s.shown),
            )
            .join(schema.seats, s.table_id == t.id)
            .where(t.begun, ~t.over, ~t.closed, s.player.is_not(None), s.bot.is_(None), *which)
            .order_by(t.id, s.seat)
        )
        return [row for row in await connection.execute(query) if row.seat in waiting_seats(row)]

    async def _entries(self, connection: AsyncConnection, one: Waiting) -> tuple[int, int]:
        """The last entry of the log that is a seat's own, and the last by which a turn may have come."""
        c = schema.log.c
        own = sa.func.max(c.number).filter((c.seat == one.seat) & c.kind.in_(OWN))
        last = sa.func.max(c.number).filter(c.kind.in_(TURNING))
        row = (await connection.execute(sa.select(own, last).where(c.table_id == one.table_id))).one()
        return row[0] or 0, row[1] or 0

    async def _was_told(self, connection: AsyncConnection, one: Waiting, kind: str, own: int) -> bool:
        """Whether it was told since a seat has last done something itself.

        What was left unsaid because a move was taken back is to be told when the turn comes again.
        """
        n, c = schema.notifications.c, schema.log.c
        undone = sa.select(sa.func.max(c.number)).where(c.table_id == one.table_id, c.kind == Kind.UNDO.value)
        query = sa.select(n.entry, n.due_at, n.sent, undone.scalar_subquery().label("undone")).where(
            n.player == one.player, n.kind == kind, n.table_id == one.table_id, n.entry >= own
        )
        rows = await connection.execute(query)
        return any(row.sent or row.due_at is not None or row.entry >= (row.undone or 0) for row in rows)

    async def _who_moved(self, connection: AsyncConnection, one: Waiting) -> tuple[str | None, str | None]:
        """The name of who made the last move, and who that is; None if none was made, empty if it was for this seat."""
        c, s = schema.log.c, schema.seats.c
        query = (
            sa.select(c.seat, s.name, s.player)
            .join(schema.seats, (s.table_id == c.table_id) & (s.seat == c.seat))
            .where(c.table_id == one.table_id, c.kind == Kind.PLAY.value)
        )
        row = (await connection.execute(query.order_by(c.number.desc()).limit(1))).first()
        if row is None:
            return None, None
        return (row.name, row.player) if row.seat != one.seat else ("", None)

    # What else happens

    async def _chats(self, connection: AsyncConnection, since: float) -> list[Event]:
        """What was said by others, unless one does not want to hear them."""
        t, c, s, m = schema.tables.c, schema.log.c, schema.seats.c, schema.mutes.c
        author = schema.seats.alias()
        muted = sa.exists().where(m.player == s.player, m.muted == author.c.player)
        query = (
            sa.select(t.id, t.game, s.player, s.shown, author.c.name, author.c.player.label("named"), c.number)
            .join(schema.log, c.table_id == t.id)
            .join(schema.seats, s.table_id == t.id)
            .join(author, (author.c.table_id == t.id) & (author.c.seat == c.seat))
            .where(
                c.table_id.in_(sa.select(t.id).where(t.moved_at >= since)),
                c.kind == Kind.CHAT.value,
                c.at >= since,
                c.seat != s.seat,
            )
            .where(s.player.is_not(None), author.c.player != s.player, ~muted, had_channel_since(s.player, c.at))
            .order_by(c.number)
        )
        newest = {(row.id, row.player): row for row in await connection.execute(query)}
        return [
            Event(row.player, "chat", {"game": row.game, "by": row.name}, row.id, row.number, row.named)
            for row in newest.values()
            if row.number > (row.shown or 0) and not await _is_noted(connection, row.player, "chat", row.id, row.number)
        ]

    async def _ends(self, connection: AsyncConnection, since: float) -> list[Event]:
        t = schema.tables.c
        return await self._of_tables(connection, "over", t.over, t.moved_at >= since)

    async def _invitations(self, connection: AsyncConnection, since: float) -> list[Event]:
        """Tables at which others have laid a place for somebody."""
        t, s = schema.tables.c, schema.seats.c
        recent = (t.moved_at >= since) & (t.created_at >= since)
        return await self._of_tables(
            connection, "invite", ~t.over, recent, t.tournament.is_(None), t.opened_by != s.player
        )

    async def _of_tables(self, connection: AsyncConnection, kind: str, *which: sa.ColumnElement[bool]) -> list[Event]:
        """Something that happens at a table once, for all who sit there."""
        t, s, c = schema.tables.c, schema.seats.c, schema.log.c
        host = schema.seats.alias()
        last = sa.select(sa.func.max(c.number)).where(c.table_id == t.id, c.kind.not_in(TOLD_APART)).scalar_subquery()
        opened = sa.select(sa.func.max(host.c.name)).where(host.c.table_id == t.id, host.c.player == t.opened_by)
        query = (
            sa.select(t.id, t.game, t.opened_by, s.player, s.shown, last.label("entry"))
            .add_columns(opened.scalar_subquery().label("by"))
            .join(schema.seats, s.table_id == t.id)
            .where(*which, s.player.is_not(None), had_channel_since(s.player, t.moved_at))
            .order_by(t.id, s.seat)
        )
        rows = {(row.id, row.player): row for row in await connection.execute(query)}
        return [
            Event(row.player, kind, {"game": row.game, "by": row.by or ""}, row.id, row.entry, row.opened_by)
            for row in rows.values()
            if (row.entry or 0) > (row.shown or 0) and not await _is_noted(connection, row.player, kind, row.id)
        ]


async def _is_noted(connection: AsyncConnection, player: str, kind: str, table: str, entry: int = 0) -> bool:
    """Whether somebody is told of something at a table already, up to an entry."""
    n = schema.notifications.c
    query = sa.select(n.number).where(n.player == player, n.kind == kind, n.table_id == table)
    if entry:
        query = query.where(n.entry >= entry)
    return (await connection.execute(query.limit(1))).first() is not None


def _flag_of(row: Any, now: float) -> float | None:
    """When the time of a seat is up, if little of it is left."""
    clocks = msgspec.convert(row.clocks, ClocksShown)
    shown: ClockShown | None = clocks.seats[row.seat]
    if shown is None or shown.ends is None or shown.left_at(now) > clocks.little:
        return None
    return shown.ends


def _waiting(row: Any) -> Waiting:
    return Waiting(row.id, row.game, row.seat, row.player, row.shown or 0)
