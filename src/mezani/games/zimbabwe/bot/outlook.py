"""What a player of The Great Zimbabwe expects of a move: what the seat has after the turn, or what gifts bring."""

from typing import Final

from mezani.game import Expectation
from mezani.games.zimbabwe.actions import FIRST_MONUMENT, GIFT, TYPES
from mezani.games.zimbabwe.rules import Zimbabwe
from mezani.language import N_


def is_turn(state: Zimbabwe) -> bool:
    """Whether a turn is being played, and nothing that comes before."""
    return state.step not in (FIRST_MONUMENT, GIFT)


def turn_is_over(before: Zimbabwe, later: Zimbabwe) -> bool:
    return not is_turn(before) or later.turn > before.turn or later.round > before.round


def order_is_settled(before: Zimbabwe, later: Zimbabwe) -> bool:
    """After the generosity of kings."""
    return before.step != GIFT or is_turn(later)


def points(before: Zimbabwe, later: Zimbabwe, seat: int) -> float | None:
    return later.vp[seat] if is_turn(before) else None


def requirement(before: Zimbabwe, later: Zimbabwe, seat: int) -> float | None:
    return later.vr[seat] if is_turn(before) else None


def cattle(before: Zimbabwe, later: Zimbabwe, seat: int) -> float | None:
    """With what phase III brings as things stand, which comes at once after the last turn of a round."""
    if not is_turn(before):
        return None
    has_revenues = later.is_over or later.round > before.round
    return later.cattle[seat] + (0 if has_revenues else later.revenue(seat))


def technologies(before: Zimbabwe, later: Zimbabwe, seat: int) -> float | None:
    return sum(card > 0 for card in later.card[seat * TYPES : seat * TYPES + TYPES]) if is_turn(before) else None


def place_in_order(before: Zimbabwe, later: Zimbabwe, seat: int) -> float | None:
    """The place in the order of play, where gifts decide it."""
    return later.order[: later.players].index(seat) + 1 if before.step == GIFT else None


def cattle_to_spend(before: Zimbabwe, later: Zimbabwe, seat: int) -> float | None:
    """The cattle after the generosity of kings, where they are given."""
    return later.cattle[seat] if before.step == GIFT else None


DECISIONS: Final = 240  # about a quarter of a second on one core: the search takes longer here
EXPECTATIONS: Final = (
    Expectation(
        "points",
        turn_is_over,
        points,
        worth=0.4,
        sentence=N_("Your VP after this turn: {here} on average, with {other} {there}."),
    ),
    Expectation(
        "requirement",
        turn_is_over,
        requirement,
        worth=0.4,
        sentence=N_("Your VR after this turn: {here} on average, with {other} {there}."),
        better="less",
    ),
    Expectation(
        "cattle",
        turn_is_over,
        cattle,
        worth=0.8,
        sentence=N_("Your cattle after this turn, with revenues: {here} on average, with {other} {there}."),
        topic="cattle",
    ),
    Expectation(
        "technologies",
        turn_is_over,
        technologies,
        worth=0.5,
        sentence=N_("Your technology cards after this turn: {here} on average, with {other} {there}."),
    ),
    Expectation(
        "order",
        order_is_settled,
        place_in_order,
        worth=0.5,
        sentence=N_("Your place in the order of play: {here} on average, with {other} {there}."),
        better="less",
    ),
    Expectation(
        "cattle-to-spend",
        order_is_settled,
        cattle_to_spend,
        worth=0.8,
        sentence=N_("Your cattle after the generosity of kings: {here} on average, with {other} {there}."),
        topic="cattle",
    ),
)
