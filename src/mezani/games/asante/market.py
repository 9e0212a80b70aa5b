"""The market: all that lies on the table of Asante, and the small moves of wares, cards and Holy Places."""

import cython

from mezani.engine.rng import Rng
from mezani.engine.state import State
from mezani.games.asante.constants import DISCARDING, DRAWING, MARKERS, START_CARDS, START_GOLD
from mezani.games.asante.deck import Deck

if not cython.compiled:
    from mezani.engine.bits import bit, lowest
    from mezani.engine.rng import below
    from mezani.games.asante.constants import MOST_KINDS, MOST_PLACE_KINDS, NONE, SLOTS, SPACES, TOKENS, WARES


def shuffle(cards: list[int], size: int, rng: Rng) -> None:
    """Shuffle the first cards of a pile."""
    for place in range(size - 1, 0, -1):
        other = below(rng, place + 1)
        kind = cards[place]
        cards[place] = cards[other]
        cards[other] = kind


def arrange(cards: list[int], size: int) -> None:
    """Put the first cards of a pile in order, so that nothing is left of the order that they had."""
    copies = [0] * 64
    for place in range(size):
        copies[cards[place]] += 1
    place = 0
    for kind in range(MOST_KINDS):
        for _ in range(copies[kind]):
            cards[place] = kind
            place += 1


