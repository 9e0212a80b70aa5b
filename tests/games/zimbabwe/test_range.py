"""Range and hubs: the rules on drawn land, and the engine beside a plain search on random positions."""

import pytest

import mezani
from mezani.games.zimbabwe import GAME, Zimbabwe
from mezani.games.zimbabwe.actions import (
    CRAFTSMAN_SQUARES,
    GOOD,
    MONUMENT_TO_RAISE,
    NONE,
    TURN,
    parse_square,
    square_text,
)
from mezani.games.zimbabwe.squares import tile_squares
from mezani.games.zimbabwe.view import view
from mezani.games.zimbabwe.ways import find_way
from mezani.testing.playing import amount
from tests.games.zimbabwe.positions import legal, play, position, sensible
from tests.games.zimbabwe.slow import Board, square


def reach(land: str, start: str, *empires: str) -> list[str]:
    """The squares in range of a square, monuments or not in the way."""
    state = position(land, *(empires or ("", "")))
    return [square_text(number) for number in state.squares_in_range(parse_square(start))]


def hubs(state: Zimbabwe, start: str, goal: str) -> int:
    return state.hubs_from(parse_square(start))[parse_square(goal)]


@pytest.mark.rule("zimbabwe 3.1")
def test_range_is_three_steps_in_all_eight_directions() -> None:
    rows = "\n".join(["........."] * 9)
    assert reach(rows, "e5") == [f"{column}{row}" for row in range(2, 9) for column in "bcdefgh"]


@pytest.mark.rule("zimbabwe 3.1")
def test_range_of_a_tile_counts_from_any_of_its_squares() -> None:
    state = position(
        "i...........\n............\n",
        "technologies = { ivory-carver = 1 }; craftsmen = { ivory-carver = ['d1'] }; monuments = { h2 = 1 }",
        "monuments = { i1 = 1 }",
    )
    assert view(state, None).craftsmen[0].supply == ["a1"]
    assert hubs(state, "h2", "e2") == 0, "three steps to the right edge of the tile"
    assert hubs(state, "i1", "e2") == 1


@pytest.mark.rule("zimbabwe 3.2")
def test_resources_and_craftsmen_do_not_matter_and_the_edge_does() -> None:
    assert reach("....c.w.\n", "b1") == ["a1", "b1", "c1", "d1", "e1"]
    around = ["a1", "b1", "a2", "b2", "a3", "b3", "a4", "b4", "c4"]
    assert reach("..-...\n..-...\n..-...\n......\n", "a1") == around, "and not across the gap"


@pytest.mark.rule("zimbabwe 3.3")
def test_a_water_area_is_one_step() -> None:
    assert reach("..~~~~~~~~....\n", "b1") == [f"{column}1" for column in "abcdefghijkl"]
    assert reach("..~~.~~~~~....\n", "b1") == [f"{column}1" for column in "abcdefghij"], (
        "two areas, one after the other"
    )
    assert reach("..~.....\n...~~~..\n........\n", "a1")[-1] == "d3", "corners do not join areas"


@pytest.mark.rule("zimbabwe 3.4", "zimbabwe 3.5")
def test_a_monument_ends_the_path_and_is_used_as_a_hub() -> None:
    row = ".......\n"
    state = position(row, "monuments = { a1 = 1 }", "monuments = { c1 = 1 }")
    assert [hubs(state, "a1", f"{column}1") for column in "bcdefg"] == [0, 0, 1, 1, 1, NONE]
    around = position(row + row, "monuments = { a1 = 1 }", "monuments = { c1 = 1 }")
    assert hubs(around, "a1", "d1") == 0, "the path goes round it"


@pytest.mark.rule("zimbabwe 3.5", "zimbabwe 3.8")
def test_hubs_of_anybody_are_used_one_after_the_other_and_as_few_as_can_be() -> None:
    state = position(
        "...................."[:18] + "\n",
        "monuments = { a1 = 1, d1 = 1, e1 = 1, g1 = 1 }",
        "monuments = { i1 = 1 }",
    )
    assert [hubs(state, "a1", f"{column}1") for column in "dehijlm"] == [0, 1, 3, 3, 4, 4, NONE]
    way = find_way(state, [parse_square("a1")], [parse_square("l1")])
    assert way
    assert [square_text(hub) for hub in way.hubs] == ["d1", "e1", "g1", "i1"]
    assert [square_text(step) for step in way.squares] == [f"{column}1" for column in "abcdefghijkl"]


