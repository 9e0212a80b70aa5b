"""The ways that goods take, square by square: for pictures and log lines."""

from collections.abc import Iterable

import msgspec

from mezani.games.zimbabwe.actions import NONE, SIDE, SQUARES
from mezani.games.zimbabwe.land import Land
from mezani.games.zimbabwe.squares import squares_of, water_areas


class Way(msgspec.Struct, frozen=True):
    """A way with the fewest hubs, and among those with the fewest steps."""

    squares: list[int]  # from the first square to the last, hubs among them
    hubs: list[int]


def around(square: int) -> list[int]:
    row, column = divmod(square, SIDE)
    return [
        other_row * SIDE + other_column
        for other_row in range(max(row - 1, 0), min(row + 2, SIDE))
        for other_column in range(max(column - 1, 0), min(column + 2, SIDE))
        if (other_row, other_column) != (row, column)
    ]


NEIGHBOURS = [around(square) for square in range(SQUARES)]  # the up to eight squares around each, on the map or not


def find_way(state: Land, source: Iterable[int], target: Iterable[int]) -> Way | None:
    """A way from one building to another; None if there is no way."""
    ground = set(squares_of(state.ground))
    monuments = set(squares_of(state.monuments))
    area_of = {square: area for area in water_areas(state) for square in area}
    aims = set(target)
    starts = list(source)
    seen = set(starts)
    legs: list[dict[int, int]] = []
    while starts:
        came_from = _leg(starts, state.range, ground, monuments, area_of)
        legs.append(came_from)
        reached = [square for square in came_from if square in aims]
        if reached:
            return _traced(reached[0], legs)
        starts = [square for square in came_from if square in monuments and square not in seen]
        seen |= set(starts)
    return None


def _leg(
    starts: list[int], steps: int, ground: set[int], monuments: set[int], area_of: dict[int, list[int]]
) -> dict[int, int]:
    """All squares that some steps lead to without a hub, nearest first, each with the square before it."""
    came_from = dict.fromkeys(starts, NONE)
    edge = starts
    for _ in range(steps):
        further = []
        for square in edge:
            for other in NEIGHBOURS[square]:
                if other in ground and other not in came_from:
                    came_from[other] = square
                    further.append(other)
                    for wet in area_of.get(other, ()):
                        if wet not in came_from:
                            came_from[wet] = other
                            further.append(wet)
        edge = [square for square in further if square not in monuments]
    return came_from


def _traced(square: int, legs: list[dict[int, int]]) -> Way:
    squares, hubs = [square], []
    for number in range(len(legs) - 1, -1, -1):
        while legs[number][square] != NONE:
            square = legs[number][square]
            squares.append(square)
        if number:
            hubs.append(square)
    return Way(squares[::-1], hubs[::-1])
