"""Random games for the tests: positions on the way, and the checks that a game brings along in `tests/games`."""

import importlib
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any, TypeVar

import mezani
from mezani.engine.state import State
from mezani.game import Game

T = TypeVar("T")
Asked = Callable[[State], bool]

NAMES = ["Arve", "Brittany", "Clay", "Deepal", "Esi"]
USUAL = 120  # decisions of a game of usual length
MOST_DECISIONS = 100_000  # no game is longer


def amount(compiled: int, interpreted: int) -> int:
    """How many games to play: fewer where the rules run interpreted."""
    return compiled if mezani.is_compiled() else interpreted


def game_with_decisions_in_advance() -> Game[Any]:
    """A game in which several seats may decide at its start."""
    return next(game for name in mezani.game_names() if len((game := mezani.game(name)).new(seed=1).open_seats()) > 1)


@cache
def length_of(game: Game[Any], players: int) -> int:
    """How many decisions a random game has, roughly."""
    return mezani.playout(game.new(players, 1), mezani.Rng(1))


def seeds(game: Game[Any], players: int, games: int) -> range:
    """The seeds of so many games, or of fewer where a game is long, so that they take about as long."""
    return range(max(1, min(games, games * USUAL // length_of(game, players))))


def random_steps(game: Game[Any], players: int, seed: int) -> Iterator[tuple[Any, int]]:
    """Each position of a random game with the action that is played in it; the state goes on changing."""
    state = game.new(players, seed)
    rng = mezani.Rng(seed)
    while not state.is_over:
        action = state.random_action(rng)
        yield state, action
        state.play(action)


def random_positions(
    game: Game[Any], players: int, seed: int, every: int = 1, most: int = MOST_DECISIONS
) -> Iterator[Any]:
    """Copies of the positions of a random game: one in `every`, and of a long game at most so many in all."""
    every = max(every, -(-length_of(game, players) // most))
    for number, (state, _) in enumerate(random_steps(game, players, seed)):
        if number % every == seed % every:
            yield state.clone()


def some(things: Sequence[T], most: int, turn: int = 0) -> Sequence[T]:
    """All of a list, or of a long one just so many, spread over it; with each turn others.

    >>> some(range(10), 4, turn=1)
    range(1, 10, 3)
    """
    step = -(-len(things) // most) or 1
    return things[turn % step :: step]


def checks_of(name: str) -> Callable[[State], None]:
    """`check(state)` of `tests/games/<name>/check.py`: what holds in every position of the game."""
    module = importlib.import_module(f"tests.games.{name}.check")
    check: Callable[[State], None] = module.check
    return check


# Questions that hide whether there is a choice


def questions() -> Iterator[tuple[Game[Any], int, list[int], State]]:
    """Random games of two up to each question that hides whether there is a choice."""
    for game in map(mezani.game, mezani.game_names()):
        if 2 in game.seats and any(state.hides_choice() for state, _ in random_steps(game, 2, 1)):
            for seed in range(60):
                actions: list[int] = []
                for state, action in random_steps(game, 2, seed):
                    if state.hides_choice():
                        yield game, seed, list(actions), state
                    actions.append(action)


def can_choose(state: State) -> bool:
    return state.standing_answer(False) < 0


def cannot(state: State) -> bool:
    return state.standing_answer(True) < 0 <= state.standing_answer(False)


def will_not(state: State) -> bool:
    return state.standing_answer(True) >= 0


@cache
def question(asked: Asked) -> tuple[Game[Any], int, list[int]]:
    """A game, its seed and its moves up to the first question where the seat is in such a position."""
    game, seed, actions, _ = next(found for found in questions() if asked(found[3]))
    return game, seed, actions
