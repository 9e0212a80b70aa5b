"""Web Push: sealed messages to a browser, by the service that its maker runs."""

import asyncio
import hashlib
import json
import re
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import urlsplit

from mezani.house.notifications.channels import Channel
from mezani.house.notifications.http_post import HttpPoster, NotSent, parts_of
from mezani.house.notifications.messages import Message
from mezani.tables.house_facts import HouseFacts
from mezani.tables.refusals import WrongAddress

KEY = "push key"  # the fact that holds the private key of the house
TTL = 24 * 3600  # seconds for which a service keeps what a device can't take
VALID = 12 * 3600  # seconds for which our signature is good
GONE = (404, 410)
TOO_LARGE = 413
HOST = re.compile(r"[\w-]+(\.[\w-]+)+", re.ASCII)
NOBODY = "mailto:host@localhost"
POINT, AUTH = 65, 16  # bytes of a browser's key and of its secret


class Push:
    """Sends to browsers, signed by the key of the house, which all its servers share."""

    def __init__(
        self, facts: HouseFacts, poster: HttpPoster, contact: str = "", clock: Callable[[], float] = time.time
    ) -> None:
        self.facts, self.poster, self.contact, self.clock = facts, poster, contact, clock

    @property
    def schemes(self) -> tuple[str, ...]:
        """Services are asked over https; one at home, where the host allows it, over http too."""
        return ("https", "http") if self.poster.private else ("https",)

    async def public_key(self) -> str:
        """What browsers have to know to be told by this house."""
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

        vapid = await self._vapid()
        return _base64(vapid.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))

    async def check(self, endpoint: str, keys: Mapping[str, Any]) -> None:
        """WrongAddress if a subscription is none that a browser makes, or points into the house."""
        sizes = {"p256dh": POINT, "auth": AUTH}
        if any(_bytes(keys.get(name)) != size for name, size in sizes.items()):
            raise WrongAddress(endpoint)
        try:
            await asyncio.to_thread(seal, endpoint, keys, b"{}")
        except ValueError as problem:  # no point of the curve
            raise WrongAddress(endpoint) from problem
        await self.poster.check(endpoint, self.schemes)

    async def send(self, channel: Channel, message: Message) -> None:
        """Send a message to a device."""
        vapid = await self._vapid()
        body = await asyncio.to_thread(seal, channel.address, channel.facts, payload(message))
        headers = {
            **vapid.sign(self._claims(channel)),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(TTL),
            "Urgency": "high" if message.is_urgent else "normal",
            "Topic": hashlib.sha256(message.tag.encode()).hexdigest()[:32],
        }
        status = await self.poster.post(channel.address, headers, body)
        if status in GONE:
            raise NotSent.answered(status, is_gone=True)
        if not 200 <= status < 300:
            raise NotSent.answered(status, is_final=status == TOO_LARGE)

    def _claims(self, channel: Channel) -> dict[str, Any]:
        parts = parts_of(channel.address)
        return {
            "aud": f"{parts.scheme}://{parts.netloc}",
            "exp": int(self.clock()) + VALID,
            "sub": contact_of(self.contact or channel.site),
        }

    async def _vapid(self) -> Any:
        from py_vapid import Vapid02

        def draw() -> str:
            drawn = Vapid02()
            drawn.generate_keys()
            return str(drawn.private_pem().decode())

        return Vapid02.from_pem((await self.facts.drawn_once(KEY, draw)).encode())


def contact_of(given: str) -> str:
    """Who sends, as services of push take it: an e-mail address, or an address with https and without a port.

    >>> contact_of("https://games.example.org:8443"), contact_of("mailto:games@mail"), contact_of("")
    ('https://games.example.org', 'mailto:host@localhost', 'mailto:host@localhost')
    """
    parts = urlsplit(given)
    host = given.rpartition("@")[2] if parts.scheme == "mailto" else parts.hostname or ""
    if parts.scheme not in ("https", "mailto") or not HOST.fullmatch(host):
        return NOBODY
    return given if parts.scheme == "mailto" else f"https://{host}"


def payload(message: Message) -> bytes:
    """What a service worker gets: which game and who has moved, and nothing that only those at the table know."""
    facts = {
        "title": message.title,
        "body": message.body,
        "path": message.path,
        "tag": message.tag,
        "waiting": message.waiting,
    }
    return json.dumps(facts).encode()


def seal(endpoint: str, keys: Mapping[str, Any], text: bytes) -> bytes:
    """A text that only one browser can read; ValueError if its keys are none."""
    from pywebpush import WebPusher, WebPushException

    try:
        pusher = WebPusher({"endpoint": endpoint, "keys": {name: keys[name] for name in ("p256dh", "auth")}})
        sealed = pusher.encode(text, "aes128gcm")["body"]
    except (WebPushException, KeyError) as problem:
        raise ValueError("these are no keys of a browser") from problem
    return bytes(sealed)


def _bytes(given: object) -> int:
    """How many bytes a text in Base64 stands for; 0: it is none."""
    if not isinstance(given, str) or not given.isascii() or len(given) > 200:
        return 0
    try:
        return len(urlsafe_b64decode(given + "=" * (-len(given) % 4)))
    except ValueError:
        return 0


def _base64(given: bytes) -> str:
    return urlsafe_b64encode(given).decode().rstrip("=")
