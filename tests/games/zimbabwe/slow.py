"""Range, hubs, places and raises by plain search, written from the rulebook and not from the engine.

It takes the board as the view shows it, goes from square to square, and tries everything.
"""

from collections.abc import Iterator
from functools import cached_property
from itertools import product
from typing import NamedTuple

from mezani.games.zimbabwe.map_view import CraftsmanView
from mezani.games.zimbabwe.view import ZimbabweView

Square = tuple[int, int]  # row and column

SHAPES = {
    "potter": ("1x2", "clay"),
    "ivory-carver": ("2x2", "ivory"),
    "wood-carver": ("1x2", "wood"),
    "diamond-cutter": ("2x2", "diamond"),
    "vessel-maker": ("2x2", "clay"),
    "throne-maker": ("1x2", "wood"),
    "sculptor": ("2x2", "wood"),
}
PRIMARY_OF = {"vessel-maker": "potter", "throne-maker": "ivory-carver", "sculptor": "wood-carver"}


class Good(NamedTuple):
    """A way to buy a good: what it costs and, for each resource that it uses up, those that would do."""

    type: str
    square: str  # of the craftsman
    cost: int
    uses: list[set[Square]]


def square(text: str) -> Square:
    return int(text[1:]) - 1, ord(text[0]) - ord("a")


