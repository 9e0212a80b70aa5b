"""Processes that judge games for the tests: in this process, at once, and counted."""

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import Any

from mezani.bots import imagined
from mezani.bots.workers import BotFailed
from mezani.engine.rng import Rng
from mezani.engine.state import State
from mezani.game import Game
from mezani.insight.judging import Choice, Course, Depth, Judged
from mezani.insight.parts import COURSE


class Oracle:
    """Says at once what it was told to say: every second decision of a seat gave something away."""

    def __init__(self) -> None:
        self.asked: list[int] = []  # the numbers of the decisions, in the order in which they were judged
        self.errands: list[Any] = []
        self.fails: set[int] = set()
        self.held: asyncio.Event | None = None  # until it is set, nothing is found but the course

    @property
    def times(self) -> Counter[int]:
        """How often each was asked for."""
        return Counter(self.asked)

    def close(self) -> None:
        """There is no process."""

    async def reckon(self, study: Any, kind: Any, game: Game[Any], *facts: Any, errand: Any = None) -> Course:
        players, _, _, actions, _ = facts
        self._count(COURSE, errand)
        even = (1 / players,) * players
        return Course(even, (even,) * (len(actions) + 1))

    async def study(
        self, study: Any, kind: Any, game: Game[Any], state: State, *facts: Any, seed: int, errand: Any = None
    ) -> Judged:
        actions, depth, own_seed, number = facts
        if self.held:
            await self.held.wait()
        self._count(number, errand)
        await asyncio.sleep(0)
        return guessed(game, state, actions, depth, own_seed, number, Rng(seed))

    def _count(self, number: int, errand: Any) -> None:
        self.asked.append(number)
        self.errands.append(errand)
        if number in self.fails:
            raise BotFailed("no idea")


class Thinking(Oracle):
    """Thinks really, by functions that may be cheaper than the usual ones."""

    async def reckon(self, study: Callable[..., Any], kind: Any, game: Any, *facts: Any, errand: Any = None) -> Any:
        self._count(COURSE, errand)
        return study(game, *facts)

    async def study(
        self, study: Callable[..., Any], kind: Any, game: Any, state: State, *facts: Any, seed: int, errand: Any = None
    ) -> Any:
        self._count(facts[-1], errand)
        world, rng = imagined(state, Rng(seed))
        return study(game, world, *facts, rng)


def guessed(
    game: Game[Any], world: State, actions: tuple[int, ...], depth: Depth, seed: int, number: int, rng: Rng
) -> Judged:
    """A decision as if it were judged: those of even numbers gave away 15 %, the others nothing."""
    seat, players = world.seat, world.players
    other = next(action for action in world.legal_actions() if action != actions[0])
    choices = [Choice((other,), _chances(0.45, seat, players)), Choice(actions, _chances(0.3, seat, players))]
    return Judged(number, seat, tuple(choices if number % 2 == 0 else choices[::-1]), int(number % 2 == 0), 10)


def _chances(own: float, seat: int, players: int) -> tuple[float, ...]:
    return tuple(own if it == seat else (1 - own) / (players - 1) for it in range(players))
