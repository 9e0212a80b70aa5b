"""The follower icons of the story cards, read from cards.toml."""

import tomllib
from importlib.resources import files
from typing import Annotated, Literal

import msgspec

from mezani.games.anansi.actions import NUMBERS

FILE = "cards.toml"


class Range(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """Cards of neighbouring numbers that have as many follower icons, and how well that is known."""

    first: Annotated[int, msgspec.Meta(ge=1, le=NUMBERS)]
    last: Annotated[int, msgspec.Meta(ge=1, le=NUMBERS)]
    followers: Annotated[int, msgspec.Meta(ge=0, le=2)]
    status: Literal["rulebook", "confirmed", "reported", "reconstructed"]


class Cards(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    range: list[Range]


def read_icons(text: str) -> list[int]:
    """The follower icons of the numbers 1, 2, ... 14; ValueError says what is wrong with the text.

    >>> read_icons("[[range]]\\nfirst = 1\\nlast = 14\\nfollowers = 1\\nstatus = 'reported'")
    [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]
    """
    try:
        cards = msgspec.convert(tomllib.loads(text), Cards)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as problem:
        raise ValueError(f"{FILE}: {problem}") from problem
    icons: dict[int, int] = {}
    for span in cards.range:
        for number in range(span.first, span.last + 1):
            if number in icons:
                raise ValueError(f"{FILE}: number {number} stands in two ranges")
            icons[number] = span.followers
    missing = [str(number) for number in range(1, NUMBERS + 1) if number not in icons]
    if missing:
        raise ValueError(f"{FILE}: no range holds {', '.join(missing)}")
    return [icons[number] for number in range(1, NUMBERS + 1)]


FOLLOWER_ICONS = read_icons(files(__package__).joinpath(FILE).read_text("utf-8"))
