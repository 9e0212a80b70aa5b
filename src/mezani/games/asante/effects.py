"""Carrying out cards, effect by effect, and the effects that use other cards.

Numbers in comments are the paragraphs of rules.en.md.
"""

import cython

from mezani.engine.state import Choices
from mezani.games.asante.actions import AWAY, DONE, FIRST, KEEP, MINE, OPTION, PLAY, THEIRS
from mezani.games.asante.constants import (
    BORROW,
    BORROWING,
    CURSE,
    DESTROY,
    DO,
    FOUND,
    OPTING,
    PUT_AWAY,
    REDEEM,
    RUN,
    TRACK,
    TRAMPLE,
    TRAMPLED,
    TRAMPLING,
)
from mezani.games.asante.market import Market

if not cython.compiled:
    from mezani.engine.bits import bit, count, lowest
    from mezani.games.asante.constants import NONE, SLOTS
    from mezani.games.asante.steps import BEGIN, CAN, add_effect, add_settling, add_step
    from mezani.games.asante.trade import take


# A whole card


def can_run(market: Market, kind: int, slot: int, left: int, cards: int) -> bool:
    """Whether a card could do anything with so many actions and so many cards in hand left."""  # 5.3
    first = market.deck.first_effect[kind]
    for effect in range(first, first + market.deck.effect_count[kind]):
        if can_afford(market, effect, kind, slot, left, cards):
            return True
    return False


def run(market: Market) -> bool:
    """Go on with the card on top: `a` is its kind, `b` the number of the next effect, `c` the slot of an Artifact."""
    kind = market.a[market.top]
    slot = market.c[market.top]
    if market.deck.is_either[kind] and market.b[market.top] == 0:
        market.b[market.top] = market.deck.effect_count[kind]
        choose_option(market, kind, slot)
        return True
    while market.b[market.top] < market.deck.effect_count[kind]:
        effect = market.deck.first_effect[kind] + market.b[market.top]
        market.b[market.top] += 1
        if can_afford(market, effect, kind, slot, market.markers, market.hand_size[market.active]):
            pay_for(market, effect, kind, slot)
            return True
    market.pop()
    return True


def put_away(market: Market) -> bool:
    """Discard a card that has been carried out."""
    market.pop()
    market.discard(market.a[market.top + 1])  # 5.4
    return True


add_settling(RUN, run)
add_settling(PUT_AWAY, put_away)


# One of the effects of a card


def possible_options(market: Market, kind: int, slot: int) -> int:
    """The numbers of the effects from which one can be chosen, as a set."""
    options = 0
    for number in range(market.deck.effect_count[kind]):
        effect = market.deck.first_effect[kind] + number
        if can_afford(market, effect, kind, slot, market.markers, market.hand_size[market.active]):
            options |= bit(number)
    return options


def choose_option(market: Market, kind: int, slot: int) -> None:
    """Let one of the effects be chosen; where only one is possible, it is carried out."""
    options = possible_options(market, kind, slot)
    if count(options) > 1:
        market.push(OPTING, kind, slot, 0)
    elif options:
        pay_for(market, market.deck.first_effect[kind] + lowest(options), kind, slot)


def opting_choices(market: Market, choices: Choices) -> None:
    choices.add_set(possible_options(market, market.a[market.top], market.b[market.top]), OPTION)


def opting_chosen(market: Market, action: int) -> None:
    kind = market.a[market.top]
    slot = market.b[market.top]
    market.pop()
    pay_for(market, market.deck.first_effect[kind] + action - OPTION, kind, slot)


add_step(OPTING, opting_choices, opting_chosen)


# An effect


def can_afford(market: Market, effect: int, kind: int, slot: int, left: int, cards: int) -> bool:
    """Whether an effect can be paid for and could do anything."""
    if market.gold[market.active] < market.deck.pay[effect] or cards < market.deck.toll[effect]:
        return False  # 3.4
    return CAN[market.deck.does[effect]](market, effect, kind, slot, left, cards - market.deck.toll[effect])


def pay_for(market: Market, effect: int, kind: int, slot: int) -> None:
    """Pay for an effect, and do it next."""
    market.gold[market.active] -= market.deck.pay[effect]
    market.push(DO, effect, kind, slot)
    if market.deck.toll[effect]:
        market.discard_cards(market.active, market.deck.toll[effect])


def do(market: Market) -> bool:
    """Do the effect on top, which is paid for: `a` is the effect, `b` the kind of card, `c` the slot of an Artifact."""
    effect = market.a[market.top]
    kind = market.b[market.top]
    slot = market.c[market.top]
    market.pop()
    if CAN[market.deck.does[effect]](market, effect, kind, slot, market.markers, market.hand_size[market.active]):
        BEGIN[market.deck.does[effect]](market, effect, kind, slot, 1)
    return True


add_settling(DO, do)


# The gold of a doll


def can_curse(market: Market, effect: int, kind: int, slot: int, left: int, cards: int) -> bool:
    return market.gold[1 - market.active] >= market.deck.number[effect]


def curse(market: Market, effect: int, kind: int, slot: int, times: int) -> None:
    market.gold[1 - market.active] -= market.deck.number[effect]  # 10.3
    market.dolls[slot] += market.deck.number[effect]


def can_redeem(market: Market, effect: int, kind: int, slot: int, left: int, cards: int) -> bool:
    return market.dolls[slot] > 0 and market.can_take()


def redeem(market: Market, effect: int, kind: int, slot: int, times: int) -> None:
    market.dolls[slot] -= 1
    take(market, market.deck.number[effect], 0)


add_effect(CURSE, can_curse, curse)
add_effect(REDEEM, can_redeem, redeem)


