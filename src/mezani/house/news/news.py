"""The door of being told: other rooms say here what somebody is to hear, and pages ask here what they may set."""

import time
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from mezani.house.news.choices import KINDS, ChosenNews
from mezani.house.news.confirming import Confirming
from mezani.house.news.looking import Looking
from mezani.house.news.mail import Mail, PostOffice, checked_address
from mezani.house.news.messages import Message, trial_message
from mezani.house.news.outbox import New, Outbox
from mezani.house.news.posting import Poster
from mezani.house.news.push import Push
from mezani.house.news.telling import Telling
from mezani.house.news.ways import MAIL, PUSH, WEBHOOK, Way, Ways, devices
from mezani.house.news.webhook import Webhooks
from mezani.house.pending import Pending
from mezani.language import language
from mezani.tables.hall import Hall
from mezani.tables.refusals import NoMail, TooMuch

LOOK = 10.0  # seconds between two looks at the tables
TRIES_APART = 10.0  # seconds between two trials of a way


@dataclass(frozen=True)
class NewsSettings:
    """What the host has set: where letters are taken in, what links begin with, and whom messages may reach."""

    office: PostOffice | None = None
    public_address: str = ""
    house_name: str = "Mezani"
    private_webhooks: bool = False

    @property
    def contact(self) -> str:
        """Where the makers of browsers find who sends."""
        return f"mailto:{self.office.sender}" if self.office else self.public_address


class News:
    """What people are told, and by which ways."""

    def __init__(
        self,
        hall: Hall,
        pending: Pending,
        settings: NewsSettings | None = None,
        clock: Callable[[], float] = time.time,
        poster: Poster | None = None,
    ) -> None:
        self.hall, self.settings, self.clock = hall, settings or NewsSettings(), clock
        engine = hall.store.engine
        self.ways, self.outbox, self.chosen = Ways(engine, clock), Outbox(engine, clock), ChosenNews(engine)
        self.looking = Looking(engine)
        poster = poster or Poster(self.settings.private_webhooks)
        self.push = Push(hall.store.house, poster, self.settings.contact, clock)
        self.mail = Mail(self.settings.office, self.settings.house_name)
        self.webhooks = Webhooks(poster)
        self.confirming = Confirming(engine, pending, self.ways, self.mail, lambda: hall.secret, clock)
        self.telling = Telling(hall, self.outbox, self.ways, self.chosen, self.send, clock)

    async def tell(
        self,
        player: str,
        kind: str,
        about: Mapping[str, Any],
        table_id: str | None = None,
        entry: int | None = None,
    ) -> bool:
        """Let somebody be told something, if they want to hear of it; the same again is told once.

        `about` has the `game`, and who did it (`by`); of a round the `name` of the tournament, the `round` and the
        `path` of its page. Whoever has seen `entry` of the table's log is not told.
        """
        assert kind in KINDS, kind
        has_ways = any(way.works for way in await self.ways.of(player))
        if not has_ways or kind not in (await self.chosen.of(player)).kinds:
            return False
        return await self.outbox.add(New(player, kind, dict(about), table_id, entry))

    # What people set

    async def check(self, mail: str, webhook: str) -> None:
        """A refusal if nothing can be sent to one of the addresses that somebody gives; empty ones are none."""
        if mail:
            checked_address(mail)
            if not self.mail.is_offered:
                raise NoMail
        if webhook:
            await self.webhooks.check(webhook)

    async def set_webhook(self, player: str, address: str, is_on: bool, facts: Mapping[str, Any]) -> None:
        """Let somebody be told at a web address; empty: at none. One that is new is switched on."""
        known = await self._known(player, WEBHOOK, address)
        if known:
            await self.ways.switch(player, known.id, is_on)
        elif address:
            await self.ways.set_address(player, WEBHOOK, address, facts, confirmed=True)
        else:
            await self.ways.remove_kind(player, WEBHOOK)

    async def set_mail(self, player: str, address: str, is_on: bool, facts: Mapping[str, Any]) -> Way | None:
        """Let somebody be told by e-mail; returns the way if its address has yet to be confirmed and is new."""
        known = await self._known(player, MAIL, address)
        if known:
            await self.ways.switch(player, known.id, is_on)
        elif address:
            return await self.ways.set_address(player, MAIL, checked_address(address), facts, confirmed=False)
        else:
            await self.ways.remove_kind(player, MAIL)
        return None

    async def switch_devices(self, player: str, listed: Collection[str], on: Collection[str]) -> None:
        """Of the devices of somebody that are listed, switch some on and the others off."""
        for device in devices(await self.ways.of(player)):
            if device.id in listed and device.is_on != (device.id in on):
                await self.ways.switch(player, device.id, device.id in on)

    async def knows(self, player: str, kind: str, address: str) -> bool:
        """Whether somebody is told at an address already."""
        return await self._known(player, kind, address) is not None

    async def _known(self, player: str, kind: str, address: str) -> Way | None:
        return next((way for way in await self.ways.of(player) if (way.kind, way.address) == (kind, address)), None)

    # What is told

    async def look_and_tell(self) -> None:
        """Find what has happened at the tables, and tell what is due; one server at a time does this."""
        if not self.hall.gate.read_only:
            await self.look()
            await self.telling.tell_all()

    async def look(self) -> None:
        """Write down what has happened since somebody last looked."""
        before, now = await self.looking.since(), self.clock()
        found = await self.looking.find(now if before is None else float(before), now)
        wanted = [new for new in found if new.kind in (await self.chosen.of(new.player)).kinds]
        await self.looking.note(before, now, lambda connection: self.outbox.insert(connection, wanted))

    async def send(self, way: Way, message: Message) -> None:
        """Send a message by a way; NotSent if it is not taken."""
        if way.kind == PUSH:
            await self.push.send(way, message)
        elif way.kind == MAIL:
            await self.mail.send(way, message, self.confirming.end_link(way))
        else:
            await self.webhooks.send(way, message)

    async def try_out(self, player: str, id: str) -> bool:
        """Send something by a way to see whether it arrives; whether it was taken. Nothing if there is no such way."""
        way = await self.ways.find(id, player)
        if way is None or way.confirmed_at is None:
            return False
        if (wait := float(way.facts.get("tried_at", 0.0)) + TRIES_APART - self.clock()) > 0:
            raise TooMuch("requests", wait)
        await self.ways.note_facts(id, tried_at=self.clock())
        waiting = await self.hall.store.lists.waiting_for(player)
        return await self.telling.problem_of(way, trial_message(language(way.lang), waiting)) is None

    async def forget(self, player: str) -> None:
        """Forget by which ways somebody was told, and what."""
        await self.ways.forget(player)
        await self.outbox.forget(player)

    async def tidy(self) -> None:
        """Forget old news, and ways that lead nowhere."""
        await self.outbox.tidy()
        await self.ways.tidy()
