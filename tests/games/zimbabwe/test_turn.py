"""A turn of phase II: what may be done in it, choosing gods and specialists, using specialists, building."""

import pytest

from mezani.games.zimbabwe import GAME, Zimbabwe
from mezani.games.zimbabwe.actions import BUILDER, HERD, NOMADS, RAIN, SHAMAN, TURN, parse_square, square_text
from mezani.games.zimbabwe.squares import water_areas
from mezani.games.zimbabwe.view import view
from tests.games.zimbabwe.positions import PLAIN, legal, may, play, position, told, why_not

RICH = "cattle = 30; monuments = { a3 = 1 }; technologies = { potter = 1 }; craftsmen = { potter = ['b2-'] }"
OTHER = "cattle = 30; monuments = { l7 = 1 }"


def turn(mine: str = RICH, other: str = OTHER, land: str = PLAIN, **settings: str) -> Zimbabwe:
    return position(land, mine, other, **{"gods": '["Eshu", "Gu", "Obatala"]', **settings})


# What may be done


@pytest.mark.rule("zimbabwe 6.1")
@pytest.mark.parametrize(
    ("first", "others", "said"),
    [
        ("build d3", "raise wood-carver potter=2", "You have already built this turn. (6.1)"),
        (
            "wood-carver e2- wood-carver=1",
            "build raise",
            "You have already placed craftsmen or raised prices this turn. (6.1)",
        ),
        ("potter=2", "build raise", "You have already placed craftsmen or raised prices this turn. (6.1)"),
        ("raise a3 b2", "build wood-carver potter=2", "You have already raised monuments this turn. (6.1)"),
    ],
)
def test_only_one_of_building_placing_and_raising(first: str, others: str, said: str) -> None:
    assert all(may(turn(), move) for move in others.split())
    state = play(turn(), first)
    assert {why_not(state, move) for move in others.split()} == {said}
    assert may(state, "end")


@pytest.mark.rule("zimbabwe 6.1")
@pytest.mark.parametrize("moves", ["Eshu shaman build", "shaman build Eshu", "build Eshu shaman", "build shaman Eshu"])
def test_god_specialist_and_action_come_in_any_order(moves: str) -> None:
    state = turn(RICH + "; specialists = ['shaman']")
    done = {"Eshu": "Eshu", "shaman": "shaman clay e2", "build": "build d5"}
    play(state, " ".join(done[move] for move in moves.split()))
    assert (state.god[0], state.on_specialist[SHAMAN], state.levels[parse_square("d5")]) == (3, 2, 1)


@pytest.mark.rule("zimbabwe 6.1")
def test_a_god_or_a_specialist_but_not_both() -> None:
    assert why_not(play(turn(), "Eshu"), "builder") == "You have already chosen a god or a specialist this turn. (6.3)"
    assert why_not(play(turn(), "builder"), "Eshu") == "You have already chosen a specialist this turn. (6.2)"


@pytest.mark.rule("zimbabwe 6.1", "zimbabwe 1.5")
def test_turns_follow_the_order_of_play_and_the_player_ends_them() -> None:
    state = turn(order='["Mutapa", "Kilwa"]')
    assert state.seat == 1
    play(state, "build d3")
    assert state.seat == 1
    assert told(state, "end") == ["Brittany ends the turn."]
    assert state.seat == 0
    assert told(state, "end", 0)[0] == "You end your turn."
    assert (state.round, view(state, None).phase) == (2, "generosity")


@pytest.mark.rule("zimbabwe 6.2")
def test_a_god_changes_the_vr_works_at_once_and_stays() -> None:
    state = turn()
    assert told(state, "Eshu", 0) == ["You adore Eshu: VR 24."]
    assert (state.range, state.vr[0]) == (6, 24)
    assert why_not(state, "Gu") == "You adore Eshu, for the rest of the game. (6.2)"
    play(state, "end")
    assert why_not(state, "Eshu") == "Eshu is taken, or not in this game. (6.2)"
    assert why_not(state, "Xango") == "Xango is taken, or not in this game. (6.2)"
    play(state, "end pass")
    while state.seat != 0:
        play(state, "end")
    assert not may(state, "Gu")


@pytest.mark.rule("zimbabwe 6.3")
def test_a_specialist_is_taken_paid_and_used_at_once() -> None:
    state = turn()
    assert told(state, "shaman", 0) == ["You take the shaman: VR 23.", "You pay the shaman: 2."]
    assert (state.vr[0], state.cattle[0], state.on_specialist[SHAMAN]) == (23, 28, 2)
    assert legal(state) == ["clay", "wood", "ivory", "diamond"], "it must be used now"
    play(state, "clay e2")
    assert why_not(state, "rain") == "You have already chosen a god or a specialist this turn. (6.3)"
    play(state, "end")
    assert why_not(state, "shaman") == "You don't have the shaman, and the card is not available. (6.3)"


