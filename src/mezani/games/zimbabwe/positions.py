"""Positions as text: a map and all that stands on it, to set up, share and practise.

    map = '''
    ..S..~~.
    .c...~~.
    S..i..S.
    '''
    phase = "culture"
    order = ["Zulu", "Kilwa"]
    gods = ["Eshu", "Gu"]

    [Kilwa]
    cattle = 7
    vr = 23
    monuments = { c1 = 2 }
    technologies = { potter = 2 }
    craftsmen = { potter = ["d2-"] }

    [Zulu]
    god = "Anansi"
    monuments = { a3 = 1, f1 = 1 }

It is TOML. What is not given is as at the start of a game; a position is one at the start of a round or of a turn.
"""

from collections.abc import Iterator
from typing import Any, Literal

import msgspec

from mezani.games.zimbabwe.actions import (
    EACH,
    GIFT,
    NONE,
    NOTHING,
    PLACE,
    QAMATA,
    SIDE,
    SQUARES,
    TURN,
    TYPES,
    parse_square,
    square_text,
)
from mezani.games.zimbabwe.components import (
    CRAFTSMAN_VP,
    CRAFTSMEN,
    EMPIRES,
    GODS,
    IS_SQUARE,
    MONUMENT_VP,
    MOST_VR,
    RESOURCE_TILES,
    RESOURCES,
    SPECIALISTS,
    START_CATTLE,
    START_VR,
    WATER_TILES,
)
from mezani.games.zimbabwe.maps import map_rows, put_map, read_map
from mezani.games.zimbabwe.rules import Zimbabwe
from mezani.games.zimbabwe.squares import squares_of, squares_under

SUPPLY = dict(zip((*RESOURCES, "water"), (*RESOURCE_TILES, WATER_TILES), strict=True))


class EmpireText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An empire as it is written."""

    cattle: int = START_CATTLE
    vr: int = START_VR
    god: str | None = None
    specialists: list[str] = []
    monuments: dict[str, int] = {}  # square and level
    technologies: dict[str, int] = {}  # type and price
    second_cards: list[str] = []  # the technologies of which it has the second card
    craftsmen: dict[str, list[str]] = {}  # type and places
    on_cards: dict[str, int] = {}  # cattle on technologies, specialists and Qamata


class Position(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position as it is written."""

    map: str
    round: int = 1
    phase: Literal["generosity", "culture"] = "generosity"
    order: list[str] = []  # of play, in phase II
    turn: str | None = None  # whose turn it is in phase II; the first one's if it is not said
    markers: list[str] = []  # the VR markers, the one that moved last comes last
    gods: list[str] = []  # that can be chosen
    specialists: list[str] | None = None  # that can be chosen; all that nobody has if it is not said
    supply: dict[str, int] = {}
    used: list[str] = []  # the squares of used resources; twice for two markers
    Kilwa: EmpireText | None = None
    Mutapa: EmpireText | None = None
    Zulu: EmpireText | None = None
    Lozi: EmpireText | None = None
    Mapungubwe: EmpireText | None = None

    def empires(self) -> list[EmpireText]:
        """The empires by seat."""
        given = [self.Kilwa, self.Mutapa, self.Zulu, self.Lozi, self.Mapungubwe]
        return [empire for empire in given if empire is not None]


def read_position(text: Any) -> Position:
    """The position of a text; ValueError tells what is wrong."""
    if not isinstance(text, str):
        raise ValueError(f"a position is a text, not {text!r}")
    try:
        position = msgspec.toml.decode(text, type=Position)
    except msgspec.MsgspecError as problem:
        raise ValueError(str(problem)) from problem
    read_map(position.map)
    players = len(position.empires())
    if [name for name in EMPIRES[:players] if getattr(position, name) is None]:
        raise ValueError(f"the empires of {players} players are {', '.join(EMPIRES[:players])}, in this order")
    return position


