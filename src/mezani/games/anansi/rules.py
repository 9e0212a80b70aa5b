"""The rules of Anansi. Numbers in comments are the paragraphs of rules.en.md."""

import cython

from mezani.engine.rng import Rng
from mezani.engine.state import Choices, State
from mezani.games.anansi.actions import BONUSES, CARDS_OF_SUIT
from mezani.games.anansi.cards import FOLLOWER_ICONS

if not cython.compiled:
    from mezani.engine.bits import bit, count, nth
    from mezani.engine.rng import below
    from mezani.games.anansi.actions import ACTIONS, CARDS, FOLLOWERS, GAIN, NONE, ROUNDS, SEATS, SUITS
    from mezani.games.anansi.hidden import redeal_hands

ALL_CARDS = 0x3FF_FFFF_FFFF
OF_SUIT = CARDS_OF_SUIT  # tables of C where compiled
ICONS = FOLLOWER_ICONS
BONUS = BONUSES  # 6.4


def suit_of(card: int) -> int:
    """The suit of a card: 0 leopard, 1 hornet, 2 snake."""
    return card // 14


def icons_of(card: int) -> int:
    """How many followers a card gains."""
    return ICONS[card % 14]  # 5.2


class Anansi(State):
    """A game of Anansi: three rounds, each a deal, tricks with followers gained beside them, and a score."""

    def __init__(self, players: int, seed: int) -> None:
        State.__init__(self, players, seed)
        self.round_number = 0
        self.order = [0, 1, 2]  # the suits of the trump display from left to right
        self.display = 0
        self.out = 0  # the cards left over with three players
        self.hands = [0] * 5
        self.voids = [0] * 5  # the suits, as a set, that a seat has shown to have none of
        self.trump = 0
        self.leader = 0
        self.led = NONE  # the suit
        self.trick = [NONE] * 5  # the card that each seat has added
        self.laid = [0] * 5  # the card, as a set, with which each seat has gained followers in this trick
        self.gained = [0] * 5  # and how many those were
        self.gains_left = 0  # how many may still gain followers in this trick
        self.winning = NONE  # the seat whose card is the best of the trick so far
        self.supply = FOLLOWERS
        self.followers = [0] * 15  # gained in each round: round * 5 + seat
        self.stacks = [0] * 15  # likewise the story stacks
        self.last_trick = [NONE] * 5
        self.last_laid = [0] * 5
        self.last_gained = [0] * 5
        self.last_leader = NONE
        self.last_winner = NONE
        self.shuffle_trump_cards()
        self.deal()
        self.lead(self.rng.below(players))  # 1.3

    # Deal and trump

    def shuffle_trump_cards(self) -> None:
        for place in range(SUITS - 1):  # 1.2
            other = place + self.rng.below(SUITS - place)
            self.order[place], self.order[other] = self.order[other], self.order[place]

    def deal(self) -> None:
        """Shuffle, lay two cards into the display and deal."""
        deck = [0] * 42
        for card in range(CARDS):
            other = below(self.rng, card + 1)
            deck[card] = deck[other]
            deck[other] = card
        self.display = bit(deck[0]) | bit(deck[1])  # 2.1
        self.trump = self.leading_suit()
        self.out = ALL_CARDS & ~self.display
        dealt = 2
        for seat in range(self.players):
            hand = 0
            for _ in range(8 if self.players == 5 else 10):  # 2.2
                hand |= bit(deck[dealt])
                dealt += 1
            self.hands[seat] = hand
            self.voids[seat] = 0
            self.out &= ~hand  # 2.3

    def leading_suit(self) -> int:
        """The suit that is trump by the display."""
        most = 0
        leading = NONE
        for place in range(SUITS):
            cards = count(self.display & OF_SUIT[self.order[place]])
            if cards > most:  # 3.1, 3.2
                most = cards
                leading = self.order[place]
        return leading

    # What may be done

    def legal(self, choices: Choices) -> None:
        if not self.is_over:
            choices.add_set(self.addable(), 0)
            choices.add_set(self.layable(), GAIN)

    def addable(self) -> int:
        """The cards that the seat to move may lead, or add to the trick."""
        hand = self.hands[self.seat]
        if self.seat == self.leader:
            return hand  # 4.1
        following = hand & OF_SUIT[self.led]
        trumps = hand & OF_SUIT[self.trump]
        if following:
            return following  # 4.3
        return trumps if trumps else hand  # 4.4, 4.5

    def layable(self) -> int:
        """The cards with which the seat to move may gain followers."""
        if self.seat == self.leader or not self.gains_left:
            return 0  # 5.3, 5.4
        return self.hands[self.seat]  # 5.1

    def allows(self, action: int) -> bool:
        if self.is_over or action < 0 or action >= ACTIONS:
            return False
        if action < GAIN:
            return self.addable() & bit(action) != 0
        return self.layable() & bit(action - GAIN) != 0

    def random_action(self, rng: Rng) -> int:
        return self.drawn_action(rng)

    def drawn_action(self, rng: Rng) -> int:
        adds = self.addable()
        lays = self.layable()
        drawn = below(rng, count(adds) + count(lays))
        if drawn < count(adds):
            return nth(adds, drawn)
        return GAIN + nth(lays, drawn - count(adds))

    def play_out(self, rng: Rng) -> int:
        decisions = 0
        while not self.is_over:
            self.carry_out(self.drawn_action(rng))
            decisions += 1
        return decisions

    # Doing it

    def apply(self, action: int) -> None:
        self.carry_out(action)

    def carry_out(self, action: int) -> None:
        self.reveals += 1
        if action < GAIN:
            self.add_card(action)
        else:
            self.gain_followers(action - GAIN)
        self.seat = self.left_of(self.seat)
        if self.seat == self.leader:
            self.take_trick(self.winning)

    def lead(self, seat: int) -> None:
        self.seat = self.leader = self.winning = seat
        self.gains_left = 2 if self.players == 5 else 1  # 5.3

    def add_card(self, card: int) -> None:
        self.hands[self.seat] &= ~bit(card)
        self.trick[self.seat] = card
        if self.seat == self.leader:
            self.led = suit_of(card)
        else:
            self.note_voids(self.seat, suit_of(card))
            if self.beats(card, self.trick[self.winning]):
                self.winning = self.seat

    def note_voids(self, seat: int, suit: int) -> None:
        """Who does not follow has none of the led suit; who does not play trump either has no trump."""
        if suit != self.led:
            self.voids[seat] |= 1 << self.led  # 4.3
            if suit != self.trump:
                self.voids[seat] |= 1 << self.trump  # 4.4

    def beats(self, card: int, best: int) -> bool:
        """Whether a card takes the trick from the best card before it."""
        if suit_of(card) == suit_of(best):
            return card > best
        return suit_of(card) == self.trump  # 4.7

    def takes_lead(self, card: int) -> bool:
        """Whether a card, led or added now, would be the best of the trick so far."""
        return self.led == NONE or self.beats(card, self.trick[self.winning])

    def gain_followers(self, card: int) -> None:
        self.hands[self.seat] &= ~bit(card)
        self.laid[self.seat] = bit(card)
        self.gains_left -= 1
        gained = min(icons_of(card), self.supply)  # 5.6
        self.supply -= gained
        self.gained[self.seat] = gained
        self.followers[self.round_number * SEATS + self.seat] += gained

    def take_trick(self, winner: int) -> None:
        self.stacks[self.round_number * SEATS + winner] += 1  # 4.8
        for seat in range(self.players):
            self.display |= self.laid[seat]  # 5.5
        self.led = NONE
        self.last_trick = self.trick[:]
        self.last_laid = self.laid[:]
        self.last_gained = self.gained[:]
        self.trick = [NONE] * 5
        self.laid = [0] * 5
        self.gained = [0] * 5
        self.last_leader = self.leader
        self.last_winner = winner
        self.trump = self.leading_suit()
        if self.hands[winner]:
            self.lead(winner)  # 4.1
        else:
            self.end_round(winner)  # 6.1

    def end_round(self, winner: int) -> None:
        for seat in range(self.players):
            gained = self.followers[self.round_number * SEATS + seat]
            self.supply += gained - self.scored_followers(self.round_number, seat)  # 6.2
        self.round_number += 1
        if self.round_number == ROUNDS:
            self.is_over = True  # 7.1
        else:
            self.deal()
            self.lead(winner)  # 6.6

    def left_of(self, seat: int) -> int:
        return seat + 1 if seat + 1 < self.players else 0

    # Scoring

    def inspired(self, number: int, seat: int) -> int:
        """How many followers of a seat have a story in a round: the first is number 0."""
        pile = number * SEATS + seat
        return min(self.followers[pile], self.stacks[pile])  # 5.7

    def scored_followers(self, number: int, seat: int) -> int:
        """How many followers a seat scores for a round as it stands."""
        return self.scored(number * SEATS + seat)

    def scored(self, pile: int) -> int:
        return self.followers[pile] if self.followers[pile] <= self.stacks[pile] else 0  # 6.2 to 6.4

    def bonus(self, number: int, seat: int) -> int:
        """The trickster bonus that a seat scores for a round as it stands."""
        return self.trickster_bonus(number, number * SEATS + seat)

    def trickster_bonus(self, number: int, pile: int) -> int:
        return BONUS[number] if self.followers[pile] == self.stacks[pile] else 0  # 6.4, 6.5

    def all_scored_followers(self, seat: int) -> int:
        """The followers on a seat's scoring stack."""
        followers = 0
        for number in range(self.round_number):
            followers += self.scored_followers(number, seat)
        return followers

    def points(self, seat: int) -> int:
        """The points on a seat's scoring stack."""
        points = 0
        for number in range(self.round_number):
            pile = number * SEATS + seat
            points += self.scored(pile) + self.trickster_bonus(number, pile)
        return points

    def scores(self) -> list[int]:
        return [self.points(seat) for seat in range(self.players)]

    def standing(self, seat: int) -> tuple[int, ...]:
        return (self.points(seat), self.all_scored_followers(seat))  # 7.1 to 7.3

    # Copies

    def clone(self) -> "Anansi":
        other = Anansi.__new__(Anansi)
        self.copy_common(other)
        other.round_number = self.round_number
        other.order = self.order[:]
        other.display = self.display
        other.out = self.out
        other.hands = self.hands[:]
        other.voids = self.voids[:]
        other.trump = self.trump
        other.leader = self.leader
        other.led = self.led
        other.trick = self.trick[:]
        other.laid = self.laid[:]
        other.gained = self.gained[:]
        other.gains_left = self.gains_left
        other.winning = self.winning
        other.supply = self.supply
        other.followers = self.followers[:]
        other.stacks = self.stacks[:]
        other.last_trick = self.last_trick[:]
        other.last_laid = self.last_laid[:]
        other.last_gained = self.last_gained[:]
        other.last_leader = self.last_leader
        other.last_winner = self.last_winner
        return other

    def redeal(self, seat: int, rng: Rng) -> None:
        redeal_hands(self.hands, self.voids, self.players, seat, rng)