@pytest.mark.rule("zimbabwe 3.6")
def test_the_raised_monument_is_a_start_for_its_goods_but_a_hub_between_craftsmen() -> None:
    state = position(
        "w...........w\n-............\n",
        "cattle = 9; monuments = { f2 = 1 }; technologies = { wood-carver = 1, sculptor = 2 };"
        "craftsmen = { wood-carver = ['b1-'], sculptor = ['i1'] }",
        "",
    )
    assert hubs(state, "f2", "i1") == 0
    play(state, "raise f2 i1")
    assert state.cattle[0] == 9 - 2 - 1 - 1, "the sculptor, the wood carver, and f2 between the two"


@pytest.mark.rule("zimbabwe 3.7")
def test_a_craftsman_reaches_resources_past_monuments_but_not_by_hubs() -> None:
    state = position(
        "i.......i\n-........\n",
        "technologies = { ivory-carver = 1 }; craftsmen = { ivory-carver = ['d1'] }",
        "monuments = { b1 = 1, h1 = 1, b2 = 1, c2 = 1, c1 = 1 }",
    )
    assert view(state, None).craftsmen[0].supply == ["a1"], "past c1 and b1; i1 is four steps away, by h1 or not"


# The engine beside the plain search


def positions(seeds: range) -> list[Zimbabwe]:
    """Positions of phase II from games of sensible and random players."""
    found = []
    for seed in seeds:
        state, rng = GAME.new(2 + seed % 4, seed), mezani.Rng(seed)
        number = 0
        while not state.is_over:
            state.play(sensible(state, rng) if rng.below(2) else state.random_action(rng))
            number += 1
            if state.step >= TURN and not state.is_over and (number % 7 == seed % 7 or state.step == MONUMENT_TO_RAISE):
                found.append(state.clone())
    return found


SEEDS = [range(first, first + 4) for first in range(0, 400, 4)]
USUAL = amount(6, 1)
SOAKED = [pytest.param(seeds, marks=pytest.mark.soak) for seeds in SEEDS[USUAL:]]


@pytest.mark.slow
@pytest.mark.parametrize("seeds", [*SEEDS[:USUAL], *SOAKED], ids=lambda seeds: f"from-{seeds.start}")
def test_a_plain_search_finds_the_same(seeds: range) -> None:
    for state in positions(seeds):
        shown = view(state, None)
        board = Board(shown)
        for craftsman in shown.craftsmen:
            assert {square(text) for text in craftsman.supply} == board.supply(craftsman)
        for monument in shown.monuments:
            numbers = state.hubs_from(parse_square(monument.square))
            for craftsman in shown.craftsmen:
                reached = [numbers[parse_square(text)] for text in craftsman.squares]
                fewest = min((number for number in reached if number != NONE), default=None)
                assert fewest == board.hubs({square(monument.square)}, board.tile(craftsman))
        if state.step == CRAFTSMAN_SQUARES:
            assert shown.placing
            assert set(legal(state)) == board.places_for(shown.placing)
        if state.step == MONUMENT_TO_RAISE:
            mine = [monument for monument in shown.monuments if monument.owner == state.seat and not monument.raised]
            assert set(legal(state)) == {
                monument.square
                for monument in mine
                if monument.level < 5 and board.can_raise(square(monument.square), monument.level)
            }
        if state.step == GOOD:
            assert set(legal(state)) == board.makers()


def test_the_drawn_ways_have_as_many_hubs_as_are_paid() -> None:
    drawn = 0
    for state in positions(range(amount(12, 3))):
        if state.raising != NONE:
            for tile in range(21):
                if state.hubs[tile] != NONE:
                    way = find_way(state, [state.raising], tile_squares(state, tile))
                    assert way
                    assert len(way.hubs) == state.hubs[tile]
                    drawn += 1
    assert drawn
