"""Raising monuments, good by good. Only what leaves a way to finish is offered: nobody gets stuck half-way (10.9)."""

import cython

from mezani.engine.state import Choices
from mezani.games.zimbabwe import components
from mezani.games.zimbabwe.actions import (
    GOOD,
    GOOD_RESOURCE,
    PRIMARY,
    PRIMARY_RESOURCE,
    QAMATA,
    RAISING,
    TURN,
)
from mezani.games.zimbabwe.empires import Empires
from mezani.games.zimbabwe.shopping import Shopping

if not cython.compiled:
    from mezani.engine.bits import bit, count, lowest
    from mezani.games.zimbabwe.actions import EACH, NONE, PRIMARIES, SIDE, TILES, TYPES
    from mezani.games.zimbabwe.shopping import shopping_of

HIGHEST = 5
ALL_TYPES = 0b1111111
MONUMENT_VP = components.MONUMENT_VP


class Raising(Empires):
    def __init__(self, players: int, seed: int) -> None:
        Empires.__init__(self, players, seed)
        self.raised = [0] * 20  # the monuments raised in this turn
        self.raising = NONE  # the square of the monument that is being raised; of the last raise is kept:
        self.hubs = [NONE] * 21  # the hubs from it to each craftsman
        self.goods = 0  # how many goods have been bought for it
        self.maker = [NONE] * 4  # for each good the craftsman
        self.primary = [NONE] * 4  # and the primary, if the craftsman is a secondary
        self.maker_resource = [NONE] * 4  # and the resources that they use up
        self.primary_resource = [NONE] * 4

    def forget_raising(self) -> None:
        """Clear what is known of the last raise; it is kept until the next one, for those who ask what was bought."""
        self.goods = 0
        for good in range(4):
            self.maker[good] = self.primary[good] = self.maker_resource[good] = self.primary_resource[good] = NONE
        for tile in range(TYPES * EACH):
            self.hubs[tile] = NONE

    # Which monument

    def monuments_to_raise(self, squares: list[int], one_will_do: bool) -> bool:
        """Add the monuments that can be raised, or just one of them; whether there are any."""
        shopping = shopping_of(self)
        most = shopping.most_goods(self.cattle[self.seat])  # spares many searches for hubs
        if not most:
            return False
        found = False
        for row in range(1, SIDE + 1):
            left = self.monuments[row] & ~self.raised[row]  # 10.1
            while left:
                square = (row - 1) * SIDE + lowest(left)
                if (
                    self.owners[square] == self.seat
                    and self.levels[square] <= most
                    and self.can_raise(square, shopping)
                ):
                    squares[row] |= left & -left
                    found = True
                    if one_will_do:
                        return True
                left &= left - 1
        return found

    def can_raise(self, square: int, shopping: Shopping) -> bool:
        """Whether the goods for a monument can be had."""
        level = self.levels[square]
        spare = self.cattle[self.seat] - level  # a good costs at least 1, and so does a hub
        if level == HIGHEST or spare < 0:  # 10.1
            return False
        kinds = shopping.kinds()
        for tile in range(TILES):
            shopping.hubs[tile] = NONE
        source = [0] * 20
        source[square // SIDE + 1] = 1 << (square % SIDE)
        seen = [0] * 20
        reached = 0
        for passed in range(spare + 1):  # mostly few hubs will do, and there are far more
            found = self.reach_craftsmen(source, seen, passed, kinds, shopping.hubs)
            reached |= types_of(found)
            if found and shopping.can_finish(level, reached, self.cattle[self.seat]):
                return True
            if not self.next_hubs(source, seen):
                return False
        return False

    def start_raise(self, square: int) -> None:
        self.forget_raising()
        self.main = RAISING
        self.raising = square
        source = [0] * 20
        source[square // SIDE + 1] = 1 << (square % SIDE)
        self.count_hubs(source, self.cattle[self.seat], ALL_TYPES, self.hubs)
        self.step = GOOD

    # Which craftsman, which primary, which resources

    def wanted_kinds(self, shopping: Shopping) -> int:
        """The types of goods that may still come."""
        kinds = shopping.kinds()
        if not shopping.repeats:
            for good in range(self.goods):
                kinds &= ~bit(self.maker[good] // EACH)  # 10.2
        return kinds

    def makers(self, shopping: Shopping) -> int:
        """The craftsmen who may make the next good."""
        found = 0
        kinds = self.wanted_kinds(shopping)
        left = self.levels[self.raising] - self.goods - 1
        for tile in range(TYPES * EACH):
            kind = tile // EACH
            if kinds & bit(kind) and tile % EACH < self.placed[kind]:
                others = kinds if shopping.repeats else kinds & ~bit(kind)
                if shopping.can_finish_with(tile, left, others, self.cattle[self.seat]):
                    found |= bit(tile)
        return found

    def primaries(self, shopping: Shopping, tile: int, cattle: int) -> int:
        """The primaries who may supply a secondary that makes the next good, for the cattle that are left for it."""
        found = 0
        kind = tile // EACH - PRIMARIES
        kinds = self.kinds_after(shopping, tile)
        left = self.levels[self.raising] - self.goods - 1
        shopping.reserve(self.supply[tile])
        for primary in range(kind * EACH, kind * EACH + self.placed[kind]):
            if shopping.can_finish_from(tile, primary, left, kinds, cattle):
                found |= bit(primary)
        return found

    def suppliers(self, tile: int) -> int:
        """The primaries who may supply a secondary if it is chosen for the next good."""
        shopping = self.shopping()
        return self.primaries(shopping, tile, self.cattle[self.seat] - shopping.price_of(tile) - self.hubs[tile])

    def kinds_after(self, shopping: Shopping, tile: int) -> int:
        """The types of goods that may come after one of this craftsman."""
        kinds = self.wanted_kinds(shopping)
        return kinds if shopping.repeats else kinds & ~bit(tile // EACH)

    def usable(self, shopping: Shopping) -> int:
        """The resources that the craftsman, or then the primary, may use up."""
        found = 0
        kinds = self.kinds_after(shopping, self.maker[self.goods])
        left = self.levels[self.raising] - self.goods - 1
        primary = self.primary[self.goods]
        tile = primary if self.step == PRIMARY_RESOURCE else self.maker[self.goods]
        resources = self.supply[tile] & shopping.room
        room = shopping.room
        room_for_two = shopping.room_for_two
        while resources:
            shopping.mark(lowest(resources))
            shopping.uses = 0
            if (
                self.step == PRIMARY_RESOURCE or primary == NONE or shopping.reserve(self.supply[primary])
            ) and shopping.can_finish(left, kinds, self.cattle[self.seat]):
                found |= resources & -resources
            shopping.room = room
            shopping.room_for_two = room_for_two
            resources &= resources - 1
        return found

    def shopping(self) -> Shopping:
        """Shopping for the monument that is being raised."""
        shopping = shopping_of(self)
        for tile in range(TYPES * EACH):
            shopping.hubs[tile] = self.hubs[tile]
        return shopping

    def open_choices(self) -> int:
        """What may be chosen in this step of a raise: craftsmen, primaries or resources, as a set."""
        shopping = self.shopping()
        if self.step == GOOD:
            return self.makers(shopping)
        if self.step == PRIMARY:
            return self.primaries(shopping, self.maker[self.goods], self.cattle[self.seat])
        return self.usable(shopping)

    def legal_while_raising(self, choices: Choices) -> None:
        squares = [0] * 20
        found = self.open_choices()
        if self.step == GOOD or self.step == PRIMARY:
            while found:
                square = self.tile_square[lowest(found)]
                squares[square // SIDE + 1] |= 1 << (square % SIDE)
                found &= found - 1
        else:
            self.add_resources(found, squares)
        self.add_squares(choices, squares, 0)

    # Buying

    def choose_for_raise(self, square: int) -> None:
        """Take a choice of this step, and then those that leave nothing to choose."""  # 10.8
        if self.step == GOOD or self.step == PRIMARY:
            self.take_choice(self.tile_at(square))
        else:
            self.take_choice(self.resource_at(square))
        while self.raising != NONE and self.step != GOOD:
            found = self.open_choices()
            if count(found) > 1:
                break
            self.take_choice(lowest(found))

    def take_choice(self, choice: int) -> None:
        if self.step == GOOD:
            self.maker[self.goods] = choice
            self.pay_craftsman(choice, self.hubs[choice])
            self.step = PRIMARY if choice >= PRIMARIES * EACH else GOOD_RESOURCE
        elif self.step == PRIMARY:
            tile = self.maker[self.goods]
            self.primary[self.goods] = choice
            self.pay_craftsman(choice, self.way(tile, choice))
            self.step = GOOD_RESOURCE
        elif self.step == GOOD_RESOURCE:
            self.maker_resource[self.goods] = choice
            self.mark(choice)
            if self.primary[self.goods] == NONE:
                self.take_good()
            else:
                self.step = PRIMARY_RESOURCE
        else:
            self.primary_resource[self.goods] = choice
            self.mark(choice)
            self.take_good()

    def pay_craftsman(self, tile: int, hubs: int) -> None:
        """Pay a good onto the card of the craftsman's owner, and the hubs on the way."""  # 10.4
        shopping = shopping_of(self)
        price = shopping.price_of(tile)
        self.cattle[self.seat] -= price + hubs
        self.on_card[self.tile_owner[tile] * TYPES + tile // EACH] += price
        if self.worshipper(QAMATA) != NONE:
            self.on_qamata += hubs  # 13.10

    def mark(self, resource: int) -> None:
        """Put a used marker on a resource."""  # 10.5
        if self.used & bit(resource):
            self.used_again |= bit(resource)
        self.used |= bit(resource)

    def take_good(self) -> None:
        self.goods += 1
        self.step = GOOD
        level = self.levels[self.raising]
        if self.goods == level:
            self.levels[self.raising] = level + 1
            self.vp[self.seat] += MONUMENT_VP[level + 1] - MONUMENT_VP[level]  # 10.7
            self.raised[self.raising // SIDE + 1] |= 1 << (self.raising % SIDE)
            self.raising = NONE
            self.step = TURN

    def copy_raising(self, other: "Raising") -> None:
        other.raised = self.raised[:]
        other.raising = self.raising
        other.hubs = self.hubs[:]
        other.goods = self.goods
        other.maker = self.maker[:]
        other.primary = self.primary[:]
        other.maker_resource = self.maker_resource[:]
        other.primary_resource = self.primary_resource[:]


def types_of(tiles: int) -> int:
    """The types of some craftsmen."""
    kinds = 0
    while tiles:
        kinds |= bit(lowest(tiles) // EACH)
        tiles &= tiles - 1
    return kinds
