"""The worked examples of the rulebook, with its numbers, on positions that are set up from text."""

import pytest

from mezani.games.zimbabwe import Zimbabwe
from mezani.games.zimbabwe.actions import TYPES
from mezani.games.zimbabwe.components import CRAFTSMEN
from mezani.games.zimbabwe.view import view
from tests.games.zimbabwe.positions import PLAIN, legal, may, play, position, told, why_not

KILWA, MUTAPA, ZULU = range(3)

# a b c d e f g h i j k l m n
LAND = """
    .....w........
    ..........~...
    ..........~...
    ........~~~...
    ........~~~..i
    ........~~~...
    ........~~~...
    w.....i.......
    ..............
"""


def on_card(state: Zimbabwe, seat: int, craftsman: str) -> int:
    return state.on_card[seat * TYPES + CRAFTSMEN.index(craftsman)]


def gifts() -> Zimbabwe:
    """Kilwa has VR 23, the others 21, and Mutapa's marker lies on top of Zulu's."""
    return position(
        PLAIN,
        "cattle = 7; vr = 23; monuments = { a2 = 1 }",
        "cattle = 3; vr = 21; monuments = { c1 = 1 }",
        "cattle = 9; vr = 21; monuments = { g7 = 1 }",
        phase='"generosity"',
        order="[]",
        markers='["Kilwa", "Zulu", "Mutapa"]',
    )


@pytest.mark.rule("zimbabwe 5.1", "zimbabwe 5.2", "zimbabwe 5.4", "zimbabwe 5.5", "zimbabwe 5.6", "zimbabwe 5.7")
def test_the_generosity_of_kings() -> None:
    state = gifts()
    assert [plaque.seat for plaque in view(state, None).plaques] == [KILWA, ZULU, MUTAPA]
    play(state, "give2")
    assert state.plaque[:3] == [1, 0, 1]
    assert told(state, "give3") == ["Clay gives 3.", "Brittany can't give more and is number 3 in the order of play."]
    assert state.plaque[:3] == [2, 1, 2]
    assert state.seat == KILWA
    assert why_not(state, "give3") == "The last gift was 3: give more. (5.3)"
    play(state, "give5")
    assert state.plaque[:3] == [4, 3, 3]
    assert told(state, "pass")[1:] == [
        "From the plaques: Arve 4, Brittany 3, Clay 3.",
        "Order of play: Arve, Clay, Brittany.",
    ]
    assert state.cattle[:3] == [0 + 4, 3 + 3, 6 + 3]
    assert state.order[:3] == [KILWA, ZULU, MUTAPA]
    assert state.seat == KILWA


def before_the_craftsmen() -> Zimbabwe:
    """Kilwa has an ivory carver at e7; Zulu a wood carver at a6; the monument d3 is the one at the top left."""
    return position(
        LAND,
        "cattle = 6; vr = 22; monuments = { i9 = 1 };"
        "technologies = { ivory-carver = 1 }; craftsmen = { ivory-carver = ['e7'] }",
        "monuments = { d3 = 1 }",
        "cattle = 10; vr = 23; monuments = { c6 = 2, l1 = 1 };"
        "technologies = { wood-carver = 1 }; craftsmen = { wood-carver = ['a6-'] }",
        order='["Kilwa", "Zulu", "Mutapa"]',
    )


@pytest.mark.rule("zimbabwe 9.1", "zimbabwe 9.2", "zimbabwe 9.4", "zimbabwe 9.6", "zimbabwe 9.7", "zimbabwe 9.9")
def test_placing_craftsmen() -> None:
    state = before_the_craftsmen()
    assert (state.vp[KILWA], state.vr[KILWA]) == (2, 22)
    # The second ivory carver beside the big water reaches the ivory at the right, which the first does not
    play(state, "ivory-carver")
    assert why_not(state, "g6") == "The ivory at g8 is already in range of an ivory carver. (9.4)"
    play(state, "l6")
    assert (state.cattle[KILWA], state.vp[KILWA], state.vr[KILWA]) == (4, 3, 22)
    assert view(state, None).decision != "price", "the price stays at 1 unless it is raised"
    # The sculptor at g2 reaches the wood carver only by the monument d3
    play(state, "sculptor g2")
    assert (state.cattle[KILWA], state.vp[KILWA], state.vr[KILWA]) == (0, 5, 25)
    assert legal(state) == ["sculptor=1", "sculptor=2", "sculptor=3"]
    play(state, "sculptor=2 end")
    assert state.price[CRAFTSMEN.index("ivory-carver")] == 1


@pytest.mark.rule(
    "zimbabwe 3.3", "zimbabwe 3.5", "zimbabwe 10.2", "zimbabwe 10.4", "zimbabwe 10.5", "zimbabwe 10.6", "zimbabwe 10.7"
)
def test_raising_monuments() -> None:
    state = play(before_the_craftsmen(), "ivory-carver l6 sculptor g2 sculptor=2 end")
    assert state.seat == ZULU
    assert (state.cattle[ZULU], state.vp[ZULU]) == (10, 1 + 3 + 1)

    # The monument of level 2: an ivory carving, in range
    play(state, "raise c6")
    assert told(state, "e7") == ["Clay buys ivory carvings from [e7] for 1.", "The ivory at [g8] is used up."]
    assert state.cattle[ZULU] == 9
    # And a sculpture: hub, sculptor, hub, wood carver
    assert [offer.cost for offer in view(state, ZULU).raising.offers] == [5]  # type: ignore[union-attr]
    assert told(state, "g2") == [
        "Clay buys sculptures from [g2] for 3, via [d3].",
        "Clay buys masks from [a6] for 2, via [d3].",
        "The wood at [f1] is used up.",
        "The wood at [a8] is used up.",
        "[c6] rises to level 3: 4 VP.",
    ]
    assert state.cattle[ZULU] == 9 - 5
    assert on_card(state, KILWA, "ivory-carver") == 1
    assert on_card(state, KILWA, "sculptor") == 2
    assert on_card(state, ZULU, "wood-carver") == 1
    used = {resource.square: resource.kind for resource in view(state, None).resources if resource.used}
    assert used == {"g8": "ivory", "f1": "wood", "a8": "wood"}

    # The monument of level 1: an ivory carving over the water
    assert not may(state, "end") or state.vp[ZULU] == 9
    play(state, "raise")
    assert legal(state) == ["l1"]
    play(state, "l1 l6")
    assert state.cattle[ZULU] == 3
    assert on_card(state, KILWA, "ivory-carver") == 2
    assert state.vp[ZULU] == 5 + 6
    assert {resource.square for resource in view(state, None).resources if resource.used} == {"g8", "f1", "a8", "n5"}
