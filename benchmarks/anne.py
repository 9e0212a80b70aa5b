"""ANNE! with four players beside OpenSpiel's trick-taking games."""

import json
import os
import random
import subprocess
import sys
from pathlib import Path

import mezani
from benchmarks.timing import Figure, duration, rate, report
from mezani.interpreted import VARIABLE

RESULTS = Path("build/bench/anne.json")


def ours() -> dict[str, float]:
    """Decisions a second in compiled loops and stepped from Python; seconds for a clone and for a resampling."""
    state = mezani.game("anne").new(players=4, seed=7)
    rng, chance = mezani.Rng(3), random.Random(3)

    def hundred_playouts() -> int:
        return sum([mezani.playout(state.clone(), rng) for _ in range(100)])

    def stepped_game() -> int:
        game, decisions = state.clone(), 0
        while not game.is_over:
            actions = game.legal_actions()
            game.play(actions[int(chance.random() * len(actions))])
            decisions += 1
        return decisions

    world = state.clone()
    return {
        "playouts": rate(hundred_playouts),
        "stepping": rate(stepped_game),
        "clone": duration(state.clone),
        "resample": duration(lambda: world.resample(0, rng)),
    }


def interpreted() -> dict[str, float]:
    """The same on the interpreted build, in a process of its own."""
    code = "import json; from benchmarks.anne import ours; print(json.dumps(ours()))"
    environment = {**os.environ, VARIABLE: "1"}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    figures: dict[str, float] = json.loads(done.stdout)
    return figures


def main() -> None:
    from benchmarks import peers

    compiled, plain = ours(), interpreted()
    spades, oh_hell_rollouts = rate(peers.rollouts("spades")), rate(peers.rollouts("oh_hell"))
    oh_hell, rlcard = rate(peers.stepping("oh_hell")), rate(peers.rlcard_stepping("uno"))
    names = {"playouts": "decisions/s", "stepping": "decisions/s", "clone": "s", "resample": "s"}
    figures = [Figure(what, "Mezani ANNE!, compiled", compiled[what], unit) for what, unit in names.items()]
    figures += [Figure(what, "Mezani ANNE!, interpreted", plain[what], unit) for what, unit in names.items()]
    figures += [
        Figure("playouts", "OpenSpiel spades, C++", spades, "decisions/s"),
        Figure("playouts", "OpenSpiel oh_hell, C++", oh_hell_rollouts, "decisions/s"),
        Figure("stepping", "OpenSpiel oh_hell", oh_hell, "decisions/s"),
        Figure("stepping", "RLCard uno", rlcard, "decisions/s"),
    ]
    ratios = [
        ("random playouts, to OpenSpiel's C++ spades", compiled["playouts"] / spades, 4),
        ("stepping from Python, to OpenSpiel's oh_hell", compiled["stepping"] / oh_hell, 2.5),
        ("stepping from Python, to RLCard's uno", compiled["stepping"] / rlcard, 1),
        ("clone: 200 ns to ours", 200e-9 / compiled["clone"], 1),
        ("compiled playouts, to interpreted", compiled["playouts"] / plain["playouts"], 1),
    ]
    report("ANNE!, 4 players, one core", figures, ratios, RESULTS)


if __name__ == "__main__":
    main()
