"""Several rounds planned together so that few meet again: by changes of two, at first also for the worse.

Counts, costs and what may be lost are whole numbers, so that a plan is the same on every server for the same seed.
"""

from collections.abc import Sequence
from itertools import combinations, pairwise
from math import comb, log

from mezani.engine.rng import Rng
from mezani.house.tournaments.draw import Past

Tables = list[tuple[int, ...]]

AGAIN = 12  # what it costs that two meet who have met
OFTEN = 1  # that much more for each further time
STEPS = 60  # from hot to cold
HOT, WARM, COLD = 0.6 * AGAIN, 0.25 * AGAIN, 0.13 * AGAIN
CHANCES = 256  # limits of a step: what a change may cost is drawn from these
MOST_MEETINGS = 256  # of two in a tournament


def planned(
    rounds: Sequence[Tables], past: Past, rng: Rng, looks: int, fair: int, heat: float = HOT
) -> tuple[list[Tables], int]:
    """These rounds changed so that few meet again, after what was before; and how many do, all in all.

    `fair` is what it costs to sit at a small table (that much for the first time, 3 times as much more for the second).
    """
    people = sorted({one for tables in rounds for table in tables for one in table})
    number = {one: n for n, one in enumerate(people)}
    met = [[past.met[frozenset((one, other))] if one != other else 0 for other in people] for one in people]
    started = [[[number[one] for one in table] for table in tables] for tables in rounds]
    annealing = Annealing(started, met, [past.small[one] for one in people], fair)
    found, again = annealing.run(looks, rng, heat)
    return [[tuple(people[n] for n in table) for table in tables] for tables in found], again


class Annealing:
    """Rounds that are being planned: who has met how often, in the past and in them, and who sat at small tables."""

    def __init__(
        self, rounds: Sequence[Sequence[Sequence[int]]], met: Sequence[Sequence[int]], small: Sequence[int], fair: int
    ) -> None:
        self.rounds = [[list(table) for table in tables] for tables in rounds]
        self.at = [{one: number for number, table in enumerate(tables) for one in table} for tables in self.rounds]
        self.seated = [sorted(at) for at in self.at]
        self.met, self.small, self.fair = [list(row) for row in met], list(small), fair
        costs = [AGAIN * max(0, n - 1) + OFTEN * max(0, n - 1) * max(0, n - 2) // 2 for n in range(MOST_MEETINGS)]
        self.more = [after - before for before, after in pairwise(costs)]
        self.less = [0, *(-cost for cost in self.more)]
        self.is_small = [[len(table) < max(map(len, tables)) for table in tables] for tables in self.rounds]
        for tables, are_small in zip(self.rounds, self.is_small, strict=True):
            for table, is_small in zip(tables, are_small, strict=True):
                for one, other in combinations(table, 2):
                    self.met[one][other] += 1
                    self.met[other][one] += 1
                for one in table:
                    self.small[one] += is_small
        self.again = sum(max(0, n - 1) for row in self.met for n in row) // 2

    def cost_of_swap(self, round: int, one: int, other: int) -> int:
        """What it would cost if two changed places in a round."""
        here, there = self.at[round][one], self.at[round][other]
        tables, mine, theirs, more, less = self.rounds[round], self.met[one], self.met[other], self.more, self.less
        cost = 0
        for left in tables[here]:
            if left != one:
                cost += less[mine[left]] + more[theirs[left]]
        for joined in tables[there]:
            if joined != other:
                cost += less[theirs[joined]] + more[mine[joined]]
        change = self.is_small[round][there] - self.is_small[round][here]
        return cost + (2 * self.fair * (1 + change * (self.small[one] - self.small[other])) if change else 0)

    def swap(self, round: int, one: int, other: int) -> None:
        """Let two change places in a round."""
        at, tables = self.at[round], self.rounds[round]
        here, there = at[one], at[other]
        for left in tables[here]:
            if left != one:
                self._meet(one, left, -1)
                self._meet(other, left, 1)
        for joined in tables[there]:
            if joined != other:
                self._meet(other, joined, -1)
                self._meet(one, joined, 1)
        change = self.is_small[round][there] - self.is_small[round][here]
        self.small[one] += change
        self.small[other] -= change
        tables[here][tables[here].index(one)], tables[there][tables[there].index(other)] = other, one
        at[one], at[other] = there, here

    def _meet(self, one: int, other: int, times: int) -> None:
        before = self.met[one][other]
        after = before + times
        self.met[one][other] = self.met[other][one] = after
        self.again += max(0, after - 1) - max(0, before - 1)

    def run(self, looks: int, rng: Rng, hot: float) -> tuple[list[Tables], int]:
        """The rounds with the least cost that were found in so many looks, or with no more repeats than must be."""
        must, cost, least = self.forced_repeats(), 0, 0
        best, again = self._as_tables(), self.again
        for step in range(STEPS):
            heat = hot * (COLD / hot) ** (step / (STEPS - 1))
            limits = [round(-heat * log((chance + 0.5) / CHANCES)) for chance in range(CHANCES)]
            for _ in range(looks // STEPS):
                if again <= must:
                    return best, again
                number = rng.below(len(self.rounds))
                seated, at = self.seated[number], self.at[number]
                one, other = seated[rng.below(len(seated))], seated[rng.below(len(seated))]
                if at[one] == at[other]:
                    continue
                more = self.cost_of_swap(number, one, other)
                if more > 0 and more > limits[rng.below(CHANCES)]:
                    continue
                self.swap(number, one, other)
                cost += more
                if cost < least:
                    best, again, least = self._as_tables(), self.again, cost
        return best, again

    def forced_repeats(self) -> int:
        """How many must meet again, since there are more meetings than pairs."""
        return max(0, sum(map(sum, self.met)) // 2 - comb(len(self.met), 2))

    def _as_tables(self) -> list[Tables]:
        return [[tuple(sorted(table)) for table in tables] for tables in self.rounds]
