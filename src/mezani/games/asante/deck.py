"""Deck: a deck file as tables of numbers, shared by all states that are played with it."""

from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import cython

from mezani.games.asante.cards import DeckError, Effect, read
from mezani.games.asante.constants import (
    DECKS_CACHED,
    EFFECTS,
    LETTERS,
    MOST_EFFECTS,
    MOST_KINDS,
    MOST_PLACE_KINDS,
    PACKAGE,
    TYPES,
    WARES,
)

if not cython.compiled:
    from mezani.engine.bits import bit


class Deck:
    """The cards of a deck file. Cards and effects are numbered as they stand in the file; it never changes."""

    def __init__(self, text: str, source: str = "the deck") -> None:
        contents = read(text, source)
        self.text = text
        self.name = contents.name
        self.cards = contents.cards
        self.places = contents.places
        self.kinds = len(contents.cards)
        self.size = sum([card.copies for card in contents.cards])
        self.place_kinds = len(contents.places)
        self.place_size = sum([place.copies for place in contents.places])
        self.wares = self._of_type("ware")  # sets of kinds
        self.artifacts = self._of_type("artifact")
        self.persons = self._of_type("person")
        self.animals = self._of_type("animal")
        self.animalists = self._that("cancel")
        self.sifters = self._that("sift")
        self._tabulate_cards()
        self._tabulate_effects()

    def _of_type(self, wanted: str) -> int:
        return sum([bit(kind) for kind in range(self.kinds) if self.cards[kind].type == wanted])

    def _that(self, do: str) -> int:
        """The kinds with an effect."""
        return sum(
            [bit(kind) for kind in range(self.kinds) if do in [effect.do for effect in self.cards[kind].effects]]
        )

    def _tabulate_cards(self) -> None:
        self.copies = _padded([card.copies for card in self.cards], MOST_KINDS)
        self.ware_count = _padded([len(card.wares) for card in self.cards], MOST_KINDS)
        self.packages = _padded([card.wares.count(PACKAGE) for card in self.cards], MOST_KINDS)
        self.depicted = _padded(  # kind * 6 + ware
            [card.wares.count(letter) for card in self.cards for letter in LETTERS], MOST_KINDS * WARES
        )
        self.buy = _padded([card.buy for card in self.cards], MOST_KINDS)
        self.sell = _padded([card.sell for card in self.cards], MOST_KINDS)
        self.is_either = _padded([card.is_either for card in self.cards], MOST_KINDS)
        self.asks_opponent = _padded([card.asks_opponent for card in self.cards], MOST_KINDS)
        self.place_copies = _padded([place.copies for place in self.places], MOST_PLACE_KINDS)

    def _tabulate_effects(self) -> None:
        effects: list[Effect] = []
        first = []
        for card in (*self.cards, *self.places):
            first.append(len(effects))
            effects.extend(card.effects)
        if len(effects) > MOST_EFFECTS:
            raise DeckError(f"{self.name}: {len(effects)} effects: there may be at most {MOST_EFFECTS}")
        self.effects = len(effects)
        self.first_effect = _padded(first[: self.kinds], MOST_KINDS)
        self.effect_count = _padded([len(card.effects) for card in self.cards], MOST_KINDS)
        self.place_effect = _padded(first[self.kinds :], MOST_PLACE_KINDS)
        self.does = _padded([EFFECTS.index(effect.do) for effect in effects], MOST_EFFECTS)
        self.number = _padded(  # of what the effect is about
            [effect.cards or effect.wares or effect.markers or effect.places or effect.gold for effect in effects],
            MOST_EFFECTS,
        )
        self.gold = _padded([effect.gold for effect in effects], MOST_EFFECTS)
        self.pay = _padded([effect.pay for effect in effects], MOST_EFFECTS)
        self.toll = _padded([effect.discard for effect in effects], MOST_EFFECTS)
        self.rewards = _padded(  # effect * 6 + wares - 1
            [gold for effect in effects for gold in (effect.rewards or (0,) * WARES)], MOST_EFFECTS * WARES
        )

    def card_ids(self) -> tuple[str, ...]:
        """The ids of all kinds of card, Holy Places apart."""
        return tuple([card.id for card in self.cards])

    def place_ids(self) -> tuple[str, ...]:
        """The ids of the Holy Places."""
        return tuple([place.id for place in self.places])

    def type_of(self, kind: int) -> int:
        """The type of a kind of card, by its number in `constants.TYPES`."""
        return TYPES.index(self.cards[kind].type)

    def to_text(self) -> str:
        """The text of the deck file for what is kept of a state; "" for the standard deck, which everybody has."""
        return "" if self.text == standard_deck().text else self.text

    @staticmethod
    def from_text(text: str) -> "Deck":
        """The deck that `to_text` has written."""
        return deck_of(text) if text else standard_deck()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Deck) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)

    def __reduce__(self) -> tuple[Any, ...]:
        return (deck_of, (self.text,))

    def __repr__(self) -> str:
        return f"<Deck {self.name!r}, {self.size} cards, {self.place_size} Holy Places>"


def _padded(numbers: list[int], length: int) -> list[int]:
    return numbers + [0] * (length - len(numbers))


@lru_cache(maxsize=DECKS_CACHED)
def deck_of(text: str) -> Deck:
    """The deck of a file's text, one object for all who ask."""
    return Deck(text)


@cache
def standard_deck() -> Deck:
    """The deck that comes with the game."""
    return deck_of(files(__package__).joinpath("deck.toml").read_text("utf-8"))


def chosen_deck(given: str | Path | None) -> Deck:
    """The deck that an option asks for: the text of a deck file, its path, or None for the usual one."""
    if given is None:
        return standard_deck()
    if isinstance(given, Path):
        try:
            text = given.read_text("utf-8")
        except (OSError, UnicodeDecodeError) as problem:
            raise DeckError(f"{given}: this file can't be read: {problem}") from problem
        return Deck(text, str(given))
    if not isinstance(given, str):
        raise DeckError(f"this must be the text of a deck file, or a path to one, not {given!r}")
    return deck_of(given)
