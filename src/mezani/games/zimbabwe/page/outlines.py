"""Shapes on a grid of squares as SVG paths: outlines with round corners, fields of squares, dots and patterns."""

from collections.abc import Callable, Collection, Iterable
from itertools import groupby

from mezani.games.zimbabwe.squares import place_of

Cell = tuple[int, int]  # row and column, counted from 0

CELL = 44  # the side of a square
RIGHT, DOWN, LEFT, UP = (0, 1), (1, 0), (0, -1), (-1, 0)
TURNS = (RIGHT, DOWN, LEFT, UP)


def cells(squares: Iterable[str]) -> frozenset[Cell]:
    """The cells of squares in notation."""
    return frozenset(map(place_of, squares))


def field(some: Collection[Cell]) -> str:
    """A set of cells to be filled: a rectangle for each run within a row.

    >>> field({(0, 0), (0, 1), (2, 5)})
    'M0 0h88v44h-88zM220 88h44v44h-44z'
    """
    path = []
    for row, line in groupby(sorted(some), key=lambda cell: cell[0]):
        for _, run in groupby(enumerate(cell[1] for cell in line), key=lambda pair: pair[1] - pair[0]):
            columns = [column for _, column in run]
            width = CELL * len(columns)
            path.append(f"M{columns[0] * CELL} {row * CELL}h{width}v{CELL}h-{width}z")
    return "".join(path)


def grid(some: Iterable[Cell]) -> str:
    """The four sides of every cell."""
    return "".join(f"M{column * CELL} {row * CELL}h{CELL}v{CELL}h-{CELL}z" for row, column in sorted(some))


def outline(some: Collection[Cell], inset: float = 0, radius: float = 0) -> str:
    """The borders of a set of cells, drawn inside by `inset`, with round corners; cells that touch at a corner part."""
    return "".join(_rounded(loop, inset, radius) for loop in _loops(some))


def _loops(some: Collection[Cell]) -> list[list[tuple[Cell, Cell]]]:
    """The borders as loops of corners, each with the direction in which it is left; the cells lie to the right."""
    sides: dict[Cell, list[Cell]] = {}
    for row, column in sorted(some):
        for start, way, beyond in (
            ((row, column), RIGHT, (row - 1, column)),
            ((row, column + 1), DOWN, (row, column + 1)),
            ((row + 1, column + 1), LEFT, (row + 1, column)),
            ((row + 1, column), UP, (row, column - 1)),
        ):
            if beyond not in some:
                sides.setdefault(start, []).append(way)
    loops = []
    while sides:
        loops.append(_loop(sides))
    return loops


def _loop(sides: dict[Cell, list[Cell]]) -> list[tuple[Cell, Cell]]:
    """Take one loop out of the sides; where two meet, it turns to the right and so stays with its cell."""
    here = start = next(iter(sides))
    way: Cell | None = None
    corners = []
    while here in sides and (way is None or here != start):
        ways = sides[here]
        following = ways[0]
        if way is not None and len(ways) > 1:
            following = TURNS[(TURNS.index(way) + 1) % 4]
        ways.remove(following)
        if not ways:
            del sides[here]
        if following != way:
            corners.append((here, following))
        way = following
        here = here[0] + way[0], here[1] + way[1]
    if len(corners) > 1 and corners[0][1] == way:
        corners.pop(0)
    return corners


def _rounded(corners: list[tuple[Cell, Cell]], inset: float, radius: float) -> str:
    path = []
    before = corners[-1][1]
    for number, ((row, column), way) in enumerate(corners):
        inner = TURNS[(TURNS.index(way) + 1) % 4], TURNS[(TURNS.index(before) + 1) % 4]  # towards the cells
        y = row * CELL + inset * (inner[0][0] + inner[1][0])
        x = column * CELL + inset * (inner[0][1] + inner[1][1])
        from_x, from_y = x - before[1] * radius, y - before[0] * radius
        to_x, to_y = x + way[1] * radius, y + way[0] * radius
        curve = f"Q{x:g} {y:g} {to_x:g} {to_y:g}" if radius else ""
        path.append(f"{'L' if number else 'M'}{from_x:g} {from_y:g}{curve}")
        before = way
    return "".join(path) + "Z"


def dots(some: Iterable[Cell], number: int) -> str:
    """So many dots in the corner of each cell, to be stroked with round caps."""
    return "".join(
        f"M{(column + 1) * CELL - 6 - 7 * n} {row * CELL + 7}h0" for row, column in sorted(some) for n in range(number)
    )


def line(squares: Iterable[str]) -> str:
    """A way through the middles of squares, as points."""
    return " ".join(f"{column * CELL + CELL // 2},{row * CELL + CELL // 2}" for row, column in map(place_of, squares))


# Patterns: the same for the same place, without any sense


def noise(row: int, column: int, kind: int = 0) -> int:
    """A number from 0 to 255 that looks random."""
    mixed = (row * 73_856_093 ^ column * 19_349_663 ^ kind * 83_492_791) & 0xFFFF_FFFF
    mixed = (mixed ^ mixed >> 13) * 1_274_126_177 & 0xFFFF_FFFF
    return mixed >> 16 & 0xFF


def sown(some: Iterable[Cell], kind: int, share: int, mark: Callable[[int, int], str]) -> str:
    """A mark in a share (of 256) of the cells; it is given the middle of the cell, a little moved."""
    path = []
    for row, column in sorted(some):
        if noise(row, column, kind) < share:
            x = column * CELL + 22 + noise(row, column, kind + 1) % 13 - 6
            y = row * CELL + 24 + noise(row, column, kind + 2) % 11 - 5
            path.append(mark(x, y))
    return "".join(path)


def tuft(x: int, y: int) -> str:
    return f"M{x - 5} {y + 4}l3 -7l3 7M{x + 3} {y + 4}l2 -5"


def pebbles(x: int, y: int) -> str:
    return f"M{x - 5} {y - 4}h3M{x + 1} {y}h3M{x - 4} {y + 4}h3"


def wave(x: int, y: int) -> str:
    return f"M{x - 11} {y}q5.5 -5 11 0t11 0"


def blot(row: int, column: int) -> str:
    """A patch of dye around a corner of the map."""
    reach = [70 + noise(row, column, n) * 70 // 255 for n in range(3, 9)]
    x, y = column * CELL, row * CELL
    corners = ((1, 0), (0.5, 0.7), (-0.5, 0.7), (-1, 0), (-0.5, -0.7), (0.5, -0.7))
    points = [f"{x + reach[n] * dx:.0f} {y + reach[n] * dy:.0f}" for n, (dx, dy) in enumerate(corners)]
    return f"M{'L'.join(points)}Z"
