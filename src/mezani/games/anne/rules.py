"""The rules of ANNE!. Numbers in comments are the paragraphs of rules.en.md."""

import cython

from mezani.engine.rng import Rng
from mezani.engine.state import Choices, State

if not cython.compiled:
    from mezani.engine.bits import bit, count, lowest, nth
    from mezani.engine.rng import below
    from mezani.games.anne.actions import ACTIONS, CARDS, HEAP, NONE, PREDICT, PREDICTING, SUITS, TAKE, TRICKS

ALL_CARDS = 0xFFFF_FFFF_FFFF
TWELVE = 0xFFF


def suit_of(card: int) -> int:
    """The suit of a card: 0 crystals, 1 gold, 2 mushrooms, 3 dragon eggs."""
    return card // 12


def cards_of(suit: int) -> int:
    """The twelve cards of a suit, as a set."""
    return TWELVE << (suit * 12)


class Anne(State):
    """A game of ANNE!: as many hands as players, each a deal, predictions, tricks and a score."""

    def __init__(self, players: int, seed: int) -> None:
        State.__init__(self, players, seed)
        self.hand_number = 0
        self.points = [0] * 16  # hand * 4 + seat
        self.dealer = self.rng.below(players)  # 1.2
        self.phase = PREDICTING
        self.hands = [0] * 4
        self.heap = 0
        self.shown = 0  # the cards played face up in this hand
        self.trumps = [0] * 4  # the super-trumps, strongest first
        self.rank = [0] * 4  # the place of each suit in the display of trumps
        self.most = [NONE] * 4
        self.fewest = [NONE] * 4
        self.leader = 0
        self.trick = [NONE] * 4
        self.winning = NONE  # the seat whose card is the strongest of the trick so far
        self.strongest = 0  # and its strength
        self.won = [0] * 16  # seat * 4 + suit
        self.tricks = [0] * 4
        self.last_trick = [NONE] * 4
        self.last_leader = NONE
        self.last_winner = NONE
        self.last_taken = NONE  # the suit that came from the heap with the last trick
        self.deal()

    # Deal and trumps

    def deal(self) -> None:
        """Shuffle, deal, lay out the heap and the trumps, and ask for predictions."""
        deck = [0] * 48
        for card in range(CARDS):
            deck[card] = card
        left = CARDS
        self.heap = ALL_CARDS
        for seat in range(self.players):
            hand = 0
            for _ in range(12 if self.players == 3 else 10):  # 2.1
                drawn = below(self.rng, left)
                left -= 1
                hand |= bit(deck[drawn])
                deck[drawn] = deck[left]
            self.hands[seat] = hand
            self.heap &= ~hand  # 2.2
        self.clear_table()
        self.draw_trumps()
        self.phase = PREDICTING
        self.seat = self.left_of(self.dealer)

    def clear_table(self) -> None:
        self.shown = 0
        for seat in range(4):
            self.most[seat] = self.fewest[seat] = self.trick[seat] = NONE
            self.tricks[seat] = 0
        for pile in range(16):
            self.won[pile] = 0

    def draw_trumps(self) -> None:
        """Draw a number for each suit and lay them out from the greatest to the least."""  # 3.1
        numbers = [0] * 12
        for number in range(12):
            numbers[number] = number
        for suit in range(SUITS):
            other = suit + below(self.rng, 12 - suit)
            numbers[suit], numbers[other] = numbers[other], numbers[suit]
        for suit in range(SUITS):
            place = 0
            for other in range(SUITS):
                place += numbers[other] > numbers[suit]
            self.rank[suit] = place
            self.trumps[place] = suit * 12 + numbers[suit]

    def strength(self, card: int) -> int:
        """A number for each card, the greater the stronger: one strict order for the whole hand."""
        place = self.rank[suit_of(card)]
        if self.trumps[place] == card:
            return 100 - place  # 3.2
        return 12 * (SUITS - place) + card % 12  # 3.3, 3.4

    def strengths(self) -> list[int]:
        """The strength of every card in this hand."""
        return [self.strength(card) for card in range(CARDS)]

    # What may be done

    def legal(self, choices: Choices) -> None:
        choices.add_set(self.legal_set(), 0)

    def legal_set(self) -> int:
        """The legal actions as a set: there are exactly 64 actions."""
        if self.is_over:
            return 0
        if self.phase == PREDICTING:
            return ALL_PREDICTIONS  # 4.1
        if self.phase == HEAP:
            return self.heap_suits() << TAKE
        return self.playable(self.seat)

    def playable(self, seat: int) -> int:
        """The cards that a seat may play to this trick."""
        hand = self.hands[seat]
        if seat == self.leader:
            return hand  # 5.1
        following = hand & cards_of(suit_of(self.trick[self.leader]))
        return following if following else hand  # 5.2 to 5.4

    def heap_suits(self) -> int:
        """The suits that lie in the heap, as a set."""
        suits = 0
        for suit in range(SUITS):
            if self.heap & cards_of(suit):
                suits |= bit(suit)
        return suits

    def allows(self, action: int) -> bool:
        return 0 <= action < ACTIONS and self.legal_set() & bit(action) != 0

    def random_action(self, rng: Rng) -> int:
        return self.drawn_action(rng)

    def drawn_action(self, rng: Rng) -> int:
        choices = self.legal_set()
        return nth(choices, below(rng, count(choices)))

    def play_out(self, rng: Rng) -> int:
        decisions = 0
        while not self.is_over:
            self.carry_out(self.drawn_action(rng))
            decisions += 1
        return decisions

    def open_seats(self) -> list[int]:
        if self.is_over or self.phase != PREDICTING:
            return State.open_seats(self)
        return [seat for seat in range(self.players) if self.most[seat] == NONE]  # 4.2

    def open_actions(self, seat: int) -> list[int]:
        if seat not in self.open_seats():
            return []
        return self.legal_actions()

    # Doing it

    def apply(self, action: int) -> None:
        self.carry_out(action)

    def carry_out(self, action: int) -> None:
        if action < TAKE:
            self.play_card(action)
        elif action < PREDICT:
            self.take_from_heap(action - TAKE)
        else:
            self.predict(action - PREDICT)

    def predict(self, pair: int) -> None:
        most = pair // 3
        fewest = pair % 3
        self.most[self.seat] = most
        self.fewest[self.seat] = fewest + (fewest >= most)
        self.seat = self.left_of(self.seat)
        if self.most[self.seat] != NONE:  # 4.2: the last one has predicted, and all are turned up
            self.reveals += 1
            self.lead(self.left_of(self.dealer))  # 5.1

    def lead(self, seat: int) -> None:
        self.phase = TRICKS
        self.seat = self.leader = seat
        self.winning = NONE
        self.strongest = 0

    def play_card(self, card: int) -> None:
        self.hands[self.seat] &= ~bit(card)
        self.shown |= bit(card)
        self.reveals += 1
        self.trick[self.seat] = card
        strength = self.strength(card)
        if strength > self.strongest:  # 5.5
            self.strongest = strength
            self.winning = self.seat
        self.seat = self.left_of(self.seat)
        if self.seat == self.leader:
            self.take_trick(self.winning)

    def take_trick(self, winner: int) -> None:
        for seat in range(self.players):
            self.won[winner * 4 + suit_of(self.trick[seat])] += 1  # 5.6
            self.last_trick[seat] = self.trick[seat]
            self.trick[seat] = NONE
        self.tricks[winner] += 1
        self.last_leader = self.leader
        self.last_winner = winner
        self.last_taken = NONE
        if self.heap:
            self.phase = HEAP
            self.seat = winner
        else:
            self.end_trick(winner)  # 5.7

    def take_from_heap(self, suit: int) -> None:
        """Take the top card of a suit; nobody sees which it is."""  # 5.6
        self.heap &= ~bit(lowest(self.heap & cards_of(suit)))
        self.won[self.seat * 4 + suit] += 1
        self.last_taken = suit
        self.end_trick(self.seat)

    def end_trick(self, winner: int) -> None:
        if self.hands[winner]:
            self.lead(winner)
        else:
            self.end_hand()

    def end_hand(self) -> None:
        for seat in range(self.players):
            self.points[self.hand_number * 4 + seat] = self.hand_points(seat)
        self.hand_number += 1
        self.reveals += 1
        if self.hand_number == self.players:
            self.is_over = True  # 7.2
        else:
            self.dealer = self.left_of(self.dealer)  # 7.1
            self.deal()

    def left_of(self, seat: int) -> int:
        return seat + 1 if seat + 1 < self.players else 0

    # Scoring

    def hand_points(self, seat: int) -> int:
        """What a seat scores for the cards it has taken in this hand."""
        most = self.most[seat]
        fewest = self.fewest[seat]
        for_most = self.prediction_points(seat, most, 1)
        for_fewest = self.prediction_points(seat, fewest, -1)
        bonus = 0
        if for_most and for_fewest:
            bonus = self.won[seat * 4 + most] - self.won[seat * 4 + fewest]  # 6.4
        return for_most + for_fewest + bonus

    def prediction_points(self, seat: int, suit: int, sign: int) -> int:
        """The points for predicting that a suit is taken most (sign 1) or fewest (sign -1)."""
        taken = self.won[seat * 4 + suit]
        beaten = 0
        level = 0  # the suits of which as many are taken, itself among them
        for other in range(SUITS):
            lead = (taken - self.won[seat * 4 + other]) * sign
            beaten += lead < 0
            level += lead == 0
        if beaten:
            return 0  # 6.3
        return 5 if level == 1 else 3  # 6.1, 6.2, 6.5

    def scores(self) -> list[int]:
        return [sum([self.points[hand * 4 + seat] for hand in range(self.players)]) for seat in range(self.players)]

    # Copies

    def clone(self) -> "Anne":
        other = Anne.__new__(Anne)
        self.copy_common(other)
        other.hand_number = self.hand_number
        other.points = self.points[:]
        other.dealer = self.dealer
        other.phase = self.phase
        other.hands = self.hands[:]
        other.heap = self.heap
        other.shown = self.shown
        other.trumps = self.trumps[:]
        other.rank = self.rank[:]
        other.most = self.most[:]
        other.fewest = self.fewest[:]
        other.leader = self.leader
        other.trick = self.trick[:]
        other.winning = self.winning
        other.strongest = self.strongest
        other.won = self.won[:]
        other.tricks = self.tricks[:]
        other.last_trick = self.last_trick[:]
        other.last_leader = self.last_leader
        other.last_winner = self.last_winner
        other.last_taken = self.last_taken
        return other

    def redeal(self, seat: int, rng: Rng) -> None:
        """The suits of all cards are open (1.3), so within each suit the unseen numbers are shuffled."""
        unseen = ALL_CARDS & ~self.shown
        if seat >= 0:
            unseen &= ~self.hands[seat]
        for suit in range(SUITS):
            self.redeal_suit(seat, suit, unseen & cards_of(suit), rng)
        if self.phase == PREDICTING:
            for other in range(self.players):
                if other != seat and self.most[other] != NONE:
                    pair = rng.below(12)
                    self.most[other] = pair // 3
                    self.fewest[other] = pair % 3 + (pair % 3 >= pair // 3)

    def redeal_suit(self, seat: int, suit: int, unseen: int, rng: Rng) -> None:
        """Shuffle the unseen cards of a suit and lay them where its backs lie."""
        cards = [0] * 12
        left = 0
        while unseen:
            cards[left] = lowest(unseen)
            unseen &= unseen - 1
            left += 1
        for pile in range(self.players + 1):  # the hands, and the heap last; what is left over was taken from the heap
            if pile != seat:
                old = self.heap if pile == self.players else self.hands[pile]
                backs = count(old & cards_of(suit))
                new = old & ~cards_of(suit)
                for _ in range(backs):
                    drawn = rng.below(left)
                    new |= bit(cards[drawn])
                    left -= 1
                    cards[drawn] = cards[left]
                if pile == self.players:
                    self.heap = new
                else:
                    self.hands[pile] = new


ALL_PREDICTIONS = TWELVE << PREDICT
