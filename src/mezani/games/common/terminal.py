"""Cards and tricks as pictures made of text, for the terminal."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from mezani.language import Language

WIDTH = 5
DIM = "dim"


class TrickView(Protocol):
    """What the view of a trick-taking game holds of its tricks; lists are by seat."""

    @property
    def players(self) -> int: ...
    @property
    def to_move(self) -> int | None: ...
    @property
    def leader(self) -> int | None: ...
    @property
    def trick(self) -> Sequence[str | None]: ...
    @property
    def winning(self) -> int | None: ...
    @property
    def last_leader(self) -> int | None: ...
    @property
    def last_trick(self) -> Sequence[str | None]: ...
    @property
    def last_winner(self) -> int | None: ...


@dataclass(frozen=True)
class Suit:
    """How a suit is printed: the letter of the notation, a symbol, and a colour."""

    letter: str
    symbol: str
    style: str


@dataclass(frozen=True)
class Picture:
    """One card to be drawn: its notation (None: an empty place), what stands on and under it, and how it lies."""

    card: str | None
    under: str = ""
    mark: str = ""  # one character beside the number
    signs: str = ""  # up to three on the lower edge
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
        top, side, edge = ("╔═══╗", "║", "╚{:═<3}╝") if picture.framed else ("╭───╮", "│", "╰{:─<3}╯")
        number, mark = picture.card[1:], picture.mark or " "
        if picture.across:
            lines = ("", "╭────╮", f"│{suit.symbol} {number:<2}│", f"╰{picture.signs:─<4}╯")
        else:
            bottom = edge.format(picture.signs)
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


# Tricks


def playing_order(players: int, leader: int | None) -> list[int]:
    """The seats from the leader on.

    >>> playing_order(4, 2)
    [2, 3, 0, 1]
    """
    return [((leader or 0) + step) % players for step in range(players)]


def trick_picture(
    view: TrickView, seat: int, lang: Language, names: Sequence[str], mark: str = "", signs: str = ""
) -> Picture:
    """What a seat has played to the trick: whether it led, whether it is winning."""
    _ = lang.gettext
    card = view.trick[seat]
    if card is None:
        return Picture(None, names[seat])
    flags = [_("led")] * (seat == view.leader) + [_("winning")] * (seat == view.winning)
    under = names[seat] + (f"\n{', '.join(flags)}" if flags else "")
    return Picture(card, under, mark, signs, framed=seat == view.winning)


def last_trick(
    deck: Deck,
    view: TrickView,
    laid: Sequence[str | None],
    lang: Language,
    names: Sequence[str],
    extra: Text | None = None,
) -> list[Text]:
    """The last trick from its leader on; `laid` are cards that lay beside it, `extra` went to the winner."""
    _ = lang.gettext
    told = []
    for seat in playing_order(view.players, view.last_leader):
        added, beside = view.last_trick[seat], laid[seat]
        shown = deck.thing(added) if added else Text("↳ ") + deck.thing(beside) if beside else Text("–")
        flags = [Text(_("led"))] * (seat == view.last_leader) + [Text(_("took it"))] * (seat == view.last_winner)
        if extra and seat == view.last_winner:
            flags.append(Text("+ ") + extra)
        told.append(Text(f"{names[seat]} ") + shown)
        if flags:
            told[-1] += Text(" (") + Text(", ").join(flags) + Text(")")
    return told


def seat_name(view: TrickView, seat: int, name: str) -> Text:
    """A player's name in a table of the seats, with a sign if it is their turn."""
    turn = seat == view.to_move
    return Text(f"▸ {name}" if turn else f"  {name}", "bold" if turn else "")


def card_line(deck: Deck, cards: Iterable[str | None]) -> Text:
    """Cards in a line, empty places left out."""
    return Text("  ").join(deck.thing(card) for card in cards if card)
