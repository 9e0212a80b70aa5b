"""Where the game stands, what is to be done, every move as the words of a button, and why a move is not allowed."""

from collections.abc import Sequence

from mezani.game import Place, Reason
from mezani.games.asante.actions import (
    AGAIN,
    AWAY,
    BACK,
    BUY_CARD,
    DISCARD_CARD,
    DONE,
    DRAW_CARD,
    DROP,
    END,
    FIRST,
    GIVE_CARD,
    HOLY,
    KEEP,
    LET,
    LIKE,
    MINE,
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
    THEIRS,
    USE,
)
from mezani.games.asante.constants import (
    ANSWERING,
    LETTERS,
    MOST_PLACE_KINDS,
    NONE,
    SLOTS,
)
from mezani.games.asante.deck import standard_deck
from mezani.games.asante.rules import Asante
from mezani.games.asante.trade import fare
from mezani.games.asante.view import card_in_play, left
from mezani.games.asante.ware_cards import buying_price, selling_price
from mezani.games.asante.words.card_texts import card_name, full_text, kind_name, option_text, ware_name, wares_text
from mezani.games.asante.words.log_lines import tell
from mezani.games.asante.words.reasons import is_in_deck, why_not_now
from mezani.games.asante.words.steps import STEP_WORDS
from mezani.language import Language

__all__ = ["card_lines", "gist", "label", "place", "prompt", "tell", "thing", "why_not", "why_won"]


def thing(notation: str, lang: Language) -> str:
    """A ware or a card of the usual deck in words.

    >>> from mezani.language import ENGLISH
    >>> thing("J", ENGLISH), thing("JPT", ENGLISH), thing("camel", ENGLISH)
    ('jewelry', 'Ware card (jewelry, pelts, tea)', 'Camel')
    """
    if len(notation) == 1 and notation in LETTERS:
        return ware_name(LETTERS.index(notation), lang)
    deck = standard_deck()
    for card in (*deck.cards, *deck.places):
        if card.id == notation:
            return card_name(card, lang)
    return notation


def card_lines(state: Asante, notation: str, lang: Language) -> list[str] | None:
    """The full text of a card of this game's deck, asked for by its id or its name; None if there is no such card."""
    wanted = notation.strip().lower()
    for card in (*state.deck.cards, *state.deck.places):
        if wanted in {card.id.lower(), *(name.lower() for name in card.name.values())}:
            return full_text(card, lang)
    return None


def gist(lang: Language) -> str:
    """How the game plays."""
    return lang.gettext("A market of cards: buy low, fill your stand, sell dear.")


def place(state: Asante) -> Place:
    return Place(f"turn {state.turn}", 0)


# The words of a button


def label(state: Asante, action: int, lang: Language) -> str:
    return STEP_WORDS[state.step[state.top]].label(state, action, lang) or usual_label(state, action, lang)


def usual_label(state: Asante, action: int, lang: Language) -> str:
    """The words of a button where the step at hand has none of its own."""
    if action < OPTION:
        return plain_label(state, action, lang)
    if action < PLUS:
        return option_label(state, action - OPTION, lang)
    if action < SPACE:
        return ware_label(action, lang)
    if action < HOLY:
        return slot_label(state, action, lang)
    if action < PLAY:
        return place_label(state, action, lang)
    if action < BUY_CARD or action >= TAKE_CARD:
        return card_label(state, action, lang)
    return ware_card_label(state, action, lang)


def plain_label(state: Asante, action: int, lang: Language) -> str:
    _ = lang.gettext
    if action == END and state.markers >= 2:
        return _("End your turn and take 1 gold")
    return {
        DRAW_CARD: _("Draw a card"),
        SKIP: _("Start playing cards"),
        KEEP: _("Keep the card"),
        DROP: _("Discard them all"),
        AGAIN: _("Discard them all and spend an action on more"),
        END: _("End your turn"),
        DONE: _("Stop here"),
        LET: _("Let it happen"),
        NEVER: _("Not this turn"),
        FIRST: _("Use it first"),
        AWAY: _("Discard it unused"),
        BACK: _("Take a ware and return it to the supply"),
    }.get(action, "?")


def option_label(state: Asante, option: int, lang: Language) -> str:
    card = state.deck.cards[state.a[state.top]]
    return option_text(card, option, lang) if option < len(card.effects) else "?"


def ware_label(action: int, lang: Language) -> str:
    _ = lang.gettext
    said = _("Take {ware}") if action < MINUS else _("Return {ware}")
    return said.format(ware=ware_name((action - PLUS) % len(LETTERS), lang))


