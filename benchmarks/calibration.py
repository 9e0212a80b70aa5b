"""Whether "how likely" is true: the chances that bots name, against how games ended.

    python -m benchmarks.calibration [GAME...] [--games 200] [--iterations 400] [--before SRC] [--out FOLDER]

Experts play, and at some of their decisions a hint is asked for: the chance of the seat to move to win. Games of even
numbers fit a correction (which the knowledge of a game can take over as `sureness` and `optimism`), those of odd
numbers measure. With --before the same positions are judged by another version too, from its compiled `src` folder.
"""

import argparse
import json
import math
import os
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from statistics import mean
from typing import Any, NamedTuple

HERE = Path(__file__).resolve().parents[1] / "src"
PLAYERS = {"asante": 2}
EVERY = 7  # a hint at one decision of so many
SLIP = 20  # one move of so many is any legal one, so that lopsided positions come up too
BINS = 10


class Told(NamedTuple):
    """A chance that was named, the seat's share of the victory in the end, the game, and an even share."""

    chance: float
    share: float
    game: int
    even: float


def play(name: str, iterations: int, number: int) -> dict[str, Any]:
    """One game of players who think: its moves, and where a hint is to be asked for."""
    import mezani
    from mezani.bots import imagined
    from mezani.engine.search import Search

    game, rng = mezani.game(name), mezani.Rng(9_000 + number)
    players, seed = PLAYERS.get(name, 4), rng.word() % 2**62
    state, knowledge = game.new(players, seed), game.knowledge()
    actions: list[int] = []
    asked = []
    while not state.is_over:
        choices = state.legal_actions()
        if len(choices) > 1 and rng.below(EVERY) == 0:
            asked.append(len(actions))
        if len(choices) == 1 or rng.below(SLIP) == 0:
            actions.append(choices[rng.below(len(choices))])
        else:
            world, chance = imagined(state, rng)
            search = Search(world, knowledge, chance, capacity=20 * iterations)
            search.think(iterations)
            actions.append(search.best())
        state.play(actions[-1])
    return {"game": name, "players": players, "seed": seed, "actions": actions, "asked": asked, "number": number}


def judge(games: Sequence[dict[str, Any]], iterations: int) -> list[Told]:
    """What this version's hints say at the places that are asked for."""
    import mezani
    from mezani.bots.levels import Thinker

    found = []
    for told in games:
        game = mezani.game(told["game"])
        state, rng, chances = game.new(told["players"], told["seed"]), mezani.Rng(told["number"]), []
        thinker = Thinker(game)
        thinker.iterations = iterations
        for place, action in enumerate(told["actions"]):
            if place in told["asked"]:
                world = state.clone()
                world.resample(state.seat, rng)
                prospect = thinker.think(world, rng).moves()[0].prospect
                sobered = getattr(thinker.knowledge, "sobered", float)
                chances.append((state.seat, sobered(prospect)))
            state.play(action)
        winners = state.winners()
        found += [
            Told(chance, (seat in winners) / len(winners), told["number"], 1 / told["players"])
            for seat, chance in chances
        ]
    return found


