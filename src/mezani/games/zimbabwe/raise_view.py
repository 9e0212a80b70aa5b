"""A raise as it is seen: what was bought, what can be bought, what it costs and whom it pays."""

import msgspec

from mezani.games.zimbabwe.actions import EACH, GOOD, NONE, PRIMARIES, PRIMARY, square_text
from mezani.games.zimbabwe.components import CRAFTSMEN, MONUMENT_VP
from mezani.games.zimbabwe.raising import Raising
from mezani.games.zimbabwe.shopping import Shopping
from mezani.games.zimbabwe.squares import texts, tile_squares, tiles
from mezani.games.zimbabwe.ways import Way, find_way


class GoodView(msgspec.Struct, frozen=True):
    type: str
    craftsman: str
    primary: str | None
    resources: list[str]
    price: int  # paid to the owner of the craftsman
    primary_price: int
    hubs: int
    way: list[str]
    primary_way: list[str]
    hub_squares: list[str]
    cost: int


class BoughtView(msgspec.Struct, frozen=True):
    """A good of the raise in progress or, until the next one, of the last raise of the turn."""

    craftsman: str
    primary: str | None
    resources: list[str]


class OfferView(msgspec.Struct, frozen=True):
    """A craftsman, or a primary, that can be chosen for the raise, at the least cost."""

    square: str
    type: str
    primary: str | None
    price: int
    primary_price: int
    hubs: int
    cost: int


class RaiseView(msgspec.Struct, frozen=True):
    square: str
    level: int
    vp: int  # what it will bring
    goods: list[GoodView]  # bought so far; the last one may still lack a primary or a resource
    missing: int
    offers: list[OfferView]
    paid_to: list[int]  # by seat
    paid_for_hubs: int
    reach_of: str  # the monument; while a primary is chosen, the secondary that it supplies
    hubs_to: list[int | None]  # the hubs from there to each square, row by row of 18


def raise_in_progress(state: Raising) -> RaiseView | None:
    """What was bought, what can be bought, and what it costs whom; None where no monument is being raised."""
    if state.raising == NONE:
        return None
    level = state.levels[state.raising]
    start = state.tile_square[state.maker[state.goods]] if state.step == PRIMARY else state.raising
    goods = [good(state, number) for number in range(level) if state.maker[number] != NONE]
    paid_to = [0] * state.players
    for number, item in enumerate(goods):
        paid_to[state.tile_owner[state.maker[number]]] += item.price
        if item.primary:
            paid_to[state.tile_owner[state.primary[number]]] += item.primary_price
    return RaiseView(
        square=square_text(state.raising),
        level=level,
        vp=MONUMENT_VP[level + 1] - MONUMENT_VP[level],
        goods=goods,
        missing=level - state.goods,
        offers=offers(state),
        paid_to=paid_to,
        paid_for_hubs=sum(item.hubs for item in goods),
        reach_of=square_text(start),
        hubs_to=[hubs if hubs != NONE else None for hubs in state.hubs_from(start)],
    )


def good(state: Raising, number: int) -> GoodView:
    shopping = Shopping(state)
    maker, primary = state.maker[number], state.primary[number]
    way = way_to_craftsman(state, maker)
    primary_way = way_to_primary(state, maker, primary) if primary != NONE else Way([], [])
    price = shopping.price_of(maker)
    primary_price = shopping.price_of(primary) if primary != NONE else 0
    hubs = len(way.hubs) + len(primary_way.hubs)
    return GoodView(
        type=CRAFTSMEN[maker // EACH],
        craftsman=square_text(state.tile_square[maker]),
        primary=square_text(state.tile_square[primary]) if primary != NONE else None,
        resources=bought(state, number).resources,
        price=price,
        primary_price=primary_price,
        hubs=hubs,
        way=texts(way.squares),
        primary_way=texts(primary_way.squares),
        hub_squares=texts(way.hubs + primary_way.hubs),
        cost=price + primary_price + hubs,
    )


def bought(state: Raising, number: int) -> BoughtView:
    primary = state.primary[number]
    marked = (state.maker_resource[number], state.primary_resource[number])
    return BoughtView(
        craftsman=square_text(state.tile_square[state.maker[number]]),
        primary=square_text(state.tile_square[primary]) if primary != NONE else None,
        resources=[square_text(state.resource_square[resource]) for resource in marked if resource != NONE],
    )


def way_to_craftsman(state: Raising, tile: int) -> Way:
    """The way from the monument that is being raised to a craftsman."""
    return find_way(state, [state.raising], tile_squares(state, tile)) or Way([], [])


def way_to_primary(state: Raising, tile: int, primary: int) -> Way:
    """The way from a secondary to its primary."""
    return find_way(state, tile_squares(state, tile), tile_squares(state, primary)) or Way([], [])


def offers(state: Raising) -> list[OfferView]:
    """The craftsmen, or the primaries, that can be chosen now; none while resources are chosen."""
    if state.step not in (GOOD, PRIMARY):
        return []
    shopping = Shopping(state)
    found = state.open_choices()
    return [offer(state, shopping, tile) for tile in tiles(state) if found >> tile & 1]


def offer(state: Raising, shopping: Shopping, tile: int) -> OfferView:
    price, primary, primary_price = shopping.price_of(tile), NONE, 0
    if state.step == GOOD:
        hubs = state.hubs[tile]
        if tile >= PRIMARIES * EACH:
            primary = cheapest_primary(state, shopping, tile)
            primary_price = shopping.price_of(primary)
            hubs += shopping.way(tile, primary)
    else:
        hubs = shopping.way(state.maker[state.goods], tile)
    return OfferView(
        square=square_text(state.tile_square[tile]),
        type=CRAFTSMEN[tile // EACH],
        primary=square_text(state.tile_square[primary]) if primary != NONE else None,
        price=price,
        primary_price=primary_price,
        hubs=hubs,
        cost=price + primary_price + hubs,
    )


def cheapest_primary(state: Raising, shopping: Shopping, tile: int) -> int:
    """The primary that supplies a secondary for the least cattle, of those with whom the raise can be finished."""
    found = state.suppliers(tile)
    return min(
        (primary for primary in tiles(state) if found >> primary & 1),
        key=lambda primary: shopping.price_of(primary) + shopping.way(tile, primary),
    )
