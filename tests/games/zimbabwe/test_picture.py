"""The board as text, for those who play from Python."""

from mezani.games.zimbabwe import Zimbabwe
from tests.games.zimbabwe.positions import play, position

LAND = """
    c.....
    ......
    ...~~.
"""
POTTERY = "cattle = 9; monuments = { e1 = 1 }; technologies = { potter = 2 }; craftsmen = { potter = ['a2-'] }"


def pottery() -> Zimbabwe:
    return position(LAND, POTTERY, "monuments = { f2 = 3 }")


def test_a_state_is_printed_with_its_board() -> None:
    state = pottery()
    assert """
    a  b  c  d  e  f
 1 c   .  .  . R1  .
 2 Po r2  .  .  . Y3
 3  .  .  . ~~ ~~  .
""" in str(state)
    play(state, "raise e1 a2")
    assert "\n 1 cx  .  .  . R2  ." in str(state)
