"""Means and shares with their 95 % intervals. Values of one deal are not independent: each deal counts as one."""

import math
from collections.abc import Hashable, Sequence
from statistics import NormalDist, mean, stdev

import msgspec

Z = NormalDist().inv_cdf(0.975)
FEW = {1: 12.7062, 2: 4.3027, 3: 3.1824, 4: 2.7764}  # Student's t where so little is free


class Estimate(msgspec.Struct, frozen=True):
    """A mean, and half the width of its 95 % interval (none where there is only one deal)."""

    mean: float
    half: float | None

    def __str__(self) -> str:
        return f"{self.mean:.3f}" + (f" ± {self.half:.3f}" if self.half is not None else "")


class Share(msgspec.Struct, frozen=True):
    """How much of something, from 0 to 1, out of how many, and the ends of its 95 % interval."""

    share: float
    of: int
    low: float
    high: float

    @property
    def count(self) -> float:
        """How many they were; not a whole number where victories are shared."""
        return self.share * self.of


def estimate(values: Sequence[float], deals: Sequence[Hashable] = ()) -> Estimate:
    """The mean of some values with its 95 % interval; values of the same deal belong together.

    >>> str(estimate([0.0, 1.0] * 50))
    '0.500 ± 0.100'
    >>> str(estimate([0.0, 0.0, 1.0, 1.0], ["Monday", "Monday", "Tuesday", "Tuesday"]))[:5]
    '0.500'
    """
    if deals:
        return _estimate_by_deals(values, deals)
    if len(values) < 2:
        return Estimate(mean(values), None)
    t = student(len(values) - 1)
    return Estimate(mean(values), t * stdev(values) / math.sqrt(len(values)))


def _estimate_by_deals(values: Sequence[float], deals: Sequence[Hashable]) -> Estimate:
    centre = math.fsum(values) / len(values)
    variance, number = _variance_by_deals(values, deals, centre)
    return Estimate(centre, student(number - 1) * math.sqrt(variance) if number > 1 else None)


def _variance_by_deals(values: Sequence[float], deals: Sequence[Hashable], centre: float) -> tuple[float, int]:
    """The variance of a mean whose values fall together by deals (that of a ratio estimate), and how many deals."""
    apart: dict[Hashable, float] = {}
    for value, deal in zip(values, deals, strict=True):
        apart[deal] = apart.get(deal, 0.0) + value - centre
    number = len(apart)
    if number < 2:
        return 0.0, number
    return number / (number - 1) * math.fsum(rest * rest for rest in apart.values()) / len(values) ** 2, number


def share(values: Sequence[float], deals: Sequence[Hashable]) -> Share:
    """The mean of values from 0 to 1 with Wilson's interval; deals whose values go together count for fewer.

    >>> found = share([1.0] * 8 + [0.0] * 2, range(10))
    >>> round(found.low, 3), round(found.high, 3)
    (0.49, 0.943)
    """
    centre = math.fsum(values) / len(values)
    variance, number = _variance_by_deals(values, deals, centre)
    if variance > 0.0:
        alone = centre * (1.0 - centre) * number / (number - 1)
        number_apart = min(alone / variance, len(values))
    else:
        number_apart = number
    return Share(centre, len(values), *wilson(centre, number_apart))


def wilson(centre: float, number: float) -> tuple[float, float]:
    """The ends of Wilson's 95 % interval of a share that was found in so many independent cases."""
    square = Z * Z / number
    middle = (centre + square / 2) / (1.0 + square)
    half = Z / (1.0 + square) * math.sqrt(centre * (1.0 - centre) / number + square / (4 * number))
    return max(0.0, middle - half), min(1.0, middle + half)


def student(freedom: int) -> float:
    """The 97.5 % quantile of Student's t, by its expansion around the normal one where that is good enough."""
    if freedom in FEW:
        return FEW[freedom]
    terms = (
        (Z**3 + Z) / 4,
        (5 * Z**5 + 16 * Z**3 + 3 * Z) / 96,
        (3 * Z**7 + 19 * Z**5 + 17 * Z**3 - 15 * Z) / 384,
    )
    return Z + sum(term * (1.0 / freedom) ** power for power, term in enumerate(terms, 1))
