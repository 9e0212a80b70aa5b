"""What is counted over many games of Asante: cards by type and name, trade and its prices, Holy Places, gold, turns."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from mezani.engine.bits import members
from mezani.game import Fact, Topic
from mezani.games.asante.actions import BUY_CARD, DRAW_CARD, END, HOLY, LIKE, MINE, PLAY, SELL_CARD, TAKE_CARD, USE
from mezani.games.asante.constants import (
    ANSWERING,
    DRAWING,
    FOUND,
    MOST_KINDS,
    MOST_PLACE_KINDS,
    NONE,
    PLAYING,
    SLOTS,
)
from mezani.games.asante.rules import Asante
from mezani.games.asante.ware_cards import buying_price, selling_price
from mezani.games.asante.words.card_texts import card_name, wares_text
from mezani.language import N_, Language

Step = tuple[Asante, int, Asante]

OF_TYPES: Final = {"persons": "person", "animals": "animal", "artifacts": "artifact"}  # topics of cards
PLAYED: Final = ("buy", "sell", "person", "animal", "artifact", "use", "place")
SOURCES: Final = ("sell", "buy", "person", "animal", "artifact", "place", "end", "lost")
SPENT: Final = ("draw", "cards", "use", "left")

TOPICS: Final = (
    Topic("persons", "use", N_("Persons played"), N_("Person"), when=N_("Turn")),
    Topic("animals", "use", N_("Animals played"), N_("Animal"), when=N_("Turn")),
    Topic("artifacts", "use", N_("Artifacts placed"), N_("Artifact"), when=N_("Turn")),
    Topic(
        "artifact-uses", "number", N_("How often Artifacts are used"), N_("Artifact"), N_("By those who placed one.")
    ),
    Topic(
        "held",
        "use",
        N_("Cards that came into the hand"),
        N_("Card"),
        N_("Whether they were played or not: nearer to luck than to skill."),
    ),
    Topic(
        "answers",
        "outcome",
        N_("Answers to Persons and Animals"),
        N_("Played"),
        outcomes=(("done", N_("carried out")), ("cancelled", N_("cancelled by an Animalist"))),
    ),
    Topic("places", "use", N_("Holy Places played"), N_("Holy Place"), when=N_("Turn")),
    Topic(
        "copies",
        "outcome",
        N_("Copies of a Holy Place when it is played"),
        N_("Holy Place"),
        N_("With two or three copies it takes effect two or three times (9.3)."),
        (("1", N_("one")), ("2", N_("two")), ("3", N_("three"))),
    ),
    Topic(
        "ware-cards",
        "outcome",
        N_("What Ware cards are played for"),
        N_("Ware card"),
        N_("In brackets the printed prices for buying and for selling."),
        (("buy", N_("buying")), ("sell", N_("selling")), ("haggle", N_("selling by haggling"))),
    ),
    Topic(
        "prices",
        "number",
        N_("Gold paid and taken for a Ware card"),
        N_("Ware card"),
        N_("Caravan Guides make buying cheaper and selling dearer (11.15)."),
    ),
    Topic("played", "number", N_("Cards played in a game"), N_("By a player")),
    Topic(
        "gold",
        "number",
        N_("Where the gold comes from, and where it goes"),
        N_("Of a player"),
        N_("What one's own cards brought, less what they cost; everybody begins with 20 (2.1)."),
    ),
    Topic("actions", "number", N_("Actions of a turn"), N_("For"), N_("The mean of a player's turns in a game.")),
    Topic(
        "by-turn",
        "number",
        N_("Gold, turn by turn"),
        N_("After the player's own turn"),
    ),
    Topic(
        "goal",
        "use",
        N_("Who reaches the goal"),
        N_("Player"),
        N_("The other has one more full turn (14.1)."),
        when=N_("Turn"),
        is_single=True,
    ),
)


def things(start: Asante, topic: str) -> Sequence[str]:
    """The rows of a topic."""
    cards = start.deck.cards
    if topic in OF_TYPES:
        return [card.id for card in cards if card.type == OF_TYPES[topic]]
    if topic == "artifact-uses":
        return [card.id for card in cards if card.type == "artifact"]
    if topic == "held":
        return [card.id for card in cards if card.type != "ware"]
    if topic == "ware-cards":
        return [card.id for card in cards if card.type == "ware"]
    if topic in ("places", "copies"):
        return start.deck.place_ids()
    return {
        "answers": ("person", "animal"),
        "prices": ("buy", "sell"),
        "played": PLAYED,
        "gold": SOURCES,
        "actions": SPENT,
        "goal": ("goal",),
    }.get(topic, ())


def thing_name(start: Asante, topic: str, thing: str, lang: Language) -> str:
    """A row in words."""
    _ = lang.gettext
    for card in (*start.deck.cards, *start.deck.places):
        if card.id == thing and card.type == "ware":
            return f"{wares_text(card.wares, lang)} ({card.buy}/{card.sell})"
        if card.id == thing:
            return card_name(card, lang)
    if topic == "by-turn":
        return _("own turn {n}").format(n=thing)
    if topic == "actions":
        return {
            "draw": _("drawing a card"),
            "cards": _("playing cards"),
            "use": _("using Artifacts"),
            "left": _("not spent"),
        }[thing]
    if topic == "gold" and thing in ("sell", "buy"):
        return _("Ware cards for selling") if thing == "sell" else _("Ware cards for buying")
    return {
        "buy": _("Ware cards for buying"),
        "sell": _("Ware cards for selling"),
        "person": _("Persons"),
        "animal": _("Animals"),
        "artifact": _("Artifacts"),
        "use": _("Artifacts used"),
        "place": _("Holy Places"),
        "end": _("actions not spent"),
        "lost": _("taken by the opponent's cards"),
        "goal": _("first to end a turn with 60 gold"),
    }[thing]


# Counting


def facts(steps: Sequence[Step]) -> Iterator[Fact]:
    """All that is counted in a game."""
    yield from Counting(steps[0][0]).facts(steps)


class Counting:
    """A game while it is counted: how much each seat has done so far, and what the last decisions belong to."""

    def __init__(self, start: Asante) -> None:
        self.deck = start.deck
        self.ids = start.deck.card_ids()
        self.source = "end"  # the card, or the end of a turn, from which gold comes
        self.played: Counter[tuple[int, str]] = Counter()  # by seats: cards by type
        self.gold: Counter[tuple[int, str]] = Counter()
        self.spent: Counter[tuple[int, str]] = Counter()
        self.uses: Counter[tuple[int, str]] = Counter()  # of Artifacts, by their ids
        self.turns: Counter[int] = Counter()
        self.held = [0, 0]  # the kinds that came into each hand, as sets

    def facts(self, steps: Sequence[Step]) -> Iterator[Fact]:
        for before, action, after in steps:
            asked = before.step[before.top]
            if asked == PLAYING:
                yield from self.of_choice(before, action, after)
            elif asked == ANSWERING:
                yield from self.of_answer(before, action)
            elif asked == FOUND and action >= PLAY:
                yield self.of_card(before, action - PLAY)
            elif asked == DRAWING and action == DRAW_CARD:
                self.spent[before.active, "draw"] += 1
            if before.haggled != NONE and after.haggled == NONE and action < PLAY:
                yield from self.of_trade(before, before.haggled, "haggle", selling_price(before, before.haggled))
            self.add_gold(before, after)
            self.held = [seen | held for seen, held in zip(self.held, before.held, strict=True)]
        for seat in range(2):
            yield from self.of_seat(seat)

    # What is played

    def of_choice(self, before: Asante, action: int, after: Asante) -> Iterator[Fact]:
        """What the player whose turn it is has chosen to do."""
        seat = before.active
        if action == END:
            yield from self.of_end(before, after)
        elif USE <= action < MINE:
            self.source = "artifact"
            self.played[seat, "use"] += 1
            self.spent[seat, "use"] += 1
            self.uses[seat, self.ids[before.artifacts[seat * SLOTS + action - USE]]] += 1
        elif HOLY <= action < LIKE:
            yield from self.of_place(before, action - HOLY)
        elif PLAY <= action < BUY_CARD:
            self.spent[seat, "cards"] += 1
            yield self.of_card(before, action - PLAY)
        elif BUY_CARD <= action < TAKE_CARD:
            self.spent[seat, "cards"] += 1
            kind, sells = (action - BUY_CARD) % MOST_KINDS, action >= SELL_CARD
            price = selling_price(before, kind) if sells else buying_price(before, kind)
            yield from self.of_trade(before, kind, "sell" if sells else "buy", price)

    def of_card(self, before: Asante, kind: int) -> Fact:
        """A Person, an Animal or an Artifact."""
        card = self.deck.cards[kind]
        self.source = card.type
        self.played[before.active, card.type] += 1
        return Fact(f"{card.type}s", card.id, before.active, when=before.turn)

    def of_place(self, before: Asante, place: int) -> Iterator[Fact]:
        seat, name = before.active, self.deck.places[place].id
        self.source = "place"
        self.played[seat, "place"] += 1
        yield Fact("places", name, seat, when=before.turn)
        yield Fact("copies", name, outcome=str(before.owned[seat * MOST_PLACE_KINDS + place]))

    def of_trade(self, before: Asante, kind: int, how: str, price: int) -> Iterator[Fact]:
        """A Ware card: it was played to buy, to sell, or together with a Haggler."""
        self.source = "buy" if how == "buy" else "sell"
        self.played[before.active, self.source] += 1
        if how == "haggle":
            self.spent[before.active, "cards"] += 1  # 11.7
        yield Fact("ware-cards", self.ids[kind], outcome=how)
        yield Fact("prices", self.source, value=price)

    def of_answer(self, before: Asante, action: int) -> Iterator[Fact]:
        """Whether a Person or an Animal was cancelled."""
        card = self.deck.cards[before.a[before.top]]
        yield Fact("answers", card.type, outcome="cancelled" if action >= PLAY else "done")
        if action >= PLAY:
            answer = self.deck.cards[action - PLAY]
            self.played[before.seat, answer.type] += 1
            yield Fact(f"{answer.type}s", answer.id, before.seat, when=before.turn)

    # Turns and gold

    def of_end(self, before: Asante, after: Asante) -> Iterator[Fact]:
        """The end of a turn."""
        seat, self.source = before.active, "end"
        self.turns[seat] += 1
        self.spent[seat, "left"] += before.markers
        yield Fact("by-turn", str(self.turns[seat]), seat, value=after.gold[seat])
        if after.last_turn and not before.last_turn:
            yield Fact("goal", "goal", seat, when=before.turn)

    def add_gold(self, before: Asante, after: Asante) -> None:
        """Count the gold that has come and gone with a decision."""
        for seat in range(2):
            change = after.gold[seat] - before.gold[seat]
            self.gold[seat, self.source if seat == before.active else "lost"] += change

    def of_seat(self, seat: int) -> Iterator[Fact]:
        """What a player has done in the whole game."""
        for kind in members(self.held[seat] & ~self.deck.wares):
            yield Fact("held", self.ids[kind], seat)
        for what in PLAYED:
            yield Fact("played", what, seat, value=self.played[seat, what])
        for source in SOURCES:
            yield Fact("gold", source, seat, value=self.gold[seat, source])
        for what in SPENT:
            yield Fact("actions", what, seat, value=self.spent[seat, what] / max(self.turns[seat], 1))
        for (other, name), number in self.uses.items():
            if other == seat:
                yield Fact("artifact-uses", name, seat, value=number)
