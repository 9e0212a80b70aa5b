"""Whether a coach's reasons are true: what they quote, against games that experts play on.

    python -m benchmarks.reasons [--games anne,asante] [--positions 300] [--continuations 200] [--workers 16] [--seed 1]

Half of the positions are of random games, half of games of experts, each any decision of a game of its own in which
there is a choice; the numbers of players take turns. Where a reason quotes what a move is expected to bring, the move
is played on anew in so many worlds that the seat cannot tell from the true one, by experts on all seats. A figure
holds if it differs from their mean by no more than both intervals together, the root of the sum of their squares: of
99 % as they are, and of 95 % where both are cut to 0.76 of that. Twins are worlds that the seat cannot tell apart.

Each position is added to a file as it is done, and the same command goes on where it was interrupted.
"""

import argparse
import math
import os
import time
from collections import defaultdict
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from statistics import fmean
from typing import Any

import msgspec

import mezani
from mezani import bots
from mezani.bots.seeds import one_way_seed
from mezani.engine.rng import Rng
from mezani.engine.state import State
from mezani.game import Expectation, Game
from mezani.insight.reasons import Idea, continued, estimate, ideas, sentence
from mezani.language import ENGLISH, language

GAMES = ["asante", "zimbabwe", "anne", "anansi"]  # those that take longest first
NARROWER = 1.96 / 2.58  # an interval of 95 % by one of 99 %
CLEAR = 0.02  # so much greater a chance of winning makes a move clearly better
BETWEEN_NEWS = 50  # positions
GERMAN = language("de")


class Figure(msgspec.Struct):
    """What a move is expected to bring: as it was quoted, and as experts had it, each with its interval."""

    key: str
    action: int
    quoted: float
    interval: float
    found: float
    found_interval: float

    @property
    def difference(self) -> float:
        return self.quoted - self.found

    def holds(self, share: float = 1.0) -> bool:
        return abs(self.difference) <= share * math.hypot(self.interval, self.found_interval) + 1e-9


class Comparison(msgspec.Struct):
    """The two figures of a reason."""

    here: Figure
    there: Figure

    @property
    def is_right_way_round(self) -> bool:
        return (self.here.found > self.there.found) == (self.here.quoted > self.there.quoted)


class Trial(msgspec.Struct):
    """What came of a position."""

    game: str
    number: int
    seconds: float
    ideas: int
    sentences: int  # of both languages
    is_same_in_twin: bool
    has_reason: bool  # for the best move
    lead: float  # by how much its chance of winning is greater than the next one's
    comparisons: list[Comparison]


