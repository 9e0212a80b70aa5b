"""Games to learn from: of quick players, or of players who think; on all cores, or on Ray."""

import multiprocessing
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import Any

import msgspec

import mezani
from mezani.bots import imagined
from mezani.bots.levels import Thinker
from mezani.bots.workers import end_with_parent
from mezani.engine.net import read_net
from mezani.engine.rng import Rng
from mezani.engine.search import Move
from mezani.engine.state import State
from training.positions import Decision, Position, write, write_decisions

QUICK_SLIP = 12  # one move of so many of a quick player is any legal one
THOUGHTFUL_SLIP = 25  # and of one who thinks
KINDS = 64  # of moves that a net may tell apart
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
    value: Path | None = None  # the net to judge by, another than that of the package
    moves: Path | None = None  # the net to guide by


class Player:
    """Plays the games of a batch, and takes notes."""

    def __init__(self, batch: Batch) -> None:
        self.batch = batch
        self.game = mezani.game(batch.game)
        self.thinker = Thinker(self.game)
        self.thinker.iterations = batch.iterations
        self.knowledge = self.thinker.knowledge
        self.knowledge.seconds = 0.0  # the same games on every machine: iterations count, not time
        self.rng = Rng(batch.seed)
        self.positions: list[Position] = []
        self.decisions: list[Decision] = []
        self.number = 0
        self.told: list[list[list[float]]] = []
        if batch.value:
            self.knowledge.value = read_net(batch.value)
        if batch.moves:
            self.knowledge.moves = read_net(batch.moves)
        if not batch.iterations:
            self.knowledge.moves = None  # quick games are the same, whatever was learned from them

    def play(self, number: int) -> None:
        """Play a game to its end, and keep some of its positions with what came of them."""
        self.number = self.batch.seed + number
        self.told = []
        state = self.game.new(self.batch.players, self.rng.word())
        while not state.is_over:
            if self.knowledge.is_quiet(state) and self.rng.below(self.batch.keep) == 0:
                self.told.append(self.knowledge.describe(state))
            state.apply(self.thoughtful(state) if self.batch.iterations else self.quick(state))
        winners = state.winners()
        shares = [(seat in winners) / len(winners) for seat in range(self.batch.players)]
        self.positions += [Position(inputs, shares, self.number) for inputs in self.told]

    def quick(self, state: State) -> int:
        if self.rng.below(QUICK_SLIP) == 0:
            return state.random_action(self.rng)
        self.knowledge.begin(state)
        return self.knowledge.choose(state, self.rng)

    def thoughtful(self, state: State) -> int:
        """What a player does who thinks, and now and then tries something else: games all alike teach little."""
        if self.rng.below(THOUGHTFUL_SLIP) == 0:
            return state.random_action(self.rng)
        world, chance = imagined(state, self.rng)
        search = self.thinker.think(world, chance)
        moves = search.moves()
        if len(moves) > 1:
            self.note(world, moves)
        if self.rng.below(1000) >= 1000 * TRIED:
            return search.best()
        left = self.rng.below(sum(move.visits for move in moves))
        for move in moves:
            left -= move.visits
            if left < 0:
                return move.action
        return search.best()

    def note(self, world: State, moves: list[Move]) -> None:
        """Keep what the search has found out about the moves of a decision."""
        inputs, kinds, promises = self.knowledge.describe_moves(world)
        if not inputs:
            return
        kind_of = dict(zip(world.legal_actions(), kinds, strict=True))
        best: dict[int, float] = {}
        for kind, promise in zip(kinds, promises, strict=True):
            best[kind] = max(promise, best.get(kind, promise))
        visits = sum(move.visits for move in moves)
        shares: dict[int, float] = {}
        for move in moves:
            kind = kind_of[move.action]
            shares[kind] = shares.get(kind, 0.0) + move.visits / visits
        self.decisions.append(Decision(inputs, best, shares, self.number))


def make(batch: Batch) -> int:
    """Play the games of a batch, unless they are there; return the number of positions."""
    if batch.path.exists():
        return 0
    player = Player(batch)
    for number in range(batch.games):
        player.play(number)
    if player.decisions:
        write_decisions(batch.path.with_suffix(".decisions"), player.decisions, KINDS)
    return write(batch.path, player.positions)


def batches(plan: Batch, count: int, folder: Path, players: tuple[int, ...]) -> list[Batch]:
    """So many batches after the pattern of one, each with a seed and a file of its own."""
    folder.mkdir(parents=True, exist_ok=True)
    return [
        msgspec.structs.replace(
            plan,
            players=players[number % len(players)],
            seed=plan.seed + number * plan.games,
            path=folder / f"{number:05}.positions",
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
