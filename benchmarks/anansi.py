"""Anansi beside OpenSpiel's spades: random playouts, and worlds resampled on the way through a game."""

from collections.abc import Callable
from pathlib import Path

import mezani
from benchmarks.timing import Figure, rates, report

RESULTS = Path("build/bench/anansi.json")


def playouts(players: int) -> Callable[[], int]:
    """Decisions of whole random games inside the engine."""
    state, rng = mezani.game("anansi").new(players, seed=7), mezani.Rng(3)
    return lambda: sum([mezani.playout(state.clone(), rng) for _ in range(20)])


def resamples(players: int) -> Callable[[], int]:
    """Worlds for the seat to move in every position of some random games, so with all that play has shown."""
    rng, positions = mezani.Rng(3), []
    for seed in range(10):
        state = mezani.game("anansi").new(players, seed)
        while not state.is_over:
            positions.append(state.clone())
            state.play(state.random_action(rng))

    def run() -> int:
        for state in positions:
            state.resample(state.seat, rng)
        return len(positions)

    return run


def main() -> None:
    from benchmarks import peers

    counted = {f"playouts, {players} players": playouts(players) for players in (3, 4, 5)}
    counted["resample, 4 players"] = resamples(4)
    measured = rates({**counted, "spades": peers.rollouts("spades")})
    figures = [
        Figure(what, "Mezani Anansi", measured[what], "worlds/s" if "resample" in what else "decisions/s")
        for what in counted
    ]
    figures.append(Figure("playouts", "OpenSpiel spades, C++", measured["spades"], "decisions/s"))
    ratios: list[tuple[str, float, float]] = [
        ("random playouts, to OpenSpiel's C++ spades", measured["playouts, 4 players"] / measured["spades"], 4),
        ("resampled worlds, to one in 3 µs", measured["resample, 4 players"] * 3e-6, 1),
    ]
    report("Anansi, one core", figures, ratios, RESULTS)


if __name__ == "__main__":
    main()
