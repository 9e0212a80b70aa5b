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
    TURN,
    TYPES,
)
from mezani.games.zimbabwe.components import (
    COST,
    CRAFTSMAN_VP,
    CRAFTSMEN,
    EMPIRES,
    GOD_VR,
    GODS,
    PARTS,
    RESOURCES,
    SPECIALIST_COST,
    SPECIALIST_VR,
    SPECIALISTS,
    USES,
)
from mezani.games.zimbabwe.map_view import (
    CraftsmanView,
    MonumentView,
    ResourceView,
    craftsmen,
    monuments,
    resource_squares,
    resources,
)
from mezani.games.zimbabwe.maps import map_rows
from mezani.games.zimbabwe.raise_view import BoughtView, RaiseView, bought, raise_in_progress
from mezani.games.zimbabwe.rules import Zimbabwe
from mezani.games.zimbabwe.squares import squares_of, texts, water_areas

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
        raising=raise_in_progress(state),
        bought=[bought(state, number) for number in range(4) if state.maker[number] != NONE],
        scores=state.scores(),
        winners=state.winners(),
    )


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
