"""A quick sensible player of Asante."""

from mezani.engine.rng import Rng
from mezani.games.asante.rules import Asante


def policy(state: Asante, rng: Rng) -> int:
    """A sensible action for the seat to move."""
    return state.random_action(rng)
