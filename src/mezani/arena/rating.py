"""How strong somebody is, and how sure that is: the one rating of bots and people, over the places of games."""

import math
from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

from openskill.models import PlackettLuce

MODEL: Final = PlackettLuce()


class Rating(NamedTuple):
    """A strength, and its uncertainty: in two of three cases the true strength is no further away."""

    mu: float
    sigma: float


UNKNOWN: Final = Rating(MODEL.mu, MODEL.sigma)  # whoever has not played yet


def rated(
    before: Sequence[Rating], places: Sequence[int], fixed: Collection[int] = (), who: Sequence[str] = ()
) -> list[Rating]:
    """The ratings after a game, by openskill's Plackett-Luce; seats that are fixed stay as they were.

    Where it is told who sits on which seat, what several seats of one change adds up.

    >>> [round(rating.mu, 1) for rating in rated([UNKNOWN] * 3, (1, 2, 2), fixed=[2])]
    [27.9, 23.6, 25.0]
    """
    names = who or list(map(str, range(len(before))))
    players = {name: MODEL.rating(*rating) for name, rating in zip(names, before, strict=True)}
    after = MODEL.rate([[players[name]] for name in names], ranks=[float(place) for place in places])
    return [
        rating if seat in fixed else Rating(team[0].mu, team[0].sigma)
        for seat, (rating, team) in enumerate(zip(before, after, strict=True))
    ]


def ahead(one: Rating, other: Rating, players: int = 2) -> float:
    """How likely one ends ahead of the other at a table of so many, as the rating itself reckons it.

    >>> round(ahead(Rating(29.6, 1.5), Rating(28.3, 0.5)), 2)
    0.55
    """
    spread = math.sqrt(players * MODEL.beta**2 + one.sigma**2 + other.sigma**2)
    return 1.0 / (1.0 + math.exp((other.mu - one.mu) / spread))
