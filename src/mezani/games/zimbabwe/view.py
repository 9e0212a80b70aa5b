"""All that a board shows of The Great Zimbabwe. Nothing is hidden: every seat and every spectator sees the same."""

import msgspec

from mezani.games.zimbabwe.actions import (
    EACH,
    FIRST_MONUMENT,
    GIFT,
    GOD_PLAQUE,
    NONE,
    PRIMARIES,
    QAMATA,
    SHADIPINYI,
    SIDE,
    SQUARES,
    TURN,
    TYPES,
    parse_square,
    square_text,
)
from mezani.games.zimbabwe.buying import BoughtView, RaiseView, bought, raising
from mezani.games.zimbabwe.components import (
    COST,
    CRAFTSMAN_VP,
    CRAFTSMEN,
    EMPIRES,
    GOD_VR,
    GODS,
    PARTS,
    RANGE,
    RESOURCES,
    SPECIALIST_COST,
    SPECIALIST_VR,
    SPECIALISTS,
    USES,
)
from mezani.games.zimbabwe.maps import map_rows
from mezani.games.zimbabwe.paths import squares_of, texts, tile_squares, tiles, water_areas
from mezani.games.zimbabwe.rules import Zimbabwe
from mezani.games.zimbabwe.shopping import Shopping

DECISIONS = (
    "first monument",
    "gift",
    "turn",
    "resource",
    "resource square",
    "rain",
    "herd",
    "monument",
    "craftsman",
    "price",
    "raise",
    "good",
    "primary",
    "good resource",
    "primary resource",
)
MAINS = (None, "build", "place", "raise")


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


class TechnologyView(msgspec.Struct, frozen=True):
    type: str
    uses: str
    needs: str | None
    cost: int
    vp: int
    cards_left: int
    next_vr: int | None  # of the next card
    tiles_left: int
    ritual: bool


class GodView(msgspec.Struct, frozen=True):
    name: str
    vr: int
    owner: int | None
    cattle: int


class SpecialistView(msgspec.Struct, frozen=True):
    name: str
    vr: int
    cost: int
    owner: int | None
    cattle: int
    used: bool  # in this turn


class CardView(msgspec.Struct, frozen=True):
    type: str
    price: int
    cattle: int
    second: bool


class EmpireView(msgspec.Struct, frozen=True):
    seat: int
    empire: str
    colour: str
    cattle: int
    vr: int
    vp: int
    income: int
    revenue: int  # what phase III would bring now, the income in it
    god: str | None
    specialists: list[str]
    cards: list[CardView]
    reached: bool  # VP as many as VR: the game would end this round


class PlaqueView(msgspec.Struct, frozen=True):
    seat: int | None  # None: the god's
    cattle: int
    gave: int  # the last gift
    passed: bool


class GiftView(msgspec.Struct, frozen=True):
    """What a gift, or passing (0), would mean for the giver if nobody gave more."""

    amount: int
    keeps: int
    plaque: int
    cattle: int  # in phase II


class ReachView(msgspec.Struct, frozen=True):
    """What a monument or a craftsman reaches."""

    square: str
    range: int
    hubs_to: list[int | None]  # the hubs to each square, row by row of 18
    supply: list[str]  # the resources in a craftsman's range


class ZimbabweView(msgspec.Struct, frozen=True):
    """Lists by seat begin with seat 0; squares are written as f7."""

    players: int
    seat: int | None
    is_over: bool
    to_move: int | None
    round: int
    phase: str  # first monuments, generosity, culture
    decision: str
    rows: list[str]  # the land as letters, see maps.py
    water_areas: list[list[str]]
    starts: list[str]
    resources: list[ResourceView]
    monuments: list[MonumentView]
    craftsmen: list[CraftsmanView]
    technologies: list[TechnologyView]
    gods: list[GodView]
    specialists: list[SpecialistView]
    resource_tiles: dict[str, int]
    water_tiles: int
    empires: list[EmpireView]
    markers: list[int]  # the seats of the VR markers; where some stand on one number, the lower comes first
    order: list[int | None]
    plaques: list[PlaqueView]  # from left to right
    next_plaque: int
    gifts: list[GiftView]
    range: int
    has_chosen: bool  # in this turn: a god or a specialist
    action: str | None  # in this turn: build, place or raise
    placing: str | None  # the craftsman or the resource
    uncovered: list[str]  # the resources that allow to place this craftsman
    raising: RaiseView | None
    bought: list[BoughtView]
    scores: list[int]
    winners: list[int]


def view(state: Zimbabwe, seat: int | None) -> ZimbabweView:
    """All that there is to see."""
    players = state.players
    culture = state.step >= TURN
    return ZimbabweView(
        players=players,
        seat=seat,
        is_over=bool(state.is_over),
        to_move=None if state.is_over else state.seat,
        round=state.round,
        phase="first monuments" if state.step == FIRST_MONUMENT else "culture" if culture else "generosity",
        decision=DECISIONS[state.step],
        rows=map_rows(state),
        water_areas=[texts(area) for area in water_areas(state)],
        starts=texts(squares_of(state.starts)),
        resources=resources(state),
        monuments=monuments(state),
        craftsmen=craftsmen(state),
        technologies=[technology(state, kind) for kind in range(TYPES)],
        gods=gods(state),
        specialists=specialists(state),
        resource_tiles=dict(zip(RESOURCES, state.resource_tiles, strict=True)),
        water_tiles=state.water_tiles,
        empires=[empire(state, other) for other in range(players)],
        markers=state.markers[:players],
        order=[number if number != NONE else None for number in state.order[:players]],
        plaques=plaques(state),
        next_plaque=state.next_plaque,
        gifts=gifts(state) if state.step == GIFT else [],
        range=state.range,
        has_chosen=bool(culture and state.has_chosen),
        action=MAINS[state.main] if culture else None,
        placing=placing(state),
        uncovered=texts(resource_squares(state, state.uncovered(state.kind)))
        if DECISIONS[state.step] == "craftsman"
        else [],
        raising=raising(state) if state.raising != NONE else None,
        bought=[bought(state, number) for number in range(4) if state.maker[number] != NONE],
        scores=state.scores(),
        winners=state.winners(),
    )


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


