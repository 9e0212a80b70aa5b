"""Notifications of a house: other rooms say here what somebody is to be told, and pages what people have set."""

import time
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from mezani.house.notifications.channels import MAIL, PUSH, WEBHOOK, Channel, Channels, devices
from mezani.house.notifications.choices import KINDS, KeptChoices
from mezani.house.notifications.delivery import Delivery
from mezani.house.notifications.http_post import HttpPoster
from mezani.house.notifications.mail import Mailer, MailServer, checked_address
from mezani.house.notifications.mail_links import MailLinks
from mezani.house.notifications.messages import Message, trial_message
from mezani.house.notifications.outbox import Event, Outbox
from mezani.house.notifications.push import Push
from mezani.house.notifications.table_events import TableEvents
from mezani.house.notifications.webhooks import Webhooks
from mezani.house.pending import Pending
from mezani.language import language
from mezani.tables.hall import Hall
from mezani.tables.refusals import NoMail, TooMuch

LOOK = 10.0  # seconds between two looks at the tables
TRIES_APART = 10.0  # seconds between two trials of a channel


@dataclass(frozen=True)
class NotificationSettings:
    """What the host has set: by which server mail is sent, what links begin with, and whom messages may reach."""

    mail_server: MailServer | None = None
    public_address: str = ""
    house_name: str = "Mezani"
    private_webhooks: bool = False

    @property
    def contact(self) -> str:
        """Where the makers of browsers find who sends."""
        return f"mailto:{self.mail_server.sender}" if self.mail_server else self.public_address


class Notifications:
    """What people are told, and by which channels."""

    def __init__(
        self,
        hall: Hall,
        pending: Pending,
        settings: NotificationSettings | None = None,
        clock: Callable[[], float] = time.time,
        poster: HttpPoster | None = None,
    ) -> None:
        self.hall, self.settings, self.clock = hall, settings or NotificationSettings(), clock
        engine = hall.store.engine
        self.channels, self.outbox, self.choices = Channels(engine, clock), Outbox(engine, clock), KeptChoices(engine)
        self.table_events = TableEvents(engine)
        poster = poster or HttpPoster(self.settings.private_webhooks)
        self.push = Push(hall.store.house, poster, self.settings.contact, clock)
        self.mailer = Mailer(self.settings.mail_server, self.settings.house_name)
        self.webhooks = Webhooks(poster)
        self.mail_links = MailLinks(engine, pending, self.channels, self.mailer, lambda: hall.secret, clock)
        self.delivery = Delivery(hall, self.outbox, self.channels, self.choices, self.send, clock)

    async def notify(
        self,
        player: str,
        kind: str,
        about: Mapping[str, Any],
        table_id: str | None = None,
        entry: int | None = None,
        named: str | None = None,
    ) -> bool:
        """Let somebody be told something, if they want to hear of it; the same again is told once.

        `about` has the `game`, and the name of who did it (`by`), which is that of the player `named`; of a round the
        `name` of the tournament, the `round` and the `path` of its page. Whoever has seen `entry` of the table's log is
        not told.
        """
        assert kind in KINDS, kind
        has_channel = any(channel.works for channel in await self.channels.of(player))
        if not has_channel or kind not in (await self.choices.of(player)).kinds:
            return False
        return await self.outbox.add(Event(player, kind, dict(about), table_id, entry, named))

    # What people set

    def check_mail(self, address: str) -> None:
        """A refusal if no e-mail can be sent to an address; an empty one is none."""
        if address:
            checked_address(address)
            if not self.mailer.is_offered:
                raise NoMail

    async def check_webhook(self, address: str) -> None:
        """A refusal if nothing can be posted to an address; an empty one is none."""
        if address:
            await self.webhooks.check(address)

    async def set_webhook(self, player: str, address: str, is_on: bool, facts: Mapping[str, Any]) -> None:
        """Let somebody be told at a web address; empty: at none. One that is new is switched on."""
        known = await self._known(player, WEBHOOK, address)
        if known:
            await self.channels.note_facts(known.id, **facts)
            await self.channels.switch(player, known.id, is_on)
        elif address:
            await self.channels.set_address(player, WEBHOOK, address, facts, confirmed=True)
        else:
            await self.channels.remove_kind(player, WEBHOOK)

    async def set_mail(self, player: str, address: str, is_on: bool, facts: Mapping[str, Any]) -> Channel | None:
        """Let somebody be told by e-mail; returns the channel if its address has yet to be confirmed and is new."""
        known = await self._known(player, MAIL, address)
        if known:
            await self.channels.note_facts(known.id, **facts)
            await self.channels.switch(player, known.id, is_on)
        elif address:
            return await self.channels.set_address(player, MAIL, checked_address(address), facts, confirmed=False)
        else:
            await self.channels.remove_kind(player, MAIL)
        return None

    async def switch_devices(self, player: str, listed: Collection[str], on: Collection[str]) -> None:
        """Of the devices of somebody that are listed, switch some on and the others off."""
        for device in devices(await self.channels.of(player)):
            if device.id in listed and device.is_on != (device.id in on):
                await self.channels.switch(player, device.id, device.id in on)

    async def knows(self, player: str, kind: str, address: str) -> bool:
        """Whether somebody is told at an address already."""
        return await self._known(player, kind, address) is not None

    async def _known(self, player: str, kind: str, address: str) -> Channel | None:
        return next(
            (
                channel
                for channel in await self.channels.of(player)
                if (channel.kind, channel.address) == (kind, address)
            ),
            None,
        )

    # What is sent

    async def look_and_deliver(self) -> None:
        """Find what has happened at the tables, and send what is due; one server at a time does this."""
        if not self.hall.gate.read_only:
            await self.look()
            await self.delivery.deliver_all()

    async def look(self) -> None:
        """Write down what has happened since somebody last looked."""
        before, now = await self.table_events.last_look(), self.clock()
        found = await self.table_events.find(now if before is None else float(before), now)
        wanted = [event for event in found if event.kind in (await self.choices.of(event.player)).kinds]
        await self.table_events.note_look(before, now, lambda connection: self.outbox.insert(connection, wanted))

    async def send(self, channel: Channel, message: Message) -> None:
        """Send a message by a channel; NotSent if it is not taken."""
        if channel.kind == PUSH:
            await self.push.send(channel, message)
        elif channel.kind == MAIL:
            await self.mailer.send(channel, message, self.mail_links.unsubscribe_link(channel))
        else:
            await self.webhooks.send(channel, message)

    async def try_out(self, player: str, id: str) -> bool:
        """Send something by a channel, if there is such a one, to see whether it arrives; whether it was taken."""
        channel = await self.channels.find(id, player)
        if channel is None or channel.confirmed_at is None:
            return False
        if (wait := float(channel.facts.get("tried_at", 0.0)) + TRIES_APART - self.clock()) > 0:
            raise TooMuch("requests", wait)
        await self.channels.note_facts(id, tried_at=self.clock())
        waiting = await self.hall.store.lists.waiting_for(player)
        problem = await self.delivery.problem_of(channel, trial_message(language(channel.lang), waiting))
        await self.channels.note_facts(id, problem=[problem.reason, problem.code] if problem else None)
        return problem is None

    async def forget(self, player: str) -> None:
        """Forget by which channels somebody was told, and what."""
        await self.channels.forget(player)
        await self.outbox.forget(player)

    async def tidy(self) -> None:
        """Forget old notifications, and channels that lead nowhere."""
        await self.outbox.tidy()
        await self.channels.tidy()
