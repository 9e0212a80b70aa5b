"""Buying and selling with Ware cards: what they cost, packages, and haggling.

Numbers in comments are the paragraphs of rules.en.md.
"""

import cython

from mezani.engine.state import Choices
from mezani.games.asante.actions import MINUS, PLUS, SELL_CARD
from mezani.games.asante.constants import DISCOUNT, HAGGLE, HAGGLING, PACKING
from mezani.games.asante.market import Market

if not cython.compiled:
    from mezani.engine.bits import bit, lowest
    from mezani.games.asante.constants import NONE, TOKENS, WARES
    from mezani.games.asante.steps import add_effect, add_step, always


def buying_price(market: Market, kind: int) -> int:
    return max(market.deck.buy[kind] - market.discount, 0)  # 11.15


def selling_price(market: Market, kind: int) -> int:
    return market.deck.sell[kind] + market.discount


def can_buy_card(market: Market, kind: int) -> bool:
    """Whether the depicted wares can all be bought, the packages as some ware."""
    if market.gold[market.active] < buying_price(market, kind):
        return False  # 3.4
    if market.free_spaces(market.active) < market.deck.ware_count[kind]:
        return False  # 6.2
    if market.deck.packages[kind]:
        return buyable_packages(market, kind) != 0
    return is_there(market, kind, NONE, True)


def can_sell_card(market: Market, kind: int) -> bool:
    """Whether the depicted wares are all there to be sold, the packages as some ware."""
    if market.deck.packages[kind]:
        return sellable_packages(market, kind) != 0
    return is_there(market, kind, NONE, False)


def missing_wares(market: Market, kind: int) -> int:
    """How many of the depicted wares are not on the active player's stand."""
    missing = 0
    for ware in range(WARES):
        lack = market.deck.depicted[kind * WARES + ware] - market.stands[market.active * WARES + ware]
        if lack > 0:
            missing += lack
    return missing


def buyable_packages(market: Market, kind: int) -> int:
    """The wares that the packages of a card can stand for when it is bought, as a set."""
    wares = 0
    for ware in range(WARES):
        if is_there(market, kind, ware, True):
            wares |= bit(ware)
    return wares


def sellable_packages(market: Market, kind: int) -> int:
    """The wares that the packages of a card can stand for when it is sold, as a set."""
    wares = 0
    for ware in range(WARES):
        if is_there(market, kind, ware, False):
            wares |= bit(ware)
    return wares


def is_there(market: Market, kind: int, chosen: int, buying: bool) -> bool:
    """Whether the supply, or the active player's stand, has all wares of a card, its packages being a chosen ware."""
    lacking = False
    for ware in range(WARES):
        there = market.stands[market.active * WARES + ware]  # 6.3
        if buying:
            there = TOKENS - market.stands[ware] - market.stands[WARES + ware]  # 6.2
        if ware == chosen:
            there -= market.deck.packages[kind]  # 6.4
        lacking |= market.deck.depicted[kind * WARES + ware] > there
    return not lacking


def buy_with_card(market: Market, kind: int, chosen: int) -> None:
    """Pay and take all depicted wares; `chosen` is what the packages stand for."""
    market.gold[market.active] -= buying_price(market, kind)
    for ware in range(WARES):
        market.stands[market.active * WARES + ware] += market.deck.depicted[kind * WARES + ware]
    if chosen != NONE:
        market.stands[market.active * WARES + chosen] += market.deck.packages[kind]
    market.discard(kind)


def sell_with_card(market: Market, kind: int, chosen: int) -> None:
    """Return the depicted wares, as far as they are there, and take the gold."""
    market.gold[market.active] += selling_price(market, kind)
    for ware in range(WARES):
        place = market.active * WARES + ware
        market.stands[place] -= min(market.stands[place], market.deck.depicted[kind * WARES + ware])
    if chosen != NONE:
        market.stands[market.active * WARES + chosen] -= market.deck.packages[kind]
    market.discard(kind)


# What the packages of a card stand for


def packing_choices(market: Market, choices: Choices) -> None:
    """`a` is the Ware card, `b` whether it buys."""
    if market.b[market.top]:
        choices.add_set(buyable_packages(market, market.a[market.top]), PLUS)
    else:
        choices.add_set(sellable_packages(market, market.a[market.top]), MINUS)


def packing_chosen(market: Market, action: int) -> None:
    kind = market.a[market.top]
    market.pop()
    if action < MINUS:
        buy_with_card(market, kind, action - PLUS)
    else:
        sell_with_card(market, kind, action - MINUS)


add_step(PACKING, packing_choices, packing_chosen)


# Better prices for the rest of the turn


def give_discount(market: Market, effect: int, kind: int, slot: int, times: int) -> None:
    market.discount += market.deck.number[effect] * times


add_effect(DISCOUNT, always, give_discount)


# A Ware card that is sold although wares are missing


def haggled_cards(market: Market, most: int) -> int:
    """The Ware cards in hand that can be sold by haggling, as a set of kinds."""  # 11.7
    cards = 0
    left = market.held[market.active] & market.deck.wares
    while left:
        if can_haggle_over(market, lowest(left), most):
            cards |= bit(lowest(left))
        left &= left - 1
    return cards


def can_haggle_over(market: Market, kind: int, most: int) -> bool:
    """Whether some wares of a card are there and some are missing, at most so many."""
    if market.deck.packages[kind]:
        return False
    missing = missing_wares(market, kind)
    return 0 < missing <= most and missing < market.deck.ware_count[kind]


def haggling_choices(market: Market, choices: Choices) -> None:
    """`a` is how many wares may be missing."""
    choices.add_set(haggled_cards(market, market.a[market.top]), SELL_CARD)


def haggling_chosen(market: Market, action: int) -> None:
    """The Ware card lies open beside the Haggler until the opponent has answered."""
    market.pop()
    market.haggled = action - SELL_CARD
    market.lose_card(market.active, market.haggled)


def can_haggle(market: Market, effect: int, kind: int, slot: int, left: int, cards: int) -> bool:
    return market.haggled != NONE or (left > 0 and haggled_cards(market, market.deck.number[effect]) != 0)


def haggle(market: Market, effect: int, kind: int, slot: int, times: int) -> None:
    if market.haggled != NONE:
        market.markers -= 1
        sell_with_card(market, market.haggled, NONE)
        market.haggled = NONE


add_step(HAGGLING, haggling_choices, haggling_chosen)
add_effect(HAGGLE, can_haggle, haggle)
