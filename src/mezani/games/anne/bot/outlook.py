"""What a player of ANNE! expects of a move: the trick, the cards of the predicted suits, and what the hand brings."""

from typing import Final

from mezani.game import Expectation
from mezani.games.anne.actions import TRICKS
from mezani.games.anne.rules import Anne
from mezani.language import N_


def trick_is_over(before: Anne, later: Anne) -> bool:
    return hand_is_over(before, later) or sum(later.tricks) > sum(before.tricks)


def hand_is_over(before: Anne, later: Anne) -> bool:
    return later.hand_number > before.hand_number


def takes_trick(before: Anne, later: Anne, seat: int) -> float | None:
    """Whether the trick goes to the seat; nothing where none is being played."""
    return float(later.last_winner == seat) if before.phase == TRICKS else None


def most_is_right(before: Anne, later: Anne, seat: int) -> float:
    return float(later.prediction_points(seat, later.most[seat], 1) > 0)


def fewest_is_right(before: Anne, later: Anne, seat: int) -> float:
    return float(later.prediction_points(seat, later.fewest[seat], -1) > 0)


def cards_of_most(before: Anne, later: Anne, seat: int) -> float:
    return later.won[seat * 4 + later.most[seat]]


def cards_of_fewest(before: Anne, later: Anne, seat: int) -> float:
    return later.won[seat * 4 + later.fewest[seat]]


def points(before: Anne, later: Anne, seat: int) -> float:
    return later.hand_points(seat)


DECISIONS: Final = 8000  # at most a second on one core
EXPECTATIONS: Final = (
    Expectation(
        "trick",
        trick_is_over,
        takes_trick,
        worth=0.15,
        sentence=N_("You take this trick {here}% of the time, with {other} {there}%."),
        better="neither",
        is_chance=True,
    ),
    Expectation(
        "most",
        hand_is_over,
        most_is_right,
        worth=0.08,
        sentence=N_("Your most turns out right {here}% of the time, with {other} {there}%."),
        is_chance=True,
        topic="most",
    ),
    Expectation(
        "fewest",
        hand_is_over,
        fewest_is_right,
        worth=0.08,
        sentence=N_("Your fewest turns out right {here}% of the time, with {other} {there}%."),
        is_chance=True,
        topic="fewest",
    ),
    Expectation(
        "cards-most",
        hand_is_over,
        cards_of_most,
        worth=0.6,
        sentence=N_("Cards of your most suit: {here} on average, with {other} {there}."),
        topic="most",
    ),
    Expectation(
        "cards-fewest",
        hand_is_over,
        cards_of_fewest,
        worth=0.6,
        sentence=N_("Cards of your fewest suit: {here} on average, with {other} {there}."),
        better="less",
        topic="fewest",
    ),
    Expectation(
        "points",
        hand_is_over,
        points,
        worth=0.6,
        sentence=N_("Points of this hand: {here} on average, with {other} {there}."),
    ),
)
