"""The terms of a table: what its people agree on besides the rules of the game. All can see them."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal

import msgspec

from mezani.tables.refusals import WrongStart
from mezani.tables.situation import Seat

COVERED: Literal["covered"] = "covered"
OPEN: Literal["open"] = "open"


DAY = 24 * 60  # minutes
AWAY_CHOICES = (10, 60, DAY, 3 * DAY, 7 * DAY)


class Terms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is agreed: whether past tricks lie face down while the game runs, and how long somebody may be away."""

    past_tricks: Literal["covered", "open"] = COVERED
    # minutes without a move after which the others may let a bot play for somebody who is away; None: never
    away_after: Annotated[int, msgspec.Meta(ge=1, le=366 * DAY)] | None = None


def read_terms(given: Any) -> Terms:
    """Terms that came as JSON, checked.

    >>> read_terms({"past_tricks": "open"})
    Terms(past_tricks='open', away_after=None)
    """
    try:
        return msgspec.convert(given, Terms)
    except msgspec.ValidationError as problem:
        raise WrongStart(f"terms: {problem}") from problem


def usual_terms(chairs: Sequence[Seat]) -> Terms:
    """The terms where none are chosen: who is alone among bots may look back at all, and keeps nobody waiting."""
    people = [seat for seat in chairs if seat.bot is None]
    return Terms(OPEN) if len(people) < 2 else Terms(COVERED, DAY)
