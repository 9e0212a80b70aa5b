"""What a person reads when they are told: one message for many news, in their language."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from babel.dates import format_timedelta

from mezani.house.news.outbox import Item
from mezani.language import Language
from mezani.tables.missing_games import title_of

NAMED = 20  # news that one message names


@dataclass(frozen=True)
class Line:
    """One of the news: what it is about, a sentence more, and where it can be looked at."""

    title: str
    detail: str
    path: str

    @property
    def sentence(self) -> str:
        """Both in one line."""
        return f"{self.title}. {self.detail}" if self.detail else self.title


@dataclass(frozen=True)
class Message:
    """What is sent by a way."""

    title: str
    body: str
    path: str  # where it leads
    tag: str  # of the same tag only the last one need be shown
    key: str  # tells it from all others: sent again after a failure, it is the same
    waiting: int  # tables that wait for this person
    lines: list[Line] = field(default_factory=list)
    is_urgent: bool = False
    items: list[dict[str, Any]] = field(default_factory=list)  # for programs


def message_of(items: Sequence[Item], waiting: int, lang: Language, now: float) -> Message:
    """One message for all of these news, of which there is at least one; the newest of a table speaks for it."""
    told: dict[tuple[str, str], Item] = {}
    for item in items:
        told[item.kind, item.table_id or str(item.number)] = item
    told = dict(list(told.items())[-NAMED:])
    lines = [line_of(item, lang, now) for item in told.values()]
    facts = [{"kind": item.kind, "game": item.about.get("game"), "path": path_of(item)} for item in told.values()]
    is_urgent, key = any(item.is_urgent for item in items), " ".join(str(item.number) for item in items)
    if len(told) == 1:
        (line,), tag = lines, items[-1].table_id or items[-1].kind
        return Message(line.title, line.detail, line.path, tag, key, waiting, lines, is_urgent, facts)
    turns = sum(item.kind == "turn" for item in told.values())
    if turns == len(told):
        title = lang.ngettext("{n} table waits for you", "{n} tables wait for you", turns).format(n=turns)
    else:
        title = lang.ngettext("{n} piece of news", "{n} pieces of news", len(told)).format(n=len(told))
    body = "\n".join(line.title for line in lines)
    return Message(title, body, "/", "many", key, waiting, lines, is_urgent, facts)


def line_of(item: Item, lang: Language, now: float) -> Line:
    """One of the news in words; nothing of it is known to those at the table alone."""
    title, detail = _words(item, lang, now)
    return Line(title, detail, path_of(item))


def path_of(item: Item) -> str:
    """Where something can be looked at."""
    return f"/table/{item.table_id}" if item.table_id else str(item.about.get("path", "/"))


def _words(item: Item, lang: Language, now: float) -> tuple[str, str]:
    _, about = lang.gettext, item.about
    game, by = title_of(about.get("game", "")), about.get("by", "")
    if item.kind == "turn":
        begun = _("The game has begun.") if by is None else ""
        moved = _("{name} has moved.").format(name=by) if by else begun
        return _("{game}: your turn").format(game=game), moved
    if item.kind == "time":
        left = int(max(60.0, about.get("until", now) - now))
        span = format_timedelta(left, threshold=1.5, locale=lang.code)
        return _("{game}: your time runs short").format(game=game), _("{time} left.").format(time=span)
    if item.kind == "invite":
        invites = _("{name} plays with you.").format(name=by) if by else ""
        return _("{game}: a new table for you").format(game=game), invites
    if item.kind == "round":
        return _("{name}: round {n} begins").format(name=about.get("name", ""), n=about.get("round", "")), game
    if item.kind == "chat":
        return _("{game}: {name} writes").format(game=game, name=by), ""
    return _("{game}: the game is over").format(game=game), ""


def trial_message(lang: Language, waiting: int) -> Message:
    """What is sent when somebody tries a way."""
    _ = lang.gettext
    title, body = _("This is how you hear of your turn"), _("You have tried it out. It works.")
    return Message(
        title, body, "/notifications", "trial", secrets.token_hex(8), waiting, [Line(title, body, "/notifications")]
    )
