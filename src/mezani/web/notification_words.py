"""What was sent last, in words."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from babel.dates import format_date

from mezani.house.notifications.choices import NotificationChoices
from mezani.house.notifications.messages import line_of
from mezani.house.notifications.outbox import Notification
from mezani.language import Language


class Sent(NamedTuple):
    """Something that was sent by a channel, or waits to be."""

    title: str
    how: str  # by which channel, and when
    state: str  # arrived, failed, or waits
    words: str


def last_lines(
    notifications: Sequence[Notification], choices: NotificationChoices, lang: Language, now: float
) -> list[Sent]:
    """The last notifications by each of their channels, the newest first."""
    zone = ZoneInfo(choices.zone)
    lines = []
    for it in notifications:
        title = line_of(it, lang, now).title
        if not it.sent and it.due_at is not None:
            lines.append(Sent(title, moment(it.made_at, now, zone, lang), "waits", _held(it, choices, zone, lang)))
        for sent in it.sent.values():
            how = f"{_channel(sent['kind'], sent['name'], lang)} · {moment(sent['at'], now, zone, lang)}"
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


def _held(it: Notification, choices: NotificationChoices, zone: ZoneInfo, lang: Language) -> str:
    """Until when something waits."""
    assert it.due_at
    if choices.quiet_end(it.due_at - 1) == it.due_at:
        return lang.gettext("held until {time}").format(time=f"{datetime.fromtimestamp(it.due_at, zone):%H:%M}")
    return lang.gettext("on its way")


def _channel(kind: str, name: str, lang: Language) -> str:
    _ = lang.gettext
    return {"mail": _("e-mail"), "webhook": _("webhook")}.get(kind) or name or _("browser")


def _state(sent: Mapping[str, Any], lang: Language) -> tuple[str, str]:
    _ = lang.gettext
    if sent["result"] == "arrived":
        return "arrived", _("arrived")
    if sent.get("again"):
        return "waits", _("is tried again")
    return "failed", _("not taken")
