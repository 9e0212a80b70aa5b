"""What is printed on the cards: names, effects in words, and how far a card is known."""

from mezani.games.asante.cards import PLACE_TYPE, Card, Effect
from mezani.games.asante.constants import LETTERS, PACKAGE
from mezani.games.asante.deck import Deck
from mezani.language import Language

PARAGRAPHS = {
    "sell_set": "10.1", "reveal": "10.2", "curse": "10.3", "redeem": "10.3", "sift": "10.4",
    "cancel": "11.1", "track": "11.2", "ferry": "11.3", "dye": "11.4", "heal": "11.5", "visit": "11.6",
    "haggle": "11.7", "trade": "11.8", "draw": "11.9", "sell": "11.10", "look": "11.11", "take_place": "11.12",
    "buy": "11.13", "opponent_discards_to": "11.14", "draw_to": "11.14", "discount": "11.15",
    "trample": "12.1", "borrow": "12.2", "take": "12.3", "opponent_returns": "12.4", "steal": "12.5",
    "exchange": "12.6", "opponent_pays": "12.7", "opponent_discards": "12.7",
    "gold": "13.2", "retrieve": "13.3", "swap": "13.4", "any_place": "13.5",
}  # fmt: skip
OWN_PARAGRAPHS = {"map": "10.5", "calabash": "10.6", "talking-drum": "10.7", "rwenzori-mountains": "13.1"}


def ware_name(ware: int, lang: Language) -> str:
    """A ware in words, by its number."""
    _ = lang.gettext
    return (_("jewelry"), _("pelts"), _("tea"), _("silk"), _("fruits"), _("salt"))[ware]


def wares_text(wares: str, lang: Language) -> str:
    """The wares of a card in words.

    >>> from mezani.language import ENGLISH
    >>> wares_text("JJT", ENGLISH), wares_text("**", ENGLISH)
    ('2 jewelry, tea', '2 packages')
    """
    parts = []
    for letter in dict.fromkeys(wares.replace(PACKAGE, "")):
        name, n = ware_name(LETTERS.index(letter), lang), wares.count(letter)
        parts.append(f"{n} {name}" if n > 1 else name)
    packages = wares.count(PACKAGE)
    if packages:
        parts.append(lang.ngettext("{n} package", "{n} packages", packages).format(n=packages))
    return ", ".join(parts)


def card_name(card: Card, lang: Language) -> str:
    """The name of a card; a Ware card is called by its wares."""
    return (
        card.name[lang.code]
        if card.name
        else lang.gettext("Ware card ({wares})").format(wares=wares_text(card.wares, lang))
    )


def kind_name(deck: Deck, kind: int, lang: Language) -> str:
    """The name of a kind of card, by its number in a deck."""
    return card_name(deck.cards[kind], lang) if 0 <= kind < deck.kinds else "?"


def type_name(card: Card, lang: Language) -> str:
    _ = lang.gettext
    return {
        "ware": _("Ware card"),
        "artifact": _("Artifact"),
        "person": _("Person"),
        "animal": _("Animal"),
        PLACE_TYPE: _("Holy Place"),
    }[card.type]


def paragraph_of(card: Card) -> str:
    """The paragraph of the rules that explains a card."""
    if card.type == "ware":
        return "6.4" if PACKAGE in card.wares else "6.1"
    return OWN_PARAGRAPHS.get(card.id) or PARAGRAPHS[card.effects[0].do]


def card_text(card: Card, lang: Language) -> str:
    """What a card does."""
    _ = lang.gettext
    if card.type == "ware":
        return _("{wares}. Buy for {buy} gold, sell for {sell} gold.").format(
            wares=wares_text(card.wares, lang), buy=card.buy, sell=card.sell
        )
    texts = [effect_text(card, effect, lang) for effect in card.effects]
    if not card.is_either:
        return " ".join(texts)
    options = " ".join(f"({number}) {text}" for number, text in enumerate(texts, 1))
    return (_("Your opponent chooses:") if card.asks_opponent else _("You choose:")) + " " + options


def effect_text(card: Card, effect: Effect, lang: Language) -> str:
    """One effect of a card as a sentence, its costs before it."""
    costs = []
    if effect.pay:
        costs.append(lang.gettext("Pay {gold} gold.").format(gold=effect.pay))
    if effect.discard:
        said = lang.ngettext("Discard {cards} card.", "Discard {cards} cards.", effect.discard)
        costs.append(said.format(cards=effect.discard))
    said = _trade_text(effect, lang) or _hand_text(effect, lang) or _other_text(effect, lang)
    filled = said.format(
        cards=effect.cards,
        wares=effect.wares,
        gold=effect.gold,
        markers=effect.markers,
        places=effect.places,
        rewards=", ".join(map(str, effect.rewards)),
        name=card_name(card, lang),
    )
    return " ".join([*costs, filled])


def option_text(card: Card, option: int, lang: Language) -> str:
    """One of the effects from which is chosen, in the words of the one who chooses."""
    _, ngettext = lang.gettext, lang.ngettext
    effect = card.effects[option]
    texts = {
        "opponent_pays": _("Pay {gold} gold."),
        "opponent_discards": ngettext("Discard {cards} card.", "Discard {cards} cards.", effect.cards),
        "opponent_discards_to": _("Discard down to {cards} cards."),
    }
    if not card.asks_opponent:
        return effect_text(card, effect, lang)
    if effect.do in texts:
        return texts[effect.do].format(gold=effect.gold, cards=effect.cards)
    return _("For your opponent: {effect}").format(effect=effect_text(card, effect, lang))


