"""What a player of Anansi knows: the round should end with as many followers as story stacks."""

import cython

from mezani.engine.knowledge import Knowledge
from mezani.engine.rng import Rng
from mezani.engine.state import Choices, State
from mezani.games.anansi.actions import CARDS_OF_SUIT, GAIN, ROUNDS, SEATS
from mezani.games.anansi.rules import Anansi, icons_of, suit_of

if not cython.compiled:
    from mezani.engine.bits import bit, count, lowest

OF_SUIT = CARDS_OF_SUIT  # a table of C where compiled
NONE = -1

TOO_MANY = 1.6  # what a follower without a story costs
TOO_FEW = 1.0  # what a story without a follower costs
MATCHED = 0.3  # what a follower with a story is worth
GAINED_LATER = 0.35  # of the stories that lack a follower, those that find one in each trick to come

HARD_TO_TELL = 3.0  # choices that differ by so much are told apart by two of three beginners
LEAD = 3.0  # a lead of so many points, for each round still to play, makes winning about e times as likely


class AnansiKnowledge(Knowledge):
    """A quick sensible player, and the chances of winning after a round."""

    def __init__(self) -> None:
        Knowledge.__init__(self)
        self.round_number = 0
        self.unseen = 0  # the cards in the other hands
        self.hope = 0.0  # the stacks that the cards in hand may still bring
        self.exploration = 0.3
        self.slip = 6

    def begin(self, state: State) -> None:
        self.round_number = cython.cast(Anansi, state).round_number

    def is_settled(self, state: State) -> bool:
        """The rounds to come are luck that falls alike on everybody."""
        return state.is_over or cython.cast(Anansi, state).round_number > self.round_number

    # The quick player

    def choose(self, state: State, rng: Rng) -> int:
        return self.sensible(cython.cast(Anansi, state))

    def sensible(self, state: Anansi) -> int:
        """The action after which followers and stacks will fit best."""
        self.look(state)
        best = NONE
        least = 0.0
        adds = self.addable(state)
        lays = state.hands[state.seat]
        if state.seat == state.leader or not state.gains_left:
            lays = 0
        while adds or lays:
            if adds:
                action = lowest(adds)
                adds &= adds - 1
            else:
                action = GAIN + lowest(lays)
                lays &= lays - 1
            misfit = self.misfit(state, action)
            if best == NONE or misfit < least:
                best = action
                least = misfit
        return best

    def weigh(self, state: State, choices: Choices) -> None:
        self.look(cython.cast(Anansi, state))
        for k in range(choices.count):
            self.weights[k] = -self.misfit(cython.cast(Anansi, state), choices.actions[k])
        self.promises_to_weights(choices.count, HARD_TO_TELL)

    def look(self, state: Anansi) -> None:
        """See which cards the others hold together, and what the own hand may bring."""
        self.unseen = 0
        for other in range(state.players):
            if other != state.seat:
                self.unseen |= state.hands[other]
        self.hope = 0.0
        cards = state.hands[state.seat]
        while cards:
            self.hope += self.chance(state, lowest(cards), state.players - 1)
            cards &= cards - 1

    def addable(self, state: Anansi) -> int:
        hand = state.hands[state.seat]
        if state.seat == state.leader:
            return hand
        if hand & OF_SUIT[state.led]:
            return hand & OF_SUIT[state.led]
        return hand & OF_SUIT[state.trump] if hand & OF_SUIT[state.trump] else hand

    def chance(self, state: Anansi, card: int, opponents: int) -> float:
        """Roughly how likely a card takes a trick: the share of unseen cards that do not beat it, for each opponent."""
        if not self.unseen:
            return 1.0
        suit = suit_of(card)
        stronger = count(self.unseen & OF_SUIT[suit] & ~(bit(card) - 1))
        if suit != state.trump:
            stronger += count(self.unseen & OF_SUIT[state.trump])
        share = 1.0 - float(stronger) / count(self.unseen)
        chance = 1.0
        for _ in range(opponents):
            chance *= share
        return chance

    def misfit(self, state: Anansi, action: int) -> float:
        """How badly followers and story stacks will fit at the end of the round, should the action be played."""
        seat = state.seat
        pile = state.round_number * SEATS + seat
        card = action if action < GAIN else action - GAIN
        followers = float(state.followers[pile])
        stacks = state.stacks[pile] + self.hope - self.chance(state, card, state.players - 1)
        if action >= GAIN:
            followers += min(icons_of(card), state.supply)
        elif self.takes_lead(state, card):
            to_come = state.leader - seat - 1
            stacks += self.chance(state, card, to_come if to_come >= 0 else to_come + state.players)
        lacking = stacks - followers
        if lacking < 0.0:
            return -TOO_MANY * lacking - MATCHED * stacks
        for _ in range(count(state.hands[seat]) - 1):
            lacking *= 1.0 - GAINED_LATER
        return TOO_FEW * lacking - MATCHED * followers

    def takes_lead(self, state: Anansi, card: int) -> bool:
        """Whether a card, led or added now, would be the best of the trick so far."""
        if state.seat == state.leader:
            return True
        best = state.trick[state.winning]
        if suit_of(card) == suit_of(best):
            return card > best
        return suit_of(card) == state.trump

    # Judging

    def evaluate(self, state: State) -> None:
        self.judge(cython.cast(Anansi, state))

    def judge(self, state: Anansi) -> None:
        """The chances of winning by the points: the more rounds are to come, the less a lead counts."""
        for seat in range(state.players):
            self.values[seat] = state.points(seat) + 0.01 * state.all_scored_followers(seat)
        if state.is_over:
            self.points_to_victory(state.players, LEAD)
        else:
            self.points_to_chances(state.players, LEAD * (0.5 + ROUNDS - state.round_number))
