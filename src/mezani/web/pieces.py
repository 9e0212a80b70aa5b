"""Pieces of a page: each is drawn from the facts that it is given and nothing else, and sent again when they change.

A page consists of regions: the board, the score, the menu and so on. A region, and what it is made of, are fragments:
elements that go by their id, and are sent by themselves when they have changed. A fragment is a piece, which a macro
draws of facts, or a frame: HTML with a hole for each fragment that belongs into it. What differs from viewer to viewer
within a fragment are gaps, which their perspective fills.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, Self

from markupsafe import Markup

from mezani.web.once import once
from mezani.web.templating import as_markup

PIECES_CACHED = 20_000
HOLE = "\0"
NOTHING = Markup("")


class MacroAndFacts(NamedTuple):
    """What makes a piece: two are the same if these are."""

    macro: Callable[..., Markup]
    facts: tuple[Any, ...]


class Piece(MacroAndFacts):
    """What a macro draws of facts: an element whose id is the name of the piece."""

    @once
    def html(self) -> Markup:
        """What is drawn; screens that share a piece do not even look it up."""
        return cached(self.macro, *self.facts)


Fragment = Piece | str  # a text is a frame


class Collector:
    """Collects the fragments that a template asks for while it is rendered."""

    def __init__(self, common: Mapping[str, Fragment] = {}) -> None:
        self.fragments: dict[str, Fragment] = {}
        self.common = common  # what all see
        self.facts: dict[str, Any] = {}  # what the templates of a game are given

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *problem: object) -> None:
        self.facts.clear()  # they hold the collector itself: nothing may be left that only a search for garbage finds

    def piece(self, name: str, macro: Callable[..., Markup], *facts: Any) -> Markup:
        """Let a piece of this name be here; it is drawn only if it is new or has changed."""
        self.fragments[name] = Piece(macro, facts)
        return hole(name)

    def shared(self, name: str) -> Markup:
        """Let a fragment be here that looks alike for all; nothing if there is none of this name now."""
        if name not in self.common:
            return NOTHING
        self.fragments[name] = self.common[name]
        return hole(name)

    def frame(self, name: str, caller: Callable[[], Markup]) -> Markup:
        """Let a frame of this name be here, with pieces in it; it is sent again when what surrounds these changes."""
        self.fragments[name] = ""  # a frame comes before its pieces
        self.fragments[name] = caller()
        return hole(name)


@lru_cache(maxsize=PIECES_CACHED)
def hole(name: str) -> Markup:
    """Where a fragment belongs."""
    return Markup(f"{HOLE}{name}{HOLE}")


def html_of(fragment: Fragment, fragments: Mapping[str, Fragment]) -> Markup:
    """The HTML of a fragment, with those that belong into its holes."""
    if isinstance(fragment, Piece):
        return fragment.html
    texts = fragment.split(HOLE)
    texts[1::2] = [html_of(fragments[name], fragments) for name in texts[1::2]]
    return as_markup("".join(texts))


def changed_fragments(fragments: Mapping[str, Fragment], known: Mapping[str, Fragment]) -> Iterator[Markup]:
    """The HTML of the fragments that are not as they are known; a frame comes before what belongs into it."""
    within: set[str] = set()
    for name, fragment in fragments.items():
        if name in within or known.get(name) != fragment:
            if name not in within:
                yield html_of(fragment, fragments)
            if isinstance(fragment, str):
                within.update(fragment.split(HOLE)[1::2])


def cached(macro: Callable[..., Markup], *facts: Any) -> Markup:
    """What a macro draws of these facts, drawn once: most of a board stays as it is from move to move."""
    try:
        return _cached(macro, facts)
    except TypeError:  # there are lists among them; if it was another problem, it comes again
        return _cached(macro, _hashable(facts))


@lru_cache(maxsize=PIECES_CACHED)
def _cached(macro: Callable[..., Markup], facts: tuple[Any, ...]) -> Markup:
    return macro(*facts)


def _hashable(values: Sequence[Any]) -> tuple[Any, ...]:
    """Lists as tuples, so that they can be looked up; tuples with names keep these."""
    return tuple([_hashable(value) if type(value) is list or type(value) is tuple else value for value in values])
