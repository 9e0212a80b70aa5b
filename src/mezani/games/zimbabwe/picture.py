"""The board as text and as SVG, with the coordinates of the notation."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mezani.games.zimbabwe.actions import COLUMNS
from mezani.games.zimbabwe.components import PARTS
from mezani.games.zimbabwe.map_view import CraftsmanView, MapView, MonumentView, ResourceView
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


# Text


def cells(
    rows: Sequence[str],
    resources: Sequence[ResourceView],
    monuments: Sequence[MonumentView],
    craftsmen: Sequence[CraftsmanView],
) -> list[list[Cell]]:
    """The board row by row."""
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


def text(there: MapView) -> str:
    """The board as plain text.

    A letter and a number are a monument of that colour and level (R3), or where the letter is small, the rest of a
    craftsman's tile with its price (r2); c, w, i and d are resources, with x when they are used up.
    """
    board = cells(there.rows, there.resources, there.monuments, there.craftsmen)
    head = "   " + "".join(f" {column} " for column in COLUMNS[: len(board[0])])
    lines = [f"{number:>2} " + " ".join(cell.text for cell in row) for number, row in enumerate(board, 1)]
    return "\n".join([head.rstrip(), *(line.rstrip() for line in lines)])


# SVG

SIDE = 40  # of a square, in pixels
EDGE = 26  # for the coordinates
COLOURS = {
    "red": ("#b3261e", "#ffffff"),
    "yellow": ("#f2c230", "#2b2118"),
    "green": ("#2d7d46", "#ffffff"),
    "black": ("#26211c", "#ffffff"),
    "white": ("#fbf7ee", "#2b2118"),
}
GROUND = {"clay": "#b5532a", "wood": "#2f4a22", "ivory": "#f6efdc", "diamond": "#5b3fa8"}
SIGNS = {  # in a square of 24, drawn on the colour of the resource
    "clay": '<circle cx="8" cy="15" r="4"/><circle cx="16" cy="15" r="4"/><circle cx="12" cy="8" r="4"/>',
    "wood": '<path d="M12 3a6 6 0 0 0-6 8c-3 4 1 6 4 5v5h4v-5c3 1 7-1 4-5a6 6 0 0 0-6-8z"/>',
    "ivory": '<path d="M5 4c0 9 5 15 14 16-4-4-8-8-8-16z"/>',
    "diamond": '<path d="M7 5h10l4 5-9 10-9-10z"/>',
}


def svg(there: MapView) -> str:
    """The board as an SVG picture."""
    width = len(there.rows[0]) * SIDE + 2 * EDGE
    height = len(there.rows) * SIDE + 2 * EDGE
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
        f' font-family="sans-serif" text-anchor="middle" role="img">',
        f"<title>The Great Zimbabwe, round {there.round}</title>",
        f'<rect width="{width}" height="{height}" fill="#55442f"/>',
        *_ground(there),
        *_coordinates(there),
        *(_start(square) for square in there.starts),
        *(_resource(resource) for resource in there.resources),
        *(_craftsman(craftsman) for craftsman in there.craftsmen),
        *_ways(there),
        *(_monument(monument) for monument in there.monuments),
        "</svg>",
    ]
    return "\n".join(parts)


def corner(square: str) -> tuple[int, int]:
    """The upper left point of a square in the picture."""
    row, column = place_of(square)
    return EDGE + column * SIDE, EDGE + row * SIDE


def centre(square: str) -> tuple[int, int]:
    x, y = corner(square)
    return x + SIDE // 2, y + SIDE // 2


def _ground(there: MapView) -> Iterator[str]:
    for row, line in enumerate(there.rows):
        for column, letter in enumerate(line):
            if letter != OFF:
                fill = "#2b7286" if letter == "~" else "#e2c58f" if (row + column) % 2 else "#dfbf86"
                x, y = EDGE + column * SIDE, EDGE + row * SIDE
                edge = "" if letter == "~" else ' stroke="#c9a76b"'
                yield f'<rect x="{x}" y="{y}" width="{SIDE}" height="{SIDE}" fill="{fill}"{edge}/>'


def _coordinates(there: MapView) -> Iterator[str]:
    rows, columns = len(there.rows), len(there.rows[0])
    for number in range(columns):
        for y in (EDGE - 9, EDGE + rows * SIDE + 18):
            yield _label(EDGE + number * SIDE + SIDE // 2, y, COLUMNS[number])
    for number in range(rows):
        for x in (EDGE // 2, EDGE + columns * SIDE + EDGE // 2):
            yield _label(x, EDGE + number * SIDE + SIDE // 2 + 5, str(number + 1))


def _label(x: int, y: int, text: str) -> str:
    return f'<text x="{x}" y="{y}" font-size="13" fill="#efe2c4">{text}</text>'


def _start(square: str) -> str:
    x, y = centre(square)
    return f'<circle cx="{x}" cy="{y}" r="17" fill="none" stroke="#7a5a34" stroke-width="3" stroke-dasharray="5 4"/>'


def _resource(resource: ResourceView) -> str:
    x, y = corner(resource.square)
    sign = "#2b2118" if resource.kind == "ivory" else "#fdf6e6"
    crosses = "".join(
        f'<path d="M{3 + 6 * number} 3l18 18m0-18l-18 18" stroke="#26211c" stroke-width="3"/>'
        for number in range(resource.used)
    )
    return (
        f'<g transform="translate({x + 8} {y + 8})"><title>{resource.kind} at {resource.square}</title>'
        f'<rect width="24" height="24" rx="5" fill="{GROUND[resource.kind]}"/>'
        f'<g fill="{sign}">{SIGNS[resource.kind]}</g>{crosses}</g>'
    )


def _craftsman(craftsman: CraftsmanView) -> str:
    x, y = corner(craftsman.squares[0])
    right, lower = corner(craftsman.squares[-1])
    width, height = right - x + SIDE - 6, lower - y + SIDE - 6
    fill, ink = COLOURS[PARTS.empires[craftsman.owner].colour]
    kind = next(part.uses for part in PARTS.craftsmen if part.name == craftsman.type)
    faded = "" if craftsman.ritual else ' opacity="0.75"'
    return (
        f'<g transform="translate({x + 3} {y + 3})"{faded}>'
        f"<title>{craftsman.type} at {craftsman.square}, price {craftsman.price}</title>"
        f'<rect width="{width}" height="{height}" rx="5" fill="#fdf9ee" stroke="#2b2118"/>'
        f'<rect width="6" height="{height}" rx="3" fill="{GROUND[kind]}"/>'
        f'<text x="{width // 2}" y="{height // 2 + (0 if height > SIDE else 5)}" font-size="15" fill="#2b2118">'
        f"{SHORT[craftsman.type]}</text>"
        f'<circle cx="{width - 12}" cy="{height - 12}" r="9" fill="{fill}" stroke="#2b2118"/>'
        f'<text x="{width - 12}" y="{height - 8}" font-size="12" fill="{ink}">{craftsman.price}</text></g>'
    )


def _monument(monument: MonumentView) -> str:
    x, y = centre(monument.square)
    fill, ink = COLOURS[PARTS.empires[monument.owner].colour]
    discs = "".join(
        f'<circle cx="{x}" cy="{y + 4 - 3 * number}" r="14" fill="{fill}" stroke="#2b2118"/>'
        for number in range(monument.level)
    )
    top = y + 4 - 3 * (monument.level - 1)
    title = f"<title>monument at {monument.square}, level {monument.level}</title>"
    label = f'<text x="{x}" y="{top + 5}" font-size="15" font-weight="bold" fill="{ink}">{monument.level}</text>'
    return f"<g>{title}{discs}{label}</g>"


def _ways(there: MapView) -> Iterator[str]:
    """The ways of the goods that are being bought."""
    for good in there.raising.goods if there.raising else ():
        for way in (good.way, good.primary_way):
            if way:
                points = " ".join(f"{x},{y}" for x, y in map(centre, way))
                yield f'<polyline points="{points}" fill="none" stroke="#f5b427" stroke-width="4"/>'
