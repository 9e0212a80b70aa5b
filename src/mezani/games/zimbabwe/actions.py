r"""The squares and actions of The Great Zimbabwe as numbers, and their notation.

| action | number | text |
|---|---|---|
| a square: to build, to raise, to buy, to use up | (row - 1) * 18 + column | `f7` |
| a tile of 2 squares across, from its left square | 324 + square | `f7-` |
| a tile of 2 squares upright, from its upper square | 648 + square | `f7\|` |
| give | 972 + amount - 1 | `give5` |
| pass, build a monument, raise a monument, end the turn | 1272 to 1275 | `pass`, `build`, `raise`, `end` |
| choose a god | 1276 + god | `Eshu` |
| choose or use a specialist | 1288 + specialist | `shaman` |
| place a craftsman | 1293 + type | `potter` |
| set or change a price | 1300 + type * 3 + price - 1 | `potter=2` |
| a kind of resource | 1321 + kind | `clay` |
| put 2, 4 or 6 on the herd | 1325 to 1327 | `herd=4` |

A tile of 2x2 is laid by the square of its upper left corner, and a craftsman is chosen by the first square of its tile.
"""

import re

from mezani.engine.state import State
from mezani.game import NoMove
from mezani.games.zimbabwe.components import CRAFTSMEN, GODS, RESOURCES, SPECIALISTS

NONE = -1
SIDE = 18
SQUARES = SIDE * SIDE
TYPES = len(CRAFTSMEN)
PRIMARIES = 4  # types 0 to 3; a secondary stands 4 after its primary, so diamonds have none
EACH = 3  # tiles of each type
TILES = TYPES * EACH  # a craftsman's tile: type * 3 + how many of the type were placed before it

ACROSS = SQUARES
UPRIGHT = ACROSS + SQUARES
GIVE = UPRIGHT + SQUARES
MOST_GIFT = 300
PASS = GIVE + MOST_GIFT
BUILD = PASS + 1
RAISE = BUILD + 1
END = RAISE + 1
GOD = END + 1
SPECIALIST = GOD + len(GODS)
CRAFTSMAN = SPECIALIST + len(SPECIALISTS)
PRICE = CRAFTSMAN + len(CRAFTSMEN)
RESOURCE = PRICE + 3 * len(CRAFTSMEN)
PAY_HERD = RESOURCE + len(RESOURCES)
ACTIONS = PAY_HERD + 3

# The decisions, in the order in which a game comes to them: what the seat to move is asked for.
FIRST_MONUMENT, GIFT, TURN = 0, 1, 2
SHAMAN_RESOURCE, SHAMAN_SQUARE, RAIN_SQUARES, HERD_PAYMENT = 3, 4, 5, 6
MONUMENT_SQUARE = 7
CRAFTSMAN_SQUARES, NEW_PRICE = 8, 9
MONUMENT_TO_RAISE, GOOD, PRIMARY, GOOD_RESOURCE, PRIMARY_RESOURCE = 10, 11, 12, 13, 14

# The one of three that a turn allows.
NOTHING, BUILDING, PLACING, RAISING = 0, 1, 2, 3

SHADIPINYI, ELEGUA, DZIVA, ESHU, GU, OBATALA, ATETE, TSUI_GOAB, ANANSI, QAMATA, ENGAI, XANGO = range(12)
SHAMAN, RAIN, HERD, BUILDER, NOMADS = range(5)
GOD_PLAQUE = 5  # the plaque of Shadipinyi, after those of the seats

WORDS = {
    "pass": PASS,
    "build": BUILD,
    "raise": RAISE,
    "end": END,
    **{name.lower(): GOD + god for god, name in enumerate(GODS)},
    **{name: SPECIALIST + specialist for specialist, name in enumerate(SPECIALISTS)},
    **{name: CRAFTSMAN + kind for kind, name in enumerate(CRAFTSMEN)},
    **{f"{name}={price}": PRICE + kind * 3 + price - 1 for kind, name in enumerate(CRAFTSMEN) for price in (1, 2, 3)},
    **{name: RESOURCE + kind for kind, name in enumerate(RESOURCES)},
    **{f"herd={2 * pairs}": PAY_HERD + pairs - 1 for pairs in (1, 2, 3)},
}
TEXTS = {number: word for word, number in WORDS.items()} | {GOD + god: name for god, name in enumerate(GODS)}
COLUMNS = "abcdefghijklmnopqr"
SQUARE_TEXTS = [f"{COLUMNS[square % SIDE]}{square // SIDE + 1}" for square in range(SQUARES)]
PLACE = re.compile(r"([a-r])(1[0-8]|[1-9])([-|]?)")
GIFT_TEXT = re.compile(r"give([1-9][0-9]{0,8})")
FIRST = {"": 0, "-": ACROSS, "|": UPRIGHT}


def square_text(square: int) -> str:
    """The notation of a square: the column's letter and the row's number, from the upper left.

    >>> square_text(6 * 18 + 5)
    'f7'
    """
    return SQUARE_TEXTS[square]


def parse_square(text: str) -> int:
    """The square of a notation."""
    match = PLACE.fullmatch(text)
    if not match or match[3]:
        raise NoMove(
            "“{text}” is not a square: write a column from a to r and a row from 1 to 18, such as f7.", text=text
        )
    return (int(match[2]) - 1) * SIDE + ord(match[1]) - ord("a")


def action_text(state: State, action: int) -> str:
    """The notation of an action; it is the same in every position."""
    if 0 <= action < GIVE:
        return square_text(action % SQUARES) + ("", "-", "|")[action // SQUARES]
    if GIVE <= action < PASS:
        return f"give{action - GIVE + 1}"
    if PASS <= action < ACTIONS:
        return TEXTS[action]
    raise ValueError(f"there is no action {action}: they are numbered 0 to {ACTIONS - 1}")


def parse_action(state: State, text: str) -> int:
    """The action of a notation, in upper or lower case; ValueError tells what would be right."""
    typed = text.strip().lower()
    if typed in WORDS:
        return WORDS[typed]
    if match := PLACE.fullmatch(typed):
        return FIRST[match[3]] + parse_square(match[1] + match[2])
    if match := GIFT_TEXT.fullmatch(typed):
        if int(match[1]) > MOST_GIFT:
            raise NoMove("“{text}” is too much: the largest gift is {most}.", text=text, most=MOST_GIFT)
        return GIVE + int(match[1]) - 1
    raise NoMove(
        "“{text}” is not a move: write a square (f7), a tile across or upright (f7- or f7|), a gift (give5), "
        "a price (potter=2), or a word such as pass, build, raise, end, Eshu, shaman, potter, clay.",
        text=text,
    )