def resource_squares(state: Zimbabwe, found: int) -> list[int]:
    """The squares of a set of resources."""
    squares = state.resource_square
    return [squares[resource] for resource in range(state.resources) if found >> resource & 1]


def resources(state: Zimbabwe) -> list[ResourceView]:
    squares, of_kind = state.resource_square, state.of_kind
    return [
        ResourceView(
            square=square_text(squares[number]),
            kind=next(name for kind, name in enumerate(RESOURCES) if of_kind[kind] >> number & 1),
            used=(state.used >> number & 1) + (state.used_again >> number & 1),
        )
        for number in range(state.resources)
    ]


def monuments(state: Zimbabwe) -> list[MonumentView]:
    levels, owners, raised = state.levels, state.owners, state.raised
    return [
        MonumentView(
            square_text(square), owners[square], levels[square], bool(raised[square // SIDE + 1] >> (square % SIDE) & 1)
        )
        for square in range(SQUARES)
        if levels[square]
    ]


def craftsmen(state: Zimbabwe) -> list[CraftsmanView]:
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


def technology(state: Zimbabwe, kind: int) -> TechnologyView:
    left = state.cards_left[kind]
    return TechnologyView(
        type=CRAFTSMEN[kind],
        uses=RESOURCES[USES[kind]],
        needs=CRAFTSMEN[kind - PRIMARIES] if kind >= PRIMARIES else None,
        cost=COST[kind],
        vp=CRAFTSMAN_VP[kind],
        cards_left=left,
        next_vr=PARTS.craftsmen[kind].vr[2 - left] if left else None,
        tiles_left=EACH - state.placed[kind],
        ritual=kind >= PRIMARIES - 1 or state.placed[kind + PRIMARIES] == 0,
    )


def gods(state: Zimbabwe) -> list[GodView]:
    found = []
    for god, name in enumerate(GODS):
        owner = state.worshipper(god)
        if owner != NONE or state.gods >> god & 1:
            cattle = state.on_qamata if god == QAMATA else 0
            found.append(GodView(name, GOD_VR[god], owner if owner != NONE else None, cattle))
    return found


def specialists(state: Zimbabwe) -> list[SpecialistView]:
    owners, cattle = state.specialist_owner, state.on_specialist
    return [
        SpecialistView(
            name=name,
            vr=SPECIALIST_VR[number],
            cost=SPECIALIST_COST[number],
            owner=owners[number] if owners[number] != NONE else None,
            cattle=cattle[number],
            used=bool(state.step >= TURN and state.paid >> number & 1),
        )
        for number, name in enumerate(SPECIALISTS)
        if owners[number] != NONE or state.specialists >> number & 1
    ]


def empire(state: Zimbabwe, seat: int) -> EmpireView:
    god = state.god[seat]
    card, price, on_card, owners = state.card, state.price, state.on_card, state.specialist_owner
    return EmpireView(
        seat=seat,
        empire=EMPIRES[seat],
        colour=PARTS.empires[seat].colour,
        cattle=state.cattle[seat],
        vr=state.vr[seat],
        vp=state.vp[seat],
        income=state.income(seat),
        revenue=state.revenue(seat),
        god=GODS[god] if god != NONE else None,
        specialists=[name for number, name in enumerate(SPECIALISTS) if owners[number] == seat],
        cards=[
            CardView(
                CRAFTSMEN[kind],
                price[seat * TYPES + kind],
                on_card[seat * TYPES + kind],
                card[seat * TYPES + kind] == 2,
            )
            for kind in range(TYPES)
            if card[seat * TYPES + kind]
        ],
        reached=state.vp[seat] >= state.vr[seat],
    )


def plaques(state: Zimbabwe) -> list[PlaqueView]:
    plaque, gave = state.plaque, state.gave
    return [
        PlaqueView(None, plaque[owner], 0, False)
        if owner == GOD_PLAQUE
        else PlaqueView(owner, plaque[owner], gave[owner], bool(state.passed >> owner & 1))
        for owner in state.queue[: state.queue_length]
    ]


def gifts(state: Zimbabwe) -> list[GiftView]:
    """Passing first, then every gift that can be given."""
    return [gift(state, amount) for amount in (0, *range(state.gift + 1, state.most_gift(state.seat) + 1))]


def gift(state: Zimbabwe, amount: int) -> GiftView:
    plaque, queue, length = list(state.plaque), state.queue, state.queue_length
    for number in range(amount):
        plaque[queue[(state.next_plaque + number) % length]] += 1
    keeps = state.cattle[state.seat] - max(amount - state.free_gift(state.seat), 0)
    gets = plaque[state.seat] + (plaque[GOD_PLAQUE] if state.god[state.seat] == SHADIPINYI else 0)
    return GiftView(amount, keeps, gets, keeps + gets)


def placing(state: Zimbabwe) -> str | None:
    if DECISIONS[state.step] in ("craftsman", "price"):
        return CRAFTSMEN[state.kind]
    return RESOURCES[state.kind] if DECISIONS[state.step] == "resource square" else None
