"""Round robin: all meet all, exactly once where such a plan is known, else with the fewest repeats that are found."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from math import ceil, comb, gcd

from mezani.engine.rng import Rng
from mezani.house.tournaments.annealing import WARM, Tables, planned
from mezani.house.tournaments.by_twos import rounds_to_come
from mezani.house.tournaments.draw import Draw, Past, cut, past_of, table_sizes, who_sits_out
from mezani.house.tournaments.pairing import seat_all, shuffled
from mezani.house.tournaments.plans import near_plans

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


def is_by_twos(wanted: int, allowed: tuple[int, ...]) -> bool:
    """Whether all meet all in pairs."""
    return wanted == 2 and 2 in allowed


def rounds_in_all(
    fields: Sequence[Sequence[int]], draws: Sequence[Draw], wanted: int, allowed: tuple[int, ...], seed: int
) -> int:
    """How many rounds there are, by those who were there in each and in the next one; not fewer than it takes.

    Whoever comes late could still meet all, and nobody who goes takes a round along in which others are to meet.
    """
    people = fields[-1]
    if is_by_twos(wanted, allowed):
        return len(draws) + len(rounds_to_come(tuple(sorted(people)), tuple(draws), seed))
    earlier = [rounds_needed(len(field), wanted, allowed) for field in fields]
    if len(draws) >= earlier[-1] and not never_met(people, draws):
        return len(draws)
    sizes = table_sizes(len(people), wanted, allowed)
    arrivals = [next(n for n, field in enumerate(fields) if one in field) for one in people]
    to_meet_all = ceil((len(people) - 1) / (max(sizes) - 1)) if sizes else 0
    late = [missed + to_meet_all for missed in arrivals if missed]
    return max(len(draws), *earlier, *late)


def pair_round_robin(
    people: Sequence[int], draws: Sequence[Draw], wanted: int, allowed: tuple[int, ...], seed: int, rounds: int = 0
) -> Draw:
    """The next round of so many; as planned for these people, or planned anew after somebody has come or gone."""
    if is_by_twos(wanted, allowed) and (to_come := rounds_to_come(tuple(sorted(people)), tuple(draws), seed)):
        return to_come[0]
    plan = whole_plan(tuple(sorted(people)), wanted, allowed, seed)
    if len(draws) < len(plan) and all(map(_same_tables, draws, plan)):
        return plan[len(draws)]
    rng, past = Rng((seed + len(draws)) % 2**63), past_of(draws)
    left = max(1, (rounds or rounds_needed(len(people), wanted, allowed)) - len(draws))
    first = _planned_anew(sorted(people), table_sizes(len(people), wanted, allowed), left, past, rng)[0][0]
    return Draw(seat_all(first.tables, past, rng), first.byes)


def _same_tables(one: Draw, other: Draw) -> bool:
    return set(map(frozenset, one.tables)) == set(map(frozenset, other.tables))


@lru_cache(PLANS_KEPT)
def whole_plan(people: tuple[int, ...], wanted: int, allowed: tuple[int, ...], seed: int) -> tuple[Draw, ...]:
    """All rounds for these people, if nobody comes or goes."""
    if is_by_twos(wanted, allowed):
        return rounds_to_come(people, (), seed)
    rng = Rng(seed)
    mixed = shuffled(people, rng)
    draws = _fewest_repeats(mixed, table_sizes(len(people), wanted, allowed), wanted, allowed, rng)
    for _ in range(SWEEPS):
        for at, draw in enumerate(draws):
            draws[at] = Draw(seat_all(draw.tables, past_of(draws[:at] + draws[at + 1 :]), rng), draw.byes)
    return tuple(draws)


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
