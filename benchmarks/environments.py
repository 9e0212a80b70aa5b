"""Environments: steps a second beside PettingZoo's own connect_four and the card games of RLCard.

PettingZoo is stepped as it is meant to be, `last` and `step` in turns, new games included. What is played was chosen
before, so that choosing costs nothing anywhere. RLCard can't play the same game again, so there a legal action is
picked by a number that was drawn before.
"""

import random
from collections.abc import Callable
from itertools import cycle
from pathlib import Path
from typing import Any

import numpy as np

import mezani
from benchmarks.timing import Figure, rates, report
from mezani.envs.gymnasium import SeatEnv
from mezani.envs.pettingzoo import aec, raw_aec

RESULTS = Path("build/bench/environments.json")
GAMES = 5  # are played again and again
RAW, WRAPPED = "PettingZoo, raw", "PettingZoo, wrapped"
SINGLE = "single steps from Python"
RLCARD = "RLCard"
ANNE, ANANSI = "Mezani ANNE!", "Mezani Anansi"
CONNECT_FOUR = "PettingZoo connect_four"
CARD_GAMES = (
    "blackjack",
    "bridge",
    "doudizhu",
    "gin-rummy",
    "leduc-holdem",
    "limit-holdem",
    "mahjong",
    "no-limit-holdem",
    "uno",
)


def recorded(env: Any, seed: int) -> list[int]:
    """The actions of a random game."""
    rng, actions = random.Random(seed), []
    env.reset(seed=seed)
    for _ in env.agent_iter():
        look, _, terminated, _, _ = env.last()
        if terminated:
            break
        actions.append(rng.choice(np.flatnonzero(look["action_mask"]).tolist()))
        env.step(actions[-1])
    return actions


def replaying(env: Any) -> Callable[[], int]:
    """Steps of PettingZoo, through games that were played before."""
    games = [(seed, recorded(env, seed)) for seed in range(GAMES)]

    def run() -> int:
        for seed, actions in games:
            env.reset(seed=seed)
            for action in actions:
                env.last()
                env.step(action)
        return sum([len(actions) for _, actions in games])

    return run


def rlcard_stepping(name: str) -> Callable[[], int]:
    """Steps of RLCard, through random games."""
    import rlcard

    environment, rng = rlcard.make(name, config={"seed": 3}), random.Random(3)
    numbers = cycle([rng.randrange(1 << 20) for _ in range(1009)])

    def run() -> int:
        state, _ = environment.reset()
        decisions = 0
        while not environment.is_over():
            legal = list(state["legal_actions"])
            state, _ = environment.step(legal[next(numbers) % len(legal)])
            decisions += 1
        return decisions

    return run


def single_steps(name: str, players: int) -> Callable[[], int]:
    """Single steps of the library itself from Python: what the seat to move sees and may do, and a random action."""
    game, rng = mezani.game(name), mezani.Rng(3)
    assert game.observation
    start = game.new(players, seed=3)
    observation, mask = np.empty(game.observation.size, np.uint8), np.empty(game.action_count, np.uint8)

    def run() -> int:
        state, decisions = start.clone(), 0
        while not state.is_over:
            state.observe(state.seat, observation)
            state.mask(mask)
            state.apply(state.random_action(rng))
            decisions += 1
        return decisions

    return run


def seat_steps(name: str, opponents: str) -> Callable[[], int]:
    """Steps of Gymnasium, in which the others play too; the first legal action is taken."""
    env = SeatEnv(name, opponents=opponents)
    env.reset(seed=3)

    def run() -> int:
        (_, info), decisions, done = env.reset(), 0, False
        while not done:
            _, _, done, _, info = env.step(info["action_mask"].argmax())
            decisions += 1
        return decisions

    return run


def ours() -> dict[tuple[str, str], Callable[[], int]]:
    """What is measured of this library: what, and who."""
    return {
        (RAW, ANNE): replaying(raw_aec("anne", 4)),
        (RAW, ANANSI): replaying(raw_aec("anansi", 5)),
        (WRAPPED, ANNE): replaying(aec("anne", 4)),
        (WRAPPED, ANANSI): replaying(aec("anansi", 5)),
        ("Gymnasium, one seat against random", ANNE): seat_steps("anne", "random"),
        ("Gymnasium, one seat against novice", ANNE): seat_steps("anne", "novice"),
        (SINGLE, ANNE): single_steps("anne", 4),
    }


def theirs() -> dict[tuple[str, str], Callable[[], int]]:
    """What is measured of others."""
    from pettingzoo.classic import connect_four_v3

    wrapped: Any = connect_four_v3.env
    return {
        (RAW, CONNECT_FOUR): replaying(connect_four_v3.raw_env()),
        (WRAPPED, CONNECT_FOUR): replaying(wrapped()),
        **{(RLCARD, f"RLCard {name}"): rlcard_stepping(name) for name in CARD_GAMES},
    }


def main() -> None:
    counted = {**ours(), **theirs()}
    named = {f"{what}: {who}": (what, who) for what, who in counted}
    by_name = rates({name: counted[key] for name, key in named.items()})
    measured = {key: by_name[name] for name, key in named.items()}
    fastest = max((key for key in measured if key[0] == RLCARD), key=lambda key: measured[key])
    ratios: list[tuple[str, float, float]] = [
        ("raw ANNE!, to raw connect_four", measured[RAW, ANNE] / measured[RAW, CONNECT_FOUR], 20),
        ("raw Anansi, to raw connect_four", measured[RAW, ANANSI] / measured[RAW, CONNECT_FOUR], 20),
        ("wrapped ANNE!, to wrapped connect_four", measured[WRAPPED, ANNE] / measured[WRAPPED, CONNECT_FOUR], 1),
        (f"raw ANNE!, to {fastest[1]}, its fastest", measured[RAW, ANNE] / measured[fastest], 20),
        (f"raw Anansi, to {fastest[1]}, its fastest", measured[RAW, ANANSI] / measured[fastest], 20),
        ("single steps of ANNE! from Python, million a second", measured[SINGLE, ANNE] / 1e6, 1),
    ]
    figures = [Figure(what, who, value, "steps/s") for (what, who), value in measured.items()]
    report("Environments, one core", figures, ratios, RESULTS)


if __name__ == "__main__":
    main()