class Board:
    """The map of a view."""

    def __init__(self, view: ZimbabweView) -> None:
        self.view = view
        self.ground = {
            (row, column): letter
            for row, line in enumerate(view.rows)
            for column, letter in enumerate(line)
            if letter != "-"
        }
        self.monuments = {square(monument.square) for monument in view.monuments}
        self.resources = {square(resource.square): resource for resource in view.resources}
        self.known: dict[tuple[frozenset[Square], bool], set[Square]] = {}
        self.area: dict[Square, frozenset[Square]] = {}
        for place in self.ground:
            if self.ground[place] == "~" and place not in self.area:
                area = frozenset(self.connected_water(place))
                self.area.update(dict.fromkeys(area, area))

    def connected_water(self, place: Square) -> set[Square]:
        found = {place}
        waiting = [place]
        while waiting:
            row, column = waiting.pop()
            for other in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
                if self.ground.get(other) == "~" and other not in found:
                    found.add(other)
                    waiting.append(other)
        return found

    # Range

    def reached(self, start: set[Square], through_monuments: bool = False) -> set[Square]:
        """The squares in range, looked for once."""
        key = frozenset(start), through_monuments
        if key not in self.known:
            self.known[key] = self.look_around(start, through_monuments)
        return self.known[key]

    def look_around(self, start: set[Square], through_monuments: bool) -> set[Square]:
        """The squares in range; a water area is one step. No step leaves a monument but the start."""
        steps = dict.fromkeys(start, 0)
        waiting = list(start)
        while waiting:
            place = waiting.pop(0)
            if steps[place] == self.view.range:
                continue
            if place in self.monuments and place not in start and not through_monuments:
                continue
            for down, right in product((-1, 0, 1), repeat=2):
                other = place[0] + down, place[1] + right
                if other in self.ground and other not in steps:
                    for reached in self.area.get(other, {other}):
                        steps[reached] = steps[place] + 1
                        waiting.append(reached)
        return set(steps)

    def hubs(self, start: set[Square], goal: set[Square]) -> int | None:
        """The fewest hubs from one building to another: a search in the graph of monuments."""
        level, used, now = 0, set(start), self.reached(start)
        while True:
            if now & goal:
                return level
            fresh = (now & self.monuments) - used
            if not fresh:
                return None
            used |= fresh
            level += 1
            now = set().union(*(self.reached({hub}) for hub in fresh))

    # Craftsmen

    def tile(self, craftsman: CraftsmanView) -> set[Square]:
        return {square(text) for text in craftsman.squares}

    def supply(self, craftsman: CraftsmanView) -> set[Square]:
        """The resources that a craftsman reaches."""
        kind = SHAPES[craftsman.type][1]
        reached = self.reached(self.tile(craftsman), through_monuments=True)
        return {place for place in reached if place in self.resources and self.resources[place].kind == kind}

    @cached_property
    def empty(self) -> set[Square]:
        tiles = {other for craftsman in self.view.craftsmen for other in self.tile(craftsman)}
        return {place for place, letter in self.ground.items() if letter == "."} - self.monuments - tiles

    def places_for(self, type_: str) -> set[str]:
        """All places where a craftsman of a type may stand, in notation."""
        shape, kind = SHAPES[type_]
        same = [craftsman for craftsman in self.view.craftsmen if craftsman.type == type_]
        covered = set().union(*(self.supply(craftsman) for craftsman in same))
        free = {place for place, found in self.resources.items() if found.kind == kind} - covered
        found = set()
        for row, column in self.empty:
            text = "abcdefghijklmnopqr"[column] + str(row + 1)
            for suffix, covers in self.forms(shape, row, column):
                finds = covers <= self.empty and self.reached(covers, through_monuments=True) & free
                if finds and (type_ not in PRIMARY_OF or self.finds_primary(covers, PRIMARY_OF[type_])):
                    found.add(text + suffix)
        return found

    def forms(self, shape: str, row: int, column: int) -> list[tuple[str, set[Square]]]:
        if shape == "2x2":
            return [("", {(row, column), (row, column + 1), (row + 1, column), (row + 1, column + 1)})]
        return [("-", {(row, column), (row, column + 1)}), ("|", {(row, column), (row + 1, column)})]

    def finds_primary(self, covers: set[Square], primary: str) -> bool:
        primaries = [craftsman for craftsman in self.view.craftsmen if craftsman.type == primary]
        return any(self.hubs(covers, self.tile(craftsman)) is not None for craftsman in primaries)

    # Raising

    def goods(self, monument: Square) -> Iterator[Good]:
        """Every good for a monument."""
        types = {craftsman.type for craftsman in self.view.craftsmen}
        dead = {primary for secondary, primary in PRIMARY_OF.items() if secondary in types}
        for craftsman in self.view.craftsmen:
            hubs = self.hubs({monument}, self.tile(craftsman))
            if craftsman.type in dead or hubs is None:
                continue
            cost, supply = self.price(craftsman) + hubs, self.supply(craftsman)
            if craftsman.type not in PRIMARY_OF:
                yield Good(craftsman.type, craftsman.square, cost, [supply])
            for primary in self.view.craftsmen:
                if primary.type == PRIMARY_OF.get(craftsman.type):
                    way = self.hubs(self.tile(craftsman), self.tile(primary))
                    if way is not None:
                        whole = cost + self.price(primary) + way
                        yield Good(craftsman.type, craftsman.square, whole, [supply, self.supply(primary)])

    def price(self, craftsman: CraftsmanView) -> int:
        return 1 if self.god() == "Anansi" else craftsman.price

    def god(self) -> str | None:
        assert self.view.to_move is not None
        return self.view.empires[self.view.to_move].god

    def can_raise(self, monument: Square, level: int) -> bool:
        """Whether any choice of goods and resources is enough; all are tried."""
        return self.can_buy(list(self.goods(monument)), level, self.cattle(), self.room())

    def makers(self) -> set[str]:
        """The craftsmen whose good can be the next one of the raise in progress, so that it can be finished."""
        assert self.view.raising
        goods = list(self.goods(square(self.view.raising.square)))
        if self.god() != "Tsui-Goab":
            bought = {good.type for good in self.view.raising.goods}
            goods = [good for good in goods if good.type not in bought]
        found = set()
        for good in goods:
            rest = goods if self.god() == "Tsui-Goab" else [other for other in goods if other.type != good.type]
            for left in self.after(good, self.cattle(), self.room()):
                if self.can_buy(rest, self.view.raising.missing - 1, self.cattle() - good.cost, left):
                    found.add(good.square)
        return found

    def cattle(self) -> int:
        assert self.view.to_move is not None
        return self.view.empires[self.view.to_move].cattle

    def room(self) -> dict[Square, int]:
        """How many markers each resource can take."""
        most = 2 if self.god() == "Atete" else 1
        return {place: most - resource.used for place, resource in self.resources.items()}

    def after(self, good: Good, cattle: int, room: dict[Square, int]) -> Iterator[dict[Square, int]]:
        """The room that a good leaves on the resources, in every way to buy it."""
        if good.cost <= cattle:
            for chosen in product(*good.uses):
                left = dict(room)
                for place in chosen:
                    left[place] -= 1
                if min(left[place] for place in chosen) >= 0:
                    yield left

    def can_buy(self, goods: list[Good], level: int, cattle: int, room: dict[Square, int]) -> bool:
        if level == 0:
            return True
        for number, good in enumerate(goods):
            if self.god() == "Tsui-Goab":
                others = goods[number:]
            else:
                others = [other for other in goods[number + 1 :] if other.type != good.type]
            for left in self.after(good, cattle, room):
                if self.can_buy(others, level - 1, cattle - good.cost, left):
                    return True
        return False
