"""What a player of Asante expects of a move: gold, wares and cards after this turn, and gold after the next ones."""

from typing import Final

from mezani.game import Expectation
from mezani.games.asante.constants import WARES
from mezani.games.asante.rules import Asante
from mezani.language import N_


def turn_is_over(before: Asante, later: Asante) -> bool:
    return later.turn > before.turn


def own_next_turn_is_over(before: Asante, later: Asante) -> bool:
    return later.turn > before.turn + (2 if before.seat == before.active else 1)


def turn_of_the_other_is_over(before: Asante, later: Asante) -> bool:
    """Their next turn, or the one in which they ask for an answer."""
    return later.turn > before.turn + (before.seat == before.active)


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


EXPECTATIONS: Final = (
    Expectation(
        "gold-turn",
        turn_is_over,
        gold,
        worth=1.0,
        sentence=N_("Your gold after this turn: {here} on average, with {other} {there}."),
        topic="gold",
    ),
    Expectation(
        "gold",
        own_next_turn_is_over,
        gold,
        worth=1.0,
        sentence=N_("Your gold after your next turn: {here} on average, with {other} {there}."),
        topic="gold",
    ),
    Expectation(
        "gold-other",
        turn_of_the_other_is_over,
        gold_of_the_other,
        worth=1.0,
        sentence=N_("Your opponent’s gold after their turn: {here} on average, with {other} {there}."),
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
