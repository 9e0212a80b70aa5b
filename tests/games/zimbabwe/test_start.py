"""The start of a game: the land, the cards, the first monuments; and the options."""

from collections import Counter

import msgspec
import pytest

import mezani
from mezani.games.zimbabwe import GAME
from mezani.games.zimbabwe.actions import GIFT, NONE, action_text, square_text
from mezani.games.zimbabwe.components import (
    CRAFTSMEN,
    EMPIRES,
    GODS,
    PARTS,
    SPECIALISTS,
    Tile,
    map_tiles,
)
from mezani.games.zimbabwe.maps import laid_out, map_rows, turned
from mezani.games.zimbabwe.squares import squares_of, water_areas
from mezani.games.zimbabwe.view import view
from mezani.testing.playing import random_steps
from tests.games.zimbabwe.positions import PLAIN, legal, may, play, position, why_not

TWO = ("monuments = { a3 = 1 }", "monuments = { l7 = 1 }")


@pytest.mark.rule("zimbabwe 1.1")
def test_two_to_five_empires_play() -> None:
    assert GAME.seats == (2, 3, 4, 5)
    shown = view(GAME.new(5, 1), None).empires
    assert [(empire.empire, empire.colour) for empire in shown] == [
        ("Kilwa", "red"),
        ("Mutapa", "yellow"),
        ("Zulu", "green"),
        ("Lozi", "black"),
        ("Mapungubwe", "white"),
    ]


@pytest.mark.rule("zimbabwe 1.3")
def test_what_would_raise_the_vr_over_40_is_refused() -> None:
    state = position(PLAIN, "cattle = 9; vr = 38; monuments = { a3 = 1 }", TWO[1], gods='["Gu", "Qamata"]')
    assert may(state, "Qamata")
    assert why_not(state, "Gu") == "Your VR would be 42, and 40 is the limit. (1.3)"
    assert may(state, "builder")
    assert why_not(state, "shaman") == "Your VR would be 41, and 40 is the limit. (1.3)"
    assert may(state, "ivory-carver")
    assert why_not(state, "potter") == "Your VR would be 41, and 40 is the limit. (1.3)"


@pytest.mark.slow
@pytest.mark.rule("zimbabwe 1.6")
def test_everybody_sees_everything() -> None:
    for state, _ in random_steps(GAME, 3, 1):
        everybody = [msgspec.structs.replace(view(state, seat), seat=None) for seat in (0, 1, 2)]
        assert everybody == [view(state, None)] * 3


@pytest.mark.rule("zimbabwe 1.6")
def test_after_the_start_there_is_no_chance() -> None:
    for state, _ in random_steps(GAME, 4, 2):
        other = state.clone()
        other.resample(0, mezani.Rng(7))
        assert view(other, 0) == view(state, 0)
        assert state.reveals == 0


# The land


@pytest.mark.rule("zimbabwe 2.1")
def test_columns_have_letters_and_rows_have_numbers_from_the_upper_left() -> None:
    assert [square_text(square) for square in (0, 17, 18, 323)] == ["a1", "r1", "a2", "r18"]
    state = position("c.\n.S\n", "monuments = { b2 = 1 }", "")
    assert [(resource.square, resource.kind) for resource in view(state, None).resources] == [("a1", "clay")]


@pytest.mark.rule("zimbabwe 2.2")
def test_water_joins_by_sides_and_not_by_corners() -> None:
    state = position("~..\n.~~\n..~\n~..\n", "", "")
    areas = [[square_text(square) for square in area] for area in water_areas(state)]
    assert sorted(map(sorted, areas)) == [["a1"], ["a4"], ["b2", "c2", "c3"]]


