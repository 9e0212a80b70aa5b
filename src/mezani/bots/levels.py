"""The levels, from a beginner's opponent to the strongest: all have a game's knowledge, and think more or less."""

import time
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from mezani.engine.rng import Rng
from mezani.engine.search import Search
from mezani.engine.state import Choices, State
from mezani.game import Game

BREADTH: Final = 40  # choices of a position, about, where all of them are kept with their weights
SHORTEST: Final = 0.01  # seconds for a step of a turn whose time is used up
OVERSIGHTS: Final = 2  # a beginner misses the best move one time in so many


class RandomBot:
    """Any legal move, each equally likely: for tests and measurements."""

    def __init__(self, game: Game[Any]) -> None:
        pass

    def choose(self, state: State, rng: Rng) -> int:
        return state.random_action(rng)


class Quick:
    """Makes the move that looks best at once."""

    def __init__(self, game: Game[Any]) -> None:
        self.knowledge = game.knowledge()

    def choose(self, state: State, rng: Rng) -> int:
        self.knowledge.begin(state)
        return self.knowledge.choose(state, rng)


class Careless(Quick):
    """Makes the move that looks best at once, but often misses it and takes another that looks good."""

    def __init__(self, game: Game[Any]) -> None:
        Quick.__init__(self, game)
        self.knowledge.moves = None  # a beginner has learned nothing from other games yet

    def choose(self, state: State, rng: Rng) -> int:
        if rng.below(OVERSIGHTS):
            return Quick.choose(self, state, rng)
        self.knowledge.begin(state)
        choices = Choices()
        state.legal(choices)
        return self.knowledge.whim(state, choices, rng)


class Thinker:
    """Thinks moves through in many worlds that could be the true one."""

    def __init__(self, game: Game[Any], is_hasty: bool = False) -> None:
        self.knowledge = game.knowledge()
        self.iterations = self.knowledge.glance if is_hasty else self.knowledge.thought
        self.looks_at_clock = True  # or thinks all its iterations, however long they take

    def choose(self, state: State, rng: Rng) -> int:
        legal = state.legal_actions()
        return legal[0] if len(legal) == 1 else self.think(state, rng).best()

    def plan(self, state: State, rng: Rng) -> list[int]:
        """The actions of a whole turn, as far as nothing comes to light in it; the time is for all of them together."""
        end = time.perf_counter() + self.knowledge.seconds
        search = self.search(state, rng)
        actions: list[int] = []
        is_going_on = True
        while is_going_on:
            left = max((end - time.perf_counter()) / 2, SHORTEST) if self.looks_at_clock else 0.0
            search.think(max(self.iterations - search.known(), self.iterations // 4), left)
            actions.append(search.best())
            is_going_on = search.follow(actions[-1])
        return actions

    def think(self, state: State, rng: Rng) -> Search:
        """The finished search for the seat to move."""
        search = self.search(state, rng)
        search.think(self.iterations, self.knowledge.seconds if self.looks_at_clock else 0.0)
        return search

    def search(self, state: State, rng: Rng) -> Search:
        breadth = BREADTH if self.knowledge.weighs else 2
        return Search(state, self.knowledge, rng, capacity=breadth * (self.iterations + 1))


LEVELS: Final[dict[str, Callable[[Game[Any]], Any]]] = {
    "novice": Careless,
    "trader": Quick,
    "expert": partial(Thinker, is_hasty=True),
    "master": Thinker,
}
