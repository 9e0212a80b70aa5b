"""Buying and selling with Ware cards, and the effects that move wares and gold.

For each effect: whether it can do anything, how it begins, what may be chosen, and what follows from the choice.
Numbers in comments are the paragraphs of rules.en.md.
"""

import cython

from mezani.engine.state import Choices
from mezani.games.asante.actions import BACK, DONE, MINUS, PLUS, SELL_CARD
from mezani.games.asante.constants import (
    BUY,
    BUYING,
    DISCOUNT,
    DYE,
    DYED,
    DYEING,
    FERRY,
    FERRYING,
    GOLD,
    HAGGLE,
    HAGGLING,
    NONE,
    OPPONENT_PAYS,
    OPPONENT_RETURNS,
    PACKING,
    RUN,
    SEIZING,
    SELL,
    SELL_SET,
    SELLING,
    SELLING_SET,
    STEAL,
    STEALING,
    SWAP,
    SWAPPED,
    SWAPPING,
    TAKE,
    TAKING,
    TRADE,
    TRADING,
    WARES,
)
from mezani.games.asante.market import Market

if not cython.compiled:
    from mezani.engine.bits import bit, count, lowest


# Ware cards


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
    for ware in range(WARES):
        needed = market.deck.depicted[kind * WARES + ware]
        if ware == chosen:
            needed += market.deck.packages[kind]  # 6.4
        if needed and needed > (market.supply(ware) if buying else market.stands[market.active * WARES + ware]):
            return False  # 6.2, 6.3
    return True


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


def packing_choices(market: Market, choices: Choices) -> None:
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


# A Ware card that is sold although wares are missing


def haggled_cards(market: Market, most: int) -> int:
    """The Ware cards in hand that can be sold by haggling, as a set of kinds."""  # 11.7
    cards = 0
    left = market.held[market.active] & market.deck.wares
    while left:
        if can_haggle(market, lowest(left), most):
            cards |= bit(lowest(left))
        left &= left - 1
    return cards


def can_haggle(market: Market, kind: int, most: int) -> bool:
    """Whether some wares of a card are there and some are missing, at most so many."""
    if market.deck.packages[kind]:
        return False
    missing = missing_wares(market, kind)
    return 0 < missing <= most and missing < market.deck.ware_count[kind]


def haggling_chosen(market: Market, action: int) -> None:
    """The Ware card lies open beside the Haggler until the opponent has answered."""
    market.pop()
    market.haggled = action - SELL_CARD
    market.lose_card(market.active, market.haggled)


def haggle(market: Market) -> None:
    if market.haggled != NONE:
        market.markers -= 1
        sell_with_card(market, market.haggled, NONE)
        market.haggled = NONE


# Wares from the supply


def may_return(market: Market, kind: int) -> bool:
    """Whether wares that a card brings may go back to the supply at once: those of a Person or an Animal."""  # 5.5
    return kind != NONE and (market.deck.persons | market.deck.animals) & bit(kind) != 0


def may_return_now(market: Market) -> bool:
    """Whether this holds for the step on top, under which the card lies that is carried out."""
    below = market.top - 1
    return market.step[below] == RUN and may_return(market, market.a[below])


def take(market: Market, wares: int, begun: int) -> None:
    """Take up to so many wares of one's choice; the rest may go back, or one may stop when it is begun."""
    if wares and market.can_take():
        market.push(TAKING, wares, begun, 0)


def taking_choices(market: Market, choices: Choices) -> None:
    if market.b[market.top] or may_return_now(market):
        choices.add(DONE)  # 5.5, 5.7
    choices.add_set(market.takeable(), PLUS)


def taking_chosen(market: Market, action: int) -> None:
    wares = market.a[market.top] - 1
    market.pop()
    if action != DONE:
        market.take_ware(action - PLUS)
        take(market, wares, 1)


def buy(market: Market, wares: int, price: int, begun: int) -> None:
    """Buy up to so many wares of one's choice at a price each."""
    if wares and market.gold[market.active] >= price:
        market.push(BUYING, wares, price, begun)


