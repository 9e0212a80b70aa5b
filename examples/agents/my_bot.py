"""A bot of one's own: it tries each legal action in worlds that could be the true one, plays on at random, and counts.

From the folder in which this file lies:

    mezani arena anne --bots my_bot:Sampler,novice,novice,novice --games 40
    mezani evaluate my_bot:Sampler --quick
"""

from typing import Any

import mezani

WORLDS = 60  # for each decision


class Sampler:
    """Plays the action after which random games end best."""

    def __init__(self, game: mezani.Game[Any]) -> None:
        """A bot is made for each game anew; what it needs to know of the game, it asks here."""

    def choose(self, state: mezani.State, rng: mezani.Rng) -> int:
        """The action for the seat to move. `state` is a world that it cannot tell from the true one."""
        actions = state.legal_actions()
        if len(actions) == 1:
            return actions[0]
        totals = dict.fromkeys(actions, 0.0)
        for _ in range(WORLDS):
            world = state.clone()
            world.resample(state.seat, rng)
            for action in actions:
                trial = world.clone()
                trial.play(action)
                mezani.playout(trial, rng)
                totals[action] += lead(trial.scores(), state.seat)
        return max(actions, key=totals.__getitem__)


def lead(scores: list[int], seat: int) -> float:
    """By how much a seat is ahead of the others, in the mean."""
    others = [score for other, score in enumerate(scores) if other != seat]
    return scores[seat] - sum(others) / len(others)
