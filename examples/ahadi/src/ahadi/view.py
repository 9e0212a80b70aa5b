"""What a seat of Ahadi may see: its own hand and promise, and what lies open."""

import msgspec
from mezani.engine.bits import count, members

from ahadi.actions import LETTERS, NONE, TRICKS, card_text
from ahadi.rules import Ahadi, suit_of

PHASES = ("promises", "tricks")


class Reckoning(msgspec.Struct, frozen=True):
    """How a seat has fared in a hand that is over."""

    promise: str  # the card
    promised: int
    tricks: int
    kept: bool
    points: int


class AhadiView(msgspec.Struct, frozen=True):
    """Lists by seat begin with seat 0."""

    players: int
    seat: int | None
    is_over: bool
    to_move: int | None
    phase: str
    hand_number: int
    hands: int  # of the game
    trick_number: int
    numbers: int  # the highest number of a suit: as a promise it says none
    suits: list[str]
    trump: str | None
    dealer: int
    hand: list[str]  # sorted by suit, trumps first, high to low
    sizes: list[int]  # how many cards everybody holds
    promise: str | None  # the viewer's own
    promised: list[bool]
    leader: int | None
    trick: list[str | None]
    winning: int | None
    tricks: list[int]
    played: list[str]  # the cards played in this hand
    last_leader: int | None
    last_trick: list[str | None]
    last_winner: int | None
    kept: list[int]  # promises kept so far
    sheet: list[list[Reckoning]]  # the hands that are over
    scores: list[int]
    winners: list[int]


def view(state: Ahadi, seat: int | None) -> AhadiView:
    """All that a seat, or a spectator, may see."""
    players, phase = state.players, state.phase
    hands, promises = state.hands, state.promises
    playing = not state.is_over and phase == TRICKS
    return AhadiView(
        players=players,
        seat=seat,
        is_over=bool(state.is_over),
        to_move=None if state.is_over else state.seat,
        phase=PHASES[phase],
        hand_number=min(state.hand_number, state.hands_in_game - 1) + 1,
        hands=state.hands_in_game,
        trick_number=sum(state.tricks) + playing,
        numbers=state.numbers,
        suits=list(LETTERS[: state.suits]),
        trump=LETTERS[state.trump] if state.trump >= 0 else None,
        dealer=state.dealer,
        hand=[] if seat is None else [card_text(card) for card in sorted_hand(state, seat)],
        sizes=[count(hand) for hand in hands[:players]],
        promise=card_text(promises[seat]) if seat is not None and promises[seat] != NONE else None,
        promised=[promise != NONE for promise in promises[:players]],
        leader=state.leader if playing else None,
        trick=[card_text(card) if card >= 0 else None for card in state.trick[:players]],
        winning=state.winning if playing and state.winning >= 0 else None,
        tricks=state.tricks[:players],
        played=[card_text(card) for card in members(state.shown)],
        last_leader=state.last_leader if state.last_leader >= 0 else None,
        last_trick=[card_text(card) if card >= 0 else None for card in state.last_trick[:players]],
        last_winner=state.last_winner if state.last_winner >= 0 else None,
        kept=[state.kept(other) for other in range(players)],
        sheet=[[reckoning(state, hand, other) for other in range(players)] for hand in range(state.hand_number)],
        scores=state.scores(),
        winners=state.winners(),
    )


def reckoning(state: Ahadi, hand: int, seat: int) -> Reckoning:
    card = state.promised[hand * 4 + seat]
    return Reckoning(
        promise=card_text(card),
        promised=state.tricks_promised(card),
        tricks=state.taken[hand * 4 + seat],
        kept=bool(state.is_kept(hand, seat)),
        points=state.hand_points(hand, seat),
    )


def sorted_hand(state: Ahadi, seat: int) -> list[int]:
    """A seat's cards by suit, trumps first, high to low."""
    return sorted(members(state.hands[seat]), key=lambda card: (suit_of(card) != state.trump, suit_of(card), -card))
