"""What a player of ANNE! knows: predict by the strength of the hand, take what fits the prediction and duck the rest."""

import cython

from mezani.engine.knowledge import Knowledge
from mezani.engine.rng import Rng
from mezani.engine.state import State
from mezani.games.anne.actions import HEAP, PREDICT, PREDICTING, SUITS, TAKE
from mezani.games.anne.rules import Anne, cards_of, suit_of

if not cython.compiled:
    from math import exp

    from mezani.engine.bits import bit, count, lowest

NONE = -1


class AnneKnowledge(Knowledge):
    """A quick sensible player, and the chances of winning after a hand."""

    def __init__(self) -> None:
        Knowledge.__init__(self)
        self.hand_number = 0
        self.pile = [0] * 4  # the cards that a seat would have taken of each suit
        self.exploration = 0.3
        self.slip = 0
        self.temper = 6.0
        self.blend = 0.9
        self.slope = 0.8
        self.beyond = 0.0
        self.early = 0.0
        self.shed = 0.8
        self.by_rank = 0.6
        self.by_suit = 2.0
        self.by_all = 1.5

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

    # The quick player

    def choose(self, state: State, rng: Rng) -> int:
        if self.slip and rng.below(self.slip) == 0:
            return state.random_action(rng)
        return self.sensible(cython.cast(Anne, state))

    def sensible(self, state: Anne) -> int:
        """A sensible action for the seat to move."""
        if state.phase == PREDICTING:
            return self.predict(state, state.seat)
        if state.phase == HEAP:
            return TAKE + self.wanted_from_heap(state, state.seat, 0)
        if state.seat == state.leader:
            return self.lead(state)
        return self.follow(state)

    def predict(self, state: Anne, seat: int) -> int:
        """Most: the suit whose cards will take tricks. Fewest: the suit that will come least."""
        most = fewest = NONE
        greatest = least = 0.0
        for suit in range(SUITS):
            pull = self.pull(state, seat, suit)
            if most == NONE or pull > greatest:
                most = suit
                greatest = pull
            if fewest == NONE or pull <= least:
                fewest = suit
                least = pull
        return PREDICT + most * 3 + fewest - (fewest > most)

    def pull(self, state: Anne, seat: int, suit: int) -> float:
        """How much of a suit a seat will take: strong cards take it, weak ones are left with others' tricks."""
        unseen = self.unseen(state, seat)
        same = unseen & cards_of(suit)
        pull = self.by_rank * state.rank[suit]
        cards = state.hands[seat] & cards_of(suit)
        while cards:
            card = lowest(cards)
            cards &= cards - 1
            among_all = self.chance(state, card, unseen, state.players - 1)
            in_suit = self.chance(state, card, same, state.players - 1)
            pull += self.by_suit * in_suit + self.by_all * among_all - 1.0
        return pull

    def unseen(self, state: Anne, seat: int) -> int:
        """The cards that a seat has neither in hand nor seen played."""
        return ALL_CARDS & ~state.shown & ~state.hands[seat]

    def stronger(self, state: Anne, card: int) -> int:
        """All cards that beat a card."""
        suit = suit_of(card)
        place = state.rank[suit]
        found = 0
        if state.trumps[place] == card:
            for other in range(place):
                found |= bit(state.trumps[other])
            return found
        for other in range(SUITS):
            found |= bit(state.trumps[other])
            if other < place:
                found |= cards_of(suit_of(state.trumps[other]))
        return found | (cards_of(suit) & ~(bit(card + 1) - 1))

    def chance(self, state: Anne, card: int, unseen: int, others: int) -> float:
        """Roughly how likely none of the others has a stronger card to play."""
        if not unseen:
            return 1.0
        share = 1.0 - float(count(unseen & self.stronger(state, card))) / count(unseen)
        chance = 1.0
        for _ in range(others):
            chance *= share
        return chance

    def holds(self, state: Anne, card: int, led: int, unseen: int) -> float:
        """How likely a card stays the strongest: whoever still has the led suit must follow with it."""
        stronger = unseen & self.stronger(state, card)
        if not stronger:
            return 1.0
        any_beats = float(count(stronger)) / count(unseen)
        suit_cards = count(unseen & cards_of(led))
        suit_beats = float(count(stronger & cards_of(led))) / suit_cards if suit_cards else 0.0
        chance = 1.0
        for other in range(state.players):
            if other != state.seat and state.trick[other] == NONE:
                chance *= 1.0 - (suit_beats if state.hands[other] & cards_of(led) else any_beats)
        return chance

    def lead(self, state: Anne) -> int:
        """The card whose trick promises most if it holds."""
        seat = state.seat
        unseen = self.unseen(state, seat)
        best = NONE
        most = 0.0
        self.lay(state, seat)
        nothing = self.standing(state, seat)
        cards = state.hands[seat]
        while cards:
            card = lowest(cards)
            cards &= cards - 1
            suit = suit_of(card)
            self.lay(state, seat)
            self.pile[suit] += 1
            for other in range(state.players):
                if other != seat and state.hands[other] & cards_of(suit):
                    self.pile[suit] += 1
            chance = self.holds(state, card, suit, unseen)
            promise = chance * (self.with_heap(state, seat) - nothing) + self.riddance(state, card, unseen)
            if best == NONE or promise > most:
                best = card
                most = promise
        return best

    def follow(self, state: Anne) -> int:
        """Take the trick if it promises more than leaving it; get rid of what would take the wrong ones."""
        seat = state.seat
        led = suit_of(state.trick[state.leader])
        unseen = self.unseen(state, seat)
        best = NONE
        most = 0.0
        self.lay(state, seat)
        nothing = self.standing(state, seat)
        cards = state.playable(seat)
        while cards:
            card = lowest(cards)
            cards &= cards - 1
            promise = self.riddance(state, card, unseen)
            if state.strength(card) > state.strongest:
                self.lay(state, seat)
                self.pile[suit_of(card)] += 1
                for other in range(state.players):
                    if state.trick[other] != NONE:
                        self.pile[suit_of(state.trick[other])] += 1
                    elif other != seat and state.hands[other] & cards_of(led):
                        self.pile[led] += 1
                promise += self.holds(state, card, led, unseen) * (self.with_heap(state, seat) - nothing)
            if best == NONE or promise > most:
                best = card
                most = promise
        return best

    def riddance(self, state: Anne, card: int, unseen: int) -> float:
        """What it is worth not to hold a card any more: strong cards of the wanted suit are to be kept."""
        chance = self.chance(state, card, unseen, state.players - 1)
        if suit_of(card) == state.most[state.seat]:
            return -self.shed * chance
        if suit_of(card) == state.fewest[state.seat]:
            return self.shed * chance + 0.05
        return 0.5 * self.shed * chance

    def lay(self, state: Anne, seat: int) -> None:
        """Begin a pile with the cards that a seat has taken."""
        for suit in range(SUITS):
            self.pile[suit] = state.won[seat * 4 + suit]

    def with_heap(self, state: Anne, seat: int) -> float:
        """What the pile promises with a card from the heap on it."""
        if state.heap:
            self.pile[self.wanted_from_heap(state, seat, 1)] += 1
        return self.standing(state, seat)

    def wanted_from_heap(self, state: Anne, seat: int, is_laid: int) -> int:
        """The suit of the heap that helps the pile most."""
        if not is_laid:
            self.lay(state, seat)
        suits = state.heap_suits()
        best = NONE
        most = 0.0
        while suits:
            suit = lowest(suits)
            suits &= suits - 1
            self.pile[suit] += 1
            standing = self.standing(state, seat)
            self.pile[suit] -= 1
            if best == NONE or standing > most:
                best = suit
                most = standing
        return best

    def standing(self, state: Anne, seat: int) -> float:
        """Roughly what the pile will score: a wrong prediction may still come right, a right one is not safe."""
        most = state.most[seat]
        fewest = state.fewest[seat]
        ahead = behind = 99
        for suit in range(SUITS):
            if suit != most:
                ahead = min(ahead, self.pile[most] - self.pile[suit])
            if suit != fewest:
                behind = min(behind, self.pile[suit] - self.pile[fewest])
        bonus = float(self.pile[most] - self.pile[fewest])
        if ahead < 0 or behind < 0:
            bonus *= self.early
        return self.hope(ahead) + self.hope(behind) + bonus

    def hope(self, ahead: int) -> float:
        """What a prediction is worth that is ahead (or behind) by so many cards."""
        if ahead < 0:
            return max(0.0, 3.0 + self.slope * ahead)
        return 3.0 if ahead == 0 else 5.0 + self.beyond * (ahead - 1)

    # Judging

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


ALL_CARDS = 0xFFFF_FFFF_FFFF
