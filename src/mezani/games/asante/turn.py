"""The steps of a turn: drawing, playing cards, the opponent's answer, and where an Artifact goes.

Numbers in comments are the paragraphs of rules.en.md.
"""

import cython

from mezani.engine.state import Choices
from mezani.games.asante.actions import (
    BUY_CARD,
    DRAW_CARD,
    DROP,
    END,
    HOLY,
    KEEP,
    LET,
    NEVER,
    PLAY,
    SELL_CARD,
    SKIP,
    SPACE,
    USE,
)
from mezani.games.asante.constants import (
    ANSWERING,
    CANCEL,
    DRAWING,
    GOAL,
    HAGGLE,
    HAGGLING,
    KEEPING,
    MARKERS,
    PACKING,
    PLACING,
    PLAYING,
    PUT_AWAY,
    RUN,
)
from mezani.games.asante.market import Market

if not cython.compiled:
    from mezani.engine.bits import bit, lowest
    from mezani.games.asante.constants import MOST_KINDS, MOST_PLACE_KINDS, NONE, SLOTS
    from mezani.games.asante.effects import artifacts_of, can_run, use_artifact
    from mezani.games.asante.places import can_use_place, use_place
    from mezani.games.asante.steps import add_effect, add_settling, add_step, do_nothing, never
    from mezani.games.asante.ware_cards import (
        buy_with_card,
        can_buy_card,
        can_sell_card,
        haggled_cards,
        sell_with_card,
    )

ALL_SLOTS = 0b111


# Drawing


def may_draw(market: Market) -> bool:
    return market.markers > 0 and market.can_draw()


def settle_drawing(market: Market) -> bool:
    """Go on to playing cards where no card can be drawn."""
    if may_draw(market):
        return False
    market.step[market.top] = PLAYING
    return True


def drawing_choices(market: Market, choices: Choices) -> None:
    if may_draw(market):
        choices.add(DRAW_CARD)
    choices.add(SKIP)  # 4.4


def drawing_chosen(market: Market, action: int) -> None:
    if action == SKIP:
        market.step[market.top] = PLAYING
    else:
        market.markers -= 1  # 4.1
        market.drawn = market.draw_card()
        market.step[market.top] = KEEPING


def keeping_choices(market: Market, choices: Choices) -> None:
    choices.add(KEEP)
    choices.add(DROP)


def keeping_chosen(market: Market, action: int) -> None:
    if action == KEEP:
        market.gain_card(market.active, market.drawn, False)
        market.step[market.top] = PLAYING  # 4.3
    else:
        market.discard(market.drawn)
        market.reveals += 1
        market.step[market.top] = DRAWING  # 4.2
    market.drawn = NONE


add_settling(DRAWING, settle_drawing)
add_step(DRAWING, drawing_choices, drawing_chosen)
add_step(KEEPING, keeping_choices, keeping_chosen)


# Playing cards


def playing_choices(market: Market, choices: Choices) -> None:
    choices.add(END)
    if market.markers:
        choices.add_set(usable_artifacts(market), USE)
    choices.add_set(playable_places(market), HOLY)
    if market.markers:  # 5.1
        choices.add_set(playable_cards(market), PLAY)
        ware_card_choices(market, choices)


def usable_artifacts(market: Market) -> int:
    """The slots of the Artifacts that the active player may use, as a set."""  # 7.3
    slots = 0
    left = upright_artifacts(market)
    while left:
        slot = market.active * SLOTS + lowest(left)
        if can_run(market, market.artifacts[slot], slot, market.markers - 1, market.hand_size[market.active]):
            slots |= left & -left
        left &= left - 1
    return slots


def upright_artifacts(market: Market) -> int:
    """The slots of the active player's Artifacts that were not used in this turn, as a set."""
    slots = 0
    for number in range(SLOTS):
        slot = market.active * SLOTS + number
        slots |= ((market.artifacts[slot] != NONE) & (not market.turned[slot])) << number
    return slots


def playable_places(market: Market) -> int:
    """The Holy Places that the active player may play, as a set."""  # 9.2
    places = 0
    left = 0 if market.place_played else owned_places(market)
    while left:
        if can_use_place(market, lowest(left), market.markers):
            places |= left & -left
        left &= left - 1
    return places


def owned_places(market: Market) -> int:
    """The kinds of Holy Places that the active player has, as a set."""
    places = 0
    for place in range(MOST_PLACE_KINDS):
        places |= (market.owned[market.active * MOST_PLACE_KINDS + place] > 0) << place
    return places


def playable_cards(market: Market) -> int:
    """The Artifacts in hand, and the Persons and Animals that can do something, as a set of kinds."""  # 5.3
    cards = market.held[market.active] & market.deck.artifacts
    left = market.held[market.active] & (market.deck.persons | market.deck.animals)
    while left:
        if can_run(market, lowest(left), NONE, market.markers - 1, market.hand_size[market.active] - 1):
            cards |= bit(lowest(left))
        left &= left - 1
    return cards


def ware_card_choices(market: Market, choices: Choices) -> None:
    buying = 0
    selling = 0
    left = market.held[market.active] & market.deck.wares
    while left:
        if can_buy_card(market, lowest(left)):
            buying |= bit(lowest(left))
        if can_sell_card(market, lowest(left)):
            selling |= bit(lowest(left))
        left &= left - 1
    choices.add_set(buying, BUY_CARD)
    choices.add_set(selling, SELL_CARD)


