"""The plain board: any game's view as readable tables, so that every game can be played without a drawn board."""

import re
from collections.abc import Sequence
from functools import lru_cache
from html import escape
from typing import Any, NamedTuple

import msgspec
from markupsafe import Markup

from mezani.games import game as find_game
from mezani.language import Language, language
from mezani.web.notation import WORDS_CACHED, spoken

KNOWN_ELSEWHERE = {"players", "seat", "is_over", "to_move", "scores", "winners"}
NAMES_A_SEAT = re.compile(r"(^|_)(dealer|leader|winner|winning|starter|first|last_player|owner|active|host)$")
NONE = '<span class="none">–</span>'


class PlainBoard(NamedTuple):
    """What the plain board shows: rows of a table with a column for each seat, and the rest, both as HTML."""

    rows: Markup
    facts: Markup


def plain_board(game: str, view: msgspec.Struct, names: Sequence[str], lang: Language) -> PlainBoard:
    """A view, field by field."""
    shown, rows, facts = Shown(game, lang.code), [], []
    for name in view.__struct_fields__:
        value = getattr(view, name)
        if name in KNOWN_ELSEWHERE:
            continue
        if name in listed_by_seat(game) and _length(value) == len(names):
            rows += shown.rows(name, value)
        elif type(value) is int and names_a_seat(name) and 0 <= value < len(names):
            facts.append(_fact(label(game, name, lang.code), escape(names[value])))
        else:
            facts.append(_fact(label(game, name, lang.code), shown.value(value)))
    return PlainBoard(Markup("".join(rows)), Markup("".join(facts)))


@lru_cache(maxsize=WORDS_CACHED)
def listed_by_seat(name: str) -> frozenset[str]:
    """The fields that have a value for each seat: lists as long as there are players, however many play."""
    game = find_game(name)
    fields: set[str] | None = None
    for players in game.seats:
        view = game.view(game.new(players, seed=0), 0)
        values = {name: getattr(view, name) for name in view.__struct_fields__}
        as_long = {name for name, value in values.items() if value is None or _length(value) == players}
        fields = as_long if fields is None else fields & as_long
    return frozenset(fields or ())


@lru_cache(maxsize=WORDS_CACHED)
def names_a_seat(field: str) -> bool:
    """Whether a number in a field of this name is the number of a seat."""
    return NAMES_A_SEAT.search(field) is not None


@lru_cache(maxsize=WORDS_CACHED)
def label(game: str, field: str, code: str) -> str:
    """The name of a field as people read it."""
    return escape(find_game(game).language(language(code)).gettext(field.replace("_", " ").strip().capitalize()))


@lru_cache(maxsize=WORDS_CACHED)
def word(game: str, text: str, code: str) -> str:
    """A text of a view: a notation in words, or what it says."""
    words = spoken(game, text, code)
    if words is None:
        return escape(find_game(game).language(language(code)).gettext(text))
    return f'<span class="thing" data-at="{escape(text)}">{escape(words)}</span>'


class Shown:
    """Values of a view as HTML."""

    def __init__(self, game: str, code: str) -> None:
        self.game, self.code = game, code

    def rows(self, name: str, values: Sequence[Any]) -> list[str]:
        """A row, or one for each field where every seat has a structure of its own."""
        if not all(isinstance(item, msgspec.Struct) for item in values):
            return [_row(label(self.game, name, self.code), map(self.value, values))]
        return [
            _row(label(self.game, inner, self.code), [self.value(getattr(item, inner)) for item in values])
            for inner in values[0].__struct_fields__
        ]

    def value(self, value: Any) -> str:
        """A value as it is read."""
        if value is None or value == [] or value == ():
            return NONE
        if isinstance(value, bool):
            return word(self.game, "yes" if value else "no", self.code)
        if isinstance(value, str):
            return word(self.game, value, self.code)
        if isinstance(value, (list, tuple)):
            return self.listed(value)
        if isinstance(value, msgspec.Struct):
            fields = value.__struct_fields__
            return ", ".join(
                f"{label(self.game, field, self.code)} {self.value(getattr(value, field))}" for field in fields
            )
        if isinstance(value, dict):
            return ", ".join(f"{self.value(key)} {self.value(inner)}" for key, inner in value.items())
        return escape(str(value))

    def listed(self, values: Sequence[Any]) -> str:
        """Several values: words beside each other, numbers in a line, lists below each other."""
        first = values[0]
        if isinstance(first, str):
            return f'<span class="things">{" ".join(map(self.value, values))}</span>'
        between = "<br>" if isinstance(first, (list, tuple, msgspec.Struct)) else " "
        return between.join(map(self.value, values))


def _row(title: str, cells: Any) -> str:
    return f'<tr><th scope="row">{title}</th><td>{"</td><td>".join(cells)}</td></tr>'


def _fact(title: str, html: str) -> str:
    return f"<div><dt>{title}</dt><dd>{html}</dd></div>"


def _length(value: Any) -> int:
    return len(value) if isinstance(value, (list, tuple)) else -1
