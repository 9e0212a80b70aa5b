"""What a player of ANNE! knows: predict by the strength of the hand, take what you want and duck the rest."""

import cython

from mezani.engine.knowledge import Knowledge
from mezani.engine.rng import Rng
from mezani.engine.state import State
from mezani.games.anne.actions import HEAP, PREDICT, PREDICTING, SUITS, TAKE
from mezani.games.anne.rules import Anne, suit_of

if not cython.compiled:
    from math import exp

    from mezani.engine.bits import lowest

NONE = -1
CERTAIN = 0.05  # a wanted card is led if it takes its trick at least so often


class AnneKnowledge(Knowledge):
    """A quick sensible player, and the chances of winning after a hand."""

    def __init__(self) -> None:
        Knowledge.__init__(self)
        self.hand_number = 0
        self.lead_from = 0.4
        self.temper = 6.0
        self.blend = 0.9
        self.exploration = 0.3
        self.slip = 0

    def begin(self, state: State) -> None:
        self.hand_number = cython.cast(Anne, state).hand_number

    def is_settled(self, state: State) -> bool:
        """The hands to come are luck that falls alike on everybody."""
        return state.is_over or cython.cast(Anne, state).hand_number > self.hand_number

    def imagine(self, state: State, seat: int, rng: Rng) -> None:
        """Redeal; predictions that are made but hidden are those that a sensible player makes with such cards."""
        state.redeal(seat, rng)
        self.imagine_predictions(cython.cast(Anne, state), seat)

    def imagine_predictions(self, state: Anne, seat: int) -> None:
        if state.phase == PREDICTING:
            for other in range(state.players):
                if other != seat and state.most[other] != NONE:
                    pair = self.predict(state, other) - PREDICT
                    state.most[other] = pair // 3
                    state.fewest[other] = pair % 3 + (pair % 3 >= pair // 3)

    def choose(self, state: State, rng: Rng) -> int:
        if self.slip and rng.below(self.slip) == 0:
            return state.random_action(rng)
        return self.sensible(cython.cast(Anne, state))

    def sensible(self, state: Anne) -> int:
        """A sensible action for the seat to move."""
        if state.phase == PREDICTING:
            return self.predict(state, state.seat)
        if state.phase == HEAP:
            return self.take(state)
        if state.seat == state.leader:
            return self.lead(state)
        return self.follow(state)

    def predict(self, state: Anne, seat: int) -> int:
        """Most: the suit whose cards will win tricks. Fewest: the suit that will come least."""
        expected = [0.0, 0.0, 0.0, 0.0]
        others = state.players - 1
        cards = state.hands[seat]
        while cards:
            card = lowest(cards)
            cards &= cards - 1
            chance = self.chance(state, card)
            expected[suit_of(card)] += chance * (1.0 + 0.6 * others)
        most = 0
        for suit in range(1, SUITS):
            if expected[suit] > expected[most]:
                most = suit
        fewest = 1 if most == 0 else 0
        for suit in range(SUITS):
            if suit != most and expected[suit] < expected[fewest]:
                fewest = suit
        return PREDICT + most * 3 + fewest - (fewest > most)

    def chance(self, state: Anne, card: int) -> float:
        """Roughly how likely a card takes its trick: the share of weaker cards, once for each opponent."""
        suit = suit_of(card)
        place = state.rank[suit]
        trump = state.trumps[place]
        if card == trump:
            weaker = 47 - place
        else:
            weaker = 11 * (SUITS - 1 - place) + card - 12 * suit - (trump < card)
        share = weaker / 47.0
        chance = share * share
        return chance if state.players == 3 else chance * share

    def worth(self, state: Anne, seat: int, suit: int) -> float:
        """What taking a card of a suit is worth to a seat."""
        if suit == state.most[seat]:
            return 1.0
        return -1.2 if suit == state.fewest[seat] else -0.3

    def take(self, state: Anne) -> int:
        """The suit of the heap that is worth most."""
        suits = state.heap_suits()
        best = lowest(suits)
        while suits:
            suit = lowest(suits)
            suits &= suits - 1
            if self.worth(state, state.seat, suit) > self.worth(state, state.seat, best):
                best = suit
        return TAKE + best

    def lead(self, state: Anne) -> int:
        """A strong card of the wanted suit, or else the weakest of all."""
        wanted = weakest = NONE
        cards = state.hands[state.seat]
        while cards:
            card = lowest(cards)
            cards &= cards - 1
            if weakest == NONE or state.strength(card) < state.strength(weakest):
                weakest = card
            if suit_of(card) == state.most[state.seat] and self.chance(state, card) > self.lead_from:
                if wanted == NONE or state.strength(card) > state.strength(wanted):
                    wanted = card
        return weakest if wanted == NONE else wanted

    def follow(self, state: Anne) -> int:
        """Win a trick that is worth it, cheaply as the last; lose any other with the card that is best got rid of."""
        seat = state.seat
        value = 0.0
        lying = 0
        for other in range(state.players):
            if state.trick[other] != NONE:
                value += self.worth(state, seat, suit_of(state.trick[other]))
                lying += 1
        is_last = lying == state.players - 1
        gain = loss = cheapest = NONE
        gain_strength = loss_strength = cheapest_strength = 0
        loss_worth = 0.0
        cards = state.playable(seat)
        while cards:
            card = lowest(cards)
            cards &= cards - 1
            strength = state.strength(card)
            worth = self.worth(state, seat, suit_of(card))
            if strength < state.strongest:
                if loss == NONE or worth < loss_worth or (worth == loss_worth and strength > loss_strength):
                    loss = card
                    loss_worth = worth
                    loss_strength = strength
            else:
                if cheapest == NONE or strength < cheapest_strength:
                    cheapest = card
                    cheapest_strength = strength
                if value + worth > 0.0 and (gain == NONE or (strength < gain_strength) == is_last):
                    gain = card
                    gain_strength = strength
        if gain != NONE:
            return gain
        return loss if loss != NONE else cheapest

    def evaluate(self, state: State) -> None:
        self.judge(cython.cast(Anne, state))

    def judge(self, state: Anne) -> None:
        """The chances of winning by the totals: the more hands are to come, the less a lead counts."""
        players = state.players
        left = players - state.hand_number
        totals = [0.0, 0.0, 0.0, 0.0]
        best = 0.0
        for seat in range(players):
            for hand in range(state.hand_number):
                totals[seat] += state.points[hand * 4 + seat]
            best = max(best, totals[seat])
        scale = self.temper * (0.5 + left)
        whole = 0.0
        winners = 0
        for seat in range(players):
            self.values[seat] = exp((totals[seat] - best) / scale)
            whole += self.values[seat]
            winners += totals[seat] == best
        for seat in range(players):
            self.values[seat] /= whole
            if left == 0:
                self.values[seat] *= 1.0 - self.blend
                if totals[seat] == best:
                    self.values[seat] += self.blend / winners


def policy(state: State, rng: Rng) -> int:
    """A sensible action for the seat to move."""
    return AnneKnowledge().choose(state, rng)
