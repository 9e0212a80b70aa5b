"""All deals of Ahadi, where they are few enough to be listed: for two players with the numbers 1 to 3."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from math import comb
from typing import Any

from mezani.engine.bits import bit, members

from ahadi.rules import Ahadi

MOST = 10_000


def deals(players: int, options: Mapping[str, Any]) -> Sequence[Ahadi] | None:
    """A game for each dealer and each way to deal the first hand; None if those are more than MOST."""
    first = Ahadi(players, 0, options["numbers"], options["single_hand"])
    cards = members(first.deck())
    if how_many(players, len(cards), first.numbers) > MOST:
        return None
    return [
        dealt(first, dealer, hands) for dealer in range(players) for hands in ways(cards, players, options["numbers"])
    ]


def how_many(players: int, cards: int, size: int) -> int:
    """How many deals there are, with each dealer."""
    number = players
    for seat in range(players):
        number *= comb(cards - seat * size, size)
    return number


def ways(cards: Sequence[int], players: int, size: int) -> Iterator[list[int]]:
    """All ways to give so many players hands of a size, each as a set of cards."""
    if players == 0:
        yield []
        return
    for hand in combinations(cards, size):
        left = [card for card in cards if card not in hand]
        for others in ways(left, players - 1, size):
            yield [sum(map(bit, hand)), *others]


def dealt(first: Ahadi, dealer: int, hands: Sequence[int]) -> Ahadi:
    """The start of a game with this dealer and these hands."""
    state = first.clone()
    state.dealer = dealer
    state.hands = [*hands, *[0] * (4 - len(hands))]
    state.seat = (dealer + 1) % state.players  # 3.1
    return state
