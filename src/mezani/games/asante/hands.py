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
    MOST_KINDS,
    NONE,
    OPPONENT_DISCARDS,
    OPPONENT_DISCARDS_TO,
    REVEAL,
    SIFT,
    SIFTING,
)
from mezani.games.asante.market import Market

if not cython.compiled:
    from mezani.engine.bits import bit
    from mezani.games.asante.trade import take


# Discarding


def discarding_choices(market: Market, choices: Choices) -> None:
    choices.add_set(market.held[market.a[market.top]], DISCARD_CARD)


def discarding_chosen(market: Market, action: int) -> None:
    seat = market.a[market.top]
    cards = market.b[market.top] - 1
    market.pop()
    market.discard_from_hand(seat, action - DISCARD_CARD)
    if cards:
        market.push(DISCARDING, seat, cards, 0)


# The discards


def healed_cards(market: Market, healer: int) -> int:
    """The kinds among the discards, but for the Healer's own, as a set."""  # 11.5
    return market.discarded() & ~bit(healer)


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


# The top of the pile


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


def reveal(market: Market, wares: int, gold: int) -> None:
    """Turn up the top card: a Ware card brings wares, another card gold."""  # 10.2
    kind = market.draw_card()
    market.discard(kind)
    if market.deck.wares & bit(kind):
        take(market, wares, 0)
    else:
        market.gold[market.active] += gold


# The opponent's hand


def exchange(market: Market) -> None:
    """Look at the opponent's hand, to take a card and give one."""  # 12.6
    other = (1 - market.active) * MOST_KINDS
    for kind in range(market.deck.kinds):
        market.known[other + kind] = market.hands[other + kind]
    market.reveals += 1
    market.push(EXCHANGING, 0, 0, 0)


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


# All of them


def can_hand_effect(market: Market, effect: int, healer: int, left: int, cards: int) -> bool:
    """Whether an effect could do anything with so many actions and so many cards in hand left."""
    does = market.deck.does[effect]
    if does in (DRAW, LOOK, REVEAL):
        return market.can_draw()
    if does == DRAW_TO:
        return cards < market.deck.number[effect] and market.can_draw()
    if does == SIFT:
        return left > 0 and market.can_draw()
    if does == HEAL:
        return healed_cards(market, healer) != 0
    if does == EXCHANGE:
        return market.hand_size[1 - market.active] > 0
    if does == OPPONENT_DISCARDS:
        return market.hand_size[1 - market.active] >= market.deck.number[effect]
    return market.hand_size[1 - market.active] > market.deck.number[effect]


def do_hand_effect(market: Market, effect: int, healer: int, times: int) -> None:
    """Begin an effect that can do something; Holy Places are done several times."""
    does = market.deck.does[effect]
    number = market.deck.number[effect] * times
    if does == DRAW:
        market.draw_to_hand(number)
    elif does == DRAW_TO:
        market.draw_to_hand(number - market.hand_size[market.active])
    elif does == LOOK:
        market.look_at(number)
        market.push(LOOKING, 0, 0, 0)
    elif does == SIFT:
        sift(market, number)
    elif does == HEAL:
        market.push(HEALING, healer, 0, 0)
    elif does == EXCHANGE:
        exchange(market)
    elif does == REVEAL:
        reveal(market, number, market.deck.gold[effect])
    elif does == OPPONENT_DISCARDS:
        market.discard_cards(1 - market.active, number)
    elif does == OPPONENT_DISCARDS_TO:
        market.discard_cards(1 - market.active, market.hand_size[1 - market.active] - number)


def hand_choices(market: Market, choices: Choices) -> None:
    step = market.step[market.top]
    if step == DISCARDING:
        discarding_choices(market, choices)
    elif step == LOOKING:
        choices.add_set(looked_cards(market), TAKE_CARD)
    elif step == SIFTING:
        sifting_choices(market, choices)
    elif step == HEALING:
        choices.add_set(healed_cards(market, market.a[market.top]), TAKE_CARD)
    elif step == EXCHANGING:
        choices.add_set(market.held[1 - market.active], TAKE_CARD)
    elif step == GIVING:
        giving_choices(market, choices)


def hand_chosen(market: Market, action: int) -> None:
    step = market.step[market.top]
    if step == DISCARDING:
        discarding_chosen(market, action)
    elif step == LOOKING:
        market.pop()
        take_looked(market, action - TAKE_CARD)
    elif step == SIFTING:
        sifting_chosen(market, action)
    elif step == HEALING:
        healing_chosen(market, action)
    elif step == EXCHANGING:
        exchanging_chosen(market, action)
    elif step == GIVING:
        giving_chosen(market, action)
