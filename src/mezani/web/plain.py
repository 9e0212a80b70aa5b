"""The plain board: any game's view as readable tables, so that every game can be played without a drawn board."""

import re
from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

import msgspec
from markupsafe import Markup, escape

from mezani.games import game as find_game
from mezani.language import Language, language
from mezani.web.pages import spoken

KNOWN_ELSEWHERE = {"players", "seat", "is_over", "to_move", "scores", "winners"}
NAMES_A_SEAT = re.compile(r"(^|_)(dealer|leader|winner|winning|starter|first|last_player|owner|active|host)$")
NONE = Markup('<span class="none">–</span>')


class Fact(NamedTuple):
    """A field of a view that belongs to the whole table."""

    label: str
    html: Markup


class Row(NamedTuple):
    """A field of a view that has a value for each seat."""

    label: str
    cells: list[Markup]


class PlainBoard(NamedTuple):
    """What the plain board shows."""

    facts: list[Fact]
    rows: list[Row]


def plain_board(game: str, view: msgspec.Struct, names: Sequence[str], lang: Language) -> PlainBoard:
    """A view, field by field: what is listed by seat, and the rest."""
    board = PlainBoard([], [])
    for name in _fields(type(view)):
        value = getattr(view, name)
        if name in KNOWN_ELSEWHERE:
            continue
        if name in listed_by_seat(game) and _length(value) == len(names):
            board.rows.extend(_rows(game, name, value, lang))
        elif NAMES_A_SEAT.search(name) and type(value) is int and 0 <= value < len(names):
            board.facts.append(Fact(_label(name, lang), escape(names[value])))
        else:
            board.facts.append(Fact(_label(name, lang), _shown(game, value, lang)))
    return board


@cache
def listed_by_seat(name: str) -> frozenset[str]:
    """The fields that have a value for each seat: lists as long as there are players, however many play."""
    game = find_game(name)
    fields: set[str] | None = None
    for players in game.seats:
        view = game.view(game.new(players, seed=0), 0)
        values = {name: getattr(view, name) for name in _fields(type(view))}
        as_long = {name for name, value in values.items() if value is None or _length(value) == players}
        fields = as_long if fields is None else fields & as_long
    return frozenset(fields or ())


def _length(value: Any) -> int:
    return len(value) if isinstance(value, (list, tuple)) else -1


def _rows(game: str, name: str, value: Sequence[Any], lang: Language) -> list[Row]:
    """A row, or one for each field where every seat has a structure of its own."""
    if not all(isinstance(item, msgspec.Struct) for item in value):
        return [Row(_label(name, lang), [_shown(game, item, lang) for item in value])]
    return [
        Row(_label(inner, lang), [_shown(game, getattr(item, inner), lang) for item in value])
        for inner in _fields(type(value[0]))
    ]


def _fields(kind: type[msgspec.Struct]) -> tuple[str, ...]:
    return kind.__struct_fields__


def _label(name: str, lang: Language) -> str:
    return lang.gettext(name.replace("_", " ").strip().capitalize())


def _shown(game: str, value: Any, lang: Language) -> Markup:
    """A value as it is read."""
    if value is None or value == [] or value == ():
        return NONE
    if isinstance(value, bool):
        return escape(lang.gettext("yes") if value else lang.gettext("no"))
    if isinstance(value, str):
        return _text(game, value, lang.code)
    if isinstance(value, msgspec.Struct):
        parts = ((field, getattr(value, field)) for field in _fields(type(value)))
        return Markup(", ").join(
            Markup("{} {}").format(_label(field, lang), _shown(game, inner, lang)) for field, inner in parts
        )
    if isinstance(value, dict):
        pairs = ((_shown(game, key, lang), _shown(game, inner, lang)) for key, inner in value.items())
        return Markup(", ").join(Markup("{} {}").format(*pair) for pair in pairs)
    if isinstance(value, (list, tuple)):
        return _listed(game, value, lang)
    return escape(value)


def _listed(game: str, values: Sequence[Any], lang: Language) -> Markup:
    if all(isinstance(value, str) for value in values):
        return Markup('<span class="things">{}</span>').format(
            Markup(" ").join(_text(game, value, lang.code) for value in values)
        )
    between = Markup("<br>") if any(isinstance(value, (list, tuple, msgspec.Struct)) for value in values) else " "
    return Markup(between).join(_shown(game, value, lang) for value in values)


@cache
def _text(game: str, text: str, code: str) -> Markup:
    words = spoken(game, text, code)
    return (
        escape(language(code).gettext(text)) if words is None else Markup('<span class="thing">{}</span>').format(words)
    )
