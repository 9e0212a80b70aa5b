"""The same measurements on OpenSpiel, RLCard and catanatron."""

import random
from collections.abc import Callable
from typing import Any

import pyspiel
import rlcard
from catanatron import Color, Game, RandomPlayer

ROLLOUTS = 200


def dealt(name: str) -> tuple[Any, Any]:
    """A game of OpenSpiel, and its state after the deal."""
    game = pyspiel.load_game(name)
    state = game.new_initial_state()
    rng = random.Random(3)
    play_chance(state, rng)
    return game, state


def play_chance(state: Any, rng: random.Random) -> None:
    while state.is_chance_node():
        state.apply_action(rng.choice(state.chance_outcomes())[0])


def game_length(state: Any, games: int = 60) -> float:
    """Mean number of decisions of a random game from a state."""
    rng = random.Random(3)
    return sum(step(state.clone(), rng) for _ in range(games)) / games


def step(state: Any, rng: random.Random) -> int:
    """Play a state to its end from Python; the number of decisions."""
    decisions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            play_chance(state, rng)
        else:
            actions = state.legal_actions()
            state.apply_action(actions[int(rng.random() * len(actions))])
            decisions += 1
    return decisions


def rollouts(name: str) -> Callable[[], int]:
    """Random playouts inside OpenSpiel's own C++, through a search with many rollouts and a tree of one step."""
    game, state = dealt(name)
    length = game_length(state)
    evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, 7)
    bot = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 100, False, 42, False)

    def run() -> int:
        bot.step(state)
        return int(ROLLOUTS * length)

    return run


def ismcts(name: str, iterations: int) -> Callable[[], int]:
    """Iterations of OpenSpiel's information set search in C++ over a whole game, a random playout in each."""
    bot = pyspiel.ISMCTSBot(
        5,
        pyspiel.RandomRolloutEvaluator(1, 7),
        1.0,
        iterations,
        -1,
        pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
        False,
        True,
    )
    _, start = dealt(name)

    def run() -> int:
        state, moves, rng = start.clone(), 0, random.Random(3)
        while not state.is_terminal():
            moves += len(state.legal_actions()) > 1  # there is no search where there is no choice
            state.apply_action(bot.step(state))
            play_chance(state, rng)
        return moves * iterations

    return run


def stepping(name: str) -> Callable[[], int]:
    """Random play of OpenSpiel driven from Python, from after the deal."""
    _, state = dealt(name)
    rng = random.Random(3)
    return lambda: step(state.clone(), rng)


def rlcard_stepping(name: str) -> Callable[[], int]:
    """Random play of an RLCard environment, which is written in Python."""
    environment = rlcard.make(name, config={"seed": 3})
    rng = random.Random(3)

    def run() -> int:
        state, _ = environment.reset()
        decisions = 0
        while not environment.is_over():
            state, _ = environment.step(rng.choice(list(state["legal_actions"])))
            decisions += 1
        return decisions

    return run


def catan() -> Any:
    """A new game of catanatron for four random players."""
    return Game([RandomPlayer(colour) for colour in (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)])


def catan_stepping() -> Callable[[], int]:
    """Random play of catanatron, a board game written in Python; its own loop, a new board for each game."""

    def run() -> int:
        game = catan()
        game.play()
        return len(game.state.actions)

    return run


def catan_copies(decisions: int) -> Callable[[], object]:
    """Copies of a game of catanatron after so many decisions."""
    game = catan()
    for _ in range(decisions):
        game.play_tick()
    copy: Callable[[], object] = game.copy
    return copy
