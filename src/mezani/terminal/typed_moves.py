"""What a person types for a move: its number, its notation, or its words."""

import re
from collections.abc import Sequence
from typing import Any

from mezani.engine.state import State
from mezani.game import Game, NoMove
from mezani.language import Language

NUMBER = re.compile(r"([0-9]+)(\W?)")  # 8, and 8^ where the notation of move 8 ends so


def typed_action(game: Game[Any], state: State, moves: Sequence[int], typed: str, lang: Language) -> int:
    """The action that is meant, legal or not; `moves` are the legal ones in the order in which they are numbered."""
    if match := NUMBER.fullmatch(typed):
        return numbered(game, state, moves, int(match[1]), match[2])
    for action in moves:
        if plainly(game.label(state, action, lang)) == plainly(typed):
            return action
    return game.parse_action(state, typed)


def numbered(game: Game[Any], state: State, moves: Sequence[int], number: int, mark: str) -> int:
    """The move of a number. With a mark that its notation lacks: what else can be done with the same card."""
    if not 1 <= number <= len(moves):
        raise NoMove("There is no move {number}: the moves are numbered 1 to {last}.", number=number, last=len(moves))
    text = game.action_text(state, moves[number - 1])
    return moves[number - 1] if text.endswith(mark) else game.parse_action(state, text + mark)


def meant(game: Game[Any], state: State, moves: Sequence[int], typed: str, lang: Language) -> list[int]:
    """The legal moves in whose words a text stands, to be offered to somebody who typed just a part of them."""
    part = re.compile(rf"\b{re.escape(plainly(typed))}\b")
    return [action for action in moves if part.search(plainly(game.label(state, action, lang)))]


def plainly(words: str) -> str:
    """Words as they are compared: in small letters, without the full stop.

    >>> plainly("End the  turn.")
    'end the turn'
    """
    return " ".join(words.casefold().split()).removesuffix(".")
