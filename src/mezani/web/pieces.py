"""Pieces of a page: each is drawn from the facts that it is given and nothing else, and sent again when they change."""

from collections.abc import Callable, Iterator, Mapping
from functools import cache, lru_cache
from typing import Any, NamedTuple

from markupsafe import Markup

PIECES_KEPT = 20_000
HOLE = "\0"


class Piece(NamedTuple):
    """What a macro draws of facts: an element whose id is the name of the piece."""

    macro: Callable[..., Markup]
    facts: tuple[Any, ...]


Part = Piece | str  # a text has holes where pieces belong


class Sketch:
    """Takes note of the pieces that a template asks for while it is rendered."""

    def __init__(self) -> None:
        self.pieces: dict[str, Part] = {}

    def piece(self, name: str, macro: Callable[..., Markup], *facts: Any) -> Markup:
        """Let a piece of this name be here; it is drawn only if it is new or has changed."""
        self.pieces[name] = Piece(macro, facts)
        return _hole(name)

    def frame(self, name: str, caller: Callable[[], Markup]) -> Markup:
        """Let an element of this id be here, with pieces in it; it is sent again when what surrounds these changes."""
        self.pieces[name] = ""  # a frame comes before its pieces
        self.pieces[name] = caller()
        return _hole(name)


@cache
def _hole(name: str) -> Markup:
    return Markup(f"{HOLE}{name}{HOLE}")


def drawn_part(part: Part, parts: Mapping[str, Part]) -> Markup:
    """The HTML of a part, with those that belong into its holes."""
    if isinstance(part, Piece):
        return kept(part.macro, *part.facts)
    texts = part.split(HOLE)
    texts[1::2] = [drawn_part(parts[name], parts) for name in texts[1::2]]
    return Markup("".join(texts))


def changed_parts(parts: Mapping[str, Part], known: Mapping[str, Part]) -> Iterator[Markup]:
    """The HTML of the parts that are not as they are known; what has holes comes before what belongs into them."""
    within: set[str] = set()
    for name, part in parts.items():
        if name in within or known.get(name) != part:
            if name not in within:
                yield drawn_part(part, parts)
            if isinstance(part, str):
                within.update(part.split(HOLE)[1::2])


def kept(macro: Callable[..., Markup], *facts: Any) -> Markup:
    """What a macro draws of these facts, drawn once: most of a board stays as it is from move to move."""
    try:
        hash(facts)
    except TypeError:
        facts = _fixed(facts)
    return _kept(macro, facts)


@lru_cache(maxsize=PIECES_KEPT)
def _kept(macro: Callable[..., Markup], facts: tuple[Any, ...]) -> Markup:
    return macro(*facts)


def _fixed(value: Any) -> Any:
    """Lists as tuples, so that they can be looked up; tuples with names keep these."""
    return tuple(map(_fixed, value)) if type(value) in (list, tuple) else value
