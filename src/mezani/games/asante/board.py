"""What the board shows of a card: its picture, its name, and its effect in few words."""

from collections import Counter
from dataclasses import dataclass

from mezani.games.asante.cards import PLACE_TYPE, Card, Effect
from mezani.games.asante.constants import LETTERS, PACKAGE
from mezani.games.asante.deck import standard_deck
from mezani.games.asante.texts import card_name, card_text, paragraph_of, status_text, type_name, ware_name, wares_text
from mezani.games.asante.view import all_cards
from mezani.language import Language

WARE_SIGNS = dict(zip(LETTERS + PACKAGE, ("jewelry", "pelts", "tea", "silk", "fruits", "salt", "package"), strict=True))


@dataclass(frozen=True)
class Face:
    """A card as it is printed."""

    id: str
    key: str  # by which it is found on the page
    type: str
    type_name: str
    name: str
    gist: str
    picture: str
    goods: tuple[str, ...]  # the signs of the wares of a Ware card
    buy: int
    sell: int


@dataclass(frozen=True)
class Large:
    """A card read large: all that there is to say of it."""

    face: Face
    title: str
    text: str
    copies: int
    paragraph: str
    status: str


def face(card: Card, lang: Language) -> Face:
    """A card as it is printed; a Ware card shows its wares and prices."""
    return Face(
        id=card.id,
        key=card.id.replace(PACKAGE, "_"),
        type=card.type,
        type_name=lang.gettext("Ware") if card.type == "ware" else type_name(card, lang),
        name=wares_text(card.wares, lang) if card.type == "ware" else card_name(card, lang),
        gist="" if card.type == "ware" else short_text(card, lang),
        picture=picture(card),
        goods=tuple(WARE_SIGNS[letter] for letter in card.wares),
        buy=card.buy,
        sell=card.sell,
    )


def large(card: Card, lang: Language) -> Large:
    title = type_name(card, lang) if card.type == "ware" else card_name(card, lang)
    text, paragraph, status = card_text(card, lang), paragraph_of(card), status_text(card, lang)
    return Large(face(card, lang), title, text, card.copies, paragraph, status)


def picture(card: Card) -> str:
    """The symbol of a card's picture; a card of another list has the emblem of its type."""
    start = "h" if card.type == PLACE_TYPE else "p"
    return f"{start}-{card.id if card.id in all_cards(standard_deck()) else card.type}"


def wares(lang: Language) -> list[tuple[str, str, str]]:
    """The letter, the sign and the name of each ware."""
    return [(letter, WARE_SIGNS[letter], ware_name(number, lang)) for number, letter in enumerate(LETTERS)]


class Travels:
    """The names by which cards travel over the table; those of the same kind are told apart."""

    def __init__(self) -> None:
        self.seen: Counter[str] = Counter()

    def name(self, key: str) -> str:
        self.seen[key] += 1
        return f"card-{key}" if self.seen[key] == 1 else f"card-{key}--{self.seen[key]}"


# Effects in few words


def short_text(card: Card, lang: Language) -> str:
    """What a card does, as short as it stands on a small card."""
    texts = [short_effect(effect, lang) for effect in card.effects]
    return f" {lang.gettext('Or:')} ".join(texts) if card.is_either else " ".join(texts)


def short_effect(effect: Effect, lang: Language) -> str:
    """One effect, its costs before it."""
    costs = []
    if effect.pay:
        costs.append(lang.gettext("Pay {gold} gold:").format(gold=effect.pay))
    if effect.discard:
        said = lang.ngettext("Discard {cards} card:", "Discard {cards} cards:", effect.discard)
        costs.append(said.format(cards=effect.discard))
    said = (_trade(effect, lang) or _cards(effect, lang) or _others(effect, lang)).format(
        cards=effect.cards,
        wares=effect.wares,
        gold=effect.gold,
        markers=effect.markers,
        rewards=", ".join(map(str, effect.rewards)),
    )
    return " ".join([*costs, said])


def _trade(effect: Effect, lang: Language) -> str | None:
    _, ngettext, many = lang.gettext, lang.ngettext, effect.wares
    texts = {
        "gold": _("Take {gold} gold."),
        "opponent_pays": _("The other pays you {gold} gold."),
        "discount": _("This turn Ware cards cost {gold} less and bring {gold} more."),
        "haggle": _("Sell with a Ware card though {wares} is missing."),
        "take": ngettext("Take {wares} ware of your choice.", "Take {wares} wares of your choice.", many),
        "buy": _("Buy up to {wares} wares for {gold} gold each."),
        "sell": _("Return up to {wares} wares for {gold} gold each."),
        "sell_set": _("Different wares for {rewards} gold."),
        "ferry": _("Take n wares, discard 1 + 2 + … + n cards."),
        "dye": _("n wares of one kind for n different others."),
        "trade": _("Return any wares, take as many and {wares} more."),
        "swap": ngettext("Swap {wares} ware.", "Swap {wares} wares.", many),
        "opponent_returns": ngettext(
            "The other returns {wares} ware you choose.", "The other returns {wares} wares you choose.", many
        ),
        "steal": ngettext("Take {wares} ware from the other.", "Take {wares} wares from the other.", many),
    }
    return texts.get(effect.do)


def _cards(effect: Effect, lang: Language) -> str | None:
    _, ngettext, many = lang.gettext, lang.ngettext, effect.cards
    texts = {
        "draw": ngettext("Draw {cards} card.", "Draw {cards} cards.", many),
        "draw_to": _("Draw until you hold {cards}."),
        "look": _("Look at {cards} cards, take one."),
        "sift": _("For an action look at {cards} cards, keep one."),
        "heal": _("Take a card from the discards."),
        "exchange": _("See the other's hand, swap a card."),
        "reveal": _("Turn up a card: a Ware brings {wares} ware, any other {gold} gold."),
        "opponent_discards": ngettext("The other discards {cards} card.", "The other discards {cards} cards.", many),
        "opponent_discards_to": _("The other discards down to {cards}."),
    }
    return texts.get(effect.do)


def _others(effect: Effect, lang: Language) -> str:
    _, ngettext = lang.gettext, lang.ngettext
    texts = {
        "retrieve": ngettext("Take back {markers} action.", "Take back {markers} actions.", effect.markers),
        "any_place": _("Any of the others."),
        "visit": _("Do one of the three Holy Places.") if effect.places == 1 else _("Do the three Holy Places."),
        "take_place": _("Take one of the three Holy Places."),
        "curse": _("{gold} gold of the other onto the doll."),
        "redeem": _("1 gold off the doll for {wares} ware."),
        "trample": _("An Artifact goes; use it first."),
        "borrow": _("Use the other's upright Artifacts."),
        "track": _("Turn up cards until an Animal: play or take it."),
        "cancel": _("Answer: cancels a Person or an Animal."),
    }
    return texts[effect.do]
