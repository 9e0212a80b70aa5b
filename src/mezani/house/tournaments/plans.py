"""Plans of a round robin that are known: by twos, by lines of a plane, by a round that turns; and what is near them."""

from collections.abc import Callable, Sequence
from itertools import product

from mezani.engine.rng import Rng
from mezani.house.tournaments.turning_rounds import TURNING

Tables = list[tuple[int, ...]]
SWEEPS = 20  # over all rounds, for a seat of somebody who joins a plan


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


def known_plan(people: int, size: int) -> list[Tables]:
    """A plan for tables of one size in which all meet all, with as few repeats as are known; empty where there is none.

    >>> [people for people in range(5, 65) if known_plan(people, 5)]
    [25, 30, 35, 40, 45, 50]
    """
    if turning := TURNING.get((people, size)):
        return turning_plan(people, *turning)
    dimension = next((power for power in range(2, 4) if size**power == people), 0)
    return affine_plan(size, dimension) if dimension and size in (3, 4, 5) else []


def turning_plan(people: int, places: int, first: str, still: str) -> list[Tables]:
    """People in circles of so many places, or one of them in the middle: the first round turns by one place each time.

    In each round after those all tables follow from one that turns: `still` has one table for each of them.
    """

    def turned(table: Sequence[int], by: int) -> tuple[int, ...]:
        middle = people // places * places
        return tuple(one if one >= middle else one // places * places + (one + by) % places for one in table)

    rounds = [[turned(table, by) for table in _tables(first)] for by in range(places)]
    return rounds + [[turned(table, by) for by in range(places)] for table in _tables(still)]


def _tables(written: str) -> Tables:
    return [tuple(map(int, table.split())) for table in written.split("|") if table.strip()]


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


def near_plans(sizes: Sequence[int], rounds: int, rng: Rng) -> list[list[Tables]]:
    """Plans for so many people, out of those that are known for as many or a few more or less."""
    people, large, small = sum(sizes), max(sizes), min(sizes)
    found = []
    if len(plan := known_plan(small * len(sizes), small)[:rounds]) == rounds and large - small <= 1:
        found.append(_with_more(plan, range(small * len(sizes), people), rng))
    if len(plan := known_plan(large * len(sizes), large)[:rounds]) == rounds and large - small == 1:
        found.append([_with_fewer(day, people, small) for day in plan])
    return found


def _with_more(plan: list[Tables], more: Sequence[int], rng: Rng) -> list[Tables]:
    """Everybody who joins sits at a table of each round where nobody else has joined, where they meet most people."""
    size = len(plan[0][0])
    for joining in more:
        at = [_free(day, size)[0] for day in plan]
        for _ in range(SWEEPS):
            for number, day in enumerate(plan):
                met = [one for other, table in zip(plan, at, strict=True) if other is not day for one in other[table]]
                at[number] = min(_free(day, size), key=lambda n: (sum(one in met for one in day[n]), rng.word()))
        plan = [
            [(*table, joining) if n == chosen else table for n, table in enumerate(day)]
            for day, chosen in zip(plan, at, strict=True)
        ]
    return plan


def _free(day: Tables, size: int) -> list[int]:
    return [n for n, table in enumerate(day) if len(table) == size]


def _with_fewer(day: Tables, people: int, least: int) -> Tables:
    """A round without those whose numbers are too high; where too few are left, somebody comes from a larger table."""
    tables = [[one for one in table if one < people] for table in day]
    while len(few := min(tables, key=len)) < least:
        few.append(max(tables, key=len).pop())
    return [tuple(table) for table in tables]
