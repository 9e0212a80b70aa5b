"""Games to learn from: of quick players, or of players who think; on all cores, or on Ray."""

import multiprocessing
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import Any

import msgspec

import mezani
from mezani.arena.run import end_with_parent
from mezani.engine.knowledge import Knowledge
from mezani.engine.net import read_net
from mezani.engine.rng import Rng
from mezani.engine.search import Search
from mezani.engine.state import State
from training.positions import Position, write

QUICK_SLIP = 12  # one move of so many of a quick player is any legal one
THOUGHTFUL_SLIP = 25  # and of one who thinks
TRIED = 0.3  # how often one who thinks plays any of the moves that seemed good, as often as it was looked at


class Batch(msgspec.Struct, frozen=True):
    """Games that are made together, and the file that keeps positions of them."""

    game: str
    players: int
    games: int
    seed: int
    path: Path
    keep: int  # one position of so many
    iterations: int = 0  # of the search; 0: quick players
    net: Path | None = None  # to judge by, another than that of the package


def make(batch: Batch) -> int:
    """Play the games of a batch, unless they are there; return the number of positions."""
    if batch.path.exists():
        return 0
    game = mezani.game(batch.game)
    knowledge = game.knowledge()
    if batch.net:
        knowledge.value = read_net(batch.net)
    rng = Rng(batch.seed)
    found: list[Position] = []
    for number in range(batch.games):
        state = game.new(batch.players, rng.word())
        told = list(play(state, knowledge, rng, batch))
        winners = state.winners()
        shares = [(seat in winners) / len(winners) for seat in range(batch.players)]
        found += [Position(inputs, shares, batch.seed + number) for inputs in told]
    return write(batch.path, found)


def play(state: State, knowledge: Knowledge, rng: Rng, batch: Batch) -> Iterator[list[list[float]]]:
    """Play a game to its end; yield what a net is told of some positions on the way."""
    while not state.is_over:
        if knowledge.is_quiet(state) and rng.below(batch.keep) == 0:
            yield knowledge.describe(state)
        if batch.iterations:
            state.apply(thoughtful(state, knowledge, rng, batch.iterations))
        elif rng.below(QUICK_SLIP) == 0:
            state.apply(state.random_action(rng))
        else:
            knowledge.begin(state)
            state.apply(knowledge.choose(state, rng))


def thoughtful(state: State, knowledge: Knowledge, rng: Rng, iterations: int) -> int:
    """What a player does who thinks, and now and then tries something else: games that are all alike teach little."""
    if rng.below(THOUGHTFUL_SLIP) == 0:
        return state.random_action(rng)
    world = state.clone()
    world.resample(state.seat, rng)
    search = Search(world, knowledge, rng, capacity=40 * iterations)
    search.think(iterations)
    if rng.below(1000) >= 1000 * TRIED:
        return search.best()
    moves = search.moves()
    left = rng.below(sum(move.visits for move in moves))
    for move in moves:
        left -= move.visits
        if left < 0:
            return move.action
    return search.best()


def batches(plan: Batch, count: int, folder: Path, players: tuple[int, ...]) -> list[Batch]:
    """So many batches after the pattern of one, each with a seed and a file of its own."""
    kind = f"search-{plan.iterations}" if plan.iterations else "quick"
    return [
        msgspec.structs.replace(
            plan,
            players=players[number % len(players)],
            seed=plan.seed + number * plan.games,
            path=folder / f"{kind}-{plan.seed}-{number:05}.positions",
        )
        for number in range(count)
    ]


def make_all(plans: list[Batch], workers: int, ray: str | None) -> Iterator[int]:
    """Make all batches; yield the number of positions of each as it is done."""
    if ray:
        yield from on_ray(plans, ray)
    elif workers == 1:
        yield from map(make, plans)
    else:
        spawning = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(workers, spawning, initializer=end_with_parent) as pool:
            for done in as_completed([pool.submit(make, plan) for plan in plans]):
                yield done.result()


def on_ray(plans: list[Batch], address: str) -> Iterator[int]:
    """The same as tasks of a Ray cluster that shares this folder; `local` starts one on this machine."""
    import ray

    where: dict[str, Any] = {"include_dashboard": False} if address == "local" else {"address": address}
    ray.init(**where, log_to_driver=False)
    try:
        task: Any = ray.remote(make)
        waiting = [task.remote(plan) for plan in plans]
        while waiting:
            ready, waiting = ray.wait(waiting)
            yield from ray.get(ready)
    finally:
        ray.shutdown()
