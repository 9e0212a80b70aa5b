"""What a seat of The Great Zimbabwe may know, as numbers: everything, for nothing is hidden.

What follows from the rest is left out, as the empty squares, incomes and ranges are, unless it is long to work out.
"""

import cython

from mezani.engine.observation import Axis, Observation, flag, number, numbered, one_of, seats, set_of
from mezani.engine.state import Observer, State, enter_observer
from mezani.games.zimbabwe import components
from mezani.games.zimbabwe.actions import COLUMNS, SHAMAN_SQUARE, TURN
from mezani.games.zimbabwe.rules import Zimbabwe
from mezani.games.zimbabwe.view import DECISIONS, MAINS

if not cython.compiled:
    from mezani.engine.bits import lowest
    from mezani.engine.buffers import place_from, write_number, write_one, write_set
    from mezani.games.zimbabwe.actions import EACH, GOD_PLAQUE, NONE, PRIMARIES, SIDE, SQUARES, TILES, TYPES

SEATS = 5
PLAQUES = SEATS + 1
GODS = len(components.GODS)
SPECIALISTS = len(components.SPECIALISTS)
RESOURCES = len(components.RESOURCES)
STEPS = len(DECISIONS)
ACTIONS_OF_TURN = len(MAINS) - 1
GOODS = 4  # of one raise at most
CARDS = 2  # of each technology
IS_SQUARE = components.IS_SQUARE

SEAT = seats(SEATS)
PLACE = numbered("place", SEATS)
ROW = numbered("row", len(COLUMNS))
COLUMN = Axis("column", tuple(COLUMNS))
RESOURCE = Axis("resource", components.RESOURCES)
TYPE = Axis("type", components.CRAFTSMEN)
TILE = Axis("craftsman", tuple(f"{name} {n}" for name in components.CRAFTSMEN for n in (1, 2, 3)))
PRIMARY = Axis("primary", TILE.places[:12])
GOD = Axis("god", components.GODS)
SPECIALIST = Axis("specialist", components.SPECIALISTS)
CARD = Axis("card", ("first", "second"))
PLAQUE = Axis("plaque", (*SEAT.places, components.GODS[0]))
QUEUE = numbered("place", PLAQUES)
GOOD = numbered("good", GOODS)
USER = Axis("user", ("craftsman", "primary"))

