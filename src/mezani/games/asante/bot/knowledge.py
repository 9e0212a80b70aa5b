"""What a player of Asante knows: what each action is worth in gold, and what a stand and a hand will bring."""

from typing import Final

import cython

from mezani.engine.knowledge import Knowledge
from mezani.engine.net import learned
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
from mezani.games.asante.bot.features import AsanteFeatures
from mezani.games.asante.cards import Card, Effect
from mezani.games.asante.constants import (
    ANSWERING,
    BUY,
    FERRY,
    KEEPING,
    MOST_KINDS,
    MOST_PLACE_KINDS,
    NONE,
    SELL,
    SELL_SET,
    SLOTS,
    STEAL,
    STEALING,
    TAKE,
    TRADING,
    WARES,
)
from mezani.games.asante.deck import Deck
from mezani.games.asante.rules import Asante

if not cython.compiled:
    from mezani.engine.bits import bit, lowest
    from mezani.games.asante.bot.features import ARTIFACTS_DO, DOES, PLACES_DO
    from mezani.games.asante.ware_cards import buying_price, selling_price

WARE = 1.8  # what a ware is worth to somebody who has no use for it yet
MARKER = 0.6  # an action that is not spent
ENOUGH = 2.0  # what a drawn card must be worth to be kept
DANGER = 3.5  # a card of the opponent that is worth an Animalist
IN_HAND = 0.45  # of what a card is worth when it is played, its worth while it is held
SECOND_SALE = 0.4  # of what the second best Ware card promises, its worth beside the best
AT_HAND = 0.8  # of what an effect is worth in general, its worth where nothing better is known
FOR_SUPPLY = 0.5  # of what a ware of the opponent is worth, its worth if it can only go to the supply

LEAD = 8.0  # gold of a final lead that is worth striving for beside the victory
HARD_TO_TELL = 1.5  # gold by which an action must be better that two of three beginners see it

# The first kind of choice, as the net counts them, of playing Persons and Animals, Artifacts, Holy Places, ...
PLAYING_KIND = END + 1
LAYING_KIND = PLAYING_KIND + DOES
HOLY_KIND = LAYING_KIND + ARTIFACTS_DO
USING_KIND = HOLY_KIND + PLACES_DO
BUYING_KIND = USING_KIND + ARTIFACTS_DO
SELLING_KIND = BUYING_KIND + 1

TURNS = 3  # so many turns are thought through, this one among them

EFFECT_WORTH: Final = {  # of each thing that an effect is about; of the whole effect where it has no number
    "gold": 1.0, "opponent_pays": 1.3, "discount": 1.6, "haggle": 4.0, "take": 2.2, "buy": 0.9, "sell": 1.1,
    "sell_set": 2.5, "ferry": 1.5, "dye": 2.0, "trade": 3.0, "swap": 0.8, "opponent_returns": 1.8, "steal": 3.5,
    "draw": 2.0, "draw_to": 0.8, "look": 0.7, "sift": 0.9, "heal": 3.5, "exchange": 2.5, "reveal": 1.3,
    "opponent_discards": 1.2, "opponent_discards_to": 0.6, "retrieve": 0.7, "any_place": 1.5, "visit": 1.2,
    "take_place": 2.0, "curse": 1.0, "redeem": 2.0, "trample": 3.0, "borrow": 2.5, "track": 3.0, "cancel": 2.5,
}  # fmt: skip


def effect_worth(effect: Effect) -> float:
    """What an effect is worth in general."""
    many = effect.cards or effect.wares or effect.markers or effect.places or effect.gold or 1
    return EFFECT_WORTH[effect.do] * many - effect.pay - 2 * effect.discard


def effects_worth(card: Card) -> float:
    """What the effects of a card are worth in general."""
    values = [effect_worth(effect) for effect in card.effects]
    if not card.is_either:
        return sum(values)
    return min(values) if card.asks_opponent else max(values)


