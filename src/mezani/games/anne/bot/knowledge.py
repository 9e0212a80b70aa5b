"""What a player of ANNE! knows: predict what the hand will pull in, take what fits the prediction and duck the rest."""

import cython

from mezani.engine.knowledge import Knowledge
from mezani.engine.rng import Rng
from mezani.engine.state import Choices, State
from mezani.games.anne.actions import HEAP, PREDICT, PREDICTING, SUITS, TAKE
from mezani.games.anne.rules import Anne

if not cython.compiled:
    from mezani.engine.bits import bit, count, lowest

NONE = -1
ALL_CARDS = 0xFFFF_FFFF_FFFF
OF_SUIT = [0xFFF << suit * 12 for suit in range(SUITS)]  # the cards of each suit, as a set
SUIT = [card // 12 for card in range(48)]

# What a card pulls in: measured by search over many first hands.
IN_SUIT = 2.0  # if no higher card of its suit is out
AMONG_ALL = 1.5  # if no stronger card at all is out
LEFT_BEHIND = -1.0  # for each card: the weak ones go to others' tricks
BY_RANK = 0.6  # for each place that the suit is behind the strongest

RIDDANCE = 0.8  # how much a card that will take tricks weighs in the hand
CATCHING_UP = 0.8  # points for each card by which a prediction comes nearer to being right
HARD_TO_TELL = 3.0  # so many points between two choices are seen by two of three beginners

# A lead of so many points makes winning about e times as likely: fitted to games of 3 and of 4, after each hand.
LEADS = [7.5, 4.75, 4.0, 0.0, 7.75, 6.5, 4.6, 4.0]


class AnneKnowledge(Knowledge):
    """A quick sensible player, and the chances of winning after a hand."""

    def __init__(self) -> None:
        Knowledge.__init__(self)
        self.hand_number = 0
        self.beaten_by = [0] * 48  # for each card the set of cards that beat it in this hand
        self.unseen = 0  # the cards that are neither in hand nor seen played
        self.now = 0.0  # the standing of the seat to move as things are
        self.pile = [0] * 4  # the cards of each suit that a seat would have taken
        self.exploration = 0.3
        self.slip = 6
        self.certainty = 0.86
        self.optimism = 0.4

    def begin(self, state: State) -> None:
        self.look(cython.cast(Anne, state))

    def look(self, state: Anne) -> None:
        self.hand_number = state.hand_number
        above = 0
        for place in range(SUITS):
            self.beaten_by[state.trumps[place]] = above
            above |= bit(state.trumps[place])
        for place in range(SUITS):
            suit = SUIT[state.trumps[place]]
            for card in range(suit * 12 + 11, suit * 12 - 1, -1):
                if card != state.trumps[place]:
                    self.beaten_by[card] = above
                    above |= bit(card)

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
                    pair = self.prediction(state, other) - PREDICT
                    state.most[other] = pair // 3
                    state.fewest[other] = pair % 3 + (pair % 3 >= pair // 3)

    # The quick player

    def choose(self, state: State, rng: Rng) -> int:
        return self.sensible(cython.cast(Anne, state))

    def sensible(self, state: Anne) -> int:
        """The action that promises most."""
        if state.phase == PREDICTING:
            return self.prediction(state, state.seat)
        if state.phase == HEAP:
            return TAKE + self.suit_from_heap(state)
        self.look_at_trick(state)
        cards = state.hands[state.seat]
        if state.seat != state.leader:
            following = cards & OF_SUIT[SUIT[state.trick[state.leader]]]
            if following:
                cards = following
        best = NONE
        most = 0.0
        while cards:
            card = lowest(cards)
            cards &= cards - 1
            promise = self.card_promise(state, card)
            if best == NONE or promise > most:
                best = card
                most = promise
        return best

    def look_at_trick(self, state: Anne) -> None:
        self.unseen = ALL_CARDS & ~state.shown & ~state.hands[state.seat]
        self.lay(state)
        self.now = self.standing(state)

    def weigh(self, state: State, choices: Choices) -> None:
        self.look_at_trick(cython.cast(Anne, state))
        for k in range(choices.count):
            self.weights[k] = self.promise(cython.cast(Anne, state), choices.actions[k])
        self.promises_to_weights(choices.count, HARD_TO_TELL)

    def promise(self, state: Anne, action: int) -> float:
        """Roughly how many points an action promises; only differences count."""
        if action < TAKE:
            return self.card_promise(state, action)
        self.lay(state)
        if action < PREDICT:
            self.pile[action - TAKE] += 1
            return self.standing(state)
        most = (action - PREDICT) // 3
        fewest = (action - PREDICT) % 3
        fewest += fewest >= most
        return self.pull(state, state.seat, most) - self.pull(state, state.seat, fewest)

    def prediction(self, state: Anne, seat: int) -> int:
        """Most: the suit that the hand pulls in. Fewest: the suit that it pulls in least."""
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
        """How much of a suit a hand will take: its strong cards bring it in, its weak ones go to others."""
        unseen = ALL_CARDS & ~state.shown & ~state.hands[seat]
        pull = BY_RANK * state.rank[suit]
        cards = state.hands[seat] & OF_SUIT[suit]
        while cards:
            card = lowest(cards)
            cards &= cards - 1
            in_suit = self.chance(state, card, unseen & OF_SUIT[suit])
            among_all = self.chance(state, card, unseen)
            pull += IN_SUIT * in_suit + AMONG_ALL * among_all + LEFT_BEHIND
        return pull

    def chance(self, state: Anne, card: int, among: int) -> float:
        """Roughly how likely nobody else has a card of a set that beats it."""
        if not among:
            return 1.0
        share = 1.0 - float(count(among & self.beaten_by[card])) / count(among)
        return share * share if state.players == 3 else share * share * share

    def card_promise(self, state: Anne, card: int) -> float:
        """The trick that a card may take, and what it is worth not to hold it any more."""
        seat = state.seat
        suit = SUIT[card]
        promise = RIDDANCE * self.chance(state, card, self.unseen)
        if suit == state.most[seat]:
            promise = -promise
        elif suit != state.fewest[seat]:
            promise *= 0.5
        if seat == state.leader:
            led = suit
        else:
            led = SUIT[state.trick[state.leader]]
            if not self.beaten_by[state.trick[state.winning]] & bit(card):
                return promise
        self.lay(state)
        self.lay_trick(state, card, led)
        return promise + self.holds(state, card, led) * (self.standing(state) - self.now)

    def holds(self, state: Anne, card: int, led: int) -> float:
        """How likely a card stays the strongest: whoever still has the led suit must follow with it."""
        stronger = self.unseen & self.beaten_by[card]
        if not stronger:
            return 1.0
        beaten_by_any = float(count(stronger)) / count(self.unseen)
        same = count(self.unseen & OF_SUIT[led])
        beaten_in_suit = float(count(stronger & OF_SUIT[led])) / same if same else 0.0
        chance = 1.0
        for other in range(state.players):
            if other != state.seat and state.trick[other] == NONE:
                chance *= 1.0 - (beaten_in_suit if state.hands[other] & OF_SUIT[led] else beaten_by_any)
        return chance

    def lay(self, state: Anne) -> None:
        """Begin the pile with the cards that the seat has taken."""
        for suit in range(SUITS):
            self.pile[suit] = state.won[state.seat * 4 + suit]

    def lay_trick(self, state: Anne, card: int, led: int) -> None:
        """Add what the trick will be if a card takes it, and a card from the heap."""
        self.pile[SUIT[card]] += 1
        for other in range(state.players):
            if state.trick[other] != NONE:
                self.pile[SUIT[state.trick[other]]] += 1
            elif other != state.seat and state.hands[other] & OF_SUIT[led]:
                self.pile[led] += 1
        if state.heap:
            self.pile[self.best_addition(state)] += 1

    def suit_from_heap(self, state: Anne) -> int:
        self.lay(state)
        return self.best_addition(state)

    def best_addition(self, state: Anne) -> int:
        """The suit of the heap that is best added to the pile: that of most, or whichever spoils least."""
        if state.heap & OF_SUIT[state.most[state.seat]]:
            return state.most[state.seat]
        best = NONE
        most = 0.0
        for suit in range(SUITS):
            if state.heap & OF_SUIT[suit]:
                self.pile[suit] += 1
                standing = self.standing(state)
                self.pile[suit] -= 1
                if best == NONE or standing > most:
                    best = suit
                    most = standing
        return best

    def standing(self, state: Anne) -> float:
        """What the pile scores, and something for predictions that may still come right."""
        most = state.most[state.seat]
        fewest = state.fewest[state.seat]
        ahead = behind = 99
        for suit in range(SUITS):
            if suit != most:
                ahead = min(ahead, self.pile[most] - self.pile[suit])
            if suit != fewest:
                behind = min(behind, self.pile[suit] - self.pile[fewest])
        standing = self.prediction_standing(ahead) + self.prediction_standing(behind)
        if ahead >= 0 and behind >= 0:
            standing += self.pile[most] - self.pile[fewest]
        return standing

    def prediction_standing(self, ahead: int) -> float:
        if ahead < 0:
            return max(0.0, 3.0 + CATCHING_UP * ahead)
        return 3.0 if ahead == 0 else 5.0

    # Judging

    def evaluate(self, state: State) -> None:
        self.judge(cython.cast(Anne, state))

    def judge(self, state: Anne) -> None:
        """The chances of winning by the totals: the more hands are to come, the less a lead counts."""
        for seat in range(state.players):
            self.values[seat] = 0.0
            for hand in range(state.hand_number):
                self.values[seat] += state.points[hand * 4 + seat]
        lead = LEADS[(state.players - 3) * 4 + state.hand_number - 1]
        if state.is_over:
            self.points_to_victory(state.players, lead)
        else:
            self.points_to_chances(state.players, lead)
