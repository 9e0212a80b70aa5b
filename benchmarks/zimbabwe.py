"""The Great Zimbabwe with four players beside catanatron's Catan, the fastest board game of its weight on PyPI."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import mezani
from benchmarks.timing import Figure, rates, report, thousand

RESULTS = Path("build/bench/zimbabwe.json")
INTO_THE_GAME = 200  # decisions before a game is copied


def new_games(players: int) -> Callable[[], Any]:
    """New games, each on a map of its own."""
    game, seeds = mezani.game("zimbabwe"), iter(range(10**9))
    return lambda: game.new(players, seed=next(seeds))


def playouts(players: int) -> Callable[[], int]:
    """Decisions of whole random games, the start of each included, as it is with the peer."""
    new, rng = new_games(players), mezani.Rng(3)
    return lambda: mezani.playout(new(), rng)


def stepping(players: int) -> Callable[[], int]:
    """The same, driven from Python decision by decision."""
    new, rng = new_games(players), mezani.Rng(3)

    def run() -> int:
        state, decisions = new(), 0
        while not state.is_over:
            actions = state.legal_actions()
            state.play(actions[rng.below(len(actions))])
            decisions += 1
        return decisions

    return run


def whole_games(players: int) -> Callable[[], int]:
    run = playouts(players)
    return lambda: run() and 1


def clones() -> Callable[[], int]:
    state, rng = mezani.game("zimbabwe").new(4, seed=7), mezani.Rng(3)
    for _ in range(INTO_THE_GAME):
        state.play(state.random_action(rng))
    return thousand(state.clone)


def main() -> None:
    from benchmarks import peers

    counted = {f"playouts, {players} players": playouts(players) for players in (2, 3, 4, 5)}
    counted |= {"games": whole_games(4), "stepping": stepping(4), "clone": clones()}
    theirs = {"Catan": peers.catan_stepping(), "Catan copies": thousand(peers.catan_copies(INTO_THE_GAME))}
    measured = rates({**counted, **theirs})
    units = {"games": "games/s", "clone": "clones/s"}
    figures = [
        Figure(what, "Mezani The Great Zimbabwe", measured[what], units.get(what, "decisions/s")) for what in counted
    ]
    figures += [
        Figure("random play", "catanatron", measured["Catan"], "decisions/s"),
        Figure("copy", "catanatron", measured["Catan copies"], "copies/s"),
    ]
    ratios: list[tuple[str, float, float]] = [
        ("random play of 4, to catanatron", measured["playouts, 4 players"] / measured["Catan"], 30),
        ("clones, to catanatron's game.copy()", measured["clone"] / measured["Catan copies"], 20),
    ]
    whole = f"a random game of 4 takes {1000 / measured['games']:.2f} ms"
    report(f"The Great Zimbabwe, one core; {whole}", figures, ratios, RESULTS)


if __name__ == "__main__":
    main()
