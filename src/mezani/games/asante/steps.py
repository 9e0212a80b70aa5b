"""The tables of effects and steps. Each module enters its own, side by side with the functions that carry them out.

An effect says whether it could do anything, and how it begins. A step that asks a player says what may be chosen, and
what follows. A step that needs no question, or not always, says how it is taken without one.
"""

from collections.abc import Callable

from mezani.engine.state import Choices
from mezani.games.asante.market import Market

# What is entered


def always(market: Market, effect: int, kind: int, slot: int, left: int, cards: int) -> bool:
    """Of an effect that needs nothing."""
    return True


def never(market: Market, effect: int, kind: int, slot: int, left: int, cards: int) -> bool:
    """Of an effect that is never carried out by itself."""
    return False


def do_nothing(market: Market, effect: int, kind: int, slot: int, times: int) -> None:
    pass


def no_choices(market: Market, choices: Choices) -> None:
    pass


def not_chosen(market: Market, action: int) -> None:
    pass


def ask(market: Market) -> bool:
    """Of a step that always asks."""
    return False


# By what an effect does: whether it could do anything with so many actions and so many cards in hand left, and how it
# begins. It is that of a card, perhaps an Artifact at a slot, or of a Holy Place, which has no kind and is done often.
CAN: list[Callable[[Market, int, int, int, int, int], bool]] = [never] * 40
BEGIN: list[Callable[[Market, int, int, int, int], None]] = [do_nothing] * 40
# By the step on top: what may be chosen, in rising order; what follows; and taking it if it needs no decision
CHOICES: list[Callable[[Market, Choices], None]] = [no_choices] * 40
CHOSEN: list[Callable[[Market, int], None]] = [not_chosen] * 40
SETTLE: list[Callable[[Market], bool]] = [ask] * 40
SETTLES = [0] * 40  # whether there is anything to try


def add_effect(
    does: int,
    can: Callable[[Market, int, int, int, int, int], bool],
    begin: Callable[[Market, int, int, int, int], None],
) -> None:
    CAN[does] = can
    BEGIN[does] = begin


def add_step(step: int, choices: Callable[[Market, Choices], None], chosen: Callable[[Market, int], None]) -> None:
    CHOICES[step] = choices
    CHOSEN[step] = chosen


def add_settling(step: int, settle: Callable[[Market], bool]) -> None:
    SETTLE[step] = settle
    SETTLES[step] = 1