@pytest.mark.rule("zimbabwe 2.2")
def test_water_joins_across_the_borders_of_tiles() -> None:
    found = 0
    for seed in range(20):
        state = GAME.new(5, seed)
        for area in water_areas(state):
            found += len({(square // 18 // 6, square % 18 // 6) for square in area}) > 1
    assert found > 5


@pytest.mark.rule("zimbabwe 2.2", "zimbabwe 2.5")
def test_nothing_is_built_on_water_or_on_what_is_not_empty() -> None:
    state = position(
        "c~S..\n.....\n.....\n",
        "cattle = 9; monuments = { e3 = 1 }; technologies = { potter = 1 }; craftsmen = { potter = ['a2-'] }",
        "",
        specialists='["nomads", "shaman", "rain"]',
    )
    play(state, "nomads build")
    assert legal(state) == ["d1", "e1", "c2", "d2", "e2", "a3", "b3", "c3", "d3"]
    assert why_not(state, "a1") == "There is a resource at a1. (2.5)"
    assert why_not(state, "b1") == "There is water at b1. (2.5)"
    assert why_not(state, "c1") == "c1 is a starting area. (2.5)"
    assert why_not(state, "b2") == "There is a craftsman at b2. (2.5)"
    assert why_not(state, "e3") == "There is a monument at e3. (2.5)"
    assert why_not(state, "f3") == "f3 is not on the map. (2.5)"


@pytest.mark.rule("zimbabwe 2.3")
def test_the_tiles_hold_ten_clay_ten_wood_seven_ivory_and_five_diamonds() -> None:
    letters: Counter[str] = Counter()
    for rows in (map_tiles().start.rows, *(tile.rows for tile in map_tiles().tiles)):
        letters.update("".join(rows))
    assert [letters[letter] for letter in "cwidS"] == [10, 10, 7, 5, 6]


@pytest.mark.rule("zimbabwe 2.4")
def test_a_free_starting_area_is_never_used_later() -> None:
    for state, _ in random_steps(GAME, 2, 5):
        starts = set(squares_of(state.starts))
        assert len(starts) == 6
        assert not starts & set(squares_of(state.empty))
    assert len(starts & set(squares_of(state.monuments))) == 2


# The start


def tiles_of(rows: list[str], layout: list[str]) -> dict[tuple[int, int], list[str]]:
    return {
        (down, right): [row[right * 6 : right * 6 + 6] for row in rows[down * 6 : down * 6 + 6]]
        for down, line in enumerate(layout)
        for right, place in enumerate(line)
        if place != "-"
    }


def faces(tile: list[str]) -> list[list[str]]:
    faces = [tile]
    for _ in range(3):
        faces.append(turned(faces[-1]))
    return faces


@pytest.mark.rule("zimbabwe 4.1")
@pytest.mark.parametrize(("players", "count"), [(2, 4), (3, 6), (4, 7), (5, 9)])
def test_the_map_is_laid_from_different_tiles_in_any_orientation(players: int, count: int) -> None:
    layout = map_tiles().layouts.of_players[str(players)]
    seen: set[tuple[str, int]] = set()
    for seed in range(200):
        tiles = tiles_of(laid_out(players, mezani.Rng(seed)), layout)
        assert len(tiles) == count
        names = []
        for (down, right), tile in tiles.items():
            is_start = layout[down][right] == "*"
            known = [Tile("confirmed", "START", map_tiles().start.rows)] if is_start else map_tiles().tiles
            (name,) = [other.name for other in known if tile in faces(other.rows)]
            names.append(name)
            (rows,) = [other.rows for other in known if other.name == name]
            seen.add((name, faces(rows).index(tile)))
        assert len(set(names)) == count
    assert len(seen) == 11 * 4, "every tile in each of its orientations"


@pytest.mark.rule("zimbabwe 4.1")
def test_the_layouts_leave_out_what_the_rulebook_leaves_out() -> None:
    rows = map_rows(GAME.new(4, 1))
    assert all(row[12:] == "------" for row in rows[:6])
    assert all(row[:6] == "------" for row in rows[12:])
    assert all("-" not in row for row in rows[6:12])
    assert [len(map_rows(GAME.new(players, 1))) for players in (2, 3, 4, 5)] == [12, 18, 18, 18]


@pytest.mark.rule("zimbabwe 4.2")
def test_eight_gods_are_drawn_and_all_cards_lie_ready() -> None:
    drawn: Counter[str] = Counter()
    for seed in range(300):
        shown = view(GAME.new(2 + seed % 4, seed), None)
        assert len(shown.gods) == 8
        drawn.update(god.name for god in shown.gods)
        assert [(technology.cards_left, technology.tiles_left) for technology in shown.technologies] == [(2, 3)] * 7
        assert [specialist.name for specialist in shown.specialists] == list(SPECIALISTS)
    assert set(drawn) == set(GODS)
    assert min(drawn.values()) > 150, "each god in two games of three"


@pytest.mark.rule("zimbabwe 4.3")
def test_everybody_starts_with_3_cattle_and_a_vr_of_20() -> None:
    state = GAME.new(5, 3)
    assert (state.cattle, state.vr) == ([3] * 5, [20] * 5)


@pytest.mark.rule("zimbabwe 4.4")
def test_the_stack_of_markers_is_random() -> None:
    assert len({tuple(GAME.new(3, seed).markers[:3]) for seed in range(60)}) == 6


@pytest.mark.rule("zimbabwe 4.5", "zimbabwe 5.2")
@pytest.mark.parametrize("players", GAME.seats)
def test_first_monuments_go_down_the_stack_and_gifts_begin_in_reverse(players: int) -> None:
    state = GAME.new(players, 8)
    placing = []
    while state.step != GIFT:
        placing.append(state.seat)
        starts = squares_of(state.starts)
        assert legal(state) == [square_text(square) for square in starts if not state.levels[square]]
        state.play(state.legal_actions()[0])
    assert placing == state.markers[:players][::-1]
    assert state.vp[:players] == [1] * players
    assert [plaque.seat for plaque in view(state, None).plaques] == placing[::-1]
    assert state.seat == placing[-1]


@pytest.mark.rule("zimbabwe 4.5")
def test_a_first_monument_goes_only_on_a_free_starting_area() -> None:
    state = GAME.new(2, 8)
    first = legal(state)[0]
    assert why_not(state, "pass") == "First place your monument on a starting area. (4.5)"
    off = next(square_text(square) for square in squares_of(state.empty))
    assert why_not(state, off) == f"{off} is not a starting area. (4.5)"
    play(state, first)
    assert why_not(state, first) == f"There is already a monument at {first}. (4.5)"
    assert str(GAME.why_not(state, 1 - state.seat, 0)) == "It is not your turn. (4.5)"


# Options


@pytest.mark.rule("zimbabwe 4.6")
def test_the_first_game_has_six_gods_and_no_specialists() -> None:
    shown = view(GAME.new(4, 1, {"first_game": True}), None)
    assert {god.name for god in shown.gods} == {"Xango", "Tsui-Goab", "Elegua", "Gu", "Engai", "Obatala"}
    assert shown.specialists == []


@pytest.mark.parametrize("given", [["Eshu", "Gu"], "eshu gu", "Eshu, Gu"])
def test_gods_can_be_chosen(given: object) -> None:
    assert [god.name for god in view(GAME.new(4, 1, {"gods": given}), None).gods] == ["Eshu", "Gu"]


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"gods": ["Zeus"]}, "option gods: there is no god 'Zeus': there are Shadipinyi, Elegua"),
        ({"gods": "Gu gu"}, "option gods: gu is named twice"),
        ({"gods": 3}, "option gods: give the names of gods, not 3"),
        ({"gods": ["Gu"], "first_game": True}, "option gods: the recommended first game has its own gods"),
        ({"first_game": "yes"}, "option first_game: 'yes' is not one of False, True"),
        ({"map": 3}, "option map: a map is a text with a line for each row, not 3"),
        ({"map": ""}, "option map: the map is empty"),
        ({"map": "S.S\n.x.\n"}, "option map: row 2, column b: 'x' is not one of . land, ~ water, c clay"),
        ({"map": "S.S\n..\n"}, "option map: row 2 has 2 squares, but row 1 has 3"),
        ({"map": "S" * 19}, "option map: row 1: a row has at most 18 squares, this one has 19"),
        ({"map": "S\n" * 19}, "option map: row 19: a map has at most 18 rows, this one has 19"),
        ({"map": "S..\n..."}, "option map: 2 players need as many starting areas (S), but there are 1"),
        (
            {"map": "SS..............\n" + "cccccccccccccccc\n" * 4},
            "the resource at a5 is one too many: a map has at most 48",
        ),
    ],
)
def test_a_wrong_option_is_refused_with_the_reason(options: dict[str, object], says: str) -> None:
    with pytest.raises(ValueError, match=r".") as refused:
        GAME.new(2, 1, options)
    assert says in str(refused.value)


