"""Who thinks next: people before bots among themselves, short thoughts before long ones, and a share for everybody."""

import asyncio
import math
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

QUICK = 0.25  # seconds: a thought that nobody notices
LONG = 1.0  # seconds, until it was measured
GUESSES = {"novice": 0.02, "trader": 0.02, "random": 0.02}
SHORTER = 4.0  # whoever has waited so many seconds counts as if the thought were one second shorter
HALF_LIFE = 60.0  # seconds, after which what somebody has used counts half
MOST_KNOWN = 10_000
PEOPLE_AT_AN_ADDRESS = 4


class Errand(NamedTuple):
    """For whom a bot thinks."""

    people: tuple[str, ...] = ()
    address: str | None = None
    is_awaited: bool = True  # by a person; tables of bots alone come later
    is_patient: bool = False  # it comes behind all others: games that are looked back at

    @property
    def rank(self) -> int:
        """Those of a lower one go first."""
        return 2 if self.is_patient else int(not self.is_awaited)


class Shares:
    """How long bots have thought for everybody lately. Each person has a share, and each address that of several."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self._used: OrderedDict[str, tuple[float, float]] = OrderedDict()  # seconds, and when they were worked out

    def add(self, errand: Errand, seconds: float) -> None:
        """Count a thought."""
        for one in _everybody(errand):
            self._used[one] = (max(0.0, self._lately(one) + seconds), self.clock())
            self._used.move_to_end(one)
        while len(self._used) > MOST_KNOWN:
            self._used.popitem(last=False)

    def used(self, errand: Errand) -> float:
        """What those have used for whom a thought is; the one who has used most counts."""
        people = max((self._lately(person) for person in errand.people), default=0.0)
        address = self._lately(errand.address) / PEOPLE_AT_AN_ADDRESS if errand.address else 0.0
        return max(people, address)

    def _lately(self, one: str) -> float:
        seconds, at = self._used.get(one, (0.0, 0.0))
        return seconds * 0.5 ** ((self.clock() - at) / HALF_LIFE) if seconds else 0.0


class Times:
    """How long a thought of each kind takes, as far as it was measured."""

    def __init__(self) -> None:
        self._measured: dict[tuple[str, str], float] = {}

    def expected(self, game: str, level: str) -> float:
        """The seconds that a thought will take, about."""
        return self._measured.get((game, level), GUESSES.get(level, LONG))

    def measure(self, game: str, level: str, seconds: float) -> None:
        """A thought has taken so long; the last ones count most."""
        self._measured[game, level] = 0.8 * self.expected(game, level) + 0.2 * seconds


@dataclass(eq=False)
class Waiting:
    """A thought that waits for a process to be thought in."""

    errand: Errand
    seconds: float  # that it will take, about
    since: float
    turn: "asyncio.Future[Any]" = field(default_factory=lambda: asyncio.get_running_loop().create_future())

    @property
    def is_quick(self) -> bool:
        return self.seconds <= QUICK


class Queue:
    """The thoughts that wait."""

    def __init__(self, shares: Shares) -> None:
        self.shares = shares
        self._waiting: list[Waiting] = []

    def __len__(self) -> int:
        return len(self._waiting)

    def __iter__(self) -> Iterator[Waiting]:
        return iter(self._waiting)

    def put(self, errand: Errand, seconds: float) -> Waiting:
        """Let a thought wait."""
        waiting = Waiting(errand, seconds, self.shares.clock())
        self._waiting.append(waiting)
        return waiting

    def remove(self, waiting: Waiting) -> None:
        """Its turn has come, or nobody needs it any more."""
        self._waiting.remove(waiting)

    def first(self, fits: Callable[[Waiting], bool]) -> Waiting | None:
        """The one whose turn it is among those that fit; who has just been told to wait no longer has none."""
        now = self.shares.clock()
        fitting = (one for one in self._waiting if not one.turn.cancelled() and fits(one))
        return min(fitting, key=lambda one: self._order(one, now), default=None)

    def _order(self, one: Waiting, now: float) -> tuple[int, int, float, float]:
        length = one.seconds - (now - one.since) / SHORTER
        doublings = 0 if length <= QUICK else 1 + int(math.log2(length / QUICK))
        return one.errand.rank, doublings, self.shares.used(one.errand), one.since


def _everybody(errand: Errand) -> tuple[str, ...]:
    return errand.people + ((errand.address,) if errand.address else ())
