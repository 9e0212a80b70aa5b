"""Positions as text: what lies where, to set up, teach and practise.

    turn = 0
    step = "playing"
    markers = 3
    pile = "camel JJ"
    middle = "kilimanjaro okavango-delta okavango-delta"

    [seat-0]
    hand = "JPT porter lion"
    stand = "JJP"
    gold = 31
    artifacts = "pottery . voodoo-doll"
    turned = [1]
    dolls = [0, 0, 2]

    [seat-1]
    places = "kilimanjaro kilimanjaro"

It is TOML. Cards and Holy Places are written by their ids, wares by their letters. What is not given is as at the start
of a game: hands, piles and Holy Places are dealt by chance from what is left, and who begins is drawn by lot.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import Any

import msgspec

from mezani.engine.rng import Rng
from mezani.games.asante.cards import Card
from mezani.games.asante.constants import (
    ARTIFACT,
    DRAWING,
    LETTERS,
    MARKERS,
    MOST_CARDS,
    MOST_KINDS,
    MOST_PLACE_KINDS,
    MOST_PLACES,
    NONE,
    PLAYING,
    SLOTS,
    SPACES,
    START_CARDS,
    START_GOLD,
    TOKENS,
)
from mezani.games.asante.rules import Asante

FREE = "."  # a space without an Artifact, a gap in the middle
MOST_GOLD = 999
LONGEST_STACK = 24  # of steps


class SeatText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a player has, as it is written."""

    hand: str | None = None
    stand: str = ""
    gold: int = START_GOLD
    artifacts: str = ""  # up to three, a dot for a free space
    turned: list[int] = []  # the numbers of the spaces where an Artifact has been used
    dolls: list[int] = []  # the gold on the Voodoo Dolls, space by space
    places: str = ""  # Holy Places; two copies are written twice


class Position(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"seat_0": "seat-0", "seat_1": "seat-1"}
):
    """A position as it is written."""

    turn: int | None = None  # the seat whose turn it is
    step: str = "drawing"  # or "playing"
    markers: int = MARKERS  # the actions left
    place_played: bool = False  # whether a Holy Place was played in this turn
    last_turn: bool = False  # whether the other has ended a turn with enough gold
    pile: str = ""  # its top, the top card first
    discards: str = ""  # the last one lies on top
    rest: str = "pile"  # where the cards lie that are named nowhere; or "discards"
    middle: str | None = None  # the three Holy Places, a dot for a gap
    place_pile: str = ""  # its top, the first to come first
    place_discards: str = ""
    seat_0: SeatText = SeatText()
    seat_1: SeatText = SeatText()

    def seats(self) -> tuple[SeatText, SeatText]:
        return self.seat_0, self.seat_1


def read_position_option(given: Any) -> Position | None:
    return None if given is None else read_position(given)


def read_position(text: Any) -> Position:
    """The position of a text; ValueError tells what is wrong."""
    if not isinstance(text, str):
        raise ValueError(f"a position is a text, not {text!r}")
    try:
        position = msgspec.toml.decode(text, type=Position)
    except (msgspec.MsgspecError, RecursionError) as problem:
        known = f". A position has {_fields(Position)}; a seat has {_fields(SeatText)}"
        raise ValueError(f"{problem}{known if 'unknown field' in str(problem) else ''}") from problem
    one_of("step", position.step, ("drawing", "playing"))
    one_of("rest", position.rest, ("pile", "discards"))
    return position


def _fields(struct: type[msgspec.Struct]) -> str:
    return ", ".join(field.encode_name for field in msgspec.structs.fields(struct))


def put_position(state: Asante, position: Position) -> None:
    """Set up a position for a game that begins; ValueError tells what does not fit."""
    put_stands(state, position)
    put_artifacts(state, position)
    put_cards(state, position)
    put_places(state, position)
    if position.turn is not None:
        state.active = within("turn", position.turn, 0, 1)
    state.markers = within("markers", position.markers, 0, MARKERS)
    state.place_played, state.last_turn = position.place_played, position.last_turn
    state.step = padded([PLAYING if position.step == "playing" else DRAWING], LONGEST_STACK, 0)
    state.go_on()


