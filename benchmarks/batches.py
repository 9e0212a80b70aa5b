"""Batches: steps a second with observations, masks and results, on one core and on two.

Each step chooses a random legal action in every game, checks it, plays it, begins a new game where one has ended, and
writes the observation and the mask of whoever is to move. One core is measured in processor time, the best of several
turns; two beside one in time on the wall, in turns.
"""

import os
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks.timing import Figure, rates, report
from mezani.envs.batch import Batch

RESULTS = Path("build/bench/batches.json")
GOALS = {("anne", 4): 6e6, ("anansi", 5): 6e6, ("asante", 2): 3e6, ("zimbabwe", 4): 1e5}
GAMES = 256  # of a batch: the arrays and the games fit into the caches of a core
TOGETHER = 8192  # of a batch on two cores: what is said between them is nothing beside a step
TURNS = 7
GOAL_OF_TWO = 1.8


def stepping(batch: Batch, steps: int) -> Callable[[], int]:
    """Counts the decisions of so many steps."""

    def count() -> int:
        for _ in range(steps):
            batch.step(batch.random_actions())
        return steps * len(batch)

    count()  # the games come apart from one another
    return count


def on_the_wall(count: Callable[[], int]) -> float:
    """Decisions a second by the clock on the wall."""
    start = time.perf_counter()
    return count() / (time.perf_counter() - start)


def of_two_cores(name: str, players: int) -> tuple[float, float]:
    """The best turns of one process and of two."""
    games = TOGETHER if name != "zimbabwe" else TOGETHER // 16
    with Batch(name, players, games, seed=1) as one, Batch(name, players, games, seed=1, processes=2) as two:
        alone, together = stepping(one, 10), stepping(two, 10)
        turns = [(on_the_wall(alone), on_the_wall(together)) for _ in range(TURNS)]
    return max(turn[0] for turn in turns), max(turn[1] for turn in turns)


def main() -> None:
    batches = {game: Batch(*game, games=GAMES, seed=1) for game in GOALS}
    measured = rates({" ".join(map(str, game)): stepping(batch, 50) for game, batch in batches.items()})
    figures, ratios = [], []
    for (name, players), goal in GOALS.items():
        value = measured[f"{name} {players}"]
        figures.append(Figure(f"{name}, {players} players, {GAMES} games", "one core", value, "steps/s"))
        ratios.append((f"{name}: million steps a second and core", value / 1e6, goal / 1e6))
    if (os.cpu_count() or 1) > 1:
        for name, players in GOALS:
            one, two = of_two_cores(name, players)
            figures += [
                Figure(f"{name}, {players} players, {TOGETHER} games", "one process", one, "steps/s"),
                Figure(f"{name}, {players} players, {TOGETHER} games", "two processes", two, "steps/s"),
            ]
            ratios.append((f"{name}: two cores beside one", two / one, GOAL_OF_TWO))
    report("Batches", figures, ratios, RESULTS)


if __name__ == "__main__":
    main()
