"""The links in e-mails: one confirms the address, and every other e-mail has one that ends them all."""

import hashlib
import hmac
import time
from collections.abc import Callable

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from mezani.house.notifications.channels import MAIL, Channel, Channels
from mezani.house.notifications.mail import Email, Mailer
from mezani.house.pending import Given, Pending
from mezani.language import language
from mezani.tables import schema
from mezani.tables.database import put
from mezani.tables.players import fingerprint
from mezani.tables.refusals import NoMail, TooManyEmails, WrongMailLink

KIND = "mail address"
COUNTED = "mail addresses asked"  # the fact whose row is held while they are counted
VALID = 24 * 3600.0  # seconds for which a link confirms an address
MOST_OF_PERSON, MOST_TO_ADDRESS = 5, 3  # e-mails in that time that ask for it


def inbox_of(address: str) -> str:
    """Where an address leads, however it is spelled: so that nobody floods it under many spellings.

    >>> inbox_of("Nadia.N+games@Example.org") == inbox_of("nadian@example.org")
    True
    """
    name, _, domain = address.lower().rpartition("@")
    return f"{name.partition('+')[0].replace('.', '')}@{domain}"


class MailLinks:
    """Lets addresses be confirmed, and mail be ended."""

    def __init__(
        self,
        engine: AsyncEngine,
        pending: Pending,
        channels: Channels,
        mailer: Mailer,
        secret: Callable[[], str],
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.engine, self.pending, self.channels, self.mailer = engine, pending, channels, mailer
        self.secret, self.clock = secret, clock

    async def ask(self, channel: Channel) -> None:
        """Send an e-mail that asks whether an address belongs to who gave it."""
        if not self.mailer.is_offered:
            raise NoMail
        token = await self._new_token(channel)
        lang, link = language(channel.lang), f"{channel.site}/notifications/confirm/{token}"
        asked = lang.gettext("Somebody who plays at {house} wants to be told at this address when it is their turn.")
        ignored = lang.gettext("If that was not you, do nothing: no other e-mail comes.")
        words = lang.gettext("Yes, this is my address")
        subject = lang.gettext("Is this your address?")
        email = Email(subject, [asked.format(house=self.mailer.house_name), ignored], [(words, link)], "")
        await self.mailer.deliver(channel.address, email, lang, token)

    async def _new_token(self, channel: Channel) -> str:
        """What a link ends with; TooManyEmails if somebody has asked often enough, or an address was asked.

        One is given out after the other, on all servers: else many at once would all find that few were.
        """
        p = schema.pending.c
        sent = sa.select(sa.func.count()).select_from(schema.pending).where(p.kind == KIND, p.until > self.clock())
        inbox = fingerprint(self.secret(), inbox_of(channel.address))
        async with self.engine.begin() as connection:
            await put(connection, schema.house, {"name": COUNTED, "value": ""})  # its row is held
            by_person = (await connection.execute(sent.where(p.player == channel.player))).scalar_one()
            to_address = (await connection.execute(sent.where(p.about["inbox"].as_string() == inbox))).scalar_one()
            if by_person >= MOST_OF_PERSON or to_address >= MOST_TO_ADDRESS:
                raise TooManyEmails
            about = {"channel": channel.id, "inbox": inbox}
            return await self.pending.note(connection, KIND, VALID, channel.player, **about)

    async def channel_to_confirm(self, token: str) -> Channel:
        """The channel whose address a link confirms; WrongMailLink if it is too old or was used."""
        return await self._channel_of(await self.pending.look(KIND, token))

    async def confirm(self, token: str) -> Channel:
        """Let mail be sent to an address; a link does that once."""
        channel = await self._channel_of(await self.pending.use(KIND, token))
        await self.channels.confirm(channel.id)
        return channel

    async def _channel_of(self, given: Given | None) -> Channel:
        channel = await self.channels.find(given.about["channel"]) if given else None
        if channel is None or channel.kind != MAIL:
            raise WrongMailLink
        return channel

    # Unsubscribing

    def unsubscribe_link(self, channel: Channel) -> str:
        """The link that ends all mail to an address."""
        return f"{channel.site}/notifications/end/{channel.id}-{self._seal(channel.id)}"

    async def channel_to_end(self, given: str) -> Channel | None:
        """The channel that a link ends; None if it was ended before. WrongMailLink if nobody has made that link."""
        id, _, seal = given.partition("-")
        if not hmac.compare_digest(self._seal(id).encode(), seal.encode("utf-8", "replace")):
            raise WrongMailLink
        return await self.channels.find(id)

    async def unsubscribe(self, given: str) -> None:
        """Send no more mail there: whoever wants some again has to confirm the address anew."""
        if channel := await self.channel_to_end(given):
            await self.channels.remove(channel.player, channel.id)

    def _seal(self, id: str) -> str:
        return hmac.new(self.secret().encode(), f"end mail/{id}".encode(), hashlib.sha256).hexdigest()[:32]
