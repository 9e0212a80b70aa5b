"""The rules of Ahadi. Numbers in comments are the paragraphs of rules.en.md."""

from math import comb

import cython
from mezani.engine.rng import Rng
from mezani.engine.state import Choices, State

from ahadi.actions import CARDS, FOR_KEEPING, FOR_TRICK, NONE, NUMBERS, PROMISE, PROMISING, SUITS, TRICKS

if not cython.compiled:
    from mezani.engine.bits import bit, count, nth

SEVEN = 0x7F  # a whole suit, as a set

CHOOSE = [comb(n, k) for n in range(CARDS + 1) for k in range(8)]  # ways to draw k of n cards: n * 8 + k


def suit_of(card: int) -> int:
    """The suit of a card: 0 dhows, 1 fish, 2 palms, 3 moons."""
    return card // NUMBERS


def cards_of(suit: int) -> int:
    """The seven cards of a suit, as a set."""
    return SEVEN << (suit * NUMBERS)


class Ahadi(State):
    """A game of Ahadi: some hands, each a deal, promises, tricks and a score."""

    def __init__(self, players: int, seed: int, numbers: int = NUMBERS, single_hand: bool = False) -> None:
        State.__init__(self, players, seed)
        self.numbers = numbers  # of each suit: the highest
        self.suits = 3 if players == 2 else SUITS  # 1.2
        self.hands_in_game = 1 if single_hand else 4 if players == 2 else players  # 1.3
        self.hand_number = 0
        self.dealer = self.rng.below(players)  # 1.3
        self.phase = PROMISING
        self.trump = NONE
        self.hands = [0] * 4
        self.promises = [NONE] * 4  # the cards laid down
        self.shown = 0  # the cards played in this hand
        self.lacks = [0] * 4  # the suits that a seat could not follow in this hand, as a set
        self.leader = 0
        self.trick = [NONE] * 4
        self.winning = NONE  # the seat whose card is the strongest of the trick so far
        self.tricks = [0] * 4
        self.last_trick = [NONE] * 4
        self.last_leader = NONE
        self.last_winner = NONE
        self.promised = [NONE] * 16  # of the hands that are over: hand * 4 + seat
        self.taken = [0] * 16
        self.deal()

    def deck(self) -> int:
        """All cards of the game, as a set."""
        cards = 0
        for suit in range(self.suits):
            cards |= (SEVEN >> (NUMBERS - self.numbers)) << (suit * NUMBERS)
        return cards

    def deal(self) -> None:
        left = self.deck()
        for seat in range(self.players):
            self.hands[seat] = drawn_from(left, self.numbers, self.rng)  # 2.1
            left &= ~self.hands[seat]
        for seat in range(4):
            self.promises[seat] = self.trick[seat] = NONE
            self.lacks[seat] = self.tricks[seat] = 0
        self.shown = 0
        self.trump = self.hand_number if self.hand_number < self.suits else NONE  # 2.3
        self.phase = PROMISING
        self.seat = self.left_of(self.dealer)

    # What may be done

    def legal(self, choices: Choices) -> None:
        choices.add_set(self.legal_set(), 0)

    def legal_set(self) -> int:
        """The legal actions as a set: there are fewer than 64 actions."""
        if self.is_over:
            return 0
        if self.phase == PROMISING:
            return self.hands[self.seat] << PROMISE  # 3.1
        return self.playable(self.seat)

    def playable(self, seat: int) -> int:
        """The cards that a seat may play to this trick."""
        hand = self.hands[seat]
        if seat == self.leader:
            return hand  # 4.1
        following = hand & cards_of(suit_of(self.trick[self.leader]))
        return following if following else hand  # 4.2

    def allows(self, action: int) -> bool:
        return 0 <= action < 64 and self.legal_set() & bit(action) != 0

    def random_action(self, rng: Rng) -> int:
        choices = self.legal_set()
        return nth(choices, rng.below(count(choices)))

    def open_seats(self) -> list[int]:
        if self.is_over or self.phase != PROMISING:
            return State.open_seats(self)
        return [seat for seat in range(self.players) if self.promises[seat] == NONE]  # 3.2

    def open_actions(self, seat: int) -> list[int]:
        if self.phase != PROMISING or seat not in self.open_seats():
            return State.open_actions(self, seat)
        hand = self.hands[seat]
        return [PROMISE + card for card in range(CARDS) if hand & bit(card)]

    # Doing it

    def apply(self, action: int) -> None:
        if action < PROMISE:
            self.play_card(action)
        else:
            self.lay_promise(action - PROMISE)

    def lay_promise(self, card: int) -> None:
        self.hands[self.seat] &= ~bit(card)
        self.promises[self.seat] = card
        self.seat = self.left_of(self.seat)
        if self.promises[self.seat] != NONE:  # 3.2: that was the last one
            self.phase = TRICKS
            self.lead(self.left_of(self.dealer))  # 4.1

    def lead(self, seat: int) -> None:
        self.seat = self.leader = seat
        self.winning = NONE

    def play_card(self, card: int) -> None:
        if self.seat != self.leader and suit_of(card) != suit_of(self.trick[self.leader]):
            self.lacks[self.seat] |= 1 << suit_of(self.trick[self.leader])
        self.hands[self.seat] &= ~bit(card)
        self.shown |= bit(card)
        self.reveals += 1
        self.trick[self.seat] = card
        if self.winning == NONE or self.beats(card, self.trick[self.winning]):
            self.winning = self.seat
        self.seat = self.left_of(self.seat)
        if self.seat == self.leader:
            self.take_trick(self.winning)

    def beats(self, card: int, best: int) -> bool:
        """Whether a card beats the best of the trick so far."""
        if suit_of(card) == suit_of(best):
            return card > best  # 4.3
        return suit_of(card) == self.trump  # 4.4

    def take_trick(self, winner: int) -> None:
        for seat in range(self.players):
            self.last_trick[seat] = self.trick[seat]
            self.trick[seat] = NONE
        self.tricks[winner] += 1
        self.last_leader = self.leader
        self.last_winner = winner
        if self.hands[winner]:
            self.lead(winner)  # 4.5
        else:
            self.end_hand()

    def end_hand(self) -> None:
        for seat in range(self.players):
            self.promised[self.hand_number * 4 + seat] = self.promises[seat]
            self.taken[self.hand_number * 4 + seat] = self.tricks[seat]
        self.hand_number += 1
        self.reveals += 1  # 5.1
        if self.hand_number == self.hands_in_game:
            self.is_over = True
        else:
            self.dealer = self.left_of(self.dealer)  # 1.3
            self.deal()

    def left_of(self, seat: int) -> int:
        return seat + 1 if seat + 1 < self.players else 0

    # Scoring

    def tricks_promised(self, card: int) -> int:
        """How many tricks a card promises."""
        number = card % NUMBERS + 1
        return 0 if number == self.numbers else number  # 3.1

    def is_kept(self, hand: int, seat: int) -> bool:
        """Whether a seat has kept its promise in a hand that is over."""
        return self.taken[hand * 4 + seat] == self.tricks_promised(self.promised[hand * 4 + seat])

    def hand_points(self, hand: int, seat: int) -> int:
        """What a seat has scored in a hand that is over."""
        if not self.is_kept(hand, seat):
            return 0  # 5.3
        return FOR_KEEPING + FOR_TRICK * self.taken[hand * 4 + seat]  # 5.2

    def scores(self) -> list[int]:
        return [sum([self.hand_points(hand, seat) for hand in range(self.hand_number)]) for seat in range(self.players)]

    def kept(self, seat: int) -> int:
        """How many promises a seat has kept."""
        return sum([self.is_kept(hand, seat) for hand in range(self.hand_number)])

    def standing(self, seat: int) -> tuple[int, ...]:
        return (self.scores()[seat], self.kept(seat))  # 6.1, 6.2

    # Copies

    def clone(self) -> "Ahadi":
        other = Ahadi.__new__(Ahadi)
        self.copy_common(other)
        other.numbers = self.numbers
        other.suits = self.suits
        other.hands_in_game = self.hands_in_game
        other.hand_number = self.hand_number
        other.dealer = self.dealer
        other.phase = self.phase
        other.trump = self.trump
        other.hands = self.hands[:]
        other.promises = self.promises[:]
        other.shown = self.shown
        other.lacks = self.lacks[:]
        other.leader = self.leader
        other.trick = self.trick[:]
        other.winning = self.winning
        other.tricks = self.tricks[:]
        other.last_trick = self.last_trick[:]
        other.last_leader = self.last_leader
        other.last_winner = self.last_winner
        other.promised = self.promised[:]
        other.taken = self.taken[:]
        return other

    def redeal(self, seat: int, rng: Rng) -> None:
        """Deal hands and promises anew: no hand gets a suit that it lacks, and each such deal is equally likely."""
        if self.is_over:
            return  # no card is held, and all promises lie open
        unseen = self.deck() & ~self.shown
        if seat >= 0:
            unseen &= ~self.hands[seat]
            if self.promises[seat] != NONE:
                unseen &= ~bit(self.promises[seat])
        while not self.redealt(seat, unseen, rng):
            pass

    def redealt(self, seat: int, unseen: int, rng: Rng) -> bool:
        """Try to deal what is unseen.

        Hands that lack a suit come first. One that finds fewer cards than it could have found leaves fewer deals, so
        the attempt is given up as often as that.
        """
        hands = [0] * 4
        left = unseen
        for other in range(self.players):
            if other != seat and self.lacks[other]:
                size = count(self.hands[other])
                fitting = self.without_lacking(left, other)
                most = CHOOSE[count(self.without_lacking(unseen, other)) * 8 + size]
                if rng.below(most) >= CHOOSE[count(fitting) * 8 + size]:
                    return False
                hands[other] = drawn_from(fitting, size, rng)
                left &= ~hands[other]
        for other in range(self.players):
            if other != seat:
                if not self.lacks[other]:
                    hands[other] = drawn_from(left, count(self.hands[other]), rng)
                    left &= ~hands[other]
                self.hands[other] = hands[other]
        for other in range(self.players):
            if other != seat and self.promises[other] != NONE:
                self.promises[other] = nth(left, rng.below(count(left)))
                left &= ~bit(self.promises[other])
        return True

    def without_lacking(self, cards: int, seat: int) -> int:
        """The cards that are not of a suit that a seat lacks."""
        for suit in range(SUITS):
            if self.lacks[seat] & (1 << suit):
                cards &= ~cards_of(suit)
        return cards


def drawn_from(cards: int, n: int, rng: Rng) -> int:
    """A random set of n of the cards."""
    left = count(cards)
    drawn = 0
    for _ in range(n):
        card = bit(nth(cards, rng.below(left)))
        left -= 1
        cards &= ~card
        drawn |= card
    return drawn
