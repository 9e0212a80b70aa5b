"""Joining the house: a guest becomes a person with keys, and signs in on other devices."""

import hashlib
import hmac
from base64 import urlsafe_b64encode
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from mezani.house.hosts import Hosts
from mezani.house.keys import Keys
from mezani.house.merging import merge
from mezani.house.notifications.channels import end_push_to, push_to_same
from mezani.house.passkeys import Passkeys, Site
from mezani.house.pending import Given, Pending
from mezani.house.recovery import id_of_code, new_code
from mezani.tables import schema
from mezani.tables.database import put
from mezani.tables.key_ring import DEVICE, PROGRAM, RECOVERY, Key
from mezani.tables.names import check_name, looks_like
from mezani.tables.players import player_of
from mezani.tables.refusals import NameTaken, NoPerson, SignedOut, WrongCode, WrongDeviceLink

LINK = "device"
LINK_SECONDS = 600.0
AGAIN = 600.0  # seconds in which the same form with the same code is answered once more


@dataclass(frozen=True)
class Browser:
    """A browser that asks: what it keeps, who that is, and what it is called in lists."""

    secret: str
    player: str | None
    name: str


class Joining:
    """Who joins, and who signs in."""

    def __init__(self, keys: Keys, pending: Pending, hosts: Hosts) -> None:
        self.keys, self.pending, self.hosts = keys, pending, hosts
        self.hall, self.engine = keys.hall, keys.engine

    async def join(self, connection: AsyncConnection, browser: Browser, name: str) -> str:
        """Let a guest join under a name, or go on as who they are; this browser is one of their devices then."""
        self.hall.gate.check_open()
        assert browser.player
        key = await self.keys.claim(connection, player_of(browser.secret), browser.player, DEVICE, browser.name)
        if key.is_removed:
            raise SignedOut
        if key.kind == PROGRAM:
            raise NoPerson
        if not await self._has_joined(connection, key.owner):
            await self.name(connection, key.owner, check_name(name))
        return key.owner

    async def _has_joined(self, connection: AsyncConnection, player: str) -> bool:
        p = schema.players.c
        joined = sa.select(p.id).where(p.id == player, p.joined_at.is_not(None))
        return (await connection.execute(joined)).first() is not None

    async def name(self, connection: AsyncConnection, player: str, name: str) -> None:
        """Let a name be somebody's, who has joined from now on; NameTaken if it looks like that of another."""
        p = schema.players
        await put(connection, p, {"id": player, "name": name}, keep=True)
        joined_at = sa.func.coalesce(p.c.joined_at, self.keys.clock())
        named = sa.update(p).where(p.c.id == player)
        try:
            await connection.execute(named.values(name=name, looks_like=looks_like(name), joined_at=joined_at))
        except IntegrityError as problem:
            raise NameTaken from problem

    async def join_with_code(self, browser: Browser, name: str) -> str:
        """Give somebody a recovery code, which replaces the one before; a guest joins by it."""
        async with self.engine.begin() as connection:
            player = await self.join(connection, browser, name)
            code = await self._new_code(connection, player)
        await self.keys.tell(player_of(browser.secret))
        return code

    async def join_with_passkey(self, browser: Browser, name: str, passkeys: Passkeys, site: Site, answer: Any) -> None:
        """Let a passkey that the browser has made be somebody's; a guest joins by it."""
        assert browser.player
        facts = await passkeys.check_made(site, browser.player, answer)
        async with self.engine.begin() as connection:
            player = await self.join(connection, browser, name)
            await passkeys.add(connection, player, browser.name, facts)
        await self.keys.tell(player_of(browser.secret))

    async def _new_code(self, connection: AsyncConnection, player: str, code: str = "") -> str:
        k, code = schema.keys.c, code or new_code()
        old = sa.update(schema.keys).where(k.player == player, k.kind == RECOVERY, k.removed_at.is_(None))
        await connection.execute(old.values(removed_at=self.keys.clock()))
        id = id_of_code(code)
        assert id
        await self.keys.add(connection, id, player, RECOVERY, "")
        return code

    # Signing in

    async def sign_in(self, browser: Browser, player: str, secret: str = "") -> str:
        """Let a browser be one of a person's devices: it gets a fresh secret, and what its guest did comes along."""
        async with self.engine.begin() as connection:
            secret, tables = await self._sign_in(connection, browser, player, secret)
        await self._tell(browser, secret, tables)
        return secret

    async def _sign_in(
        self, connection: AsyncConnection, browser: Browser, player: str, secret: str
    ) -> tuple[str, list[str]]:
        self.hall.gate.check_open()
        secret, tables = await self.keys.new_device(connection, player, browser.name, secret), []
        if browser.secret and player_of(browser.secret) != player_of(secret):
            old = await self.keys.claim(connection, player_of(browser.secret), player, DEVICE, browser.name)
            if old.owner == player and browser.player == old.id != player:  # a guest, and nobody else by now
                tables = await merge(connection, old.id, player, self.hosts.is_named(old.id))
            await self._change_key(connection, old, player, player_of(secret))
        return secret, tables

    async def _change_key(self, connection: AsyncConnection, old: Key, player: str, new: str) -> None:
        """Let a browser be known by another key; what was told there goes on if it is the same person's."""
        k = schema.keys.c
        left = sa.update(schema.keys).where(k.id == old.id, k.kind == DEVICE)
        await connection.execute(left.values(removed_at=self.keys.clock()))
        if old.owner == player:
            await push_to_same(connection, old.id, new)
        else:
            await end_push_to(connection, old.id)

    async def _tell(self, browser: Browser, secret: str, tables: list[str]) -> None:
        await self.keys.tell(*{player_of(one) for one in (browser.secret, secret) if one})
        await self.hall.retell(*tables)
        if self.hall.gate.is_blocked(browser.player):
            await self.hall.tell_gate()

    async def sign_in_with_code(self, browser: Browser, code: str, form_key: str = "") -> tuple[str, str]:
        """The fresh secret of somebody who has a code, and a new code: the old one is used up.

        If the same form comes twice it is answered twice: the answer may have been lost, and the only code with it.
        """
        id, made_of = id_of_code(code), f"{form_key} {code}"
        secret = urlsafe_b64encode(self._derived("secret", made_of)[:24]).decode() if form_key else ""
        fresh = new_code(self._derived("code", made_of) if form_key else b"")
        async with self.engine.begin() as connection:
            player = await self._use_up(connection, id, _hash(made_of)) if id else None
            if player is None:
                if form_key and id and await self._was_answered(connection, id, _hash(made_of), secret, fresh):
                    return secret, fresh
                raise WrongCode
            secret, tables = await self._sign_in(connection, browser, player, secret)
            await self._new_code(connection, player, fresh)
        await self._tell(browser, secret, tables)
        return secret, fresh

    async def _use_up(self, connection: AsyncConnection, id: str, used_by: str) -> str | None:
        """Whose code this is, of which nobody has made use before; None if there is none."""
        k = schema.keys.c
        use = sa.update(schema.keys).where(k.id == id, k.kind == RECOVERY, k.removed_at.is_(None)).returning(k.player)
        values = {"removed_at": self.keys.clock(), "facts": {"used_by": used_by}}
        used: str | None = (await connection.execute(use.values(values))).scalar()
        return used

    async def _was_answered(self, connection: AsyncConnection, id: str, used_by: str, secret: str, fresh: str) -> bool:
        """Whether the same form was answered lately, and what it was answered with has not been used or removed."""
        k, answered_with = schema.keys.c, [player_of(secret), id_of_code(fresh)]
        lately = sa.select(k.facts).where(k.id == id, k.kind == RECOVERY, k.removed_at > self.keys.clock() - AGAIN)
        facts = (await connection.execute(lately)).scalar() or {}
        good = sa.select(sa.func.count()).where(k.id.in_(answered_with), k.removed_at.is_(None))
        still_good = (await connection.execute(good)).scalar_one() == len(answered_with)
        return still_good and facts.get("used_by") == used_by

    def _derived(self, what: str, made_of: str) -> bytes:
        return hmac.digest(self.hall.secret.encode(), f"sign in {what} {made_of}".encode(), "sha256")

    async def new_link(self, player: str, device: str) -> str:
        """What a link ends with by which a device of somebody signs one other in, once and soon."""
        self.hall.gate.check_open()
        return await self.pending.give_out(LINK, LINK_SECONDS, player, device=device)

    async def look_at_link(self, token: str) -> str | None:
        """The person whom such a link signs in, if it still does."""
        return await self._signed_in_by(await self.pending.look(LINK, token))

    async def _signed_in_by(self, given: Given | None) -> str | None:
        """Whom a link signs in, as long as the device that made it is one of theirs: else who stole it would stay."""
        found = await self.keys.find(given.about.get("device", ""), DEVICE) if given else None
        return found[0] if found and given and found[0] == given.player else None

    async def sign_in_with_link(self, browser: Browser, token: str) -> str:
        """The fresh secret of the device on which such a link was opened."""
        player = await self._signed_in_by(await self.pending.use(LINK, token))
        if player is None:
            raise WrongDeviceLink
        return await self.sign_in(browser, player)


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