def position(game: Game[Any], number: int, seed: int) -> State:
    """A decision of a game of random players, or of experts, by turns."""
    start, chance = (one_way_seed(purpose, game.name, seed, number) for purpose in ("reasons: deal", "reasons: play"))
    state, rng, expert = (
        game.new(game.seats[number // 2 % len(game.seats)], start),
        Rng(chance),
        bots.bot("expert", game),
    )
    found, turn = list[State](), list[int]()
    while not state.is_over:
        if len(state.legal_actions()) > 1:
            found.append(state.clone())
        action, *turn = turn or (bots.plan(expert, state, rng) if number % 2 else [state.random_action(rng)])
        state.play(action)
    return found[rng.below(len(found))]


def tried(name: str, number: int, continuations: int, seed: int) -> Trial:
    """The ideas of a position, in it and in its twin, and how well they hold."""
    game = mezani.game(name)
    state, chance = position(game, number, seed), one_way_seed("reasons: thought", name, seed, number)
    began = time.process_time()
    found = ideas(game, state, Rng(chance), ENGLISH)
    seconds = time.process_time() - began
    twin = state.clone()
    twin.resample(state.seat, Rng(chance + 1))
    return Trial(
        game=name,
        number=number,
        seconds=seconds,
        ideas=len(found),
        sentences=2 * sum(len(idea.reasons) for idea in found),
        is_same_in_twin=ideas(game, twin, Rng(chance), GERMAN) == in_german(game, state, found),
        has_reason=bool(found[0].reasons),
        lead=found[0].chance - found[1].chance if len(found) > 1 else 0.0,
        comparisons=compared_with_experts(game, state, found, continuations, Rng(chance + 2)),
    )


def in_german(game: Game[Any], state: State, found: Sequence[Idea]) -> tuple[Idea, ...]:
    """The same ideas, with what is quoted in them said in German."""
    return tuple(
        msgspec.structs.replace(
            idea,
            reasons=tuple(
                msgspec.structs.replace(
                    it,
                    sentence=sentence(game, it.key, it.mean, it.other_mean, game.action_text(state, it.other), GERMAN),
                )
                for it in idea.reasons
            ),
        )
        for idea in found
    )


def compared_with_experts(
    game: Game[Any], state: State, found: Sequence[Idea], continuations: int, rng: Rng
) -> list[Comparison]:
    """All that the reasons quote, beside what experts make of it."""
    quoted = defaultdict[int, dict[str, tuple[float, float]]](dict)
    for idea in found:
        for it in idea.reasons:
            quoted[idea.action][it.key] = it.mean, it.interval
            quoted[it.other][it.key] = it.other_mean, it.other_interval
    known = {
        (action, key): Figure(key, action, *told[key], *means[key])
        for action, told in quoted.items()
        for means in [experts_means(game, state, action, told, continuations, rng)]
        for key in told
    }
    return [Comparison(known[idea.action, it.key], known[it.other, it.key]) for idea in found for it in idea.reasons]


def experts_means(
    game: Game[Any], state: State, action: int, keys: Iterable[str], continuations: int, rng: Rng
) -> dict[str, tuple[float, float]]:
    """What an action brings where experts play on: means with their intervals."""
    expert, knowledge = bots.bot("expert", game), game.knowledge()
    wanted: list[Expectation[Any]] = [it for it in game.expectations if it.key in keys]
    rows = []
    for _ in range(continuations):
        world = state.clone()
        knowledge.imagine(world, state.seat, rng)
        rows.append(continued(game, wanted, world, [action], expert, rng.word())[0])
    return {
        it.key: estimate([value for value in column if value is not None])
        for it, column in zip(wanted, zip(*rows, strict=True), strict=True)
    }


# What came of it


def report(name: str, trials: Sequence[Trial]) -> None:
    """Tell of one game: its times, and each expectation."""
    took = sorted(trial.seconds for trial in trials)
    clear = [trial.has_reason for trial in trials if trial.lead >= CLEAR]
    print(
        f"{name}: {len(trials)} positions, {share(trial.has_reason for trial in trials)} with a reason for the best "
        f"move, {share(clear)} of {len(clear)} where it is clearly better; "
        f"{sum(trial.sentences for trial in trials)} sentences in two languages; "
        f"the same in {sum(trial.is_same_in_twin for trial in trials)} twins; "
        f"{fmean(took):.2f} s, 95 % {took[int(0.95 * len(took))]:.2f}, longest {took[-1]:.2f}"
    )
    comparisons = [it for trial in trials for it in trial.comparisons]
    for key in [it.key for it in mezani.game(name).expectations] if comparisons else []:
        told = [it for it in comparisons if it.here.key == key]
        if told:
            print(f"    {key:16}{summed_up(told)}")
    if comparisons:
        print(f"    {'all':16}{summed_up(comparisons)}")


def summed_up(told: Sequence[Comparison]) -> str:
    """How well reasons hold; a figure that several of them quote counts once with each."""
    figures = [figure for it in told for figure in (it.here, it.there)]
    return (
        f"{len(told):5} reasons, {share(figure.holds() for figure in figures)} of the figures within 99 %, "
        f"{share(figure.holds(NARROWER) for figure in figures)} within 95 %, "
        f"{share(it.here.holds() and it.there.holds() for it in told)} of the reasons with both; "
        f"off by {fmean(figure.difference for figure in figures):+.3f}, "
        f"{fmean(abs(figure.difference) for figure in figures):.3f} either way, "
        f"interval {fmean(figure.interval for figure in figures):.3f}; "
        f"right way round {share(it.is_right_way_round for it in told)}"
    )


def share(values: Iterable[bool]) -> str:
    known = list(values)
    return f"{100 * sum(known) / len(known):.1f} %" if known else "none"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", default=",".join(GAMES))
    parser.add_argument("--positions", type=int, default=300)
    parser.add_argument("--continuations", type=int, default=200)
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("build/bench"))
    asked = parser.parse_args()
    asked.out.mkdir(parents=True, exist_ok=True)
    path = asked.out / f"reasons-{asked.seed}-{asked.continuations}.jsonl"
    lines = path.read_bytes().splitlines() if path.exists() else []
    trials = {(it.game, it.number): it for it in (msgspec.json.decode(line, type=Trial) for line in lines)}
    names = asked.games.split(",")
    left = [(name, number) for name in names for number in range(asked.positions) if (name, number) not in trials]
    began = time.perf_counter()
    with ProcessPoolExecutor(asked.workers) as pool, path.open("ab") as file:
        tasks = [pool.submit(tried, name, number, asked.continuations, asked.seed) for name, number in left]
        for done, task in enumerate(as_completed(tasks), 1):
            trial = task.result()
            trials[trial.game, trial.number] = trial
            file.write(msgspec.json.encode(trial) + b"\n")
            file.flush()
            if done % BETWEEN_NEWS == 0:
                print(f"{done} of {len(left)} positions in {time.perf_counter() - began:.0f} s", flush=True)
    for name in names:
        report(name, [trials[name, number] for number in range(asked.positions)])


if __name__ == "__main__":
    main()