def _trade_text(effect: Effect, lang: Language) -> str | None:
    _, ngettext = lang.gettext, lang.ngettext
    many = effect.wares
    texts = {
        "gold": _("Take {gold} gold."),
        "opponent_pays": _("Your opponent pays you {gold} gold."),
        "discount": _("For the rest of this turn your Ware cards cost {gold} gold less and bring {gold} gold more."),
        "haggle": ngettext(
            "Together with a Ware card without packages: sell its wares though {wares} is missing.",
            "Together with a Ware card without packages: sell its wares though up to {wares} are missing.",
            many,
        ),
        "take": ngettext("Take {wares} ware of your choice.", "Take {wares} wares of your choice.", many),
        "buy": _("Buy up to {wares} wares of your choice for {gold} gold each."),
        "sell": _("Return up to {wares} wares and take {gold} gold for each."),
        "sell_set": _("Return 1 to 6 different wares and take {rewards} gold for them."),
        "ferry": _("Take n wares of your choice and discard 1 + 2 + … + n cards for them."),
        "dye": _("Return n wares of one kind. Take n wares of other kinds, all different."),
        "trade": _("Return any number of your wares, or none. Then take as many and {wares} more."),
        "swap": ngettext(
            "Return 1 ware and take any 1 ware.", "Return 1 ware and take any 1 ware, up to {wares} times.", many
        ),
        "opponent_returns": ngettext(
            "Your opponent returns {wares} ware of your choice.",
            "Your opponent returns {wares} wares of your choice.",
            many,
        ),
        "steal": ngettext(
            "Take {wares} ware from your opponent's stand.", "Take {wares} wares from your opponent's stand.", many
        ),
    }
    return texts.get(effect.do)


def _hand_text(effect: Effect, lang: Language) -> str | None:
    _, ngettext = lang.gettext, lang.ngettext
    many = effect.cards
    texts = {
        "draw": ngettext("Draw {cards} card.", "Draw {cards} cards.", many),
        "draw_to": _("Draw until you hold {cards} cards."),
        "look": _("Look at the top {cards} cards of the pile. Take one and discard the others."),
        "sift": _(
            "For another action look at {cards} cards. Keep one, or discard them all; "
            "then look at {cards} more for one more action."
        ),
        "heal": _("Take any card from the discards except a {name}."),
        "exchange": _("Look at your opponent's hand. Take a card and give one of yours."),
        "reveal": _(
            "Turn up the top card of the pile. A Ware card brings {wares} ware of your choice, any other {gold} gold."
        ),
        "opponent_discards": ngettext(
            "Your opponent discards {cards} card.", "Your opponent discards {cards} cards.", many
        ),
        "opponent_discards_to": _("Your opponent discards down to {cards} cards."),
    }
    return texts.get(effect.do)


def _other_text(effect: Effect, lang: Language) -> str:
    _, ngettext = lang.gettext, lang.ngettext
    texts = {
        "retrieve": ngettext(
            "Take back {markers} spent action marker.", "Take back {markers} spent action markers.", effect.markers
        ),
        "any_place": _("Copy one of the other Holy Places."),
        "visit": ngettext(
            "Use one of the three Holy Places in the middle once.",
            "Use {places} of the three Holy Places in the middle once each, in any order.",
            effect.places,
        ),
        "take_place": _("Take one of the three Holy Places in the middle."),
        "curse": _("Put {gold} of your opponent's gold on this card."),
        "redeem": _("Move 1 gold from this card to the supply and take {wares} ware of your choice."),
        "trample": _(
            "Discard any Artifact in play. You may use it once first, for no action, unless it is a Shango Figurine."
        ),
        "borrow": _(
            "Use each of your opponent's upright Artifacts once, for no action, but no Shango Figurine. "
            "They stay turned."
        ),
        "track": _(
            "Turn over cards until an Animal appears. Play it for no action, and it cannot be cancelled, "
            "or take it into your hand."
        ),
        "cancel": _("Answer, for no action: cancels a Person or an Animal your opponent plays."),
    }
    return texts[effect.do]


def status_text(card: Card, lang: Language) -> str:
    """How far a card is known."""
    _ = lang.gettext
    what = {"wares": _("Wares"), "price": _("Price"), "copies": _("Number of copies"), "effect": _("Effect")}
    how = {
        "rulebook": _("as in the rulebook"),
        "confirmed": _("confirmed by several sources"),
        "reported": _("reported by one source"),
        "reconstructed": _("reconstructed"),
    }
    parts = [f"{what[part]}: {how[status]}." for part, status in card.status.items()]
    return " ".join([*parts, *([card.note[lang.code]] if card.note else [])])


def full_text(card: Card, lang: Language) -> list[str]:
    """All that there is to say of a card: name and type, what it does, the paragraph of the rules, its status."""
    _ = lang.gettext
    copies = _("{n} in the deck").format(n=card.copies)
    title = type_name(card, lang) if card.type == "ware" else f"{card_name(card, lang)}: {type_name(card, lang)}"
    return [
        f"{title}, {copies}",
        card_text(card, lang),
        _("Rules: {paragraph}").format(paragraph=paragraph_of(card)),
        status_text(card, lang),
    ]
