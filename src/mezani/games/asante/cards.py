"""Reading a deck file: every card with its names, copies, prices or effects and status, checked field by field."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from mezani.games.asante.constants import (
    EFFECTS,
    LETTERS,
    MOST_CARDS,
    MOST_KINDS,
    MOST_LOOKED,
    MOST_PLACE_KINDS,
    MOST_PLACES,
    PACKAGE,
    SLOTS,
    TYPES,
    WARES,
)
from mezani.language import LANGUAGES, is_readable

STATUSES: Final = ("rulebook", "confirmed", "reported", "reconstructed")
PLACE_TYPE: Final = "place"
FEWEST_CARDS: Final = 20
MOST_COPIES: Final = 16
MOST: Final = 99
ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")

PARAMETERS: Final[Mapping[str, tuple[str, ...]]] = {
    "gold": ("gold",),
    "opponent_pays": ("gold",),
    "discount": ("gold",),
    "haggle": ("wares",),
    "take": ("wares",),
    "buy": ("wares", "gold"),
    "sell": ("wares", "gold"),
    "sell_set": ("rewards",),
    "trade": ("wares",),
    "swap": ("wares",),
    "opponent_returns": ("wares",),
    "steal": ("wares",),
    "draw": ("cards",),
    "draw_to": ("cards",),
    "look": ("cards",),
    "sift": ("cards",),
    "reveal": ("wares", "gold"),
    "opponent_discards": ("cards",),
    "opponent_discards_to": ("cards",),
    "retrieve": ("markers",),
    "visit": ("places",),
    "curse": ("gold",),
    "redeem": ("wares",),
}
LIMITS: Final[Mapping[tuple[str, str], int]] = {
    ("look", "cards"): MOST_LOOKED,
    ("sift", "cards"): MOST_LOOKED,
    ("visit", "places"): SLOTS,
}
ONLY_ON: Final[Mapping[str, tuple[str, ...]]] = {
    "cancel": ("person",),
    "haggle": ("person",),
    "track": ("person",),
    "trample": ("person", "animal"),
    "borrow": ("person", "animal"),
    "curse": ("artifact",),
    "redeem": ("artifact",),
    "sift": ("artifact",),
    "any_place": (PLACE_TYPE,),
}
ON_PLACES: Final = ("gold", "take", "swap", "draw", "retrieve", "any_place")


class DeckError(ValueError):
    """A deck file that can't be played; the message names file, card, field and what would be right."""


@dataclass(frozen=True)
class Effect:
    """One thing that a card does, with its numbers and what it costs beside an action."""

    do: str
    cards: int = 0
    wares: int = 0
    gold: int = 0
    markers: int = 0
    places: int = 0
    rewards: tuple[int, ...] = ()
    pay: int = 0  # gold
    discard: int = 0  # cards

    @property
    def has_cost(self) -> bool:
        return self.pay > 0 or self.discard > 0


@dataclass(frozen=True)
class Card:
    """A kind of card, Holy Places too."""

    type: str
    id: str
    copies: int
    name: Mapping[str, str] = field(default_factory=dict)
    wares: str = ""
    buy: int = 0
    sell: int = 0
    effects: tuple[Effect, ...] = ()
    is_either: bool = False  # one of the effects is chosen
    asks_opponent: bool = False  # by the opponent
    status: Mapping[str, str] = field(default_factory=dict)
    note: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Contents:
    """What a deck file holds."""

    name: str
    cards: tuple[Card, ...]
    places: tuple[Card, ...]


