"""Random games: each position on the way, chapters of them, and how much is played on this build."""

import sys
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, TypeVar

from mezani.engine.rng import Rng
from mezani.engine.state import COMPILED, State
from mezani.game import Game

T = TypeVar("T")
Step = tuple[Any, int, Any]  # before, action, after

NAMES = ["Arve", "Brittany", "Clay", "Deepal", "Esi"]
USUAL = 120  # decisions of a game of usual length
MOST_DECISIONS = 100_000  # no game is longer


@cache
def rules_are_compiled(game: Game[Any]) -> bool:
    """Whether the rules of a game run compiled."""
    rules = sys.modules[type(game.new(game.seats[0], 0)).__module__]
    return not str(rules.__file__).endswith(".py")


def amount(compiled: int, interpreted: int, game: Game[Any] | None = None) -> int:
    """How many games to play: fewer where the rules run interpreted."""
    return compiled if (rules_are_compiled(game) if game else COMPILED) else interpreted


@cache
def length_of(game: Game[Any], players: int) -> int:
    """How many decisions a random game has, roughly; the usual number if it can't be played to its end."""
    try:
        return play_out(game.new(players, 1), Rng(1))
    except Exception:  # whoever plays it next will see where
        return USUAL


def play_out(state: State, rng: Rng) -> int:
    """Play at random to the end of the game; return the number of decisions. A game without an end is given up."""
    for decisions in range(MOST_DECISIONS):
        if state.is_over:
            return decisions
        state.apply(state.random_action(rng))
    raise ValueError(f"a random game is not over after {MOST_DECISIONS:,} decisions")


def seeds(game: Game[Any], players: int, games: int, first: int = 0) -> range:
    """The seeds of so many games, or of fewer where a game is long, so that they take about as long."""
    return range(first, first + max(1, min(games, games * USUAL // length_of(game, players))))


def random_steps(game: Game[Any], players: int, seed: int) -> Iterator[tuple[Any, int]]:
    """Each position of a random game with the action that is played in it; the state goes on changing."""
    state = game.new(players, seed)
    rng = Rng(seed)
    for _ in range(MOST_DECISIONS):
        if state.is_over:
            return
        action = state.random_action(rng)
        yield state, action
        state.play(action)
    raise ValueError(f"a random game is not over after {MOST_DECISIONS:,} decisions")


def spacing(game: Game[Any], players: int, every: int, most: int) -> int:
    """One position in how many is looked at: in `every`, in more of a short game, and of a long one `most` in all."""
    length = length_of(game, players)
    return max(1, min(every, length // 4), -(-length // most))


def random_positions(
    game: Game[Any], players: int, seed: int, every: int = 1, most: int = MOST_DECISIONS
) -> Iterator[Any]:
    """Copies of the positions of a random game: one in `every`, and of a long game at most so many in all."""
    every = spacing(game, players, every, most)
    for number, (state, _) in enumerate(random_steps(game, players, seed)):
        if number % every == seed % every:
            yield state.clone()


def position(game: Game[Any], players: int, seed: int, decision: int) -> Any:
    """The position of a random game before one of its decisions, the first being 0: to look at what a check has found.

    >>> import mezani
    >>> position(mezani.game("anne"), players=3, seed=5, decision=17).seat
    2
    """
    for number, (state, _) in enumerate(random_steps(game, players, seed)):
        if number == decision:
            return state
    raise ValueError(f"that game is over before decision {decision}")


def chapters(game: Game[Any], players: int, seed: int) -> Iterator[list[Step]]:
    """The decisions of each chapter (a hand, a round, a turn) of a random game."""
    state, rng = game.new(players, seed), Rng(seed)
    steps: list[Step] = []
    while not state.is_over:
        before, action = state, state.random_action(rng)
        state = before.clone()
        state.play(action)
        steps.append((before, action, state))
        if state.is_over or game.place(before).chapter != game.place(state).chapter:
            yield steps
            steps = []


def another_world(steps: list[Step], seat: int | None, rng: Rng) -> list[Step]:
    """The same decisions in worlds that a seat can't tell from the true ones."""
    worlds = []
    for before, action, after in steps:
        pair = [before.clone(), after.clone()]
        for state in pair:
            state.resample(seat, rng)
        worlds.append((pair[0], action, pair[1]))
    return worlds


def some(things: Sequence[T], most: int, turn: int = 0) -> Sequence[T]:
    """All of a list, or of a long one just so many, spread over it; with each turn others.

    >>> some(range(10), 4, turn=1)
    range(1, 10, 3)
    """
    step = -(-len(things) // most) or 1
    return things[turn % step :: step]
