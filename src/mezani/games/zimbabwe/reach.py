"""Sets of squares, and how far one gets from them in some steps.

A set of squares is a list of 20 words: word n holds the squares of row n, bit c the square of column c. Rows 0 and 19
are empty, so that every row of the map has one above and one below.
"""

import cython

if not cython.compiled:
    from mezani.engine.bits import lowest
    from mezani.games.zimbabwe.actions import NONE, SIDE

ROWS = [1 << row for row in range(20)]  # each row as a set of rows
ALL_ROWS = (1 << SIDE) - 1 << 1


def touched(some: list[int], others: list[int]) -> bool:
    """Whether two sets have a square in common."""
    common = 0
    for row in range(1, SIDE + 1):
        common |= some[row] & others[row]
    return common != 0


def spread(
    reached: list[int],
    steps: int,
    ground: list[int],
    water: list[int],
    wet_row: list[int],
    wet_next: list[int],
    stops: list[int],
) -> None:
    """Add all squares of the ground that are at most so many steps away; no path goes on from a stop.

    The squares from which it starts may be stops themselves. The water areas are given as `link_water` has them; of
    those that the last step reaches only its squares are added, `flood_all` adds the rest for those who want it.
    """
    sides = [0] * 20
    dry = [0] * 20  # the water that is not flooded yet
    for row in range(1, SIDE + 1):
        dry[row] = water[row]
        sides[row] = reached[row] | reached[row] << 1 | reached[row] >> 1
    for step in range(1, steps + 1):
        wet_rows = 0
        for row in range(1, SIDE + 1):
            reached[row] |= (sides[row - 1] | sides[row] | sides[row + 1]) & ground[row]  # 3.1
            wet_rows |= ROWS[row] if reached[row] & dry[row] else 0
        if step == steps:
            return
        if wet_rows:
            flood_rows(wet_rows, reached, dry, wet_row, wet_next)  # 3.3
        for row in range(1, SIDE + 1):
            moving = reached[row] & ~stops[row]  # 3.4
            sides[row] = moving | moving << 1 | moving >> 1


def flood_all(reached: list[int], water: list[int], wet_row: list[int], wet_next: list[int]) -> None:
    """Add the whole of each water area of which a square is reached."""
    dry = [0] * 20
    for row in range(1, SIDE + 1):
        dry[row] = water[row]
    flood_rows(ALL_ROWS, reached, dry, wet_row, wet_next)


def flood_rows(rows: int, reached: list[int], dry: list[int], wet_row: list[int], wet_next: list[int]) -> None:
    """Add the whole of each water area that is not flooded yet and of which a square in some rows is reached."""
    while rows:
        row = lowest(rows)
        wet = reached[row] & dry[row]
        while wet:
            flood((row - 1) * SIDE + lowest(wet), reached, dry, wet_row, wet_next)
            wet &= dry[row]
        rows &= rows - 1


def flood(square: int, reached: list[int], dry: list[int], wet_row: list[int], wet_next: list[int]) -> None:
    """Add the whole water area of a square."""
    row = square // SIDE + 1
    while dry[row] & wet_row[square]:
        reached[row] |= wet_row[square]
        dry[row] &= ~wet_row[square]
        square = wet_next[square]
        row = square // SIDE + 1


def link_water(water: list[int], wet_row: list[int], wet_next: list[int]) -> None:
    """For each square of water find the squares of the same area in its row, and one in the next row of the area.

    After the last row comes the first, so that one gets around the area row by row.
    """
    dry = [0] * 20
    for row in range(1, SIDE + 1):
        dry[row] = water[row]
    for row in range(1, SIDE + 1):
        while dry[row]:
            area = [0] * 20
            area[row] = dry[row] & -dry[row]
            grow_area(area, water)
            link_area(area, wet_row, wet_next)
            for other in range(1, SIDE + 1):
                dry[other] &= ~area[other]


def grow_area(area: list[int], water: list[int]) -> None:
    """All water that is connected with the area by the sides of squares."""  # 2.2
    growing = True
    while growing:
        growing = False
        for row in range(1, SIDE + 1):
            more = area[row - 1] | area[row + 1] | area[row] << 1 | area[row] >> 1
            more &= water[row] & ~area[row]
            if more:
                area[row] |= more
                growing = True


def link_area(area: list[int], wet_row: list[int], wet_next: list[int]) -> None:
    following = NONE
    for _ in range(2):  # the second time the last row knows the first
        for row in range(SIDE, 0, -1):
            if area[row]:
                left = area[row]
                while left:
                    square = (row - 1) * SIDE + lowest(left)
                    wet_row[square] = area[row]
                    wet_next[square] = following
                    left &= left - 1
                following = (row - 1) * SIDE + lowest(area[row])
