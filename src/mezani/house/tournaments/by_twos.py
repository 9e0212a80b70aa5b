"""Round robin at tables of two while people come and go: all who are left meet all, in as few rounds as are found.

As long as nobody comes late it is the plan of the first round: whoever would meet somebody who has gone sits out. Who
comes late is worked in anew, into rounds in which each pair that has not met does.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain, combinations, count
from math import ceil

from mezani.engine.rng import Rng
from mezani.house.tournaments.draw import Draw, past_of
from mezani.house.tournaments.pairing import seat_all, shuffled
from mezani.house.tournaments.plans import circle

Pair = tuple[int, ...]
Pairs = list[Pair]

TRIES, TRIES_EACH = 4_000, 5  # to fit pairs into so many rounds, in all and for each of them
PLANS_KEPT = 200


@lru_cache(PLANS_KEPT)
def rounds_to_come(people: tuple[int, ...], draws: tuple[Draw, ...], seed: int) -> tuple[Draw, ...]:
    """All rounds that are still to be played by those who are there, after what was drawn."""
    since = _last_arrival(people, draws)
    field = _drawn(draws[since]) if since < len(draws) else people
    left = _not_played(_planned(field, draws[:since], seed), draws[since:])
    if left is None:  # they were drawn by another plan
        since, left = len(draws), _planned(people, draws, seed)
    rounds = [[pair for pair in day if set(pair) <= set(people)] for day in left]
    rounds = [day for day in rounds if day]
    if since and rounds:
        rounds[0] = list(seat_all(rounds[0], past_of(draws), Rng((seed + len(draws)) % 2**63)))
    return tuple(_draw(day, people) for day in rounds)


def _draw(day: Pairs, people: Sequence[int]) -> Draw:
    seated = set(chain.from_iterable(day))
    return Draw(tuple(day), tuple(one for one in people if one not in seated))


def _drawn(draw: Draw) -> tuple[int, ...]:
    """All who were there in a round."""
    return tuple(sorted({*chain.from_iterable(draw.tables), *draw.byes}))


def _last_arrival(people: Sequence[int], draws: Sequence[Draw]) -> int:
    """After how many rounds somebody of them has come who was not there before."""
    missed = (number for number, draw in enumerate(draws, 1) if not set(people) <= set(_drawn(draw)))
    return max(missed, default=0)


def _not_played(plan: Sequence[Pairs], draws: Sequence[Draw]) -> list[Pairs] | None:
    """The rounds of a plan that were not drawn; None if others were. Who has gone is in no draw any more."""
    left = list(plan)
    for draw in draws:
        pairs = set(map(frozenset, draw.tables))
        day = next((day for day in left if pairs <= set(map(frozenset, day))), None)
        if day is None:
            return None
        left.remove(day)
    return left


@lru_cache(PLANS_KEPT)
def _planned(people: tuple[int, ...], draws: tuple[Draw, ...], seed: int) -> list[Pairs]:
    """Rounds in which all of them meet who have not met in these draws."""
    if not draws:
        return plan_by_twos(people, seed)
    met, rng = past_of(draws).met, Rng((seed + len(draws)) % 2**63)
    pairs = [pair for pair in combinations(people, 2) if frozenset(pair) not in met]
    return in_few_rounds(pairs, len(people), rng)


def plan_by_twos(people: Sequence[int], seed: int) -> list[Pairs]:
    """The plan for people who are all there from the first round to the last; seats are settled."""
    mixed = shuffled(people, Rng(seed))
    return [
        [tuple(mixed[one] for one in table) for table in day if len(table) == 2 and max(table) < len(mixed)]
        for day in circle(len(mixed))
    ]


def fewest_rounds(pairs: Sequence[Pair], people: int) -> int:
    """Fewer can't do for these pairs."""
    most = max(Counter(chain.from_iterable(pairs)).values(), default=0)
    return max(most, ceil(len(pairs) / max(1, people // 2)))


def in_few_rounds(pairs: Sequence[Pair], people: int, rng: Rng) -> list[Pairs]:
    """These pairs in rounds, nobody twice in one."""
    for rounds in count(fewest_rounds(pairs, people)):
        if found := Fitting(pairs, rounds, rng).run():
            return [sorted(day) for day in sorted(found, key=len, reverse=True) if day]
        if not pairs:
            break
    return []


class Fitting:
    """Pairs that are fitted into so many rounds: where no round is free for both, others change theirs."""

    def __init__(self, pairs: Sequence[Pair], rounds: int, rng: Rng) -> None:
        self.rounds, self.rng = rounds, rng
        self.waiting = [pairs[n] for n in shuffled(range(len(pairs)), rng)]
        self.meets: dict[int, list[int | None]] = {one: [None] * rounds for pair in pairs for one in pair}
        self.tries = TRIES + TRIES_EACH * len(pairs)

    def run(self) -> list[Pairs]:
        """The rounds; none if they do not fit, as far as was tried."""
        while self.waiting:
            if not self.tries:
                return []
            self.tries -= 1
            self._fit(*self.waiting.pop())
        return [
            [(one, other) for one, rounds in self.meets.items() if (other := rounds[day]) is not None and one < other]
            for day in range(self.rounds)
        ]

    def _fit(self, one: int, other: int) -> None:
        free, others = self._free(one), self._free(other)
        if both := [day for day in free if day in others]:
            self._put(one, other, both[0])
            return
        for mine in free:
            for theirs in others:
                chain = list(self._chain(other, mine, theirs))
                if chain[-1] != one:
                    self._turn(chain, mine, theirs)
                    self._put(one, other, mine)
                    return
        self._push_out(one, other, free[self.rng.below(len(free))])

    def _free(self, one: int) -> list[int]:
        return [day for day, meets in enumerate(self.meets[one]) if meets is None]

    def _put(self, one: int, other: int, day: int) -> None:
        self.meets[one][day], self.meets[other][day] = other, one

    def _chain(self, one: int, first: int, second: int) -> Iterator[int]:
        """From somebody on to those whom they meet in the first round, the second, the first, and so on."""
        at: int | None = one
        while at is not None:
            yield at
            at, first, second = self.meets[at][first], second, first

    def _turn(self, chain: Sequence[int], first: int, second: int) -> None:
        """Let the meetings of a chain change rounds."""
        for one in chain:
            rounds = self.meets[one]
            rounds[first], rounds[second] = rounds[second], rounds[first]

    def _push_out(self, one: int, other: int, day: int) -> None:
        """Let them meet all the same, and whoever is left alone by it later."""
        alone = self.meets[other][day]
        assert alone is not None
        self.meets[alone][day] = None
        self._put(one, other, day)
        self.waiting.insert(0, (other, alone))
