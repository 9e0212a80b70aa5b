"""The cards and actions of Ahadi as numbers, and their notation.

| action | number | text |
|---|---|---|
| play a card | suit * 7 + number - 1 | `F5`: fish 5 |
| lay a card down as a promise | 28 + the card | `F5!` |
"""

import re

from mezani.engine.state import State
from mezani.game import NoMove

SUITS = 4
SEATS = 4  # at most
HANDS = 4  # of a game, at most
NUMBERS = 7  # of a suit, if the game is not played with fewer
CARDS = 28
PROMISE = 28
ACTIONS = 56

NONE = -1

FOR_KEEPING = 3  # points for a promise that was kept
FOR_TRICK = 2  # and for each trick of it

PROMISING, TRICKS = 0, 1  # the phases of a hand

LETTERS = "DFPM"  # dhows, fish, palms, moons

MOVE = re.compile(r"([DFPM])([1-7])(!?)")


def card_text(card: int) -> str:
    """The notation of a card.

    >>> card_text(11)
    'F5'
    """
    return f"{LETTERS[card // NUMBERS]}{card % NUMBERS + 1}"


def action_text(state: State, action: int) -> str:
    """The notation of an action; it is the same in every position."""
    if not 0 <= action < ACTIONS:
        raise ValueError(f"there is no action {action}: they are numbered 0 to {ACTIONS - 1}")
    return card_text(action) if action < PROMISE else f"{card_text(action - PROMISE)}!"


def parse_action(state: State, text: str) -> int:
    """The action of a notation, in upper or lower case."""
    match = MOVE.fullmatch(text.strip().upper())
    if not match:
        raise NoMove(
            "“{text}” is not a move: write a card, a suit (D, F, P, M) and a number from 1 to 7, such as F5; "
            "F5! lays it down as your promise.",
            text=text,
        )
    card = LETTERS.index(match[1]) * NUMBERS + int(match[2]) - 1
    return PROMISE + card if match[3] else card
