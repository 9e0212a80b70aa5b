"""Cards of a trick-taking game as pictures made of text."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

WIDTH = 5
DIM = "dim"


@dataclass(frozen=True)
class Suit:
    """How a suit is printed: the letter of the notation, a symbol, and a colour."""

    letter: str
    symbol: str
    style: str


@dataclass(frozen=True)
class Picture:
    """One card to be drawn: its notation (None: an empty place), what stands under it and on it, and how it lies."""

    card: str | None
    under: str = ""
    mark: str = ""  # one character
    dimmed: bool = False
    framed: bool = False
    across: bool = False


class Deck:
    """Draws the cards of a game."""

    def __init__(self, suits: Sequence[Suit]) -> None:
        self.suits: Mapping[str, Suit] = {suit.letter: suit for suit in suits}
        self.order = tuple(suits)

    def thing(self, notation: str) -> Text:
        """A card or a suit within a sentence: its symbol, and its notation."""
        suit = self.suits[notation[0]]
        return Text(f"{suit.symbol} {notation}", suit.style)

    def backs(self, counts: Sequence[int], order: Iterable[int]) -> Text:
        """A hand from behind: a symbol for each card, sorted by suit."""
        groups = [
            Text(self.order[suit].symbol * counts[suit], self.order[suit].style) for suit in order if counts[suit]
        ]
        return Text(" ").join(groups)

    def counts(self, counts: Sequence[int], order: Iterable[int]) -> Text:
        """How many cards of each suit."""
        parts = [Text(f"{self.order[suit].symbol} {counts[suit]}", self.order[suit].style) for suit in order]
        return Text("  ").join(parts)

    def row(self, pictures: Sequence[Picture]) -> RenderableType:
        """Cards side by side, each with the words under it."""
        table = Table.grid(padding=(0, 1, 0, 0))
        for picture in pictures:
            words = max(map(len, picture.under.split("\n")))
            table.add_column(justify="center", min_width=WIDTH, max_width=max(WIDTH, words), no_wrap=True)
        table.add_row(*(self.face(picture) for picture in pictures))
        table.add_row(*(Text(picture.under, DIM if picture.dimmed else "") for picture in pictures))
        return table

    def face(self, picture: Picture) -> RenderableType:
        """A card as a box of four lines."""
        if picture.card is None:
            return Group(*(Text(line, DIM) for line in ("╭╌╌╌╮", "╎   ╎", "╎   ╎", "╰╌╌╌╯")))
        suit = self.suits[picture.card[0]]
        style = f"{suit.style} {DIM}" if picture.dimmed else suit.style
        top, side, bottom = ("╔═══╗", "║", "╚═══╝") if picture.framed else ("╭───╮", "│", "╰───╯")
        number, mark = picture.card[1:], picture.mark or " "
        if picture.across:
            lines = ("", "╭────╮", f"│{suit.symbol} {number:<2}│", "╰────╯")
        else:
            lines = (top, f"{side}{number:<2}{mark}{side}", f"{side}{suit.symbol} {suit.letter}{side}", bottom)
        return Group(*(Text(line, style) for line in lines))


def score_sheet(
    names: Sequence[str], rows: Sequence[tuple[str, Sequence[object]]], totals: tuple[str, Sequence[int]]
) -> Table:
    """A score sheet: a row a round, the totals at the foot."""
    table = Table(show_footer=True, header_style="bold", footer_style="bold")
    table.add_column("", totals[0])
    for name, total in zip(names, totals[1], strict=True):
        table.add_column(name, str(total), justify="right")
    for title, points in rows:
        table.add_row(title, *map(str, points))
    return table
