"""What bots reckon that each seat can do in its next turn."""

from mezani.games.zimbabwe import GAME, Zimbabwe
from mezani.games.zimbabwe.bot.features import INPUTS, MOVE_INPUTS, VALUE_INPUTS, ZimbabweFeatures
from tests.games.zimbabwe.positions import position

LAND = "cc...........\n.............\n~~~~~~~~~~~~~\n............."
POTTERY = "technologies = { potter = 1 }; craftsmen = { potter = ['a2-'] }"
NEXT_GAIN, LEAD = 48, INPUTS + 2  # the places of some inputs


def told(state: Zimbabwe, seat: int = 0) -> list[float]:
    return ZimbabweFeatures().told(state)[seat]


def gain(state: Zimbabwe) -> int:
    """The points that the first empire can get by raising."""
    return round(10 * told(state)[NEXT_GAIN])


def potters(cattle: int, monuments: str, more: str = "") -> Zimbabwe:
    mine = f"cattle = {cattle}; vr = 40; monuments = {{ {monuments} }}; {POTTERY}{more}"
    return position(LAND, mine, "monuments = { m4 = 1 }")


def test_as_many_monuments_are_raised_as_there_are_cattle_for() -> None:
    assert [gain(potters(cattle, "a4 = 1, d4 = 1")) for cattle in (0, 1, 2)] == [0, 2, 4]


def test_each_good_takes_a_resource() -> None:
    assert gain(potters(9, "a4 = 1, d4 = 1, g4 = 1")) == 2 * 2


def test_atete_uses_each_resource_twice() -> None:
    assert gain(potters(9, "a4 = 1, d4 = 1, g4 = 1", "; god = 'Atete'")) == 3 * 2


def test_a_dear_monument_comes_before_a_cheap_one_if_it_brings_more() -> None:
    land = "cw...........\n.............\n~~~~~~~~~~~~~\n............."
    mine = (
        "cattle = 3; vr = 40; monuments = { a4 = 2, d4 = 1 };"
        "technologies = { potter = 2, wood-carver = 1 }; craftsmen = { potter = ['a2-'], wood-carver = ['c1|'] }"
    )
    assert gain(position(land, mine, "monuments = { m4 = 1 }")) == 7 - 3


def test_whoever_is_told_to_win_a_tie_is_ahead() -> None:
    def lead(seat: int, god: str = "") -> float:
        one, other = "vr = 22; monuments = { a4 = 4 }", "vr = 22; monuments = { m4 = 4 }"
        state = position("c............\n.............\n~~~~~~~~~~~~~\n.............", one + god, other)
        return told(state, seat)[LEAD]

    assert lead(0) > 0 > lead(1), "the first in the order of play"
    assert lead(1, "; god = 'Xango'") < lead(1)


def test_the_nets_are_told_as_much_as_they_take_in() -> None:
    knowledge, state = GAME.knowledge(), potters(9, "a4 = 1")
    assert knowledge.value
    assert knowledge.moves
    assert knowledge.value.layers[0] == len(told(state)) == VALUE_INPUTS
    assert knowledge.moves.layers[0] == len(knowledge.describe_moves(state)[0]) == MOVE_INPUTS
