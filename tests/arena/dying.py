"""A bot whose process dies in the middle of a game, the first time."""

import os
from pathlib import Path

from mezani.engine.rng import Rng
from mezani.engine.state import State
from tests.bots.odd import Odd


class DiesOnce(Odd):
    def choose(self, state: State, rng: Rng) -> int:
        mark = Path(os.environ["MEZANI_TEST_MARK"])
        if state.reveals > 20:
            try:
                mark.touch(exist_ok=False)
                os._exit(9)
            except FileExistsError:
                pass
        return super().choose(state, rng)