def buying_choices(market: Market, choices: Choices) -> None:
    if market.c[market.top]:
        choices.add(DONE)
    if may_return_now(market):
        choices.add(BACK)
    choices.add_set(market.takeable(), PLUS)


def buying_chosen(market: Market, action: int) -> None:
    """What goes back to the supply is paid for, too; a stand that is filled ends the buying."""
    wares = market.a[market.top] - 1
    price = market.b[market.top]
    market.pop()
    if action == DONE:
        return
    market.gold[market.active] -= price
    if action != BACK:
        market.take_ware(action - PLUS)
    if action == BACK or market.can_take():
        buy(market, wares, price, 1)


# Wares for gold


def sell(market: Market, wares: int, price: int, begun: int) -> None:
    """Return up to so many wares for gold each."""
    if wares and market.wares_of(market.active):
        market.push(SELLING, wares, price, begun)


def selling_choices(market: Market, choices: Choices) -> None:
    if market.c[market.top]:
        choices.add(DONE)
    choices.add_set(market.wares_of(market.active), MINUS)


def selling_chosen(market: Market, action: int) -> None:
    wares = market.a[market.top] - 1
    price = market.b[market.top]
    market.pop()
    if action != DONE:
        market.return_ware(market.active, action - MINUS)
        market.gold[market.active] += price
        sell(market, wares, price, 1)


def selling_set_choices(market: Market, choices: Choices) -> None:
    """Each ware once; `b` are those returned already."""
    if market.b[market.top]:
        choices.add(DONE)
    choices.add_set(market.wares_of(market.active) & ~market.b[market.top], MINUS)


def selling_set_chosen(market: Market, action: int) -> None:
    effect = market.a[market.top]
    returned = market.b[market.top]
    market.pop()
    if action != DONE:
        market.return_ware(market.active, action - MINUS)
        returned |= 1 << (action - MINUS)
        if market.wares_of(market.active) & ~returned:
            market.push(SELLING_SET, effect, returned, 0)
            return
    market.gold[market.active] += market.deck.rewards[effect * WARES + count(returned) - 1]  # 10.1


# Wares for cards


def fare(wares: int) -> int:
    """How many cards so many wares cost."""  # 11.3
    return wares * (wares + 1) // 2


def ferrying_choices(market: Market, choices: Choices) -> None:
    if market.a[market.top]:
        choices.add(DONE)
    if may_return_now(market):
        choices.add(BACK)
    choices.add_set(market.takeable(), PLUS)


def ferrying_chosen(market: Market, action: int) -> None:
    """What goes back to the supply is paid for, too; a stand that is filled ends the taking."""
    wares = market.a[market.top]
    market.pop()
    if action != DONE:
        if action != BACK:
            market.take_ware(action - PLUS)
        wares += 1
        if (action == BACK or market.can_take()) and fare(wares + 1) <= market.hand_size[market.active]:
            market.push(FERRYING, wares, 0, 0)
            return
    market.discard_cards(market.active, fare(wares))


# Wares for other wares


def dyeing_choices(market: Market, choices: Choices) -> None:
    """`a` is the ware that is returned, `b` how many of it were; the first ware taken ends the returning."""  # 11.4
    ware = market.a[market.top]
    returned = market.b[market.top]
    if ware == NONE:
        choices.add_set(market.wares_of(market.active), MINUS)
    else:
        if may_return_now(market):
            choices.add(DONE)
        choices.add_set(market.supplied() & ~bit(ware), PLUS)
        if market.stands[market.active * WARES + ware] and count(market.supplied() & ~bit(ware)) > returned:
            choices.add(MINUS + ware)


def dyeing_chosen(market: Market, action: int) -> None:
    if action == DONE:
        market.pop()
    elif action >= MINUS:
        market.a[market.top] = action - MINUS
        market.b[market.top] += 1
        market.return_ware(market.active, action - MINUS)
    else:
        market.step[market.top] = DYED  # now `a` is how many are still to be taken, `b` the wares that are not
        market.b[market.top], market.a[market.top] = 1 << market.a[market.top], market.b[market.top]
        dyed_chosen(market, action)


