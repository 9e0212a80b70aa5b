"""The terms of a table: what its people agree on besides the rules of the game. All can see them."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec

from mezani.tables.refusals import WrongStart

if TYPE_CHECKING:  # how things stand goes by the terms
    from mezani.tables.situation import Seat

COVERED: Literal["covered"] = "covered"
OPEN: Literal["open"] = "open"


DAY = 24 * 60  # minutes
AWAY_CHOICES = (10, 60, DAY, 3 * DAY, 7 * DAY)


class Live(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="live", tag_field="pace"):
    """A clock for people who sit together: minutes for the whole game, and seconds that each move adds."""

    minutes: Annotated[int, msgspec.Meta(ge=1, le=180)] = 10
    increment: Annotated[int, msgspec.Meta(ge=0, le=300)] = 10


class Days(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="days", tag_field="pace"):
    """A clock for a game over days: so many for each move."""

    days: Annotated[int, msgspec.Meta(ge=1, le=30)] = 3


class Terms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is agreed: what may be looked back at, how long a move may take and what comes then, and what counts."""

    past_tricks: Literal["covered", "open"] = COVERED
    # minutes without a move after which the others may let a bot play for somebody who is away; None: never
    away_after: Annotated[int, msgspec.Meta(ge=1, le=366 * DAY)] | None = None
    clock: Live | Days | None = None
    time_up: Literal["bot", "lost"] = "bot"  # a bot takes over; or the game is lost too, and the seat is last
    rated: bool = False
    watched: Literal["listed", "link", "nobody"] = "link"  # who may look on: all by a list, those with the link, nobody


def read_terms(given: Any) -> Terms:
    """Terms that came as JSON, checked.

    >>> read_terms({"past_tricks": "open"})
    Terms(past_tricks='open', away_after=None, clock=None, time_up='bot', rated=False, watched='link')
    """
    try:
        terms = msgspec.convert(given, Terms)
    except msgspec.ValidationError as problem:
        raise WrongStart(f"terms: {problem}") from problem
    if terms.rated and terms.clock is None:
        raise WrongStart("terms: a rated game needs a clock")
    return terms


def usual_terms(chairs: "Sequence[Seat]") -> Terms:
    """The terms where none are chosen: who is alone among bots may look back at all, and keeps nobody waiting."""
    people = [seat for seat in chairs if seat.bot is None]
    return Terms(OPEN) if len(people) < 2 else Terms(COVERED, DAY)
