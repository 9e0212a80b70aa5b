"""Ahadi as a picture made of text, for the terminal."""

from collections.abc import Sequence

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
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ahadi.actions import LETTERS, MOVE, PROMISE, PROMISING, parse_action
from ahadi.rules import Ahadi
from ahadi.view import AhadiView, Reckoning, sorted_hand
from ahadi.words.sentences import label, suit_name, suit_title, tricks_text

DECK = Deck(
    [
        Suit("D", "▲", "bright_red"),
        Suit("F", "◆", "bright_cyan"),
        Suit("P", "♣", "green"),
        Suit("M", "●", "yellow"),
    ]
)


def thing(notation: str, lang: Language) -> Text:
    """A card within a sentence."""
    return DECK.thing(notation)


def picture(view: AhadiView, legal: Sequence[str], lang: Language, names: Sequence[str]) -> RenderableType:
    """The table as the view's seat sees it; `legal` are the notations of its legal moves."""
    parts: list[RenderableType] = [heading(view, lang), about_hand(view, lang, names), seats(view, lang, names)]
    if any(view.trick):
        order = playing_order(view.players, view.leader)
        parts.append(DECK.row([trick_picture(view, seat, lang, names) for seat in order]))
    if view.hand:
        parts.append(hand(view, legal, lang))
    return Group(*parts)


def heading(view: AhadiView, lang: Language) -> Text:
    _ = lang.gettext
    text = _("Hand {hand} of {hands}").format(hand=view.hand_number, hands=view.hands)
    if view.phase == "tricks":
        number, tricks = max(view.trick_number, 1), view.numbers - 1
        text += " · " + _("trick {trick} of {tricks}").format(trick=number, tricks=tricks)
    return Text(text, "bold")


def about_hand(view: AhadiView, lang: Language, names: Sequence[str]) -> RenderableType:
    """Trumps, the viewer's promise, and the last trick."""
    _ = lang.gettext
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_row(Text(_("Trumps"), "dim"), trump(view, lang))
    if view.promise:
        own = DECK.thing(view.promise) + Text(f" ({promise_text(view, view.promise, lang)})")
        table.add_row(Text(_("Your promise"), "dim"), own)
    if any(view.tricks):
        told = last_trick(DECK, view, [None] * view.players, lang, names)
        table.add_row(Text(_("Last trick"), "dim"), Columns(told, padding=(0, 2)))
    return table


def trump(view: AhadiView, lang: Language) -> Text:
    if view.trump is None:
        return Text(lang.gettext("none in this hand"))
    suit = DECK.suits[view.trump]
    return Text(f"{suit.symbol} {suit_title(LETTERS.index(view.trump), lang)}", suit.style)


def promise_text(view: AhadiView, card: str, lang: Language) -> str:
    """How many tricks a card promises."""
    number = int(card[1:])
    return tricks_text(0 if number == view.numbers else number, lang)


def seats(view: AhadiView, lang: Language, names: Sequence[str]) -> Table:
    _ = lang.gettext
    table = Table(box=None, header_style="dim", padding=(0, 2, 0, 0))
    for title in ("", _("cards"), _("promise"), _("tricks"), _("total")):
        table.add_column(title)
    for seat in range(view.players):
        name = names[seat] + (" " + _("(dealer)") if seat == view.dealer else "")
        table.add_row(
            seat_name(view, seat, name),
            Text("▯" * view.sizes[seat]),
            Text("▮" if view.promised[seat] else "…", "dim"),
            Text(str(view.tricks[seat])),
            Text(str(view.scores[seat]), "bold"),
        )
    return table


def in_order(state: Ahadi, seat: int, legal: Sequence[int]) -> list[int]:
    """The legal moves as they are numbered: cards as they lie in the hand."""
    place = {card: number for number, card in enumerate(sorted_hand(state, seat))}
    return sorted(legal, key=lambda action: place.get(action % PROMISE, 0))


def numbers_moves(state: Ahadi) -> bool:
    """The hand shows the numbers of the moves; what a card promises is told in the list."""
    return state.phase != PROMISING


def hand(view: AhadiView, legal: Sequence[str], lang: Language) -> RenderableType:
    """The seat's own cards, legal ones bright and numbered."""
    numbers = {text.removesuffix("!"): str(number) for number, text in enumerate(legal, 1)}
    pictures = [
        Picture(card, numbers.get(card, "·") if numbers else "", dimmed=bool(numbers) and card not in numbers)
        for card in view.hand
    ]
    return DECK.row(pictures)


def sheet(view: AhadiView, lang: Language, names: Sequence[str]) -> RenderableType:
    """The score sheet: promise, tricks and points of every hand."""
    _ = lang.gettext
    rows = [
        (_("Hand {number}").format(number=number), [reckoned(one) for one in hand])
        for number, hand in enumerate(view.sheet, 1)
    ]
    return score_sheet(names, rows, (_("Total"), view.scores))


def reckoned(one: Reckoning) -> str:
    """A promise, what came of it, and its points."""
    return f"{one.promised} {'=' if one.kept else '≠'} {one.tricks}: {one.points}"


def about(state: Ahadi, name: str, lang: Language) -> RenderableType | None:
    """What a card promises, by its notation."""
    card = name.strip().upper().removesuffix("!")
    return Text(label(state, parse_action(state, card + "!"), lang)) if MOVE.fullmatch(card) else None


def explanation(lang: Language) -> str:
    """How moves are written, for the terminal's help."""
    suits = ", ".join(f"{letter} {suit_name(number, lang)}" for number, letter in enumerate(LETTERS))
    return lang.gettext(
        "A card is a letter and a number: F5. The suits: {suits}. F5! lays the card down as your promise."
    ).format(suits=suits)