def dyed_choices(market: Market, choices: Choices) -> None:
    choices.add(DONE)  # 5.5
    choices.add_set(market.takeable() & ~market.b[market.top], PLUS)


def dyed_chosen(market: Market, action: int) -> None:
    wares = market.a[market.top] - 1
    taken = market.b[market.top]
    market.pop()
    if action != DONE:
        market.take_ware(action - PLUS)
        taken |= 1 << (action - PLUS)
        if wares and market.takeable() & ~taken:
            market.push(DYED, wares, taken, 0)


def trading_choices(market: Market, choices: Choices) -> None:
    if may_return_now(market):
        choices.add(DONE)
    choices.add_set(market.takeable(), PLUS)
    choices.add_set(market.wares_of(market.active), MINUS)


def trading_chosen(market: Market, action: int) -> None:
    """`a` is how many were returned, `b` how many more may be taken; the first ware taken ends the returning."""
    if action == DONE:
        market.pop()
    elif action >= MINUS:
        market.a[market.top] += 1
        market.return_ware(market.active, action - MINUS)
    else:
        left = market.a[market.top] + market.b[market.top] - 1  # 11.8
        market.pop()
        market.take_ware(action - PLUS)
        take(market, left, 1)


def swap(market: Market, times: int, begun: int) -> None:
    """Return a ware and take one, so many times."""
    if times and market.wares_of(market.active):
        market.push(SWAPPING, times, begun, 0)


def swapping_choices(market: Market, choices: Choices) -> None:
    if market.b[market.top]:
        choices.add(DONE)  # 13.4
    choices.add_set(market.wares_of(market.active), MINUS)


def swapping_chosen(market: Market, action: int) -> None:
    if action == DONE:
        market.pop()
    else:
        market.return_ware(market.active, action - MINUS)
        market.step[market.top] = SWAPPED


def swapped_choices(market: Market, choices: Choices) -> None:
    choices.add_set(market.takeable(), PLUS)


def swapped_chosen(market: Market, action: int) -> None:
    times = market.a[market.top] - 1
    market.pop()
    market.take_ware(action - PLUS)
    swap(market, times, 1)


# The opponent's wares


def seize(market: Market, wares: int) -> None:
    """The opponent returns so many wares, as far as there are any."""
    if wares and market.wares_of(1 - market.active):
        market.push(SEIZING, wares, 0, 0)


def seizing_choices(market: Market, choices: Choices) -> None:
    choices.add_set(market.wares_of(1 - market.active), MINUS)


def seizing_chosen(market: Market, action: int) -> None:
    wares = market.a[market.top] - 1
    market.pop()
    market.return_ware(1 - market.active, action - MINUS)
    seize(market, wares)


def can_steal(market: Market, kind: int) -> bool:
    """Whether a card could take a ware of the opponent: one that fits on the stand, or that may go to the supply."""
    return market.wares_of(1 - market.active) != 0 and (market.can_take() or may_return(market, kind))


def steal(market: Market, wares: int, begun: int) -> None:
    """Take so many wares from the opponent's stand; it is carried out for the card on top."""
    if wares and can_steal(market, market.a[market.top] if market.step[market.top] == RUN else NONE):
        market.push(STEALING, wares, begun, 0)


def stealing_choices(market: Market, choices: Choices) -> None:
    if market.b[market.top]:
        choices.add(DONE)
    if market.can_take():
        choices.add_set(market.wares_of(1 - market.active), PLUS)
    if may_return_now(market):
        choices.add_set(market.wares_of(1 - market.active), MINUS)


def stealing_chosen(market: Market, action: int) -> None:
    """Put the ware on the own stand, or return it to the supply at once."""
    wares = market.a[market.top] - 1
    market.pop()
    if action != DONE:
        market.return_ware(1 - market.active, (action - PLUS) % WARES)
        if action < MINUS:
            market.take_ware(action - PLUS)
        steal(market, wares, 1)


# All of them


