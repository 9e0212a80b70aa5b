"""The board as text, square by square."""

from collections.abc import Sequence
from dataclasses import dataclass

from mezani.games.zimbabwe.components import PARTS
from mezani.games.zimbabwe.map_view import CraftsmanView, MonumentView, ResourceView
from mezani.games.zimbabwe.maps import OFF
from mezani.games.zimbabwe.squares import place_of

MARKS = tuple(empire.colour[0].upper() for empire in PARTS.empires)  # R Y G B W
SHORT = {
    "potter": "Po",
    "ivory-carver": "Iv",
    "wood-carver": "Wo",
    "diamond-cutter": "Di",
    "vessel-maker": "Ve",
    "throne-maker": "Th",
    "sculptor": "Sc",
}


@dataclass(frozen=True)
class Cell:
    """A square of the text: two characters, what is there, and whose it is."""

    text: str
    what: str  # off, land, water, start, resource, used, monument, craftsman
    owner: int | None = None


def cells(
    rows: Sequence[str],
    resources: Sequence[ResourceView],
    monuments: Sequence[MonumentView],
    craftsmen: Sequence[CraftsmanView],
) -> list[list[Cell]]:
    """The board row by row.

    A letter and a number are a monument of that colour and level (R3), or where the letter is small, the rest of a
    craftsman's tile with its price (r2); c, w, i and d are resources, with x when they are used up.
    """
    plain = {OFF: Cell("  ", "off"), "~": Cell("~~", "water"), "S": Cell("()", "start")}
    board = [[plain.get(letter, Cell(" .", "land")) for letter in row] for row in rows]
    for resource in resources:
        row, column = place_of(resource.square)
        marks = (" ", "x", "X")[resource.used]  # none, one or two used markers
        board[row][column] = Cell(resource.kind[0] + marks, "used" if resource.used else "resource")
    for monument in monuments:
        row, column = place_of(monument.square)
        board[row][column] = Cell(f"{MARKS[monument.owner]}{monument.level}", "monument", monument.owner)
    for craftsman in craftsmen:
        for number, square in enumerate(craftsman.squares):
            row, column = place_of(square)
            text = f"{MARKS[craftsman.owner].lower()}{craftsman.price}" if number else SHORT[craftsman.type]
            board[row][column] = Cell(text, "craftsman", craftsman.owner)
    return board
