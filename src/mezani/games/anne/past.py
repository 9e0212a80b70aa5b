"""What may be looked back at while a game of ANNE! runs: of older tricks the suits, which the backs show."""

from collections.abc import Sequence

from mezani.engine.bits import members
from mezani.game import Place
from mezani.games.anne.actions import LETTERS, TAKE, card_text
from mezani.games.anne.rules import Anne, suit_of
from mezani.games.anne.view import AnneView
from mezani.games.anne.view import view as full_view
from mezani.games.anne.words import sentences
from mezani.games.common.past import covered_view, is_older
from mezani.games.common.sentences import tell_card
from mezani.language import Language


def tricks_in_hands(players: int, hands: int) -> int:
    """How many tricks so many hands have."""
    return hands * (12 if players == 3 else 10)


def taken(state: Anne) -> int:
    """How many tricks of the game are taken."""
    return tricks_in_hands(state.players, state.hand_number) + sum(state.tricks)


def is_covered(place: Place, now: Anne) -> bool:
    if now.is_over or place.line < 0:
        return False
    hands_before = int(place.chapter.rpartition(" ")[2]) - 1
    return is_older(tricks_in_hands(now.players, hands_before) + place.line, taken(now))  # 5.8


def tell(before: Anne, action: int, after: Anne, seat: int | None, lang: Language, names: Sequence[str]) -> list[str]:
    lines = sentences.tell(before, action, after, seat, lang, names)
    if action < TAKE:
        suit, leads = LETTERS[suit_of(action)], before.seat == before.leader
        lines[0] = tell_card(suit, leads, before.seat == seat, names[before.seat], lang)
    return lines


def view(then: Anne, now: Anne, seat: int | None) -> AnneView:
    seen = full_view(then, seat)
    if now.is_over:
        return seen
    known = set() if seat is None else known_cards(then, now, seat)
    return covered_view(seen, taken(then), taken(now), known, back)


def back(card: str) -> str:
    """The back of a card shows its suit."""
    return card[0]


def known_cards(then: Anne, now: Anne, seat: int) -> set[str]:
    """The cards of a seat in the hand of an earlier position that it still sees: in hand and in the last two tricks."""
    cards: list[int] = []
    if then.hand_number == now.hand_number:
        cards = [*members(now.hands[seat]), now.trick[seat]]
    of_hand = taken(now) - tricks_in_hands(now.players, then.hand_number)
    if 0 < of_hand <= tricks_in_hands(now.players, 1):
        cards.append(now.last_trick[seat])
    return {card_text(card) for card in cards if card >= 0}
