"""What the board shows of cards: their pictures and names, what they do, and why not now, all in few words."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from mezani.game import Reason
from mezani.games.asante.actions import action_text
from mezani.games.asante.cards import PLACE_TYPE, Card, Effect
from mezani.games.asante.constants import LETTERS, PACKAGE, SPACES
from mezani.games.asante.deck import standard_deck
from mezani.games.asante.rules import Asante
from mezani.games.asante.view import AsanteView, all_cards, view
from mezani.games.asante.words.card_texts import (
    card_name,
    card_text,
    paragraph_of,
    status_text,
    type_name,
    ware_name,
    wares_text,
)
from mezani.language import Language

WARE_SIGNS = dict(zip(LETTERS + PACKAGE, ("jewelry", "pelts", "tea", "silk", "fruits", "salt", "package"), strict=True))
LONG = 10  # letters
FERRIED = 4  # wares; who has the cards for more?
VOWELS = "aeiouyäöü"
SYLLABLE = re.compile(rf"(?:sch|ch|ph|th|[bdfgkpt][lr]|[b-df-hj-np-tv-xz])[{VOWELS}](?=\w)", re.IGNORECASE)
SOFT_HYPHEN = "\u00ad"


def drawing(view: AsanteView, look: None) -> None:
    """Nothing is worked out for the whole board: the templates ask for one card after the other."""


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
    printed: str  # the name with the places where it may be broken
    is_long: bool  # too long a word in the name for a small card
    goods: tuple[str, ...]  # the signs of the wares of a Ware card
    buy: int
    sell: int


@dataclass(frozen=True)
class Large:
    """A card read large: all that there is to say of it."""

    face: Face
    title: str
    text: str
    costs: str
    copies: int
    amounts: tuple[tuple[str, tuple[int, ...]], ...]  # what belongs to what, where it grows
    paragraph: str
    rule: str  # what the rules say of this card, if it is one of the usual list
    status: str


def face(card: Card, lang: Language) -> Face:
    """A card as it is printed; a Ware card shows its wares and prices."""
    name = wares_text(card.wares, lang) if card.type == "ware" else card_name(card, lang)
    return Face(
        id=card.id,
        key=card.id.replace(PACKAGE, "_"),
        type=card.type,
        type_name=lang.gettext("Ware") if card.type == "ware" else type_name(card, lang),
        name=name,
        printed=" ".join(map(breakable, name.split())),
        is_long=max(map(len, name.split())) >= LONG,
        gist="" if card.type == "ware" else short_text(card, lang),
        picture=picture(card),
        goods=tuple(WARE_SIGNS[letter] for letter in card.wares),
        buy=card.buy,
        sell=card.sell,
    )


def breakable(word: str) -> str:
    """A long word with soft hyphens before its syllables.

    >>> breakable("Karawanenführer").replace(SOFT_HYPHEN, "-"), breakable("Sprechtrommel").replace(SOFT_HYPHEN, "-")
    ('Ka-ra-wa-nen-füh-rer', 'Sprech-trom-mel')
    >>> breakable("Calabash").replace(SOFT_HYPHEN, "-")
    'Ca-la-bash'
    """
    if "-" in word:
        return "-".join(map(breakable, word.split("-")))
    if len(word) < LONG - 2:
        return word

    def hyphened(syllable: re.Match[str]) -> str:
        before = word[: syllable.start()].lower()
        begins = before[-2:].isalpha() and len(before) > 1 and not set(VOWELS).isdisjoint(before)
        return SOFT_HYPHEN + syllable[0] if begins else syllable[0]

    return SYLLABLE.sub(hyphened, word)


def large(card: Card, lang: Language) -> Large:
    """All that there is to say of a card."""
    paragraph = paragraph_of(card)
    return Large(
        face=face(card, lang),
        title=type_name(card, lang) if card.type == "ware" else card_name(card, lang),
        text=card_text(card, lang),
        costs=cost_text(card, lang),
        copies=card.copies,
        amounts=amounts_of(card.effects[0], lang) if card.effects else (),
        paragraph=paragraph,
        rule=rule_of(paragraph, lang) if card == usual(card.id) else "",
        status=status_text(card, lang),
    )


def amounts_of(effect: Effect, lang: Language) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """What more and more wares cost or bring, as a table."""
    _ = lang.gettext
    if effect.do == "ferry":
        wares = range(1, FERRIED + 1)
        return (_("Wares"), tuple(wares)), (_("Cards to discard"), tuple(n * (n + 1) // 2 for n in wares))
    if effect.do == "sell_set":
        return (_("Different wares"), tuple(range(1, len(effect.rewards) + 1))), (_("Gold"), effect.rewards)
    return ()


def reach(view: AsanteView, card: Card, lang: Language) -> str:
    """How many wares the viewer could ferry with a card of their hand."""
    if view.seat is None or card.id not in view.hand or card.effects[:1] != (Effect("ferry"),):
        return ""
    cards, free = len(view.hand) - 1, SPACES - sum(view.stands[view.seat])
    wares = max(n for n in range(free + 1) if n * (n + 1) // 2 <= cards)
    said = lang.gettext(
        "Other cards in your hand: {cards}. Free spaces on your stand: {free}. You could place up to {wares} wares."
    )
    return said.format(cards=cards, free=free, wares=wares)


def rule_of(paragraph: str, lang: Language) -> str:
    """What the rules say of a card, without its name."""
    said = paragraphs(lang.code)[paragraph].partition(": ")[2]
    return said[:1].upper() + said[1:]


def cost_text(card: Card, lang: Language) -> str:
    """What playing a card costs, and whether it can be answered."""
    _ = lang.gettext
    if card.type == "artifact":
        return _("Costs 1 action to play, and 1 for each use, once a turn.")
    if card.type == PLACE_TYPE:
        return _("Costs no action. You may play one in each of your turns, after drawing.")
    if card.type == "ware":
        return _("Costs 1 action.")
    if card.effects[0].do == "cancel":
        return _("Costs no action.")
    return _("Costs 1 action. Your opponent may cancel it with an Animalist.")


def usual(id: str) -> Card | None:
    """The card of the usual list with an id."""
    return all_cards(standard_deck()).get(id)


def picture(card: Card) -> str:
    """The symbol of a card's picture; a card of another list has the emblem of its type."""
    return f"{'h' if card.type == PLACE_TYPE else 'p'}-{card.id if usual(card.id) else card.type}"


