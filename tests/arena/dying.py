"""Bots whose process dies in the middle of a game, or who kill the one that plays it."""

import os
import signal
from pathlib import Path

from mezani.engine.rng import Rng
from mezani.engine.state import State
from tests.bots.odd import Odd


class DiesOnce(Odd):
    def choose(self, state: State, rng: Rng) -> int:
        if state.reveals > 20:
            try:
                Path(os.environ["MEZANI_TEST_MARK"]).touch(exist_ok=False)
                self.die()
            except FileExistsError:
                pass
        return super().choose(state, rng)

    def die(self) -> None:
        os._exit(9)


class KillsOnce(DiesOnce):
    def die(self) -> None:
        os.kill(os.getppid(), signal.SIGKILL)


class Kills(Odd):
    def mischief(self) -> None:
        os.kill(os.getppid(), signal.SIGKILL)
