"""Pairing a round: who meets whom, and who sits where. The same for the same seed.

Three things are weighed when tables are made, in this order: nobody meets again before they must, nobody sits at small
tables more often than others, and people meet who have as many points. Then everybody gets the seat that they have had
least. In a small field the rounds after this one are planned along, so that the last ones can be paired well, too.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations, permutations

from mezani.engine.rng import Rng
from mezani.house.tournaments.annealing import Tables, planned
from mezani.house.tournaments.draw import Draw, Past, cut, past_of, table_sizes, who_sits_out
from mezani.house.tournaments.grouping import groups

AGAIN = 10**7  # what it costs that two meet again: more than all points of a table can
ONCE = 3  # that many times more for any meeting again, besides how often they have met
SMALL = 4 * AGAIN  # to sit at a small table once more than others
SAME_SEATS = 60  # that two meet who have had the same seats and need the same ones
LOOKS_AHEAD = 300_000  # at swaps in the rounds to come: some tenths of a second
FAIR = 6  # what a small table costs there beside a meeting again, which is 12
EIGHTHS = 8  # of a point: ties are shared, and points come down to these


def pair_swiss(
    ranked: Sequence[int],
    points: Mapping[int, float],
    draws: Sequence[Draw],
    wanted: int,
    allowed: tuple[int, ...],
    seed: int,
    after: int = 0,
) -> Draw:
    """The next round of a Swiss tournament, for people in the order of the standings; so many come after it.

    >>> pair_swiss([1, 2, 3, 4, 5, 6, 7], {}, [], 4, (3, 4), seed=5).byes
    ()
    """
    rng, past = Rng(seed), past_of(draws)
    sizes = table_sizes(len(ranked), wanted, allowed)
    out = who_sits_out(ranked, len(ranked) - sum(sizes), past.byes)
    lots = {one: rng.below(10**6) for one in ranked}
    seated = sorted((one for one in ranked if one not in out), key=lambda one: (-points.get(one, 0), lots[one]))
    eighths = [round(points.get(one, 0) * EIGHTHS) for one in seated]
    tables = make_tables(seated, sizes, past, rng, eighths)
    if after and 2 * (len(draws) + 1 + after) * (max(sizes) - 1) > len(seated):
        tables = _looking_ahead(tables, seated, eighths, draws, after, rng)
    return Draw(seat_all(tables, past, rng), out)


def _looking_ahead(
    tables: Tables, seated: Sequence[int], strengths: Sequence[int], draws: Sequence[Draw], after: int, rng: Rng
) -> Tables:
    """These tables, or others that leave more people to meet in the rounds after them; of those the evenest round."""
    later = [cut(shuffled(seated, rng), list(map(len, tables))) for _ in range(after)]
    _, again = planned(later, past_of([*draws, Draw(tuple(tables))]), rng, LOOKS_AHEAD, FAIR)
    together, fewer = planned([tables, *later], past_of(draws), rng, LOOKS_AHEAD, FAIR)
    if again <= fewer:
        return tables
    strong = dict(zip(seated, strengths, strict=True))
    return min(
        together, key=lambda day: sum((strong[a] - strong[b]) ** 2 for one in day for a, b in combinations(one, 2))
    )


def make_tables(
    people: Sequence[int],
    sizes: Sequence[int],
    past: Past,
    rng: Rng,
    strengths: Sequence[int],
) -> Tables:
    """Tables at which as few as can be meet again, and those whose strengths are near."""
    had = [[past.sat[one, seat] for seat in range(max(sizes))] for one in people]
    costs = [[0] * len(people) for _ in people]
    for a, b in combinations(range(len(people)), 2):
        met = past.met[frozenset((people[a], people[b]))]
        again = AGAIN * (ONCE + met) if met else 0
        costs[a][b] = costs[b][a] = (
            again + (strengths[a] - strengths[b]) ** 2 + SAME_SEATS * max(0, _alike(had[a], had[b]))
        )
    fewest = min(past.small[one] for one in people)
    small = [SMALL * (past.small[one] - fewest) ** 2 for one in people]
    return [tuple(people[one] for one in table) for table in groups(costs, small, sizes, rng)]


def _alike(one: Sequence[int], other: Sequence[int]) -> int:
    """How alike the seats are that two have had; less than 0: where one sat often the other did not."""
    return len(one) * sum(a * b for a, b in zip(one, other, strict=True)) - sum(one) * sum(other)


def seat_all(tables: Sequence[Sequence[int]], past: Past, rng: Rng) -> tuple[tuple[int, ...], ...]:
    """Everybody on the seat that they have had least, as far as the others allow; lots decide between equals."""
    return tuple(_seated(table, past, rng) for table in tables)


def _seated(table: Sequence[int], past: Past, rng: Rng) -> tuple[int, ...]:
    had = {one: [past.sat[one, seat] for seat in range(len(table))] for one in table}
    orders = [
        (sum(had[one][seat] * (had[one][seat] + 1) for seat, one in enumerate(order)), rng.below(10**6), order)
        for order in permutations(table)
    ]
    return min(orders)[2]


def shuffled(people: Sequence[int], rng: Rng) -> list[int]:
    """The people in an order that lots decide."""
    lots = {one: (rng.word(), one) for one in people}
    return sorted(people, key=lambda one: lots[one])
