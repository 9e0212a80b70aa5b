"""What the drawn board needs besides the view, and is made of it alone: the map as paths, reach, ways and marks."""

from collections.abc import Sequence
from functools import lru_cache

import msgspec

from mezani.games.zimbabwe.actions import COLUMNS, SIDE, SQUARES, action_text
from mezani.games.zimbabwe.components import CRAFTSMEN, IS_SQUARE, MONUMENT_VP, PARTS, RESOURCES, USES
from mezani.games.zimbabwe.look import ReachView
from mezani.games.zimbabwe.map_view import CraftsmanView
from mezani.games.zimbabwe.maps import OFF, TILE
from mezani.games.zimbabwe.page.outlines import (
    CELL,
    Cell,
    blot,
    cells,
    dots,
    field,
    grid,
    line,
    noise,
    outline,
    pebbles,
    sown,
    tuft,
    wave,
)
from mezani.games.zimbabwe.raise_view import RaiseView
from mezani.games.zimbabwe.rules import Zimbabwe
from mezani.games.zimbabwe.squares import place_of
from mezani.games.zimbabwe.view import DECISIONS, EmpireView, GodView, TechnologyView, ZimbabweView

MOST_DOTS = 3
BUILDS = ("first monument", "monument", "raise", "craftsman", "resource square", "rain")
KIND_OF = {type: RESOURCES[kind] for type, kind in zip(CRAFTSMEN, USES, strict=True)}  # of the resource that each uses


class LandDrawing(msgspec.Struct, frozen=True):
    """The printed ground."""

    columns: int
    rows: int
    outline: str
    tones: tuple[str, ...]
    blots: tuple[str, ...]
    marks: str
    grid: str
    seams: str
    starts: tuple[Cell, ...]
    top: tuple[tuple[str, int], ...]  # the coordinates along the edges: what is written, and the column or row
    bottom: tuple[tuple[str, int], ...]
    left: tuple[tuple[str, int], ...]
    right: tuple[tuple[str, int], ...]


class WaterDrawing(msgspec.Struct, frozen=True):
    outlines: tuple[str, ...]
    squares: tuple[str, ...]  # of each area
    boxes: tuple[tuple[int, int, int, int], ...]  # round each area: column, row, width, height
    grid: str
    waves: str


class ReachDrawing(msgspec.Struct, frozen=True):
    """The squares by the hubs that lead there."""

    square: str
    fields: tuple[str, ...]  # direct, by 1 hub, by 2 or more, out of reach; on land
    water: tuple[str, ...]
    borders: tuple[str, ...]  # of what is reached directly, and by one hub
    dots: str
    most: int  # hubs


class Piece(msgspec.Struct, frozen=True):
    """A craftsman on the map: where, how large, and what is to be said of it."""

    square: str  # its upper left one
    width: int
    height: int
    mark: str  # why it is out of the question for the raise: used up, no way, too expensive, ...
    role: str  # in the raise: chosen, supplies


class Drawing(msgspec.Struct, frozen=True):
    land: LandDrawing
    water: WaterDrawing
    reach: ReachDrawing | None
    ways: list[str]
    hubs: dict[str, int]  # how often each is used in the raise
    using: list[str]  # the resources that the raise uses up
    ringed: list[str]  # the resources that matter now
    covered: list[str]  # those which another craftsman of the type has in range
    pieces: list[Piece]
    costs: dict[str, int]  # of the craftsmen that can be chosen
    ends: bool  # what is being built, placed or raised reaches the VR
    standing: list[int]  # the seats, the winner first
    look: ReachView | None
    placing_size: tuple[int, int]  # of the tile that is being placed, across


def drawing(view: ZimbabweView, look: ReachView | None) -> Drawing:
    """The board of a view; `look` is the reach that the viewer wants to see."""
    raising = view.raising
    hubs: dict[str, int] = {}
    for good in raising.goods if raising else ():
        for square in good.hub_squares:
            hubs[square] = hubs.get(square, 0) + 1
    return Drawing(
        land=land(tuple(view.rows)),
        water=water(tuple(map(tuple, view.water_areas))),
        reach=reach(view, look),
        ways=[line(way) for good in (raising.goods if raising else ()) for way in (good.way, good.primary_way) if way],
        hubs=hubs,
        using=[square for bought in view.bought for square in bought.resources],
        ringed=look.supply if look else view.uncovered,
        covered=covered(view),
        pieces=[piece(view, craftsman) for craftsman in view.craftsmen],
        costs={offer.square: offer.cost for offer in raising.offers} if raising else {},
        ends=reaches_vr(view),
        standing=standing(view),
        look=look,
        placing_size=size_of(view.placing),
    )


