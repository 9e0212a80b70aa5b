"""How tournaments are paired: repeated meetings and balance of seats, each beside a random draw.

python -m benchmarks.pairings
"""

import random
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from statistics import mean

from mezani.house.tournaments.draw import Draw, past_of, table_sizes, who_sits_out
from mezani.house.tournaments.pairing import pair_swiss
from mezani.house.tournaments.round_robin import meetings_again, never_met, whole_plan
from mezani.house.tournaments.standings import Played, Round, standings

ROUNDS = 5
TIMES = 2  # tournaments whose mean is told
LOTS = 10  # by lot
SIZES = {2: (2,), 3: (3, 4), 4: (3, 4), 5: (3, 4, 5)}  # the tables that are allowed where this size is wanted
FIELDS = range(5, 65)
SOME = (5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 18, 20, 21, 22, 24, 25, 27, 28, 30, 32, 36, 40, 48, 63, 64)

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
        ranked, points, draws, wanted, SIZES[wanted], seed * ROUNDS + number, ROUNDS - 1 - number
    )


def spread(draws: Sequence[Draw], people: int) -> float:
    """How often somebody had their most frequent seat more than their rarest, on average."""
    sat, seats = past_of(draws).sat, range(max(len(table) for draw in draws for table in draw.tables))
    had = [[sat[one, seat] for seat in seats] for one in range(people)]
    return sum(max(counts) - min(counts) for counts in had) / people


def forced(draws: Sequence[Draw], people: int) -> int:
    """How many meetings must be repeated whatever is drawn, since there are more than pairs."""
    return max(0, past_of(draws).met.total() - people * (people - 1) // 2)


def swiss(field: tuple[int, int]) -> tuple[str, str, float]:
    """Repeats and seats of a field, each beside lots, and how many seconds a draw takes."""
    people, wanted = field
    began = time.process_time()
    found = [tournament(people, wanted, ours(seed, wanted), random.Random(seed)) for seed in range(1, TIMES + 1)]
    seconds = (time.process_time() - began) / TIMES / ROUNDS
    by_lot = [tournament(people, wanted, by_chance(luck, wanted), luck) for luck in map(random.Random, range(LOTS))]
    again, lots = (mean(map(meetings_again, draws)) for draws in (found, by_lot))
    seats, others = (mean(spread(draws, people) for draws in which) for which in (found, by_lot))
    return f"{again:.1f} | {lots:.1f} | {forced(found[0], people)}", f"{seats:.1f} | {others:.1f}", seconds


def round_robin(field: tuple[int, int]) -> str:
    """Rounds, repeats, how many there must be, and pairs that have not met."""
    people, wanted = field
    draws = whole_plan(tuple(range(people)), wanted, SIZES[wanted], 1)
    return f"{len(draws)} | {meetings_again(draws)} | {forced(draws, people)} | {never_met(range(people), draws)}"


def table(title: str, columns: str, sizes: Sequence[int], rows: Iterable[tuple[int, Sequence[str]]]) -> None:
    """A table in Markdown with the same columns for each size of tables."""
    names = [
        f"{name} {size}" if n else f"**{size}** {name}" for size in sizes for n, name in enumerate(columns.split())
    ]
    print(f"\n### {title}\n\n| people | {' | '.join(names)} |\n{'|---:' * (1 + len(names))}|")
    for people, cells in rows:
        print(f"| {people} | {' | '.join(cells)} |")


def main() -> None:
    with ProcessPoolExecutor() as pool:
        sizes = tuple(SIZES)
        found = dict(zip(fields := [(n, size) for n in FIELDS for size in sizes], pool.map(swiss, fields), strict=True))
        for which, title, columns in (
            (0, "repeated meetings", "ours lots least"),
            (1, "balance of seats", "ours lots"),
        ):
            rows = [(people, [str(found[people, size][which]) for size in sizes]) for people in FIELDS]
            table(f"Swiss, {ROUNDS} rounds: {title}", columns, sizes, rows)
        print(f"\nThe longest draw took {max(seconds for *_, seconds in found.values()):.1f} seconds.")
        plans = dict(
            zip(some := [(n, size) for n in SOME for size in sizes[1:]], pool.map(round_robin, some), strict=True)
        )
        rows = [(people, [plans[people, size] for size in sizes[1:]]) for people in SOME]
        table("Round robin", "rounds repeats least unmet", sizes[1:], rows)


if __name__ == "__main__":
    main()
