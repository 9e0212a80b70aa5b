"""The effects that move cards: drawing, discarding, looking and exchanging.

For each effect: whether it can do anything, how it begins, what may be chosen, and what follows from the choice.
Numbers in comments are the paragraphs of rules.en.md.
"""

import cython

from mezani.engine.state import Choices
from mezani.games.asante.actions import AGAIN, DISCARD_CARD, DROP, GIVE_CARD, TAKE_CARD
from mezani.games.asante.constants import (
    DISCARDING,
    DRAW,
    DRAW_TO,
    EXCHANGE,
    EXCHANGING,
    GIVING,
    HEAL,
    HEALING,
    LOOK,
    LOOKING,
    OPPONENT_DISCARDS,
    OPPONENT_DISCARDS_TO,
    REVEAL,
    SIFT,
    SIFTING,
)
from mezani.games.asante.market import Market

if not cython.compiled:
    from mezani.engine.bits import bit
    from mezani.games.asante.constants import MOST_KINDS, NONE
    from mezani.games.asante.steps import add_effect, add_step
    from mezani.games.asante.trade import take


# Discarding


def can_make_discard(market: Market, effect: int, kind: int, slot: int, left: int, cards: int) -> bool:
    return market.hand_size[1 - market.active] >= market.deck.number[effect]


def make_discard(market: Market, effect: int, kind: int, slot: int, times: int) -> None:
    """The opponent discards cards."""
    market.discard_cards(1 - market.active, market.deck.number[effect] * times)


def can_make_discard_to(market: Market, effect: int, kind: int, slot: int, left: int, cards: int) -> bool:
    return market.hand_size[1 - market.active] > market.deck.number[effect]


def make_discard_to(market: Market, effect: int, kind: int, slot: int, times: int) -> None:
    """The opponent keeps only so many cards."""
    market.discard_cards(1 - market.active, market.hand_size[1 - market.active] - market.deck.number[effect] * times)


def discarding_choices(market: Market, choices: Choices) -> None:
    choices.add_set(market.held[market.a[market.top]], DISCARD_CARD)


def discarding_chosen(market: Market, action: int) -> None:
    seat = market.a[market.top]
    cards = market.b[market.top] - 1
    market.pop()
    market.discard_from_hand(seat, action - DISCARD_CARD)
    if cards:
        market.push(DISCARDING, seat, cards, 0)


add_effect(OPPONENT_DISCARDS, can_make_discard, make_discard)
add_effect(OPPONENT_DISCARDS_TO, can_make_discard_to, make_discard_to)
add_step(DISCARDING, discarding_choices, discarding_chosen)


# Drawing


def can_draw(market: Market, effect: int, kind: int, slot: int, left: int, cards: int) -> bool:
    return market.can_draw()


def draw(market: Market, effect: int, kind: int, slot: int, times: int) -> None:
    market.draw_to_hand(market.deck.number[effect] * times)


def can_draw_to(market: Market, effect: int, kind: int, slot: int, left: int, cards: int) -> bool:
    return cards < market.deck.number[effect] and market.can_draw()


def draw_to(market: Market, effect: int, kind: int, slot: int, times: int) -> None:
    """Draw until the hand has so many cards."""
    market.draw_to_hand(market.deck.number[effect] * times - market.hand_size[market.active])


def reveal(market: Market, effect: int, kind: int, slot: int, times: int) -> None:
    """Turn up the top card: a Ware card brings wares, another card gold."""  # 10.2
    card = market.draw_card()
    market.discard(card)
    if market.deck.wares & bit(card):
        take(market, market.deck.number[effect] * times, 0)
    else:
        market.gold[market.active] += market.deck.gold[effect]


add_effect(DRAW, can_draw, draw)
add_effect(DRAW_TO, can_draw_to, draw_to)
add_effect(REVEAL, can_draw, reveal)


# One of the cards on top of the pile


def looked_cards(market: Market) -> int:
    """The kinds that the active player looks at, as a set."""
    cards = 0
    for place in range(market.looked_size):
        cards |= bit(market.looked[place])
    return cards


def take_looked(market: Market, kind: int) -> None:
    """One of the cards goes to the hand unseen, the others are discarded."""
    market.looked_size -= 1
    place = market.looked_size
    while market.looked[place] != kind:
        place -= 1
    while place < market.looked_size:
        market.looked[place] = market.looked[place + 1]
        place += 1
    market.looked[market.looked_size] = NONE
    market.gain_card(market.active, kind, False)
    market.discard_looked()


def look(market: Market, effect: int, kind: int, slot: int, times: int) -> None:
    market.look_at(market.deck.number[effect] * times)
    market.push(LOOKING, 0, 0, 0)


