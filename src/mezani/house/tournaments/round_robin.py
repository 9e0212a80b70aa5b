"""Round robin: all meet all, exactly once where such a plan is known, else with the fewest repeats that are found."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from math import ceil, comb, gcd

from mezani.engine.rng import Rng
from mezani.house.tournaments.annealing import WARM, Tables, planned
from mezani.house.tournaments.draw import Draw, Past, cut, past_of, table_sizes, who_sits_out
from mezani.house.tournaments.pairing import seat_all, shuffled
from mezani.house.tournaments.plans import circle, near_plans

LOOKS, LOOKS_EACH = 1_500_000, 12_000  # at swaps, for a plan and for a seat in it: at most about two seconds
FAIR = 2  # what a small table costs beside a meeting again, which is 12
SWEEPS = 4  # over all rounds of a plan, for the seats
PLANS_KEPT = 50


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
    """The next round; as planned for these people, or planned anew after somebody has come or gone."""
    plan = whole_plan(tuple(sorted(people)), wanted, allowed, seed)
    if len(draws) < len(plan) and all(map(_same_tables, draws, plan)):
        return plan[len(draws)]
    rng, past = Rng((seed + len(draws)) % 2**63), past_of(draws)
    left = max(1, rounds_needed(len(people), wanted, allowed) - len(draws))
    first = _planned_anew(sorted(people), table_sizes(len(people), wanted, allowed), left, past, rng)[0][0]
    return Draw(seat_all(first.tables, past, rng), first.byes)


def _same_tables(one: Draw, other: Draw) -> bool:
    return set(map(frozenset, one.tables)) == set(map(frozenset, other.tables))


@lru_cache(PLANS_KEPT)
def whole_plan(people: tuple[int, ...], wanted: int, allowed: tuple[int, ...], seed: int) -> tuple[Draw, ...]:
    """All rounds for these people, if nobody comes or goes."""
    rng = Rng(seed)
    mixed = shuffled(people, rng)
    if wanted == 2 and 2 in allowed:
        return tuple(_named(day, mixed) for day in circle(len(people)))
    draws = _fewest_repeats(mixed, table_sizes(len(people), wanted, allowed), wanted, allowed, rng)
    for _ in range(SWEEPS):
        for at, draw in enumerate(draws):
            draws[at] = Draw(seat_all(draw.tables, past_of(draws[:at] + draws[at + 1 :]), rng), draw.byes)
    return tuple(draws)


def _named(day: Tables, names: Sequence[int]) -> Draw:
    """Tables of two whose seats are settled, with the people for their numbers; somebody may meet nobody."""
    tables = [tuple(names[one] for one in table if one < len(names)) for table in day]
    out = tuple(table[0] for table in tables if len(table) == 1)
    return Draw(tuple(table for table in tables if len(table) == 2), out)


def _fewest_repeats(
    people: Sequence[int], sizes: Sequence[int], wanted: int, allowed: tuple[int, ...], rng: Rng
) -> list[Draw]:
    """The best of those plans that are known for so many or a few more or less, and one that begins by lot."""
    count = rounds_needed(len(people), wanted, allowed)
    near = near_plans(sizes, count, rng) if sum(sizes) == len(people) else []
    found: list[tuple[int, list[Draw]]] = []
    for plan in near:
        named = [[tuple(people[one] for one in table) for table in day] for day in plan]
        rounds, again = planned(named, Past(), rng, _looks(people, count) // len(near), FAIR, WARM)
        found.append((again, [Draw(tuple(tables)) for tables in rounds]))
    forced = count * sum(comb(size, 2) for size in sizes) - comb(len(people), 2)
    if all(again > max(0, forced) for again, _ in found):
        anew, again = _planned_anew(people, sizes, count, Past(), rng)
        found.append((again, anew))
    return min(found, key=lambda one: one[0])[1]


def _planned_anew(
    people: Sequence[int], sizes: Sequence[int], count: int, past: Past, rng: Rng
) -> tuple[list[Draw], int]:
    """Rounds that begin by lot, after what was before; and how many meet again, all in all."""
    byes, rounds, out = past.byes.copy(), list[Tables](), list[tuple[int, ...]]()
    for _ in range(count):
        mixed = shuffled(people, rng)
        out.append(who_sits_out(mixed, len(people) - sum(sizes), byes))
        byes.update(out[-1])
        rounds.append(cut([one for one in mixed if one not in out[-1]], sizes))
    found, again = planned(rounds, past, rng, _looks(people, count), FAIR)
    return [Draw(tuple(tables), sits_out) for tables, sits_out in zip(found, out, strict=True)], again


def _looks(people: Sequence[int], rounds: int) -> int:
    return min(LOOKS, LOOKS_EACH * len(people) * rounds)


def meetings_again(draws: Sequence[Draw]) -> int:
    """How often two have met who had met before."""
    return sum(count - 1 for count in past_of(draws).met.values())


def never_met(people: Sequence[int], draws: Sequence[Draw]) -> int:
    """How many pairs have not met."""
    met = past_of(draws).met
    return sum(frozenset(pair) not in met for pair in combinations(people, 2))
