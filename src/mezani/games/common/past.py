"""Tricks that lie face down: what may be looked back at while a game runs, the same for all trick-taking games."""

from collections.abc import Callable, Container, Sequence
from typing import Protocol, TypeVar

import msgspec


class TrickView(Protocol):
    """What the view of such a game holds of played cards and of the viewer's own; lists of tricks are by seat."""

    @property
    def trick(self) -> Sequence[str | None]: ...
    @property
    def last_trick(self) -> Sequence[str | None]: ...
    @property
    def hand(self) -> Sequence[str]: ...


V = TypeVar("V", bound=TrickView)


def is_older(trick: int, taken: int) -> bool:
    """Whether a trick lies before the last of those that are taken; the first is number 0."""
    return 0 <= trick < taken - 1


def covered_view(view: V, trick: int, taken: int, known: Container[str], back: Callable[[str], str]) -> V:
    """The view of a position in some trick, by when so many are taken: older cards show only their backs.

    Of the viewer's own cards those that are known still show their faces; who has played the others must remember them.
    """
    changes: dict[str, object] = {"hand": covered_hand(view.hand, known, back)}
    if is_older(trick, taken):
        changes |= {"trick": [card and back(card) for card in view.trick], "winning": None}
    if is_older(trick - 1, taken):
        changes["last_trick"] = [card and back(card) for card in view.last_trick]
    covered: V = msgspec.structs.replace(view, **changes)  # type: ignore[type-var]
    return covered


def covered_hand(hand: Sequence[str], known: Container[str], back: Callable[[str], str]) -> list[str]:
    """A hand as it lay, each back behind the faces of its kind: its place must not tell the number."""
    kinds = list(dict.fromkeys(back(card) for card in hand))
    return sorted(
        (card if card in known else back(card) for card in hand),
        key=lambda card: (kinds.index(back(card)), card in kinds),
    )
