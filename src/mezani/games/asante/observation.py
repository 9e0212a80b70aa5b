"""What a seat of Asante may know, as numbers: all that lies open, its own hand, and what it knows of the other one."""

import cython

from mezani.engine.observation import Axis, Observation, flag, number, numbered, one_of, seats
from mezani.engine.state import Observer, State, enter_observer
from mezani.games.asante.actions import named
from mezani.games.asante.constants import FOUND, LETTERS, LOOKING, PUT_AWAY, RUN, SIFTING, STEPS
from mezani.games.asante.deck import standard_deck
from mezani.games.asante.rules import Asante
from mezani.games.asante.view import COUNTED

if not cython.compiled:
    from mezani.engine.bits import bit, lowest
    from mezani.engine.buffers import place_from, write_number, write_one
    from mezani.games.asante.constants import (
        DISCARDING,
        DRAWING,
        KEEPING,
        MOST_CARDS,
        MOST_KINDS,
        MOST_LOOKED,
        MOST_PLACE_KINDS,
        MOST_PLACES,
        NONE,
        PACKING,
        PLACING,
        SLOTS,
        TOKENS,
        TRAMPLED,
        WARES,
    )

    SEATS = 2
    ASKED = len(STEPS) - DRAWING  # the steps before it are never asked

SEAT = seats(SEATS)
WARE = Axis("ware", tuple(LETTERS))
SLOT = numbered("space", SLOTS)
CARD = Axis("card", tuple([named(standard_deck().card_ids(), kind) for kind in range(MOST_KINDS)]))
HOLY_PLACE = Axis("holy place", tuple([named(standard_deck().place_ids(), kind) for kind in range(MOST_PLACE_KINDS)]))
IN_ORDER = "from the top: 1 more than the number of its kind, 0 where none lies."

OBSERVATION = Observation(
    flag("over", "Whether the game is over."),
    one_of("to_move", "Whose decision it is; nobody's when the game is over.", SEAT),
    number("turn", "The number of the turn."),
    one_of("active", "Whose turn it is.", SEAT),
    one_of("phase", "The phase of the turn.", Axis("phase", ("drawing", "playing"))),
    one_of("step", "What is being decided.", Axis("step", STEPS[DRAWING:])),
    number("left", "How many more can be taken, or must be discarded, in this step."),
    number("markers", "The actions left in this turn."),
    number("discount", "By how much Ware cards are cheaper to buy and dearer to sell in this turn."),
    flag("place_played", "Whether a Holy Place was played in this turn."),
    flag("last_turn", "Whether the last turn of the game has begun."),
    flag("silent", "Whether the observer has said that it will not answer in this turn of the other."),
    number("gold", "The gold of each seat.", SEAT),
    number("stands", "How many of each ware lie on the stand of each seat.", SEAT, WARE),
    number("supply", "How many of each ware lie in the supply.", WARE),
    number("hand_sizes", "How many cards each seat holds.", SEAT),
    number(
        "hand",
        "How many cards of each kind the observer holds. Kinds are numbered as they stand in the deck file; the names "
        "here are those of the standard deck, and plain numbers beyond it: another deck may have others there.",
        CARD,
    ),
    number("known", "How many cards of each kind the observer knows to be in the other's hand.", CARD),
    number("pile", "How many cards lie in the pile."),
    number("discards", "How many cards of each kind lie among the discards.", CARD),
    number("discards_in_order", f"Each card of the discards {IN_ORDER}", numbered("card", MOST_CARDS)),
    one_of("drawn", "The card that may be kept, if it is the observer's.", CARD),
    number("looked", "How many cards of each kind the observer looks at to choose one.", CARD),
    number("looked_in_order", f"Each of these cards {IN_ORDER}", numbered("card", MOST_LOOKED)),
    number("looked_count", "How many cards the seat whose turn it is has drawn or looks at."),
    one_of("card", "The card that is carried out, placed, bought or sold with, or was found.", CARD),
    one_of("haggled", "The Ware card beside a Haggler.", CARD),
    one_of("cancelled", "The Person or Animal that has just been cancelled.", CARD),
    one_of("middle", "The Holy Places in the middle.", SLOT, HOLY_PLACE),
    number("place_pile", "How many Holy Places lie in their pile."),
    number("place_discards", "How many Holy Places of each kind lie among their discards.", HOLY_PLACE),
    number(
        "place_discards_in_order",
        f"Each Holy Place of their discards {IN_ORDER}",
        numbered("holy place", MOST_PLACES),
    ),
    number("owned", "How many Holy Places of each kind a seat has.", SEAT, HOLY_PLACE),
    one_of("artifacts", "The Artifact on each space of each seat.", SEAT, SLOT, CARD),
    flag("turned", "Whether that Artifact was used.", SEAT, SLOT),
    number("dolls", "The gold that lies on it.", SEAT, SLOT),
    one_of("target", "The Artifact that is about to go.", SEAT, SLOT),
)

SHOWN_STEPS = sum([1 << step for step in (RUN, PUT_AWAY, FOUND, PLACING, PACKING)])  # `a` is a card that lies open
COUNTED_STEPS = sum([1 << step for step in COUNTED])  # `a` is how many are left
CHOOSING_STEPS = 1 << LOOKING | 1 << SIFTING  # one card is taken


class AsanteObserver(Observer):
    def write(self, state: State, seat: int, into: memoryview) -> int:
        return write_all(cython.cast(Asante, state), seat, into)


