"""Standings: what tables bring, and how people stand: by points, then by their opponents, then by their share."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

FIRST = 3.0  # points of whoever is first; the last has none, and those between evenly more
EVEN = 100.0  # the share of somebody with an even part of all points at their tables
FRACTIONS = {0: "", 1: "⅛", 2: "¼", 3: "⅜", 4: "½", 5: "⅝", 6: "¾", 7: "⅞"}


@dataclass(frozen=True)
class Played:
    """A table of a round that is over, seat by seat: who sat there, their places, and the scores of the game."""

    seats: tuple[int, ...]
    places: tuple[int, ...]
    scores: tuple[int, ...]


@dataclass(frozen=True)
class Round:
    """A round that counts."""

    tables: Sequence[Played]
    byes: Sequence[int] = ()


@dataclass
class Standing:
    """How somebody stands."""

    entrant: int
    place: int = 0
    rounds: list[float | None] = field(default_factory=list)  # the points of each round; None: they were not there
    byes: set[int] = field(default_factory=set)  # the rounds in which they sat out, counted from 1
    points: float = 0.0
    opponents: float = 0.0  # what those whom they met have scored, on average
    share: float = EVEN

    @property
    def order(self) -> tuple[float, float, float]:
        """What decides: more of the first, then of the next."""
        return self.points, round(self.opponents, 6), round(self.share, 6)


def points_of_places(places: Sequence[int]) -> list[float]:
    """What each seat of a table gets: 3 for the first, 0 for the last, evenly between; who shares a place shares.

    >>> points_of_places([1, 2, 3, 4]), points_of_places([2, 1, 3]), points_of_places([1, 2, 2])
    ([3.0, 2.0, 1.0, 0.0], [1.5, 3.0, 0.0], [3.0, 0.75, 0.75])
    """
    last = len(places) - 1
    return [FIRST * (last - (place - 1) - (places.count(place) - 1) / 2) / last for place in places]


def points_of_bye(wanted: int) -> float:
    """What somebody gets who sits out: as for a win where two meet, else what a seat of a table gets on average."""
    return FIRST if wanted == 2 else FIRST / 2


def share_of(scores: Sequence[int], seat: int) -> float:
    """A seat's part of all points of a game, 100 if it is an even one; points below zero count as none.

    >>> share_of([30, 10, 20], 0), share_of([0, 0], 1)
    (150.0, 100.0)
    """
    counted = [max(0, score) for score in scores]
    return EVEN * counted[seat] * len(counted) / sum(counted) if any(counted) else EVEN


def standings(entrants: Sequence[int], rounds: Sequence[Round], wanted: int) -> list[Standing]:
    """How all stand after these rounds, the first one first; those whom nothing parts share a place."""
    found = {one: Standing(one, rounds=[None] * len(rounds)) for one in entrants}
    met: dict[int, list[int]] = {one: [] for one in entrants}
    shares: dict[int, list[float]] = {one: [] for one in entrants}
    for number, day in enumerate(rounds):
        for one in day.byes:
            found[one].rounds[number] = points_of_bye(wanted)
            found[one].byes.add(number + 1)
        for table in day.tables:
            for seat, (one, points) in enumerate(zip(table.seats, points_of_places(table.places), strict=True)):
                found[one].rounds[number] = points
                met[one] += [other for other in table.seats if other != one]
                shares[one].append(share_of(table.scores, seat))
    for one, standing in found.items():
        standing.points = sum(points or 0.0 for points in standing.rounds)
        standing.share = _mean(shares[one], EVEN)
    for one, standing in found.items():
        standing.opponents = _mean([found[other].points for other in met[one]], 0.0)
    return _placed(found)


def _placed(found: Mapping[int, Standing]) -> list[Standing]:
    ranked = sorted(found.values(), key=lambda standing: (*(-part for part in standing.order), standing.entrant))
    for standing in ranked:
        standing.place = 1 + sum(other.order > standing.order for other in ranked)
    return ranked


def _mean(numbers: Sequence[float], otherwise: float) -> float:
    return sum(numbers) / len(numbers) if numbers else otherwise


def points_text(points: float) -> str:
    """Points as people write them.

    >>> points_text(3), points_text(1.5), points_text(0.75), points_text(0)
    ('3', '1½', '¾', '0')
    """
    whole, eighths = divmod(round(points * 8), 8)
    return f"{whole or '' if eighths else whole}{FRACTIONS[eighths]}"