def can_trade_effect(market: Market, effect: int, kind: int, left: int, cards: int) -> bool:
    """Whether an effect of a card could do anything with so many actions and so many cards in hand left."""
    does = market.deck.does[effect]
    if does == TAKE:
        return market.can_take() or may_return(market, kind)
    if does in (SWAP, SELL, SELL_SET, DYE):
        return market.wares_of(market.active) != 0
    if does == BUY:
        room = market.can_take() or may_return(market, kind)
        return room and market.gold[market.active] >= market.deck.gold[effect]
    if does == FERRY:
        return cards > 0 and (market.can_take() or may_return(market, kind))
    if does == OPPONENT_RETURNS:
        return market.wares_of(1 - market.active) != 0
    if does == STEAL:
        return can_steal(market, kind)
    if does == HAGGLE:
        return market.haggled != NONE or (left > 0 and haggled_cards(market, market.deck.number[effect]) != 0)
    if does == OPPONENT_PAYS:
        return market.gold[1 - market.active] >= market.deck.number[effect]
    return True  # gold, a discount, and the trade, for which one needs no wares: 11.8


def do_trade_effect(market: Market, effect: int, times: int) -> None:
    """Begin an effect that can do something; Holy Places are done several times."""
    does = market.deck.does[effect]
    number = market.deck.number[effect] * times
    if does == GOLD:
        market.gold[market.active] += number
    elif does == TAKE:
        take(market, number, 0)
    elif does == SWAP:
        swap(market, number, 0)
    elif does == SELL_SET:
        market.push(SELLING_SET, effect, 0, 0)
    elif does == BUY:
        buy(market, number, market.deck.gold[effect], 0)
    elif does == SELL:
        sell(market, number, market.deck.gold[effect], 0)
    elif does == FERRY:
        market.push(FERRYING, 0, 0, 0)
    elif does == DYE:
        market.push(DYEING, NONE, 0, 0)
    elif does == TRADE:
        market.push(TRADING, 0, number, 0)
    elif does == OPPONENT_RETURNS:
        seize(market, number)
    elif does == STEAL:
        steal(market, number, 0)
    elif does == HAGGLE:
        haggle(market)
    elif does == DISCOUNT:
        market.discount += number
    elif does == OPPONENT_PAYS:
        market.gold[1 - market.active] -= number
        market.gold[market.active] += number


def trade_choices(market: Market, choices: Choices) -> None:
    step = market.step[market.top]
    if step == PACKING:
        packing_choices(market, choices)
    elif step == HAGGLING:
        choices.add_set(haggled_cards(market, market.a[market.top]), SELL_CARD)
    elif step == TAKING:
        taking_choices(market, choices)
    elif step == BUYING:
        buying_choices(market, choices)
    elif step == SELLING:
        selling_choices(market, choices)
    elif step == SELLING_SET:
        selling_set_choices(market, choices)
    elif step == FERRYING:
        ferrying_choices(market, choices)
    elif step == DYEING:
        dyeing_choices(market, choices)
    elif step == DYED:
        dyed_choices(market, choices)
    elif step == TRADING:
        trading_choices(market, choices)
    elif step == SWAPPING:
        swapping_choices(market, choices)
    elif step == SWAPPED:
        swapped_choices(market, choices)
    elif step == SEIZING:
        seizing_choices(market, choices)
    elif step == STEALING:
        stealing_choices(market, choices)


def trade_chosen(market: Market, action: int) -> None:
    step = market.step[market.top]
    if step == PACKING:
        packing_chosen(market, action)
    elif step == HAGGLING:
        haggling_chosen(market, action)
    elif step == TAKING:
        taking_chosen(market, action)
    elif step == BUYING:
        buying_chosen(market, action)
    elif step == SELLING:
        selling_chosen(market, action)
    elif step == SELLING_SET:
        selling_set_chosen(market, action)
    elif step == FERRYING:
        ferrying_chosen(market, action)
    elif step == DYEING:
        dyeing_chosen(market, action)
    elif step == DYED:
        dyed_chosen(market, action)
    elif step == TRADING:
        trading_chosen(market, action)
    elif step == SWAPPING:
        swapping_chosen(market, action)
    elif step == SWAPPED:
        swapped_chosen(market, action)
    elif step == SEIZING:
        seizing_chosen(market, action)
    elif step == STEALING:
        stealing_chosen(market, action)
