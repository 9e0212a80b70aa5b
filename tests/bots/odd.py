"""Bots that misbehave."""

import os
import time
from typing import Any

from mezani.engine.rng import Rng
from mezani.engine.state import State
from mezani.game import Game


class Odd:
    """Plays the first legal move, after `mischief`."""

    def __init__(self, game: Game[Any]) -> None:
        pass

    def mischief(self) -> None:
        pass

    def choose(self, state: State, rng: Rng) -> int:
        self.mischief()
        return state.legal_actions()[0]


class Crashing(Odd):
    def mischief(self) -> None:
        raise ZeroDivisionError("oh dear")


class Dying(Odd):
    def mischief(self) -> None:
        os._exit(3)


class Dreaming(Odd):
    def mischief(self) -> None:
        time.sleep(60)


class Greedy(Odd):
    def mischief(self) -> None:
        bytearray(8 * 2**30)


class Cheating(Odd):
    def choose(self, state: State, rng: Rng) -> int:
        return 10**6


class Slow(Odd):
    def mischief(self) -> None:
        time.sleep(0.1)


class Idle(Odd):
    def plan(self, state: State, rng: Rng) -> list[int]:
        return []
