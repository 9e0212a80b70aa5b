"""How many games of the arena two workers play in the time in which one plays its own."""

import time
from pathlib import Path

from benchmarks.timing import Figure, report
from mezani.arena.match import Match
from mezani.arena.run import on_processes

RESULTS = Path("build/bench/arena.json")
GAMES = 400
WARM = 40  # games until all processes have started


def games_per_second(workers: int) -> float:
    """The pace of so many processes, once they run."""
    match = Match("anne", 4, ("expert",), GAMES)
    start = 0.0
    for number, _ in enumerate(on_processes(match, list(match.jobs()), workers)):
        if number == WARM:
            start = time.perf_counter()
    return (GAMES - WARM) / (time.perf_counter() - start)


def main() -> None:
    one, two = games_per_second(1), games_per_second(2)
    figures = [
        Figure("expert against itself, ANNE!", "one worker", one, "games/s"),
        Figure("expert against itself, ANNE!", "two workers", two, "games/s"),
    ]
    report("Arena", figures, [("two workers, to one", two / one, 1.8)], RESULTS)


if __name__ == "__main__":
    main()
