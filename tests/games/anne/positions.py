"""Positions of ANNE! in a line."""

from mezani.engine.bits import bit
from mezani.games.anne import GAME
from mezani.games.anne.actions import LETTERS, TRICKS, parse_card
from mezani.games.anne.rules import Anne, suit_of

RULEBOOK_TRUMPS = "M10 D9 C2 G1"  # the display of trumps of the rulebook's running example


def cards(text: str) -> int:
    """A set of cards from its notation."""
    return sum(bit(parse_card(card)) for card in text.split())


def trick_position(*hands: str, trumps: str = RULEBOOK_TRUMPS, leader: int = 0, heap: str = "") -> Anne:
    """The middle of a hand: predictions are made, nothing is played yet, and the leader leads."""
    state = Anne(len(hands), seed=1)
    state.hands = [cards(hand) for hand in hands] + [0] * (4 - len(hands))
    state.trumps = [parse_card(card) for card in trumps.split()]
    state.rank = [[suit_of(card) for card in state.trumps].index(suit) for suit in range(4)]
    state.most, state.fewest = [0] * 4, [1] * 4
    state.phase = TRICKS
    state.heap = cards(heap)
    state.seat = state.leader = leader
    return state


def play(state: Anne, moves: str) -> Anne:
    """Play moves in their notation."""
    for move in moves.split():
        GAME.play_text(state, move)
    return state


def taken(state: Anne, seat: int) -> dict[str, int]:
    """How many cards of each suit a seat has taken, suits without any left out."""
    return {LETTERS[suit]: n for suit in range(4) if (n := state.won[seat * 4 + suit])}


def scored(most: str, fewest: str, **counts: int) -> int:
    """The points for two predicted suits and the cards taken: scored("C", "G", C=4, M=1)."""
    state = trick_position("C1", "C3", "C4", "C5")
    state.most, state.fewest = [LETTERS.index(most)] * 4, [LETTERS.index(fewest)] * 4
    state.won = [counts.get(letter, 0) for letter in LETTERS] * 4
    return state.hand_points(0)
