"""A quick sensible player: raises what it can, places craftsmen whom it needs, and builds where goods can be had."""

from collections.abc import Callable
from math import exp

from mezani.engine.knowledge import Knowledge
from mezani.engine.rng import Rng
from mezani.engine.state import State
from mezani.games.zimbabwe.actions import (
    ACROSS,
    BUILD,
    CRAFTSMAN,
    CRAFTSMAN_SQUARES,
    EACH,
    END,
    FIRST_MONUMENT,
    GIFT,
    GOD,
    GOOD,
    MONUMENT_SQUARE,
    MONUMENT_TO_RAISE,
    NEW_PRICE,
    NONE,
    PASS,
    PRICE,
    PRIMARIES,
    PRIMARY,
    RAISE,
    SPECIALIST,
    TURN,
    TYPES,
    UPRIGHT,
)
from mezani.games.zimbabwe.components import CRAFTSMAN_VP, GODS
from mezani.games.zimbabwe.paths import squares_under
from mezani.games.zimbabwe.rules import Zimbabwe
from mezani.games.zimbabwe.shopping import Shopping

LIKED = ("Engai", "Anansi", "Atete", "Tsui-Goab", "Elegua", "Shadipinyi", "Qamata", "Xango", "Gu", "Eshu")
GOD_BY_ROUND, ENOUGH_VR = 3, 30  # takes a god in round 3 or later, and no power from a VR of 30 on
SHARE = 4  # of its cattle it gives at most one part in so many
PRICES = 2  # what it asks for its goods
LOOKED_AT = 30  # of the squares that it could choose, so many
LEAD = 4.0  # points nearer to the VR that make victory e times as likely


class ZimbabweKnowledge(Knowledge):
    """A quick sensible player; a game is judged by how far everybody is from their VR."""

    def __init__(self) -> None:
        Knowledge.__init__(self)
        self.slip = 1  # any legal move when playing on: sensible ones take too long to find
        self.horizon = 60

    def choose(self, state: State, rng: Rng) -> int:
        return policy(as_zimbabwe(state), rng)

    def evaluate(self, state: State) -> None:
        zimbabwe = as_zimbabwe(state)
        ahead = [exp((zimbabwe.vp[seat] - zimbabwe.vr[seat]) / LEAD) for seat in range(state.players)]
        if state.is_over:
            ahead = [float(seat in state.winners()) for seat in range(state.players)]
        self.give_values([value / sum(ahead) for value in ahead])


def as_zimbabwe(state: State) -> Zimbabwe:
    assert isinstance(state, Zimbabwe)
    return state


def policy(state: Zimbabwe, rng: Rng) -> int:
    """A sensible action for the seat to move."""
    legal = state.legal_actions()
    if state.step == TURN:
        return in_turn(state, legal)
    if state.step == GIFT:
        least = legal[0]
        return least if least != PASS and SHARE * (state.gift + 1) <= state.cattle[state.seat] else PASS
    if state.step == NEW_PRICE:
        return legal[PRICES - 1]
    judged: dict[int, Callable[[Zimbabwe, int], float]] = {
        FIRST_MONUMENT: resources_near,
        MONUMENT_SQUARE: goods_near,
        CRAFTSMAN_SQUARES: customers_near,
        MONUMENT_TO_RAISE: level,
        GOOD: cheapness,
        PRIMARY: cheapness,
    }
    judge = judged.get(state.step)
    some = legal if len(legal) <= LOOKED_AT else [legal[rng.below(len(legal))] for _ in range(LOOKED_AT)]
    return max(some, key=lambda action: judge(state, action)) if judge else legal[rng.below(len(legal))]


def in_turn(state: Zimbabwe, legal: list[int]) -> int:
    """Raise, or place a craftsman who is needed, or build; then take a god; then end the turn."""
    if RAISE in legal:
        return RAISE
    craftsmen = [action for action in legal if CRAFTSMAN <= action < PRICE and is_needed(state, action - CRAFTSMAN)]
    if craftsmen:
        return max(craftsmen, key=lambda action: CRAFTSMAN_VP[action - CRAFTSMAN])
    if BUILD in legal:
        return BUILD
    gods = [action for action in legal if GOD <= action < SPECIALIST and GODS[action - GOD] in LIKED]
    if gods and state.round >= GOD_BY_ROUND and state.vr[state.seat] < ENOUGH_VR:
        return min(gods, key=lambda action: LIKED.index(GODS[action - GOD]))
    return END


def is_needed(state: Zimbabwe, kind: int) -> bool:
    """Whether to place a craftsman: it has the card, or nobody has one of the kind and it has VR to spare."""
    if state.card[state.seat * TYPES + kind]:
        return True
    return not state.placed[kind] and kind < PRIMARIES and state.vr[state.seat] < ENOUGH_VR


def resources_near(state: Zimbabwe, square: int) -> float:
    reached = set(state.squares_in_range(square))
    return sum(place in reached for place in state.resource_square[: state.resources])


def goods_near(state: Zimbabwe, square: int) -> float:
    """The types of goods that a monument would get, less for those behind hubs, and the resources around it."""
    hubs = state.hubs_from(square)
    kinds: dict[int, float] = {}
    for tile in range(TYPES * EACH):
        if state.tile_square[tile] != NONE and hubs[state.tile_square[tile]] != NONE:
            kinds[tile // EACH] = max(kinds.get(tile // EACH, 0), 1 / (1 + hubs[state.tile_square[tile]]))
    return sum(kinds.values()) + resources_near(state, square) / 10


def customers_near(state: Zimbabwe, action: int) -> float:
    """The monuments around the craftsman's place, above all those of its owner."""
    squares = squares_under(state.kind, action % ACROSS, action >= UPRIGHT)
    reached = {near for square in squares for near in state.squares_in_range(square)}
    owners = state.owners
    return sum(3.0 if owners[square] == state.seat else 1.0 for square in reached if owners[square] != NONE)


def level(state: Zimbabwe, square: int) -> float:
    return state.levels[square]


def cheapness(state: Zimbabwe, square: int) -> float:
    """What a good leaves of the cattle; what goes onto one's own card is not lost."""
    tile = state.tile_at(square)
    shopping = Shopping(state)
    hubs = state.hubs[tile] if state.step == GOOD else shopping.way(state.maker[state.goods], tile)
    return -hubs - (0 if state.tile_owner[tile] == state.seat else shopping.price_of(tile))
