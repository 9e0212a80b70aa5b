"""What lies on the map, as it is seen: resources, monuments and craftsmen."""

import msgspec

from mezani.games.zimbabwe.actions import EACH, SIDE, SQUARES, TYPES, square_text
from mezani.games.zimbabwe.components import CRAFTSMEN, RESOURCES
from mezani.games.zimbabwe.raising import Raising
from mezani.games.zimbabwe.shopping import Shopping
from mezani.games.zimbabwe.squares import texts, tile_squares, tiles


class ResourceView(msgspec.Struct, frozen=True):
    square: str
    kind: str
    used: int  # markers on it


class MonumentView(msgspec.Struct, frozen=True):
    square: str
    owner: int
    level: int
    raised: bool  # in this turn


class CraftsmanView(msgspec.Struct, frozen=True):
    square: str  # the first of its tile, by which it is chosen
    squares: list[str]
    type: str
    owner: int
    price: int
    supply: list[str]  # the resources in its range
    left: int  # how many more goods these allow in this round, for the seat to move
    ritual: bool  # whether its good is used in rituals


def resources(state: Raising) -> list[ResourceView]:
    squares, of_kind = state.resource_square, state.of_kind
    return [
        ResourceView(
            square=square_text(squares[number]),
            kind=next(name for kind, name in enumerate(RESOURCES) if of_kind[kind] >> number & 1),
            used=(state.used >> number & 1) + (state.used_again >> number & 1),
        )
        for number in range(state.resources)
    ]


def monuments(state: Raising) -> list[MonumentView]:
    levels, owners, raised = state.levels, state.owners, state.raised
    return [
        MonumentView(
            square_text(square), owners[square], levels[square], bool(raised[square // SIDE + 1] >> (square % SIDE) & 1)
        )
        for square in range(SQUARES)
        if levels[square]
    ]


def craftsmen(state: Raising) -> list[CraftsmanView]:
    shopping = Shopping(state)
    rituals = shopping.kinds()
    supply, price = state.supply, state.price
    found = []
    for tile in tiles(state):
        kind, owner = tile // EACH, state.tile_owner[tile]
        room = (supply[tile] & shopping.room).bit_count() + (supply[tile] & shopping.room_for_two).bit_count()
        found.append(
            CraftsmanView(
                square=square_text(state.tile_square[tile]),
                squares=texts(tile_squares(state, tile)),
                type=CRAFTSMEN[kind],
                owner=owner,
                price=price[owner * TYPES + kind],
                supply=texts(resource_squares(state, supply[tile])),
                left=room,
                ritual=bool(rituals >> kind & 1),
            )
        )
    return found


def resource_squares(state: Raising, found: int) -> list[int]:
    """The squares of a set of resources."""
    squares = state.resource_square
    return [squares[resource] for resource in range(state.resources) if found >> resource & 1]