# The ground


@lru_cache(maxsize=256)
def land(rows: tuple[str, ...]) -> LandDrawing:
    """The printed map."""
    ground = {(row, column) for row, line in enumerate(rows) for column, letter in enumerate(line) if letter != OFF}
    dry = {(row, column) for row, column in ground if rows[row][column] != "~"}
    bare = {(row, column) for row, column in dry if rows[row][column] == "."}
    width, height = len(rows[0]), len(rows)
    return LandDrawing(
        columns=width,
        rows=height,
        outline=outline(ground, 0, 5),
        tones=tuple(field({cell for cell in dry if noise(*cell) % 5 == tone}) for tone in (1, 2, 3)),
        blots=tuple(
            "".join(blot(row, column) for row, column in sorted(ground) if noise(row, column, 31) // 4 == kind)
            for kind in (0, 1)
        ),
        marks=sown(bare, 41, 34, tuft) + sown(bare, 51, 26, pebbles),
        grid=grid(dry),
        seams="".join(f"M{n * CELL} 0V{height * CELL}" for n in range(TILE, width, TILE))
        + "".join(f"M0 {n * CELL}H{width * CELL}" for n in range(TILE, height, TILE)),
        starts=tuple(sorted((row, column) for row, column in ground if rows[row][column] == "S")),
        top=tuple((COLUMNS[n], n) for n in range(width) if rows[0][n] != OFF),
        bottom=tuple((COLUMNS[n], n) for n in range(width) if rows[-1][n] != OFF),
        left=tuple((str(n + 1), n) for n in range(height) if rows[n][0] != OFF),
        right=tuple((str(n + 1), n) for n in range(height) if rows[n][-1] != OFF),
    )


@lru_cache(maxsize=256)
def water(areas: tuple[tuple[str, ...], ...]) -> WaterDrawing:
    """Each water area as a body."""
    wet = [cells(area) for area in areas]
    everywhere = frozenset().union(*wet)
    return WaterDrawing(
        outlines=tuple(outline(area, 1.5, 13) for area in wet),
        squares=tuple(" ".join(area) for area in areas),
        boxes=tuple(map(box, wet)),
        grid=grid(everywhere),
        waves=sown(everywhere, 61, 120, wave),
    )


def box(area: frozenset[Cell] | set[Cell]) -> tuple[int, int, int, int]:
    """The column, the row, the width and the height of what lies round some squares."""
    rows, columns = [row for row, _ in area], [column for _, column in area]
    return min(columns), min(rows), max(columns) - min(columns) + 1, max(rows) - min(rows) + 1


# Reach


def reach(view: ZimbabweView, look: ReachView | None) -> ReachDrawing | None:
    """The reach that is looked at, or that of the raise: of its monument, or of the craftsman who needs a primary."""
    if look:
        return reach_drawing(look.square, tuple(look.hubs_to), tuple(view.rows))
    if view.raising:
        return reach_drawing(view.raising.reach_of, tuple(view.raising.hubs_to), tuple(view.rows))
    return None


@lru_cache(maxsize=256)
def reach_drawing(square: str, hubs_to: tuple[int | None, ...], rows: tuple[str, ...]) -> ReachDrawing:
    """Squares by the number of hubs, as fields to be tinted."""
    by_hubs: dict[int | None, set[Cell]] = {}
    for number in range(SQUARES):
        row, column = divmod(number, SIDE)
        if row < len(rows) and column < len(rows[0]) and rows[row][column] != OFF:
            by_hubs.setdefault(hubs_to[number], set()).add((row, column))
    direct, by_one, far = (by_hubs.get(hubs, set()) for hubs in (0, 1, None))
    more = set().union(*(some for hubs, some in by_hubs.items() if hubs is not None and hubs > 1))
    zones = (direct, by_one, more, far)
    wet = {(row, column) for row, letters in enumerate(rows) for column, ground in enumerate(letters) if ground == "~"}
    return ReachDrawing(
        square=square,
        fields=tuple(field(zone - wet) for zone in zones),
        water=tuple(field(zone & wet) for zone in zones),
        borders=(outline(direct, 2, 8), outline(direct | by_one, 2, 8)),
        dots="".join(dots(some, min(hubs, MOST_DOTS)) for hubs, some in by_hubs.items() if hubs),
        most=max((hubs for hubs in by_hubs if hubs is not None), default=0),
    )


def covered(view: ZimbabweView) -> list[str]:
    """While a craftsman is placed: the resources which another one of the type has in range."""
    if view.decision != "craftsman":
        return []
    kind = KIND_OF[str(view.placing)]
    return [item.square for item in view.resources if item.kind == kind and item.square not in view.uncovered]


# Craftsmen


def piece(view: ZimbabweView, craftsman: CraftsmanView) -> Piece:
    first, last = place_of(craftsman.squares[0]), place_of(craftsman.squares[-1])
    part = role(craftsman.square, view.raising) if view.raising else ""
    return Piece(
        square=craftsman.square,
        width=last[1] - first[1] + 1,
        height=last[0] - first[0] + 1,
        mark=mark(view, craftsman, view.raising) if view.raising and view.decision == "good" and not part else "",
        role=part,
    )


def mark(view: ZimbabweView, craftsman: CraftsmanView, raising: RaiseView) -> str:
    """Why a craftsman can't be chosen for the next good, in a word; empty if it can."""
    if any(offer.square == craftsman.square for offer in raising.offers):
        return ""
    if not craftsman.ritual:
        return "not a ritual good"
    hubs = [raising.hubs_to[row * SIDE + column] for row, column in cells(craftsman.squares)]
    if all(number is None for number in hubs):
        return "out of reach"
    if not craftsman.left:
        return "used up"
    if any(good.type == craftsman.type for good in raising.goods):
        return "already bought"
    cattle = view.empires[view.to_move].cattle if view.to_move is not None else 0
    cost = craftsman.price + min(number for number in hubs if number is not None)
    return "too expensive" if cost > cattle else "not enough left"


def role(square: str, raising: RaiseView) -> str:
    if any(good.craftsman == square for good in raising.goods):
        return "chosen"
    return "supplies" if any(good.primary == square for good in raising.goods) else ""


def size_of(placing: str | None) -> tuple[int, int]:
    """Width and height of the tile that is being placed, as it lies across."""
    if placing in CRAFTSMEN:
        return 2, 2 if IS_SQUARE[CRAFTSMEN.index(placing)] else 1
    return 1, 1


# Cards, VP and VR


def vr_of_technologies(cards: list[TechnologyView], empire: EmpireView | None) -> list[int | None]:
    """How the next card of each technology changes the VR of an empire; None where none is left."""
    return [1 if card.cards_left and empire and empire.god == "Gu" else card.next_vr for card in cards]


def vr_of_gods(gods: list[GodView], empire: EmpireView | None) -> list[int]:
    """How each god changes the VR of an empire: Gu gives back all but 1 of each technology."""
    owned = [(CRAFTSMEN.index(card.type), card.second) for card in empire.cards] if empire else []
    back = sum(PARTS.craftsmen[kind].vr[second] - 1 for kind, second in owned)
    return [god.vr - back if god.name == "Gu" else god.vr for god in gods]


def reaches_vr(view: ZimbabweView) -> bool:
    """Whether the seat to move reaches its VR by what it is about to build, place or raise."""
    if view.to_move is None or view.empires[view.to_move].reached:
        return False
    empire = view.empires[view.to_move]
    vp, vr = 0, empire.vr
    if view.raising:
        vp = view.raising.vp
    elif view.decision == "monument":
        vp = MONUMENT_VP[1]
    elif view.decision == "craftsman":
        card = next(card for card in view.technologies if card.type == view.placing)
        vp = card.vp
        if card.type not in [owned.type for owned in empire.cards]:
            vr += vr_of_technologies([card], empire)[0] or 0
    return vp > 0 and empire.vp + vp >= vr


def uses_of_cards(empire: EmpireView) -> list[str]:
    """The notation of what an empire may do with its own cards: use a specialist, change a price."""
    return [*empire.specialists, *(f"{card.type}={price}" for card in empire.cards for price in (1, 2, 3))]


def standing(view: ZimbabweView) -> list[int]:
    """The seats by how far their VP are over their VR, the winner first."""
    return [
        empire.seat
        for empire in sorted(view.empires, key=lambda empire: (empire.seat not in view.winners, empire.vr - empire.vp))
    ]


def pointed_at(state: Zimbabwe, actions: Sequence[int]) -> list[str]:
    """The squares of what a turn builds or raises, and of what else it lays on the map."""
    now, found = state.clone(), []
    for action in actions:
        if DECISIONS[now.step] in BUILDS:
            found.append(action_text(now, action).rstrip("-|"))
        now.play(action)
    return found