@pytest.mark.rule("zimbabwe 6.3")
def test_a_specialist_cannot_be_chosen_without_the_cattle() -> None:
    state = turn("cattle = 2; monuments = { a3 = 1 }")
    assert [move for move in ("shaman", "rain", "herd", "builder", "nomads") if not may(state, move)] == ["rain"]
    assert why_not(state, "rain") == "That costs 3 cattle, and you have 2. (6.3)"


@pytest.mark.rule("zimbabwe 6.4")
def test_each_specialist_works_once_a_turn_for_its_owner_alone() -> None:
    state = turn(RICH + "; specialists = ['shaman', 'builder']")
    play(state, "builder shaman clay e2")
    assert (state.vr[0], state.cattle[0]) == (20, 30 - 2 - 2)
    assert why_not(state, "shaman") == "You have already used the shaman this turn. (6.4)"
    assert may(state, "nomads"), "the one that may be chosen"
    play(state, "end")
    assert not may(state, "builder")
    play(state, "end pass")
    while state.seat != 0:
        play(state, "end")
    assert may(state, "builder")


def test_first_choose_what_to_do() -> None:
    assert why_not(turn(), "d3") == "First choose what to do. (6.1)"
    assert why_not(turn(), "clay") == "First pay the shaman. (7.1)"
    assert why_not(turn(), "herd=2") == "First choose the herd. (7.3)"
    assert str(GAME.why_not(turn(), 1, GAME.parse_action(turn(), "end"))) == "It is not your turn. (6.1)"


# Specialists


@pytest.mark.rule("zimbabwe 7.1")
def test_the_shaman_places_a_resource_on_an_empty_square() -> None:
    state = play(turn(supply="{ wood = 0 }"), "shaman")
    assert legal(state) == ["clay", "ivory", "diamond"]
    assert why_not(state, "wood") == "There is no wood tile left. (7.1)"
    assert why_not(state, "d5") == "First choose the resource for the shaman to place. (7.1)"
    assert told(state, "ivory") == ["The shaman brings ivory."]
    assert why_not(state, "a1") == "There is a resource at a1. (2.5)"
    assert why_not(state, "b2") == "There is a craftsman at b2. (2.5)"
    assert why_not(state, "d5-") == "Choose a square. (7.1)"
    assert told(state, "d5", 0) == ["You place ivory at [d5]."]
    assert (state.resource_tiles, state.step) == ([4, 0, 2, 3], TURN)
    assert ("d5", "ivory") in [(resource.square, resource.kind) for resource in view(state, None).resources]


@pytest.mark.rule("zimbabwe 7.1")
def test_without_tiles_or_room_the_shaman_cannot_be_used() -> None:
    state = turn(supply="{ clay = 0, wood = 0, ivory = 0, diamond = 0 }")
    assert why_not(state, "shaman") == "There are no resource tiles left. (7.1)"
    full = turn("cattle = 9; monuments = { b1 = 1 }", "monuments = { c1 = 1 }", "wSS\n")
    assert why_not(full, "shaman") == "There is no room left on the map. (7.1)"
    assert why_not(full, "rain") == "There is no room left on the map. (7.2)"


@pytest.mark.rule("zimbabwe 7.1")
def test_a_new_resource_serves_the_craftsmen_who_reach_it_at_once() -> None:
    state = turn("cattle = 9; monuments = { e6 = 1 }; technologies = { potter = 1 }; craftsmen = { potter = ['f6-'] }")
    assert not may(state, "raise")
    play(state, "shaman clay h7")
    assert view(state, None).craftsmen[0].supply == ["h7"]
    assert may(state, "raise")


@pytest.mark.rule("zimbabwe 7.2")
def test_rain_falls_on_two_empty_squares_and_joins_water_areas() -> None:
    land = "........\n.~~.~~..\n........\n"
    state = turn("cattle = 9; monuments = { a1 = 1 }", "monuments = { h3 = 1 }", land)
    play(state, "rain")
    assert why_not(state, "d2-") == "There is water at e2. (2.5)"
    assert why_not(state, "h1-") == "i1 is not on the map. (2.5)"
    assert why_not(state, "a3|") == "a4 is not on the map. (2.5)"
    assert why_not(state, "d2") == "Choose two squares, such as f7- or f7|. (7.2)"
    assert told(state, "d2|", 0) == ["You make it rain on [d2] and [d3]."]
    (area,) = water_areas(state)
    assert sorted(map(square_text, area)) == ["b2", "c2", "d2", "d3", "e2", "f2"]
    assert (state.water_tiles, state.cattle[0], state.on_specialist[RAIN]) == (7, 6, 3)