OBSERVATION = Observation(
    number("players", "How many play."),
    flag("over", "Whether the game is over."),
    number("round", "The round; 0 while the first monuments are placed."),
    one_of("decision", "What the seat to move is asked for.", Axis("decision", DECISIONS)),
    one_of("to_move", "Whose decision it is; nobody's when the game is over.", SEAT),
    number("range", "How many steps everybody reaches now."),
    # The map
    flag("ground", "The squares of the map, water among them.", ROW, COLUMN),
    flag("water", "The squares of water.", ROW, COLUMN),
    flag("starts", "The starting areas.", ROW, COLUMN),
    flag("resources", "The resources of each kind.", RESOURCE, ROW, COLUMN),
    number("used", "How many used markers lie on a resource.", ROW, COLUMN),
    number("levels", "The level of the monument on a square.", ROW, COLUMN),
    flag("monuments", "The monuments of each seat.", SEAT, ROW, COLUMN),
    flag("raised", "The monuments that were raised in this turn.", ROW, COLUMN),
    flag("raising", "The monument that is being raised.", ROW, COLUMN),
    flag("craftsmen", "The squares that the craftsmen of each type cover.", TYPE, ROW, COLUMN),
    flag("craftsmen_of", "The squares that the craftsmen of each seat cover.", SEAT, ROW, COLUMN),
    number(
        "first_squares",
        "The first square of each craftsman's tile, by which it is chosen: 1 to 3, the number of its tile in its type.",
        ROW,
        COLUMN,
    ),
    flag("upright", "The first squares of the tiles that stand upright.", ROW, COLUMN),
    # The raise in progress or, until the next one, the last raise of this turn
    number("goods", "How many goods of the raise are complete."),
    one_of("good_craftsman", "The craftsman who makes each good of the raise.", GOOD, TILE),
    one_of("good_primary", "The primary who supplies that craftsman.", GOOD, PRIMARY),
    one_of("good_row", "The row of the resource that each of the two has used up.", GOOD, USER, ROW),
    one_of("good_column", "The column of that resource.", GOOD, USER, COLUMN),
    number(
        "hubs",
        "The hubs from the monument that is being raised to each craftsman, and 1 more; "
        "0 where no way leads that could be paid.",
        TILE,
    ),
    # The empires and their cards
    number("cattle", "The cattle of each seat.", SEAT),
    number("vr", "The victory requirement of each seat.", SEAT),
    number("vp", "The victory points of each seat.", SEAT),
    one_of(
        "markers", "The seats of the VR markers; where some stand on one number, the lower comes first.", PLACE, SEAT
    ),
    set_of("gods", "The gods that can be chosen.", GOD),
    one_of("god", "The god that a seat adores.", SEAT, GOD),
    number("cattle_on_god", "The cattle on Qamata's card: what was paid for hubs in this round."),
    set_of("specialists", "The specialists that can be chosen.", SPECIALIST),
    one_of("specialist_owner", "The seat that has a specialist.", SPECIALIST, SEAT),
    number("cattle_on_specialist", "The cattle on the card of a specialist.", SPECIALIST),
    number("cards_left", "How many technology cards of each type are left.", TYPE),
    number("tiles_left", "How many craftsmen of each type are left.", TYPE),
    one_of(
        "cards", "The technology card that a seat has of a type, the first or the second of them.", SEAT, TYPE, CARD
    ),
    number("price", "The price of a seat's goods of a type; 0 before it is set.", SEAT, TYPE),
    number("cattle_on_card", "The cattle on a technology card.", SEAT, TYPE),
    number("resource_tiles", "The resources that the shaman can still place.", RESOURCE),
    number("water_tiles", "How often water can still be placed."),
    # The generosity of kings
    one_of("plaques", "The plaques from left to right.", QUEUE, PLAQUE),
    number("cattle_on_plaque", "The cattle on each plaque.", PLAQUE),
    one_of("next_plaque", "The place in the row of plaques that gets the next cattle.", QUEUE),
    number("gift", "The last gift of this round."),
    number("gave", "The last gift of each seat in this round.", SEAT),
    flag("passed", "Who has passed in this round.", SEAT),
    one_of("order", "The order of play, as far as it is settled.", PLACE, SEAT),
    # What was done in this turn
    flag("has_chosen", "Whether a god or a specialist was chosen in this turn."),
    set_of("specialists_used", "The specialists that were used in this turn.", SPECIALIST),
    one_of("action", "What is built, placed or raised in this turn.", Axis("action", tuple(filter(None, MAINS)))),
    number("monuments_built", "How many monuments were built in this turn."),
    set_of("first_of_type", "The types whose first craftsman was placed in this turn.", TYPE),
    set_of("new_cards", "The technologies that were taken in this turn.", TYPE),
    flag("prices_open", "Whether Dziva's moment to change any prices goes on."),
    set_of("repriced", "The technologies whose price was changed in it.", TYPE),
    one_of("craftsman_placed", "The type of the craftsman that is being placed, or was just now.", TYPE),
    one_of("resource_placed", "The kind of the resource that is being placed.", RESOURCE),
    one_of("winner", "Who has won.", SEAT),
)


class ZimbabweObserver(Observer):
    def write(self, state: State, seat: int, into: memoryview) -> int:
        return write_all(cython.cast(Zimbabwe, state), seat, into)


def write_all(state: Zimbabwe, seat: int, into: memoryview) -> int:
    """All fields in their order."""
    players = state.players
    at = write_number(into, 0, players)
    at = write_number(into, at, state.is_over)
    at = write_number(into, at, state.round)
    at = write_one(into, at, STEPS, state.step)
    at = write_one(into, at, SEATS, NONE if state.is_over else place_from(seat, state.seat, players))
    at = write_number(into, at, state.range)
    at = write_squares(state.ground, into, at)
    at = write_squares(state.water, into, at)
    at = write_squares(state.starts, into, at)
    at = write_resources(state, into, at)
    at = write_monuments(state, seat, into, at)
    at = write_craftsmen(state, seat, into, at)
    at = write_raise(state, into, at)
    at = write_empires(state, seat, into, at)
    at = write_technologies(state, seat, into, at)
    at = write_generosity(state, seat, into, at)
    at = write_turn(state, into, at)
    return write_one(into, at, SEATS, place_from(seat, state.winner, players))


