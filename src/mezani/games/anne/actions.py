"""The cards and actions of ANNE! as numbers, and their notation.

| action | number | text |
|---|---|---|
| play a card | suit * 12 + number - 1 | `C9`: crystals 9 |
| take a suit from the heap | 48 + suit | `xD`: a dragon-eggs card |
| predict | 52 + a number for each pair of suits | `+C-G`: most crystals, fewest gold |
"""

import re

from mezani.engine.state import State
from mezani.game import NoMove

NONE = -1
SUITS = 4
SEATS = 4  # at most
HANDS = 4  # of a game, at most
CARDS = 48
TAKE = 48
PREDICT = 52
ACTIONS = 64

PREDICTING, TRICKS, HEAP = 0, 1, 2  # the phases of a hand

LETTERS = "CGMD"  # crystals, gold, mushrooms, dragon eggs

CARD = re.compile(r"([CGMD])(1[0-2]|[1-9])")
HEAP_SUIT = re.compile(r"x([CGMD])")
PREDICTION = re.compile(r"\+([CGMD])-([CGMD])")


def card_text(card: int) -> str:
    """The notation of a card.

    >>> card_text(8)
    'C9'
    """
    return f"{LETTERS[card // 12]}{card % 12 + 1}"


def parse_card(text: str) -> int:
    """The card of a notation."""
    match = CARD.fullmatch(text)
    if not match:
        raise NoMove(
            "“{text}” is not a card: write a suit (C, G, M, D) and a number from 1 to 12, such as C9.", text=text
        )
    return LETTERS.index(match[1]) * 12 + int(match[2]) - 1


def prediction(most: int, fewest: int) -> int:
    """The action that predicts these two different suits."""
    return PREDICT + most * 3 + fewest - (fewest > most)


def predicted_suits(action: int) -> tuple[int, int]:
    """The suits of most and of fewest that an action predicts; the inverse of `prediction`."""
    most, fewest = divmod(action - PREDICT, 3)
    return most, fewest + (fewest >= most)


def action_text(state: State, action: int) -> str:
    """The notation of an action; it is the same in every position."""
    if 0 <= action < TAKE:
        return card_text(action)
    if TAKE <= action < PREDICT:
        return f"x{LETTERS[action - TAKE]}"
    if PREDICT <= action < ACTIONS:
        most, fewest = predicted_suits(action)
        return f"+{LETTERS[most]}-{LETTERS[fewest]}"
    raise ValueError(f"there is no action {action}: they are numbered 0 to {ACTIONS - 1}")


def parse_action(state: State, text: str) -> int:
    """The action of a notation, in upper or lower case; ValueError tells what would be right."""
    typed = text.strip().upper().replace("X", "x")
    if match := HEAP_SUIT.fullmatch(typed):
        return TAKE + LETTERS.index(match[1])
    if match := PREDICTION.fullmatch(typed):
        most, fewest = LETTERS.index(match[1]), LETTERS.index(match[2])
        if most == fewest:
            raise NoMove("“{text}” predicts one suit twice: most and fewest must be different suits.", text=text)
        return prediction(most, fewest)
    if CARD.fullmatch(typed):
        return parse_card(typed)
    raise NoMove(
        "“{text}” is not a move: write a card (C9), a suit to take from the heap (xD) or a prediction (+C-G).",
        text=text,
    )
