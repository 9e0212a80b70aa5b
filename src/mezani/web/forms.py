"""Forms: numbers and texts that a browser sends, checked."""

from collections.abc import Mapping
from typing import Any

from litestar.datastructures import FormMultiDict
from litestar.exceptions import HTTPException

from mezani import bots
from mezani.tables.keys import Asked, is_key

DIGITS = 9  # at most, of a number


class BrokenForm(HTTPException):
    """A form that lacks something; only a broken or a home-made page sends it."""

    status_code = 400


def whole_number(given: object) -> int | None:
    """The number that a text is, if it is one.

    >>> whole_number("17"), whole_number("-1"), whole_number(None)
    (17, None, None)
    """
    if isinstance(given, str) and given.isascii() and given.isdigit() and len(given) <= DIGITS:
        return int(given)
    return None


def number(form: FormMultiDict | Mapping[str, Any], name: str) -> int:
    """A whole number of a form."""
    given = whole_number(form.get(name))
    if given is None:
        raise BrokenForm(f"{name} is missing or not a number")
    return given


def text(form: FormMultiDict | Mapping[str, Any], name: str) -> str:
    """A text of a form; empty if it is not there."""
    given = form.get(name, "")
    if not isinstance(given, str):
        raise BrokenForm(f"{name} is not a text")
    return given


def key(form: FormMultiDict | Mapping[str, Any]) -> str:
    """The key by which a form tells what it asks for from everything else; empty if it has none."""
    given = text(form, "key")
    if given and not is_key(given):
        raise BrokenForm("the key is none")
    return given


def asked_by(form: FormMultiDict | Mapping[str, Any], player: str, *what: object) -> Asked | None:
    """Who asks for a new table by a form, and for what; None if the form has no key."""
    return Asked(player, key(form), what) if key(form) else None


def level(form: FormMultiDict | Mapping[str, Any], otherwise: str = "") -> str:
    """The level of bots that a form asks for."""
    asked = text(form, "level") or otherwise
    if asked not in bots.levels():
        raise BrokenForm(f"there is no level {asked!r}")
    return asked
