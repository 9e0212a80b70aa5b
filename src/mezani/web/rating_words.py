"""Ratings as they are written and drawn."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from babel.numbers import format_decimal

from mezani.arena.rating import Rating
from mezani.house.rating_history import History, Moment
from mezani.language import Language

WIDTH, HEIGHT, EDGE = 150.0, 40.0, 6.0  # of a curve


class Curve(NamedTuple):
    """A year of somebody's rating: the line, the band of its uncertainty, and where it ends."""

    line: str
    band: str
    end: tuple[float, float]


class HistoryLine(NamedTuple):
    """A game in the panel of somebody's ratings."""

    of: History
    number: str
    uncertainty: str
    curve: Curve | None

    @property
    def places(self) -> list[tuple[int, int]]:
        """The places in which they have ended, and how often."""
        return [(place, count) for place, count in enumerate(self.of.places, 1) if count]


def in_numbers(rating: Rating, lang: Language) -> tuple[str, str]:
    """A rating and its uncertainty as they are written.

    >>> from mezani.language import language
    >>> in_numbers(Rating(29.64, 1.5), language("de"))
    ('29,6', '± 1,5')
    """
    mu, sigma = (str(format_decimal(value, "0.0", locale=lang.code)) for value in rating)
    return mu.replace("-", "−"), f"± {sigma}"


def gain_in_numbers(gain: float, lang: Language) -> str:
    """What a rating has gained or lost, with its sign.

    >>> from mezani.language import language
    >>> [gain_in_numbers(gain, language("en")) for gain in (0.62, -1.2, 0.01)]
    ['+0.6', '−1.2', '±0.0']
    """
    tenths = round(10 * gain)
    sign = "+" if tenths > 0 else "−" if tenths < 0 else "±"
    return sign + str(format_decimal(abs(tenths) / 10, "0.0", locale=lang.code))


def history_line(history: History, lang: Language) -> HistoryLine:
    """A game of somebody's ratings in a language."""
    return HistoryLine(history, *in_numbers(history.rating, lang), curve_of(history.year))


def curve_of(year: Sequence[Moment]) -> Curve | None:
    """The curve of a year; None where there is nothing to be seen yet."""
    if not year:
        return None
    low = min(moment.rating.mu - moment.rating.sigma for moment in year)
    high = max(moment.rating.mu + moment.rating.sigma for moment in year)

    def point(moment: Moment, side: float = 0.0) -> tuple[float, float]:
        height = (moment.rating.mu + side * moment.rating.sigma - low) / (high - low)
        x, y = 2 + moment.part * (WIDTH - 2 - EDGE), HEIGHT - EDGE - height * (HEIGHT - 2 * EDGE)
        return round(x, 1), round(y, 1)

    band = [point(moment, 1.0) for moment in year] + [point(moment, -1.0) for moment in reversed(year)]
    return Curve(_points(point(moment) for moment in year), _points(band), point(year[-1]))


def _points(points: Iterable[tuple[float, float]]) -> str:
    return " ".join(f"{x},{y}" for x, y in points)