def looking_choices(market: Market, choices: Choices) -> None:
    choices.add_set(looked_cards(market), TAKE_CARD)


def looking_chosen(market: Market, action: int) -> None:
    market.pop()
    take_looked(market, action - TAKE_CARD)


add_effect(LOOK, can_draw, look)
add_step(LOOKING, looking_choices, looking_chosen)


# The same for actions, as often as one likes


def can_sift(market: Market, effect: int, kind: int, slot: int, left: int, cards: int) -> bool:
    return left > 0 and market.can_draw()


def sift_cards(market: Market, effect: int, kind: int, slot: int, times: int) -> None:
    sift(market, market.deck.number[effect] * times)


def sift(market: Market, cards: int) -> None:
    """Pay an action and look at cards, to keep one of them."""  # 10.4
    market.markers -= 1
    market.look_at(cards)
    market.push(SIFTING, cards, 0, 0)


def sifting_choices(market: Market, choices: Choices) -> None:
    choices.add(DROP)
    if market.markers:
        choices.add(AGAIN)
    choices.add_set(looked_cards(market), TAKE_CARD)


def sifting_chosen(market: Market, action: int) -> None:
    cards = market.a[market.top]
    market.pop()
    if action >= TAKE_CARD:
        take_looked(market, action - TAKE_CARD)
    else:
        market.discard_looked()
        if action == AGAIN:
            sift(market, cards)


add_effect(SIFT, can_sift, sift_cards)
add_step(SIFTING, sifting_choices, sifting_chosen)


# A card from the discards


def can_heal(market: Market, effect: int, kind: int, slot: int, left: int, cards: int) -> bool:
    return healed_cards(market, kind) != 0


def heal(market: Market, effect: int, kind: int, slot: int, times: int) -> None:
    market.push(HEALING, kind, 0, 0)


def healed_cards(market: Market, healer: int) -> int:
    """The kinds among the discards, but for the Healer's own, as a set."""  # 11.5
    return market.discarded() & ~bit(healer)


def healing_choices(market: Market, choices: Choices) -> None:
    choices.add_set(healed_cards(market, market.a[market.top]), TAKE_CARD)


def healing_chosen(market: Market, action: int) -> None:
    """The last of its kind leaves the discards and goes to the hand before all eyes."""
    market.pop()
    kind = action - TAKE_CARD
    place = market.discard_size - 1
    while market.discards[place] != kind:
        place -= 1
    market.discard_size -= 1
    while place < market.discard_size:
        market.discards[place] = market.discards[place + 1]
        place += 1
    market.gain_card(market.active, kind, True)


add_effect(HEAL, can_heal, heal)
add_step(HEALING, healing_choices, healing_chosen)


# A card of the opponent's for another


def can_exchange(market: Market, effect: int, kind: int, slot: int, left: int, cards: int) -> bool:
    return market.hand_size[1 - market.active] > 0


def exchange(market: Market, effect: int, kind: int, slot: int, times: int) -> None:
    """Look at the opponent's hand, to take a card and give one."""  # 12.6
    other = (1 - market.active) * MOST_KINDS
    for card in range(market.deck.kinds):
        market.known[other + card] = market.hands[other + card]
    market.reveals += 1
    market.push(EXCHANGING, 0, 0, 0)


def exchanging_choices(market: Market, choices: Choices) -> None:
    choices.add_set(market.held[1 - market.active], TAKE_CARD)


def exchanging_chosen(market: Market, action: int) -> None:
    """What goes from hand to hand, both have seen: it counts as open."""  # 1.4
    kind = action - TAKE_CARD
    market.pop()
    if market.hand_size[market.active]:
        market.push(GIVING, kind, 0, 0)
    market.lose_card(1 - market.active, kind)
    market.gain_card(market.active, kind, True)


def giving_choices(market: Market, choices: Choices) -> None:
    """A card that was there before the one that has just been taken."""
    cards = market.held[market.active]
    taken = market.a[market.top]
    if market.hands[market.active * MOST_KINDS + taken] == 1:
        cards &= ~bit(taken)
    choices.add_set(cards, GIVE_CARD)


def giving_chosen(market: Market, action: int) -> None:
    market.pop()
    market.lose_card(market.active, action - GIVE_CARD)
    market.gain_card(1 - market.active, action - GIVE_CARD, True)


add_effect(EXCHANGE, can_exchange, exchange)
add_step(EXCHANGING, exchanging_choices, exchanging_chosen)
add_step(GIVING, giving_choices, giving_chosen)