@cache
def paragraphs(code: str) -> Mapping[str, str]:
    """The paragraphs of the rules by their numbers."""
    text = files("mezani.games.asante.words").joinpath(f"rules.{code}.md").read_text("utf-8")
    found = re.findall(r"^(\d+\.\d+) (.*?)\n\s*$", text + "\n", re.MULTILINE | re.DOTALL)
    return {number: " ".join(said.split()) for number, said in found}


def wares(lang: Language) -> list[tuple[str, str, str]]:
    """The letter, the sign and the name of each ware."""
    return [(letter, WARE_SIGNS[letter], ware_name(number, lang)) for number, letter in enumerate(LETTERS)]


# Why a card can't be played, in few words


def refusal(view: AsanteView, card: Card, verb: str, reason: Reason, lang: Language) -> Reason:
    """The same reason in as many words as there is room for above a card; the paragraph says the rest."""
    _ = lang.gettext
    short = {
        "5.1": _("No action left"),
        "8.3": _("Only as an answer"),
        "6.4": _("Sell: too few alike"),
        "11.7": _("Not for haggling"),
    }.get(reason.paragraph)
    if reason.paragraph == "6.3":
        n = missing(view, card)
        short = lang.ngettext("Sell: {n} missing", "Sell: {n} missing", n).format(n=n)
    elif verb == "buy" and reason.paragraph in ("3.4", "6.2"):
        short = why_not_bought(view, card, lang)
    elif verb == "play" and short is None:
        short = _("No effect now")
    elif verb in ("take", "give"):
        short = _("Not this card") if verb == "take" else _("Just taken")
    return Reason(reason.paragraph, short or reason.sentence)


