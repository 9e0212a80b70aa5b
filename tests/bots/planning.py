"""Bots that plan their whole turn."""

from mezani.engine.rng import Rng
from mezani.engine.state import State
from tests.bots.odd import Odd

STEPS = 30


class Planning(Odd):
    """Plans the first legal move of each step, and goes on when its turn has ended: what is too much is left out."""

    def plan(self, state: State, rng: Rng) -> list[int]:
        actions: list[int] = []
        while not state.is_over and len(actions) < STEPS:
            actions.append(state.legal_actions()[0])
            state.play(actions[-1])
        return actions


class Confused(Odd):
    """Plans a step that is not legal after the first one."""

    def plan(self, state: State, rng: Rng) -> list[int]:
        return [state.legal_actions()[0], -1]
