"""Measuring: how well a judgement foresees games that it has not seen, and which of two nets plays better."""

import math
import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from statistics import mean
from typing import NamedTuple

import mezani
from mezani.arena.result import Estimate, estimate
from mezani.bots import imagined
from mezani.bots.levels import Thinker
from mezani.bots.workers import end_with_parent
from mezani.engine.knowledge import Knowledge
from mezani.engine.net import read_net
from mezani.engine.rng import Rng
from training.games import Batch, Player

LEAST = 1e-9  # a chance that is held for possible


class Nets(NamedTuple):
    """The nets of a player; those of the package where none is named."""

    value: Path | None = None
    moves: Path | None = None


class Foresight(NamedTuple):
    """How a judgement did: mean log loss and Brier score, and how often it named the winner."""

    positions: int
    log_loss: float
    brier: float
    right: float


def knowledge_with(game: str, nets: Nets) -> Knowledge:
    knowledge = mezani.game(game).knowledge()
    if nets.value:
        knowledge.value = read_net(nets.value)
    if nets.moves:
        knowledge.moves = read_net(nets.moves)
    return knowledge


def foresight(game: str, players: int, judges: list[Knowledge], games: int, seed: int) -> list[Foresight]:
    """What each judge foresees at the turns of the same quick games, which slip one time in twelve."""
    player = Player(Batch(game, players, games, seed, Path(), keep=1))
    told: list[list[tuple[float, float, bool]]] = [[] for _ in judges]
    for number in range(games):
        for judge, found in zip(judges, told, strict=True):
            player.rng = Rng(seed + number)
            found += foreseen(player, judge, players)
    return [Foresight(len(found), *(mean(column) for column in zip(*found, strict=True))) for found in told]


def foreseen(player: Player, judge: Knowledge, players: int) -> list[tuple[float, float, bool]]:
    """Log loss, Brier score and whether the winner was named, at the beginning of every turn of one game."""
    state = player.game.new(players, player.rng.word())
    seen, chances = -1, []
    while not state.is_over:
        if state.seat != seen and player.knowledge.is_quiet(state):
            judge.begin(state)
            judge.evaluate(state)
            chances.append([judge.values[seat] for seat in range(players)])
        seen = state.seat
        state.apply(player.quick(state))
    winners = state.winners()
    shares = [(seat in winners) / len(winners) for seat in range(players)]
    return [
        (
            -sum(share * math.log(max(chance, LEAST)) for share, chance in zip(shares, told, strict=True)),
            sum((share - chance) ** 2 for share, chance in zip(shares, told, strict=True)),
            told.index(max(told)) in winners,
        )
        for told in chances
    ]


def duel(game: str, players: int, ours: Nets, theirs: Nets, iterations: int, deals: int, workers: int) -> Estimate:
    """The share of victories of one pair of nets against another over mirrored deals, at equal iterations."""
    numbers = range(deals)
    if workers == 1:
        return estimate([one_deal(game, players, ours, theirs, iterations, number) for number in numbers])
    spawning = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, spawning, initializer=end_with_parent) as pool:
        tasks = [pool.submit(one_deal, game, players, ours, theirs, iterations, number) for number in numbers]
        return estimate([task.result() for task in tasks])


def one_deal(game: str, players: int, ours: Nets, theirs: Nets, iterations: int, number: int) -> float:
    """The share of the first nets in one deal: every other seat is theirs, then the others."""
    sides = [thinker(game, nets, iterations) for nets in (ours, theirs)]
    return mean(one_game(game, players, sides, number, first) for first in (0, 1))


def thinker(game: str, nets: Nets, iterations: int) -> Thinker:
    made = Thinker(mezani.game(game))
    made.knowledge = knowledge_with(game, nets)
    made.iterations = iterations
    return made


def one_game(game: str, players: int, sides: list[Thinker], number: int, first: int) -> float:
    rng = Rng(number)
    state = mezani.game(game).new(players, rng.word())
    while not state.is_over:
        for action in sides[(state.seat + first) % 2].plan(*imagined(state, rng)):
            state.play(action)
    winners: list[int] = state.winners()
    return sum((seat + first) % 2 == 0 for seat in winners) / len(winners)
