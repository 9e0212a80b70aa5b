"""What each seat could do in its next turn: what it could raise for how much, who is paid for it, and who then wins.

It is reckoned good by good and without care for the last resource, so it is near the truth and quick.
"""

import cython

from mezani.games.zimbabwe import components
from mezani.games.zimbabwe.actions import ANANSI, ATETE, GIFT, OBATALA, TSUI_GOAB, XANGO
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
MONUMENT_VP = components.MONUMENT_VP
MOST_HUBS = 3  # on a way that is looked at
MOST_RAISES = 7  # of one turn that are reckoned with; each set of them is a plan
GUARD = sum(128 << 8 * kind for kind in range(len(components.COST)))  # the highest bit of the byte of each kind
OUT_OF_REACH = 99.0
NO_STOPS = [0] * 20


class NextTurns:
    """What each seat could do, reckoned by one look at a position."""

    def __init__(self) -> None:
        # For each seat
        self.budget = [0.0] * 5  # cattle in its next turn
        self.is_to_come = [0] * 5  # whether it still has its turn in this round
        self.raises = [0] * 5  # how many monuments it could raise, cattle aside
        self.gains = [0] * 35  # seat * MOST_RAISES + n: what each would bring
        self.costs = [0.0] * 35
        self.goods = [0] * 35  # the resources for it: how many of each kind, a byte for a kind
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
        self.pressed_gain = [0.0] * 5  # if those who have their turn before take what they want
        self.surplus = [0.0] * 5  # points above its VR at the end of this round, and parts of one that break ties
        self.later_surplus = [0.0] * 5  # and at the end of the next
        # For each set of raises of the seat that is looked at
        self.plan_gain = [0] * 128
        self.plan_cost = [0.0] * 128
        self.plan_goods = [0] * 128
        self.plan = 0  # the one that was chosen last
        # Resources
        self.stock = 0  # how many are left for each kind of goods, a byte for a kind
        self.unworked = [0] * 4  # those that no primary reaches
        # For the monument that is looked at
        self.cost = [0.0] * 7  # of the cheapest good of each kind
        self.seller = [0] * 7
        self.asked = [0.0] * 7  # the price alone
        self.hubs = [0] * 21

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
            self.plan_raises(seat)
            self.count_stock(state, seat)
            self.richer_gain[seat] = self.affordable(seat, self.budget[seat] + 5.0)
            self.later_gain[seat] = self.affordable(seat, 2.0 * self.budget[seat])
            self.next_gain[seat] = self.affordable(seat, self.budget[seat])
            self.pressed_gain[seat] = self.next_gain[seat]
            self.next_cost[seat] = self.plan_cost[self.plan]
            self.placing_gain[seat] = self.gain_by_placing(state, seat)
        if state.step != GIFT:
            self.press(state)
        for seat in range(state.players):
            self.surplus[seat] = self.surplus_after(state, seat)
            self.later_surplus[seat] = self.surplus_later(state, seat)
        self.rank_by_hope(state)

    def press(self, state: Zimbabwe) -> None:
        """Let those who have their turn in this round take their resources one after the other."""
        taken = 0
        for place in range(state.turn, state.players):
            seat = state.order[place]
            if self.raises[seat]:
                self.plan_raises(seat)
                self.count_stock(state, seat)
                self.stock = self.less(self.stock, taken)
                self.pressed_gain[seat] = self.affordable(seat, self.budget[seat])
                taken += self.plan_goods[self.plan]

    def less(self, stock: int, taken: int) -> int:
        """What is left of each kind when some of it is taken."""
        left = 0
        for kind in range(TYPES):
            had = stock >> 8 * kind & 127
            used = taken >> 8 * kind & 127
            if had > used:
                left += (had - used) << 8 * kind
        return left

    def surplus_after(self, state: Zimbabwe, seat: int) -> float:
        """The points above its VR that a seat will have at the end of this round."""
        vp = float(state.vp[seat])
        if self.is_to_come[seat]:
            vp += max(self.pressed_gain[seat], self.gain_aside(state, seat))
        return vp - state.vr[seat] + self.in_a_tie(state, seat, vp)

    def surplus_later(self, state: Zimbabwe, seat: int) -> float:
        """And at the end of the next round, if no more than what can be seen now is done in it."""
        vp = state.vp[seat] + max(self.next_gain[seat], self.gain_aside(state, seat))
        if self.is_to_come[seat]:
            vp += max(self.gain_in_all[seat] - self.next_gain[seat], 1.0)
        return vp - state.vr[seat] + self.in_a_tie(state, seat, vp)

    def in_a_tie(self, state: Zimbabwe, seat: int, vp: float) -> float:
        """What breaks ties, as a part of a point: Xango, then points, then the order of this round."""
        place = self.place_of(state, seat)
        return 0.005 * vp - 0.0005 * place + (0.4 if state.god[seat] == XANGO else 0.0)

    def place_of(self, state: Zimbabwe, seat: int) -> int:
        """How many have their turn before a seat in this round."""
        place = 0
        while place < state.players and state.order[place] != seat:
            place += 1
        return place

    def rank_by_hope(self, state: Zimbabwe) -> None:
        for seat in range(state.players):
            place = seat
            while place > 0 and self.lack(state, seat) < self.lack(state, self.by_hope[place - 1]):
                self.by_hope[place] = self.by_hope[place - 1]
                place -= 1
            self.by_hope[place] = seat

    def lack(self, state: Zimbabwe, seat: int) -> float:
        """The points that a seat will lack after its next turn; less than none: a surplus."""
        return state.vr[seat] - state.vp[seat] - max(self.next_gain[seat], self.gain_aside(state, seat))

    def gain_aside(self, state: Zimbabwe, seat: int) -> float:
        """What a turn brings in which nothing is raised: by craftsmen or new monuments."""
        return max(self.placing_gain[seat], 2.0 if state.god[seat] == OBATALA else 1.0)

    def clear(self, state: Zimbabwe, seat: int) -> None:
        if state.step == GIFT:
            self.is_to_come[seat] = 1
            self.budget[seat] = float(state.cattle[seat] + state.plaque[seat])
        else:
            self.is_to_come[seat] = self.place_of(state, seat) >= state.turn
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
        room = self.room_for(state, owner)
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
            goods += bit(8 * best)
            if best >= PRIMARIES:
                goods += bit(8 * (best - PRIMARIES))
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

    def plan_raises(self, seat: int) -> None:
        """Add up what each set of raises brings, costs and needs."""
        for plan in range(1, 1 << self.raises[seat]):
            one = seat * MOST_RAISES + lowest(plan)
            rest = plan & (plan - 1)
            self.plan_gain[plan] = self.plan_gain[rest] + self.gains[one]
            self.plan_cost[plan] = self.plan_cost[rest] + self.costs[one]
            self.plan_goods[plan] = self.plan_goods[rest] + self.goods[one]

    def affordable(self, seat: int, cattle: float) -> float:
        """The most points by raises that the seat can pay for and that there are resources for."""
        best = 0
        for plan in range(1, 1 << self.raises[seat]):
            if self.plan_cost[plan] <= cattle and self.is_in_stock(self.plan_goods[plan]):
                better = self.plan_gain[plan] - self.plan_gain[best]
                if better > 0 or (better == 0 and self.plan_cost[plan] < self.plan_cost[best]):
                    best = plan
        self.plan = best
        return float(self.plan_gain[best])

    def count_stock(self, state: Zimbabwe, seat: int) -> None:
        """Count the resources that the craftsmen of each kind may use when the seat has its turn."""
        room = self.room_for(state, seat)
        twice = 0
        if state.god[seat] == ATETE:
            twice = ~state.used & WORD if self.is_to_come[seat] else WORD
        self.stock = 0
        for kind in range(TYPES - 1, -1, -1):
            reached = room & 0
            for tile in range(kind * EACH, kind * EACH + state.placed[kind]):
                reached |= state.supply[tile]
            self.stock = self.stock << 8 | (count(reached & room) + count(reached & twice))

    def room_for(self, state: Zimbabwe, seat: int) -> int:
        """The resources that a seat may use in its next turn."""
        if not self.is_to_come[seat]:
            return WORD
        return ~(state.used_again if state.god[seat] == ATETE else state.used) & WORD

    def is_in_stock(self, goods: int) -> bool:
        """Whether there is as much of every kind: no byte borrows from its guard."""
        return ((self.stock | GUARD) - goods) & GUARD == GUARD

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

    def pressure(self, state: Zimbabwe, seat: int) -> float:
        """How many goods that this seat wants may be used up by those who have their turn before it."""
        short = 0.0
        for kind in range(TYPES):
            wanted = 0
            before = 0
            stock = self.stock >> 8 * kind & 127
            for other in range(state.players):
                for n in range(self.raises[other]):
                    used = self.goods[other * MOST_RAISES + n] >> 8 * kind & 127
                    if other == seat:
                        wanted += used
                    elif used and self.is_to_come[other] and self.is_to_come[seat]:
                        before += used if self.comes_before(state, other, seat) else 0
            if wanted and wanted + before > stock:
                short += min(wanted, wanted + before - stock)
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