@pytest.mark.rule("zimbabwe 7.2", "zimbabwe 3.3")
def test_rain_shortens_ways() -> None:
    row = ".........\n"
    state = turn("cattle = 9; monuments = { a1 = 1 }", "", row)
    assert state.hubs_from(parse_square("a1"))[parse_square("e1")] == -1
    play(state, "rain b1-")
    assert state.hubs_from(parse_square("a1"))[parse_square("e1")] == 0


@pytest.mark.rule("zimbabwe 7.2")
def test_without_water_tiles_there_is_no_rain() -> None:
    assert why_not(turn(supply="{ water = 0 }"), "rain") == "There are no water tiles left. (7.2)"


@pytest.mark.rule("zimbabwe 7.3", "zimbabwe 11.1")
@pytest.mark.parametrize(("paid", "more"), [(2, 1), (4, 2), (6, 3)])
def test_the_herd_grows_by_half(paid: int, more: int) -> None:
    state = turn("cattle = 6; monuments = { a3 = 1 }")
    play(state, "herd")
    assert legal(state) == ["herd=2", "herd=4", "herd=6"]
    play(state, f"herd={paid}")
    assert (state.cattle[0], state.on_specialist[HERD], state.vr[0]) == (6 - paid, paid + more, 26)
    play(state, "end end")
    assert state.cattle[0] == 6 + more + 1


@pytest.mark.rule("zimbabwe 7.3")
def test_the_herd_takes_what_one_has() -> None:
    state = play(turn("cattle = 5; monuments = { a3 = 1 }"), "herd")
    assert legal(state) == ["herd=2", "herd=4"]
    assert why_not(state, "herd=6") == "That costs 6 cattle, and you have 5. (7.3)"
    assert why_not(state, "end") == "The herd takes 2, 4 or 6 cattle. (7.3)"


@pytest.mark.rule("zimbabwe 7.4", "zimbabwe 11.1")
def test_the_builder_gives_two_cattle_of_each_craftsman_back() -> None:
    state = play(turn(), "builder wood-carver e2- wood-carver=1 ivory-carver f6 ivory-carver=1 diamond-cutter c6")
    play(state, "diamond-cutter=1")
    assert state.cattle[0] == 30 - 2 - 2 - 2 - 10
    assert state.on_specialist[BUILDER] == 2 + 2 + 2 + 2
    play(state, "end end")
    assert state.cattle[0] == 14 + 8 + 1


@pytest.mark.rule("zimbabwe 7.4")
def test_the_builder_gives_nothing_back_for_craftsmen_placed_before_and_may_stay_idle() -> None:
    state = play(turn(), "wood-carver e2- wood-carver=1 builder")
    assert state.on_specialist[BUILDER] == 2
    assert may(state, "end")


@pytest.mark.rule("zimbabwe 7.5")
def test_with_nomads_a_monument_may_stand_next_to_others() -> None:
    state = play(turn(), "nomads build")
    assert may(state, "a4")
    assert why_not(state, "a1") == "There is a resource at a1. (2.5)"
    play(state, "a4")
    assert (state.vp[0], state.on_specialist[NOMADS]) == (1 + 1 + 1, 2)
    assert may(play(turn(), "nomads"), "end"), "they may stay idle"


# Building


@pytest.mark.rule("zimbabwe 8.1")
def test_a_new_monument_has_level_1_scores_1_and_costs_nothing() -> None:
    state = play(turn(), "build")
    assert told(state, "e7", 0) == ["You build at [e7]: 1 VP."]
    assert (state.levels[parse_square("e7")], state.vp[0], state.cattle[0]) == (1, 1 + 1 + 1, 30)
    assert why_not(state, "build") == "You have already built this turn. (8.1)"
    assert why_not(play(turn(), "build"), "e7-") == "Choose a square. (8.1)"


@pytest.mark.rule("zimbabwe 8.2")
def test_a_new_monument_is_next_to_no_other() -> None:
    state = play(turn(), "build")
    around = ["a2", "b3", "a4", "b4", "k6", "l6", "k7", "l8"]
    assert not [square for square in around if may(state, square)]
    assert why_not(state, "b4") == "b4 is next to the monument at a3. (8.2)"
    assert may(state, "c4")


@pytest.mark.rule("zimbabwe 8.2")
def test_where_there_is_no_room_nothing_is_built() -> None:
    state = turn("monuments = { b1 = 1 }", "", "..S\n")
    assert not may(state, "build")
    assert (
        why_not(turn("monuments = { b2 = 1 }", "", "...\n...\n...\n"), "build")
        == "There is no square left for a monument. (8.2)"
    )
