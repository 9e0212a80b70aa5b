"""What a person reads when they are told: one message for many notifications, in their language."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from babel.dates import format_timedelta

from mezani.house.notifications.outbox import Notification
from mezani.language import Language
from mezani.tables.missing_games import title_of

NAMED = 20  # notifications that one message names


@dataclass(frozen=True)
class Line:
    """A notification in words: what it is about, a sentence more, and where it can be looked at."""

    title: str
    detail: str
    path: str

    @property
    def sentence(self) -> str:
        """Both in one line."""
        return f"{self.title}. {self.detail}" if self.detail else self.title


@dataclass(frozen=True)
class Message:
    """What is sent by a channel."""

    title: str
    body: str
    path: str  # where it leads
    tag: str  # of the same tag only the last one need be shown
    key: str  # tells it from all others: sent again after a failure, it is the same
    waiting: int  # tables that wait for this person
    lines: list[Line] = field(default_factory=list)
    is_urgent: bool = False
    notifications: list[dict[str, Any]] = field(default_factory=list)  # for programs


def message_of(notifications: Sequence[Notification], waiting: int, lang: Language, now: float) -> Message:
    """One message for all of these, of which there is at least one."""
    told = newest_of_each(notifications)
    title, lines = title_for(told, lang, now), [line_of(it, lang, now) for it in told]
    facts = [{"kind": it.kind, "game": it.about.get("game"), "path": path_of(it)} for it in told]
    is_urgent, key = any(it.is_urgent for it in notifications), " ".join(str(it.number) for it in notifications)
    if len(told) == 1:
        (line,), tag = lines, told[0].table_id or told[0].kind
        return Message(title, line.detail, line.path, tag, key, waiting, lines, is_urgent, facts)
    body = "\n".join(line.title for line in lines)
    return Message(title, body, "/", "many", key, waiting, lines, is_urgent, facts)


def newest_of_each(notifications: Sequence[Notification]) -> list[Notification]:
    """What a message names: of several at a table, or of a tournament, only the newest."""
    found = {(it.kind, it.table_id or str(it.number)): it for it in notifications}
    return list(found.values())[-NAMED:]


def title_for(told: Sequence[Notification], lang: Language, now: float) -> str:
    """What a message that names these is about."""
    if len(told) == 1:
        return line_of(told[0], lang, now).title
    if all(it.kind == "turn" for it in told):
        words = lang.ngettext("{n} table waits for you", "{n} tables wait for you", len(told))
    else:
        words = lang.ngettext("{n} notification", "{n} notifications", len(told))
    return words.format(n=len(told))


def line_of(notification: Notification, lang: Language, now: float) -> Line:
    """A notification in words; nothing of it is known to those at the table alone."""
    title, detail = _words(notification, lang, now)
    return Line(title, detail, path_of(notification))


def path_of(notification: Notification) -> str:
    """Where something can be looked at."""
    return f"/table/{notification.table_id}" if notification.table_id else str(notification.about.get("path", "/"))


def _words(notification: Notification, lang: Language, now: float) -> tuple[str, str]:
    _, about = lang.gettext, notification.about
    game, by = title_of(about.get("game", "")), about.get("by", "")
    if notification.kind == "turn":
        begun = _("The game has begun.") if by is None else ""
        moved = _("{name} has moved.").format(name=by) if by else begun
        return _("{game}: your turn").format(game=game), moved
    if notification.kind == "time":
        left = int(max(60.0, about.get("until", now) - now))
        span = format_timedelta(left, threshold=1.5, locale=lang.code)
        return _("{game}: your time runs short").format(game=game), _("{time} left.").format(time=span)
    if notification.kind == "invite":
        invites = _("{name} plays with you.").format(name=by) if by else ""
        return _("{game}: a new table for you").format(game=game), invites
    if notification.kind == "round":
        return _("{name}: round {n} begins").format(name=about.get("name", ""), n=about.get("round", "")), game
    if notification.kind == "chat":
        return _("{game}: {name} writes").format(game=game, name=by or _("Somebody")), ""
    return _("{game}: the game is over").format(game=game), ""


def trial_message(lang: Language, waiting: int) -> Message:
    """What is sent when somebody tries a channel."""
    _ = lang.gettext
    title, body = _("This is how you hear of your turn"), _("You have tried it out. It works.")
    return Message(
        title, body, "/notifications", "trial", secrets.token_hex(8), waiting, [Line(title, body, "/notifications")]
    )
