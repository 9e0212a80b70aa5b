"""The empires: their cards and cattle, the generosity of kings, the order of play, revenues and victory."""

import cython

from mezani.games.zimbabwe import components
from mezani.games.zimbabwe.actions import (
    DZIVA,
    ELEGUA,
    ENGAI,
    ESHU,
    FIRST_MONUMENT,
    GIFT,
    GOD_PLAQUE,
    GU,
    MOST_GIFT,
    NOTHING,
    QAMATA,
    SHADIPINYI,
    TURN,
    XANGO,
)
from mezani.games.zimbabwe.components import RANGE, RESOURCE_TILES, START_CATTLE, START_VR, WATER_TILES
from mezani.games.zimbabwe.land import Land

if not cython.compiled:
    from mezani.engine.bits import bit, lowest
    from mezani.games.zimbabwe.actions import NONE, SIDE, TYPES

SPECIALISTS = 5
CARD_VR = components.CARD_VR
MONUMENT_VP = components.MONUMENT_VP


class Empires(Land):
    def __init__(self, players: int, seed: int) -> None:
        Land.__init__(self, players, seed)
        self.round = 0
        self.step = FIRST_MONUMENT  # the decision that the seat is asked for, see actions.py
        self.cattle = [START_CATTLE] * 5  # 4.3
        self.vr = [START_VR] * 5
        self.vp = [0] * 5
        self.markers = [0, 1, 2, 3, 4]  # the VR markers of the seats; the one that moved last comes last
        self.gods = 0  # the gods that can be chosen
        self.god = [NONE] * 5
        self.on_qamata = 0  # cattle on his card
        self.specialists = 0  # the specialists that can be chosen
        self.specialist_owner = [NONE] * 5
        self.on_specialist = [0] * 5  # cattle on each card
        self.cards_left = [2] * 7
        self.card = [0] * 35  # seat * 7 + type: the first card of the technology, the second, or none
        self.price = [0] * 35
        self.on_card = [0] * 35  # cattle on each card
        self.resource_tiles = RESOURCE_TILES[:]
        self.water_tiles = WATER_TILES
        # The generosity of kings
        self.queue = [NONE] * 6  # the plaques from left to right: seats, and the god's
        self.queue_length = 0
        self.plaque = [0] * 6  # cattle on each plaque
        self.next_plaque = 0  # the place in the queue that gets the next cattle
        self.giving = 0  # the place in the queue of the seat to give
        self.gift = 0  # the last gift
        self.gave = [0] * 5  # the last gift of each seat
        self.passed = 0
        self.places_left = 0
        # The order of play, and what was done in a turn
        self.order = [NONE] * 5
        self.turn = 0  # the place in the order
        self.has_chosen = False  # a god or a specialist
        self.paid = 0  # the specialists that were used
        self.main = NOTHING  # building, placing or raising: the first of them decides
        self.monuments_built = 0
        self.first_of_type = 0  # the types of which the first craftsman was placed in this turn
        self.new_cards = 0  # the technologies that were taken in this turn
        self.prices_open = False  # Dziva's moment
        self.repriced = 0  # and the technologies that she has changed in it
        self.winner = NONE

    # The start

    def ask_first_monument(self) -> None:
        """Ask the owner of the uppermost VR marker that has no monument yet, or begin the first round."""  # 4.5
        for place in range(self.players - 1, -1, -1):
            if self.vp[self.markers[place]] == 0:
                self.seat = self.markers[place]
                return
        self.begin_round()

    def place_first_monument(self, square: int) -> None:
        self.put_monument(self.seat, square)
        self.vp[self.seat] += MONUMENT_VP[1]
        self.ask_first_monument()

    # Victory requirement

    def move_marker(self, seat: int, change: int) -> None:
        """Change a victory requirement; the marker goes on top of those that stand there."""  # 5.2
        self.vr[seat] += change
        place = 0
        while self.markers[place] != seat:
            place += 1
        for other in range(place, self.players - 1):
            self.markers[other] = self.markers[other + 1]
        self.markers[self.players - 1] = seat

    def is_before(self, seat: int, other: int) -> bool:
        """Whether a seat's plaque lies before another's."""
        if self.vr[seat] != self.vr[other]:
            return self.vr[seat] > self.vr[other]  # 5.1
        for place in range(self.players):
            if self.markers[place] == seat:
                return True  # 5.2
            if self.markers[place] == other:
                return False
        return False

    def card_cost(self, seat: int, kind: int) -> int:
        """The VR of the next card of a technology."""
        if self.god[seat] == GU:
            return 1  # 13.5
        return CARD_VR[kind * 2 + 2 - self.cards_left[kind]]  # 9.2

    def rebate(self, seat: int) -> int:
        """What Gu gives back: all but 1 VR of each technology."""  # 13.5
        back = 0
        for kind in range(TYPES):
            if self.card[seat * TYPES + kind]:
                back += CARD_VR[kind * 2 + self.card[seat * TYPES + kind] - 1] - 1
        return back

    # Phase I, the generosity of kings

    def begin_round(self) -> None:
        self.round += 1
        self.step = GIFT
        self.set_range(RANGE)
        self.gift = 0
        self.passed = 0
        self.places_left = self.players
        self.next_plaque = 0
        for seat in range(self.players):
            self.gave[seat] = 0
            self.order[seat] = NONE
        self.line_up()
        self.giving = NONE
        self.ask_for_gift()

    def line_up(self) -> None:
        """Lay the plaques in a row."""
        first = 0
        if self.worshipper(SHADIPINYI) != NONE:  # 13.1
            self.queue[0] = GOD_PLAQUE
            first = 1
        for seat in range(self.players):
            place = first
            for other in range(self.players):
                place += other != seat and self.is_before(other, seat)
            self.queue[place] = seat
        self.queue_length = first + self.players

    def worshipper(self, god: int) -> int:
        """The seat that adores a god."""
        for seat in range(self.players):
            if self.god[seat] == god:
                return seat
        return NONE

    def most_gift(self, seat: int) -> int:
        """The greatest gift that a seat can pay."""
        return min(self.cattle[seat] + self.free_gift(seat), MOST_GIFT)

    def free_gift(self, seat: int) -> int:
        """How much of a seat's gift comes from the stock."""
        return 3 if self.god[seat] == ELEGUA and self.gave[seat] == 0 else 0  # 13.2

    def ask_for_gift(self) -> None:
        """Ask the next in the queue who can give; those who can't pass, and the last one left is first."""
        while self.places_left > 1:
            self.giving = (self.giving + 1) % self.queue_length
            seat = self.queue[self.giving]
            if seat != GOD_PLAQUE and not self.passed & bit(seat):
                if self.most_gift(seat) > self.gift:
                    self.seat = seat
                    return
                self.take_last_place(seat)  # 5.6
        for seat in range(self.players):
            if not self.passed & bit(seat):
                self.order[0] = seat
        self.end_generosity()

    def give(self, amount: int) -> None:
        free = min(amount, self.free_gift(self.seat))
        self.cattle[self.seat] -= amount - free
        self.gave[self.seat] = self.gift = amount
        for _ in range(amount):
            self.plaque[self.queue[self.next_plaque]] += 1  # 5.4
            self.next_plaque = (self.next_plaque + 1) % self.queue_length
        self.ask_for_gift()

    def decline(self) -> None:
        self.take_last_place(self.seat)
        self.ask_for_gift()

    def take_last_place(self, seat: int) -> None:
        """Pass, and take the last place that is open in the order of play."""  # 5.5
        self.passed |= bit(seat)
        self.places_left -= 1
        self.order[self.places_left] = seat

    def end_generosity(self) -> None:
        """Everybody takes the cattle of their plaque."""  # 5.7
        for seat in range(self.players):
            self.cattle[seat] += self.plaque[seat]
            self.plaque[seat] = 0
            if self.god[seat] == SHADIPINYI:
                self.cattle[seat] += self.plaque[GOD_PLAQUE]  # 13.1
        self.plaque[GOD_PLAQUE] = 0
        self.turn = 0
        self.begin_turn()

    # Phase II, one turn after the other

    def begin_turn(self) -> None:
        self.step = TURN
        self.seat = self.order[self.turn]
        self.has_chosen = False
        self.paid = 0
        self.main = NOTHING
        self.monuments_built = 0
        self.first_of_type = 0
        self.new_cards = 0
        self.prices_open = self.god[self.seat] == DZIVA  # 13.3
        self.repriced = 0
        self.set_range(self.range_of(self.seat))

    def range_of(self, seat: int) -> int:
        """The range in the turn of a seat."""
        return 2 * RANGE if self.god[seat] == ESHU else RANGE  # 13.4

    def set_range(self, steps: int) -> None:
        if steps != self.range:
            self.change_range(steps)

    def end_turn(self) -> None:
        self.turn += 1
        if self.turn < self.players:
            self.begin_turn()
        else:
            self.end_round()

    # Phase III and IV, revenues and victory

    def end_round(self) -> None:
        for seat in range(self.players):
            self.cattle[seat] += self.revenue(seat)
        for kind in range(self.players * TYPES):
            self.on_card[kind] = 0
        for specialist in range(SPECIALISTS):
            self.on_specialist[specialist] = 0
        self.on_qamata = 0
        self.compare_mythologies()
        if self.winner != NONE:
            self.is_over = True
        else:
            self.used = self.used_again = 0  # 12.4
            self.begin_round()

    def revenue(self, seat: int) -> int:
        """What a seat gets in phase III as things stand: the cattle on its cards, and income."""
        cattle = self.income(seat)
        for kind in range(TYPES):
            cattle += self.on_card[seat * TYPES + kind]  # 11.1
        for specialist in range(SPECIALISTS):
            if self.specialist_owner[specialist] == seat:
                cattle += self.on_specialist[specialist]
        if self.god[seat] == QAMATA:
            cattle += self.on_qamata
        return cattle

    def income(self, seat: int) -> int:
        """A head of cattle for each level of the highest monument."""  # 11.2
        highest = 0
        for row in range(1, SIDE + 1):
            left = self.monuments[row]
            while left:
                square = (row - 1) * SIDE + lowest(left)
                if self.owners[square] == seat and self.levels[square] > highest:
                    highest = self.levels[square]
                left &= left - 1
        return highest + 2 if self.god[seat] == ENGAI else highest  # 13.11

    def compare_mythologies(self) -> None:
        """Find the winner among those who have reached their VR, if there are any."""  # 12.1
        for place in range(self.players):
            seat = self.order[place]
            if self.vp[seat] >= self.vr[seat] and (self.winner == NONE or self.beats(seat, self.winner)):
                self.winner = seat

    def beats(self, seat: int, other: int) -> bool:
        """Whether a seat wins against one that comes before it in the order of play."""  # 12.2, 12.3
        ahead = (self.vp[seat] - self.vr[seat]) - (self.vp[other] - self.vr[other])
        if ahead:
            return ahead > 0
        if self.god[seat] == XANGO or self.god[other] == XANGO:
            return self.god[seat] == XANGO  # 13.12
        return self.vp[seat] > self.vp[other]

    def scores(self) -> list[int]:
        return [self.vp[seat] for seat in range(self.players)]

    def standing(self, seat: int) -> tuple[int, ...]:
        """How far above the VR a seat is, and what breaks ties."""  # 12.2, 12.3
        before = [self.order[place] for place in range(self.players)].index(seat)
        return (self.vp[seat] - self.vr[seat], self.god[seat] == XANGO, self.vp[seat], -before)

    def copy_empires(self, other: "Empires") -> None:
        other.round = self.round
        other.step = self.step
        other.cattle = self.cattle[:]
        other.vr = self.vr[:]
        other.vp = self.vp[:]
        other.markers = self.markers[:]
        other.gods = self.gods
        other.god = self.god[:]
        other.on_qamata = self.on_qamata
        other.specialists = self.specialists
        other.specialist_owner = self.specialist_owner[:]
        other.on_specialist = self.on_specialist[:]
        other.cards_left = self.cards_left[:]
        other.card = self.card[:]
        other.price = self.price[:]
        other.on_card = self.on_card[:]
        other.resource_tiles = self.resource_tiles[:]
        other.water_tiles = self.water_tiles
        other.queue = self.queue[:]
        other.queue_length = self.queue_length
        other.plaque = self.plaque[:]
        other.next_plaque = self.next_plaque
        other.giving = self.giving
        other.gift = self.gift
        other.gave = self.gave[:]
        other.passed = self.passed
        other.places_left = self.places_left
        other.order = self.order[:]
        other.turn = self.turn
        other.has_chosen = self.has_chosen
        other.paid = self.paid
        other.main = self.main
        other.monuments_built = self.monuments_built
        other.first_of_type = self.first_of_type
        other.new_cards = self.new_cards
        other.prices_open = self.prices_open
        other.repriced = self.repriced
        other.winner = self.winner