class Market(State):
    def __init__(self, seed: int, deck: Deck) -> None:
        State.__init__(self, 2, seed)
        self.deck = deck
        self.turn = 1
        self.active = 0  # whose turn it is
        self.markers = MARKERS  # the actions left
        self.discount = 0  # of this turn's Ware cards
        self.place_played = False
        self.last_turn = False
        self.silent = False  # the opponent has said that they will not answer in this turn
        self.cancelled = NONE  # the Person or Animal that has just been answered with an Animalist
        self.gold = [START_GOLD] * 2  # 2.1
        self.stands = [0] * 12  # seat * 6 + ware
        self.hands = [0] * 128  # seat * 64 + kind: how many
        self.held = [0] * 2  # the kinds in a hand, as a set
        self.hand_size = [0] * 2
        self.known = [0] * 128  # of the cards in a hand, those that the other player knows
        self.shown = [0] * 128  # and those that everybody has seen
        self.pile = [NONE] * 128  # the last one is on top
        self.pile_size = 0
        self.discards = [NONE] * 128
        self.discard_size = 0
        self.shuffles = 0  # how often the discards have become the pile
        self.drawn = NONE  # the card that may be kept
        self.looked = [NONE] * 8  # the cards that the active player chooses from
        self.looked_size = 0
        self.haggled = NONE  # the Ware card that lies beside a Haggler
        self.artifacts = [NONE] * 6  # seat * 3 + slot
        self.turned = [False] * 6
        self.dolls = [0] * 6  # the gold on each
        self.middle = [NONE] * 3
        self.place_pile = [NONE] * 32
        self.place_pile_size = 0
        self.place_discards = [NONE] * 32
        self.place_discard_size = 0
        self.owned = [0] * 16  # seat * 8 + Holy Place: how many
        self.top = NONE  # the steps that are still to be taken, the next one on top, with three numbers each
        self.step = [0] * 24
        self.a = [0] * 24
        self.b = [0] * 24
        self.c = [0] * 24
        self.set_up()

    def set_up(self) -> None:
        for kind in range(self.deck.kinds):
            for _ in range(self.deck.copies[kind]):
                self.pile[self.pile_size] = kind
                self.pile_size += 1
        for place in range(self.deck.place_kinds):
            for _ in range(self.deck.place_copies[place]):
                self.place_pile[self.place_pile_size] = place
                self.place_pile_size += 1
        shuffle(self.pile, self.pile_size, self.rng)
        shuffle(self.place_pile, self.place_pile_size, self.rng)
        self.fill_gaps()  # 2.2
        for seat in range(2):
            self.active = seat
            self.draw_to_hand(START_CARDS)  # 2.1
        self.active = self.seat = self.rng.below(2)  # 2.3
        self.reveals = 0
        self.push(DRAWING, 0, 0, 0)

    # Steps

    def push(self, step: int, a: int, b: int, c: int) -> None:
        """Put a step before all others."""
        self.top += 1
        self.step[self.top] = step
        self.a[self.top] = a
        self.b[self.top] = b
        self.c[self.top] = c

    def pop(self) -> None:
        self.top -= 1

    # Wares

    def supply(self, ware: int) -> int:
        """How many of a ware lie in the supply."""
        return TOKENS - self.stands[ware] - self.stands[WARES + ware]

    def free_spaces(self, seat: int) -> int:
        space = SPACES
        for ware in range(WARES):
            space -= self.stands[seat * WARES + ware]
        return space

    def wares_of(self, seat: int) -> int:
        """The wares on a stand, as a set."""
        wares = 0
        for ware in range(WARES):
            wares |= (self.stands[seat * WARES + ware] > 0) << ware  # no branch: nobody could foretell it
        return wares

    def supplied(self) -> int:
        """The wares in the supply, as a set."""
        wares = 0
        for ware in range(WARES):
            wares |= (self.stands[ware] + self.stands[WARES + ware] < TOKENS) << ware
        return wares

    def can_take(self) -> bool:
        """Whether the active player has a free space; the supply always has some ware, for 48 are more than 12."""
        return self.free_spaces(self.active) > 0

    def takeable(self) -> int:
        """The wares that the active player could take from the supply, as a set."""
        return self.supplied() if self.can_take() else 0

    def take_ware(self, ware: int) -> None:
        self.stands[self.active * WARES + ware] += 1

    def return_ware(self, seat: int, ware: int) -> None:
        self.stands[seat * WARES + ware] -= 1

    # Cards

    def gain_card(self, seat: int, kind: int, openly: bool) -> None:
        self.hands[seat * MOST_KINDS + kind] += 1
        self.held[seat] |= bit(kind)
        self.hand_size[seat] += 1
        if openly:
            self.known[seat * MOST_KINDS + kind] += 1
            self.shown[seat * MOST_KINDS + kind] += 1

    def lose_card(self, seat: int, kind: int) -> None:
        """A card leaves a hand before all eyes: it may have been one that was known."""
        place = seat * MOST_KINDS + kind
        self.hands[place] -= 1
        self.hand_size[seat] -= 1
        if not self.hands[place]:
            self.held[seat] &= ~bit(kind)
        if self.known[place]:
            self.known[place] -= 1
        if self.shown[place]:
            self.shown[place] -= 1
        self.reveals += 1

    def discard(self, kind: int) -> None:
        self.discards[self.discard_size] = kind
        self.discard_size += 1

    def discarded(self) -> int:
        """The kinds among the discards, as a set."""
        kinds = 0
        for place in range(self.discard_size):
            kinds |= bit(self.discards[place])
        return kinds

    def discard_from_hand(self, seat: int, kind: int) -> None:
        self.lose_card(seat, kind)
        self.discard(kind)

    def discard_cards(self, seat: int, cards: int) -> None:
        """A player discards so many cards of their choice; whoever has no choice is not asked."""
        if cards < self.hand_size[seat]:
            self.push(DISCARDING, seat, cards, 0)
            return
        while self.held[seat]:
            self.discard_from_hand(seat, lowest(self.held[seat]))

    def can_draw(self) -> bool:
        return self.pile_size + self.discard_size > 0  # 4.5

    def draw_card(self) -> int:
        """The top card of the pile; NONE if there is no card anywhere."""
        if not self.pile_size:
            self.reshuffle()
        if not self.pile_size:
            return NONE  # 4.5
        self.reveals += 1
        self.pile_size -= 1
        kind = self.pile[self.pile_size]
        if not self.pile_size:
            self.reshuffle()
        return kind

    def draw_to_hand(self, cards: int) -> None:
        for _ in range(cards):
            kind = self.draw_card()
            if kind != NONE:
                self.gain_card(self.active, kind, False)

    def reshuffle(self) -> None:
        """The discards, if there are any, become the pile."""
        if not self.discard_size:
            return
        for place in range(self.discard_size):
            self.pile[place] = self.discards[place]
        self.pile_size = self.discard_size
        self.discard_size = 0
        shuffle(self.pile, self.pile_size, self.rng)
        self.shuffles += 1
        self.reveals += 1

    def look_at(self, cards: int) -> None:
        """The active player looks at the top cards of the pile."""
        for _ in range(cards):
            kind = self.draw_card()
            if kind != NONE:
                self.looked[self.looked_size] = kind
                self.looked_size += 1

    def discard_looked(self) -> None:
        """Discard the cards that were looked at and not taken."""
        for place in range(self.looked_size):
            self.discard(self.looked[place])
            self.looked[place] = NONE
        self.looked_size = 0
        self.reveals += 1

    # Holy Places and Artifacts

    def gain_place(self, seat: int, slot: int) -> None:
        """A Holy Place of the middle goes to a player, and another takes its place."""
        if self.middle[slot] != NONE:
            self.owned[seat * MOST_PLACE_KINDS + self.middle[slot]] += 1
            self.middle[slot] = NONE
            self.fill_gaps()

    def discard_place(self, place: int) -> None:
        self.owned[self.active * MOST_PLACE_KINDS + place] -= 1
        self.place_discards[self.place_discard_size] = place
        self.place_discard_size += 1
        self.fill_gaps()

    def fill_gaps(self) -> None:
        for slot in range(SLOTS):
            if self.middle[slot] == NONE:
                self.middle[slot] = self.draw_place()

    def draw_place(self) -> int:
        """The next Holy Place; NONE if all are owned or in the middle."""  # 9.4
        if not self.place_pile_size:
            self.reshuffle_places()
        if not self.place_pile_size:
            return NONE
        self.reveals += 1
        self.place_pile_size -= 1
        drawn = self.place_pile[self.place_pile_size]
        if not self.place_pile_size:
            self.reshuffle_places()
        return drawn

    def reshuffle_places(self) -> None:
        for place in range(self.place_discard_size):
            self.place_pile[place] = self.place_discards[place]
        self.place_pile_size = self.place_discard_size
        self.place_discard_size = 0
        shuffle(self.place_pile, self.place_pile_size, self.rng)

    def discard_artifact(self, slot: int) -> None:
        """An Artifact leaves play, and the gold of a doll goes to the supply."""
        self.discard(self.artifacts[slot])
        self.artifacts[slot] = NONE
        self.turned[slot] = False
        self.dolls[slot] = 0

    def copy_market(self, other: "Market") -> None:
        """Give a clone in the making the fields of this class."""
        self.copy_common(other)
        other.deck = self.deck
        other.turn = self.turn
        other.active = self.active
        other.markers = self.markers
        other.discount = self.discount
        other.place_played = self.place_played
        other.last_turn = self.last_turn
        other.silent = self.silent
        other.cancelled = self.cancelled
        other.gold = self.gold[:]
        other.stands = self.stands[:]
        other.hands = self.hands[:]
        other.held = self.held[:]
        other.hand_size = self.hand_size[:]
        other.known = self.known[:]
        other.shown = self.shown[:]
        other.pile = self.pile[:]
        other.pile_size = self.pile_size
        other.discards = self.discards[:]
        other.discard_size = self.discard_size
        other.shuffles = self.shuffles
        other.drawn = self.drawn
        other.looked = self.looked[:]
        other.looked_size = self.looked_size
        other.haggled = self.haggled
        other.artifacts = self.artifacts[:]
        other.turned = self.turned[:]
        other.dolls = self.dolls[:]
        other.middle = self.middle[:]
        other.place_pile = self.place_pile[:]
        other.place_pile_size = self.place_pile_size
        other.place_discards = self.place_discards[:]
        other.place_discard_size = self.place_discard_size
        other.owned = self.owned[:]
        other.top = self.top
        other.step = self.step[:]
        other.a = self.a[:]
        other.b = self.b[:]
        other.c = self.c[:]
