"""Knock-out at tables of two: who wins goes on. The first are seeded apart, and sit out where numbers do not fit."""

from collections.abc import Mapping, Sequence

from mezani.house.tournaments.draw import Draw


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


def pair_knock_out(seeded: Sequence[int], results: Sequence[Mapping[int, int]], gone: Sequence[int] = ()) -> Draw:
    """The next round. `results`: for each round before the place of everybody who has played; `gone` have withdrawn.

    Of two who share a place the one who was seeded higher goes on.
    """
    line = bracket(seeded)
    for places in results:
        line = [_winner(line[n], line[n + 1], places, seeded) for n in range(0, len(line), 2)]
    line = [None if one in gone else one for one in line]
    tables, byes = [], []
    for first, second in zip(line[::2], line[1::2], strict=True):
        if first is not None and second is not None:
            tables.append((first, second) if len(results) % 2 else (second, first))
        elif first is not None or second is not None:
            byes.append(first if first is not None else second)
    return Draw(tuple(tables), tuple(one for one in byes if one is not None))


def _winner(one: int | None, other: int | None, places: Mapping[int, int], seeded: Sequence[int]) -> int | None:
    """Who goes on; somebody who had nobody to meet does. Who has not played and met somebody who did is out."""
    there = [person for person in (one, other) if person is not None]
    if len(there) == 2 and any(person in places for person in there):
        return min(there, key=lambda person: (places.get(person, len(there) + 1), seeded.index(person)))
    return there[0] if there else None