def put_position(state: Zimbabwe, position: Position) -> None:
    """Set up a position for a game that begins; ValueError tells what does not fit."""
    if len(position.empires()) != state.players:
        raise ValueError(f"the position is for {len(position.empires())} players, not {state.players}")
    put_map(state, read_map(position.map))
    put_supply(state, position)
    state.gods = sum(1 << god for god in numbers("gods", position.gods, GODS))
    for seat, empire in enumerate(position.empires()):
        put_empire(state, seat, empire)
    put_specialists(state, position)
    put_used_markers(state, position)
    state.markers = [
        *full_order("markers", position.markers or EMPIRES[: state.players], state),
        *range(state.players, 5),
    ]
    state.look_around()
    if position.round < 1:
        raise ValueError(f"round: {position.round} is not a round")
    if position.phase == "culture":
        begin_culture(state, position)
    else:
        state.round = position.round - 1
        state.begin_round()


def numbers(where: str, names: list[str], known: tuple[str, ...]) -> list[int]:
    """The numbers of some names, each known and named once."""
    small = [name.lower() for name in known]
    for place, name in enumerate(names):
        if name.lower() not in small:
            raise ValueError(f"{where}: {name!r} is not one of {', '.join(known)}")
        if name in names[:place]:
            raise ValueError(f"{where}: {name} is named twice")
    return [small.index(name.lower()) for name in names]


def full_order(where: str, names: Any, state: Zimbabwe) -> list[int]:
    """All seats in the order in which their empires are named."""
    seats = numbers(where, list(names), EMPIRES[: state.players])
    if len(seats) != state.players:
        raise ValueError(f"{where}: name all of {', '.join(EMPIRES[: state.players])}")
    return seats


def square_at(where: str, text: str) -> int:
    try:
        return parse_square(text)
    except ValueError as problem:
        raise ValueError(f"{where}: {problem}") from problem


def within(where: str, number: int, least: int, most: int) -> int:
    if not least <= number <= most:
        raise ValueError(f"{where}: {number} is not from {least} to {most}")
    return number


# What an empire has


def put_empire(state: Zimbabwe, seat: int, empire: EmpireText) -> None:
    name = EMPIRES[seat]
    with_item(state, "cattle", seat, within(f"{name}.cattle", empire.cattle, 0, 9999))
    with_item(state, "vr", seat, within(f"{name}.vr", empire.vr, 0, MOST_VR))
    if empire.god is not None:
        (god,) = numbers(f"{name}.god", [empire.god], GODS)
        if god in state.god or state.gods >> god & 1:
            raise ValueError(f"{name}.god: {empire.god} is adored or offered already")
        with_item(state, "god", seat, god)
    for specialist in numbers(f"{name}.specialists", empire.specialists, SPECIALISTS):
        if state.specialist_owner[specialist] != NONE:
            raise ValueError(f"{name}.specialists: {SPECIALISTS[specialist]} is taken already")
        with_item(state, "specialist_owner", specialist, seat)
    put_monuments(state, seat, empire)
    put_technologies(state, seat, empire)
    put_craftsmen(state, seat, empire)
    put_cattle_on_cards(state, seat, empire)


def with_item(state: Zimbabwe, field: str, index: int, value: int) -> None:
    """Change an item of a list of the state."""
    values = list(getattr(state, field))
    values[index] = value
    setattr(state, field, values)


def put_monuments(state: Zimbabwe, seat: int, empire: EmpireText) -> None:
    for text, level in empire.monuments.items():
        where = f"{EMPIRES[seat]}.monuments.{text}"
        square = square_at(where, text)
        free = {*squares_of(state.empty), *squares_of(state.starts)} - set(squares_of(state.monuments))
        if square not in free:
            raise ValueError(f"{where}: a monument needs an empty square or a starting area")
        within(where, level, 1, len(MONUMENT_VP) - 1)
        state.put_monument(seat, square)
        with_item(state, "levels", square, level)
        with_item(state, "vp", seat, state.vp[seat] + MONUMENT_VP[level])


def put_technologies(state: Zimbabwe, seat: int, empire: EmpireText) -> None:
    where = f"{EMPIRES[seat]}.technologies"
    second = numbers(f"{EMPIRES[seat]}.second_cards", empire.second_cards, CRAFTSMEN)
    for kind, price in zip(
        numbers(where, list(empire.technologies), CRAFTSMEN), empire.technologies.values(), strict=True
    ):
        card = 2 if kind in second else 1
        if any(state.card[other * TYPES + kind] == card for other in range(seat)):
            raise ValueError(f"{where}.{CRAFTSMEN[kind]}: this card is taken; one of two has it in second_cards")
        with_item(state, "card", seat * TYPES + kind, card)
        with_item(state, "price", seat * TYPES + kind, within(f"{where}.{CRAFTSMEN[kind]}", price, 1, 3))
        with_item(state, "cards_left", kind, state.cards_left[kind] - 1)