class AsanteKnowledge(Knowledge):
    """A quick sensible player, and the prospects as they were learned from many games."""

    def __init__(self) -> None:
        Knowledge.__init__(self)
        self.deck: Deck | None = None
        self.of_effect = [0.0] * 256  # what each effect of the deck is worth in general
        self.of_card = [0.0] * 64
        self.of_place = [0.0] * 8
        self.stand = [0] * 6  # of whom we are reckoning for
        self.mine = Choices()
        self.features = AsanteFeatures()
        self.value = learned(__package__, "value.net")  # docs/training.md tells how they were made
        self.moves = learned(__package__, "moves.net")
        self.turns = TURNS
        self.hard_to_tell = HARD_TO_TELL
        self.last_turn = 0  # to think of
        self.slip = 6
        self.certainty = 1.25
        self.glance = 200
        self.thought = 8000
        self.exploration = 0.6
        self.weighs = True

    def begin(self, state: State) -> None:
        asante = cython.cast(Asante, state)
        if asante.deck is not self.deck:
            self.learn(asante.deck)
        self.last_turn = asante.turn + self.turns

    def learn(self, deck: Deck) -> None:
        """See what the cards of a deck are worth."""
        self.deck = deck
        effects = [effect for card in (*deck.cards, *deck.places) for effect in card.effects]
        for number, effect in enumerate(effects):
            self.of_effect[number] = effect_worth(effect)
        for kind, card in enumerate(deck.cards):
            self.of_card[kind] = effects_worth(card)
        for place, card in enumerate(deck.places):
            self.of_place[place] = effects_worth(card)

    # The quick player

    def choose(self, state: State, rng: Rng) -> int:
        return self.sensible(cython.cast(Asante, state))

    def sensible(self, state: Asante) -> int:
        """The action that is worth most."""
        if state.deck is not self.deck:
            self.learn(state.deck)
        self.mine.clear()
        state.legal(self.mine)
        best = 0
        most = 0.0
        for k in range(self.mine.count):
            value = self.worth(state, self.mine.actions[k])
            if k == 0 or value > most:
                best = self.mine.actions[k]
                most = value
        return best

    def weigh(self, state: State, choices: Choices) -> None:
        for k in range(choices.count):
            self.weights[k] = self.worth(cython.cast(Asante, state), choices.actions[k])
        self.add_learned(cython.cast(Asante, state), choices)
        self.promises_to_weights(choices.count, self.hard_to_tell)

    def add_learned(self, state: Asante, choices: Choices) -> None:
        """Add to what choices are worth what was learned about them: which cards to keep, what to do with a marker."""
        moves = self.moves
        if moves is None or state.top:
            return
        self.describe_decision(state)
        for n in range(self.features.at):
            moves.nodes[n] = self.features.inputs[n]
        moves.work_out()
        for k in range(choices.count):
            self.weights[k] += self.hard_to_tell * moves.nodes[self.kind_of_move(state, choices.actions[k])]

    def describe_decision(self, state: Asante) -> None:
        self.look(state)
        self.features.tell(state, state.seat)
        self.features.tell_decision(state)

    def kind_of_move(self, state: Asante, action: int) -> int:
        """The number of a choice for the net: cards and Holy Places by what they do, Ware cards alike."""
        if action < USE:
            return min(action, END)
        if action < HOLY:
            return USING_KIND + self.features.artifact_does(
                state.deck, state.artifacts[state.seat * SLOTS + action - USE]
            )
        if action < PLAY:
            return HOLY_KIND + self.features.place_does(state.deck, (action - HOLY) % (LIKE - HOLY))
        if action < BUY_CARD:
            kind = action - PLAY
            if state.deck.artifacts & bit(kind):
                return LAYING_KIND + self.features.artifact_does(state.deck, kind)
            return PLAYING_KIND + state.deck.does[state.deck.first_effect[kind]]
        return BUYING_KIND if action < SELL_CARD else SELLING_KIND

    def worth(self, state: Asante, action: int) -> float:
        """Roughly how much gold an action is worth to the seat to move."""
        if action < OPTION:
            return self.plain_worth(state, action)
        if action < PLUS:
            return self.option_worth(state, action - OPTION)
        if action < SPACE:
            return self.ware_worth(state, action)
        if action < HOLY:
            return self.slot_worth(state, action)
        if action < PLAY:
            return self.of_place[(action - HOLY) % (LIKE - HOLY)]
        if action < BUY_CARD:
            return self.play_worth(state, action - PLAY)
        if action < SELL_CARD:
            return self.buying_worth(state, action - BUY_CARD)
        if action < TAKE_CARD:
            return selling_price(state, action - SELL_CARD) - WARE * state.deck.ware_count[action - SELL_CARD] - MARKER
        value = self.card_worth(state, (action - TAKE_CARD) % MOST_KINDS)
        return value if action < DISCARD_CARD else -value

    def plain_worth(self, state: Asante, action: int) -> float:
        if action == DRAW_CARD:
            return 2.0 if state.markers > 3 else -1.0
        if action in (KEEP, DROP) and state.step[state.top] == KEEPING:
            if action == DROP:
                return 0.0
            return self.card_worth(state, state.drawn) - (ENOUGH if state.markers > 3 else 0.0)
        if action == KEEP:
            return 0.5
        if action == END:
            return 1.0 if state.markers == 2 else 0.0  # 3.2
        if action == FIRST:
            return 1.0
        if action == DONE and state.step[state.top] == TRADING:
            return -0.5  # a ware that is of no use is better changed for another
        return 0.0 if action in (SKIP, LET, DONE, AWAY) else -1.0

    def option_worth(self, state: Asante, number: int) -> float:
        kind = state.a[state.top]
        value = self.effect_now(state, state.deck.first_effect[kind] + number)
        return -value if state.deck.asks_opponent[kind] else value

    # Wares, and the cards that sell them

    def set_up_stand(self, state: Asante, seat: int) -> None:
        for ware in range(WARES):
            self.stand[ware] = state.stands[seat * WARES + ware]

    def prospects(self, state: Asante, seat: int, without: int) -> float:
        """What the wares of the stand promise with the Ware cards of a hand, perhaps without one of these cards."""
        best = 0.0
        second = 0.0
        left = state.held[seat] & state.deck.wares
        while left:
            kind = lowest(left)
            left &= left - 1
            if kind != without or state.hands[seat * MOST_KINDS + kind] > 1:
                value = self.sale(state.deck, kind)
                if value > best:
                    second = best
                    best = value
                elif value > second:
                    second = value
        wares = 0
        for ware in range(WARES):
            wares += self.stand[ware]
        return best + SECOND_SALE * second + WARE * wares

    def sale(self, deck: Deck, kind: int) -> float:
        """What a Ware card promises: its profit over the bare wares, less where some of them are missing."""
        there = 0
        most = 0
        for ware in range(WARES):
            there += min(deck.depicted[kind * WARES + ware], self.stand[ware])
            most = max(most, self.stand[ware])
        there += min(deck.packages[kind], most)
        share = float(there) / deck.ware_count[kind]
        return (deck.sell[kind] - WARE * deck.ware_count[kind]) * share * share

    def best_ware(self, state: Asante, seat: int) -> int:
        """The ware of the supply that would help the stand most."""
        best = NONE
        most = 0.0
        for ware in range(WARES):
            if state.supply(ware):
                self.stand[ware] += 1
                value = self.prospects(state, seat, NONE)
                self.stand[ware] -= 1
                if best == NONE or value > most:
                    best = ware
                    most = value
        return best

    def ware_worth(self, state: Asante, action: int) -> float:
        if action >= MINUS and state.step[state.top] == STEALING:
            return 0.0
        self.set_up_stand(state, state.active)
        now = self.prospects(state, state.active, NONE)
        ware = (action - PLUS) % WARES
        if action < MINUS:
            self.stand[ware] += 1
            return self.prospects(state, state.active, NONE) - now
        if self.stand[ware]:
            self.stand[ware] -= 1
        return self.prospects(state, state.active, NONE) - now + WARE

    def takings(self, state: Asante, wares: int) -> float:
        """What the active player gains by so many wares of the supply."""
        seat = state.active
        self.set_up_stand(state, seat)
        now = self.prospects(state, seat, NONE)
        for _ in range(min(wares, state.free_spaces(seat))):
            ware = self.best_ware(state, seat)
            self.stand[ware] += 1
        return self.prospects(state, seat, NONE) - now

    def buying_worth(self, state: Asante, kind: int) -> float:
        seat = state.active
        self.set_up_stand(state, seat)
        now = self.prospects(state, seat, NONE)
        for ware in range(WARES):
            self.stand[ware] += state.deck.depicted[kind * WARES + ware]
        for _ in range(state.deck.packages[kind]):
            ware = self.best_ware(state, seat)
            self.stand[ware] += 1
        return self.prospects(state, seat, kind) - now - buying_price(state, kind) - MARKER

    # Cards, Artifacts and Holy Places

    def card_worth(self, state: Asante, kind: int) -> float:
        """What it is worth to hold a card."""
        if state.deck.wares & bit(kind):
            self.set_up_stand(state, state.seat)
            return 1.5 + 0.6 * self.sale(state.deck, kind)
        return self.of_card[kind] * (1.3 if state.deck.artifacts & bit(kind) else 1.0)

    def play_worth(self, state: Asante, kind: int) -> float:
        if state.step[state.top] == ANSWERING:
            return self.of_card[state.a[state.top]] - DANGER
        if state.deck.artifacts & bit(kind):
            return 1.5 * self.of_card[kind] - 2.0
        return self.effects_now(state, kind) - MARKER

    def effects_now(self, state: Asante, kind: int) -> float:
        """What the effects of a card are worth to the active player now."""
        first = state.deck.first_effect[kind]
        whole = 0.0
        for number in range(state.deck.effect_count[kind]):
            value = self.effect_now(state, first + number)
            if not state.deck.is_either[kind]:
                whole += value
            elif number == 0 or (value < whole if state.deck.asks_opponent[kind] else value > whole):
                whole = value
        return whole

    def effect_now(self, state: Asante, effect: int) -> float:
        deck = state.deck
        does = deck.does[effect]
        if does == TAKE:
            return self.takings(state, deck.number[effect])
        if does == BUY:
            affordable = state.gold[state.active] // max(deck.gold[effect], 1)
            many = min(deck.number[effect], affordable)
            return max(0.0, self.takings(state, many) - deck.gold[effect] * min(many, state.free_spaces(state.active)))
        if does == SELL:
            return (deck.gold[effect] - WARE) * min(deck.number[effect], 6 - state.free_spaces(state.active))
        if does == SELL_SET:
            return self.set_worth(state, effect)
        if does == FERRY and not state.can_take():
            return 0.0
        if does == STEAL and not state.can_take():
            return FOR_SUPPLY * self.of_effect[effect]
        return AT_HAND * self.of_effect[effect]

    def set_worth(self, state: Asante, effect: int) -> float:
        """What one ware of each kind on the stand brings, over the bare wares."""
        kinds = 0
        for ware in range(WARES):
            kinds += state.stands[state.active * WARES + ware] > 0
        return state.deck.rewards[effect * WARES + kinds - 1] - WARE * kinds if kinds else 0.0

    def slot_worth(self, state: Asante, action: int) -> float:
        """Take and do the best Holy Place, leave the worst to the opponent, use every Artifact."""
        slot = (action - SPACE) % SLOTS
        place = state.middle[slot]
        value = self.of_place[place] if place != NONE else 0.0
        if action < PLACE:
            replaced = state.artifacts[state.active * SLOTS + slot]
            return -value if replaced == NONE else value - self.of_card[replaced]
        if action < USE:
            return value
        if action < USE + SLOTS:
            return self.effects_now(state, state.artifacts[state.active * SLOTS + slot]) - MARKER
        return 1.0 + 0.01 * action

    # Judging

    def is_settled(self, state: State) -> bool:
        """Some turns are enough to see what an action leads to."""
        return state.is_over or cython.cast(Asante, state).turn >= self.last_turn

    def is_quiet(self, state: State) -> bool:
        return self.is_between_cards(cython.cast(Asante, state))

    def is_between_cards(self, state: Asante) -> bool:
        """Whether the active player is not in the middle of what a card does, or of drawing one."""
        return state.top == 0 and state.step[0] != KEEPING

    def evaluate(self, state: State) -> None:
        self.judge(cython.cast(Asante, state))

    def judge(self, state: Asante) -> None:
        """By the gold at the end; before it by what was learned."""
        if state.is_over:
            for seat in range(2):
                self.values[seat] = state.gold[seat]
            self.values[state.active] += 0.5  # 14.3
            self.points_to_victory(2, LEAD)
            return
        value = self.value
        assert value is not None
        self.look(state)
        for seat in range(2):
            self.features.tell(state, seat)
            for n in range(self.features.at):
                value.nodes[n] = self.features.inputs[n]
            value.work_out()
            self.values[seat] = value.nodes[0]
        self.points_to_chances(2, 1.0)

    def look(self, state: Asante) -> None:
        if state.deck is not self.deck:
            self.learn(state.deck)
        for seat in range(2):
            self.features.wealth[seat] = self.wealth(state, seat)
            self.features.prospects[seat] = self.prospects(state, seat, NONE)
        self.features.look(state)

    def describe(self, state: State) -> list[list[float]]:
        self.look(cython.cast(Asante, state))
        return self.features.told(cython.cast(Asante, state))

    def describe_moves(self, state: State) -> tuple[list[float], list[int], list[float]]:
        asante = cython.cast(Asante, state)
        if asante.top:
            return [], [], []
        self.mine.clear()
        asante.legal(self.mine)
        self.describe_decision(asante)
        actions = [self.mine.actions[k] for k in range(self.mine.count)]
        kinds = [self.kind_of_move(asante, action) for action in actions]
        promises = [self.worth(asante, action) / self.hard_to_tell for action in actions]
        return [self.features.inputs[n] for n in range(self.features.at)], kinds, promises

    def wealth(self, state: Asante, seat: int) -> float:
        """The gold of a player, and what wares, cards, Artifacts and Holy Places will bring."""
        self.set_up_stand(state, seat)
        wealth = state.gold[seat] + self.prospects(state, seat, NONE)
        left = state.held[seat]
        while left:
            kind = lowest(left)
            left &= left - 1
            value = 3.0 if state.deck.wares & bit(kind) else self.of_card[kind]
            wealth += IN_HAND * value * state.hands[seat * MOST_KINDS + kind]
        for slot in range(SLOTS):
            kind = state.artifacts[seat * SLOTS + slot]
            if kind != NONE:
                wealth += 2.0 * self.of_card[kind]
        for place in range(state.deck.place_kinds):
            many = state.owned[seat * MOST_PLACE_KINDS + place]
            wealth += 0.5 * self.of_place[place] * many * many
        return wealth
