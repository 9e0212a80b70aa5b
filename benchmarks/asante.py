"""Asante beside OpenSpiel: random playouts beside its spades, stepping from Python beside its gin rummy."""

import random
from collections.abc import Callable
from pathlib import Path

import mezani
from benchmarks.timing import Figure, rates, report, thousand

RESULTS = Path("build/bench/asante.json")


def playouts() -> Callable[[], int]:
    """Decisions of whole random games inside the engine."""
    state, rng = mezani.game("asante").new(seed=7), mezani.Rng(3)
    return lambda: sum([mezani.playout(state.clone(), rng) for _ in range(20)])


def stepping() -> Callable[[], int]:
    """Decisions of a random game driven from Python, each one checked."""
    start, chance = mezani.game("asante").new(seed=7), random.Random(3)

    def run() -> int:
        state, decisions = start.clone(), 0
        while not state.is_over:
            actions = state.legal_actions()
            state.play(actions[int(chance.random() * len(actions))])
            decisions += 1
        return decisions

    return run


def main() -> None:
    from benchmarks import peers

    state, rng = mezani.game("asante").new(seed=7), mezani.Rng(3)
    measured = rates(
        {
            "playouts": playouts(),
            "stepping": stepping(),
            "clone": thousand(state.clone),
            "resample": thousand(lambda: state.resample(0, rng)),
            "spades": peers.rollouts("spades"),
            "gin_rummy": peers.stepping("gin_rummy"),
        }
    )
    units = {"playouts": "decisions/s", "stepping": "decisions/s", "clone": "clones/s", "resample": "worlds/s"}
    figures = [Figure(what, "Mezani Asante", measured[what], unit) for what, unit in units.items()]
    figures.append(Figure("playouts", "OpenSpiel spades, C++", measured["spades"], "decisions/s"))
    figures.append(Figure("stepping", "OpenSpiel gin_rummy", measured["gin_rummy"], "decisions/s"))
    ratios: list[tuple[str, float, float]] = [
        ("random playouts, to OpenSpiel's C++ spades", measured["playouts"] / measured["spades"], 1.8),
        ("stepping from Python, to OpenSpiel's gin_rummy", measured["stepping"] / measured["gin_rummy"], 20),
    ]
    report("Asante, one core", figures, ratios, RESULTS)


if __name__ == "__main__":
    main()