def allows_card(market: Market, kind: int, action: int) -> bool:
    """Whether an action with a card in hand is among the choices, without a look at all the others."""
    if not market.markers or not market.held[market.active] & bit(kind):
        return False
    if market.deck.wares & bit(kind):
        if action >= SELL_CARD:
            return can_sell_card(market, kind)
        return action >= BUY_CARD and can_buy_card(market, kind)
    if market.deck.artifacts & bit(kind):
        return action < BUY_CARD
    return action < BUY_CARD and can_run(market, kind, NONE, market.markers - 1, market.hand_size[market.active] - 1)


def playing_chosen(market: Market, action: int) -> None:
    if action >= BUY_CARD:
        play_ware_card(market, action)
    elif action >= PLAY:
        play_card(market, action - PLAY)
    elif action >= HOLY:
        play_place(market, action - HOLY)
    elif action >= USE:
        use_own_artifact(market, market.active * SLOTS + action - USE)
    else:
        end_turn(market)


def play_ware_card(market: Market, action: int) -> None:
    kind = (action - BUY_CARD) % MOST_KINDS
    market.markers -= 1
    market.lose_card(market.active, kind)
    if market.deck.packages[kind]:
        market.push(PACKING, kind, 1 if action < SELL_CARD else 0, 0)
    elif action < SELL_CARD:
        buy_with_card(market, kind, NONE)
    else:
        sell_with_card(market, kind, NONE)


def play_card(market: Market, kind: int) -> None:
    """Play an Artifact, a Person or an Animal."""
    market.markers -= 1
    market.lose_card(market.active, kind)
    if market.deck.artifacts & bit(kind):
        market.push(PLACING, kind, 0, 0)
    else:
        market.push(PUT_AWAY, kind, 0, 0)
        market.push(RUN, kind, 0, NONE)
        market.push(ANSWERING, kind, 0, 0)  # 8.2
        lay_haggled_card(market, kind)


def lay_haggled_card(market: Market, kind: int) -> None:
    """A card that haggles is played together with a Ware card."""  # 11.7
    first = market.deck.first_effect[kind]
    for effect in range(first, first + market.deck.effect_count[kind]):
        if market.deck.does[effect] == HAGGLE and market.markers and haggled_cards(market, market.deck.number[effect]):
            market.push(HAGGLING, market.deck.number[effect], 0, 0)


def play_place(market: Market, place: int) -> None:
    times = market.owned[market.active * MOST_PLACE_KINDS + place]  # 9.3
    market.place_played = True
    market.discard_place(place)
    use_place(market, place, times)


def use_own_artifact(market: Market, slot: int) -> None:
    market.markers -= 1
    market.turned[slot] = True  # 7.3
    use_artifact(market, slot)


def end_turn(market: Market) -> None:
    if market.markers >= 2:
        market.gold[market.active] += 1  # 3.2
    for number in range(SLOTS):
        market.turned[market.active * SLOTS + number] = False  # 3.3
    if market.last_turn:
        market.is_over = True  # 14.2
        return
    if market.gold[market.active] >= GOAL:
        market.last_turn = True  # 14.1
    market.active = 1 - market.active
    market.turn += 1
    market.markers = MARKERS  # 3.1
    market.discount = 0
    market.place_played = market.silent = False
    market.step[market.top] = DRAWING


add_step(PLAYING, playing_choices, playing_chosen)


# The opponent's answer


def answering_choices(market: Market, choices: Choices) -> None:
    choices.add(LET)
    choices.add(NEVER)
    choices.add_set(market.held[market.seat] & market.deck.animalists, PLAY)


def answering_chosen(market: Market, action: int) -> None:
    """The opponent cancels a Person or Animal with an Animalist, or lets it be."""
    market.pop()
    market.reveals += 1
    if action == NEVER:
        market.silent = True  # 8.4
    elif action >= PLAY:
        market.cancelled = market.a[market.top]
        market.discard_from_hand(1 - market.active, action - PLAY)
        market.pop()  # 8.2: what would have been carried out
        if market.haggled != NONE:
            market.gain_card(market.active, market.haggled, True)
            market.haggled = NONE


add_step(ANSWERING, answering_choices, answering_chosen)
add_effect(CANCEL, never, do_nothing)  # 8.3: an Animalist does nothing by itself


# Where an Artifact goes


def placing_choices(market: Market, choices: Choices) -> None:
    """Free spaces, or any if none is free."""  # 7.1, 7.2
    free = ALL_SLOTS & ~artifacts_of(market, market.active)
    choices.add_set(free if free else ALL_SLOTS, SPACE)


def placing_chosen(market: Market, action: int) -> None:
    kind = market.a[market.top]
    slot = action - SPACE
    place = market.active * SLOTS + slot
    market.pop()
    if market.artifacts[place] == NONE:
        market.gain_place(1 - market.active, slot)  # 7.1
    else:
        market.discard_artifact(place)
        market.gain_place(market.active, slot)  # 7.2
    market.artifacts[place] = kind


add_step(PLACING, placing_choices, placing_chosen)
