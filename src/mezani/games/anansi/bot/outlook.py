"""What a player of Anansi expects of a move: the trick, and stories, followers and points at the end of the round."""

from typing import Final

from mezani.game import Expectation
from mezani.games.anansi.actions import SEATS
from mezani.games.anansi.rules import Anansi
from mezani.language import N_


def trick_is_over(before: Anansi, later: Anansi) -> bool:
    return sum(later.stacks) > sum(before.stacks)


def round_is_over(before: Anansi, later: Anansi) -> bool:
    return later.round_number > before.round_number


def takes_trick(before: Anansi, later: Anansi, seat: int) -> float:
    return float(later.last_winner == seat)


def is_even(before: Anansi, later: Anansi, seat: int) -> float:
    """Whether followers and stories of the round are as many, which brings the bonus."""
    return float(followers(before, later, seat) == stories(before, later, seat))


def has_too_many(before: Anansi, later: Anansi, seat: int) -> float:
    """Whether there are more followers than stories, which scores nothing."""
    return float(followers(before, later, seat) > stories(before, later, seat))


def stories(before: Anansi, later: Anansi, seat: int) -> float:
    return later.stacks[before.round_number * SEATS + seat]


def followers(before: Anansi, later: Anansi, seat: int) -> float:
    return later.followers[before.round_number * SEATS + seat]


def points(before: Anansi, later: Anansi, seat: int) -> float:
    number = before.round_number
    return later.scored_followers(number, seat) + later.bonus(number, seat)


DECISIONS: Final = 9000  # at most a second on one core
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
        "even",
        round_is_over,
        is_even,
        worth=0.06,
        sentence=N_("As many followers as stories at the end: {here}% of the time, with {other} {there}%."),
        is_chance=True,
        topic="balance",
    ),
    Expectation(
        "too-many",
        round_is_over,
        has_too_many,
        worth=0.06,
        sentence=N_("More followers than stories at the end: {here}% of the time, with {other} {there}%."),
        better="less",
        is_chance=True,
        topic="balance",
    ),
    Expectation(
        "stories",
        round_is_over,
        stories,
        worth=0.4,
        sentence=N_("Stories of this round: {here} on average, with {other} {there}."),
        better="neither",
    ),
    Expectation(
        "followers",
        round_is_over,
        followers,
        worth=0.4,
        sentence=N_("Followers of this round: {here} on average, with {other} {there}."),
        better="neither",
    ),
    Expectation(
        "points",
        round_is_over,
        points,
        worth=0.3,
        sentence=N_("Points of this round: {here} on average, with {other} {there}."),
    ),
)
