"""Whether the chart is true at every stage: everybody's chances in a looked-back game, against how games ended.

    python -m benchmarks.course [GAME...] [--games 200] [--bots expert] [--workers 2]

Every position of a game counts, in the quarter of the game in which it is, with the chances of all seats. Games of even
numbers fit by how much chances are to be stretched (`Knowledge.certainty`), those of odd numbers measure.
"""

import argparse
import json
import math
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple

import mezani
from benchmarks.calibration import Told, bins
from benchmarks.luck import players_of
from mezani import bots
from mezani.engine.rng import Rng
from mezani.insight.judging import course
from mezani.record import Record

STAGES = 4
SLIP = 20  # one move of so many is any legal one, so that lopsided positions come up too
STRETCHES = [0.5 + 0.02 * step for step in range(60)]


class Moment(NamedTuple):
    """The chances of all seats in a position, their shares of the victory in the end, the stage and the game."""

    chances: tuple[float, ...]
    shares: tuple[float, ...]
    stage: int
    game: int


def moments(name: str, level: str, number: int) -> list[Moment]:
    """All positions of one game, but for the last."""
    game, rng = mezani.game(name), Rng(52_000 + number)
    record = Record(game, players_of(name), rng.word() % 2**62)
    state, player = record.start(), bots.bot(level, game)
    while not state.is_over:
        actions = [state.random_action(rng)] if rng.below(SLIP) == 0 else bots.plan(player, state, rng)
        for action in actions:
            state.play(action)
            record.actions.append(action)
    found = course(record, number).chances
    shares, last = found[-1], len(found) - 1
    return [Moment(chances, shares, STAGES * at // last, number) for at, chances in enumerate(found[:-1])]


def loss(some: Sequence[Moment], stretch: float = 1.0) -> float:
    """The log loss of chances that are stretched so much, for all seats together."""
    return fmean(
        -sum(share * math.log(max(p, 1e-6)) for share, p in zip(it.shares, stretched(it.chances, stretch), strict=True))
        for it in some
    )


def stretched(chances: Sequence[float], stretch: float) -> list[float]:
    powers = [max(p, 1e-6) ** stretch for p in chances]
    return [p / sum(powers) for p in powers]


def tell(name: str, some: list[Moment]) -> dict[str, Any]:
    """The chart of a game by stages."""
    fit, measured = [it for it in some if it.game % 2 == 0], [it for it in some if it.game % 2]
    best = min(STRETCHES, key=lambda stretch: loss(fit, stretch))
    print(f"{name}: loss {loss(measured):.4f}, stretched by {best:.2f} {loss(measured, best):.4f}")
    found: dict[str, Any] = {"stretch": best, "stages": []}
    for stage in range(STAGES):
        part = [it for it in measured if it.stage == stage]
        even = math.log(len(part[0].chances))
        own = min(STRETCHES, key=lambda stretch: loss(part, stretch))
        pairs = [pair for it in part for pair in zip(it.chances, it.shares, strict=True)]
        told = bins([Told(p, share, 0, 0.0) for p, share in pairs])
        off = fmean(abs(p - share) for p, share, count in told for _ in range(count))
        print(
            f"    quarter {stage + 1}: {len(part)} positions, loss {loss(part):.4f}, even {even:.4f}, "
            f"best stretch {own:.2f}, off by {off:.3f}: " + ", ".join(f"{p:.2f} {share:.2f}" for p, share, _ in told),
            flush=True,
        )
        found["stages"].append({"loss": loss(part), "even": even, "off": off, "bins": told})
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("named", nargs="*", default=["anansi", "anne", "asante", "zimbabwe"])
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--bots", default="expert")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--out", type=Path, default=Path("build/bench"))
    asked = parser.parse_args()
    found = {}
    with ProcessPoolExecutor(asked.workers) as pool:
        for name in asked.named:
            games = pool.map(partial(moments, name, asked.bots), range(asked.games), chunksize=2)
            found[name] = tell(name, [it for some in games for it in some])
    asked.out.mkdir(parents=True, exist_ok=True)
    (asked.out / "course.json").write_text(json.dumps(found, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
