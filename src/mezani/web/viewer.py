"""Who looks at a page: their secret, their language and their wishes, all from the request."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from typing import Any
from urllib.parse import parse_qsl, urlencode

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie

from mezani.language import LANGUAGES, Language, language
from mezani.tables.players import player_of

SECRET_COOKIE = "mezani"
WISHES_COOKIE = "mezani-wishes"
TWO_YEARS = 2 * 365 * 24 * 3600
PAUSES = (0, 500, 900, 1500, 3000)  # milliseconds that a full trick lies
PACES = {"quick": 0.35, "normal": 1.0, "slow": 2.5, "turn": 0.0}  # of bots, in parts of the host's pause
THEMES = ("auto", "light", "dark")
SUMMARIES = ("stay", "10", "20", "never")  # how long a summary stays: until its reader goes on, or so many seconds
SUMMARY_SECONDS = {"10": 10, "20": 20}


@dataclass(frozen=True)
class Wishes:
    """What a person may set for themselves; it is kept in a cookie."""

    lang: str = ""
    theme: str = "auto"
    level: str = ""
    pace: str = "normal"
    pause: int = 900
    summary: str = "stay"
    sound: bool = True
    notify: bool = False
    confirm: bool = False

    @property
    def trick_pause(self) -> int:
        """How long a full trick lies: not at all for somebody who wants to go straight to their next turn."""
        return 0 if self.pace == "turn" else self.pause

    def text(self) -> str:
        """The wishes as a cookie."""
        return urlencode(
            {name: int(value) if isinstance(value, bool) else value for name, value in asdict(self).items()}
        )


def read_wishes(given: Mapping[str, Any], known: Wishes | None = None) -> Wishes:
    """The wishes of a cookie or a form; what makes no sense is left out.

    >>> read_wishes({"theme": "dark", "pause": "17", "lang": "xx"}) == Wishes(theme="dark")
    True
    """
    wishes = known or Wishes()
    if given.get("lang") in LANGUAGES:
        wishes = replace(wishes, lang=given["lang"])
    if given.get("theme") in THEMES:
        wishes = replace(wishes, theme=given["theme"])
    if given.get("pace") in PACES:
        wishes = replace(wishes, pace=given["pace"])
    if str(given.get("pause")) in map(str, PAUSES):
        wishes = replace(wishes, pause=int(given["pause"]))
    if given.get("summary") in SUMMARIES:
        wishes = replace(wishes, summary=given["summary"])
    if isinstance(given.get("level"), str) and given["level"].isidentifier() and len(given["level"]) < 40:
        wishes = replace(wishes, level=given["level"])
    ticked: dict[str, Any] = {
        name: given[name] in ("1", "on") for name in ("sound", "notify", "confirm") if name in given
    }
    return replace(wishes, **ticked)


@dataclass(frozen=True)
class Viewer:
    """A person with a browser."""

    secret: str
    wishes: Wishes
    lang: Language

    @cached_property
    def player(self) -> str | None:
        """The player they are; None if they never sat down."""
        return player_of(self.secret) if self.secret else None


def viewer_of(connection: ASGIConnection[Any, Any, Any, Any]) -> Viewer:
    """Who sent a request."""
    cookies = connection.cookies
    wishes = read_wishes(dict(parse_qsl(cookies.get(WISHES_COOKIE, "")[:500])))
    code = wishes.lang or preferred_language(connection.headers.get("accept-language", ""))
    return Viewer(cookies.get(SECRET_COOKIE, "")[:100], wishes, language(code))


def preferred_language(header: str) -> str:
    """The language that a browser asks for first among those that there are.

    >>> preferred_language("fr-CH, de;q=0.8, en;q=0.5"), preferred_language("")
    ('de', 'en')
    """
    asked = []
    for place, part in enumerate(header[:500].split(",")):
        tag, _, weight = part.strip().partition(";q=")
        try:
            asked.append((-float(weight or 1), place, tag.lower().partition("-")[0]))
        except ValueError:
            continue
    return next((tag for _, _, tag in sorted(asked) if tag in LANGUAGES), LANGUAGES[0])


def cookie(name: str, value: str, secure: bool) -> Cookie:
    """A cookie that only this site gets back."""
    return Cookie(key=name, value=value, max_age=TWO_YEARS, path="/", httponly=True, samesite="lax", secure=secure)
