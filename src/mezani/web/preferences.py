"""Preferences: what a person may set for themselves."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any
from urllib.parse import urlencode

from mezani.language import LANGUAGES

PAUSES = (0, 500, 900, 1500, 3000)  # milliseconds that a full trick lies
PACES = {"quick": 0.35, "normal": 1.0, "slow": 2.5, "turn": 0.0}  # of bots, in parts of the host's pause
THEMES = ("auto", "light", "dark")
SUMMARIES = ("stay", "10", "20", "never")  # how long a summary stays: until its reader goes on, or so many seconds
COACHES = ("", "always", "asked", "never")  # when ideas are shown; "": in the first game, then when one asks
LOUDNESSES = range(0, 101, 10)
SUMMARY_SECONDS = {"10": 10, "20": 20}


@dataclass(frozen=True)
class Preferences:
    """What a person may set for themselves; it is kept in a cookie."""

    lang: str = ""
    theme: str = "auto"
    level: str = ""
    pace: str = "normal"
    pause: int = 900
    summary: str = "stay"
    coach: str = ""
    sound: bool = True
    loudness: int = 60  # of that sound, to 100
    notify: bool = False
    confirm: bool = False

    @property
    def trick_pause(self) -> int:
        """How long a full trick lies: not at all for somebody who wants to go straight to their next turn."""
        return 0 if self.pace == "turn" else self.pause

    def text(self) -> str:
        """The preferences as a cookie."""
        return urlencode(
            {name: int(value) if isinstance(value, bool) else value for name, value in asdict(self).items()}
        )


def read_preferences(given: Mapping[str, Any], known: Preferences | None = None) -> Preferences:
    """The preferences of a cookie or a form; what makes no sense is left out.

    >>> read_preferences({"theme": "dark", "pause": "17", "lang": "xx"}) == Preferences(theme="dark")
    True
    """
    preferences = known or Preferences()
    if given.get("lang") in LANGUAGES:
        preferences = replace(preferences, lang=given["lang"])
    if given.get("theme") in THEMES:
        preferences = replace(preferences, theme=given["theme"])
    if given.get("pace") in PACES:
        preferences = replace(preferences, pace=given["pace"])
    if str(given.get("pause")) in map(str, PAUSES):
        preferences = replace(preferences, pause=int(given["pause"]))
    if given.get("summary") in SUMMARIES:
        preferences = replace(preferences, summary=given["summary"])
    if given.get("coach") in COACHES:
        preferences = replace(preferences, coach=given["coach"])
    if str(given.get("loudness")) in map(str, LOUDNESSES):
        preferences = replace(preferences, loudness=int(given["loudness"]))
    if isinstance(given.get("level"), str) and given["level"].isidentifier() and len(given["level"]) < 40:
        preferences = replace(preferences, level=given["level"])
    ticked: dict[str, Any] = {
        name: given[name] in ("1", "on") for name in ("sound", "notify", "confirm") if name in given
    }
    return replace(preferences, **ticked)
