"""The search on ANNE! beside OpenSpiel's ISMCTS in C++ on oh_hell: moves per second at 1,000 iterations each."""

from collections.abc import Callable
from pathlib import Path

import mezani
from benchmarks.timing import Figure, rates, report

RESULTS = Path("build/bench/search.json")
ITERATIONS = 1000
WHOLE_HAND = 52  # decisions of the four seats: predictions, cards and the heap


def searched(plays_at_random: bool) -> Callable[[], int]:
    """Iterations of thinking through every move of a hand, played on at random as OpenSpiel does, or sensibly."""
    anne, rng = mezani.game("anne"), mezani.Rng(3)

    def run() -> int:
        state, iterations = anne.new(players=4, seed=7), 0
        for _ in range(WHOLE_HAND):
            knowledge = anne.knowledge()
            if plays_at_random:
                knowledge.slip = 1
            search = mezani.Search(state, knowledge, rng, ITERATIONS + 2)
            iterations += search.think(ITERATIONS)
            state.play(search.best())
        return iterations

    return run


def main() -> None:
    from benchmarks import peers

    theirs = peers.ismcts("oh_hell", ITERATIONS)
    at_random, sensibly = searched(True), searched(False)
    measured = rates({"at random": at_random, "sensibly": sensibly, "oh_hell": theirs})
    figures = [
        Figure("search, random playouts", "Mezani ANNE!", measured["at random"] / ITERATIONS, "moves/s"),
        Figure("search, sensible playouts", "Mezani ANNE!", measured["sensibly"] / ITERATIONS, "moves/s"),
        Figure("search, random playouts", "OpenSpiel oh_hell, C++", measured["oh_hell"] / ITERATIONS, "moves/s"),
    ]
    ratios: list[tuple[str, float, float]] = [
        ("search of 1,000 iterations, to OpenSpiel's ISMCTS", measured["at random"] / measured["oh_hell"], 8),
        ("the same with sensible playouts", measured["sensibly"] / measured["oh_hell"], 1),
    ]
    report("Search, 1,000 iterations a move, one core", figures, ratios, RESULTS)


if __name__ == "__main__":
    main()
