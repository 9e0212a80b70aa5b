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
    """One message for all of these, of which there is at least one; the newest of a table speaks for it."""
    told: dict[tuple[str, str], Notification] = {}
    for it in notifications:
        told[it.kind, it.table_id or str(it.number)] = it
    told = dict(list(told.items())[-NAMED:])
    lines = [line_of(it, lang, now) for it in told.values()]
    facts = [{"kind": it.kind, "game": it.about.get("game"), "path": path_of(it)} for it in told.values()]
    is_urgent, key = any(it.is_urgent for it in notifications), " ".join(str(it.number) for it in notifications)
    if len(told) == 1:
        (line,), tag = lines, notifications[-1].table_id or notifications[-1].kind
        return Message(line.title, line.detail, line.path, tag, key, waiting, lines, is_urgent, facts)
    turns = sum(it.kind == "turn" for it in told.values())
    if turns == len(told):
        title = lang.ngettext("{n} table waits for you", "{n} tables wait for you", turns).format(n=turns)
    else:
        title = lang.ngettext("{n} piece of news", "{n} pieces of news", len(told)).format(n=len(told))
    body = "\n".join(line.title for line in lines)
    return Message(title, body, "/", "many", key, waiting, lines, is_urgent, facts)


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
