"""What a player of Ahadi knows: which tricks a hand will take, what to promise then, and how to get there."""

import cython
from mezani.engine.knowledge import Knowledge
from mezani.engine.rng import Rng
from mezani.engine.state import Choices, State

from ahadi.actions import FOR_KEEPING, FOR_TRICK, NONE, NUMBERS, PROMISE, PROMISING
from ahadi.rules import Ahadi

if not cython.compiled:
    from mezani.engine.bits import bit, count, lowest

SEVEN = 0x7F
SUIT = [card // NUMBERS for card in range(28)]

BEATEN = 0.81  # how likely a card still takes its trick for each higher one of its suit that is out, among three others
RUFFED = 0.19  # how much is left of a trick of another suit where trumps are about
UNLED = 0.35  # how much a card of another suit is counted on: it can be thrown away when its trick is not wanted
SPREAD = 1.6  # how far from the tricks that are expected those that come usually are
HARD_TO_TELL = 2.0  # so much of worth between two choices is seen by two of three beginners
LIKELY_ENOUGH = 4  # so many deals are tried until others' promises can still be kept
LEAD = 5.0  # a lead of so many points, for each hand still to play, makes winning about e times as likely


class AhadiKnowledge(Knowledge):
    """A quick sensible player, and the chances of winning after a hand."""

    def __init__(self) -> None:
        Knowledge.__init__(self)
        self.hand_number = 0
        self.unseen = 0  # the cards that the seat to move has not seen
        self.beaten = 0.0  # BEATEN for as many others as there are
        self.exploration = 0.5
        self.glance = 100
        self.slip = 8

    def begin(self, state: State) -> None:
        self.hand_number = cython.cast(Ahadi, state).hand_number

    def is_settled(self, state: State) -> bool:
        """The hands to come are luck that falls alike on everybody."""
        return state.is_over or cython.cast(Ahadi, state).hand_number > self.hand_number

    def imagine(self, state: State, seat: int, rng: Rng) -> None:
        """Redeal; others have rarely promised what they can't keep any more."""
        self.imagine_promises(cython.cast(Ahadi, state), seat, rng)

    def imagine_promises(self, state: Ahadi, seat: int, rng: Rng) -> None:
        for _ in range(LIKELY_ENOUGH):
            state.redeal(seat, rng)
            if self.all_can_be_kept(state, seat):
                return

    def all_can_be_kept(self, state: Ahadi, seat: int) -> bool:
        """Whether the promises of the others can still come true."""
        for other in range(state.players):
            if other != seat and state.promises[other] != NONE:
                needed = state.tricks_promised(state.promises[other]) - state.tricks[other]
                if needed < 0 or needed > count(state.hands[other]):
                    return False
        return True

    # The quick player

    def choose(self, state: State, rng: Rng) -> int:
        return self.sensible(cython.cast(Ahadi, state))

    def sensible(self, state: Ahadi) -> int:
        """The action that promises most."""
        self.look(state)
        cards = state.hands[state.seat] if state.phase == PROMISING else state.playable(state.seat)
        best = NONE
        most = 0.0
        while cards:
            card = lowest(cards)
            cards &= cards - 1
            worth = self.worth(state, card)
            if best == NONE or worth > most:
                best = card
                most = worth
        return PROMISE + best if state.phase == PROMISING else best

    def weigh(self, state: State, choices: Choices) -> None:
        self.weigh_all(cython.cast(Ahadi, state), choices)

    def weigh_all(self, state: Ahadi, choices: Choices) -> None:
        self.look(state)
        for k in range(choices.count):
            self.weights[k] = self.worth(state, choices.actions[k] % PROMISE)
        self.promises_to_weights(choices.count, HARD_TO_TELL)

    def look(self, state: Ahadi) -> None:
        self.unseen = state.deck() & ~state.shown & ~state.hands[state.seat]
        if state.promises[state.seat] != NONE:
            self.unseen &= ~bit(state.promises[state.seat])
        self.beaten = 1.0 - (1.0 - BEATEN) * (state.players - 1) / 3.0

    def worth(self, state: Ahadi, card: int) -> float:
        """How good it is to lay down a card, or to play it."""
        if state.phase == PROMISING:
            return self.worth_of_promise(state, card)
        return self.worth_of_play(state, card)

    def worth_of_promise(self, state: Ahadi, card: int) -> float:
        """What the promise scores, by how near it is to the tricks that the other cards will take."""
        promised = state.tricks_promised(card)
        off = (self.tricks_expected(state, card) - promised) / SPREAD
        return (FOR_KEEPING + FOR_TRICK * promised) / (1.0 + off * off)

    def worth_of_play(self, state: Ahadi, card: int) -> float:
        """How near the promise the play leads: the tricks that are then missing, against those that will come."""
        missing = state.tricks_promised(state.promises[state.seat]) - state.tricks[state.seat]
        to_come = self.tricks_expected(state, card)
        takes = self.chance_now(state, card)
        if_taken = missing - 1 - to_come
        if_not = missing - to_come
        return -takes * if_taken * if_taken - (1.0 - takes) * if_not * if_not

    def tricks_expected(self, state: Ahadi, without: int) -> float:
        """How many tricks the hand will take later, without one of its cards."""
        tricks = 0.0
        cards = state.hands[state.seat] & ~bit(without)
        while cards:
            tricks += self.chance_later(state, lowest(cards))
            cards &= cards - 1
        return tricks

    def higher(self, card: int) -> int:
        """How many higher cards of its suit are out."""
        return count(self.unseen & ((SEVEN << (SUIT[card] * NUMBERS)) & ~(bit(card + 1) - 1)))

    def chance_later(self, state: Ahadi, card: int) -> float:
        """How likely a card takes a trick later."""
        chance = 1.0
        for _ in range(self.higher(card)):
            chance *= self.beaten
        if SUIT[card] != state.trump:
            chance *= UNLED if state.trump == NONE else UNLED * RUFFED
        return chance

    def chance_now(self, state: Ahadi, card: int) -> float:
        """How likely a card takes the trick that lies."""
        if state.seat != state.leader and not state.beats(card, state.trick[state.winning]):
            return 0.0
        to_play = state.leader - state.seat - 1
        if to_play < 0:
            to_play += state.players
        chance = 1.0
        for _ in range(self.higher(card)):
            chance *= 1.0 - (1.0 - BEATEN) * to_play / 3.0
        if SUIT[card] != state.trump and state.trump != NONE:
            chance *= 1.0 - (1.0 - RUFFED) * to_play / 3.0
        return chance

    # Judging

    def evaluate(self, state: State) -> None:
        self.judge(cython.cast(Ahadi, state))

    def judge(self, state: Ahadi) -> None:
        """The chances of winning by the totals: the more hands are to come, the less a lead counts."""
        for seat in range(state.players):
            self.values[seat] = 0.0
            for hand in range(state.hand_number):
                self.values[seat] += state.hand_points(hand, seat)
                if state.is_over:
                    self.values[seat] += 0.01 * state.is_kept(hand, seat)  # 6.2
        if state.is_over:
            self.points_to_victory(state.players, LEAD)
        else:
            self.points_to_chances(state.players, LEAD * (0.5 + state.hands_in_game - state.hand_number))
