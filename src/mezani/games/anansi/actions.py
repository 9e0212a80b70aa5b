"""The cards and actions of Anansi as numbers, and their notation.

| action | number | text |
|---|---|---|
| lead or add a card | suit * 14 + number - 1 | `L7`: leopard 7 |
| gain followers with a card | 42 + the same | `L7^` |
"""

from mezani.engine.state import State
from mezani.game import NoMove

NONE = -1
SUITS = 3
NUMBERS = 14
CARDS = 42
GAIN = 42
ACTIONS = 84

ROUNDS = 3
SEATS = 5  # at most
FOLLOWERS = 36
BONUSES = [2, 4, 7]  # of the trickster, in each round

LETTERS = "LHS"  # leopard, hornet, snake
CARDS_OF_SUIT = [0x3FFF << suit * NUMBERS for suit in range(SUITS)]  # the cards of each suit, as a set

CARD_TEXTS = [f"{letter}{number}" for letter in LETTERS for number in range(1, NUMBERS + 1)]
MOVES = {text: action for action, text in enumerate([*CARD_TEXTS, *(f"{card}^" for card in CARD_TEXTS)])}


def card_text(card: int) -> str:
    """The notation of a card.

    >>> card_text(6)
    'L7'
    """
    return CARD_TEXTS[card]


def parse_card(text: str) -> int:
    """The card of a notation."""
    if text not in CARD_TEXTS:
        raise NoMove("“{text}” is not a card: write a suit (L, H, S) and a number from 1 to 14, such as L7.", text=text)
    return CARD_TEXTS.index(text)


def action_text(state: State, action: int) -> str:
    """The notation of an action; it is the same in every position."""
    if 0 <= action < GAIN:
        return card_text(action)
    if GAIN <= action < ACTIONS:
        return card_text(action - GAIN) + "^"
    raise ValueError(f"there is no action {action}: they are numbered 0 to {ACTIONS - 1}")


def parse_action(state: State, text: str) -> int:
    """The action of a notation, in upper or lower case; ValueError tells what would be right."""
    number = MOVES.get(text.strip().upper())
    if number is None:
        raise NoMove("“{text}” is not a move: write a card to play (L7) or to gain followers with (L7^).", text=text)
    return number
