"""Addresses of e-mail are confirmed by a link in a letter, and every letter has a link that ends them."""

import hashlib
import hmac
import json
import time
from collections.abc import Callable

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from mezani.house.news.mail import Letter, Mail
from mezani.house.news.ways import MAIL, Way, Ways
from mezani.house.pending import Given, Pending
from mezani.language import language
from mezani.tables import schema
from mezani.tables.refusals import NoMail, TooManyLetters, WrongLink

KIND = "mail address"
VALID = 24 * 3600.0  # seconds for which a link confirms an address
MOST_OF_PERSON, MOST_TO_ADDRESS = 5, 3  # letters in that time that ask for it


class Confirming:
    """Whose address is whose."""

    def __init__(
        self,
        engine: AsyncEngine,
        pending: Pending,
        ways: Ways,
        mail: Mail,
        secret: Callable[[], str],
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.engine, self.pending, self.ways, self.mail = engine, pending, ways, mail
        self.secret, self.clock = secret, clock

    async def ask(self, way: Way) -> None:
        """Send a letter that asks whether an address belongs to who gave it."""
        if not self.mail.is_offered:
            raise NoMail
        await self._count(way)
        token = await self.pending.give_out(KIND, VALID, way.player, way=way.id, address=way.address)
        lang, link = language(way.lang), f"{way.site}/notifications/confirm/{token}"
        asked = lang.gettext("Somebody wants to be told at this address when it is their turn in a game.")
        ignored = lang.gettext("If that was not you, do nothing: no other e-mail comes.")
        words = lang.gettext("Yes, this is my address")
        subject = lang.gettext("Is this your address?")
        await self.mail.deliver(way.address, Letter(subject, [asked, ignored], [(words, link)], ""), lang, token)

    async def _count(self, way: Way) -> None:
        """TooManyLetters if somebody has asked often enough, or an address was asked."""
        p = schema.pending.c
        sent = sa.select(sa.func.count()).select_from(schema.pending).where(p.kind == KIND, p.until > self.clock())
        there = sa.cast(p.about, sa.Text).contains(json.dumps(way.address), autoescape=True)
        async with self.engine.connect() as connection:
            by_person = (await connection.execute(sent.where(p.player == way.player))).scalar_one()
            to_address = (await connection.execute(sent.where(there))).scalar_one()
        if by_person >= MOST_OF_PERSON or to_address >= MOST_TO_ADDRESS:
            raise TooManyLetters

    async def asked_of(self, token: str) -> Way:
        """The way whose address a link confirms; WrongLink if it is too old or was used."""
        return await self._way_of(await self.pending.look(KIND, token))

    async def confirm(self, token: str) -> Way:
        """Let letters be sent to an address; a link does that once."""
        way = await self._way_of(await self.pending.use(KIND, token))
        await self.ways.confirm(way.id)
        return way

    async def _way_of(self, given: Given | None) -> Way:
        way = await self.ways.find(given.about["way"]) if given else None
        if way is None or way.kind != MAIL:
            raise WrongLink
        return way

    # Ending

    def end_link(self, way: Way) -> str:
        """The link that ends all letters to an address."""
        return f"{way.site}/notifications/end/{way.id}-{self._seal(way.id)}"

    async def ended_by(self, given: str) -> Way | None:
        """The way that a link ends; None if it was ended before. WrongLink if nobody has made that link."""
        id, _, seal = given.partition("-")
        if not hmac.compare_digest(self._seal(id).encode(), seal.encode("utf-8", "replace")):
            raise WrongLink
        return await self.ways.find(id)

    async def end(self, given: str) -> None:
        """Send no more letters there: whoever wants some again has to confirm the address anew."""
        if way := await self.ended_by(given):
            await self.ways.remove(way.player, way.id)

    def _seal(self, id: str) -> str:
        return hmac.new(self.secret().encode(), f"end letters/{id}".encode(), hashlib.sha256).hexdigest()[:32]
