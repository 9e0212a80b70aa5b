"""What a player of Asante expects of a move: gold, wares and cards after this turn.

What comes later is not told: experts would take too long to find it out for a hint.
"""

from typing import Final

from mezani.game import Expectation
from mezani.games.asante.constants import WARES
from mezani.games.asante.rules import Asante
from mezani.language import N_


def turn_is_over(before: Asante, later: Asante) -> bool:
    return later.turn > before.turn


def gold(before: Asante, later: Asante, seat: int) -> float:
    return later.gold[seat]


def gold_of_the_other(before: Asante, later: Asante, seat: int) -> float:
    return later.gold[1 - seat]


def wares(before: Asante, later: Asante, seat: int) -> float:
    return sum(later.stands[seat * WARES : seat * WARES + WARES])


def kinds_of_wares(before: Asante, later: Asante, seat: int) -> float:
    return sum(number > 0 for number in later.stands[seat * WARES : seat * WARES + WARES])


def cards(before: Asante, later: Asante, seat: int) -> float:
    return later.hand_size[seat]


DECISIONS: Final = 850  # at most a second on one core
EXPECTATIONS: Final = (
    Expectation(
        "gold",
        turn_is_over,
        gold,
        worth=1.0,
        sentence=N_("Your gold after this turn: {here} on average, with {other} {there}."),
    ),
    Expectation(
        "gold-other",
        turn_is_over,
        gold_of_the_other,
        worth=1.0,
        sentence=N_("Your opponent’s gold after this turn: {here} on average, with {other} {there}."),
        better="less",
    ),
    Expectation(
        "wares",
        turn_is_over,
        wares,
        worth=0.5,
        sentence=N_("Wares on your stand after this turn: {here} on average, with {other} {there}."),
        topic="wares",
    ),
    Expectation(
        "kinds",
        turn_is_over,
        kinds_of_wares,
        worth=0.4,
        sentence=N_("Different wares on your stand after this turn: {here} on average, with {other} {there}."),
        topic="wares",
    ),
    Expectation(
        "cards",
        turn_is_over,
        cards,
        worth=0.5,
        sentence=N_("Cards in your hand after this turn: {here} on average, with {other} {there}."),
    ),
)