# The map


def write_squares(squares: list[int], into: memoryview, at: int) -> int:
    """A set of squares, see reach.py."""
    for row in range(1, SIDE + 1):
        at = write_set(into, at, SIDE, squares[row])
    return at


def write_resources(state: Zimbabwe, into: memoryview, at: int) -> int:
    """The resources of each kind, and the used markers."""
    markers = at + RESOURCES * SQUARES
    for kind in range(RESOURCES):
        left = state.of_kind[kind]
        while left:
            resource = lowest(left)
            square = state.resource_square[resource]
            into[at + kind * SQUARES + square] = 1
            into[markers + square] = (state.used >> resource & 1) + (state.used_again >> resource & 1)
            left &= left - 1
    return markers + SQUARES


def write_monuments(state: Zimbabwe, seat: int, into: memoryview, at: int) -> int:
    """The monuments with their levels and owners, those that were raised and the one that is being raised."""
    owned = at + SQUARES
    for row in range(1, SIDE + 1):
        left = state.monuments[row]
        while left:
            square = (row - 1) * SIDE + lowest(left)
            place = place_from(seat, state.owners[square], state.players)
            into[at + square] = state.levels[square]
            into[owned + place * SQUARES + square] = 1
            left &= left - 1
    at = write_squares(state.raised, into, owned + SEATS * SQUARES)
    return write_one(into, at, SQUARES, state.raising)


def write_craftsmen(state: Zimbabwe, seat: int, into: memoryview, at: int) -> int:
    """The squares of the craftsmen by type and by owner, and how their tiles lie there."""
    first = at + (TYPES + SEATS) * SQUARES
    for kind in range(TYPES):
        for number_of_tile in range(state.placed[kind]):
            tile = kind * EACH + number_of_tile
            square = state.tile_square[tile]
            place = place_from(seat, state.tile_owner[tile], state.players)
            cover(state, tile, into, at + kind * SQUARES + square)
            cover(state, tile, into, at + (TYPES + place) * SQUARES + square)
            into[first + square] = number_of_tile + 1
            into[first + SQUARES + square] = state.tile_upright[tile]
    return first + 2 * SQUARES


