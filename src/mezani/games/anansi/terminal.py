"""Anansi as a picture made of text, for the terminal."""

from collections.abc import Sequence

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from mezani.games.anansi.actions import BONUSES, CARD_TEXTS, CARDS, GAIN, LETTERS, ROUNDS, parse_card
from mezani.games.anansi.rules import Anansi, icons_of
from mezani.games.anansi.view import AnansiView, RoundScore, sorted_cards
from mezani.games.anansi.words.sentences import label, suit_name, supply_text
from mezani.games.common.terminal import (
    Deck,
    Picture,
    Suit,
    card_line,
    last_trick,
    playing_order,
    score_sheet,
    seat_name,
    trick_picture,
)
from mezani.language import Language

DECK = Deck(
    [
        Suit("L", "◆", "yellow"),
        Suit("H", "▲", "bright_red"),
        Suit("S", "§", "green"),
    ]
)


def thing(notation: str, lang: Language) -> Text:
    """A card or a suit within a sentence."""
    return DECK.thing(notation)


def picture(view: AnansiView, legal: Sequence[str], lang: Language, names: Sequence[str]) -> RenderableType:
    """The table as the view's seat sees it; `legal` are the notations of its legal moves."""
    parts: list[RenderableType] = [heading(view, lang), table_cards(view, lang, names), seats(view, lang, names)]
    if view.winning is not None:
        parts.append(trick(view, lang, names))
    if view.hand:
        parts.append(hand(view, legal))
    return Group(*parts)


def heading(view: AnansiView, lang: Language) -> Text:
    _ = lang.gettext
    said = _("Round {number} of {rounds}").format(number=view.round_number, rounds=ROUNDS)
    tricks = 8 if view.players == 5 else 10
    said += " · " + _("trick {trick} of {tricks}").format(trick=view.trick_number, tricks=tricks)
    said += " · " + _("trickster bonus {number}").format(number=BONUSES[view.round_number - 1])
    said += " · " + supply_text(view.supply, lang)
    return Text(said, "bold")


def table_cards(view: AnansiView, lang: Language, names: Sequence[str]) -> RenderableType:
    """The trump display from left to right, the cards that are out, and the last trick."""
    _ = lang.gettext
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_row(Text(_("Trump display"), "dim"), Text("   ").join(column(view, place) for place in range(3)))
    if view.out:
        table.add_row(Text(_("Out"), "dim"), card_line(DECK, view.out))
    if any(view.stacks):
        told = last_trick(DECK, view, view.last_laid, lang, names)
        table.add_row(Text(_("Last trick"), "dim"), Columns(told, padding=(0, 2)))
    return table


def column(view: AnansiView, place: int) -> Text:
    """A trump card and the numbers of the cards below it; the trump is framed."""
    suit, cards = view.order[place], view.display[place]
    text = DECK.thing(suit) + Text(": " + (" ".join(card[1:] for card in cards) or "–"))
    return Text("▐", "bold") + text + Text("▌", "bold") if suit == view.trump else text


def seats(view: AnansiView, lang: Language, names: Sequence[str]) -> Table:
    _ = lang.gettext
    table = Table(box=None, header_style="dim", padding=(0, 2, 0, 0))
    for title in ("", _("hand"), _("followers"), _("story stacks"), _("if over now"), _("points")):
        table.add_column(title)
    for seat in range(view.players):
        inspired = view.inspired[seat]
        table.add_row(
            seat_name(view, seat, names[seat]),
            Text("▮" * view.hand_sizes[seat], "dim"),
            counted(view.followers[seat], inspired, "●", "○"),
            counted(view.stacks[seat], inspired, "■", "□"),
            Text(points_text(view.now[seat]) if view.now else "", "italic"),
            Text(str(view.scores[seat]), "bold"),
        )
    return table


def counted(number: int, inspired: int, full: str, empty: str) -> Text:
    """How many followers or stacks; the inspired ones, and the stacks that inspire them, are full."""
    return Text(f"{number:>2}  {full * inspired}{empty * (number - inspired)}")


def trick(view: AnansiView, lang: Language, names: Sequence[str]) -> RenderableType:
    """The cards of the trick in playing order, and across, those that were laid to gain followers."""
    return DECK.row([laid_or_added(view, seat, lang, names) for seat in playing_order(view.players, view.leader)])


def laid_or_added(view: AnansiView, seat: int, lang: Language, names: Sequence[str]) -> Picture:
    _ = lang.gettext
    laid = view.laid[seat]
    if laid:
        return Picture(laid, f"{names[seat]}\n" + _("gains"), signs=icons(laid), across=True)
    return trick_picture(view, seat, lang, names, signs=icons(view.trick[seat]))


def icons(card: str | None) -> str:
    """A dot for each follower that a card gains."""
    return "●" * icons_of(parse_card(card)) if card else ""


def in_order(state: Anansi, seat: int, legal: Sequence[int]) -> list[int]:
    """The legal moves as they are numbered: cards to add as they lie in the hand, then the same to gain followers."""
    place = {card: number for number, card in enumerate(sorted_cards(state, state.hands[seat]))}
    return sorted(legal, key=lambda action: (action // CARDS, place[action % CARDS]))


def numbers_moves(state: Anansi) -> bool:
    """Whether the hand shows the numbers of the moves."""
    return True


def hand(view: AnansiView, legal: Sequence[str]) -> RenderableType:
    """The seat's own cards; under each the number of adding it and, with ^, of gaining followers with it."""
    playing = view.to_move == view.seat
    numbers = {move: str(number) for number, move in enumerate(legal, 1)}
    pictures = []
    for card in view.hand:
        gain = f"\n{numbers[card + '^']}^" if card + "^" in numbers else ""
        under = numbers.get(card, "·") + gain if playing else ""
        pictures.append(Picture(card, under, signs=icons(card), dimmed=playing and not gain and card not in numbers))
    return DECK.row(pictures)


def sheet(view: AnansiView, lang: Language, names: Sequence[str]) -> RenderableType:
    """The score sheet."""
    _ = lang.gettext
    rows = [
        (_("Round {number}").format(number=number), [points_text(score) for score in scores])
        for number, scores in enumerate(view.sheet, 1)
    ]
    return score_sheet(names, rows, (_("Total"), view.scores))


def points_text(score: RoundScore) -> str:
    return f"{score.scored} + {score.bonus}" if score.bonus else str(score.scored)


def about(state: Anansi, name: str, lang: Language) -> RenderableType | None:
    """What a card is, by its notation: its suit in words, and the followers that it gains."""
    card = name.strip().upper()
    return Text(label(state, parse_card(card) + GAIN, lang)) if card in CARD_TEXTS else None


def explanation(lang: Language) -> str:
    """How moves are written, for the terminal's help."""
    _ = lang.gettext
    suits = ", ".join(f"{letter} {suit_name(number, lang)}" for number, letter in enumerate(LETTERS))
    return _(
        "A card is a letter and a number: L7. The suits: {suits}. L7^ gains followers with it; "
        "the dots on a card are its follower icons."
    ).format(suits=suits)
