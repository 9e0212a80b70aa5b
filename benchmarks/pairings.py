"""How tournaments are paired: repeated meetings and balance of seats, each beside a random draw.

python -m benchmarks.pairings
"""

import random
import time
from collections.abc import Callable, Sequence

from mezani.house.tournaments.draw import Draw, past_of, table_sizes, who_sits_out
from mezani.house.tournaments.pairing import pair_swiss
from mezani.house.tournaments.round_robin import meetings_again, never_met, whole_plan
from mezani.house.tournaments.standings import Played, Round, standings

ROUNDS = 5
TIMES = 5  # tournaments whose mean is told
SIZES = {2: (2,), 3: (3, 4), 4: (3, 4), 5: (3, 4, 5)}  # the tables that are allowed where this size is wanted
FIELDS = (5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 16, 20, 24, 32, 48, 64)

Pairing = Callable[[Sequence[int], dict[int, float], Sequence[Draw], int], Draw]


def tournament(people: int, wanted: int, pairing: Pairing, luck: random.Random) -> list[Draw]:
    """Five rounds; the stronger is ahead more often."""
    draws, results = list[Draw](), list[Round]()
    for number in range(ROUNDS):
        ranked = standings(range(people), results, wanted)
        draws.append(
            pairing([one.entrant for one in ranked], {one.entrant: one.points for one in ranked}, draws, number)
        )
        results.append(Round([played(table, luck) for table in draws[-1].tables], draws[-1].byes))
    return draws


def played(table: Sequence[int], luck: random.Random) -> Played:
    """A table whose points follow from strength and luck."""
    scores = [round(50 - one / 2 + luck.gauss(0, 12)) for one in table]
    places = [1 + sum(other > score for other in scores) for score in scores]
    return Played(tuple(table), tuple(places), tuple(scores))


def by_chance(luck: random.Random, wanted: int) -> Pairing:
    """Tables and seats that lots decide; only byes are given as in ours."""

    def pairing(ranked: Sequence[int], points: dict[int, float], draws: Sequence[Draw], number: int) -> Draw:
        sizes = table_sizes(len(ranked), wanted, SIZES[wanted])
        out = who_sits_out(ranked, len(ranked) - sum(sizes), past_of(draws).byes)
        seated = [one for one in ranked if one not in out]
        luck.shuffle(seated)
        return Draw(tuple(tuple(seated.pop() for _ in range(size)) for size in sizes), out)

    return pairing


def ours(seed: int, wanted: int) -> Pairing:
    """A Swiss tournament."""
    return lambda ranked, points, draws, number: pair_swiss(
        ranked, points, draws, wanted, SIZES[wanted], seed * ROUNDS + number
    )


def spread(draws: Sequence[Draw], people: int) -> float:
    """How often somebody had their most frequent seat more than their rarest, on average."""
    sat, seats = past_of(draws).sat, range(max(len(table) for draw in draws for table in draw.tables))
    had = [[sat[one, seat] for seat in seats] for one in range(people)]
    return sum(max(counts) - min(counts) for counts in had) / people


def repeats_forced(people: int, wanted: int) -> int:
    """How many meetings must be repeated whatever is drawn."""
    sizes = table_sizes(people, wanted, SIZES[wanted])
    return max(0, ROUNDS * sum(size * (size - 1) // 2 for size in sizes) - people * (people - 1) // 2)


def swiss_table(wanted: int, fields: Sequence[int]) -> None:
    print(f"\nSwiss, {ROUNDS} rounds, tables of {wanted} where possible\n")
    print("| people | repeats | at random | at least | seats | at random | a draw takes |")
    print("|---:|---:|---:|---:|---:|---:|---:|")
    for people in fields:
        found: dict[bool, list[list[Draw]]] = {True: [], False: []}
        began = time.perf_counter()
        for seed in range(1, TIMES + 1):
            found[True].append(tournament(people, wanted, ours(seed, wanted), random.Random(seed)))
        seconds = (time.perf_counter() - began) / TIMES / ROUNDS
        for seed in range(1, 4 * TIMES + 1):
            luck = random.Random(seed)
            found[False].append(tournament(people, wanted, by_chance(luck, wanted), luck))
        again, chance = (sum(map(meetings_again, found[which])) / len(found[which]) for which in (True, False))
        seats, lots = (
            sum(spread(draws, people) for draws in found[which]) / len(found[which]) for which in (True, False)
        )
        forced = repeats_forced(people, wanted)
        print(
            f"| {people} | {again:.1f} | {chance:.1f} | {forced} | {seats:.2f} | {lots:.2f} | {1000 * seconds:.0f} ms |"
        )


def round_robin_table(wanted: int) -> None:
    print(f"\nRound robin, tables of {wanted} where possible\n")
    print("| people | rounds | repeats | at least | never met |")
    print("|---:|---:|---:|---:|---:|")
    for people in FIELDS:
        draws = whole_plan(tuple(range(people)), wanted, SIZES[wanted], 1)
        least = max(0, sum(past_of(draws).met.values()) - people * (people - 1) // 2)
        print(f"| {people} | {len(draws)} | {meetings_again(draws)} | {least} | {never_met(range(people), draws)} |")


def main() -> None:
    for wanted in (4, 2):
        swiss_table(wanted, range(5, 65))
    for wanted in (3, 5):
        swiss_table(wanted, FIELDS)
    for wanted in (3, 4):
        round_robin_table(wanted)


if __name__ == "__main__":
    main()