def cover(state: Zimbabwe, tile: int, into: memoryview, at: int) -> None:
    """The squares of a craftsman's tile, from its first one on."""
    upright = state.tile_upright[tile]
    into[at] = 1
    if not upright:
        into[at + 1] = 1
    if upright or IS_SQUARE[tile // EACH]:
        into[at + SIDE] = 1
        into[at + SIDE + (not upright)] = 1


def write_raise(state: Zimbabwe, into: memoryview, at: int) -> int:
    """The goods of the raise, and how far the craftsmen are."""
    at = write_number(into, at, state.goods)
    for good in range(GOODS):
        at = write_one(into, at, TILES, state.maker[good])
    for good in range(GOODS):
        at = write_one(into, at, PRIMARIES * EACH, state.primary[good])
    for good in range(GOODS):
        write_used(state, state.maker_resource[good], into, at + good * 2 * SIDE)
        write_used(state, state.primary_resource[good], into, at + (good * 2 + 1) * SIDE)
    at += GOODS * 4 * SIDE
    if state.raising != NONE:
        for tile in range(TILES):
            write_number(into, at + tile, state.hubs[tile] + 1)
    return at + TILES


def write_used(state: Zimbabwe, resource: int, into: memoryview, at: int) -> None:
    """The row of a resource that a good has used up and, behind the rows of all others, its column."""
    if resource != NONE:
        into[at + state.resource_square[resource] // SIDE] = 1
        into[at + GOODS * 2 * SIDE + state.resource_square[resource] % SIDE] = 1


# Cards, cattle and plaques


def write_empires(state: Zimbabwe, seat: int, into: memoryview, at: int) -> int:
    """What each seat has, the gods and the specialists."""
    players = state.players
    god = at + (3 + SEATS) * SEATS + GODS
    for other in range(players):
        place = place_from(seat, other, players)
        write_number(into, at + place, state.cattle[other])
        write_number(into, at + SEATS + place, state.vr[other])
        write_number(into, at + 2 * SEATS + place, state.vp[other])
        write_one(into, at + (3 + other) * SEATS, SEATS, place_from(seat, state.markers[other], players))
        write_one(into, god + place * GODS, GODS, state.god[other])
    write_set(into, god - GODS, GODS, state.gods)
    at = write_number(into, god + SEATS * GODS, state.on_qamata)
    at = write_set(into, at, SPECIALISTS, state.specialists)
    for specialist in range(SPECIALISTS):
        at = write_one(into, at, SEATS, place_from(seat, state.specialist_owner[specialist], players))
    for specialist in range(SPECIALISTS):
        at = write_number(into, at, state.on_specialist[specialist])
    return at


def write_technologies(state: Zimbabwe, seat: int, into: memoryview, at: int) -> int:
    """The technology cards, and what is left of all cards and tiles."""
    for kind in range(TYPES):
        write_number(into, at + kind, state.cards_left[kind])
        write_number(into, at + TYPES + kind, EACH - state.placed[kind])
    at += 2 * TYPES
    prices = at + SEATS * TYPES * CARDS
    for other in range(state.players):
        place = place_from(seat, other, state.players)
        for kind in range(TYPES):
            card = place * TYPES + kind
            write_one(into, at + card * CARDS, CARDS, state.card[other * TYPES + kind] - 1)
            write_number(into, prices + card, state.price[other * TYPES + kind])
            write_number(into, prices + SEATS * TYPES + card, state.on_card[other * TYPES + kind])
    at = prices + 2 * SEATS * TYPES
    for kind in range(RESOURCES):
        at = write_number(into, at, state.resource_tiles[kind])
    return write_number(into, at, state.water_tiles)


def write_generosity(state: Zimbabwe, seat: int, into: memoryview, at: int) -> int:
    """The row of plaques, the gifts and the order of play."""
    players = state.players
    for n in range(state.queue_length):
        owner = state.queue[n]
        place = owner if owner == GOD_PLAQUE else place_from(seat, owner, players)
        into[at + n * PLAQUES + place] = 1
        write_number(into, at + PLAQUES * PLAQUES + place, state.plaque[owner])
    at = write_one(into, at + (PLAQUES + 1) * PLAQUES, PLAQUES, state.next_plaque)
    at = write_number(into, at, state.gift)
    for other in range(players):
        place = place_from(seat, other, players)
        write_number(into, at + place, state.gave[other])
        into[at + SEATS + place] = state.passed >> other & 1
        write_one(into, at + (2 + other) * SEATS, SEATS, place_from(seat, state.order[other], players))
    return at + (2 + SEATS) * SEATS


def write_turn(state: Zimbabwe, into: memoryview, at: int) -> int:
    """What was done in the turn; nothing in phase I, when the last turn of the round before is forgotten."""
    culture = state.step >= TURN
    at = write_number(into, at, culture and state.has_chosen)
    at = write_set(into, at, SPECIALISTS, state.paid if culture else 0)
    at = write_one(into, at, ACTIONS_OF_TURN, state.main - 1 if culture else NONE)
    at = write_number(into, at, state.monuments_built if culture else 0)
    at = write_set(into, at, TYPES, state.first_of_type if culture else 0)
    at = write_set(into, at, TYPES, state.new_cards if culture else 0)
    at = write_number(into, at, culture and state.prices_open)
    at = write_set(into, at, TYPES, state.repriced if culture else 0)
    at = write_one(into, at, TYPES, NONE if state.step == SHAMAN_SQUARE else state.kind)
    return write_one(into, at, RESOURCES, state.kind if state.step == SHAMAN_SQUARE else NONE)


enter_observer(Zimbabwe, ZimbabweObserver(OBSERVATION))
