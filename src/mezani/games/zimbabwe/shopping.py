"""Shopping for a raise: which goods there are, what they cost, and whether all that are needed can be had together."""

import cython

from mezani.games.zimbabwe.actions import ANANSI, ATETE, TSUI_GOAB
from mezani.games.zimbabwe.empires import Empires

if not cython.compiled:
    from mezani.engine.bits import WORD, bit, count, lowest
    from mezani.games.zimbabwe.actions import EACH, NONE, PRIMARIES, TYPES


class Shopping:
    """What the seat to move can buy: the ways to the craftsmen, and the resources that still have room for a marker."""

    def __init__(self, state: Empires) -> None:
        self.begin(state)

    def begin(self, state: Empires) -> None:
        self.state = state
        god = state.god[state.seat]
        self.repeats = god == TSUI_GOAB  # 13.8
        self.pays_one = god == ANANSI  # 13.9
        self.room = ~state.used & WORD  # 10.5
        self.room_for_two = 0
        if god == ATETE:  # 13.7
            self.room_for_two = self.room
            self.room = ~state.used_again & WORD
        self.hubs = [NONE] * 21  # from the monument to each craftsman
        # The uses that are spoken for: for each set of them, all resources that would do for one of them
        self.uses = 0
        if not cython.compiled:
            self.unions = [0] * 256

    # Goods and prices

    def kinds(self) -> int:
        """The types of goods that are used in rituals now: where a secondary stands, its primary's is not."""  # 10.3
        found = 0
        for kind in range(TYPES):
            if self.state.placed[kind] and (kind >= PRIMARIES - 1 or self.state.placed[kind + PRIMARIES] == 0):
                found |= bit(kind)
        return found

    def price_of(self, tile: int) -> int:
        """What a good of a craftsman costs."""  # 10.4
        if self.pays_one:
            return 1
        return self.state.price[self.state.tile_owner[tile] * TYPES + tile // EACH]

    def way(self, tile: int, primary: int) -> int:
        """The hubs from a secondary to one of its primaries, or NONE."""
        return self.state.way(tile, primary)

    def most_goods(self, cattle: int) -> int:
        """How many goods could at most be had for the cattle: the cheapest of each type, ways and other uses aside."""
        kinds = self.kinds()
        types_at = [0] * 7  # how many types cost so much
        while kinds:
            types_at[self.least_price(lowest(kinds))] += 1
            kinds &= kinds - 1
        goods = 0
        for price in range(1, 7):
            while types_at[price] and cattle >= price:
                cattle -= price
                goods += 1
                types_at[price] -= not self.repeats
        return goods

    def least_price(self, kind: int) -> int:
        """What a good of a type costs at least, its primary included; 0 if there is none with a resource."""
        least = 0
        for tile in range(kind * EACH, kind * EACH + self.state.placed[kind]):
            if self.state.supply[tile] & self.room and (least == 0 or self.price_of(tile) < least):
                least = self.price_of(tile)
        if least == 0 or kind < PRIMARIES:
            return least
        of_primary = self.least_price(kind - PRIMARIES)
        return least + of_primary if of_primary else 0

    # Can all be had?

    def can_finish(self, left: int, kinds: int, cattle: int) -> bool:
        """Whether so many more goods of these types can be had for the cattle."""
        if left == 0:
            return True
        while count(kinds) >= left or (self.repeats and kinds):
            kind = lowest(kinds)
            others = kinds & (kinds - 1)
            for tile in range(kind * EACH, kind * EACH + self.state.placed[kind]):
                if self.can_finish_with(tile, left - 1, kinds if self.repeats else others, cattle):
                    return True
            kinds = others
        return False

    def can_finish_with(self, tile: int, left: int, kinds: int, cattle: int) -> bool:
        """Whether a good of this craftsman can be had, and then so many more of these types."""
        cattle -= self.price_of(tile) + self.hubs[tile]
        if self.hubs[tile] == NONE or cattle < left or not self.reserve(self.state.supply[tile]):
            return False
        found = False
        if tile < PRIMARIES * EACH:
            found = self.can_finish(left, kinds, cattle)
        else:
            kind = tile // EACH - PRIMARIES
            for primary in range(kind * EACH, kind * EACH + self.state.placed[kind]):
                if self.can_finish_from(tile, primary, left, kinds, cattle):
                    found = True
                    break
        self.uses -= 1
        return found

    def can_finish_from(self, tile: int, primary: int, left: int, kinds: int, cattle: int) -> bool:
        """Whether the primary can supply the secondary, and then so many more goods of these types can be had."""
        way = self.way(tile, primary)
        cattle -= self.price_of(primary) + way
        if way == NONE or cattle < left or not self.reserve(self.state.supply[primary]):
            return False
        found = self.can_finish(left, kinds, cattle)
        self.uses -= 1
        return found

    def reserve(self, resources: int) -> bool:
        """Speak for one marker on any of these resources, if all uses together still find room.

        They do if any of them, taken together, have as much room as there are of them (Hall's theorem).
        """
        sets = 1 << self.uses
        for some in range(sets):
            union = self.unions[some] | resources
            if count(union & self.room) + count(union & self.room_for_two) <= count(some):
                return False
            self.unions[sets + some] = union
        self.uses += 1
        return True

    def mark(self, resource: int) -> None:
        """Use up a resource."""
        if self.room_for_two & bit(resource):
            self.room_for_two &= ~bit(resource)
        else:
            self.room &= ~bit(resource)


scratch = Shopping.__new__(Shopping)


def shopping_of(state: Empires) -> Shopping:
    """The one Shopping that the rules use, begun anew: to make one takes longer than most of what it is for."""
    scratch.begin(state)
    return scratch