def write_all(state: Asante, seat: int, into: memoryview) -> int:
    """All fields in their order."""
    at = write_turn(state, seat, into)
    at = write_wares(state, seat, into, at)
    at = write_cards(state, seat, into, at)
    at = write_places(state, seat, into, at)
    return write_artifacts(state, seat, into, at)


def write_turn(state: Asante, seat: int, into: memoryview) -> int:
    """How far the game has come, and what is being decided."""
    at = write_number(into, 0, state.is_over)
    at = write_one(into, at, SEATS, NONE if state.is_over else place_from(seat, state.seat, SEATS))
    at = write_number(into, at, state.turn)
    at = write_one(into, at, SEATS, place_from(seat, state.active, SEATS))
    at = write_one(into, at, 2, 0 if state.step[0] == DRAWING or state.step[0] == KEEPING else 1)
    at = write_one(into, at, ASKED, state.step[state.top] - DRAWING)
    at = write_number(into, at, left(state))
    at = write_number(into, at, state.markers)
    at = write_number(into, at, state.discount)
    at = write_number(into, at, state.place_played)
    at = write_number(into, at, state.last_turn)
    return write_number(into, at, state.silent and seat != state.active)


def left(state: Asante) -> int:
    """How many more may be taken or returned, or must be discarded, in the step at hand."""
    step = state.step[state.top]
    if bit(step) & COUNTED_STEPS:
        return state.a[state.top]
    if step == DISCARDING:
        return state.b[state.top]
    return 1 if bit(step) & CHOOSING_STEPS else 0


def write_wares(state: Asante, seat: int, into: memoryview, at: int) -> int:
    """Gold, and the wares on the stands and in the supply."""
    at = write_number(into, at, state.gold[seat])
    at = write_number(into, at, state.gold[1 - seat])
    for ware in range(WARES):
        mine = state.stands[seat * WARES + ware]
        theirs = state.stands[(1 - seat) * WARES + ware]
        write_number(into, at + ware, mine)
        write_number(into, at + WARES + ware, theirs)
        write_number(into, at + 2 * WARES + ware, TOKENS - mine - theirs)
    return at + 3 * WARES


def write_cards(state: Asante, seat: int, into: memoryview, at: int) -> int:
    """Hands, piles, and the cards that somebody chooses from or carries out."""
    mine = seat == state.active
    at = write_number(into, at, state.hand_size[seat])
    at = write_number(into, at, state.hand_size[1 - seat])
    at = write_hand(state.hands, seat, state.held[seat], into, at)
    at = write_hand(state.known, 1 - seat, state.held[1 - seat], into, at)
    at = write_number(into, at, state.pile_size)
    at = write_pile(state.discards, state.discard_size, MOST_KINDS, MOST_CARDS, into, at)
    at = write_one(into, at, MOST_KINDS, state.drawn if mine else NONE)
    at = write_pile(state.looked, state.looked_size if mine else 0, MOST_KINDS, MOST_LOOKED, into, at)
    at = write_number(into, at, state.looked_size + (state.drawn != NONE))
    at = write_one(into, at, MOST_KINDS, card_in_play(state))
    at = write_one(into, at, MOST_KINDS, state.haggled)
    return write_one(into, at, MOST_KINDS, state.cancelled)


def write_hand(counts: list[int], of: int, held: int, into: memoryview, at: int) -> int:
    """How many there are of each kind that a seat holds."""
    while held:
        kind = lowest(held)
        into[at + kind] = counts[of * MOST_KINDS + kind]
        held &= held - 1
    return at + MOST_KINDS


def write_pile(cards: list[int], size: int, kinds: int, most: int, into: memoryview, at: int) -> int:
    """How many there are of each kind in a pile, and the kinds from the top."""
    for place in range(size):
        into[at + cards[place]] += 1
        into[at + kinds + size - 1 - place] = cards[place] + 1
    return at + kinds + most


def card_in_play(state: Asante) -> int:
    """The kind of the card that lies open on the table: being carried out, placed, or just found; or NONE."""
    for place in range(state.top, -1, -1):
        if bit(state.step[place]) & SHOWN_STEPS:
            return state.a[place]
    return NONE


def write_places(state: Asante, seat: int, into: memoryview, at: int) -> int:
    """The Holy Places."""
    for slot in range(SLOTS):
        at = write_one(into, at, MOST_PLACE_KINDS, state.middle[slot])
    at = write_number(into, at, state.place_pile_size)
    at = write_pile(state.place_discards, state.place_discard_size, MOST_PLACE_KINDS, MOST_PLACES, into, at)
    for place in range(MOST_PLACE_KINDS):
        write_number(into, at + place, state.owned[seat * MOST_PLACE_KINDS + place])
        write_number(into, at + MOST_PLACE_KINDS + place, state.owned[(1 - seat) * MOST_PLACE_KINDS + place])
    return at + SEATS * MOST_PLACE_KINDS


def write_artifacts(state: Asante, seat: int, into: memoryview, at: int) -> int:
    """The Artifacts in play, those of the observer first."""
    first = seat * SLOTS
    turned = at + SEATS * SLOTS * MOST_KINDS
    dolls = turned + SEATS * SLOTS
    target = dolls + SEATS * SLOTS
    for place in range(SEATS * SLOTS):
        slot = (first + place) % (SEATS * SLOTS)
        at = write_one(into, at, MOST_KINDS, state.artifacts[slot])
        write_number(into, turned + place, state.turned[slot])
        write_number(into, dolls + place, state.dolls[slot])
        if slot == state.a[state.top] and state.step[state.top] == TRAMPLED:
            into[target + place] = 1
    return target + SEATS * SLOTS


enter_observer(Asante, AsanteObserver(OBSERVATION))