class Reader:
    """Takes the fields of one table of the file and knows how to complain about them."""

    def __init__(self, source: str, card: str, table: Any) -> None:
        self.where = f"{source}: {card}"
        if not isinstance(table, dict):
            raise DeckError(f"{self.where}: this must be a table of fields, not {table!r}")
        self.table = dict(table)

    def wrong(self, name: str, problem: str) -> DeckError:
        return DeckError(f"{self.where}: {name}: {problem}")

    def take(self, name: str) -> Any:
        if name not in self.table:
            raise self.wrong(name, "this field is missing")
        return self.table.pop(name)

    def number(self, name: str, least: int, most: int) -> int:
        value = self.take(name)
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise self.wrong(name, f"must be a whole number from {least} to {most}, not {value!r}")
        return value

    def one_of(self, name: str, allowed: tuple[str, ...]) -> str:
        value = self.take(name)
        if value not in allowed:
            raise self.wrong(name, f"must be one of {', '.join(allowed)}, not {value!r}")
        return str(value)

    def texts(self, name: str) -> Mapping[str, str]:
        """A text in every language."""
        value = self.take(name)
        if not isinstance(value, dict) or sorted(value) != sorted(LANGUAGES) or not all(map(_is_text, value.values())):
            example = ", ".join(f'{code} = "..."' for code in LANGUAGES)
            raise self.wrong(name, f"must have a text for each language, {{ {example} }}, not {value!r}")
        return value

    def statuses(self, *names: str) -> Mapping[str, str]:
        value = self.take("status")
        example = ", ".join(f'{name} = "reconstructed"' for name in names)
        if not isinstance(value, dict) or sorted(value) != sorted(names):
            raise self.wrong("status", f"must be {{ {example} }}, not {value!r}")
        for name, status in value.items():
            if status not in STATUSES:
                raise self.wrong("status", f"{name} must be one of {', '.join(STATUSES)}, not {status!r}")
        return value

    def done(self) -> None:
        for name in self.table:
            raise self.wrong(name, "there is no such field here")


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and bool(value.strip()) and is_readable(value)


def read(text: str, source: str = "the deck") -> Contents:
    """The contents of a deck file; DeckError names file, card, field and what would be right."""
    try:
        tables = tomllib.loads(text)
    except (ValueError, RecursionError) as problem:  # of numbers with thousands of digits, and lists in lists
        raise DeckError(f"{source}: this is no TOML: {problem}") from problem
    name = tables.pop("name", "")
    if not _is_text(name):
        raise DeckError(f"{source}: name: must be the name of the deck, not {name!r}")
    cards: list[Card] = []
    for type_ in TYPES:
        cards += _cards(source, type_, tables.pop(type_, []))
    places = _cards(source, PLACE_TYPE, tables.pop(PLACE_TYPE, []))
    for other in tables:
        raise DeckError(f"{source}: {other}: the file has the parts {', '.join((*TYPES, PLACE_TYPE))}, and no others")
    contents = Contents(name, tuple(cards), tuple(places))
    _check_whole(source, contents)
    return contents


def _cards(source: str, type_: str, tables: Any) -> list[Card]:
    if not isinstance(tables, list):
        raise DeckError(f"{source}: {type_}: this must be a list of cards, [[{type_}]], not {tables!r}")
    found = []
    for number, table in enumerate(tables, 1):
        named = table.get("id", table.get("wares")) if isinstance(table, dict) else None
        reader = Reader(source, f"{type_} {named!r}" if named else f"{type_} {number}", table)
        found.append(_ware_card(reader) if type_ == "ware" else _effect_card(reader, type_))
        reader.done()
    return found


def _ware_card(reader: Reader) -> Card:
    wares = reader.take("wares")
    if not isinstance(wares, str) or not 1 <= len(wares) <= 4 or set(wares) - set(LETTERS + PACKAGE):
        raise reader.wrong("wares", f"must be 1 to 4 letters of {LETTERS} or {PACKAGE}, such as 'JPT', not {wares!r}")
    return Card(
        type="ware",
        id=_id(reader) if "id" in reader.table else wares,
        copies=reader.number("copies", 1, MOST_COPIES),
        wares=wares,
        buy=reader.number("buy", 0, MOST),
        sell=reader.number("sell", 0, MOST),
        status=reader.statuses("wares", "price", "copies"),
        note=reader.texts("note") if "note" in reader.table else {},
    )


def _effect_card(reader: Reader, type_: str) -> Card:
    effects, is_either = _effects(reader, type_)
    asks_opponent = "chooser" in reader.table
    if asks_opponent:
        if not is_either:
            raise reader.wrong("chooser", "only a card with `either` is chosen from")
        reader.one_of("chooser", ("opponent",))
    return Card(
        type=type_,
        id=_id(reader),
        name=reader.texts("name"),
        copies=reader.number("copies", 1, MOST_COPIES),
        effects=effects,
        is_either=is_either,
        asks_opponent=asks_opponent,
        status=reader.statuses("effect", "copies"),
        note=reader.texts("note") if "note" in reader.table else {},
    )


