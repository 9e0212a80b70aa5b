"""Hidden hands dealt anew: none gets a suit that its seat has shown to lack, and each such deal is equally likely.

Sets of suits are numbers from 0 to 7. Hands that may hold the same suits are dealt as one pile and then parted. Piles
of one suit come first, then those of two suits, then the rest. However a pile of one suit is drawn, there are as many
ways to deal the others. A pile of two suits leaves more or fewer ways by how much it takes of each suit, so that is
drawn first, as often as there are ways to go on.
"""

from math import comb

import cython

from mezani.engine.rng import Rng
from mezani.games.anansi.actions import CARDS_OF_SUIT

if not cython.compiled:
    from mezani.engine.bits import WORD, bit, count, nth

OF_SUIT = CARDS_OF_SUIT  # a table of C where compiled
PAIRS = [3, 5, 6]  # the sets of two suits
LOW = [0, 0, 1]  # and their suits
HIGH = [1, 2, 2]

CHOOSE = [comb(n, k) for n in range(29) for k in range(29)]


def redeal_hands(hands: list[int], voids: list[int], players: int, seat: int, rng: Rng) -> None:
    """Deal all hands anew but that of `seat` (-1: all); `voids` are the suits that a hand cannot hold."""
    sizes = [0] * 8
    piles = [0] * 8
    unseen = 0
    for other in range(players):
        if other != seat:
            sizes[7 & ~voids[other]] += count(hands[other])
            unseen |= hands[other]
    deal_piles(unseen, sizes, piles, rng)
    for other in range(players):
        if other != seat:
            hands[other] = drawn_from(piles[7 & ~voids[other]], count(hands[other]), rng)
            piles[7 & ~voids[other]] &= ~hands[other]


def deal_piles(unseen: int, sizes: list[int], piles: list[int], rng: Rng) -> None:
    for suit in range(3):
        piles[1 << suit] = drawn_from(unseen & OF_SUIT[suit], sizes[1 << suit], rng)
        unseen &= ~piles[1 << suit]
    for pair in range(3):
        piles[PAIRS[pair]] = drawn_pair(pair, unseen, sizes, rng)
        unseen &= ~piles[PAIRS[pair]]
    piles[7] = unseen


def drawn_from(cards: int, n: int, rng: Rng) -> int:
    """A random set of n of the cards."""
    left = count(cards)
    if n == left:
        return cards
    drawn = 0
    for _ in range(n):
        card = bit(nth(cards, rng.below(left)))
        left -= 1
        cards &= ~card
        drawn |= card
    return drawn


def drawn_pair(pair: int, unseen: int, sizes: list[int], rng: Rng) -> int:
    """The cards of a pile of two suits."""
    if not sizes[PAIRS[pair]]:
        return 0
    left = [0] * 3
    for suit in range(3):
        left[suit] = count(unseen & OF_SUIT[suit])
    ways = drawn_below(ways_from(pair, sizes, left), rng)
    taken = 0
    while ways >= ways_taking(pair, taken, sizes, left):
        ways -= ways_taking(pair, taken, sizes, left)
        taken += 1
    of_low = drawn_from(unseen & OF_SUIT[LOW[pair]], taken, rng)
    return of_low | drawn_from(unseen & OF_SUIT[HIGH[pair]], sizes[PAIRS[pair]] - taken, rng)


def ways_from(pair: int, sizes: list[int], left: list[int]) -> int:
    """In how many ways the pile of a pair and those after it can be dealt, by the cards left of each suit.

    Each card goes to one of at most three piles and there are at most 40, so the number fits a word: 3**40 < 2**64.
    """
    if pair == 2:
        return CHOOSE[(left[1] + left[2]) * 29 + sizes[6]]
    ways = 0
    for taken in range(sizes[PAIRS[pair]] + 1):
        ways += ways_taking(pair, taken, sizes, left)
    return ways


def ways_taking(pair: int, taken: int, sizes: list[int], left: list[int]) -> int:
    """In how many of them that pile has so many cards of its lower suit."""
    low = LOW[pair]
    high = HIGH[pair]
    rest = sizes[PAIRS[pair]] - taken
    if taken > left[low] or rest > left[high]:
        return 0
    ways = CHOOSE[left[low] * 29 + taken] * CHOOSE[left[high] * 29 + rest]
    if pair < 2:
        left[low] -= taken
        left[high] -= rest
        ways *= ways_from(pair + 1, sizes, left)
        left[low] += taken
        left[high] += rest
    return ways


def drawn_below(n: int, rng: Rng) -> int:
    """A random number below n, which may need all 64 bits, each exactly equally likely."""
    surplus = (WORD - n + 1) % n
    word = rng.word()
    while word < surplus:
        word = rng.word()
    return word % n
