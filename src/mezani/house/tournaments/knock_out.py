"""Knock-out at tables of two: who wins goes on. The first are seeded apart, and sit out where numbers do not fit."""

from collections.abc import Mapping, Sequence
from itertools import zip_longest

Pairs = list[tuple[int, ...]]  # of a round from top to bottom: two, one who sits out, or nobody


def rounds_of_knock_out(people: int) -> int:
    """How many rounds it takes until one is left.

    >>> [rounds_of_knock_out(people) for people in (2, 5, 8, 9)]
    [1, 3, 3, 4]
    """
    return max(0, people - 1).bit_length()


def bracket(seeded: Sequence[int]) -> list[int | None]:
    """The places of round 1 from top to bottom, for people by strength: the first two can meet only at the end.

    >>> bracket([1, 2, 3, 4, 5])
    [1, None, 4, 5, 2, None, 3, None]
    """
    order = [0]
    while len(order) < len(seeded):
        order = [place for one in order for place in (one, 2 * len(order) - 1 - one)]
    return [seeded[one] if one < len(seeded) else None for one in order]


def first_round(seeded: Sequence[int]) -> Pairs:
    """Round 1 for people by strength.

    >>> first_round([1, 2, 3, 4, 5])
    [(1,), (4, 5), (2,), (3,)]
    """
    return _pairs(bracket(seeded))


def next_round(last: Sequence[Sequence[int]], places: Mapping[int, int], gone: Sequence[int] = ()) -> Pairs:
    """The round after one that is over, by the places of all who have played in it; who has withdrawn is gone."""
    winners = [winner(pair, places) for pair in last]
    return _pairs([None if one in gone else one for one in winners])


def winner(pair: Sequence[int], places: Mapping[int, int]) -> int | None:
    """Who goes on; of two who share the first place the one who sat on the first chair."""
    return min(pair, key=lambda one: places.get(one, 0), default=None)


def _pairs(line: Sequence[int | None]) -> Pairs:
    both = zip_longest(line[::2], line[1::2])
    return [tuple(one for one in pair if one is not None) for pair in both]