def _id(reader: Reader) -> str:
    value = reader.take("id")
    if not isinstance(value, str) or not ID.fullmatch(value):
        raise reader.wrong("id", f"must be small letters and digits joined by -, such as 'cape-buffalo', not {value!r}")
    return value


def _effects(reader: Reader, type_: str) -> tuple[tuple[Effect, ...], bool]:
    """The effects of a card, and whether only one of them is chosen."""
    if ("effect" in reader.table) == ("either" in reader.table):
        raise reader.wrong("effect", "a card has either `effect`, all carried out in order, or `either`, one is chosen")
    name = "either" if "either" in reader.table else "effect"
    tables = reader.take(name)
    least, most = (2, 4) if name == "either" else (1, 1 if type_ == PLACE_TYPE else 4)
    if type_ == PLACE_TYPE and name == "either":
        raise reader.wrong(name, "a Holy Place has one effect")
    if not isinstance(tables, list) or not least <= len(tables) <= most:
        raise reader.wrong(name, f"must be a list of {least} to {most} effects, such as [{{ do = 'draw', cards = 1 }}]")
    effects = tuple(_effect(reader, name, number, table, type_) for number, table in enumerate(tables, 1))
    does = [effect.do for effect in effects]
    if "cancel" in does and len(does) > 1:
        raise reader.wrong(name, "cancel can't be combined with other effects")
    if "haggle" in does and (name == "either" or does.count("haggle") > 1 or effects[does.index("haggle")].has_cost):
        raise reader.wrong(name, "haggle can stand on a card once, for no cost, and can't be one of `either`")
    return effects, name == "either"


def _effect(card: Reader, name: str, number: int, table: Any, type_: str) -> Effect:
    reader = Reader(card.where, f"{name} {number}", table)
    do = reader.one_of("do", EFFECTS)
    allowed = ONLY_ON.get(do, ("artifact", "person", "animal", *([PLACE_TYPE] if do in ON_PLACES else [])))
    if type_ not in allowed:
        raise reader.wrong("do", f"{do} can stand on {_listed(allowed)} only, not on {type_}")
    values: dict[str, Any] = {}
    for parameter in PARAMETERS.get(do, ()):
        if parameter == "rewards":
            values[parameter] = _rewards(reader)
        else:
            values[parameter] = reader.number(parameter, 1, LIMITS.get((do, parameter), MOST))
    if type_ != PLACE_TYPE:
        for cost in ("pay", "discard"):
            if cost in reader.table:
                values[cost] = reader.number(cost, 1, MOST)
    reader.done()
    return Effect(do, **values)


def _rewards(reader: Reader) -> tuple[int, ...]:
    value = reader.take("rewards")
    if (
        not isinstance(value, list)
        or len(value) != WARES
        or not all(isinstance(gold, int) and not isinstance(gold, bool) and 0 <= gold <= MOST for gold in value)
    ):
        raise reader.wrong("rewards", f"must be the gold for 1 to {WARES} wares, {WARES} whole numbers, not {value!r}")
    return tuple(value)


def _check_whole(source: str, contents: Contents) -> None:
    """What only the whole file shows: ids are unique, and there are enough cards and not too many."""
    seen: set[str] = set(LETTERS.lower())
    for card in (*contents.cards, *contents.places):
        if card.id.lower() in seen:
            raise DeckError(f"{source}: {card.type} {card.id!r}: id: this id stands twice; give each card its own")
        seen.add(card.id.lower())
    for what, cards, most_kinds, fewest, most in (
        ("cards", contents.cards, MOST_KINDS, FEWEST_CARDS, MOST_CARDS),
        ("Holy Places", contents.places, MOST_PLACE_KINDS, SLOTS, MOST_PLACES),
    ):
        copies = sum(card.copies for card in cards)
        if len(cards) > most_kinds:
            raise DeckError(f"{source}: {len(cards)} different {what}: there may be at most {most_kinds}")
        if not fewest <= copies <= most:
            raise DeckError(f"{source}: {copies} {what}: there must be {fewest} to {most}")


def _listed(types: tuple[str, ...]) -> str:
    return ", ".join(types)
