"""Passkeys: made and asked for by the browser, checked here, each answer to a challenge that works once."""

import hashlib
import json
import secrets
from typing import Any, NamedTuple

import sqlalchemy as sa
import webauthn
from sqlalchemy.ext.asyncio import AsyncConnection
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from mezani.house.keys import Keys
from mezani.house.pending import Given, Pending
from mezani.tables import schema
from mezani.tables.key_ring import PASSKEY
from mezani.tables.refusals import WrongPasskey

MAKE, ASK = "make passkey", "ask passkey"
SECONDS = 300.0  # for which a challenge can be answered
HOUSE = "Mezani"


class Site(NamedTuple):
    """Where people open the house: passkeys belong to its host, and answers come from its origin."""

    host: str
    origin: str


class Passkeys:
    """The passkeys of the house."""

    def __init__(self, keys: Keys, pending: Pending) -> None:
        self.keys, self.pending = keys, pending

    async def offer(self, site: Site, player: str, name: str) -> str:
        """What a browser needs to make a passkey for somebody, as JSON."""
        known = [key.facts["id"] for key in await self.keys.of(player) if key.kind == PASSKEY]
        challenge = await self._challenge(MAKE, player)
        options = webauthn.generate_registration_options(
            rp_id=site.host,
            rp_name=HOUSE,
            user_id=bytes.fromhex(player),
            user_name=name,
            user_display_name=name,
            challenge=challenge,
            timeout=int(1000 * SECONDS),
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED,
                user_verification=UserVerificationRequirement.PREFERRED,
            ),
            exclude_credentials=[PublicKeyCredentialDescriptor(id=base64url_to_bytes(id)) for id in known],
        )
        return webauthn.options_to_json(options)

    async def check_made(self, site: Site, player: str, answer: Any) -> dict[str, Any]:
        """The facts of a passkey that a browser has made for somebody who was asked to."""
        challenge, given = await self._answered(MAKE, answer)
        if given.player != player:
            raise WrongPasskey
        try:
            made = webauthn.verify_registration_response(
                credential=answer,
                expected_challenge=challenge,
                expected_rp_id=site.host,
                expected_origin=site.origin,
            )
        except (WebAuthnException, ValueError, KeyError, TypeError) as problem:
            raise WrongPasskey from problem
        return {
            "id": bytes_to_base64url(made.credential_id),
            "key": bytes_to_base64url(made.credential_public_key),
            "count": made.sign_count,
        }

    async def add(self, connection: AsyncConnection, player: str, name: str, facts: dict[str, Any]) -> None:
        """Let a passkey that was checked be somebody's; nobody's passkey becomes another's."""
        id = id_of_passkey(facts["id"])
        query = sa.select(schema.keys.c.id).where(schema.keys.c.id == id)
        if (await connection.execute(query)).first():
            raise WrongPasskey
        await self.keys.add(connection, id, player, PASSKEY, name, facts)

    async def ask(self, site: Site, asker: str) -> str:
        """What the browser of a guest needs to ask for any passkey of this house, as JSON."""
        options = webauthn.generate_authentication_options(
            rp_id=site.host,
            challenge=await self._challenge(ASK, asker),
            timeout=int(1000 * SECONDS),
            user_verification=UserVerificationRequirement.PREFERRED,
        )
        return webauthn.options_to_json(options)

    async def check(self, site: Site, asker: str | None, answer: Any) -> str:
        """Whose passkey has answered a challenge that this browser was given."""
        challenge, given = await self._answered(ASK, answer)
        if given.player != asker:
            raise WrongPasskey
        id = answer.get("id")
        found = await self.keys.find(id_of_passkey(id), PASSKEY) if isinstance(id, str) else None
        if found is None:
            raise WrongPasskey
        player, key = found
        try:
            checked = webauthn.verify_authentication_response(
                credential=answer,
                expected_challenge=challenge,
                expected_rp_id=site.host,
                expected_origin=site.origin,
                credential_public_key=base64url_to_bytes(key.facts["key"]),
                credential_current_sign_count=key.facts["count"],
            )
        except (WebAuthnException, ValueError, KeyError, TypeError) as problem:
            raise WrongPasskey from problem
        await self._count(key.id, {**key.facts, "count": checked.new_sign_count})
        return player

    async def _count(self, id: str, facts: dict[str, Any]) -> None:
        k = schema.keys.c
        used = sa.update(schema.keys).where(k.id == id, k.removed_at.is_(None))
        async with self.keys.engine.begin() as connection:
            await connection.execute(used.values(facts=facts, used_at=self.keys.today))

    async def _challenge(self, kind: str, player: str) -> bytes:
        self.keys.hall.gate.check_open()
        challenge = secrets.token_bytes(32)
        await self.pending.give_out(kind, SECONDS, player, token=bytes_to_base64url(challenge))
        return challenge

    async def _answered(self, kind: str, answer: Any) -> tuple[bytes, Given]:
        """The challenge that an answer is for; it is used up, whatever the answer is worth."""
        try:
            said = json.loads(base64url_to_bytes(answer["response"]["clientDataJSON"]))
            challenge = said["challenge"]
            given = await self.pending.use(kind, challenge)
            if given is None:
                raise WrongPasskey
            return base64url_to_bytes(challenge), given
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as problem:
            raise WrongPasskey from problem


def id_of_passkey(given: str) -> str:
    """The id of the key of a passkey; it is another hash than that of a secret: it would be no good as a cookie."""
    return hashlib.sha256(f"passkey {given}".encode("utf-8", "replace")).hexdigest()
