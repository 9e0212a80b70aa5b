"""ANNE! with four players beside OpenSpiel's trick-taking games, and beside ANNE! written by hand in C."""

import json
import os
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import mezani
from benchmarks import hand_written
from benchmarks.timing import Figure, rates, report, thousand
from mezani.interpreted import VARIABLE

RESULTS = Path("build/bench/anne.json")


def ours() -> dict[str, Callable[[], int]]:
    """Decisions in loops inside the engine and stepped from Python; clones; resampled worlds."""
    state = mezani.game("anne").new(players=4, seed=7)
    rng, chance = mezani.Rng(3), random.Random(3)
    world = state.clone()

    def playouts() -> int:
        return sum([mezani.playout(state.clone(), rng) for _ in range(20)])

    def stepped() -> int:
        game, decisions = state.clone(), 0
        while not game.is_over:
            actions = game.legal_actions()
            game.play(actions[int(chance.random() * len(actions))])
            decisions += 1
        return decisions

    return {
        "playouts": playouts,
        "stepping": stepped,
        "clone": thousand(state.clone),
        "resample": thousand(lambda: world.resample(0, rng)),
    }


def interpreted() -> dict[str, float]:
    """The same on the interpreted build, in a process of its own."""
    code = "import json; from benchmarks import anne, timing; print(json.dumps(timing.rates(anne.ours())))"
    environment = {**os.environ, VARIABLE: "1"}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    figures: dict[str, float] = json.loads(done.stdout)
    return figures


def main() -> None:
    from benchmarks import peers

    theirs = {
        "C": hand_written.playouts("anne", 4),
        "C with pdep": hand_written.playouts("anne", 4, "-DPDEP"),
        "spades playouts": peers.rollouts("spades"),
        "oh_hell playouts": peers.rollouts("oh_hell"),
        "oh_hell stepping": peers.stepping("oh_hell"),
        "uno stepping": peers.rlcard_stepping("uno"),
    }
    measured = rates({**ours(), **theirs})
    plain = interpreted()
    units = {"playouts": "decisions/s", "stepping": "decisions/s", "clone": "clones/s", "resample": "worlds/s"}
    figures = [Figure(what, "Mezani ANNE!, compiled", measured[what], unit) for what, unit in units.items()]
    figures += [Figure(what, "Mezani ANNE!, interpreted", plain[what], unit) for what, unit in units.items()]
    figures += [
        Figure("playouts", "C by hand", measured["C"], "decisions/s"),
        Figure("playouts", "C by hand, pdep", measured["C with pdep"], "decisions/s"),
        Figure("playouts", "OpenSpiel spades, C++", measured["spades playouts"], "decisions/s"),
        Figure("playouts", "OpenSpiel oh_hell, C++", measured["oh_hell playouts"], "decisions/s"),
        Figure("stepping", "OpenSpiel oh_hell", measured["oh_hell stepping"], "decisions/s"),
        Figure("stepping", "RLCard uno", measured["uno stepping"], "decisions/s"),
    ]
    ratios = [
        ("random playouts, to C by hand", measured["playouts"] / measured["C"], 0.85),
        (
            "random playouts, to C by hand with pdep and a smaller generator",
            measured["playouts"] / measured["C with pdep"],
            0.7,
        ),
        ("random playouts, to OpenSpiel's C++ spades", measured["playouts"] / measured["spades playouts"], 4),
        ("stepping from Python, to OpenSpiel's oh_hell", measured["stepping"] / measured["oh_hell stepping"], 2.5),
        ("stepping from Python, to RLCard's uno", measured["stepping"] / measured["uno stepping"], 1),
        ("clones, to one in 200 ns", measured["clone"] / 5e6, 1),
        ("compiled playouts, to interpreted", measured["playouts"] / plain["playouts"], 1),
    ]
    report("ANNE!, 4 players, one core", figures, ratios, RESULTS)


if __name__ == "__main__":
    main()
