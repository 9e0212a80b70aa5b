"""The terms of a table: what its people agree on besides the rules of the game. All can see them."""

from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from mezani.tables.refusals import WrongStart

COVERED: Literal["covered"] = "covered"
OPEN: Literal["open"] = "open"


class Terms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is agreed: whether tricks before the last lie face down while the game runs."""

    past_tricks: Literal["covered", "open"] = COVERED


def read_terms(given: Any) -> Terms:
    """Terms that came as JSON, checked.

    >>> read_terms({"past_tricks": "open"})
    Terms(past_tricks='open')
    """
    try:
        return msgspec.convert(given, Terms)
    except msgspec.ValidationError as problem:
        raise WrongStart(f"terms: {problem}") from problem


def usual_terms(people: Sequence[object]) -> Terms:
    """The terms where none are chosen: who is alone among bots may look back at everything."""
    return Terms(past_tricks=OPEN if len(people) < 2 else COVERED)
