"""Maps as rows of letters: laid out from tiles by chance, or read from a text that a person wrote."""

import re
from functools import cache

from mezani.engine.rng import Rng
from mezani.games.zimbabwe.actions import COLUMNS, SIDE, square_text
from mezani.games.zimbabwe.components import RESOURCE_TILES, map_tiles
from mezani.games.zimbabwe.land import Land

TILE = 6
OFF = "-"
GROUNDS = {
    ".": "land",
    "~": "water",
    "c": "clay",
    "w": "wood",
    "i": "ivory",
    "d": "a diamond",
    "S": "a starting area",
    OFF: "nothing",
}
KINDS = "cwid"
NOT_EMPTY = re.compile(f"[~{KINDS}]")
MOST_RESOURCES = 64 - sum(RESOURCE_TILES)  # the shaman can place all his tiles


def turned(rows: list[str]) -> list[str]:
    """A tile after a quarter turn to the right.

    >>> turned(["ab", "cd"])
    ['ca', 'db']
    """
    return ["".join(column) for column in zip(*reversed(rows), strict=True)]


def laid_out(players: int, rng: Rng) -> list[str]:
    """A map for so many players: random tiles in random orientations by the layout."""
    layout = map_tiles().layouts.of_players[str(players)]
    start, *tiles = tiles_all_ways()
    rows: list[str] = []
    for line in layout:
        band = [""] * TILE
        for place in line:
            if place == "-":
                tile = [OFF * TILE] * TILE
            else:
                ways = start if place == "*" else tiles.pop(rng.below(len(tiles)))
                tile = ways[rng.below(4)]
            band = [left + right for left, right in zip(band, tile, strict=True)]
        rows += band
    return rows


@cache
def tiles_all_ways() -> list[list[list[str]]]:
    """The starting tile and then the others, each in its four orientations."""
    ways = []
    for rows in (map_tiles().start.rows, *(tile.rows for tile in map_tiles().tiles)):
        ways.append([rows])
        for _ in range(3):
            ways[-1].append(turned(ways[-1][-1]))
    return ways


def read_map(text: str) -> list[str]:
    """The rows of a map that was written as text; ValueError tells row, column and what is wrong."""
    if not isinstance(text, str):
        raise ValueError(f"a map is a text with a line for each row, not {text!r}")
    rows = [line.strip() for line in text.strip().splitlines()]
    if not rows:
        raise ValueError("the map is empty: write a line for each row, such as ..S..~")
    if len(rows) > SIDE:
        raise ValueError(f"row {SIDE + 1}: a map has at most {SIDE} rows, this one has {len(rows)}")
    for number, row in enumerate(rows, 1):
        if len(row) > SIDE:
            raise ValueError(f"row {number}: a row has at most {SIDE} squares, this one has {len(row)}")
        if len(row) != len(rows[0]):
            raise ValueError(f"row {number} has {len(row)} squares, but row 1 has {len(rows[0])}")
        for column, ground in enumerate(row):
            if ground not in GROUNDS:
                raise ValueError(f"row {number}, column {COLUMNS[column]}: {ground!r} is not one of {_legend()}")
    return _with_few_resources(rows)


def _with_few_resources(rows: list[str]) -> list[str]:
    found = [(row, column) for row, line in enumerate(rows) for column, ground in enumerate(line) if ground in KINDS]
    if len(found) > MOST_RESOURCES:
        square = square_text(found[MOST_RESOURCES][0] * SIDE + found[MOST_RESOURCES][1])
        raise ValueError(f"the resource at {square} is one too many: a map has at most {MOST_RESOURCES} resources")
    return rows


def _legend() -> str:
    return ", ".join(f"{letter} {meaning}" for letter, meaning in GROUNDS.items())


def put_map(state: Land, rows: list[str]) -> None:
    """Lay a map for a game that begins."""
    state.ground = _squares(rows, ".~cwidS")
    state.starts = _squares(rows, "S")
    state.empty = _squares(rows, ".")
    for found in NOT_EMPTY.finditer(" ".join(rows)):
        row, column = divmod(found.start(), len(rows[0]) + 1)
        if found[0] == "~":
            state.put_water(row * SIDE + column)
        else:
            state.put_resource(KINDS.index(found[0]), row * SIDE + column)
    state.find_water_areas()


def _squares(rows: list[str], grounds: str) -> list[int]:
    """The squares with one of these grounds, as a set."""
    text = " ".join(rows)[::-1].translate(_digits(grounds))
    words = [int(digits, 2) for digits in reversed(text.split())]
    return [0, *words, *[0] * (SIDE - len(rows)), 0]


@cache
def _digits(grounds: str) -> dict[int, str]:
    """1 for each of these grounds, 0 for the others."""
    return str.maketrans({ground: "1" if ground in grounds else "0" for ground in GROUNDS})


def map_rows(state: Land) -> list[str]:
    """The map of a game as rows, without what was built on it; water and resources placed later are on it."""
    rows = [["-"] * SIDE for _ in range(SIDE)]
    for letter, squares in ((".", state.ground), ("~", state.water), ("S", state.starts)):
        for row in range(SIDE):
            for column in range(SIDE):
                if squares[row + 1] >> column & 1:
                    rows[row][column] = letter
    squares = state.resource_square
    for kind, letter in enumerate(KINDS):
        for resource in range(state.resources):
            if state.of_kind[kind] >> resource & 1:
                rows[squares[resource] // SIDE][squares[resource] % SIDE] = letter
    while all(row[-1] == OFF for row in rows):
        rows = [row[:-1] for row in rows]
    while all(ground == OFF for ground in rows[-1]):
        rows = rows[:-1]
    return ["".join(row) for row in rows]
