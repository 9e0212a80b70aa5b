"""Delivery: when each notification goes out by which channels, and what becomes of it."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Any

import sqlalchemy as sa

from mezani.house.notifications.channels import MAIL, PUSH, WEBHOOK, Channel, Channels
from mezani.house.notifications.choices import KeptChoices, NotificationChoices
from mezani.house.notifications.http_post import NotSent
from mezani.house.notifications.messages import Message, message_of
from mezani.house.notifications.outbox import GATHERING, Notification, Outbox
from mezani.language import language
from mezani.tables import schema
from mezani.tables.hall import Hall
from mezani.tables.lists import waiting_seats
from mezani.tables.refusals import Refusal, StoreSilent

log = logging.getLogger(__name__)

GATHERS = {PUSH: GATHERING, WEBHOOK: GATHERING, MAIL: 300.0}  # seconds
APART = {PUSH: 0.0, WEBHOOK: 0.0, MAIL: 1800.0}  # seconds between two messages
PAUSES = (60.0, 300.0, 1800.0, 7200.0)  # after which something is tried again
TOGETHER = 16  # people who are told at a time

Send = Callable[[Channel, Message], Awaitable[None]]


class Delivery:
    """Sends people what is due; whatever channel fails, the others go on."""

    def __init__(
        self,
        hall: Hall,
        outbox: Outbox,
        channels: Channels,
        choices: KeptChoices,
        send: Send,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.hall, self.outbox, self.channels, self.choices, self.send, self.clock = (
            hall,
            outbox,
            channels,
            choices,
            send,
            clock,
        )

    async def deliver_all(self) -> None:
        """Send everybody what is due."""
        room = asyncio.Semaphore(TOGETHER)

        async def deliver(player: str) -> None:
            async with room:
                await self.deliver(player)

        problems = await asyncio.gather(*map(deliver, await self.outbox.who_is_due()), return_exceptions=True)
        for problem in problems:
            if isinstance(problem, Refusal):
                raise problem  # the store is silent
            if problem is not None:
                log.error("somebody could not be told", exc_info=problem)

    async def deliver(self, player: str) -> None:
        """Send somebody what is due by each of their channels, and keep when the rest is."""
        notifications = await self.outbox.take(player)
        if not notifications:
            return
        choices = await self.choices.of(player)
        wanted = [it for it in notifications if it.kind in choices.kinds and await self.still_holds(it)]
        channels = [channel for channel in await self.channels.of(player) if channel.works]
        all_sent = await asyncio.gather(*(self._deliver_by(channel, wanted, choices) for channel in channels))
        channels = [channel for channel in await self.channels.of(player) if channel.works]  # some may be gone by now
        for sent in all_sent:
            wanted = [replace(it, sent={**it.sent, **sent.get(it.number, {})}) for it in wanted]
        numbers = {it.number for it in wanted}
        done = [replace(it, due_at=None) for it in notifications if it.number not in numbers]
        await self.outbox.put_back(done + [replace(it, due_at=self._due(it, channels, choices)) for it in wanted])

    async def _deliver_by(
        self, channel: Channel, notifications: Sequence[Notification], choices: NotificationChoices
    ) -> dict[int, dict[str, Any]]:
        """Send what is due by a channel in one message; returns what is to be kept of that with each of them."""
        now = self.clock()
        open_now = [it for it in notifications if self._is_for(it, channel) and self._is_allowed(it, choices, now)]
        if not open_now or min(self._moment(it, channel) for it in open_now) > now:
            return {}
        waiting = await self.hall.store.lists.waiting_for(channel.player)
        message = message_of(open_now, waiting, language(channel.lang), now)
        problem = await self.problem_of(channel, message)
        if problem is None:
            await self.channels.has_arrived(channel)
            return {it.number: _noted(channel, at=now, result="arrived") for it in open_now}
        await self.channels.has_failed(channel, problem)
        return {it.number: _failed(it, channel, now, problem) for it in open_now}

    async def problem_of(self, channel: Channel, message: Message) -> NotSent | None:
        """Send a message by a channel; what went wrong, if anything did."""
        try:
            await self.send(channel, message)
        except StoreSilent:
            raise
        except NotSent as problem:
            log.info("a message by %s was not taken: %s", channel.kind, problem)
            return problem
        except Exception:  # whatever it is, the other channels go on
            log.exception("a message by %s could not be sent", channel.kind)
            return NotSent("broken", "it could not be sent")
        return None

    def _is_for(self, notification: Notification, channel: Channel) -> bool:
        """Whether a notification still has to go out by a channel, which was there before it."""
        return channel.made_at <= notification.made_at and notification.waits_for(channel.id)

    @staticmethod
    def _is_allowed(notification: Notification, choices: NotificationChoices, now: float) -> bool:
        return notification.is_urgent or choices.quiet_end(now) is None

    def _moment(self, notification: Notification, channel: Channel) -> float:
        """When a notification may go out by a channel, but for quiet hours."""
        if again := notification.sent.get(channel.id, {}).get("again"):
            return float(again)
        if notification.is_urgent:
            return notification.made_at
        return max(notification.made_at + GATHERS[channel.kind], channel.sent_at + APART[channel.kind])

    def _due(self, it: Notification, channels: Sequence[Channel], choices: NotificationChoices) -> float | None:
        """When somebody has to look at a notification again; None: all is done."""
        moments = [self._moment(it, channel) for channel in channels if self._is_for(it, channel)]
        if not moments:
            return None
        due = max(min(moments), self.clock())
        return due if it.is_urgent else choices.quiet_end(due) or due

    # What still holds

    async def still_holds(self, notification: Notification) -> bool:
        """Whether somebody has not seen it yet, and it still holds."""
        if notification.table_id is None:
            return True
        t, s = schema.tables.c, schema.seats.c
        query = (
            sa.select(t.over, t.closed, t.to_move, t.waits_for, t.answers, s.seat, s.shown, s.bot)
            .join(schema.seats, s.table_id == t.id)
            .where(t.id == notification.table_id, s.player == notification.player)
        )
        async with self.hall.store.engine.connect() as connection:
            rows = (await connection.execute(query)).all()
        present = self.hall.presence(notification.table_id).seen_by
        if not rows or any(row.seat in present or (row.shown or 0) >= (notification.entry or 1) for row in rows):
            return notification.kind == "time" and self._waits(rows) and not any(row.seat in present for row in rows)
        return notification.kind not in ("turn", "time") or self._waits(rows)

    @staticmethod
    def _waits(rows: Sequence[Any]) -> bool:
        """Whether a table still waits for one of somebody's seats."""
        return any(not row.over and not row.closed and not row.bot and row.seat in waiting_seats(row) for row in rows)


def _noted(channel: Channel, **facts: object) -> dict[str, Any]:
    return {channel.id: {"kind": channel.kind, "name": channel.name, **facts}}


def _failed(it: Notification, channel: Channel, now: float, problem: NotSent) -> dict[str, Any]:
    """It is tried again with growing pauses, unless that is of no use."""
    tries = int(it.sent.get(channel.id, {}).get("tries", 0)) + 1
    is_over = problem.is_final or tries > len(PAUSES)
    again = None if is_over else now + PAUSES[tries - 1]
    return _noted(channel, at=now, result="failed", tries=tries, again=again)