def missing(view: AsanteView, card: Card) -> int:
    """How many wares of a card are not on the viewer's stand."""
    stand = view.stands[view.seat or 0]
    return sum(max(0, card.wares.count(letter) - there) for letter, there in zip(LETTERS, stand, strict=True))


def why_not_bought(view: AsanteView, card: Card, lang: Language) -> str:
    """What stands against buying with a Ware card."""
    _, seat = lang.gettext, view.seat or 0
    price, free = max(0, card.buy - view.discount), SPACES - sum(view.stands[seat])
    if view.gold[seat] < price:
        return _("Buy: too dear")
    return _("Buy: no room") if free < len(card.wares) else _("Buy: sold out")


def question(prompt: str, markers: int, lang: Language) -> str:
    """What is asked, without the number of actions: the markers show it."""
    return prompt.removesuffix(lang.gettext("Actions left: {markers}.").format(markers=markers)).rstrip()


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
    _ = lang.gettext
    texts = [short_effect(effect, lang) for effect in card.effects]
    return (" " + _("Or:") + " " if card.is_either else " ").join(texts)


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
        "opponent_pays": _("Opponent pays {gold} gold."),
        "discount": _("This turn Ware cards cost {gold} less and bring {gold} more."),
        "haggle": _("Sell with a Ware card though {wares} ware is missing."),
        "take": ngettext("Take {wares} ware of your choice.", "Take {wares} wares of your choice.", many),
        "buy": _("Buy up to {wares} wares for {gold} gold each."),
        "sell": _("Return up to {wares} wares for {gold} gold each."),
        "sell_set": _("Different wares for {rewards} gold."),
        "ferry": _("Take n wares, discard 1 + 2 + … + n cards."),
        "dye": _("n wares of one kind for n different others."),
        "trade": _("Return any wares, take as many and {wares} more."),
        "swap": ngettext("Swap {wares} ware.", "Swap {wares} wares.", many),
        "opponent_returns": ngettext(
            "Opponent returns {wares} ware you choose.", "Opponent returns {wares} wares you choose.", many
        ),
        "steal": ngettext("Take {wares} ware from your opponent.", "Take {wares} wares from your opponent.", many),
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
        "exchange": _("See your opponent's hand, swap a card."),
        "reveal": _("Turn up a card: a Ware brings {wares} ware, any other {gold} gold."),
        "opponent_discards": ngettext("Opponent discards {cards} card.", "Opponent discards {cards} cards.", many),
        "opponent_discards_to": _("Opponent discards down to {cards}."),
    }
    return texts.get(effect.do)


def _others(effect: Effect, lang: Language) -> str:
    _, ngettext = lang.gettext, lang.ngettext
    texts = {
        "retrieve": ngettext("Take back {markers} action.", "Take back {markers} actions.", effect.markers),
        "any_place": _("Copies any of the others."),
        "visit": _("Use one of the three Holy Places.") if effect.places == 1 else _("Use the three Holy Places."),
        "take_place": _("Take one of the three Holy Places."),
        "curse": _("{gold} of your opponent's gold onto the doll."),
        "redeem": _("1 gold off the doll for {wares} ware."),
        "trample": _("Discard an Artifact; you may use it first (not Shango)."),
        "borrow": _("Use your opponent's upright Artifacts (not Shango)."),
        "track": _("Turn up cards until an Animal appears: play or take it."),
        "cancel": _("Answer: cancels a Person or an Animal."),
    }
    return texts[effect.do]


def pointed_at(state: Asante, actions: Sequence[int]) -> list[str]:
    """The card, the ware or the pile with which something is done; a space is known by the Holy Place before it."""
    text, seen = action_text(state, actions[0]), view(state, state.seat)
    verb, _, thing = text.partition("-")
    if text == "draw":
        return ["pile"]
    if text in ("keep", "discard") and seen.drawn:
        return [seen.drawn]
    if not thing.isdigit():
        return [thing or text.lstrip("+")]
    whose = 1 - state.seat if verb == "theirs" else state.seat
    artifact, place = seen.artifacts[whose][int(thing) - 1], seen.middle[int(thing) - 1]
    at = artifact.id if artifact and verb in ("use", "mine", "theirs") else place
    return [at] if at else []