def within(where: str, number: int, least: int, most: int) -> int:
    if not least <= number <= most:
        raise ValueError(f"{where}: {number} is not a number from {least} to {most}")
    return number


def one_of(where: str, word: str, allowed: tuple[str, ...]) -> None:
    if word not in allowed:
        raise ValueError(f"{where}: {word!r} is not one of {', '.join(allowed)}")


def padded(numbers: list[int], length: int, by: int = NONE) -> list[int]:
    return numbers + [by] * (length - len(numbers))


# Wares, gold and Artifacts


def put_stands(state: Asante, position: Position) -> None:
    for seat, has in enumerate(position.seats()):
        where = f"seat-{seat}.stand"
        for letter in has.stand:
            if letter not in LETTERS:
                raise ValueError(f"{where}: {letter!r} is not one of the wares {', '.join(LETTERS)}")
        if len(has.stand) > SPACES:
            raise ValueError(f"{where}: {len(has.stand)} wares do not fit on the {SPACES} spaces of a stand")
    wares = Counter("".join(has.stand for has in position.seats()))
    for letter, n in wares.items():
        if n > TOKENS:
            raise ValueError(f"stand: there are {TOKENS} of each ware, but the two stands have {n} of {letter}")
    state.stands = [has.stand.count(letter) for has in position.seats() for letter in LETTERS]
    state.gold = [within(f"seat-{seat}.gold", has.gold, 0, MOST_GOLD) for seat, has in enumerate(position.seats())]


def put_artifacts(state: Asante, position: Position) -> None:
    kinds, turned, dolls = [], [], []
    for seat, has in enumerate(position.seats()):
        mine = artifacts_of(state, f"seat-{seat}.artifacts", has.artifacts)
        kinds += mine
        turned += turned_of(mine, f"seat-{seat}.turned", has.turned)
        dolls += gold_on_dolls(state, mine, f"seat-{seat}.dolls", has.dolls)
    state.artifacts, state.turned, state.dolls = kinds, turned, dolls


def artifacts_of(state: Asante, where: str, text: str) -> list[int]:
    """The Artifacts of a player by their spaces."""
    kinds = kinds_of(where, text, state.deck.cards, FREE)
    for kind in kinds:
        if kind != NONE and state.deck.type_of(kind) != ARTIFACT:
            raise ValueError(f"{where}: {state.deck.card_ids()[kind]} is not an Artifact")
    if len(kinds) > SLOTS:
        raise ValueError(f"{where}: there are {SLOTS} spaces for Artifacts, not {len(kinds)}")
    return padded(kinds, SLOTS)


def turned_of(artifacts: list[int], where: str, spaces: list[int]) -> list[bool]:
    """Which of the spaces have an Artifact that was used."""
    for space in spaces:
        if artifacts[within(where, space, 1, SLOTS) - 1] == NONE:
            raise ValueError(f"{where}: there is no Artifact on space {space}")
    return [space in spaces for space in range(1, SLOTS + 1)]


def gold_on_dolls(state: Asante, artifacts: list[int], where: str, gold: list[int]) -> list[int]:
    if len(gold) > SLOTS:
        raise ValueError(f"{where}: give a number for each of the {SLOTS} spaces, such as [0, 0, 2], not {gold}")
    for kind, amount in zip(artifacts, gold, strict=False):
        within(where, amount, 0, MOST_GOLD)
        if amount and not (kind != NONE and any(effect.do == "curse" for effect in state.deck.cards[kind].effects)):
            raise ValueError(f"{where}: gold lies only on a Voodoo Doll; write 0 for the other spaces")
    return padded(gold, SLOTS, 0)


# Cards


