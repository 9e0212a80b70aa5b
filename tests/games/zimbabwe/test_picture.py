"""The board as text and as SVG, for those who play from Python."""

from xml.etree import ElementTree

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


def test_a_state_is_printed_as_its_board() -> None:
    state = pottery()
    assert str(state).splitlines() == [
        "    a  b  c  d  e  f",
        " 1 c   .  .  . R1  .",
        " 2 Po r2  .  .  . Y3",
        " 3  .  .  . ~~ ~~  .",
    ]
    play(state, "raise e1 a2")
    assert str(state).splitlines()[1] == " 1 cx  .  .  . R2  ."


def test_a_state_is_an_svg_picture_in_a_notebook() -> None:
    state = pottery()
    picture = ElementTree.fromstring(state._repr_svg_())
    titles = {title.text for title in picture.iter("{http://www.w3.org/2000/svg}title")}
    assert {"clay at a1", "potter at a2, price 2", "monument at f2, level 3"} < titles
