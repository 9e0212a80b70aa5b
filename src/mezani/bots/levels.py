"""The levels, from a beginner's opponent to the strongest: all have a game's knowledge, and think more or less."""

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from mezani.engine.rng import Rng
from mezani.engine.search import Search
from mezani.engine.state import Choices, State
from mezani.game import Game

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

    def choose(self, state: State, rng: Rng) -> int:
        legal = state.legal_actions()
        return legal[0] if len(legal) == 1 else self.think(state, rng).best()

    def think(self, state: State, rng: Rng) -> Search:
        """The finished search for the seat to move."""
        search = Search(state, self.knowledge, rng, capacity=self.iterations + 2)
        search.think(self.iterations, self.knowledge.seconds)
        return search


LEVELS: Final[dict[str, Callable[[Game[Any]], Any]]] = {
    "novice": Careless,
    "trader": Quick,
    "expert": partial(Thinker, is_hasty=True),
    "master": Thinker,
}
