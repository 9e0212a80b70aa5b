"""Looking closer at a monument or a craftsman: what it reaches."""

import msgspec

from mezani.games.zimbabwe.actions import EACH, NONE, parse_square, square_text
from mezani.games.zimbabwe.components import RANGE, USES
from mezani.games.zimbabwe.map_view import resource_squares
from mezani.games.zimbabwe.rules import Zimbabwe
from mezani.games.zimbabwe.squares import tile_squares, tiles


class ReachView(msgspec.Struct, frozen=True):
    """What a monument or a craftsman reaches."""

    square: str
    range: int
    hubs_to: list[int | None]  # the hubs to each square, row by row of 18
    supply: list[str]  # the resources in a craftsman's range


def look(state: Zimbabwe, seat: int | None, at: str) -> ReachView | None:
    """The reach of what stands on a square, `f7`, or with the range of Eshu, `f7*`; None where nothing stands."""
    try:
        square = parse_square(at.removesuffix("*"))
    except ValueError:
        return None
    tile = next((tile for tile in tiles(state) if square in tile_squares(state, tile)), NONE)
    if tile == NONE and not state.levels[square]:
        return None
    land = state.clone()
    land.range = 2 * RANGE if at.endswith("*") else RANGE
    square = state.tile_square[tile] if tile != NONE else square
    return ReachView(
        square=square_text(square),
        range=land.range,
        hubs_to=[hubs if hubs != NONE else None for hubs in land.hubs_from(square)],
        supply=supply_within(land, tile // EACH, land.squares_in_range(square)) if tile != NONE else [],
    )


def supply_within(state: Zimbabwe, kind: int, squares: list[int]) -> list[str]:
    """The resources for a type of craftsman that lie on some squares."""
    return [square_text(square) for square in resource_squares(state, state.of_kind[USES[kind]]) if square in squares]
