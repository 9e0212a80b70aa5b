"""Whether mistakes are found, and what is none is left alone: mistakes planted in games of masters.

    python -m benchmarks.planted [GAME...] [--games 50] [--planted 3] [--others 10] [--workers 2] [--seconds 0]

Masters play. Now and then a decision is replaced by another one of which a much deeper search (TIMES times the
iterations) knows that it gives away at least 15 % of the chance of winning. Then these are judged quickly, and are to
be marked ? or ??; and so are some of the others, of which those are counted that the deeper search finds within 3 % of
the best: they are not to be marked so.
"""

import argparse
import json
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import Any, NamedTuple

import mezani
from mezani import bots
from mezani.engine.rng import Rng
from mezani.engine.state import State
from mezani.insight.judging import Decision, Depth, are_same, decisions, is_same_turn, judge, judgement_of
from mezani.record import Record, has_choice

TIMES = 8  # the iterations of a deeper search, beside those of the quick judgement
WORSE = 0.15
NEAR = 0.03
TRIED = 4  # other moves of a position that are looked at
EVERY = 12  # a mistake is tried at one decision of so many
MARKED = ("?", "??")


class Trial(NamedTuple):
    """What came of one game."""

    planted: int
    found: int  # of them, marked ? or ??
    near: int  # others within 3 % of the best
    wrongly: int  # of them, marked so
    seconds: float  # of the processor for the quick judgements
    judged: int


class Deeper:
    """A deeper search of a position: the best move, and what others give away beside it, both valued anew."""

    def __init__(self, game: mezani.Game[Any], state: State, rng: Rng) -> None:
        self.game, self.state = game, state
        self.judgement = judgement_of(game, state, rng, TIMES)
        self.moves = self.judgement.thinker.think(self.judgement.world, self.judgement.rng).moves()
        self.best = self.judgement.continued(self.moves[0].action)

    def lost_by(self, actions: Sequence[int]) -> float:
        """The chance that a decision gives away."""
        if are_same(self.game, self.judgement.world, self.best, tuple(actions)):
            return 0.0
        best, other = (self.judgement.chances(tuple(it))[self.state.seat] for it in (self.best, actions))
        return best - other

    def worse_moves(self, rng: Rng) -> Iterator[list[int]]:
        """Some moves that may be worse, any of them; where turns are judged as a whole, turns of careless players."""
        if self.game.is_open:
            careless = bots.bot("novice", self.game)
            for _ in range(TRIED):
                yield turn_of(self.game, careless, self.state, rng)
        else:
            worse = [move.action for move in self.moves if self.moves[0].prospect - move.prospect >= WORSE]
            for _ in range(min(TRIED, len(worse))):
                yield [worse.pop(rng.below(len(worse)))]


def turn_of(game: mezani.Game[Any], player: bots.Bot, state: State, rng: Rng) -> list[int]:
    """What a player does until its turn is over; only what it does next where turns are not judged as a whole."""
    now, actions = state.clone(), list[int]()
    while not actions or (game.is_open and not now.is_over and is_same_turn(game, state, now)):
        for action in bots.plan(player, now, rng):
            now.play(action)
            actions.append(action)
    return actions


def planted_in(game: mezani.Game[Any], state: State, rng: Rng) -> list[int] | None:
    """A move that gives away enough, if one is found."""
    deeper = Deeper(game, state, rng)
    return next((actions for actions in deeper.worse_moves(rng) if deeper.lost_by(actions) >= WORSE), None)


def play(name: str, number: int, most: int) -> tuple[Record, set[int]]:
    """A game of masters, and the numbers of the decisions in which mistakes were planted."""
    game, rng = mezani.game(name), Rng(7_000 + number)
    players = max(seats for seats in game.seats if seats <= 4)
    record = Record(game, players, rng.word() % 2**62)
    state, master, planted = record.start(), bots.bot("master", game), set[int]()
    while not state.is_over:
        actions = None
        if len(planted) < most and has_choice(state) and rng.below(EVERY) == 0:
            actions = planted_in(game, state, rng)
            if actions:
                planted.add(len(record.actions))
        for action in actions or turn_of(game, master, state, rng):
            state.play(action)
            record.actions.append(action)
    return record, planted


def tried(name: str, number: int, most: int, others: int) -> Trial:
    """Judge the planted decisions of a game, and some of the others."""
    record, planted = play(name, number, most)
    rng, every = Rng(9_000 + number), list(decisions(record))
    plain = [it for it in every if it.number not in planted]
    some = [plain.pop(rng.below(len(plain))) for _ in range(min(others, len(plain)))]
    near = [it for it in some if Deeper(record.game, it.state, rng).lost_by(it.actions) <= NEAR]
    began = time.process_time()
    marks = {it.number: mark(record, it, number) for it in [*near, *(it for it in every if it.number in planted)]}
    return Trial(
        len(planted),
        sum(marks[it] in MARKED for it in planted),
        len(near),
        sum(marks[it.number] in MARKED for it in near),
        time.process_time() - began,
        len(marks),
    )


def mark(record: Record, decision: Decision, seed: int) -> str:
    return judge(record.game, decision.state, decision.actions, Depth.QUICK, seed, decision.number).sign


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("named", nargs="*", default=["anansi", "anne", "asante", "zimbabwe"])
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--planted", type=int, default=3)
    parser.add_argument("--others", type=int, default=10)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--first", type=int, default=0, help="the number of the first game")
    parser.add_argument("--seconds", type=float, default=0.0, help="leave out what has not ended by then")
    parser.add_argument("--out", type=Path, default=Path("build/bench"))
    asked = parser.parse_args()
    end = time.monotonic() + asked.seconds if asked.seconds else None
    found: dict[str, Any] = {}
    with ProcessPoolExecutor(asked.workers) as pool:
        tasks = {
            pool.submit(tried, name, number, asked.planted, asked.others): name
            for number in range(asked.first, asked.first + asked.games)
            for name in asked.named
        }
        trials: dict[str, list[Trial]] = {name: [] for name in asked.named}
        try:
            for task in as_completed(tasks, end - time.monotonic() if end else None):
                trials[tasks[task]].append(task.result())
        except TimeoutError:
            for process in pool._processes.values():
                process.terminate()
            pool.shutdown(wait=False, cancel_futures=True)
    for name, ended in trials.items():
        if not ended:
            continue
        whole = Trial(*map(sum, zip(*ended, strict=True)))
        found[name] = {"games": len(ended), **whole._asdict()}
        print(
            f"{name}: {len(ended)} games, {whole.planted} mistakes planted, {whole.found / max(1, whole.planted):.1%} "
            f"marked ? or ??; of {whole.near} others within 3 % of the best {whole.wrongly / max(1, whole.near):.1%}; "
            f"{whole.seconds / max(1, whole.judged):.2f} s of the processor for a decision",
            flush=True,
        )
    asked.out.mkdir(parents=True, exist_ok=True)
    (asked.out / "planted.json").write_text(json.dumps(found, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
