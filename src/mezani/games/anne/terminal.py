"""ANNE! as a picture made of text, for the terminal."""

from collections.abc import Sequence

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from mezani.games.anne.actions import CARD, LETTERS, TRICKS, parse_card
from mezani.games.anne.rules import Anne
from mezani.games.anne.view import AnneView, sorted_hand
from mezani.games.anne.words.sentences import label, suit_name
from mezani.games.common.terminal import (
    Deck,
    Picture,
    Suit,
    last_trick,
    playing_order,
    score_sheet,
    seat_name,
    trick_picture,
)
from mezani.language import Language

DECK = Deck(
    [
        Suit("C", "◆", "bright_cyan"),
        Suit("G", "▲", "yellow"),
        Suit("M", "♣", "bright_red"),
        Suit("D", "●", "green"),
    ]
)


def thing(notation: str, lang: Language) -> Text:
    """A card or a suit within a sentence."""
    return DECK.thing(notation)


def picture(view: AnneView, legal: Sequence[str], lang: Language, names: Sequence[str]) -> RenderableType:
    """The table as the view's seat sees it; `legal` are the notations of its legal moves."""
    parts: list[RenderableType] = [heading(view, lang), trumps(view, lang, names), seats(view, lang, names)]
    if any(view.trick):
        parts.append(trick(view, lang, names))
    if view.hand:
        parts.append(hand(view, legal))
    return Group(*parts)


def heading(view: AnneView, lang: Language) -> Text:
    _ = lang.gettext
    text = _("Hand {hand} of {hands}").format(hand=view.hand_number, hands=view.players)
    if view.phase != "predictions":
        tricks = 12 if view.players == 3 else 10
        number = min(max(view.trick_number, 1), tricks)
        text += " · " + _("trick {trick} of {tricks}").format(trick=number, tricks=tricks)
    return Text(text, "bold")


def order(view: AnneView) -> list[int]:
    """The suits as the display of trumps ranks them."""
    return [LETTERS.index(card[0]) for card in view.trumps]


def trumps(view: AnneView, lang: Language, names: Sequence[str]) -> RenderableType:
    _ = lang.gettext
    table = Table.grid(padding=(0, 2, 0, 0))
    display = Text(" > ").join(Text("★") + DECK.thing(card) for card in view.trumps)
    table.add_row(Text(_("Trumps"), "dim"), display)
    table.add_row(Text(_("Heap"), "dim"), DECK.counts(view.heap, order(view)))
    if any(view.tricks) and view.last_winner is not None:
        from_heap = DECK.thing(view.last_taken) if view.last_taken else None
        told = last_trick(DECK, view, [None] * view.players, lang, names, from_heap)
        table.add_row(Text(_("Last trick"), "dim"), Columns(told, padding=(0, 2)))
    return table


def seats(view: AnneView, lang: Language, names: Sequence[str]) -> Table:
    _ = lang.gettext
    table = Table(box=None, header_style="dim", padding=(0, 2, 0, 0))
    for title in ("", _("hand"), _("taken"), _("most"), _("fewest"), _("now"), _("total")):
        table.add_column(title)
    for seat in range(view.players):
        name = names[seat] + (" " + _("(dealer)") if seat == view.dealer else "")
        most, fewest = view.predictions[seat] or ("", "")
        made = "✓" if view.predicted[seat] else "…"
        now = view.points_now[seat] if view.points_now else ""
        table.add_row(
            seat_name(view, seat, name),
            DECK.backs(view.hands[seat], order(view)),
            DECK.counts(view.won[seat], order(view)),
            DECK.thing(most) if most else Text(made, "dim"),
            DECK.thing(fewest) if fewest else Text(made, "dim"),
            Text(str(now), "italic"),
            Text(str(view.scores[seat]), "bold"),
        )
    return table


def trick(view: AnneView, lang: Language, names: Sequence[str]) -> RenderableType:
    """The cards of the trick in playing order: who led, who is winning."""
    order = playing_order(view.players, view.leader)
    return DECK.row([trick_picture(view, seat, lang, names, mark=mark(view, view.trick[seat])) for seat in order])


def mark(view: AnneView, card: str | None) -> str:
    """The star of a super-trump."""
    return "★" if card in view.trumps else ""


def in_order(state: Anne, seat: int, legal: Sequence[int]) -> list[int]:
    """The legal moves as they are numbered: cards as they lie in the hand."""
    place = {card: number for number, card in enumerate(sorted_hand(state, seat))}
    return sorted(legal, key=lambda action: (place.get(action, 0), action))


def numbers_moves(state: Anne) -> bool:
    """Whether the hand shows the numbers of the moves."""
    return state.phase == TRICKS


def hand(view: AnneView, legal: Sequence[str]) -> RenderableType:
    """The seat's own cards, legal ones bright and numbered."""
    playing = view.to_move == view.seat and view.phase == "tricks"
    numbers = {card: str(number) for number, card in enumerate(legal, 1)}
    pictures = [
        Picture(
            card,
            numbers.get(card, "·") if playing else "",
            mark(view, card),
            dimmed=playing and card not in numbers,
        )
        for card in view.hand
    ]
    return DECK.row(pictures)


def sheet(view: AnneView, lang: Language, names: Sequence[str]) -> RenderableType:
    """The score sheet."""
    _ = lang.gettext
    rows = [(_("Hand {number}").format(number=number), points) for number, points in enumerate(view.sheet, 1)]
    return score_sheet(names, rows, (_("Total"), view.scores))


def about(state: Anne, name: str, lang: Language) -> RenderableType | None:
    """What a card is, by its notation: its suit in words, and whether it is a super-trump."""
    card = CARD.fullmatch(name.strip().upper())
    return Text(label(state, parse_card(card[0]), lang)) if card else None


def explanation(lang: Language) -> str:
    """How moves are written, for the terminal's help."""
    _ = lang.gettext
    suits = ", ".join(f"{letter} {suit_name(number, lang)}" for number, letter in enumerate(LETTERS))
    return _(
        "A card is a letter and a number: C9. The suits: {suits}. "
        "+C-G predicts most crystals and fewest gold. xD takes dragon eggs from the heap."
    ).format(suits=suits)
