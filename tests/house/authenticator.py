"""An authenticator made of software: it makes passkeys and answers challenges as a browser would send them."""

import hashlib
import json
import secrets
import struct
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from webauthn.helpers import bytes_to_base64url

PRESENT_AND_VERIFIED = 0b101
HAS_PASSKEY = 0b1000000


class Authenticator:
    """One passkey; what it says of origin, touch and counter can be forged."""

    def __init__(self, origin: str = "https://games.example.org", host: str = "games.example.org") -> None:
        self.origin, self.host, self.count = origin, host, 0
        self.is_touched = True
        self.id = secrets.token_bytes(16)
        self.private = ec.generate_private_key(ec.SECP256R1())

    def make(self, options: str) -> dict[str, Any]:
        """The answer to `navigator.credentials.create`."""
        numbers = self.private.public_key().public_numbers()
        x, y = (number.to_bytes(32, "big") for number in (numbers.x, numbers.y))
        public = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: x, -3: y})
        passkey = bytes(16) + struct.pack(">H", len(self.id)) + self.id + public
        said = self._said("webauthn.create", options)
        made = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": self._data(HAS_PASSKEY) + passkey})
        return self._answer(clientDataJSON=said, attestationObject=made)

    def answer(self, options: str) -> dict[str, Any]:
        """The answer to `navigator.credentials.get`."""
        self.count += 1
        said, data = self._said("webauthn.get", options), self._data()
        signature = self.private.sign(data + hashlib.sha256(said).digest(), ec.ECDSA(hashes.SHA256()))
        return self._answer(clientDataJSON=said, authenticatorData=data, signature=signature)

    def _said(self, kind: str, options: str) -> bytes:
        return json.dumps(
            {"type": kind, "challenge": json.loads(options)["challenge"], "origin": self.origin, "crossOrigin": False}
        ).encode()

    def _data(self, flags: int = 0) -> bytes:
        head = hashlib.sha256(self.host.encode()).digest()
        touched = PRESENT_AND_VERIFIED if self.is_touched else 0
        return head + bytes([touched | flags]) + struct.pack(">I", self.count)

    def _answer(self, **response: bytes) -> dict[str, Any]:
        id = bytes_to_base64url(self.id)
        told = {name: bytes_to_base64url(value) for name, value in response.items()}
        return {"id": id, "rawId": id, "type": "public-key", "response": told, "clientExtensionResults": {}}
