"""What may be looked back at while a round of Anansi runs: of older tricks no card but those in the display."""

from collections.abc import Sequence

from mezani.engine.bits import members
from mezani.game import Place
from mezani.games.anansi.actions import GAIN, SEATS, card_text
from mezani.games.anansi.rules import Anansi
from mezani.games.anansi.view import AnansiView
from mezani.games.anansi.view import view as full_view
from mezani.games.anansi.words import sentences
from mezani.games.common.past import covered_view, is_older
from mezani.language import Language

BACK = "?"  # all story cards have the same


def taken(state: Anansi) -> int:
    """How many tricks of the round are taken."""
    first = state.round_number * SEATS
    return sum(state.stacks[first : first + SEATS])


def is_covered(place: Place, now: Anansi) -> bool:
    return not now.is_over and place.chapter == sentences.place(now).chapter and is_older(place.line, taken(now))  # 4.9


def tell(
    before: Anansi, action: int, after: Anansi, seat: int | None, lang: Language, names: Sequence[str]
) -> list[str]:
    lines = sentences.tell(before, action, after, seat, lang, names)
    if action < GAIN:
        lines[0] = tell_back(before.seat == before.leader, before.seat == seat, names[before.seat], lang)
    return lines


def tell_back(leads: bool, yours: bool, name: str, lang: Language) -> str:
    """That somebody has led or played a card that lies face down."""
    _ = lang.gettext
    if leads:
        said = _("You lead a card.") if yours else _("{name} leads a card.")
    else:
        said = _("You play a card.") if yours else _("{name} plays a card.")
    return said.format(name=name)


def view(then: Anansi, now: Anansi, seat: int | None) -> AnansiView:
    seen = full_view(then, seat)
    if now.is_over or then.round_number != now.round_number:
        return seen
    known = set() if seat is None else known_cards(now, seat)
    return covered_view(seen, taken(then), taken(now), known, lambda card: BACK)


def known_cards(now: Anansi, seat: int) -> set[str]:
    """The cards of a seat in this round that it still sees: in hand, in the last two tricks and in the display."""
    played = [card for card in (now.trick[seat], now.last_trick[seat]) if card >= 0]
    return {card_text(card) for card in [*members(now.hands[seat] | now.display | now.laid[seat]), *played]}
