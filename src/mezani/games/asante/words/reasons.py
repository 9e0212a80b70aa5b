"""Why a move is not allowed: the paragraph of the rules, and a sentence."""

from mezani.game import Reason
from mezani.games.asante.actions import (
    AGAIN,
    BACK,
    BUY_CARD,
    DISCARD_CARD,
    DRAW_CARD,
    DROP,
    END,
    GIVE_CARD,
    HOLY,
    KEEP,
    LET,
    LIKE,
    MINUS,
    NEVER,
    OPTION,
    PLACE,
    PLAY,
    PLUS,
    SELL_CARD,
    SKIP,
    SPACE,
    TAKE_CARD,
    USE,
)
from mezani.games.asante.constants import (
    ANSWERING,
    BUYING,
    DISCARDING,
    DRAWING,
    DYED,
    DYEING,
    FERRYING,
    FOUND,
    GIVING,
    HAGGLING,
    KEEPING,
    MOST_KINDS,
    MOST_PLACE_KINDS,
    NONE,
    PACKING,
    PLACING,
    PLAYING,
    SEIZING,
    SELLING_SET,
    SLOTS,
    STEALING,
    WARES,
)
from mezani.games.asante.rules import Asante
from mezani.games.asante.trade import buying_price, missing_wares
from mezani.games.asante.view import supply
from mezani.games.asante.words.card_texts import card_name, paragraph_of, ware_name
from mezani.language import Language

TAKING_WARES = range(PLUS, MINUS)
RETURNING_WARES = range(MINUS, SPACE)


def why_not(state: Asante, seat: int, action: int, lang: Language) -> Reason:
    _ = lang.gettext
    if state.is_over:
        return Reason("14.2", _("The game is over."))
    if seat != state.seat:
        return why_not_now(state, seat, action, lang)
    if not is_in_deck(state, action):
        return Reason("1.2", _("There is no such card in this deck."))
    step = state.step[state.top]
    if step in (DRAWING, KEEPING, PLAYING):
        return why_not_in_turn(state, step, action, lang)
    if step == ANSWERING:
        return why_not_answer(state, action, lang)
    return why_not_in_effect(state, step, action, lang)


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
        return Reason("5.2", _("You do not hold {card}.").format(card=name))
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


# While somebody is asked


def why_not_answer(state: Asante, action: int, lang: Language) -> Reason:
    _ = lang.gettext
    if PLAY <= action < BUY_CARD and state.deck.animalists >> (action - PLAY) & 1:
        name = card_name(state.deck.cards[action - PLAY], lang)
        return Reason("8.2", _("You do not hold {card}.").format(card=name))
    return Reason("8.2", _("Answer with an Animalist, or let it happen."))


def why_not_in_effect(state: Asante, step: int, action: int, lang: Language) -> Reason:
    """A move that does not fit what an effect asks for."""
    _ = lang.gettext
    if action in TAKING_WARES:
        return why_not_take(state, step, action - PLUS, lang)
    if action in RETURNING_WARES:
        return why_not_return(state, step, action - MINUS, lang)
    if step == PLACING and action in range(SPACE, PLACE):
        return Reason("7.2", _("You have an Artifact there, while another space is free."))
    if step == FOUND and action in range(PLAY, BUY_CARD):
        return Reason("11.2", _("Only the Animal you found can be played, and only if it would have an effect."))
    if step == HAGGLING:
        return Reason("11.7", _("Choose a Ware card without packages for which you are exactly one ware short."))
    if step == GIVING and action == GIVE_CARD + state.a[state.top]:
        name = card_name(state.deck.cards[state.a[state.top]], lang)
        return Reason("12.6", _("You have just taken {card}: give another card.").format(card=name))
    if (step == DISCARDING and action in range(DISCARD_CARD, GIVE_CARD)) or (step == GIVING and action >= GIVE_CARD):
        name = card_name(state.deck.cards[(action - DISCARD_CARD) % MOST_KINDS], lang)
        return Reason("5.6", _("You do not hold {card}.").format(card=name))
    if action in range(TAKE_CARD, DISCARD_CARD):
        name = card_name(state.deck.cards[action - TAKE_CARD], lang)
        return Reason("5.6", _("{card} is not one of the cards you can choose.").format(card=name))
    if action == BACK and step in (BUYING, FERRYING):
        return Reason("5.7", _("Only wares from a Person or an Animal may go straight back to the supply."))
    if action == AGAIN:
        return Reason("10.4", _("This takes another action."))
    if action in range(PLACE, USE) or action in range(LIKE, PLAY) or action in range(OPTION, PLUS):
        return Reason("5.3", _("This would have no effect now."))
    return Reason("5.6", _("First finish what you have started."))


def why_not_take(state: Asante, step: int, ware: int, lang: Language) -> Reason:
    _ = lang.gettext
    name = ware_name(ware, lang)
    if step == STEALING and not state.stands[(1 - state.active) * WARES + ware]:
        return Reason("12.5", _("Your opponent has no {ware}.").format(ware=name))
    if step == STEALING:
        return Reason("5.5", _("Your stand is full: the ware can only go to the supply."))
    if step in (DYEING, DYED) and state.b[state.top]:
        return Reason("11.4", _("Return wares of one kind, and take others, all different."))
    if step == PACKING:
        return Reason("6.4", _("The supply does not have enough {ware} for the packages.").format(ware=name))
    if not supply(state)[ware]:
        return Reason("1.1", _("The supply has no {ware}.").format(ware=name))
    if sum(state.stands[state.active * WARES : (state.active + 1) * WARES]) == 6:
        return Reason("5.5", _("Your stand is full."))
    return Reason("5.6", _("You cannot take anything from the supply now."))


def why_not_return(state: Asante, step: int, ware: int, lang: Language) -> Reason:
    _ = lang.gettext
    name = ware_name(ware, lang)
    if step == STEALING and state.stands[(1 - state.active) * WARES + ware]:
        return Reason("5.7", _("Only wares from a Person or an Animal may go straight back to the supply."))
    if step in (SEIZING, STEALING):
        paragraph = "12.4" if step == SEIZING else "12.5"
        return Reason(paragraph, _("Your opponent has no {ware}.").format(ware=name))
    if step == PACKING:
        return Reason("6.4", _("You do not have enough {ware} for the packages.").format(ware=name))
    if not state.stands[state.active * WARES + ware]:
        return Reason("5.6", _("You have no {ware}.").format(ware=name))
    if step == SELLING_SET:
        return Reason("10.1", _("The wares must all be different."))
    if step in (DYEING, DYED):
        return Reason("11.4", _("Return wares of one kind, and take others, all different."))
    return Reason("5.6", _("You cannot return wares now."))