# Artifacts


def artifacts_of(market: Market, seat: int) -> int:
    """The slots where a player has an Artifact, as a set."""
    slots = 0
    for slot in range(SLOTS):
        if market.artifacts[seat * SLOTS + slot] != NONE:
            slots |= bit(slot)
    return slots


def use_artifact(market: Market, slot: int) -> None:
    """Carry out an Artifact next; slots 3 to 5 are those of the second seat."""
    market.push(RUN, market.artifacts[slot], 0, slot)


def can_use_for_nothing(market: Market, slot: int, left: int) -> bool:
    """Whether an Animal could use the Artifact at a slot."""
    kind = market.artifacts[slot]
    if kind == NONE or market.deck.sifters & bit(kind):
        return False  # 10.4
    return can_run(market, kind, slot, left, market.hand_size[market.active])


# Trampling an Artifact


def can_trample(market: Market, effect: int, kind: int, slot: int, left: int, cards: int) -> bool:
    return artifacts_of(market, 0) | artifacts_of(market, 1) != 0


def trample(market: Market, effect: int, kind: int, slot: int, times: int) -> None:
    market.push(TRAMPLING, 0, 0, 0)


def trampling_choices(market: Market, choices: Choices) -> None:
    choices.add_set(artifacts_of(market, market.active), MINE)
    choices.add_set(artifacts_of(market, 1 - market.active), THEIRS)


def trampling_chosen(market: Market, action: int) -> None:
    slot = market.active * SLOTS + action - MINE
    if action >= THEIRS:
        slot = (1 - market.active) * SLOTS + action - THEIRS
    market.pop()
    if can_use_for_nothing(market, slot, market.markers):
        market.push(TRAMPLED, slot, 0, 0)
    else:
        market.discard_artifact(slot)


def trampled_choices(market: Market, choices: Choices) -> None:
    choices.add(FIRST)
    choices.add(AWAY)


def trampled_chosen(market: Market, action: int) -> None:
    """Use the Artifact before it goes, or let it go at once."""  # 12.1
    slot = market.a[market.top]
    market.pop()
    market.push(DESTROY, slot, 0, 0)
    if action == FIRST:
        use_artifact(market, slot)


def destroy(market: Market) -> bool:
    market.pop()
    market.discard_artifact(market.a[market.top + 1])
    return True


add_effect(TRAMPLE, can_trample, trample)
add_step(TRAMPLING, trampling_choices, trampling_chosen)
add_step(TRAMPLED, trampled_choices, trampled_chosen)
add_settling(DESTROY, destroy)


# Using the opponent's Artifacts


def can_borrow(market: Market, effect: int, kind: int, slot: int, left: int, cards: int) -> bool:
    return borrowable(market, left) != 0


def borrow(market: Market, effect: int, kind: int, slot: int, times: int) -> None:
    market.push(BORROWING, 0, 0, 0)


def borrowable(market: Market, left: int) -> int:
    """The opponent's Artifacts that are upright and could do something, as a set of slots."""  # 12.2
    slots = 0
    for number in range(SLOTS):
        slot = (1 - market.active) * SLOTS + number
        if not market.turned[slot] and can_use_for_nothing(market, slot, left):
            slots |= bit(number)
    return slots


def settle_borrowing(market: Market) -> bool:
    """End it when no Artifact is left: the step comes back after each."""
    if borrowable(market, market.markers):
        return False
    market.pop()
    return True


def borrowing_choices(market: Market, choices: Choices) -> None:
    if market.a[market.top]:
        choices.add(DONE)
    choices.add_set(borrowable(market, market.markers), THEIRS)


def borrowing_chosen(market: Market, action: int) -> None:
    if action == DONE:
        market.pop()
    else:
        slot = (1 - market.active) * SLOTS + action - THEIRS
        market.a[market.top] = 1
        market.turned[slot] = True
        use_artifact(market, slot)


add_effect(BORROW, can_borrow, borrow)
add_settling(BORROWING, settle_borrowing)
add_step(BORROWING, borrowing_choices, borrowing_chosen)


# The Tracker


def can_track(market: Market, effect: int, kind: int, slot: int, left: int, cards: int) -> bool:
    return has_trackable(market)


def has_trackable(market: Market) -> bool:
    """Whether there are cards in the pile, or an Animal among the discards."""
    return market.pile_size > 0 or market.discarded() & market.deck.animals != 0


def has_animals(market: Market) -> bool:
    """Whether there is an Animal in the pile."""
    kinds = 0
    for place in range(market.pile_size):
        kinds |= bit(market.pile[place])
    return kinds & market.deck.animals != 0


def track(market: Market, effect: int, kind: int, slot: int, times: int) -> None:
    """Turn over cards until an Animal appears, or the pile is made anew without one."""  # 11.2
    shuffles = market.shuffles
    while has_trackable(market):
        card = market.draw_card()
        if market.deck.animals & bit(card):
            market.push(FOUND, card, 0, 0)
            return
        market.discard(card)
        if market.shuffles > shuffles and not has_animals(market):
            return


def found_choices(market: Market, choices: Choices) -> None:
    choices.add(KEEP)
    kind = market.a[market.top]
    if can_run(market, kind, NONE, market.markers, market.hand_size[market.active]):
        choices.add(PLAY + kind)


def found_chosen(market: Market, action: int) -> None:
    kind = market.a[market.top]
    market.pop()
    if action == KEEP:
        market.gain_card(market.active, kind, True)
    else:
        market.push(PUT_AWAY, kind, 0, 0)
        market.push(RUN, kind, 0, NONE)


add_effect(TRACK, can_track, track)
add_step(FOUND, found_choices, found_chosen)
