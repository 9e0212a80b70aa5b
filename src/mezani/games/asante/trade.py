"""The effects that move wares and gold, between supply and stands or from one player to the other.

For each effect: whether it can do anything, how it begins, what may be chosen, and what follows from the choice.
Numbers in comments are the paragraphs of rules.en.md.
"""

import cython

from mezani.engine.state import Choices
from mezani.games.asante.actions import BACK, DONE, MINUS, PLUS
from mezani.games.asante.constants import (
    BUY,
    BUYING,
    DYE,
    DYED,
    DYEING,
    FERRY,
    FERRYING,
    GOLD,
    OPPONENT_PAYS,
    OPPONENT_RETURNS,
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
)
from mezani.games.asante.market import Market

if not cython.compiled:
    from mezani.engine.bits import bit, count
    from mezani.games.asante.constants import NONE, WARES
    from mezani.games.asante.steps import add_effect, add_step, always


# Gold


def gain_gold(market: Market, effect: int, kind: int, slot: int, times: int) -> None:
    market.gold[market.active] += market.deck.number[effect] * times


def can_make_pay(market: Market, effect: int, kind: int, slot: int, left: int, cards: int) -> bool:
    return market.gold[1 - market.active] >= market.deck.number[effect]


def make_pay(market: Market, effect: int, kind: int, slot: int, times: int) -> None:
    """The opponent pays."""
    market.gold[1 - market.active] -= market.deck.number[effect] * times
    market.gold[market.active] += market.deck.number[effect] * times


add_effect(GOLD, always, gain_gold)
add_effect(OPPONENT_PAYS, can_make_pay, make_pay)


# Wares that go back to the supply as soon as they have come


def may_return(market: Market, kind: int) -> bool:
    """Whether wares that a card brings may go back to the supply at once: those of a Person or an Animal."""  # 5.5
    return kind != NONE and (market.deck.persons | market.deck.animals) & bit(kind) != 0


def may_return_now(market: Market) -> bool:
    """Whether this holds for the step on top, under which the card lies that is carried out."""
    below = market.top - 1
    return market.step[below] == RUN and may_return(market, market.a[below])


def has_room(market: Market, effect: int, kind: int, slot: int, left: int, cards: int) -> bool:
    """Whether a ware that a card brings can stay, or go back."""
    return market.can_take() or may_return(market, kind)


# Wares from the supply


def take_wares(market: Market, effect: int, kind: int, slot: int, times: int) -> None:
    take(market, market.deck.number[effect] * times, 0)


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


add_effect(TAKE, has_room, take_wares)
add_step(TAKING, taking_choices, taking_chosen)


# Wares from the supply for gold


def can_buy(market: Market, effect: int, kind: int, slot: int, left: int, cards: int) -> bool:
    return market.gold[market.active] >= market.deck.gold[effect] and (market.can_take() or may_return(market, kind))


def buy_wares(market: Market, effect: int, kind: int, slot: int, times: int) -> None:
    buy(market, market.deck.number[effect] * times, market.deck.gold[effect], 0)


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


add_effect(BUY, can_buy, buy_wares)
add_step(BUYING, buying_choices, buying_chosen)


# Wares from the supply for cards


def fare(wares: int) -> int:
    """How many cards so many wares cost."""  # 11.3
    return wares * (wares + 1) // 2


def can_ferry(market: Market, effect: int, kind: int, slot: int, left: int, cards: int) -> bool:
    return cards > 0 and (market.can_take() or may_return(market, kind))


def ferry(market: Market, effect: int, kind: int, slot: int, times: int) -> None:
    market.push(FERRYING, 0, 0, 0)


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


add_effect(FERRY, can_ferry, ferry)
add_step(FERRYING, ferrying_choices, ferrying_chosen)


# Wares for gold


def has_wares(market: Market, effect: int, kind: int, slot: int, left: int, cards: int) -> bool:
    return market.wares_of(market.active) != 0


def sell_wares(market: Market, effect: int, kind: int, slot: int, times: int) -> None:
    sell(market, market.deck.number[effect] * times, market.deck.gold[effect], 0)


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


add_effect(SELL, has_wares, sell_wares)
add_step(SELLING, selling_choices, selling_chosen)


# Different wares for gold


def sell_set(market: Market, effect: int, kind: int, slot: int, times: int) -> None:
    market.push(SELLING_SET, effect, 0, 0)


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


add_effect(SELL_SET, has_wares, sell_set)
add_step(SELLING_SET, selling_set_choices, selling_set_chosen)


# Wares of one kind for different others


def dye(market: Market, effect: int, kind: int, slot: int, times: int) -> None:
    market.push(DYEING, NONE, 0, 0)


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


add_effect(DYE, has_wares, dye)
add_step(DYEING, dyeing_choices, dyeing_chosen)
add_step(DYED, dyed_choices, dyed_chosen)


# Wares for as many others and more


def trade(market: Market, effect: int, kind: int, slot: int, times: int) -> None:
    """One needs no wares for it."""  # 11.8
    market.push(TRADING, 0, market.deck.number[effect] * times, 0)


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


add_effect(TRADE, always, trade)
add_step(TRADING, trading_choices, trading_chosen)


# One ware for another


def swap_wares(market: Market, effect: int, kind: int, slot: int, times: int) -> None:
    swap(market, market.deck.number[effect] * times, 0)


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


add_effect(SWAP, has_wares, swap_wares)
add_step(SWAPPING, swapping_choices, swapping_chosen)
add_step(SWAPPED, swapped_choices, swapped_chosen)


# Wares of the opponent that go to the supply


def can_seize(market: Market, effect: int, kind: int, slot: int, left: int, cards: int) -> bool:
    return market.wares_of(1 - market.active) != 0


def seize_wares(market: Market, effect: int, kind: int, slot: int, times: int) -> None:
    seize(market, market.deck.number[effect] * times)


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


add_effect(OPPONENT_RETURNS, can_seize, seize_wares)
add_step(SEIZING, seizing_choices, seizing_chosen)


# Wares of the opponent for oneself


def can_steal_wares(market: Market, effect: int, kind: int, slot: int, left: int, cards: int) -> bool:
    return can_steal(market, kind)


def steal_wares(market: Market, effect: int, kind: int, slot: int, times: int) -> None:
    steal(market, market.deck.number[effect] * times, 0)


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


add_effect(STEAL, can_steal_wares, steal_wares)
add_step(STEALING, stealing_choices, stealing_chosen)
