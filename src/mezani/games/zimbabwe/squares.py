"""Squares as lists and as texts: those of a set, of a craftsman's tile, and of water."""

from mezani.engine.bits import members
from mezani.games.zimbabwe.actions import COLUMNS, EACH, SIDE, TYPES, square_text
from mezani.games.zimbabwe.components import IS_SQUARE
from mezani.games.zimbabwe.land import Land


def place_of(square: str) -> tuple[int, int]:
    """Row and column of a square, counted from 0.

    >>> place_of("f7")
    (6, 5)
    """
    return int(square[1:]) - 1, COLUMNS.index(square[0])


def squares_of(words: list[int]) -> list[int]:
    """The squares of a set of reach.py."""
    return [row * SIDE + column for row in range(SIDE) if words[row + 1] for column in members(words[row + 1])]


def texts(squares: list[int]) -> list[str]:
    """The notations of some squares."""
    return [square_text(square) for square in squares]


def tiles(state: Land) -> list[int]:
    """The craftsmen on the map."""
    placed = state.placed
    return [kind * EACH + number for kind in range(TYPES) for number in range(placed[kind])]


def tile_squares(state: Land, tile: int) -> list[int]:
    """The squares of a craftsman's tile."""
    return squares_under(tile // EACH, state.tile_square[tile], bool(state.tile_upright[tile]))


def squares_under(kind: int, square: int, upright: bool) -> list[int]:
    """The squares that a craftsman of a type would cover, beginning with a square; they may be off the map."""
    if IS_SQUARE[kind]:
        return [square, square + 1, square + SIDE, square + SIDE + 1]
    return [square, square + SIDE if upright else square + 1]


def water_areas(state: Land) -> list[list[int]]:
    """The water areas, each as its squares."""
    rows, following = state.wet_row, state.wet_next
    areas = []
    left = squares_of(state.water)
    while left:
        area: list[int] = []
        square = left[0]
        while not area or square // SIDE != left[0] // SIDE:
            first = square // SIDE * SIDE
            area += [first + column for column in range(SIDE) if rows[square] >> column & 1]
            square = following[square]
        areas.append(area)
        left = [square for square in left if square not in area]
    return areas
