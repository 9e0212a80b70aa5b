"""What a player of The Great Zimbabwe expects of a move: VP, VR and cattle at the end of the round, after revenues."""

from typing import Final

from mezani.game import Expectation
from mezani.games.zimbabwe.actions import FIRST_MONUMENT, GIFT
from mezani.games.zimbabwe.rules import Zimbabwe
from mezani.language import N_


def round_is_over(before: Zimbabwe, later: Zimbabwe) -> bool:
    """The round at hand; with the first monuments that is the first."""
    return later.round > max(before.round, 1)


def order_is_settled(before: Zimbabwe, later: Zimbabwe) -> bool:
    """After the generosity of kings."""
    return later.round > before.round or later.step not in (FIRST_MONUMENT, GIFT)


def points(before: Zimbabwe, later: Zimbabwe, seat: int) -> float:
    return later.vp[seat]


def requirement(before: Zimbabwe, later: Zimbabwe, seat: int) -> float:
    return later.vr[seat]


def cattle(before: Zimbabwe, later: Zimbabwe, seat: int) -> float:
    return later.cattle[seat]


def place_in_order(before: Zimbabwe, later: Zimbabwe, seat: int) -> float | None:
    """The place in the order of play, where gifts decide it."""
    return later.order[: later.players].index(seat) + 1 if before.step == GIFT else None


def cattle_to_spend(before: Zimbabwe, later: Zimbabwe, seat: int) -> float | None:
    """The cattle after the generosity of kings, where they are given."""
    return later.cattle[seat] if before.step == GIFT else None


EXPECTATIONS: Final = (
    Expectation(
        "points",
        round_is_over,
        points,
        worth=0.4,
        sentence=N_("Your VP at the end of the round: {here} on average, with {other} {there}."),
    ),
    Expectation(
        "requirement",
        round_is_over,
        requirement,
        worth=0.4,
        sentence=N_("Your VR at the end of the round: {here} on average, with {other} {there}."),
        better="less",
    ),
    Expectation(
        "cattle",
        round_is_over,
        cattle,
        worth=0.8,
        sentence=N_("Your cattle after the revenues: {here} on average, with {other} {there}."),
        topic="cattle",
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
