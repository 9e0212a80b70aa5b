"""Hidden cards dealt anew: all that a seat can't know is shuffled, and laid back where it came from."""

import cython

from mezani.engine.rng import Rng
from mezani.games.asante.constants import HAGGLING, MOST_CARDS, MOST_PLACES
from mezani.games.asante.market import Market

if not cython.compiled:
    from mezani.engine.bits import bit
    from mezani.games.asante.constants import MOST_KINDS, NONE
    from mezani.games.asante.market import arrange, shuffle
    from mezani.games.asante.ware_cards import can_haggle_over, haggled_cards


def redeal_cards(market: Market, seat: int, rng: Rng) -> None:
    """Shuffle all cards that a seat can't know, and lay them back where they came from."""
    cards = [0] * 128
    size = 0
    for other in range(2):
        if other != seat:
            size = gather_hand(market, other, seat < 0, cards, size)
    if seat != market.active:
        size = gather_looked(market, cards, size)
    for place in range(market.pile_size):
        cards[size] = market.pile[place]
        size += 1
    arrange(cards, size)
    shuffle(cards, size, rng)
    lay_back(market, seat, cards, size, rng)
    arrange(market.place_pile, market.place_pile_size)
    shuffle(market.place_pile, market.place_pile_size, rng)
    forget_what_was_drawn(market)
    if seat != 1 - market.active:
        market.silent = False  # 8.4: who has not said it does not know of it


def gather_hand(market: Market, seat: int, for_all: bool, cards: list[int], size: int) -> int:
    """Take the cards that are not known out of a hand and add them to those that are dealt anew."""
    for kind in range(market.deck.kinds):
        place = seat * MOST_KINDS + kind
        known = market.shown[place] if for_all else market.known[place]
        for _ in range(market.hands[place] - known):
            cards[size] = kind
            size += 1
        market.hands[place] = known
        if not known:
            market.held[seat] &= ~bit(kind)
    return size


def gather_looked(market: Market, cards: list[int], size: int) -> int:
    if market.drawn != NONE:
        cards[size] = market.drawn
        size += 1
    for place in range(market.looked_size):
        cards[size] = market.looked[place]
        size += 1
    return size


def lay_back(market: Market, seat: int, cards: list[int], size: int, rng: Rng) -> None:
    if market.step[market.top] == HAGGLING and seat != market.active:
        put_haggled_first(market, cards, size, rng)
    for number in range(2):
        other = market.active if number == 0 else 1 - market.active
        if other != seat:
            secrets = forget_secrets(market, other) if seat < 0 else 0
            size = refill_hand(market, other, secrets, cards, size)
    if seat != market.active:
        if market.drawn != NONE:
            size -= 1
            market.drawn = cards[size]
        for place in range(market.looked_size):
            size -= 1
            market.looked[place] = cards[size]
    for place in range(size):
        market.pile[place] = cards[place]


def forget_secrets(market: Market, seat: int) -> int:
    """How many cards of a hand only the other player knows; for a spectator they may be any."""
    secrets = 0
    for kind in range(market.deck.kinds):
        place = seat * MOST_KINDS + kind
        secrets += market.known[place] - market.shown[place]
        market.known[place] = market.shown[place]
    return secrets


def refill_hand(market: Market, seat: int, secrets: int, cards: list[int], size: int) -> int:
    """Deal the last cards to a hand until it has its size again; the first ones are the secrets."""
    there = 0
    for kind in range(market.deck.kinds):
        there += market.hands[seat * MOST_KINDS + kind]
    while there < market.hand_size[seat]:
        size -= 1
        market.hands[seat * MOST_KINDS + cards[size]] += 1
        market.held[seat] |= bit(cards[size])
        there += 1
        if secrets:
            secrets -= 1
            market.known[seat * MOST_KINDS + cards[size]] += 1
    return size


def put_haggled_first(market: Market, cards: list[int], size: int, rng: Rng) -> None:
    """Who haggles holds a Ware card for it: unless one is known, see to it that one is dealt."""
    most = market.a[market.top]
    if haggled_cards(market, most):
        return
    place = rng.below(size)
    while not (market.deck.wares & bit(cards[place]) and can_haggle_over(market, cards[place], most)):
        place = (place + 1) % size
    cards[place], cards[size - 1] = cards[size - 1], cards[place]


def forget_what_was_drawn(market: Market) -> None:
    for place in range(market.pile_size, MOST_CARDS):
        market.pile[place] = NONE
    for place in range(market.place_pile_size, MOST_PLACES):
        market.place_pile[place] = NONE
