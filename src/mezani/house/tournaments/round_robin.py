"""Round robin: all meet all, exactly once where such a plan is known, else with the fewest repeats that are found."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import combinations, product
from math import ceil, comb, gcd

from mezani.engine.rng import Rng
from mezani.house.tournaments.draw import Draw, past_of, table_sizes, who_sits_out
from mezani.house.tournaments.pairing import make_tables, seat_all, shuffled

Tables = list[tuple[int, ...]]

LOOKS = 800_000  # at swaps, for a whole plan
SWEEPS = 4  # over all rounds of a plan
PLANS_KEPT = 50

# first days from which the others follow, by people and size of tables: on each other day all but the last have the
# next number, each in their own part of as many as there are days. The first is that of Kirkman's schoolgirls.
FIRST_DAYS: dict[tuple[int, int], Tables] = {
    (15, 3): [(0, 7, 14), (1, 2, 4), (3, 8, 12), (5, 11, 13), (6, 9, 10)],
    (28, 4): [
        (0, 9, 18, 27),
        (1, 3, 6, 14),
        (2, 21, 22, 24),
        (4, 5, 11, 19),
        (7, 10, 17, 23),
        (8, 13, 20, 25),
        (12, 15, 16, 26),
    ],
    (39, 3): [
        (0, 19, 38),
        (1, 2, 4),
        (3, 7, 12),
        (5, 11, 20),
        (6, 13, 23),
        (8, 16, 22),
        (9, 29, 31),
        (10, 21, 34),
        (14, 32, 37),
        (15, 27, 36),
        (17, 30, 33),
        (18, 25, 26),
        (24, 28, 35),
    ],
}


def rounds_needed(people: int, wanted: int, allowed: tuple[int, ...]) -> int:
    """As many as it takes so that everybody could have met everybody, and all have sat out equally often.

    >>> rounds_needed(16, 4, (3, 4)), rounds_needed(11, 2, (2,)), rounds_needed(5, 4, (3, 4))
    (5, 11, 5)
    """
    sizes = table_sizes(people, wanted, allowed)
    meetings = sum(comb(size, 2) for size in sizes)
    if not meetings:
        return 0
    needed, out = ceil(comb(people, 2) / meetings), people - sum(sizes)
    turns = people // gcd(people, out) if out else 1
    return ceil(needed / turns) * turns


def pair_round_robin(
    people: Sequence[int], draws: Sequence[Draw], wanted: int, allowed: tuple[int, ...], seed: int
) -> Draw:
    """The next round; as planned for these people, or the best that can be found after somebody has come or gone."""
    planned = whole_plan(tuple(sorted(people)), wanted, allowed, seed)
    if len(draws) < len(planned) and all(map(_same_tables, draws, planned)):
        return planned[len(draws)]
    rng, past = Rng((seed + len(draws)) % 2**63), past_of(draws)
    sizes = table_sizes(len(people), wanted, allowed)
    mixed = shuffled(sorted(people), rng)
    out = who_sits_out(mixed, len(people) - sum(sizes), past.byes)
    seated = [one for one in mixed if one not in out]
    return Draw(seat_all(make_tables(seated, sizes, past, rng), past, rng), out)


def _same_tables(one: Draw, other: Draw) -> bool:
    return set(map(frozenset, one.tables)) == set(map(frozenset, other.tables))


@lru_cache(PLANS_KEPT)
def whole_plan(people: tuple[int, ...], wanted: int, allowed: tuple[int, ...], seed: int) -> tuple[Draw, ...]:
    """All rounds for these people, if nobody comes or goes."""
    rng = Rng(seed)
    mixed = shuffled(people, rng)
    if wanted == 2 and 2 in allowed:
        return tuple(_named(day, mixed) for day in circle(len(people)))
    rounds = exact_plan(len(people), wanted) if wanted in allowed else []
    if not rounds:
        rounds = _found_plan(len(people), wanted, allowed, rng)
    draws: list[Draw] = []
    for day in rounds:
        tables = tuple(tuple(mixed[one] for one in table) for table in day)
        draws.append(Draw(tables, tuple(sorted(set(people) - {one for table in tables for one in table}))))
    for _ in range(SWEEPS):
        for at, draw in enumerate(draws):
            draws[at] = Draw(seat_all(draw.tables, past_of(draws[:at] + draws[at + 1 :]), rng), draw.byes)
    return tuple(draws)


def _named(day: Tables, names: Sequence[int]) -> Draw:
    """Tables of two whose seats are settled, with the people for their numbers; somebody may meet nobody."""
    tables = [tuple(names[one] for one in table if one < len(names)) for table in day]
    out = tuple(table[0] for table in tables if len(table) == 1)
    return Draw(tuple(table for table in tables if len(table) == 2), out)


# Plans in which everybody meets everybody exactly once


def circle(people: int) -> list[Tables]:
    """Tables of two: one sits still, the others move on; whoever would meet nobody sits out. Seats take turns."""
    others = people - 1 + people % 2
    rounds: list[Tables] = []
    for day in range(others):
        tables: Tables = [(day, others) if day % 2 else (others, day)]
        for step in range(1, others // 2 + 1):
            pair = (day + step) % others, (day - step) % others
            tables.append(pair if step % 2 else pair[::-1])
        rounds.append(tables)
    return rounds


def exact_plan(people: int, size: int) -> list[Tables]:
    """A plan for tables of one size in which everybody meets everybody once; empty where none is known here.

    >>> [people for people in range(3, 65) for size in (3, 4, 5) if people > size and exact_plan(people, size)]
    [9, 15, 16, 25, 27, 28, 39, 64]
    """
    if first := FIRST_DAYS.get((people, size)):
        days = (people - 1) // (size - 1)
        return [[tuple(_number_on(day, one, days, people) for one in table) for table in first] for day in range(days)]
    dimension = next((power for power in range(2, 4) if size**power == people), 0)
    return affine_plan(size, dimension) if dimension and size in (3, 4, 5) else []


def _number_on(day: int, one: int, days: int, people: int) -> int:
    return one if one == people - 1 else one // days * days + (one + day) % days


def affine_plan(size: int, dimension: int) -> list[Tables]:
    """The people as points of a space over a field of that size: tables are lines, rounds their directions."""
    plus, times = _field(size)
    points = list(product(range(size), repeat=dimension))
    number = {point: n for n, point in enumerate(points)}
    rounds = []
    for way in points:
        if next((step for step in way if step), 0) != 1:  # the same direction as another one, or none
            continue
        lines = {
            frozenset(
                number[tuple(plus(a, times(far, b)) for a, b in zip(point, way, strict=True))] for far in range(size)
            )
            for point in points
        }
        rounds.append(sorted(tuple(sorted(line)) for line in lines))
    return rounds


def _field(size: int) -> tuple[Callable[[int, int], int], Callable[[int, int], int]]:
    """How to add and multiply in the field of 3, 4 or 5 elements."""
    if size != 4:
        return lambda a, b: (a + b) % size, lambda a, b: a * b % size
    return lambda a, b: a ^ b, lambda a, b: (a - 1 + b - 1) % 3 + 1 if a and b else 0


# Plans that are looked for


def _found_plan(people: int, wanted: int, allowed: tuple[int, ...], rng: Rng) -> list[Tables]:
    """Round after round with few repeats, then each again as long as that is better beside all the others."""
    sizes, count = table_sizes(people, wanted, allowed), rounds_needed(people, wanted, allowed)
    everybody, looks = list(range(people)), LOOKS // max(1, count * (1 + SWEEPS))
    rounds: list[Draw] = []
    for _ in range(count):
        past = past_of(rounds)
        out = who_sits_out(everybody, people - sum(sizes), past.byes)
        rounds.append(_one_round([one for one in everybody if one not in out], out, sizes, rounds, rng, looks))
    for _ in range(SWEEPS):
        for at, draw in enumerate(rounds):
            others = rounds[:at] + rounds[at + 1 :]
            seated = [one for table in draw.tables for one in table]
            rounds[at] = _one_round(seated, draw.byes, sizes, others, rng, looks)
    return [list(draw.tables) for draw in rounds]


def _one_round(
    seated: Sequence[int], out: tuple[int, ...], sizes: Sequence[int], others: Sequence[Draw], rng: Rng, looks: int
) -> Draw:
    past = past_of(others)
    past.sat.clear()  # seats are given when the plan stands
    return Draw(tuple(map(tuple, make_tables(seated, sizes, past, rng, looks=looks))), out)


def meetings_again(draws: Sequence[Draw]) -> int:
    """How often two have met who had met before."""
    return sum(count - 1 for count in past_of(draws).met.values())


def never_met(people: Sequence[int], draws: Sequence[Draw]) -> int:
    """How many pairs have not met."""
    met = past_of(draws).met
    return sum(frozenset(pair) not in met for pair in combinations(people, 2))
