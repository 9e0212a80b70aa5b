"""The perspective of a viewer: what is drawn for all has gaps, which are filled differently for each screen.

A gap stands for where a seat is as the viewer sees it, for what its player is called, for words that only they get, or
for a clock, which has gone on whenever it is looked at.
"""

from collections.abc import Callable, Sequence
from functools import cache, lru_cache

from markupsafe import Markup, escape

from mezani.web.templating import as_markup

GAP = "\1"
LEFT_OUT = ""  # a gap in which nothing belongs
WORDS_KEPT = 1000
SHORT = 40  # what a gap may say to be kept; more is read anew each time
RINGS = {1: "s", 2: "s n", 3: "s w e", 4: "s w n e", 5: "s w nw ne e"}  # clockwise from the viewer in the south


@cache
def spot_of(seat: int) -> Markup:
    """Where a seat is, the viewer at `s`."""
    return Markup(f"{GAP}spot {seat}{GAP}")


@cache
def name_of(seat: int) -> Markup:
    """What the player of a seat is called; the viewer is "You"."""
    return Markup(f"{GAP}name {seat}{GAP}")


@cache
def clock_of(seat: int, is_copy: bool = False) -> Markup:
    """The clock of a seat, if there is one; a copy where a board shows it in a second place."""
    return Markup(f"{GAP}{'copy' if is_copy else 'clock'} {seat}{GAP}")


@lru_cache(WORDS_KEPT)
def if_mine(seat: int, text: str) -> Markup:
    """Words for the viewer of this seat only."""
    return Markup(f"{GAP}mine {seat} {escape(text)}{GAP}")


@lru_cache(WORDS_KEPT)
def if_others(seat: int, text: str) -> Markup:
    """Words for everybody but the viewer of this seat."""
    return Markup(f"{GAP}rest {seat} {escape(text)}{GAP}")


@lru_cache(WORDS_KEPT)
def mine_or_name(seat: int, text: str) -> Markup:
    """Words for the viewer of this seat, and its name for all others."""
    return Markup(f"{GAP}else {seat} {escape(text)}{GAP}")


class Perspective(dict[str, str]):
    """How one viewer sees the table: what belongs into each gap. A spectator sees it from seat 0."""

    def __init__(self, seat: int | None, called: Sequence[str]) -> None:
        super().__init__({LEFT_OUT: ""})
        self.seat = seat
        self.called = list(called)
        self.draw_clock: Callable[[int, bool], str] | None = None  # as it is at the moment
        ring = RINGS.get(len(called), "").split()
        me = seat or 0
        for number, name in enumerate(called):
            self[f"name {number}"] = str(escape(name))
            self[f"spot {number}"] = ring[number - me] if ring else ""

    def __missing__(self, gap: str) -> str:
        kind, seat, text = (*gap.split(" ", 2), "")[:3]
        if kind in ("clock", "copy"):
            return self.draw_clock(int(seat), kind == "copy") if self.draw_clock else ""
        is_said = (int(seat) == self.seat) != (kind == "rest")
        words = text if is_said else self[f"name {seat}"] if kind == "else" else ""
        if len(gap) < SHORT:
            self[gap] = words
        return words

    def is_like(self, other: "Perspective | None") -> bool:
        """Whether another perspective fills all gaps alike."""
        return other is self or (other is not None and other.is_of(self.seat, self.called))

    def is_of(self, seat: int | None, called: Sequence[str]) -> bool:
        """Whether this is how somebody at a seat sees players who are called so."""
        return self.seat == seat and self.called == called

    def filled(self, html: str) -> Markup:
        """A text with its gaps filled."""
        texts = html.split(GAP)
        if self.draw_clock:
            _leave_out_second_clocks(texts)
        texts[1::2] = [self[gap] for gap in texts[1::2]]
        return as_markup("".join(texts))


def _leave_out_second_clocks(texts: list[str]) -> None:
    """A seat that is sent brings its clock along: it is not drawn once more by itself."""
    drawn = set()
    for number in [number for number in range(1, len(texts), 2) if texts[number][:5] == "clock"]:
        gap = texts[number]
        texts[number] = LEFT_OUT if gap in drawn else gap
        drawn.add(gap)
