"""Groups for the tables of a round: a first cut, then swaps of two people as long as they make it better."""

from collections.abc import Sequence
from itertools import combinations

from mezani.engine.rng import Rng

LOOKS = 120_000  # at swaps, in all: some hundredths of a second
KICKS = 300  # how often some change places at random


class Grouping:
    """People at tables, each pair with a cost if it sits together, each person with one at a small table."""

    def __init__(self, costs: Sequence[Sequence[int]], small: Sequence[int], sizes: Sequence[int]) -> None:
        self.costs, self.people = costs, len(costs)
        self.small = [[cost if size < max(sizes) else 0 for size in sizes] for cost in small]
        self.seated([table for table, size in enumerate(sizes) for _ in range(size)])

    def seated(self, tables: Sequence[int]) -> None:
        """Let everybody sit at the table that is named for them."""
        self.tables = list(tables)
        count = len(self.small[0])
        self.sums = [[0] * count for _ in range(self.people)]  # what a person would cost at each table
        for own, row in zip(self.sums, self.costs, strict=True):
            for table, cost in zip(self.tables, row, strict=True):
                own[table] += cost

    def total(self) -> int:
        """What all of it costs."""
        pairs = sum(own[table] for own, table in zip(self.sums, self.tables, strict=True)) // 2
        return pairs + sum(own[table] for own, table in zip(self.small, self.tables, strict=True))

    def swap(self, one: int, other: int) -> None:
        """Let two people change places."""
        here, there = self.tables[one], self.tables[other]
        for own, row in zip(self.sums, self.costs, strict=True):
            gained = row[other] - row[one]
            own[here] += gained
            own[there] -= gained
        self.tables[one], self.tables[other] = there, here

    def improve(self, looks: int) -> int:
        """Swap two people wherever that costs less, until nothing is gained or enough was looked at; what is left."""
        tables, sums, small, costs = self.tables, self.sums, self.small, self.costs
        since, pairs = 0, list(combinations(range(self.people), 2))
        while since < len(pairs) and looks > 0:
            for one, other in pairs:
                here, there = tables[one], tables[other]
                looks -= 1
                since += 1
                if here != there:
                    own, theirs, mine, its = sums[one], sums[other], small[one], small[other]
                    before = own[here] + theirs[there] + mine[here] + its[there]
                    after = own[there] + theirs[here] - 2 * costs[one][other] + mine[there] + its[here]
                    if after < before:
                        self.swap(one, other)
                        since = 0
                if since >= len(pairs):
                    break
        return looks


def groups(costs: Sequence[Sequence[int]], small: Sequence[int], sizes: Sequence[int], rng: Rng) -> list[list[int]]:
    """Who sits together: the cheapest that was found, from the given order on and from where some have changed places.

    `costs` are those of pairs, `small` those of people at a table that is smaller than others.
    """
    grouping = Grouping(costs, small, sizes)
    looks = grouping.improve(LOOKS)
    best, least = grouping.tables[:], grouping.total()
    for _ in range(KICKS if least and len(sizes) > 1 else 0):
        if looks <= 0:
            break
        grouping.seated(best)
        for _ in range(3):
            grouping.swap(rng.below(len(costs)), rng.below(len(costs)))
        looks = grouping.improve(looks)
        if (total := grouping.total()) < least:
            best, least = grouping.tables[:], total
    return [[one for one, table in enumerate(best) if table == number] for number in range(len(sizes))]
