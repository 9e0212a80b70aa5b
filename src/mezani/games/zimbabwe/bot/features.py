"""What is worth knowing of a position of The Great Zimbabwe, as numbers for a net: for each seat those of its own net.

Much of it is about the next turn of each seat: what it could raise, what that costs, who would be paid for it. It is
reckoned good by good and without care for the last resource, so it is near the truth and quick.
"""

import cython

from mezani.games.zimbabwe import components
from mezani.games.zimbabwe.actions import ANANSI, GIFT, NEW_PRICE, TSUI_GOAB, TURN
from mezani.games.zimbabwe.rules import Zimbabwe

if not cython.compiled:
    from mezani.engine.bits import WORD, bit, count, lowest
    from mezani.games.zimbabwe.actions import EACH, NONE, PRIMARIES, SIDE, TYPES
    from mezani.games.zimbabwe.reach import spread
    from mezani.games.zimbabwe.shopping import shopping_of

HIGHEST = 5
COST = components.COST
CRAFTSMAN_VP = components.CRAFTSMAN_VP
RESOURCES = len(components.RESOURCES)
GODS = len(components.GODS)
SPECIALISTS = len(components.SPECIALISTS)
MONUMENT_VP = components.MONUMENT_VP
MOST_HUBS = 3  # on a way that is looked at
MOST_RAISES = 24  # monuments of a seat that are looked at
OUT_OF_REACH = 99.0
NO_STOPS = [0] * 20

INPUTS = 161
MOVE_INPUTS = INPUTS + 9  # with what is told of a turn that is under way