def slot_label(state: Asante, action: int, lang: Language) -> str:
    """A space, a Holy Place of the middle or an Artifact, with its position, for two may be equal."""
    _ = lang.gettext
    slot = (action - SPACE) % SLOTS
    where = (_("on the left"), _("in the middle"), _("on the right"))[slot]
    holy = state.middle[slot]
    mine, theirs = (state.artifacts[seat * SLOTS + slot] for seat in (state.active, 1 - state.active))
    holy_name = card_name(state.deck.places[holy], lang) if holy != NONE else _("the gap")
    if action < PLACE:
        if mine != NONE:
            return _("Replace {card} ({where})").format(card=kind_name(state.deck, mine, lang), where=where)
        return _("In front of {place} ({where})").format(place=holy_name, where=where)
    if action < USE:
        return _("{place} ({where})").format(place=holy_name, where=where)
    kind = theirs if action >= THEIRS else mine
    said = _("Use {card} ({where})") if action < MINE else _("Your {card} ({where})")
    if action >= THEIRS:
        said = _("Your opponent's {card} ({where})")
    return said.format(card=kind_name(state.deck, kind, lang) if kind != NONE else "?", where=where)


def place_label(state: Asante, action: int, lang: Language) -> str:
    _ = lang.gettext
    number = (action - HOLY) % MOST_PLACE_KINDS
    if number >= state.deck.place_kinds:
        return "?"
    name = card_name(state.deck.places[number], lang)
    if action >= LIKE:
        return _("Copy {place}").format(place=name)
    times = state.owned[state.active * MOST_PLACE_KINDS + number]
    return (_("Play {place} (effect ×{times})") if times > 1 else _("Play {place}")).format(place=name, times=times)


def card_label(state: Asante, action: int, lang: Language) -> str:
    _ = lang.gettext
    if action < BUY_CARD:
        return _("Play {card}").format(card=kind_name(state.deck, action - PLAY, lang))
    if action < DISCARD_CARD:
        return _("Take {card}").format(card=kind_name(state.deck, action - TAKE_CARD, lang))
    if action < GIVE_CARD:
        return _("Discard {card}").format(card=kind_name(state.deck, action - DISCARD_CARD, lang))
    return _("Give {card}").format(card=kind_name(state.deck, action - GIVE_CARD, lang))


def ware_card_label(state: Asante, action: int, lang: Language) -> str:
    _ = lang.gettext
    kind = (action - BUY_CARD) % (SELL_CARD - BUY_CARD)
    if kind >= state.deck.kinds:
        return "?"
    wares = wares_text(state.deck.cards[kind].wares, lang)
    if action < SELL_CARD:
        return _("Buy {wares} for {price} gold").format(wares=wares, price=buying_price(state, kind))
    return _("Sell {wares} for {price} gold").format(wares=wares, price=selling_price(state, kind))


# What is to be done


def prompt(state: Asante, seat: int | None, lang: Language, names: Sequence[str]) -> str:
    if state.is_over:
        return result(state, seat, lang, names)
    if seat != state.seat:
        return others_turn(state, seat, lang, names)
    kind = card_in_play(state)
    said = STEP_WORDS[state.step[state.top]].prompt(state, lang)
    if state.cancelled != NONE:
        kind, said = state.cancelled, lang.gettext("{name} has cancelled your {card}.") + " " + said
    return said.format(
        card=kind_name(state.deck, kind, lang),
        name=names[1 - seat],
        left=left(state),
        markers=state.markers,
        cards=fare(state.a[state.top] + 1) - fare(state.a[state.top]),
    )


def others_turn(state: Asante, seat: int | None, lang: Language, names: Sequence[str]) -> str:
    _ = lang.gettext
    name = names[state.seat]
    if state.step[state.top] == ANSWERING:
        card = kind_name(state.deck, card_in_play(state), lang)
        return _("{name} may answer {card} with an Animalist.").format(name=name, card=card)
    if seat is not None and seat == state.active:
        return _("{name} has to choose.").format(name=name)
    if state.last_turn:
        return _("{name} plays the last turn.").format(name=name)
    return _("{name} is thinking.").format(name=name)


# Why a move is not allowed


def why_not(state: Asante, seat: int, action: int, lang: Language) -> Reason:
    _ = lang.gettext
    if state.is_over:
        return Reason("14.2", _("The game is over."))
    if seat != state.seat:
        return why_not_now(state, seat, action, lang)
    if not is_in_deck(state, action):
        return Reason("1.2", _("There is no such card in this deck."))
    return STEP_WORDS[state.step[state.top]].why_not(state, action, lang)


# How it ends


def why_won(state: Asante, lang: Language, names: Sequence[str]) -> list[Reason]:
    _ = lang.gettext
    winner = state.winners()[0]
    if state.gold[0] != state.gold[1]:
        said = _("{name} has the most gold: {gold}.")
        return [Reason("14.2", said.format(name=names[winner], gold=state.gold[winner]))]
    return [
        Reason("14.2", _("Both have {gold} gold.").format(gold=state.gold[winner])),
        Reason("14.3", _("{name} took the last turn and so wins the tie.").format(name=names[winner])),
    ]


def result(state: Asante, seat: int | None, lang: Language, names: Sequence[str]) -> str:
    _ = lang.gettext
    winner = state.winners()[0]
    gold, other = state.gold[winner], state.gold[1 - winner]
    said = _("You win, {gold} gold to {other}.") if winner == seat else _("{name} wins, {gold} gold to {other}.")
    return said.format(name=names[winner], gold=gold, other=other)