def put_cards(state: Asante, position: Position) -> None:
    """Take the cards that are named out of the deck, and deal the others by chance."""
    cards = state.deck.cards
    left = Counter({kind: card.copies for kind, card in enumerate(cards)})
    take_out(left, "artifacts", state.artifacts, cards)
    pile = take_out(left, "pile", kinds_of("pile", position.pile, cards), cards)
    discards = take_out(left, "discards", kinds_of("discards", position.discards, cards), cards)
    hands = [
        take_out(left, f"seat-{seat}.hand", kinds_of(f"seat-{seat}.hand", has.hand or "", cards), cards)
        for seat, has in enumerate(position.seats())
    ]
    others = shuffled(left.elements(), state.rng)
    for hand, has in zip(hands, position.seats(), strict=True):
        if has.hand is None:
            hand += [others.pop() for _ in range(min(START_CARDS, len(others)))]
    if position.rest == "pile":
        pile += others
    else:
        discards = others + discards
    if discards and not pile:
        raise ValueError("pile: it is never empty while there are discards (4.5); name at least one card")
    put_hands(state, hands)
    state.pile, state.pile_size = padded(pile[::-1], MOST_CARDS), len(pile)
    state.discards, state.discard_size = padded(discards, MOST_CARDS), len(discards)


def put_hands(state: Asante, hands: list[list[int]]) -> None:
    state.hands = [hand.count(kind) for hand in hands for kind in range(MOST_KINDS)]
    state.hand_size = [len(hand) for hand in hands]
    state.held = [sum(1 << kind for kind in set(hand)) for hand in hands]


def kinds_of(where: str, text: str, cards: Sequence[Card], nothing: str = "") -> list[int]:
    """The numbers of cards that are named by their ids."""
    ids = [card.id.lower() for card in cards]
    found = []
    for name in text.split():
        if name == nothing:
            found.append(NONE)
        elif name.lower() in ids:
            found.append(ids.index(name.lower()))
        else:
            raise ValueError(f"{where}: {name!r} is not in this deck; {suggestion(name, [card.id for card in cards])}")
    return found


def suggestion(name: str, ids: list[str]) -> str:
    near = get_close_matches(name, ids, 1)
    return f"did you mean {near[0]}?" if near else f"write ids such as {ids[0]} and {ids[-1]}, parted by spaces"


def take_out(left: Counter[int], where: str, kinds: list[int], cards: Sequence[Card]) -> list[int]:
    """Take cards out of those that are left; each is there only so often."""
    for kind in kinds:
        if kind == NONE:
            continue
        if not left[kind]:
            card = cards[kind]
            raise ValueError(f"{where}: {card.id} is named too often; the deck has {card.copies}")
        left[kind] -= 1
    return kinds


def shuffled(cards: Iterable[int], rng: Rng) -> list[int]:
    cards = list(cards)
    for last in range(len(cards) - 1, 0, -1):
        other = rng.below(last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    return cards


# Holy Places


def put_places(state: Asante, position: Position) -> None:
    """Take the Holy Places that are named out of their deck; the others are their pile, shuffled."""
    places = state.deck.places
    left = Counter({place: card.copies for place, card in enumerate(places)})
    owned = [
        take_out(left, f"seat-{seat}.places", kinds_of(f"seat-{seat}.places", has.places, places), places)
        for seat, has in enumerate(position.seats())
    ]
    middle = take_out(left, "middle", kinds_of("middle", position.middle or "", places, FREE), places)
    pile = take_out(left, "place_pile", kinds_of("place_pile", position.place_pile, places), places)
    discards = take_out(left, "place_discards", kinds_of("place_discards", position.place_discards, places), places)
    pile += shuffled(left.elements(), state.rng)
    if position.middle is None:
        middle = padded(pile[:SLOTS], SLOTS)
        pile = pile[SLOTS:]
    check_middle(middle, pile, discards)
    state.owned = [mine.count(place) for mine in owned for place in range(MOST_PLACE_KINDS)]
    state.middle = middle
    state.place_pile, state.place_pile_size = padded(pile[::-1], MOST_PLACES), len(pile)
    state.place_discards, state.place_discard_size = padded(discards, MOST_PLACES), len(discards)


def check_middle(middle: list[int], pile: list[int], discards: list[int]) -> None:
    if len(middle) != SLOTS:
        raise ValueError(f"middle: name {SLOTS} Holy Places, a dot for a gap, not {len(middle)}")
    if NONE in middle and (pile or discards):
        raise ValueError("middle: a gap stays open only when all other Holy Places belong to players (9.4)")
    if discards and not pile:
        raise ValueError("place_discards: they become the new pile as soon as it is empty (9.4); leave them out")
