"""What the tests ask of games: the checks of `tests/games`, whole games, questions that hide if there is a choice."""

import importlib
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import mezani
from mezani import bots
from mezani.engine.state import State
from mezani.game import Game
from mezani.record import Record
from mezani.testing.playing import NAMES, random_steps

Asked = Callable[[State], bool]

OUR_GAMES = [name for name in mezani.game_names() if mezani.game(name).package.startswith("mezani.games.")]


def game_with_decisions_in_advance() -> Game[Any]:
    """A game in which several seats may decide at its start."""
    return next(game for name in OUR_GAMES if len((game := mezani.game(name)).new(seed=1).open_seats()) > 1)


def check_of(name: str) -> Callable[[State], None] | None:
    """`check(state)` of `tests/games/<name>/check.py`: what holds in every position of the game; ours all have one."""
    module = f"tests.games.{name}.check"
    if mezani.game(name).package.startswith("mezani."):
        check: Callable[[State], None] = importlib.import_module(module).check
        return check
    return None


# Whole games


def random_game(name: str, players: int, seed: int = 1, moves: int | None = None) -> Record:
    """The record of a random game, of all its moves or of the first few; negative: without the last few."""
    record = Record(mezani.game(name), players, seed, names=NAMES[:players])
    state, rng = record.start(), mezani.Rng(seed)
    while not state.is_over:
        record.actions.append(state.random_action(rng))
        state.play(record.actions[-1])
    record.actions = record.actions[:moves]
    return record


def game_of_bots(name: str, players: int, level: str, seed: int) -> Record:
    """The record of a game of bots of one level."""
    game = mezani.game(name)
    record, rng, bot = Record(game, players, seed), mezani.Rng(seed), bots.bot(level, game)
    state = record.start()
    while not state.is_over:
        for action in bots.plan(bot, state, rng):
            state.play(action)
            record.actions.append(action)
    return record


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