def put_craftsmen(state: Zimbabwe, seat: int, empire: EmpireText) -> None:
    where = f"{EMPIRES[seat]}.craftsmen"
    for kind, places in zip(numbers(where, list(empire.craftsmen), CRAFTSMEN), empire.craftsmen.values(), strict=True):
        if places and not state.card[seat * TYPES + kind]:
            raise ValueError(f"{where}.{CRAFTSMEN[kind]}: {EMPIRES[seat]} does not have this technology")
        for text in places:
            put_craftsman(state, seat, kind, text, f"{where}.{CRAFTSMEN[kind]}")


def put_craftsman(state: Zimbabwe, seat: int, kind: int, text: str, where: str) -> None:
    match = PLACE.fullmatch(text)
    if not match or bool(match[3]) == bool(IS_SQUARE[kind]):
        shape = "the upper left square of 2x2, such as f7" if IS_SQUARE[kind] else "two squares, such as f7- or f7|"
        raise ValueError(f"{where}: {text!r} is not its place: write {shape}")
    square, upright = parse_square(match[1] + match[2]), match[3] == "|"
    squares = squares_under(kind, square, upright)
    if not set(squares) <= set(squares_of(state.empty)) or (square % SIDE == SIDE - 1 and not upright):
        raise ValueError(f"{where}: {text} does not lie on empty squares")
    if state.placed[kind] == EACH:
        raise ValueError(f"{where}: there are only {EACH} tiles of this type")
    state.put_craftsman(kind, seat, square, upright)
    with_item(state, "vp", seat, state.vp[seat] + CRAFTSMAN_VP[kind])


def put_cattle_on_cards(state: Zimbabwe, seat: int, empire: EmpireText) -> None:
    for name, cattle in empire.on_cards.items():
        where = f"{EMPIRES[seat]}.on_cards.{name}"
        within(where, cattle, 0, 9999)
        if name in CRAFTSMEN and state.card[seat * TYPES + CRAFTSMEN.index(name)]:
            with_item(state, "on_card", seat * TYPES + CRAFTSMEN.index(name), cattle)
        elif name in SPECIALISTS and state.specialist_owner[SPECIALISTS.index(name)] == seat:
            with_item(state, "on_specialist", SPECIALISTS.index(name), cattle)
        elif name == GODS[QAMATA] and state.god[seat] == QAMATA:
            state.on_qamata = cattle
        else:
            raise ValueError(f"{where}: {EMPIRES[seat]} has no such card on which cattle lie")


# What all share


def put_supply(state: Zimbabwe, position: Position) -> None:
    left = {**SUPPLY, **position.supply}
    for name, number in left.items():
        if name not in SUPPLY:
            raise ValueError(f"supply: {name!r} is not one of {', '.join(SUPPLY)}")
        within(f"supply.{name}", number, 0, SUPPLY[name])
    state.resource_tiles = [left[name] for name in RESOURCES]
    state.water_tiles = left["water"]


def put_specialists(state: Zimbabwe, position: Position) -> None:
    free = [name for number, name in enumerate(SPECIALISTS) if state.specialist_owner[number] == NONE]
    offered = free if position.specialists is None else position.specialists
    for specialist in numbers("specialists", offered, SPECIALISTS):
        if state.specialist_owner[specialist] != NONE:
            raise ValueError(f"specialists: {SPECIALISTS[specialist]} is taken already")
        state.specialists |= 1 << specialist


def put_used_markers(state: Zimbabwe, position: Position) -> None:
    for text in position.used:
        resource = state.resource_at(square_at("used", text))
        if resource == NONE:
            raise ValueError(f"used: there is no resource at {text}")
        if state.used_again >> resource & 1:
            raise ValueError(f"used: {text} has more than two markers")
        if state.used >> resource & 1:
            state.used_again |= 1 << resource
        state.used |= 1 << resource


