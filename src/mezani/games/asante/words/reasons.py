"""Why a move is not allowed in a turn, or where the step at hand has no reason of its own: paragraph and sentence."""

from mezani.game import Reason
from mezani.games.asante.actions import (
    AGAIN,
    BUY_CARD,
    DISCARD_CARD,
    DRAW_CARD,
    DROP,
    END,
    HOLY,
    KEEP,
    LET,
    LIKE,
    NEVER,
    OPTION,
    PLACE,
    PLAY,
    PLUS,
    SELL_CARD,
    SKIP,
    TAKE_CARD,
    USE,
)
from mezani.games.asante.constants import (
    ANSWERING,
    DRAWING,
    KEEPING,
    MOST_KINDS,
    MOST_PLACE_KINDS,
    NONE,
    PLAYING,
    SLOTS,
    WARES,
)
from mezani.games.asante.rules import Asante
from mezani.games.asante.view import supply
from mezani.games.asante.ware_cards import buying_price, missing_wares
from mezani.games.asante.words.card_texts import card_name, kind_name, paragraph_of, ware_name
from mezani.language import Language


def why_not_now(state: Asante, seat: int, action: int, lang: Language) -> Reason:
    _ = lang.gettext
    if state.step[state.top] == ANSWERING:
        return Reason("8.2", _("Your opponent has to answer first."))
    if seat == state.active:
        return Reason("5.6", _("Your opponent has to choose first."))
    if action in (LET, NEVER):
        return Reason("8.2", _("You have not been asked."))
    return Reason("3.1", _("It is not your turn."))


def is_in_deck(state: Asante, action: int) -> bool:
    if action >= PLAY:
        return (action - PLAY) % MOST_KINDS < state.deck.kinds
    return action < HOLY or (action - HOLY) % MOST_PLACE_KINDS < state.deck.place_kinds


# In a turn, between effects


def why_not_in_turn(state: Asante, step: int, action: int, lang: Language) -> Reason:
    _ = lang.gettext
    if HOLY <= action < LIKE:
        return why_not_place(state, step, action - HOLY, lang)
    if action in (DRAW_CARD, SKIP, KEEP, DROP):
        return why_not_draw(state, step, lang)
    if step == KEEPING:
        return Reason("4.1", _("First keep or discard the card you have drawn."))
    played = action == END or USE <= action < USE + SLOTS or PLAY <= action < TAKE_CARD
    if not played:
        return Reason("5.2", _("Nothing calls for this now."))
    if step == DRAWING:
        return Reason("3.1", _("First you draw cards. When you are done, start playing cards."))
    return why_not_play(state, action, lang)


def why_not_draw(state: Asante, step: int, lang: Language) -> Reason:
    _ = lang.gettext
    if step == PLAYING:
        return Reason("4.4", _("You have already started playing cards."))
    if step == KEEPING:
        return Reason("4.1", _("First keep or discard the card you have drawn."))
    if not state.markers:
        return Reason("4.1", _("You have no action left."))
    if not state.pile_size + state.discard_size:
        return Reason("4.5", _("There are no cards left to draw."))
    return Reason("4.1", _("You have not drawn a card yet."))


def why_not_place(state: Asante, step: int, place: int, lang: Language) -> Reason:
    _ = lang.gettext
    name = card_name(state.deck.places[place], lang)
    if not state.owned[state.active * MOST_PLACE_KINDS + place]:
        return Reason("9.1", _("You do not own {place}.").format(place=name))
    if state.place_played:
        return Reason("9.2", _("You have already played a Holy Place this turn."))
    if step != PLAYING:
        return Reason("9.2", _("Holy Places are played with the other cards, once you have drawn."))
    return Reason("5.3", _("{card} would have no effect now.").format(card=name))