class ZimbabweFeatures:
    """Looks at a position once, then tells the numbers of each seat."""

    def __init__(self) -> None:
        self.inputs = [0.0] * 170  # MOVE_INPUTS
        self.at = 0  # the next of the inputs
        self.spent = 0.0
        # For each seat
        self.budget = [0.0] * 5  # cattle in its next turn
        self.is_to_come = [0] * 5  # whether it still has its turn in this round
        self.raises = [0] * 5  # how many monuments it could raise, cattle aside
        self.gains = [0] * 120  # seat * MOST_RAISES + n: what each would bring
        self.costs = [0.0] * 120
        self.goods = [0] * 120  # the kinds of goods for it
        self.placing_gain = [0.0] * 5  # what it can gain by craftsmen instead
        self.nearby = [0.0] * 5  # kinds of resources near its monuments
        self.nearby_free = [0.0] * 5  # and those that nobody works yet
        self.room_around = [0.0] * 5  # empty squares near its monuments
        self.customers = [0.0] * 5  # monuments of others that reach its craftsmen
        self.of_kind = [0] * 35  # seat * 7 + kind: its monuments that reach such goods
        self.near_kinds = [0] * 5  # kinds of resources near any of its monuments, as a set
        self.best_gain = [0.0] * 5  # by one monument
        self.later_gain = [0.0] * 5  # with twice the cattle
        self.by_hope = [0] * 5  # the seats, those first who may be nearest to victory after their next turn
        self.stock = [0] * 7  # resources that are left for each kind of goods
        self.unworked = [0] * 4  # resources that no primary reaches
        self.gain_in_all = [0.0] * 5
        self.next_gain = [0.0] * 5  # what it can pay for
        self.next_cost = [0.0] * 5
        self.richer_gain = [0.0] * 5  # with some more cattle
        self.cheapest = [0.0] * 5
        self.most_kinds = [0.0] * 5  # of goods within reach of one of its monuments
        self.kinds_in_all = [0.0] * 5
        self.short_of_one = [0.0] * 5  # its monuments that lack just one kind of goods
        self.sales = [0.0] * 5  # cattle that others would pay to it
        self.own_sales = [0.0] * 5
        self.levels = [0] * 30  # seat * 6 + level: its monuments
        # For the monument that is looked at
        self.cost = [0.0] * 7  # of the cheapest good of each kind
        self.seller = [0] * 7
        self.asked = [0.0] * 7  # the price alone
        self.hubs = [0] * 21

    # Looking

    def look(self, state: Zimbabwe) -> None:
        """Reckon all that is asked for more than once."""
        for seat in range(state.players):
            self.clear(state, seat)
        kinds = shopping_of(state).kinds()
        for kind in range(PRIMARIES):
            self.unworked[kind] = state.uncovered(kind)
        for row in range(1, SIDE + 1):
            left = state.monuments[row]
            while left:
                square = (row - 1) * SIDE + lowest(left)
                left &= left - 1
                self.look_at_monument(state, square, kinds)
        for seat in range(state.players):
            self.richer_gain[seat] = self.affordable(state, seat, self.budget[seat] + 5.0)
            self.next_gain[seat] = self.affordable(state, seat, self.budget[seat])
            self.next_cost[seat] = self.spent
            self.later_gain[seat] = self.affordable(state, seat, 2.0 * self.budget[seat])
            self.placing_gain[seat] = self.gain_by_placing(state, seat)
        self.rank_by_hope(state)

    def rank_by_hope(self, state: Zimbabwe) -> None:
        for seat in range(state.players):
            place = seat
            while place > 0 and self.lack(state, seat) < self.lack(state, self.by_hope[place - 1]):
                self.by_hope[place] = self.by_hope[place - 1]
                place -= 1
            self.by_hope[place] = seat

    def lack(self, state: Zimbabwe, seat: int) -> float:
        """The points that a seat will lack after its next turn; less than none: a surplus."""
        return state.vr[seat] - state.vp[seat] - max(self.next_gain[seat], self.placing_gain[seat], 1.0)

    def clear(self, state: Zimbabwe, seat: int) -> None:
        place = 0
        while place < state.players and state.order[place] != seat:
            place += 1
        if state.step == GIFT:
            self.is_to_come[seat] = 1
            self.budget[seat] = float(state.cattle[seat] + state.plaque[seat])
        else:
            self.is_to_come[seat] = place >= state.turn
            self.budget[seat] = float(state.cattle[seat])
            if not self.is_to_come[seat]:
                self.budget[seat] += state.revenue(seat)
        self.raises[seat] = 0
        self.gain_in_all[seat] = 0.0
        self.cheapest[seat] = 30.0
        self.most_kinds[seat] = 0.0
        self.kinds_in_all[seat] = 0.0
        self.short_of_one[seat] = 0.0
        self.sales[seat] = 0.0
        self.own_sales[seat] = 0.0
        self.nearby[seat] = 0.0
        self.nearby_free[seat] = 0.0
        self.room_around[seat] = 0.0
        self.customers[seat] = 0.0
        self.near_kinds[seat] = 0
        self.best_gain[seat] = 0.0
        for kind in range(TYPES):
            self.of_kind[seat * TYPES + kind] = 0
        for level in range(HIGHEST + 1):
            self.levels[seat * 6 + level] = 0

    def look_at_monument(self, state: Zimbabwe, square: int, kinds: int) -> None:
        owner = state.owners[square]
        level = state.levels[square]
        self.levels[owner * 6 + level] += 1
        if level == HIGHEST:
            return
        steps = state.range
        state.range = state.range_of(owner)
        source = [0] * 20
        source[square // SIDE + 1] = 1 << (square % SIDE)
        self.look_around(state, owner, square)
        state.count_hubs(source, MOST_HUBS, kinds, self.hubs)
        state.range = steps
        room = ~state.used & WORD if self.is_to_come[owner] else WORD
        found = 0
        for kind in range(TYPES):
            self.cost[kind] = OUT_OF_REACH
            if kinds & bit(kind):
                self.find_cheapest(state, owner, kind, room)
                if self.cost[kind] < OUT_OF_REACH:
                    found += 1
                    self.of_kind[owner * TYPES + kind] += 1
        self.most_kinds[owner] = max(self.most_kinds[owner], float(found))
        self.kinds_in_all[owner] += min(found, 4)
        lacking = level - found
        if state.god[owner] == TSUI_GOAB and found:
            lacking = 0
        if lacking == 1:
            self.short_of_one[owner] += 1.0
        if lacking <= 0 and self.raises[owner] < MOST_RAISES:
            self.add_raise(state, owner, level)

    def look_around(self, state: Zimbabwe, owner: int, square: int) -> None:
        """See what lies in range of a monument."""
        near = [0] * 20
        near[square // SIDE + 1] = 1 << (square % SIDE)
        spread(near, state.range, state.ground, state.water, state.wet_row, state.wet_next, NO_STOPS)
        for kind in range(RESOURCES):
            found = state.resources_within(near, kind)
            if found:
                self.nearby[owner] += 1.0
                self.near_kinds[owner] |= 1 << kind
                if found & self.unworked[kind]:
                    self.nearby_free[owner] += 1.0
        room = 0
        for row in range(1, SIDE + 1):
            room += count(near[row] & state.empty[row])
        self.room_around[owner] += room

    def find_cheapest(self, state: Zimbabwe, owner: int, kind: int, room: int) -> None:
        """The cheapest good of a kind, hubs and primary included."""
        for tile in range(kind * EACH, kind * EACH + state.placed[kind]):
            if self.hubs[tile] != NONE and state.supply[tile] & room:
                if state.tile_owner[tile] != owner:
                    self.customers[state.tile_owner[tile]] += 1.0
                price = self.price(state, owner, tile)
                cost = price + self.hubs[tile]
                if kind >= PRIMARIES:
                    cost += self.cheapest_primary(state, owner, tile, room)
                if cost < self.cost[kind]:
                    self.cost[kind] = cost
                    self.asked[kind] = price
                    self.seller[kind] = state.tile_owner[tile]

    def cheapest_primary(self, state: Zimbabwe, owner: int, tile: int, room: int) -> float:
        least = OUT_OF_REACH
        kind = tile // EACH - PRIMARIES
        for primary in range(kind * EACH, kind * EACH + state.placed[kind]):
            way = state.way(tile, primary)
            if way != NONE and state.supply[primary] & room:
                least = min(least, self.price(state, owner, primary) + way)
        return least

    def price(self, state: Zimbabwe, buyer: int, tile: int) -> float:
        if state.god[buyer] == ANANSI:
            return 1.0
        return float(state.price[state.tile_owner[tile] * TYPES + tile // EACH])

    def add_raise(self, state: Zimbabwe, owner: int, level: int) -> None:
        """Note a monument that can be raised: what it brings, and to whom its cheapest goods are paid."""
        gain = MONUMENT_VP[level + 1] - MONUMENT_VP[level]
        whole = 0.0
        goods = 0
        repeats = state.god[owner] == TSUI_GOAB
        for _ in range(level):
            best = 0
            for kind in range(1, TYPES):
                if self.cost[kind] < self.cost[best]:
                    best = kind
            whole += self.cost[best]
            goods |= bit(best)
            if self.seller[best] == owner:
                self.own_sales[owner] += self.asked[best]
            else:
                self.sales[self.seller[best]] += self.asked[best]
            if not repeats:
                self.cost[best] = OUT_OF_REACH
        self.gains[owner * MOST_RAISES + self.raises[owner]] = gain
        self.costs[owner * MOST_RAISES + self.raises[owner]] = whole
        self.goods[owner * MOST_RAISES + self.raises[owner]] = goods
        self.raises[owner] += 1
        self.gain_in_all[owner] += gain
        self.best_gain[owner] = max(self.best_gain[owner], float(gain))
        self.cheapest[owner] = min(self.cheapest[owner], whole)

    def affordable(self, state: Zimbabwe, seat: int, cattle: float) -> float:
        """The points of the monuments that can be raised for some cattle, the best bargain first; what it costs."""
        self.spent = 0.0
        self.count_stock(state, seat)
        taken = 0
        gain = 0.0
        while True:
            best = NONE
            most = 0.0
            for n in range(self.raises[seat]):
                one = seat * MOST_RAISES + n
                if not taken & bit(n) and self.costs[one] <= cattle - self.spent and self.is_in_stock(self.goods[one]):
                    bargain = (self.gains[one] + 0.5) / (self.costs[one] + 1.0)
                    if bargain > most:
                        most = bargain
                        best = n
            if best == NONE:
                return gain
            taken |= bit(best)
            one = seat * MOST_RAISES + best
            gain += self.gains[one]
            self.spent += self.costs[one]
            for kind in range(TYPES):
                self.stock[kind] -= (self.goods[one] >> kind) & 1

    def count_stock(self, state: Zimbabwe, seat: int) -> None:
        """Count the resources that the craftsmen of each kind may use when the seat has its turn."""
        room = ~state.used & WORD if self.is_to_come[seat] else WORD
        for kind in range(TYPES):
            reached = room & 0
            for tile in range(kind * EACH, kind * EACH + state.placed[kind]):
                reached |= state.supply[tile]
            self.stock[kind] = count(reached & room)

    def is_in_stock(self, goods: int) -> bool:
        while goods:
            if self.stock[lowest(goods)] <= 0:
                return False
            goods &= goods - 1
        return True

    def gain_by_placing(self, state: Zimbabwe, seat: int) -> float:
        """The points of craftsmen that the seat can place for its cattle, with technologies that it has."""
        cattle = self.budget[seat]
        gain = 0.0
        for kind in range(TYPES - 1, -1, -1):
            has_room = state.placed[kind] < EACH and state.uncovered(kind) != 0
            if state.card[seat * TYPES + kind] and has_room and cattle >= COST[kind]:
                cattle -= COST[kind]
                gain += CRAFTSMAN_VP[kind]
        return gain

    # Telling

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
        before = 0
        if state.step != GIFT:
            while before < state.players and state.order[before] != seat:
                before += 1
        self.add(before * 0.25)
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
        self.add(float(max(self.placing_gain[seat], 1.0) >= need))
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
            self.add(self.stock[kind] * 0.1)
            self.add(float(self.near_kinds[seat] >> kind & 1))
        for kind in range(TYPES):
            self.add(self.of_kind[seat * TYPES + kind] * 0.3)

    def pressure(self, state: Zimbabwe, seat: int) -> float:
        """How many goods that this seat wants may be used up by those who have their turn before it."""
        short = 0.0
        for kind in range(TYPES):
            wanted = 0
            before = 0
            for other in range(state.players):
                for n in range(self.raises[other]):
                    if self.goods[other * MOST_RAISES + n] >> kind & 1:
                        if other == seat:
                            wanted += 1
                        elif self.is_to_come[other] and self.is_to_come[seat] and self.comes_before(state, other, seat):
                            before += 1
            if wanted and wanted + before > self.stock[kind]:
                short += min(wanted, wanted + before - self.stock[kind])
        return short

    def comes_before(self, state: Zimbabwe, seat: int, other: int) -> bool:
        """Whether a seat has its turn before another in this round, where that is known."""
        if state.step == GIFT:
            return False
        for place in range(state.players):
            if state.order[place] == seat:
                return True
            if state.order[place] == other:
                return False
        return False

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
            found.append([self.inputs[n] for n in range(INPUTS)])
        return found
