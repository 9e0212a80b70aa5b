"""Chapters of random games, for the tests of their summaries."""

from collections.abc import Iterator
from typing import Any

import mezani
from mezani.game import Game

Step = tuple[Any, int, Any]


def chapters(game: Game[Any], players: int, seed: int) -> Iterator[list[Step]]:
    """The decisions of each hand, round or turn of a random game."""
    state, rng = game.new(players, seed), mezani.Rng(seed)
    place = game.place
    steps: list[Step] = []
    while not state.is_over:
        before, action = state, state.random_action(rng)
        state = before.clone()
        state.play(action)
        steps.append((before, action, state))
        if state.is_over or place(before).chapter != place(state).chapter:
            yield steps
            steps = []


def another_world(steps: list[Step], seat: int | None, rng: mezani.Rng) -> list[Step]:
    """The same decisions in worlds that a seat can't tell from the true ones."""
    worlds = []
    for before, action, after in steps:
        pair = [before.clone(), after.clone()]
        for state in pair:
            state.resample(seat, rng)
        worlds.append((pair[0], action, pair[1]))
    return worlds
