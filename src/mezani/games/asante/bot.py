"""A quick sensible player of Asante: collects the wares that its Ware cards sell, and plays what brings the most."""

from math import exp

from mezani.engine.knowledge import Knowledge
from mezani.engine.rng import Rng
from mezani.engine.state import Choices, State
from mezani.games.asante.actions import (
    AWAY,
    BUY_CARD,
    DISCARD_CARD,
    DONE,
    DRAW_CARD,
    DROP,
    END,
    FIRST,
    HOLY,
    KEEP,
    LET,
    LIKE,
    MINUS,
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
from mezani.games.asante.cards import Card, Effect
from mezani.games.asante.constants import ANSWERING, KEEPING, LETTERS, MOST_KINDS, STEALING, WARES
from mezani.games.asante.rules import Asante
from mezani.games.asante.trade import buying_price, selling_price

WARE = 1.8  # what a ware is worth to somebody who has no use for it yet
LEAD = 8.0  # gold that makes victory e times as likely as defeat
MARKER = 0.6  # an action that is not spent
ENOUGH = 2.0  # what a drawn card must be worth to be kept
DANGER = 3.5  # a card of the opponent that is worth an Animalist

EFFECT_WORTH = {  # of each thing that an effect is about; of the whole effect where it has no number
    "gold": 1.0, "opponent_pays": 1.3, "discount": 1.6, "haggle": 4.0, "take": 2.2, "buy": 0.9, "sell": 1.1,
    "sell_set": 2.5, "ferry": 1.5, "dye": 2.0, "trade": 3.0, "swap": 0.8, "opponent_returns": 1.8, "steal": 3.5,
    "draw": 2.0, "draw_to": 0.8, "look": 0.7, "sift": 0.9, "heal": 3.5, "exchange": 2.5, "reveal": 1.3,
    "opponent_discards": 1.2, "opponent_discards_to": 0.6, "retrieve": 0.7, "any_place": 1.5, "visit": 1.2,
    "take_place": 2.0, "curse": 1.0, "redeem": 2.0, "trample": 3.0, "borrow": 2.5, "track": 3.0, "cancel": 2.5,
}  # fmt: skip


class AsanteKnowledge(Knowledge):
    """What a player of Asante knows: what each action is worth in gold, and that gold decides."""

    def __init__(self) -> None:
        Knowledge.__init__(self)
        self.slip = 1  # any legal move when playing on: the worth of moves takes too long to find
        self.horizon = 120

    def choose(self, state: State, rng: Rng) -> int:
        """A sensible action for the seat to move."""
        asante = as_asante(state)
        return max(asante.legal_actions(), key=lambda action: worth(asante, action))

    def weigh(self, state: State, choices: Choices) -> None:
        asante = as_asante(state)
        values = [exp(worth(asante, action)) for action in choices.as_list()]
        self.give_weights([value / sum(values) for value in values])

    def evaluate(self, state: State) -> None:
        """By the victory at the end, else by gold and what stands on the stands."""
        asante = as_asante(state)
        if asante.is_over:
            self.give_values([float(seat in asante.winners()) for seat in range(2)])
            return
        gold = [asante.gold[seat] + WARE * sum(asante.stands[seat * WARES : (seat + 1) * WARES]) for seat in range(2)]
        chance = 1.0 / (1.0 + exp((gold[1] - gold[0]) / LEAD))
        self.give_values([chance, 1.0 - chance])


def as_asante(state: State) -> Asante:
    assert isinstance(state, Asante)
    return state


def worth(state: Asante, action: int) -> float:
    """Roughly how much gold an action is worth to the seat to move."""
    if action < OPTION:
        return plain_worth(state, action)
    if action < PLUS:
        card = state.deck.cards[state.a[state.top]]
        value = effect_worth(card.effects[action - OPTION])
        return -value if card.asks_opponent else value
    if action < SPACE:
        return ware_worth(state, action)
    if action < HOLY:
        return slot_worth(state, action)
    if action < PLAY:
        return place_worth(state, (action - HOLY) % (LIKE - HOLY))
    if action < BUY_CARD:
        return play_worth(state, action - PLAY)
    if action < SELL_CARD:
        return buying_worth(state, action - BUY_CARD)
    if action < TAKE_CARD:
        return selling_worth(state, action - SELL_CARD)
    kind = (action - TAKE_CARD) % MOST_KINDS
    return card_worth(state, kind) if action < DISCARD_CARD else -card_worth(state, kind)


# The wares and the cards that sell them


def stand_of(state: Asante) -> list[int]:
    return list(state.stands[state.active * WARES : (state.active + 1) * WARES])


def prospects(state: Asante, stand: list[int], without: int = -1) -> float:
    """What the wares of a stand are worth with the Ware cards in hand, perhaps without one of these cards."""
    best = 0.0
    for kind, card in enumerate(state.deck.cards):
        held = state.hands[state.seat * MOST_KINDS + kind] - (kind == without)
        if card.type == "ware" and held > 0:
            best = max(best, sale(card, stand))
    return best + WARE * sum(stand)


def sale(card: Card, stand: list[int]) -> float:
    """What a Ware card promises: its profit over the bare wares, less where some of them are missing."""
    there = sum(min(card.wares.count(letter), stand[ware]) for ware, letter in enumerate(LETTERS))
    there += min(card.wares.count("*"), max(stand))
    return float((card.sell - WARE * len(card.wares)) * (there / len(card.wares)) ** 2)


def ware_worth(state: Asante, action: int) -> float:
    stand = stand_of(state)
    now = prospects(state, stand)
    if action < MINUS or state.step[state.top] == STEALING:
        stand[action - PLUS] += 1
        return prospects(state, stand) - now
    if stand[action - MINUS]:
        stand[action - MINUS] -= 1
    return prospects(state, stand) - now + WARE


def buying_worth(state: Asante, kind: int) -> float:
    card, stand = state.deck.cards[kind], stand_of(state)
    now = prospects(state, stand)
    for letter in card.wares.replace("*", LETTERS[stand.index(max(stand))]):
        stand[LETTERS.index(letter)] += 1
    return prospects(state, stand, without=kind) - now - buying_price(state, kind) - MARKER


def selling_worth(state: Asante, kind: int) -> float:
    return selling_price(state, kind) - WARE * state.deck.ware_count[kind] - MARKER


# Cards and Holy Places


def effect_worth(effect: Effect) -> float:
    many = effect.cards or effect.wares or effect.markers or effect.places or effect.gold or 1
    return EFFECT_WORTH[effect.do] * many - effect.pay - 2 * effect.discard


def effects_worth(card: Card) -> float:
    values = [effect_worth(effect) for effect in card.effects]
    if not card.is_either:
        return sum(values)
    return min(values) if card.asks_opponent else max(values)


def card_worth(state: Asante, kind: int) -> float:
    """What it is worth to hold a card."""
    card = state.deck.cards[kind]
    if card.type != "ware":
        return effects_worth(card) * (1.3 if card.type == "artifact" else 1.0)
    stand = list(state.stands[state.seat * WARES : (state.seat + 1) * WARES])
    return 1.5 + 0.6 * sale(card, stand)


def play_worth(state: Asante, kind: int) -> float:
    card = state.deck.cards[kind]
    if state.step[state.top] == ANSWERING:
        threat = state.deck.cards[state.a[state.top]]
        return effects_worth(threat) - DANGER
    if card.type == "artifact":
        return 1.5 * effects_worth(card) - 2.0
    return 0.8 * effects_worth(card) - MARKER


def place_worth(state: Asante, place: int) -> float:
    return effect_worth(state.deck.places[place].effects[0])


def slot_worth(state: Asante, action: int) -> float:
    """Take and do the best Holy Place, leave the worst to the opponent, use every Artifact."""
    slot = (action - SPACE) % 3
    holy = state.middle[slot]
    value = place_worth(state, holy) if holy >= 0 else 0.0
    if action < PLACE:
        replaced = state.artifacts[state.active * 3 + slot]
        return -value if replaced < 0 else value - effects_worth(state.deck.cards[replaced])
    if action < USE:
        return value
    if action < USE + 3:
        return effects_worth(state.deck.cards[state.artifacts[state.active * 3 + slot]]) - MARKER
    return 1.0 + action / 100


def plain_worth(state: Asante, action: int) -> float:
    if action == DRAW_CARD:
        return 2.0 if state.markers > 3 else -1.0
    if action in (KEEP, DROP) and state.step[state.top] == KEEPING:
        enough = ENOUGH if state.markers > 3 else 0.0
        return card_worth(state, state.drawn) - enough if action == KEEP else 0.0
    return {
        SKIP: 0.0,
        KEEP: 0.5,
        END: 1.0 if state.markers == 2 else 0.0,
        LET: 0.0,
        DONE: 0.0,
        FIRST: 1.0,
        AWAY: 0.0,
    }.get(action, -1.0)
