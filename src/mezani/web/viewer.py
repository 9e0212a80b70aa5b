"""Who looks at a page: their secret, their language and their preferences, all from the request."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from litestar.connection import ASGIConnection

from mezani.language import LANGUAGES, Language, language
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

    @cached_property
    def player(self) -> str | None:
        """The player they are; None if they never sat down."""
        return player_of(self.secret) if self.secret else None


def viewer_of(connection: ASGIConnection[Any, Any, Any, Any]) -> Viewer:
    """Who sent a request."""
    preferences = kept_preferences(connection)
    code = preferences.lang or preferred_language(connection.headers.get("accept-language", ""))
    return Viewer(kept_secret(connection), preferences, language(code))


def known_or_new_player(connection: ASGIConnection[Any, Any, Any, Any], key: str = "") -> tuple[str, str]:
    """The secret and the player of whoever sits down: fresh ones for somebody new, the same if a form comes twice."""
    by_key = secret_by_key(connection.app.state.hall.secret, key, connection.scope["path"]) if key else None
    secret = kept_secret(connection) or by_key or new_secret()
    return secret, player_of(secret)


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
