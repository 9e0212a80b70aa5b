"""What bots do in The Great Zimbabwe: rounds, gods, specialists, prices, and turns that were thrown away.

python -m benchmarks.signs [--level master] [--players 4] [--games 20] [--workers 2] [--thought 1000]
"""

import argparse
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from statistics import median
from typing import Any

import mezani
from mezani import bots
from mezani.bots.levels import Thinker
from mezani.games.zimbabwe.actions import BUILD, CRAFTSMAN, END, GOD, NEW_PRICE, NOTHING, PRICE, SPECIALIST, TURN


@dataclass
class Signs:
    """What was seen in a game, or in many."""

    rounds: list[int] = field(default_factory=list)
    gods: Counter[int] = field(default_factory=Counter)  # taken in each round
    specialists: Counter[int] = field(default_factory=Counter)  # taken in each round
    with_specialists: int = 0
    prices: Counter[int] = field(default_factory=Counter)  # of new technologies
    raised_prices: int = 0
    turns: int = 0
    wasted: int = 0  # turns that ended with nothing done though a monument could be built

    def add(self, other: "Signs") -> None:
        self.rounds += other.rounds
        self.gods += other.gods
        self.specialists += other.specialists
        self.prices += other.prices
        self.with_specialists += other.with_specialists
        self.raised_prices += other.raised_prices
        self.turns += other.turns
        self.wasted += other.wasted


def watch(level: str, players: int, thought: int, number: int) -> Signs:
    """Play one game, and note what is done in it."""
    game, seen = mezani.game("zimbabwe"), Signs()
    state, rng = game.new(players, 5_000 + number), mezani.Rng(number)
    seats = [bots.bot(level, game) for _ in range(players)]
    for bot in seats:
        if thought and isinstance(bot, Thinker):
            bot.iterations = thought
    while not state.is_over:
        for action in bots.plan(seats[state.seat], state, rng):
            note(seen, state, action)
            state.play(action)
    seen.rounds.append(state.round)
    seen.with_specialists = int(bool(seen.specialists))
    return seen


def note(seen: Signs, state: Any, action: int) -> None:
    if state.step == NEW_PRICE:
        seen.prices[(action - PRICE) % 3 + 1] += 1
    elif state.step != TURN:
        return
    elif action == END:
        seen.turns += 1
        seen.wasted += state.main == NOTHING and BUILD in state.legal_actions()
    elif GOD <= action < SPECIALIST:
        seen.gods[state.round] += 1
    elif SPECIALIST <= action < CRAFTSMAN and state.specialist_owner[action - SPECIALIST] != state.seat:
        seen.specialists[state.round] += 1
    elif action >= PRICE:
        seen.raised_prices += 1


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--level", default="master")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--thought", type=int, default=0, help="iterations, other than those of the level")
    asked = parser.parse_args()
    seen = Signs()
    with ProcessPoolExecutor(asked.workers) as pool:
        tasks = [pool.submit(watch, asked.level, asked.players, asked.thought, n) for n in range(asked.games)]
        for task in tasks:
            seen.add(task.result())
    others = seen.prices.total() - seen.prices[2]
    print(f"{asked.games} games of {asked.players} at level {asked.level}: rounds {sorted(seen.rounds)}")
    print(f"median of rounds {median(seen.rounds)}")
    print(f"gods taken in rounds {dict(sorted(seen.gods.items()))}")
    print(f"specialists taken in rounds {dict(sorted(seen.specialists.items()))}, in {seen.with_specialists} games")
    print(f"prices {dict(sorted(seen.prices.items()))}: {others / max(1, seen.prices.total()):.0%} other than 2")
    print(f"prices raised later {seen.raised_prices}")
    print(f"turns {seen.turns}, ended with nothing done though a monument was free {seen.wasted}")


if __name__ == "__main__":
    main()
