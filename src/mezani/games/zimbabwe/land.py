"""The land and all that stands on it: squares, water, resources, monuments, craftsmen; who reaches what."""

import cython

from mezani.engine.state import Choices, State
from mezani.games.zimbabwe import components
from mezani.games.zimbabwe.components import RANGE

if not cython.compiled:
    from mezani.engine.bits import bit, count, lowest
    from mezani.games.zimbabwe.actions import EACH, NONE, PRIMARIES, SIDE, SQUARES, TILES, TYPES
    from mezani.games.zimbabwe.reach import flood_all, link_water, spread, touched

NO_STOPS = [0] * 20
IS_SQUARE = components.IS_SQUARE
USES = components.USES


class Land(State):
    def __init__(self, players: int, seed: int) -> None:
        State.__init__(self, players, seed)
        self.range = RANGE
        # Sets of squares, see reach.py
        self.ground = [0] * 20  # all squares of the map
        self.water = [0] * 20
        self.starts = [0] * 20
        self.empty = [0] * 20  # 2.5
        self.monuments = [0] * 20
        self.levels = [0] * 324
        self.owners = [NONE] * 324
        # Resources are numbered as they come; sets of them are words
        self.resources = 0
        self.resource_square = [NONE] * 64
        self.of_kind = [0] * 4
        self.used = 0
        self.used_again = 0  # those with a second marker
        self.placed = [0] * 7
        self.tile_square = [NONE] * 21
        self.tile_upright = [0] * 21
        self.tile_owner = [NONE] * 21
        # What follows from all this, kept because it is asked for all the time
        self.wet_row = [0] * 324  # the water areas, see reach.py
        self.wet_next = [NONE] * 324
        self.supply = [0] * 21  # the resources that each craftsman reaches
        self._other_supply = [0] * 21  # the same with the other range, 3 or 6
        self._known_other = 0  # the craftsmen of whom that is known
        self._tile_row = [0] * 21  # where each tile lies: its first row, its squares there and in the row below
        self._tile_bits = [0] * 21
        self._tile_below = [0] * 21
        # Found when it is first asked for, and forgotten when the land changes
        self._near = [0] * 140  # type * 20 + row: the squares in range of a resource that no craftsman of it covers
        self._known_near = 0  # the types of which that is known
        self._linked = [0] * 60  # primary * 20 + row: the squares from which a primary of a type can be reached
        self._known_linked = 0
        self._ways = [NONE] * 27  # see `ways`
        self._known_ways = 0

    # Putting things on it

    def put_resource(self, kind: int, square: int) -> None:
        self.of_kind[kind] |= bit(self.resources)
        self.resource_square[self.resources] = square
        self.resources += 1
        self.fill(square)
        self._known_near = self._known_other = 0

    def put_monument(self, owner: int, square: int) -> None:
        self.monuments[square // SIDE + 1] |= 1 << (square % SIDE)
        self.levels[square] = 1
        self.owners[square] = owner
        self.fill(square)
        self._known_linked = self._known_ways = 0

    def put_water(self, square: int) -> None:
        self.water[square // SIDE + 1] |= 1 << (square % SIDE)
        self.fill(square)

    def put_craftsman(self, kind: int, owner: int, square: int, upright: bool) -> None:
        tile = kind * EACH + self.placed[kind]
        self.placed[kind] += 1
        self.tile_square[tile] = square
        self.tile_upright[tile] = int(upright)
        self.tile_owner[tile] = owner
        self.find_tile(tile)
        self.empty[square // SIDE + 1] &= ~self._tile_bits[tile]
        self.empty[square // SIDE + 2] &= ~self._tile_below[tile]
        self._known_near &= ~bit(kind)
        self._known_linked = self._known_ways = 0

    def fill(self, square: int) -> None:
        self.empty[square // SIDE + 1] &= ~(1 << (square % SIDE))

    def find_tile(self, tile: int) -> None:
        """Find the squares on which a craftsman's tile lies: none while it has no first square."""
        square = self.tile_square[tile]
        upright = self.tile_upright[tile]
        self._tile_row[tile] = 0 if square == NONE else square // SIDE + 1
        self._tile_bits[tile] = 0 if square == NONE else (1 if upright else 3) << (square % SIDE)
        self._tile_below[tile] = self._tile_bits[tile] if upright or IS_SQUARE[tile // EACH] else 0

    def work_out(self) -> None:
        for tile in range(TILES):
            self.find_tile(tile)
        self._known_near = self._known_linked = self._known_ways = self._known_other = 0

    # Looking at it

    def add_tile(self, tile: int, squares: list[int]) -> None:
        """Add the squares on which a craftsman's tile lies."""
        row = self._tile_row[tile]
        squares[row] |= self._tile_bits[tile]
        squares[row + 1] |= self._tile_below[tile]

    def reaches_tile(self, reached: list[int], tile: int) -> bool:
        """Whether a set holds a square of a craftsman's tile."""  # 3.1
        row = self._tile_row[tile]
        return (reached[row] & self._tile_bits[tile] | reached[row + 1] & self._tile_below[tile]) != 0

    def tile_at(self, square: int) -> int:
        """The craftsman whose tile begins on a square."""
        for tile in range(TILES):
            if self.tile_square[tile] == square:
                return tile
        return NONE

    def resource_at(self, square: int) -> int:
        """The number of the resource on a square."""
        for resource in range(self.resources):
            if self.resource_square[resource] == square:
                return resource
        return NONE

    def add_resources(self, resources: int, squares: list[int]) -> None:
        """Add the squares of some resources."""
        while resources:
            square = self.resource_square[lowest(resources)]
            squares[square // SIDE + 1] |= 1 << (square % SIDE)
            resources &= resources - 1

    def resources_within(self, squares: list[int], kind: int) -> int:
        """The resources of a kind that lie in a set of squares."""
        found = 0
        left = self.of_kind[kind]
        while left:
            square = self.resource_square[lowest(left)]
            if squares[square // SIDE + 1] >> (square % SIDE) & 1:
                found |= left & -left
            left &= left - 1
        return found

    # Range and hubs

    def find_water_areas(self) -> None:
        link_water(self.water, self.wet_row, self.wet_next)

    def look_around(self) -> None:
        """Find anew what each craftsman reaches: the water has changed."""
        self._known_near = self._known_linked = self._known_ways = self._known_other = 0
        for tile in range(TILES):
            if self.tile_square[tile] != NONE:
                self.find_supply(tile)

    def change_range(self, steps: int) -> None:
        """From now on everybody reaches so far, 3 or 6 steps."""
        self.range = steps
        self._known_near = self._known_linked = self._known_ways = 0
        for tile in range(TILES):
            if self.tile_square[tile] != NONE:
                self.supply[tile], self._other_supply[tile] = self._other_supply[tile], self.supply[tile]
                if not self._known_other & bit(tile):
                    self.find_supply(tile)
                self._known_other |= bit(tile)

    def find_supply(self, tile: int) -> None:
        """Find the resources in a craftsman's range; no hubs, and monuments do not block."""  # 3.7
        reached = [0] * 20
        self.add_tile(tile, reached)
        spread(reached, self.range, self.ground, self.water, self.wet_row, self.wet_next, NO_STOPS)
        self.supply[tile] = self.resources_within(reached, USES[tile // EACH])

    def supply_new_resource(self, kind: int, square: int) -> None:
        """Add the resource that was put last to what craftsmen reach: those that it reaches."""
        reached = [0] * 20
        reached[square // SIDE + 1] = 1 << (square % SIDE)
        spread(reached, self.range, self.ground, self.water, self.wet_row, self.wet_next, NO_STOPS)
        for tile in range(TILES):
            if USES[tile // EACH] == kind and self.reaches_tile(reached, tile):
                self.supply[tile] |= bit(self.resources - 1)

    @property
    def ways(self) -> list[int]:
        """The hubs from each secondary, (tile - 12) * 3, to each of its primaries."""
        for tile in range(PRIMARIES * EACH, TILES):
            self.find_ways(tile)
        return [self._ways[n] for n in range(27)]

    def way(self, tile: int, primary: int) -> int:
        """The hubs from a secondary to one of its primaries, or NONE."""
        if not self._known_ways & bit(tile):
            self.find_ways(tile)
            self._known_ways |= bit(tile)
        return self._ways[(tile - PRIMARIES * EACH) * EACH + primary % EACH]

    def find_ways(self, tile: int) -> None:
        """Count the hubs between a secondary and each of its primaries."""
        hubs = [0] * 21
        source = [0] * 20
        primaries = tile // EACH - PRIMARIES
        self.add_tile(tile, source)
        self.count_hubs(source, SQUARES, bit(primaries), hubs)
        for n in range(EACH):
            self._ways[(tile - PRIMARIES * EACH) * EACH + n] = hubs[primaries * EACH + n]

    def count_hubs(self, source: list[int], most: int, kinds: int, hubs: list[int]) -> None:
        """The fewest hubs from a set of squares to each craftsman of some types, NONE: more than `most` or no way.

        The set is used up.
        """
        missing = 0
        for tile in range(TILES):
            hubs[tile] = NONE
        for kind in range(TYPES):
            if kinds & bit(kind):
                missing += self.placed[kind]
        seen = [0] * 20
        passed = 0
        while missing and passed <= most:
            missing -= count(self.reach_craftsmen(source, seen, passed, kinds, hubs))
            if not missing or not self.next_hubs(source, seen):
                break
            passed += 1

    def reach_craftsmen(self, source: list[int], seen: list[int], passed: int, kinds: int, hubs: list[int]) -> int:
        """Go on from some hubs and put down the craftsmen of some types that are reached first now; their set."""
        found = 0
        for row in range(1, SIDE + 1):
            seen[row] |= source[row]  # 3.6
        spread(source, self.range, self.ground, self.water, self.wet_row, self.wet_next, self.monuments)
        for kind in range(TYPES):
            if kinds & bit(kind):
                for tile in range(kind * EACH, kind * EACH + self.placed[kind]):
                    if hubs[tile] == NONE and self.reaches_tile(source, tile):
                        hubs[tile] = passed  # 3.8
                        found |= bit(tile)
        return found

    def next_hubs(self, reached: list[int], seen: list[int]) -> bool:
        """Of the squares that are reached keep just the monuments not yet used; whether there are any."""  # 3.5
        found = 0
        for row in range(1, SIDE + 1):
            reached[row] &= self.monuments[row] & ~seen[row]
            found |= reached[row]
        return found != 0

    def reach_by_hubs(self, source: list[int], reached: list[int]) -> None:
        """All squares from which a set can be reached, with any number of hubs; the set is used up."""
        seen = [0] * 20
        going_on = True
        while going_on:
            for row in range(1, SIDE + 1):
                seen[row] |= source[row]
            spread(source, self.range, self.ground, self.water, self.wet_row, self.wet_next, self.monuments)
            for row in range(1, SIDE + 1):
                reached[row] |= source[row]
            going_on = self.next_hubs(source, seen)

    # Where there is room

    def room_for_pair(self, across: list[int], upright: list[int]) -> bool:
        """The first squares of all places for a tile of two; whether there is any."""
        found = 0
        for row in range(1, SIDE + 1):
            across[row] = self.empty[row] & self.empty[row] >> 1
            upright[row] = self.empty[row] & self.empty[row + 1]
            found |= across[row] | upright[row]
        return found != 0

    def room_for_monument(self, anywhere: bool, squares: list[int]) -> bool:
        """The squares for a new monument: empty ones, next to no other unless `anywhere`; whether there is any."""
        sides = [0] * 20
        if not anywhere:
            for row in range(1, SIDE + 1):
                sides[row] = self.monuments[row] | self.monuments[row] << 1 | self.monuments[row] >> 1
        found = 0
        for row in range(1, SIDE + 1):
            squares[row] = self.empty[row] & ~(sides[row - 1] | sides[row] | sides[row + 1])  # 8.2
            found |= squares[row]
        return found != 0

    def room_for_craftsman(self, kind: int, across: list[int], upright: list[int]) -> bool:
        """The first squares of all places where a craftsman may stand; whether there is any."""
        self.room_for_pair(across, upright)
        if IS_SQUARE[kind]:
            for row in range(1, SIDE + 1):
                across[row] &= across[row + 1]
                upright[row] = 0
        self.keep_near_resource(kind, across, upright)
        if kind >= PRIMARIES:
            self.keep_near_primary(kind - PRIMARIES, across, upright)
        return touched(across, self.ground) or touched(upright, self.ground)

    def keep_near_resource(self, kind: int, across: list[int], upright: list[int]) -> None:
        if not self._known_near & bit(kind):
            near = [0] * 20
            self.add_resources(self.uncovered(kind), near)
            spread(near, self.range, self.ground, self.water, self.wet_row, self.wet_next, NO_STOPS)
            for row in range(1, SIDE + 1):
                self._near[kind * 20 + row] = near[row]
            self._known_near |= bit(kind)
        keep(kind, self._near, kind * 20, across, upright)

    def keep_near_primary(self, primary: int, across: list[int], upright: list[int]) -> None:
        if not self._known_linked & bit(primary):
            source = [0] * 20
            reached = [0] * 20
            for tile in range(primary * EACH, primary * EACH + self.placed[primary]):
                self.add_tile(tile, source)
            self.reach_by_hubs(source, reached)
            for row in range(1, SIDE + 1):
                self._linked[primary * 20 + row] = reached[row]
            self._known_linked |= bit(primary)
        keep(primary + PRIMARIES, self._linked, primary * 20, across, upright)

    def uncovered(self, kind: int) -> int:
        """The resources for a type of craftsman that none of this type has in range."""  # 9.4
        resources = self.of_kind[USES[kind]]
        for tile in range(kind * EACH, kind * EACH + self.placed[kind]):
            resources &= ~self.supply[tile]
        return resources

    # For legal actions, and for people

    def add_squares(self, choices: Choices, squares: list[int], first: int) -> None:
        """Append an action for each square of a set, in rising order."""
        for row in range(1, SIDE + 1):
            if squares[row]:
                choices.add_set(squares[row], first + (row - 1) * SIDE)

    def squares_in_range(self, square: int) -> list[int]:
        """The squares in range of a craftsman, chosen by its first square, or of any other square; no hubs used."""
        reached = [0] * 20
        tile = self.tile_at(square)
        if tile == NONE:
            reached[square // SIDE + 1] |= 1 << (square % SIDE)
        else:
            self.add_tile(tile, reached)
        spread(reached, self.range, self.ground, self.water, self.wet_row, self.wet_next, NO_STOPS)
        flood_all(reached, self.water, self.wet_row, self.wet_next)
        return [other for other in range(SQUARES) if reached[other // SIDE + 1] >> (other % SIDE) & 1]

    def hubs_from(self, square: int) -> list[int]:
        """The fewest hubs from a monument, or a craftsman by its first square, to each square; NONE: no way."""
        source = [0] * 20
        seen = [0] * 20
        tile = self.tile_at(square)
        if tile == NONE:
            source[square // SIDE + 1] |= 1 << (square % SIDE)
        else:
            self.add_tile(tile, source)
        hubs = [NONE] * 324
        passed = 0
        going_on = True
        while going_on:
            for row in range(1, SIDE + 1):
                seen[row] |= source[row]
            spread(source, self.range, self.ground, self.water, self.wet_row, self.wet_next, self.monuments)
            flood_all(source, self.water, self.wet_row, self.wet_next)
            for other in range(SQUARES):
                if hubs[other] == NONE and source[other // SIDE + 1] >> (other % SIDE) & 1:
                    hubs[other] = passed
            going_on = self.next_hubs(source, seen)
            passed += 1
        return [hubs[other] for other in range(SQUARES)]

    def copy_land(self, other: "Land") -> None:
        other.range = self.range
        other.ground = self.ground[:]
        other.water = self.water[:]
        other.starts = self.starts[:]
        other.empty = self.empty[:]
        other.monuments = self.monuments[:]
        other.levels = self.levels[:]
        other.owners = self.owners[:]
        other.resources = self.resources
        other.resource_square = self.resource_square[:]
        other.of_kind = self.of_kind[:]
        other.used = self.used
        other.used_again = self.used_again
        other.placed = self.placed[:]
        other.tile_square = self.tile_square[:]
        other.tile_upright = self.tile_upright[:]
        other.tile_owner = self.tile_owner[:]
        other.wet_row = self.wet_row[:]
        other.wet_next = self.wet_next[:]
        other.supply = self.supply[:]
        other._other_supply = self._other_supply[:]
        other._known_other = self._known_other
        other._ways = self._ways[:]
        other._known_ways = self._known_ways
        other._tile_row = self._tile_row[:]
        other._tile_bits = self._tile_bits[:]
        other._tile_below = self._tile_below[:]
        other._near = self._near[:]
        other._known_near = self._known_near
        other._linked = self._linked[:]
        other._known_linked = self._known_linked


def keep(kind: int, near: list[int], first: int, across: list[int], upright: list[int]) -> None:
    """Keep those places for a tile of which a square is near; row 0 of the set is number `first` of the list."""
    for row in range(1, SIDE + 1):
        both = near[first + row] | near[first + row + 1]
        if IS_SQUARE[kind]:
            across[row] &= both | both >> 1
        else:
            across[row] &= near[first + row] | near[first + row] >> 1
            upright[row] &= both
