"""What a player of Anansi knows: the round should end with as many followers as story stacks."""

import cython

from mezani.engine.knowledge import Knowledge
from mezani.engine.rng import Rng
from mezani.engine.state import Choices, State
from mezani.games.anansi.actions import BONUSES, CARDS, CARDS_OF_SUIT, GAIN, NUMBERS, SEATS
from mezani.games.anansi.bot.tables import TRICKS, WORTH
from mezani.games.anansi.rules import Anansi, icons_of

if not cython.compiled:
    from mezani.engine.bits import bit, count, lowest

NONE = -1

OF_SUIT = CARDS_OF_SUIT  # tables of C where compiled
SUIT = [card // NUMBERS for card in range(CARDS)]
HIGHER = [CARDS_OF_SUIT[card // NUMBERS] & -(2 << card) for card in range(CARDS)]  # the cards of its suit above a card
BONUS = BONUSES
BROUGHT = TRICKS
WORTHS = WORTH

HARD_TO_TELL = 3.0  # choices that differ by so many points are told apart by two of three beginners

# A lead of so many points makes winning about e times as likely: fitted to games of 3, 4 and 5, for each round.
LEADS = [4.25, 3.5, 3.0, 3.5, 3.0, 2.5, 3.0, 2.5, 2.0]


class AnansiKnowledge(Knowledge):
    """A quick sensible player, and the chances of winning by what a round will bring."""

    def __init__(self) -> None:
        Knowledge.__init__(self)
        self.round_number = 0  # in which the search began
        self.number = 0  # of the round that is looked at
        self.left = 0  # the cards that a hand will have after this trick
        self.followers = 0  # of the seat to move
        self.ahead = 0  # and by how many its story stacks are more
        self.supply = 0
        self.takes = 0  # the cards that would be the best of the trick so far
        self.hope = 0.0  # the tricks that the hand will take
        self.brings = [0.0] * 42  # and each of its cards
        self.holds = [0.0] * 42  # how likely a card that would be the best so far stays the best
        self.exploration = 0.3
        self.slip = 6
        self.horizon = 12
        self.optimism = 0.15
        self.thought = 60_000

    def begin(self, state: State) -> None:
        self.round_number = cython.cast(Anansi, state).round_number

    def is_settled(self, state: State) -> bool:
        """The rounds to come are luck that falls alike on everybody."""
        return state.is_over or cython.cast(Anansi, state).round_number > self.round_number

    def is_quiet(self, state: State) -> bool:
        """A trick is played to its end."""
        return bool(cython.cast(Anansi, state).led == NONE)

    # The quick player

    def choose(self, state: State, rng: Rng) -> int:
        return self.sensible(cython.cast(Anansi, state))

    def sensible(self, state: Anansi) -> int:
        """The action after which the round will be worth most."""
        self.look(state)
        best = NONE
        most = 0.0
        adds = self.addable(state)
        while adds:
            card = lowest(adds)
            adds &= adds - 1
            worth = self.worth_adding(card)
            if best == NONE or worth > most:
                best = card
                most = worth
        lays = state.hands[state.seat]
        if state.seat == state.leader or not state.gains_left:
            lays = 0
        while lays:
            card = lowest(lays)
            lays &= lays - 1
            worth = self.worth_laying(card)
            if worth > most:
                best = GAIN + card
                most = worth
        return best

    def weigh(self, state: State, choices: Choices) -> None:
        self.look(cython.cast(Anansi, state))
        for k in range(choices.count):
            action = choices.actions[k]
            self.weights[k] = self.worth_adding(action) if action < GAIN else self.worth_laying(action - GAIN)
        self.promises_to_weights(choices.count, HARD_TO_TELL)

    def addable(self, state: Anansi) -> int:
        hand = state.hands[state.seat]
        if state.seat == state.leader:
            return hand
        if hand & OF_SUIT[state.led]:
            return hand & OF_SUIT[state.led]
        return hand & OF_SUIT[state.trump] if hand & OF_SUIT[state.trump] else hand

    def look(self, state: Anansi) -> None:
        """See which cards the others hold together, and what each of the own cards may bring."""
        seat = state.seat
        unseen = 0
        for other in range(state.players):
            if other != seat:
                unseen |= state.hands[other]
        cards = state.hands[seat]
        self.number = state.round_number
        self.left = count(cards) - 1
        self.supply = state.supply
        self.followers = state.followers[self.number * SEATS + seat]
        self.ahead = state.stacks[self.number * SEATS + seat] - self.followers
        self.takes = cards
        if seat != state.leader:
            self.takes = self.better_than(state.trick[state.winning], state.trump)
        self.hope = 0.0
        while cards:
            card = lowest(cards)
            cards &= cards - 1
            self.brings[card] = self.tricks(card, self.left + 1, unseen, state.trump)
            self.hope += self.brings[card]
            if self.takes & bit(card):
                self.holds[card] = self.chance(state, card, unseen)

    def better_than(self, card: int, trump: int) -> int:
        """The cards that take a trick from a card."""
        return HIGHER[card] if SUIT[card] == trump else HIGHER[card] | OF_SUIT[trump]

    def tricks(self, card: int, held: int, unseen: int, trump: int) -> float:
        """How many tricks a card takes on the average, in a hand of so many."""
        higher = min(count(unseen & HIGHER[card]), 9)
        return BROUGHT[((held if SUIT[card] != trump else held + 10) - 1) * 10 + higher]

    def chance(self, state: Anansi, card: int, unseen: int) -> float:
        """Roughly how likely nobody who is still to play beats a card."""
        to_come = state.leader - state.seat - 1
        if to_come < 0:
            to_come += state.players
        if not to_come or not unseen:
            return 1.0
        share = 1.0 - float(count(unseen & self.better_than(card, state.trump))) / count(unseen)
        chance = share
        for _ in range(to_come - 1):
            chance *= share
        return chance

    def worth_adding(self, card: int) -> float:
        hope = self.hope - self.brings[card]
        worth = self.worth(self.left, self.ahead, self.followers, hope)
        if self.takes & bit(card):
            worth += self.holds[card] * (self.worth(self.left, self.ahead + 1, self.followers, hope) - worth)
        return worth

    def worth_laying(self, card: int) -> float:
        gained = min(icons_of(card), self.supply)
        return self.worth(self.left, self.ahead - gained, self.followers + gained, self.hope - self.brings[card])

    def worth(self, left: int, ahead: int, followers: int, hope: float) -> float:
        """The points that a seat will score for the round, by the tricks that its cards may take."""
        if not left:
            if ahead > 0:
                return followers
            return followers + BONUS[self.number] if ahead == 0 else 0.0
        halves = min(2.0 * hope, 6.999)
        step = int(halves)
        place = (((self.number * 10 + left - 1) * 9) + min(max(ahead, -4), 4) + 4) * 8 + step
        return followers + WORTHS[place] + (halves - step) * (WORTHS[place + 1] - WORTHS[place])

    # Judging

    def evaluate(self, state: State) -> None:
        self.judge(cython.cast(Anansi, state))

    def judge(self, state: Anansi) -> None:
        """The chances of winning by the points: the more rounds are to come, the less a lead counts."""
        for seat in range(state.players):
            self.values[seat] = state.points(seat) + 0.01 * state.all_scored_followers(seat)
        if state.is_over:
            self.points_to_victory(state.players, self.lead(state.players, 2))
        else:
            if state.round_number == self.round_number:
                self.add_worths(state)
            self.points_to_chances(state.players, self.lead(state.players, self.round_number))

    def lead(self, players: int, number: int) -> float:
        return LEADS[(players - 3) * 3 + number]

    def add_worths(self, state: Anansi) -> None:
        """Add to the points of each seat what its hand will bring between two tricks."""
        self.number = state.round_number
        held = 0
        for seat in range(state.players):
            held |= state.hands[seat]
        for seat in range(state.players):
            cards = state.hands[seat]
            left = count(cards)
            unseen = held & ~cards
            hope = 0.0
            while cards:
                hope += self.tricks(lowest(cards), left, unseen, state.trump)
                cards &= cards - 1
            followers = state.followers[self.number * SEATS + seat]
            ahead = state.stacks[self.number * SEATS + seat] - followers
            self.values[seat] += self.worth(left, ahead, followers, hope)