def begin_culture(state: Zimbabwe, position: Position) -> None:
    """Begin a turn of phase II."""
    order = full_order("order", position.order, state)
    (turn,) = numbers("turn", [position.turn or position.order[0]], EMPIRES[: state.players])
    state.round = position.round
    state.order = [*order, *[NONE] * (5 - state.players)]
    state.turn = order.index(turn)
    state.passed = sum(1 << seat for seat in order[1:])
    state.line_up()
    state.begin_turn()


# Writing


def position_text(state: Zimbabwe) -> str:
    """The position of a game at the start of a round or of a turn as text."""
    fresh = state.step == TURN and not (state.has_chosen or state.paid or state.repriced) and state.main == NOTHING
    if state.is_over or not (fresh or (state.step == GIFT and not state.gift and not state.passed)):
        raise ValueError("a position is written at the start of a round or of a turn")
    return "\n".join(_lines(state)) + "\n"


def _lines(state: Zimbabwe) -> Iterator[str]:
    yield from ("map = '''", *map_rows(state), "'''", f"round = {state.round}")
    players = range(state.players)
    if state.step == TURN:
        yield 'phase = "culture"'
        yield f"order = {_names(EMPIRES[seat] for seat in state.order[: state.players])}"
        yield f'turn = "{EMPIRES[state.seat]}"'
    yield f"markers = {_names(EMPIRES[seat] for seat in state.markers[: state.players])}"
    yield f"gods = {_names(name for god, name in enumerate(GODS) if state.gods >> god & 1)}"
    yield f"specialists = {_names(name for number, name in enumerate(SPECIALISTS) if state.specialists >> number & 1)}"
    left = dict(zip(SUPPLY, (*state.resource_tiles, state.water_tiles), strict=True))
    yield f"supply = {_table(left)}"
    squares = [square_text(square) for square in state.resource_square[: state.resources]]
    marked = [text for number, text in enumerate(squares) if state.used >> number & 1]
    twice = [text for number, text in enumerate(squares) if state.used_again >> number & 1]
    yield f"used = {_names(sorted(marked + twice))}"
    for seat in players:
        yield from _empire_lines(state, seat)


def _empire_lines(state: Zimbabwe, seat: int) -> Iterator[str]:
    yield from ("", f"[{EMPIRES[seat]}]", f"cattle = {state.cattle[seat]}", f"vr = {state.vr[seat]}")
    if state.god[seat] != NONE:
        yield f'god = "{GODS[state.god[seat]]}"'
    mine = [name for number, name in enumerate(SPECIALISTS) if state.specialist_owner[number] == seat]
    yield f"specialists = {_names(mine)}"
    levels, owners = state.levels, state.owners
    towers = {square_text(square): levels[square] for square in range(SQUARES) if owners[square] == seat}
    yield f"monuments = {_table(towers)}"
    cards = [kind for kind in range(TYPES) if state.card[seat * TYPES + kind]]
    yield f"technologies = {_table({CRAFTSMEN[kind]: state.price[seat * TYPES + kind] for kind in cards})}"
    yield f"second_cards = {_names(CRAFTSMEN[kind] for kind in cards if state.card[seat * TYPES + kind] == 2)}"
    places = {CRAFTSMEN[kind]: _names(_places(state, seat, kind)) for kind in cards}
    yield f"craftsmen = {_table(places)}"
    cattle = {CRAFTSMEN[kind]: state.on_card[seat * TYPES + kind] for kind in cards}
    cattle |= {name: state.on_specialist[SPECIALISTS.index(name)] for name in mine}
    if state.god[seat] == QAMATA:
        cattle[GODS[QAMATA]] = state.on_qamata
    yield f"on_cards = {_table({name: number for name, number in cattle.items() if number})}"


def _places(state: Zimbabwe, seat: int, kind: int) -> Iterator[str]:
    for tile in range(kind * EACH, kind * EACH + state.placed[kind]):
        if state.tile_owner[tile] == seat:
            form = "" if IS_SQUARE[kind] else "|" if state.tile_upright[tile] else "-"
            yield square_text(state.tile_square[tile]) + form


def _names(names: Any) -> str:
    return "[" + ", ".join(f'"{name}"' for name in names) + "]"


def _table(values: dict[str, Any]) -> str:
    return "{ " + ", ".join(f"{name} = {value}" for name, value in values.items()) + " }" if values else "{}"
