"""Positions of Ahadi in a line, and what holds in every position."""

from mezani.engine.bits import bit, count, members

from ahadi import GAME
from ahadi.actions import NONE, TRICKS, card_text
from ahadi.rules import Ahadi, cards_of


def cards(text: str) -> int:
    """A set of cards from its notation."""
    return sum(bit(card(one)) for one in text.split())


def card(text: str) -> int:
    """A card from its notation."""
    return GAME.parse_action(GAME.new(4, 1), text)


def trick_position(*hands: str, promises: str, trump: str = "D", leader: int = 0) -> Ahadi:
    """The tricks of a hand: promises are made, nothing is played yet, and the leader leads."""
    state = Ahadi(len(hands), seed=1, single_hand=True)
    state.hands = [cards(hand) for hand in hands] + [0] * (4 - len(hands))
    state.promises = [card(one) for one in promises.split()] + [NONE] * (4 - len(hands))
    state.trump = "DFPM".find(trump) if trump else NONE
    state.phase = TRICKS
    state.seat = state.leader = leader
    return state


def play(state: Ahadi, moves: str) -> Ahadi:
    """Play moves in their notation."""
    for move in moves.split():
        GAME.play_text(state, move)
    return state


def legal_texts(state: Ahadi) -> list[str]:
    return [GAME.action_text(state, action) for action in state.legal_actions()]


def hand_of(state: Ahadi, seat: int) -> list[str]:
    return [card_text(one) for one in members(state.hands[seat])]


def sound(state: Ahadi) -> None:
    """Each card is in one place, hands are as large as they should be, and nobody holds a suit that they lack."""
    laid = [bit(promise) for promise in state.promises if promise != NONE]
    places = [*state.hands[: state.players], *laid, state.shown]
    together = 0
    for place in places:
        assert not together & place
        together |= place
    assert not together & ~state.deck()
    if state.is_over:
        return
    held = zip(state.hands[: state.players], state.trick, state.promises, strict=False)
    assert len({count(hand) + (trick != NONE) + (promise != NONE) for hand, trick, promise in held}) == 1
    for seat in range(state.players):
        for suit in range(4):
            assert not (state.lacks[seat] & (1 << suit) and state.hands[seat] & cards_of(suit))
