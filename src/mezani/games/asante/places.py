"""The effects of Holy Places, and of the cards that do as they do.

For each effect: whether it can do anything, how it begins, what may be chosen, and what follows from the choice.
Numbers in comments are the paragraphs of rules.en.md.
"""

import cython

from mezani.engine.state import Choices
from mezani.games.asante.actions import DONE, LIKE, PLACE
from mezani.games.asante.constants import (
    ANY_PLACE,
    IMITATING,
    MARKERS,
    RETRIEVE,
    TAKE_PLACE,
    TRAVELLING,
    VISIT,
    VISITING,
)
from mezani.games.asante.market import Market

if not cython.compiled:
    from mezani.engine.bits import bit
    from mezani.games.asante.constants import NONE, SLOTS
    from mezani.games.asante.steps import BEGIN, CAN, add_effect, add_settling, add_step

ALL_SLOTS = 0b111


def can_use_place(market: Market, place: int, left: int) -> bool:
    """Whether a Holy Place could do anything with so many actions left."""
    effect = market.deck.place_effect[place]
    return CAN[market.deck.does[effect]](market, effect, NONE, NONE, left, 0)


def use_place(market: Market, place: int, times: int) -> None:
    """Begin the effect of a Holy Place."""
    effect = market.deck.place_effect[place]
    BEGIN[market.deck.does[effect]](market, effect, NONE, NONE, times)


# Actions


def can_retrieve(market: Market, effect: int, kind: int, slot: int, left: int, cards: int) -> bool:
    return left < MARKERS


def retrieve(market: Market, effect: int, kind: int, slot: int, times: int) -> None:
    market.markers = min(market.markers + market.deck.number[effect] * times, MARKERS)  # 13.3


add_effect(RETRIEVE, can_retrieve, retrieve)


# Doing as another Holy Place does


def can_imitate(market: Market, effect: int, kind: int, slot: int, left: int, cards: int) -> bool:
    return imitable_places(market, left) != 0


def imitate(market: Market, effect: int, kind: int, slot: int, times: int) -> None:
    market.push(IMITATING, times, 0, 0)


def imitable_places(market: Market, left: int) -> int:
    """The Holy Places of the game that Kilimanjaro can stand for, as a set."""  # 13.5
    places = 0
    for place in range(market.deck.place_kinds):
        if market.deck.does[market.deck.place_effect[place]] != ANY_PLACE and can_use_place(market, place, left):
            places |= bit(place)
    return places


def settle_imitating(market: Market) -> bool:
    """End it when all has been done that can be: the step comes back after each Holy Place."""
    if market.a[market.top] and imitable_places(market, market.markers):
        return False
    market.pop()
    return True


def imitating_choices(market: Market, choices: Choices) -> None:
    """`a` is how often one may still do so, `b` whether one has."""
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


add_effect(ANY_PLACE, can_imitate, imitate)
add_settling(IMITATING, settle_imitating)
add_step(IMITATING, imitating_choices, imitating_chosen)


# Visiting the Holy Places of the middle


def can_visit(market: Market, effect: int, kind: int, slot: int, left: int, cards: int) -> bool:
    return visitable_slots(market, ALL_SLOTS, left) != 0


def visit(market: Market, effect: int, kind: int, slot: int, times: int) -> None:
    market.push(VISITING, market.deck.number[effect], ALL_SLOTS, 0)


def visitable_slots(market: Market, slots: int, left: int) -> int:
    """Those of some slots whose Holy Places can do anything, as a set."""
    visitable = 0
    for slot in range(SLOTS):
        if slots & 1 << slot and market.middle[slot] != NONE and can_use_place(market, market.middle[slot], left):
            visitable |= bit(slot)
    return visitable


def settle_visiting(market: Market) -> bool:
    """End it when all has been visited that can be: the step comes back after each Holy Place."""
    if market.a[market.top] and visitable_slots(market, market.b[market.top], market.markers):
        return False
    market.pop()
    return True


def visiting_choices(market: Market, choices: Choices) -> None:
    """`a` is how many may still be visited, `b` the slots that were not, `c` whether one was."""
    if market.c[market.top]:
        choices.add(DONE)  # 11.6
    choices.add_set(visitable_slots(market, market.b[market.top], market.markers), PLACE)


def visiting_chosen(market: Market, action: int) -> None:
    if action == DONE:
        market.pop()
    else:
        market.a[market.top] -= 1
        market.b[market.top] &= ~(1 << (action - PLACE))
        market.c[market.top] = 1
        use_place(market, market.middle[action - PLACE], 1)  # 10.5, 11.6


add_effect(VISIT, can_visit, visit)
add_settling(VISITING, settle_visiting)
add_step(VISITING, visiting_choices, visiting_chosen)


# Taking a Holy Place of the middle


def can_travel(market: Market, effect: int, kind: int, slot: int, left: int, cards: int) -> bool:
    return places_in_middle(market) != 0


def travel(market: Market, effect: int, kind: int, slot: int, times: int) -> None:
    market.push(TRAVELLING, 0, 0, 0)


def places_in_middle(market: Market) -> int:
    """The slots that hold a Holy Place, as a set."""
    slots = 0
    for slot in range(SLOTS):
        if market.middle[slot] != NONE:
            slots |= bit(slot)
    return slots


def travelling_choices(market: Market, choices: Choices) -> None:
    choices.add_set(places_in_middle(market), PLACE)


def travelling_chosen(market: Market, action: int) -> None:
    market.pop()
    market.gain_place(market.active, action - PLACE)


add_effect(TAKE_PLACE, can_travel, travel)
add_step(TRAVELLING, travelling_choices, travelling_chosen)