def why_not_play(state: Asante, action: int, lang: Language) -> Reason:
    _ = lang.gettext
    if action < PLAY:
        return why_not_use(state, state.active * SLOTS + action - USE, lang)
    kind = (action - PLAY) % MOST_KINDS
    card = state.deck.cards[kind]
    name = card_name(card, lang)
    if not state.hands[state.active * MOST_KINDS + kind]:
        return not_held(state, "5.2", kind, lang)
    if card.type == "ware" and action < BUY_CARD:
        return Reason("6.1", _("Choose whether to buy or to sell with a Ware card."))
    if card.type != "ware" and action >= BUY_CARD:
        return Reason("6.1", _("{card} is not a Ware card.").format(card=name))
    if state.deck.animalists >> kind & 1:
        return Reason("8.3", _("{card} can only answer a card your opponent plays.").format(card=name))
    if not state.markers:
        return Reason("5.1", _("You have no action left."))
    if action >= SELL_CARD:
        return why_not_sell(state, kind, lang)
    if action >= BUY_CARD:
        return why_not_buy(state, kind, lang)
    return Reason(paragraph_of(card), _("{card} would have no effect now.").format(card=name))


def why_not_use(state: Asante, slot: int, lang: Language) -> Reason:
    _ = lang.gettext
    if state.artifacts[slot] == NONE:
        return Reason("7.3", _("You have no Artifact there."))
    card = state.deck.cards[state.artifacts[slot]]
    if state.turned[slot]:
        return Reason("7.3", _("{card} has already been used.").format(card=card_name(card, lang)))
    if not state.markers:
        return Reason("5.1", _("You have no action left."))
    return Reason(paragraph_of(card), _("{card} would have no effect now.").format(card=card_name(card, lang)))


def why_not_buy(state: Asante, kind: int, lang: Language) -> Reason:
    _ = lang.gettext
    price, wares = buying_price(state, kind), state.deck.ware_count[kind]
    free = 6 - sum(state.stands[state.active * WARES : (state.active + 1) * WARES])
    if state.gold[state.active] < price:
        return Reason(
            "3.4", _("This costs {price} gold, and you have {gold}.").format(price=price, gold=state.gold[state.active])
        )
    if free < wares:
        said = _("Wares on the card: {wares}. Free spaces on your stand: {free}.")
        return Reason("6.2", said.format(wares=wares, free=free))
    return Reason("6.2", _("The supply does not have all of these wares."))


def why_not_sell(state: Asante, kind: int, lang: Language) -> Reason:
    _ = lang.gettext
    if state.deck.packages[kind]:
        return Reason("6.4", _("You do not have enough wares of the same kind."))
    missing = missing_wares(state, kind)
    return Reason("6.3", _("Wares you are missing: {missing}.").format(missing=missing))


# While an effect asks


def why_not_in_effect(state: Asante, action: int, lang: Language) -> Reason:
    """A move that does not fit what an effect asks for."""
    _ = lang.gettext
    if action in range(TAKE_CARD, DISCARD_CARD):
        name = kind_name(state.deck, action - TAKE_CARD, lang)
        return Reason("5.6", _("{card} is not one of the cards you can choose.").format(card=name))
    if action == AGAIN:
        return Reason("10.4", _("This takes another action."))
    if action in range(PLACE, USE) or action in range(LIKE, PLAY) or action in range(OPTION, PLUS):
        return Reason("5.3", _("This would have no effect now."))
    return Reason("5.6", _("First finish what you have started."))


def why_not_take(state: Asante, ware: int, lang: Language) -> Reason:
    _ = lang.gettext
    if not supply(state)[ware]:
        return Reason("1.1", _("The supply has no {ware}.").format(ware=ware_name(ware, lang)))
    if sum(state.stands[state.active * WARES : (state.active + 1) * WARES]) == 6:
        return Reason("5.5", _("Your stand is full."))
    return Reason("5.6", _("You cannot take anything from the supply now."))


def why_not_return(state: Asante, ware: int, lang: Language) -> Reason:
    _ = lang.gettext
    if not state.stands[state.active * WARES + ware]:
        return Reason("5.6", _("You have no {ware}.").format(ware=ware_name(ware, lang)))
    return Reason("5.6", _("You cannot return wares now."))


def not_held(state: Asante, paragraph: str, kind: int, lang: Language) -> Reason:
    return Reason(paragraph, lang.gettext("You do not hold {card}.").format(card=kind_name(state.deck, kind, lang)))
