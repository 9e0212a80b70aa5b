"""Patience: what has failed is tried again, after pauses that grow."""

import random
from collections.abc import Iterator

CHANCE = random.SystemRandom()


def growing_pauses(first: float, longest: float) -> Iterator[float]:
    """Seconds to wait before each further attempt: twice as long each time, and never all at the same moment."""
    pause = first
    while True:
        yield pause * CHANCE.uniform(0.5, 1.0)
        pause = min(2 * pause, longest)
