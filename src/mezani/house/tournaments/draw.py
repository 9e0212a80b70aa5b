"""A draw: who sits where in a round, what came before it, and how many sit at each table."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations


@dataclass(frozen=True)
class Draw:
    """A round: its tables with the entrants in the order of the seats, and who sits out."""

    tables: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...] = ()


@dataclass
class Past:
    """What the rounds before have brought: meetings, seats, small tables and byes."""

    met: Counter[frozenset[int]] = field(default_factory=Counter)
    sat: Counter[tuple[int, int]] = field(default_factory=Counter)  # an entrant on a seat
    small: Counter[int] = field(default_factory=Counter)  # at a table that was smaller than others of its round
    byes: Counter[int] = field(default_factory=Counter)


def past_of(draws: Iterable[Draw]) -> Past:
    """What these rounds have brought."""
    past = Past()
    for draw in draws:
        past.byes.update(draw.byes)
        largest = max(map(len, draw.tables), default=0)
        for table in draw.tables:
            past.met.update(map(frozenset, combinations(table, 2)))
            past.sat.update((one, seat) for seat, one in enumerate(table))
            if len(table) < largest:
                past.small.update(table)
    return past


@cache
def table_sizes(people: int, wanted: int, allowed: tuple[int, ...]) -> tuple[int, ...]:
    """How many sit at each table, the largest first: as few byes as can be, then as near to the wanted size.

    >>> table_sizes(11, 4, (3, 4)), table_sizes(5, 4, (3, 4)), table_sizes(5, 4, (3, 4, 5)), table_sizes(7, 2, (2,))
    ((4, 4, 3), (4,), (5,), (2, 2, 2))
    """
    best: list[tuple[int, tuple[int, ...]] | None] = [(0, ())]  # for each number of people: how far off, and the sizes
    for number in range(1, people + 1):
        ways = [
            (before[0] + 2 * (size - wanted) ** 2 + (size > wanted), (*before[1], size))
            for size in allowed
            if size <= number and (before := best[number - size]) is not None
        ]
        best.append(min(ways, default=None))
    found = next(way for way in reversed(best) if way is not None)
    return tuple(sorted(found[1], reverse=True))


def who_sits_out(ranked: Sequence[int], count: int, byes: Mapping[int, int]) -> tuple[int, ...]:
    """The lowest-ranked of those with the fewest byes so far; nobody has a second one before all had one."""
    lowest_first = sorted((byes.get(one, 0), -rank, one) for rank, one in enumerate(ranked))
    return tuple(sorted(one for _, _, one in lowest_first[:count]))


def cut(people: Sequence[int], sizes: Sequence[int]) -> list[tuple[int, ...]]:
    """The people in their order, cut into tables.

    >>> cut([5, 3, 8, 1, 2], (3, 2))
    [(5, 3, 8), (1, 2)]
    """
    rest = iter(people)
    return [tuple(next(rest) for _ in range(size)) for size in sizes]
