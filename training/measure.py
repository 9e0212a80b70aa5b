"""Measuring: how well a judgement foresees games that it has not seen, and which of two nets plays better.

    python -m training.measure GAME [--players 4] [--games 2000] [--iterations 32] [--value NET] [--moves NET]

This tells how well quick games are foreseen that slip one time in twelve: by the net alone, and with --iterations also
by the mean of so many iterations of the search, which is what a hint goes by.
"""

import argparse
import math
import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from statistics import mean
from typing import NamedTuple

import mezani
from mezani.bots import imagined
from mezani.bots.levels import BREADTH, Thinker
from mezani.bots.workers import end_with_parent
from mezani.engine.knowledge import Knowledge
from mezani.engine.net import read_net
from mezani.engine.rng import Rng
from mezani.engine.search import Search
from mezani.engine.state import State
from mezani.insight.intervals import Estimate, estimate
from training.games import Batch, Player

LEAST = 1e-9  # a chance that is held for possible


class Nets(NamedTuple):
    """The nets of a player; those of the package where none is named."""

    value: Path | None = None
    moves: Path | None = None


class Miss(NamedTuple):
    """Log loss and Brier score of one forecast, and whether it named the winner."""

    log_loss: float
    brier: float
    is_right: bool


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
    told: list[list[Miss]] = [[] for _ in judges]
    for number in range(games):
        for judge, found in zip(judges, told, strict=True):
            player.rng = Rng(seed + number)
            found += foreseen(player, judge, players, iterations=0)
    return [summed(found) for found in told]


def summed(found: list[Miss]) -> Foresight:
    return Foresight(len(found), *(mean(column) for column in zip(*found, strict=True)))


def foreseen(player: Player, judge: Knowledge, players: int, iterations: int) -> list[Miss]:
    """How well a judge does at the beginning of every turn of one game."""
    state = player.game.new(players, player.rng.word())
    seen, told = -1, []
    while not state.is_over:
        if state.seat != seen and player.knowledge.is_quiet(state):
            told.append(chances(state, judge, iterations))
        seen = state.seat
        state.apply(player.quick(state))
    winners = state.winners()
    shares = [(seat in winners) / len(winners) for seat in range(players)]
    return [miss(at_a_turn, shares) for at_a_turn in told]


def chances(state: State, judge: Knowledge, iterations: int) -> list[float]:
    """The chances of all seats, by the judgement alone or after some thought."""
    if iterations:
        world, rng = imagined(state, Rng(1))
        search = Search(world, judge, rng, capacity=BREADTH * (iterations + 1))
        search.think(iterations)
        return search.chances()
    judge.begin(state)
    judge.evaluate(state)
    return [judge.values[seat] for seat in range(state.players)]


def miss(told: list[float], shares: list[float]) -> Miss:
    """By how much chances that were told missed the outcome."""
    return Miss(
        -sum(share * math.log(max(chance, LEAST)) for share, chance in zip(shares, told, strict=True)),
        sum((share - chance) ** 2 for share, chance in zip(shares, told, strict=True)),
        shares[told.index(max(told))] > 0.0,
    )


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


# By hand


def of_one_game(game: str, players: int, nets: Nets, iterations: int, seed: int) -> list[Miss]:
    player = Player(Batch(game, players, 1, seed, Path(), keep=1))
    return foreseen(player, knowledge_with(game, nets), players, iterations)


def interval(games: list[list[Miss]]) -> float:
    """Half of the 95 % interval of the mean log loss; positions of the same game are no independent evidence."""
    count = sum(map(len, games))
    middle = mean(found.log_loss for game in games for found in game)
    return 1.96 * math.sqrt(sum(sum(found.log_loss - middle for found in game) ** 2 for game in games)) / count


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--iterations", type=int, default=0)
    parser.add_argument("--value", type=Path, default=None)
    parser.add_argument("--moves", type=Path, default=None)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seed", type=int, default=77)
    asked = parser.parse_args()
    seeds = range(asked.seed, asked.seed + asked.games)
    with ProcessPoolExecutor(asked.workers, multiprocessing.get_context("spawn"), initializer=end_with_parent) as pool:
        for iterations in sorted({0, asked.iterations}):
            one = partial(of_one_game, asked.game, asked.players, Nets(asked.value, asked.moves), iterations)
            games = list(pool.map(one, seeds, chunksize=20))
            found = summed([one_miss for game in games for one_miss in game])
            print(
                f"{asked.game} of {asked.players}, {asked.games} quick games, {found.positions} beginnings of turns, "
                f"{iterations} iterations: log loss {found.log_loss:.4f} ± {interval(games):.4f}, "
                f"Brier {found.brier:.4f}, the winner named {found.right:.1%}",
                flush=True,
            )


if __name__ == "__main__":
    main()