def test_a_map_can_be_given() -> None:
    rows = "S..c\n.~~.\ni..S\n"
    state = GAME.new(2, 1, {"map": rows})
    assert map_rows(state) == rows.split()
    assert legal(state) == ["a1", "d3"]


def test_the_data_hangs_together() -> None:
    for number, craftsman in enumerate(PARTS.craftsmen):
        assert craftsman.needs == (CRAFTSMEN[number - 4] if number >= 4 else None)
    assert (PARTS.supply.craftsmen, PARTS.supply.cards) == (3, 2)
    assert len(EMPIRES) == 5
    assert set(PARTS.first_game.gods) <= set(GODS)
    assert all(len(tile.rows) == 6 and all(len(row) == 6 for row in tile.rows) for tile in map_tiles().tiles)


def test_all_actions_have_a_text_that_is_read_back() -> None:
    state = GAME.new(2, 1)
    texts = [action_text(state, action) for action in range(GAME.action_count)]
    assert [GAME.parse_action(state, text.upper()) for text in texts] == list(range(GAME.action_count))
    for wrong in (-1, GAME.action_count):
        with pytest.raises(ValueError, match="there is no action"):
            action_text(state, wrong)
    with pytest.raises(ValueError, match="the largest gift is 300"):
        GAME.parse_action(state, "give301")


def test_nobody_has_a_place_in_the_order_before_the_first_gifts() -> None:
    assert GAME.new(3, 1).order == [NONE] * 5
