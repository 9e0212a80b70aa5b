"""What is worth knowing of a position of The Great Zimbabwe, as numbers for a net: for each seat its own."""

import cython

from mezani.games.zimbabwe import components
from mezani.games.zimbabwe.actions import GIFT, NEW_PRICE, TURN
from mezani.games.zimbabwe.bot.next_turns import NextTurns
from mezani.games.zimbabwe.rules import Zimbabwe

if not cython.compiled:
    from mezani.engine.bits import bit, count
    from mezani.games.zimbabwe.actions import EACH, NONE, PRIMARIES, TYPES

HIGHEST = 5
GODS = len(components.GODS)
SPECIALISTS = len(components.SPECIALISTS)

INPUTS = 161  # of both nets
VALUE_INPUTS = INPUTS + 20  # with what is told of the race for victory
MOVE_INPUTS = INPUTS + 9  # with what is told of a turn that is under way


class ZimbabweFeatures(NextTurns):
    """Looks at a position once, then tells the numbers of each seat."""

    def __init__(self) -> None:
        NextTurns.__init__(self)
        self.inputs = [0.0] * 181  # VALUE_INPUTS
        self.at = 0  # the next of the inputs

    def add(self, value: float) -> None:
        self.inputs[self.at] = value
        self.at += 1

    def tell(self, state: Zimbabwe, seat: int) -> None:
        """Fill the inputs for a seat."""
        self.at = 0
        self.tell_common(state)
        self.tell_standing(state, seat)
        self.tell_next_turn(state, seat)
        self.tell_cards(state, seat)
        self.tell_others(state, seat)

    def tell_common(self, state: Zimbabwe) -> None:
        self.add(state.round * 0.1)
        for players in range(2, 6):
            self.add(float(state.players == players))
        self.add(float(state.step == GIFT))
        for kind in range(TYPES):
            self.add(state.placed[kind] * 0.33)
            self.add(count(state.uncovered(kind)) * 0.1)
            self.add(state.cards_left[kind] * 0.5)

    def tell_standing(self, state: Zimbabwe, seat: int) -> None:
        need = state.vr[seat] - state.vp[seat]
        self.add(need * 0.1)
        self.add(float(need <= 0))
        self.add(0.5 * (need > 0 and need <= 3))
        self.add(state.vr[seat] * 0.03)
        self.add(state.vp[seat] * 0.05)
        cattle = self.budget[seat]
        self.add(min(cattle, 40.0) * 0.05)
        self.add(min(cattle, 10.0) * 0.1)
        self.add(float(self.is_to_come[seat]))
        self.add(float(state.step != GIFT and state.seat == seat))
        place = 0
        for other in range(state.players):
            place += other != seat and state.is_before(seat, other)
        self.add(place * 0.25)
        self.add(0.0 if state.step == GIFT else self.place_of(state, seat) * 0.25)
        self.add(float(state.step == GIFT and (state.passed & bit(seat)) != 0))
        self.add(state.gave[seat] * 0.1 if state.step == GIFT else 0.0)
        highest = 0
        for level in range(1, HIGHEST + 1):
            self.add(self.levels[seat * 6 + level] * 0.3)
            if self.levels[seat * 6 + level]:
                highest = level
        self.add(highest * 0.2)

    def tell_next_turn(self, state: Zimbabwe, seat: int) -> None:
        need = state.vr[seat] - state.vp[seat]
        self.count_stock(state, seat)
        self.add(self.raises[seat] * 0.25)
        self.add(self.gain_in_all[seat] * 0.1)
        self.add(self.next_gain[seat] * 0.1)
        self.add(self.next_cost[seat] * 0.05)
        self.add(self.richer_gain[seat] * 0.1)
        self.add(float(self.next_gain[seat] >= need))
        self.add(float(self.gain_in_all[seat] >= need))
        self.add(float(self.richer_gain[seat] >= need))
        self.add((need - self.next_gain[seat]) * 0.1)
        self.add(max(0.0, need - self.next_gain[seat]) * 0.1)
        self.add(self.cheapest[seat] * 0.05)
        self.add(self.most_kinds[seat] * 0.2)
        self.add(self.kinds_in_all[seat] * 0.1)
        self.add(self.short_of_one[seat] * 0.3)
        self.add(self.sales[seat] * 0.05)
        self.add(self.own_sales[seat] * 0.05)
        lack = self.lack(state, seat)
        self.add(self.placing_gain[seat] * 0.2)
        self.add(float(lack <= 0.0))
        self.add(lack * 0.1)
        self.add(max(0.0, lack) * 0.1)
        self.add(float(self.gain_aside(state, seat) >= need))
        self.add(self.nearby[seat] * 0.1)
        self.add(self.nearby_free[seat] * 0.1)
        self.add(self.room_around[seat] * 0.01)
        self.add(self.customers[seat] * 0.1)
        self.add(self.next_gain[seat] / max(1.0, float(need)) if need > 0 else 1.0)
        self.add(self.best_gain[seat] * 0.15)
        self.add(self.later_gain[seat] * 0.1)
        self.add(float(self.later_gain[seat] >= need))
        self.add(self.pressure(state, seat) * 0.2)
        for kind in range(PRIMARIES):
            self.add((self.stock >> 8 * kind & 127) * 0.1)
            self.add(float(self.near_kinds[seat] >> kind & 1))
        for kind in range(TYPES):
            self.add(self.of_kind[seat * TYPES + kind] * 0.3)

    def tell_cards(self, state: Zimbabwe, seat: int) -> None:
        waiting = 0
        for kind in range(TYPES):
            self.add(0.5 * state.card[seat * TYPES + kind])
            self.add(0.33 * state.price[seat * TYPES + kind])
            tiles = 0
            supplied = 0
            for tile in range(kind * EACH, kind * EACH + state.placed[kind]):
                if state.tile_owner[tile] == seat:
                    tiles += 1
                    supplied += count(state.supply[tile])
            self.add(0.33 * tiles)
            self.add(0.1 * supplied)
            waiting += state.on_card[seat * TYPES + kind]
        self.add(0.1 * waiting)
        for god in range(GODS):
            self.add(float(state.god[seat] == god))
        self.add(float(state.god[seat] == NONE))
        for specialist in range(SPECIALISTS):
            self.add(float(state.specialist_owner[specialist] == seat))

    def tell_others(self, state: Zimbabwe, seat: int) -> None:
        """How the best of the others stand beside this seat."""
        most_cattle = most_gain = most_sales = 0.0
        before_us = 0
        reaching = 0
        for other in range(state.players):
            if other != seat:
                most_cattle = max(most_cattle, self.budget[other])
                most_gain = max(most_gain, self.next_gain[other])
                most_sales = max(most_sales, self.sales[other])
                if self.lack(state, other) <= 0.0:
                    reaching += 1
                    before_us += self.is_to_come[other] or not self.is_to_come[seat]
        own = state.vr[seat] - state.vp[seat]
        lack = self.lack(state, seat)
        self.add((self.budget[seat] - most_cattle) * 0.05)
        self.add((self.next_gain[seat] - most_gain) * 0.1)
        self.add((self.sales[seat] - most_sales) * 0.05)
        self.add(reaching * 0.5)
        self.add(before_us * 0.5)
        self.add(float(reaching == 0 and lack <= 0.0))
        self.add(float(self.is_to_come[seat] == 0 and own <= 0))
        told = 0
        for place in range(state.players):
            other = self.by_hope[place]
            if other != seat and told < 2:
                told += 1
                self.tell_rival(state, seat, other)
        while told < 2:
            told += 1
            for _ in range(8):
                self.add(0.0)

    def tell_rival(self, state: Zimbabwe, seat: int, other: int) -> None:
        need = state.vr[other] - state.vp[other]
        self.add(need * 0.1)
        self.add((state.vr[seat] - state.vp[seat] - need) * 0.1)
        self.add(self.lack(state, other) * 0.1)
        self.add((self.lack(state, seat) - self.lack(state, other)) * 0.1)
        self.add(self.budget[other] * 0.05)
        self.add(float(self.is_to_come[other]))
        self.add(float(self.comes_before(state, other, seat)))
        self.add(float(self.later_gain[other] >= need))

    def tell_race(self, state: Zimbabwe, seat: int) -> None:
        """Who will have won at the end of this round, or of the next, if everybody does as reckoned."""
        best = later = -99.0
        for other in range(state.players):
            if other != seat:
                best = max(best, self.surplus[other])
                later = max(later, self.later_surplus[other])
        own = self.surplus[seat]
        own_later = self.later_surplus[seat]
        is_last = float(own >= 0.0 or best >= 0.0)
        lead = min(max(own - best, -20.0), 20.0)
        self.add(is_last)
        self.add(own * 0.1)
        self.add(lead * 0.1)
        self.add(is_last * lead * 0.1)
        self.add(is_last * (lead > 0.0))
        self.add(is_last * (lead < 0.0))
        self.add(self.pressed_gain[seat] * 0.1)
        self.add((self.next_gain[seat] - self.pressed_gain[seat]) * 0.1)
        self.add(float(own >= 0.0))
        self.add(float(best >= 0.0))
        lead = min(max(own_later - later, -20.0), 20.0)
        self.add(own_later * 0.1)
        self.add(lead * 0.1)
        self.add(float(own_later >= 0.0))
        self.add(float(later >= 0.0))
        self.add((1.0 - is_last) * lead * 0.1)
        self.add((1.0 - is_last) * (lead > 0.0))
        self.tell_gifts(state, seat)

    def tell_gifts(self, state: Zimbabwe, seat: int) -> None:
        if state.step == GIFT:
            self.add(state.gift * 0.1)
            self.add(state.places_left * 0.25)
            self.add(float(state.seat == seat))
            self.add(max(0.0, self.next_cost[seat] - self.budget[seat] + state.gift) * 0.1)
        else:
            for _ in range(4):
                self.add(0.0)

    def tell_turn(self, state: Zimbabwe) -> None:
        """After what is told of the seat to move, what it has done in this turn, and what it is asked."""
        for main in range(1, 4):
            self.add(float(state.main == main))
        self.add(float(state.has_chosen))
        self.add(float(state.step == TURN))
        self.add(float(state.step == NEW_PRICE))
        self.add(float(state.kind >= PRIMARIES))
        self.add(state.gift * 0.2 if state.step == GIFT else 0.0)
        self.add(state.places_left * 0.25 if state.step == GIFT else 0.0)

    # For those who learn

    def told(self, state: Zimbabwe) -> list[list[float]]:
        """The inputs of all seats."""
        self.look(state)
        found = []
        for seat in range(state.players):
            self.tell(state, seat)
            self.tell_race(state, seat)
            found.append([self.inputs[n] for n in range(VALUE_INPUTS)])
        return found
