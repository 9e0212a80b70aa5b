"""Positions of Anansi in a line."""

import mezani
from mezani.engine.bits import bit
from mezani.games.anansi import GAME
from mezani.games.anansi.actions import LETTERS, parse_card
from mezani.games.anansi.rules import Anansi


def cards(text: str) -> int:
    """A set of cards from its notation."""
    return sum(bit(parse_card(card)) for card in text.split())


def position(*hands: str, display: str = "S6 S8", order: str = "LHS", leader: int = 0, in_round: int = 1) -> Anansi:
    """A trick is about to be led; the display makes the trump."""
    dealt = " ".join([*hands, display]).split()
    assert len(dealt) == len(set(dealt)), "a card in two places"
    state = Anansi(len(hands), seed=1)
    state.hands = [cards(hand) for hand in hands] + [0] * (5 - len(hands))
    state.display = cards(display)
    state.order = [LETTERS.index(letter) for letter in order]
    state.trump = max(state.order, key=lambda suit: display.count(LETTERS[suit]))
    state.out = 0
    state.round_number = in_round - 1
    state.seat = state.leader = state.winning = leader
    return state


def play(state: Anansi, moves: str) -> Anansi:
    """Play moves in their notation."""
    for move in moves.split():
        GAME.play_text(state, move)
    return state


def legal(state: Anansi) -> str:
    """The legal moves in their notation."""
    return " ".join(GAME.action_text(state, action) for action in state.legal_actions())


def finished(followers: list[list[int]], stacks: list[list[int]]) -> Anansi:
    """A game that is over, by the followers and stacks of each round."""
    state = Anansi(len(followers[0]), seed=1)
    mezani.playout(state, mezani.Rng(1))
    missing = [0] * (5 - state.players)
    state.followers = [number for row in followers for number in row + missing]
    state.stacks = [number for row in stacks for number in row + missing]
    return state


def last_trick_of_round(followers: list[int], stacks: list[int], in_round: int = 1) -> Anansi:
    """Everybody has one card left, and the first seat will take the trick with it."""
    players = len(followers)
    state = position(*[f"S{14 - seat}" for seat in range(players)], in_round=in_round)
    first = 5 * (in_round - 1)
    state.followers = [0] * first + followers + [0] * (15 - first - players)
    state.stacks = [0] * first + stacks + [0] * (15 - first - players)
    state.supply = 36 - sum(followers)
    return state
