"""What was sent last, in words."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from mezani.house.notifications.channels import Channel
from mezani.house.notifications.choices import NotificationChoices
from mezani.house.notifications.messages import newest_of_each, title_for
from mezani.house.notifications.outbox import Notification
from mezani.language import Language
from mezani.web.dates import day_and_month


class Sent(NamedTuple):
    """Something that was sent by a channel, or waits to be."""

    title: str
    how: str  # by which channel, and when
    state: str  # arrived, failed, or waits
    words: str


def last_lines(
    notifications: Sequence[Notification], choices: NotificationChoices, lang: Language, now: float
) -> list[Sent]:
    """What was sent last or waits to be, the newest first: a line for each message."""
    zone = ZoneInfo(choices.zone)
    messages: dict[tuple[Any, ...], list[Notification]] = {}
    for it in reversed(notifications):
        if not it.sent and it.due_at is not None:
            messages.setdefault((it.due_at,), []).append(it)
        for channel, sent in it.sent.items():
            messages.setdefault((sent["at"], channel), []).append(it)
    return [_line(of, key, zone, choices, lang, now) for key, of in sorted(messages.items(), reverse=True)]


def _line(
    of: Sequence[Notification],
    key: tuple[Any, ...],
    zone: ZoneInfo,
    choices: NotificationChoices,
    lang: Language,
    now: float,
) -> Sent:
    title = title_for(newest_of_each(of), lang, now)
    if len(key) == 1:
        return Sent(title, moment(of[-1].made_at, now, zone, lang), "waits", _held(of[-1], choices, zone, lang))
    sent = of[-1].sent[key[1]]
    how = f"{_channel(sent['kind'], sent['name'], lang)} · {moment(sent['at'], now, zone, lang)}"
    return Sent(title, how, *_state(sent, lang))


def moment(at: float, now: float, zone: ZoneInfo, lang: Language) -> str:
    """A day and a time where somebody lives."""
    here, today = datetime.fromtimestamp(at, zone), datetime.fromtimestamp(now, zone).date()
    if here.date() == today:
        day = lang.gettext("today")
    elif here.date() == today - timedelta(days=1):
        day = lang.gettext("yesterday")
    else:
        day = day_and_month(here.date(), lang)
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


def problem_words(channel: Channel, lang: Language) -> str:
    """Why the last message by a channel has not arrived; empty if it has."""
    if channel.problem is None:
        return ""
    reason, code = channel.problem
    _ = lang.gettext
    words = {
        "address": _("Nothing can be sent to this address."),
        "silent": _("Nobody answers there."),
        "status": _("The answer was {code}."),
        "mail server": _("The mail server takes nothing at the moment."),
        "refused": _("The mail server has refused it ({code})."),
    }
    return words.get(reason, _("Something went wrong here.")).format(code=code)