def judged_by(source: Path, games: list[dict[str, Any]], iterations: int) -> list[Told]:
    """The same by another version, in a process of its own."""
    environment = {**os.environ, "PYTHONPATH": f"{source}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"}
    done = subprocess.run(
        [sys.executable, __file__, "--judge", str(iterations)],
        input=json.dumps(games),
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return [Told(*told) for told in json.loads(done.stdout)]


# What the chances are worth


def log_loss(told: Sequence[Told]) -> float:
    return mean(-t.share * math.log(t.chance) - (1 - t.share) * math.log(1 - t.chance) for t in clipped(told))


def clipped(told: Sequence[Told]) -> list[Told]:
    return [t._replace(chance=min(max(t.chance, 1e-6), 1 - 1e-6)) for t in told]


def brier(told: Sequence[Told]) -> float:
    return mean((t.chance - t.share) ** 2 for t in told)


def bins(told: Sequence[Told]) -> list[tuple[float, float, int]]:
    """The chances in tenths: the mean chance of each, how often it came true, and of how many."""
    found: list[list[Told]] = [[] for _ in range(BINS)]
    for t in told:
        found[min(int(t.chance * BINS), BINS - 1)].append(t)
    return [(mean(t.chance for t in part), mean(t.share for t in part), len(part)) for part in found if part]


def fitted(told: Sequence[Told]) -> tuple[float, float]:
    """By how much log odds are to be stretched, then lowered, to fit the games best (Newton's method)."""
    stretch, lower = 1.0, 0.0
    for _ in range(20):
        gradient, curve = [0.0, 0.0], [0.0, 0.0, 0.0]
        for t in clipped(told):
            odds = math.log(t.chance / (1 - t.chance))
            p = 1 / (1 + math.exp(lower - stretch * odds))
            gradient[0] += (t.share - p) * odds
            gradient[1] -= t.share - p
            weight = p * (1 - p)
            curve[0] += weight * odds * odds
            curve[1] -= weight * odds
            curve[2] += weight
        whole = curve[0] * curve[2] - curve[1] ** 2
        stretch += (curve[2] * gradient[0] - curve[1] * gradient[1]) / whole
        lower += (curve[0] * gradient[1] - curve[1] * gradient[0]) / whole
    return stretch, lower


def sobered(told: Sequence[Told], stretch: float, lower: float) -> list[Told]:
    return [
        t._replace(chance=1 / (1 + math.exp(lower - stretch * math.log(t.chance / (1 - t.chance)))))
        for t in clipped(told)
    ]


def report(name: str, judgements: dict[str, list[Told]]) -> dict[str, Any]:
    """Tell of one game; return what a picture is drawn from."""
    found: dict[str, Any] = {}
    for who, told in judgements.items():
        fit, measured = [t for t in told if t.game % 2 == 0], [t for t in told if t.game % 2]
        stretch, lower = fitted(fit)
        even = [t._replace(chance=t.even) for t in measured]
        corrected = log_loss(sobered(measured, stretch, lower))
        print(
            f"{name} {who}: {len(measured)} hints, log loss {log_loss(measured):.4f}, even {log_loss(even):.4f}, "
            f"corrected {corrected:.4f} (stretched by {stretch:.3f}, lowered by {lower:.3f}); "
            f"Brier {brier(measured):.4f}, even {brier(even):.4f}",
            flush=True,
        )
        for chance, share, count in bins(measured):
            print(f"    {chance:.2f} came true {share:.2f} of {count}")
        found[who] = {
            "hints": len(measured),
            "log loss": round(log_loss(measured), 4),
            "even": round(log_loss(even), 4),
            "brier": round(brier(measured), 4),
            "even brier": round(brier(even), 4),
            "bins": [(round(chance, 4), round(share, 4), count) for chance, share, count in bins(measured)],
        }
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("named", nargs="*", default=["anansi", "anne", "asante", "zimbabwe"])
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--iterations", type=int, default=400)
    parser.add_argument("--before", type=Path, default=None)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--out", type=Path, default=Path("build/bench"))
    asked = parser.parse_args()
    sides = {"now": HERE, **({"before": asked.before} if asked.before else {})}
    found: dict[str, Any] = {}
    with ProcessPoolExecutor(asked.workers) as pool:
        for name in asked.named:
            games = list(pool.map(partial(play, name, asked.iterations), range(asked.games)))
            parts = [games[start :: 4 * asked.workers] for start in range(4 * asked.workers)]
            judgements: dict[str, list[Told]] = {}
            for who, source in sides.items():
                tasks = [pool.submit(judged_by, source, part, asked.iterations) for part in parts if part]
                judgements[who] = [told for task in tasks for told in task.result()]
            found[name] = report(name, judgements)
    asked.out.mkdir(parents=True, exist_ok=True)
    (asked.out / "calibration.json").write_text(json.dumps(found, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--judge"]:
        print(json.dumps(judge(json.load(sys.stdin), int(sys.argv[2]))))
    else:
        main()
