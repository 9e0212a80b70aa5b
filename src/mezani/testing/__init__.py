"""The contract as tests that any game can run.

An author runs them from the command line,

    mezani check mygame

or in a test file of the game's own package, where pytest reports one test for each check and number of players:

    from mezani.testing import contract

    test_contract = contract("mygame")

`contract` takes `check`, a function of the author's that gets a state and raises if something is wrong that must hold
in every position (each card is in one place), and `strict`: then missing translations fail too.

What a check has found says the number of players, the seed and the decision; `position` goes there:

    state = position(mezani.game("mygame"), players=3, seed=5, decision=17)
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from mezani.games import UnknownGame
from mezani.games import game as game_of
from mezani.testing.checks import SLOW, Check, Finding, check_game, checks_of
from mezani.testing.playing import position
from mezani.testing.trial import ContractBroken, Sound, Trial

if TYPE_CHECKING:  # mezani check does without it
    import pytest

__all__ = ["Check", "ContractBroken", "Finding", "Trial", "check_game", "checks_of", "contract", "position"]


def contract(
    name: str, check: Sound | None = None, strict: bool = False, slow: "pytest.MarkDecorator | None" = None
) -> Callable[..., None]:
    """The contract as a test function for pytest: one test for each check and number of players.

    `check` raises if something is wrong with a state; `strict` lets warnings fail; the mark `slow` is put on the checks
    that take longest.
    """
    import pytest

    try:
        game = game_of(name)
    except UnknownGame as problem:
        missing = str(problem)

        def test_game() -> None:
            raise ContractBroken(missing)

        return test_game

    parts = [
        pytest.param(part, marks=[slow] if slow and part.run in SLOW else [], id=part.id) for part in checks_of(game)
    ]

    @pytest.mark.parametrize("part", parts)
    def test_contract(part: Check) -> None:
        trial = part(game, check)
        if strict and trial.warnings:
            raise ContractBroken("\n".join(trial.warnings))

    test: Callable[..., Any] = test_contract
    return test
