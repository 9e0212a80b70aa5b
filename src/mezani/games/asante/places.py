"""The effects of Holy Places, and of the cards that do as they do.

For each effect: whether it can do anything, how it begins, what may be chosen, and what follows from the choice.
Numbers in comments are the paragraphs of rules.en.md.
"""

import cython

from mezani.engine.state import Choices
from mezani.games.asante.actions import DONE, LIKE, PLACE
from mezani.games.asante.constants import (
    ANY_PLACE,
    DRAW,
    IMITATING,
    MARKERS,
    NONE,
    RETRIEVE,
    SLOTS,
    TAKE_PLACE,
    TRAVELLING,
    VISIT,
    VISITING,
)
from mezani.games.asante.market import Market

if not cython.compiled:
    from mezani.engine.bits import bit
    from mezani.games.asante.hands import can_hand_effect, do_hand_effect
    from mezani.games.asante.trade import can_trade_effect, do_trade_effect

ALL_SLOTS = 0b111


def can_use_place(market: Market, place: int, left: int) -> bool:
    """Whether a Holy Place could do anything with so many actions left."""
    effect = market.deck.place_effect[place]
    does = market.deck.does[effect]
    if does < DRAW:
        return can_trade_effect(market, effect, NONE, left, 0)
    if does < RETRIEVE:
        return can_hand_effect(market, effect, NONE, left, 0)
    return can_place_effect(market, effect, left)


def use_place(market: Market, place: int, times: int) -> None:
    """Begin the effect of a Holy Place."""
    effect = market.deck.place_effect[place]
    does = market.deck.does[effect]
    if does < DRAW:
        do_trade_effect(market, effect, times)
    elif does < RETRIEVE:
        do_hand_effect(market, effect, NONE, times)
    else:
        do_place_effect(market, effect, times)


# Doing as another Holy Place does


def imitable_places(market: Market, left: int) -> int:
    """The Holy Places of the game that Kilimanjaro can stand for, as a set."""  # 13.5
    places = 0
    for place in range(market.deck.place_kinds):
        if market.deck.does[market.deck.place_effect[place]] != ANY_PLACE and can_use_place(market, place, left):
            places |= bit(place)
    return places


def imitating_choices(market: Market, choices: Choices) -> None:
    if market.b[market.top]:
        choices.add(DONE)
    choices.add_set(imitable_places(market, market.markers), LIKE)


def imitating_chosen(market: Market, action: int) -> None:
    if action == DONE:
        market.pop()
    else:
        market.a[market.top] -= 1
        market.b[market.top] = 1
        use_place(market, action - LIKE, 1)


# Visiting the Holy Places of the middle


def visitable_slots(market: Market, slots: int, left: int) -> int:
    """Those of some slots whose Holy Places can do anything, as a set."""
    visitable = 0
    for slot in range(SLOTS):
        if slots & 1 << slot and market.middle[slot] != NONE and can_use_place(market, market.middle[slot], left):
            visitable |= bit(slot)
    return visitable


def visiting_choices(market: Market, choices: Choices) -> None:
    if market.c[market.top]:
        choices.add(DONE)  # 11.6
    choices.add_set(visitable_slots(market, market.b[market.top], market.markers), PLACE)


def visiting_chosen(market: Market, action: int) -> None:
    """`a` is how many may still be visited, `b` the slots that were not."""
    if action == DONE:
        market.pop()
    else:
        market.a[market.top] -= 1
        market.b[market.top] &= ~(1 << (action - PLACE))
        market.c[market.top] = 1
        use_place(market, market.middle[action - PLACE], 1)  # 10.5, 11.6


# Taking a Holy Place of the middle


def places_in_middle(market: Market) -> int:
    """The slots that hold a Holy Place, as a set."""
    slots = 0
    for slot in range(SLOTS):
        if market.middle[slot] != NONE:
            slots |= bit(slot)
    return slots


def travelling_chosen(market: Market, action: int) -> None:
    market.pop()
    market.gain_place(market.active, action - PLACE)


# All of them


def can_place_effect(market: Market, effect: int, left: int) -> bool:
    """Whether an effect could do anything with so many actions left."""
    does = market.deck.does[effect]
    if does == RETRIEVE:
        return left < MARKERS
    if does == ANY_PLACE:
        return imitable_places(market, left) != 0
    if does == VISIT:
        return visitable_slots(market, ALL_SLOTS, left) != 0
    return places_in_middle(market) != 0


def do_place_effect(market: Market, effect: int, times: int) -> None:
    """Begin an effect that can do something; Holy Places are done several times."""
    does = market.deck.does[effect]
    if does == RETRIEVE:
        market.markers = min(market.markers + market.deck.number[effect] * times, MARKERS)  # 13.3
    elif does == ANY_PLACE:
        market.push(IMITATING, times, 0, 0)
    elif does == VISIT:
        market.push(VISITING, market.deck.number[effect], ALL_SLOTS, 0)
    elif does == TAKE_PLACE:
        market.push(TRAVELLING, 0, 0, 0)


def is_visit_over(market: Market) -> bool:
    """Whether a step on top that comes back after each Holy Place has nothing left to offer."""
    step = market.step[market.top]
    if step == IMITATING:
        return market.a[market.top] == 0 or imitable_places(market, market.markers) == 0
    if step == VISITING:
        return market.a[market.top] == 0 or visitable_slots(market, market.b[market.top], market.markers) == 0
    return False


def place_choices(market: Market, choices: Choices) -> None:
    step = market.step[market.top]
    if step == IMITATING:
        imitating_choices(market, choices)
    elif step == VISITING:
        visiting_choices(market, choices)
    elif step == TRAVELLING:
        choices.add_set(places_in_middle(market), PLACE)


def place_chosen(market: Market, action: int) -> None:
    step = market.step[market.top]
    if step == IMITATING:
        imitating_chosen(market, action)
    elif step == VISITING:
        visiting_chosen(market, action)
    elif step == TRAVELLING:
        travelling_chosen(market, action)
