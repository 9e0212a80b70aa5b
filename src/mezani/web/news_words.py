"""What was sent last, in words."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from babel.dates import format_date

from mezani.house.news.choices import NewsChoices
from mezani.house.news.messages import line_of
from mezani.house.news.outbox import Item
from mezani.language import Language


class Sent(NamedTuple):
    """Something that was sent by a way, or waits to be."""

    title: str
    how: str  # by which way, and when
    state: str  # arrived, failed, or waits
    words: str


def last_lines(items: Sequence[Item], choices: NewsChoices, lang: Language, now: float) -> list[Sent]:
    """The last news by each of their ways, the newest first."""
    zone = ZoneInfo(choices.zone)
    lines = []
    for item in items:
        title = line_of(item, lang, now).title
        if not item.sent and item.due_at is not None:
            lines.append(Sent(title, moment(item.made_at, now, zone, lang), "waits", _held(item, choices, zone, lang)))
        for sent in item.sent.values():
            how = f"{_way(sent['kind'], sent['name'], lang)} · {moment(sent['at'], now, zone, lang)}"
            lines.append(Sent(title, how, *_state(sent, lang)))
    return lines


def moment(at: float, now: float, zone: ZoneInfo, lang: Language) -> str:
    """A day and a time where somebody lives."""
    here, today = datetime.fromtimestamp(at, zone), datetime.fromtimestamp(now, zone).date()
    if here.date() == today:
        day = lang.gettext("today")
    elif here.date() == today - timedelta(days=1):
        day = lang.gettext("yesterday")
    else:
        day = str(format_date(here.date(), "d MMM", locale=lang.code))
    return f"{day}, {here:%H:%M}"


def _held(item: Item, choices: NewsChoices, zone: ZoneInfo, lang: Language) -> str:
    """Until when something waits."""
    assert item.due_at
    if choices.quiet_end(item.due_at - 1) == item.due_at:
        return lang.gettext("held until {time}").format(time=f"{datetime.fromtimestamp(item.due_at, zone):%H:%M}")
    return lang.gettext("on its way")


def _way(kind: str, name: str, lang: Language) -> str:
    _ = lang.gettext
    return {"mail": _("e-mail"), "webhook": _("webhook")}.get(kind) or name or _("browser")


def _state(sent: Mapping[str, Any], lang: Language) -> tuple[str, str]:
    _ = lang.gettext
    if sent["result"] == "arrived":
        return "arrived", _("arrived")
    if sent.get("again"):
        return "waits", _("is tried again")
    return "failed", _("not taken")
