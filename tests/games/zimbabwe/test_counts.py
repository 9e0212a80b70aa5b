"""How many ways there are to go on from fixed positions: a rule that lets in or keeps out one move changes a count."""

from math import factorial

import pytest

from mezani.games.zimbabwe import GAME, Zimbabwe
from tests.games.zimbabwe.positions import PLAIN, play, position
from tests.games.zimbabwe.test_examples import before_the_craftsmen, gifts
from tests.games.zimbabwe.test_raising import ALL_FOUR, LAND


def ways(state: Zimbabwe, decisions: int) -> int:
    """How many sequences of so many decisions there are, those that end the game earlier among them."""
    if not decisions or state.is_over:
        return 1
    return sum(ways(after(state, action), decisions - 1) for action in state.legal_actions())


def turns(state: Zimbabwe, turn: tuple[int, int]) -> int:
    """How many ways there are to play on until a turn is over."""
    if state.is_over or (state.round, state.turn) != turn:
        return 1
    return sum(turns(after(state, action), turn) for action in state.legal_actions())


def after(state: Zimbabwe, action: int) -> Zimbabwe:
    other = state.clone()
    other.apply(action)
    return other


def new_game() -> Zimbabwe:
    state: Zimbabwe = GAME.new(5, 7)
    return state


def second_round() -> Zimbabwe:
    """Two monuments on open land, and cattle for a technology or two."""
    return position(PLAIN, "cattle = 9; monuments = { g7 = 1, b2 = 2 }", "cattle = 4; monuments = { j2 = 3 }")


def four_goods() -> Zimbabwe:
    """A monument that needs four goods, each made by one craftsman, who has the choice of two resources."""
    mine = f"cattle = 30; monuments = {{ d4 = 4 }}; {ALL_FOUR}"
    return position(LAND, mine, "monuments = { j4 = 1 }", gods="[]", specialists="[]")


def many_goods() -> Zimbabwe:
    return play(before_the_craftsmen(), "ivory-carver l6 sculptor g2 sculptor=2 end")


@pytest.mark.parametrize(
    ("state", "counts"),
    [
        (new_game(), [6, 6 * 5, 6 * 5 * 4, 6 * 5 * 4 * 3, 6 * 5 * 4 * 3 * 2]),  # the starting areas
        (gifts(), [8, 52, 446]),
        (second_round(), [10, 410, 2985]),
        (before_the_craftsmen(), [14, 445, 4183]),
        (many_goods(), [13, 353, 3558]),
        (four_goods(), [9, 88, 378, 1985]),
    ],
    ids=["new game", "gifts", "second round", "craftsmen", "many goods", "four goods"],
)
def test_the_ways_to_go_on_are_counted(state: Zimbabwe, counts: list[int]) -> None:
    assert [ways(state, decisions) for decisions in range(1, len(counts) + 1)] == counts


def test_the_ways_to_raise_a_monument_are_counted() -> None:
    state = play(four_goods(), "raise")
    assert turns(state, (state.round, state.turn)) == factorial(4) * 2**4, "the goods in any order, two resources each"
    state = play(many_goods(), "raise")
    assert turns(state, (state.round, state.turn)) == 7416
