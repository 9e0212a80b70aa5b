"""Who looks at a page: their secret, their language and their preferences, all from the request."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from litestar.connection import ASGIConnection

from mezani.language import LANGUAGES, Language, language
from mezani.tables.key_ring import DEVICE, Key, KeyRing
from mezani.tables.keys import secret_by_key
from mezani.tables.players import new_secret, player_of
from mezani.web.cookies import kept_preferences, kept_secret
from mezani.web.preferences import Preferences


@dataclass(frozen=True)
class Viewer:
    """A person with a browser."""

    secret: str
    preferences: Preferences
    lang: Language
    key: Key | None = None  # by which the house knows them; None: a guest

    @cached_property
    def player(self) -> str | None:
        """The player they are; None if they never sat down."""
        if self.key:
            return self.key.player
        return player_of(self.secret) if self.secret else None

    @property
    def is_signed_in(self) -> bool:
        """Whether they have joined the house, and this is one of their devices."""
        return self.key is not None and self.key.kind == DEVICE

    def is_known_to(self, ring: KeyRing) -> bool:
        """Whether their secret still stands for the player who they are: a device can be removed."""
        return ring.player_of(self.secret) == self.player


def viewer_of(connection: ASGIConnection[Any, Any, Any, Any]) -> Viewer:
    """Who sent a request."""
    preferences = kept_preferences(connection)
    code = preferences.lang or preferred_language(connection.headers.get("accept-language", ""))
    secret, key = kept_key(connection)
    return Viewer(secret, preferences, language(code), key)


def kept_key(connection: ASGIConnection[Any, Any, Any, Any]) -> tuple[str, Key | None]:
    """The secret that a browser keeps and its key; a secret whose key was removed is as good as none."""
    secret = kept_secret(connection)
    key = key_ring_of(connection).find(secret)
    return ("", None) if key and key.is_removed else (secret, key)


def key_ring_of(connection: ASGIConnection[Any, Any, Any, Any]) -> KeyRing:
    """The keys of the house."""
    ring: KeyRing = connection.app.state.hall.key_ring
    return ring


def known_or_new_player(connection: ASGIConnection[Any, Any, Any, Any], key: str = "") -> tuple[str, str]:
    """The secret and the player of whoever sits down: fresh ones for somebody new, the same if a form comes twice.

    A form that somebody has joined by does not bring back the device that was signed out since.
    """
    ring, secret = key_ring_of(connection), kept_key(connection)[0]
    if not secret and key:
        by_key = secret_by_key(connection.app.state.hall.secret, key, connection.scope["path"])
        secret = by_key if by_key and ring.player_of(by_key) else ""
    secret = secret or new_secret()
    return secret, ring.player_of(secret) or player_of(secret)


def preferred_language(header: str) -> str:
    """The language that a browser asks for first among those that there are.

    >>> preferred_language("fr-CH, de;q=0.8, en;q=0.5"), preferred_language("")
    ('de', 'en')
    """
    asked = []
    for place, entry in enumerate(header[:500].split(",")):
        tag, _, weight = entry.strip().partition(";q=")
        try:
            asked.append((-float(weight or 1), place, tag.lower().partition("-")[0]))
        except ValueError:
            continue
    return next((tag for _, _, tag in sorted(asked) if tag in LANGUAGES), LANGUAGES[0])
