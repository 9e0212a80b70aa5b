"""Placing craftsmen: technologies, places, resources, costs, secondaries and prices."""

import pytest

from mezani.games.zimbabwe import Zimbabwe
from mezani.games.zimbabwe.actions import TYPES
from mezani.games.zimbabwe.components import CRAFTSMEN
from mezani.games.zimbabwe.view import view
from tests.games.zimbabwe.positions import PLAIN, legal, may, play, position, told, why_not

KING = "cattle = 40; monuments = { e2 = 1 }"
OTHER = "cattle = 40; monuments = { l9 = 1 }"
OPEN = "w.c.i.d......\n" + ".............\n" * 8  # everything at the top left


def turn(mine: str = KING, other: str = OTHER, land: str = PLAIN, **settings: str) -> Zimbabwe:
    return position(land, mine, other, **settings)


def owning(types: str, where: str, price: int = 1) -> str:
    """Technologies and craftsmen, written as `potter` and `b2-`."""
    cards = ", ".join(f"{name} = {price}" for name in dict.fromkeys(types.split()))
    places: dict[str, list[str]] = {}
    for name, place in zip(types.split(), where.split(), strict=True):
        places.setdefault(name, []).append(place)
    tiles = ", ".join(f"{name} = {texts}" for name, texts in places.items())
    return f"technologies = {{ {cards} }}; craftsmen = {{ {tiles} }}"


# Any number, for their price


@pytest.mark.rule("zimbabwe 9.1", "zimbabwe 9.6")
@pytest.mark.parametrize(
    ("craftsman", "place", "cost", "vp", "vr"),
    [
        ("potter", "a3-", 2, 1, 3),
        ("ivory-carver", "e4", 2, 1, 2),
        ("wood-carver", "a3-", 2, 1, 3),
        ("diamond-cutter", "g3", 10, 3, 1),
    ],
)
def test_each_primary_has_its_cost_its_points_and_its_vr(
    craftsman: str, place: str, cost: int, vp: int, vr: int
) -> None:
    state = turn(land=OPEN)
    play(state, f"{craftsman} {place} {craftsman}=3")
    assert (state.cattle[0], state.vp[0], state.vr[0]) == (40 - cost, 1 + vp, 20 + vr)


@pytest.mark.rule("zimbabwe 9.1", "zimbabwe 9.6")
@pytest.mark.parametrize(
    ("secondary", "place", "primary", "standing"),
    [
        ("vessel-maker", "a6", "potter", "a3-"),
        ("throne-maker", "a3-", "ivory-carver", "e4"),
        ("sculptor", "a3", "wood-carver", "c3-"),
    ],
)
def test_each_secondary_costs_4_for_2_points_and_3_vr(secondary: str, place: str, primary: str, standing: str) -> None:
    state = turn(KING, f"{OTHER}; {owning(primary, standing)}", OPEN[:-14] + "c............\n")
    play(state, f"{secondary} {place} {secondary}=3")
    assert (state.cattle[0], state.vp[0], state.vr[0]) == (40 - 4, 1 + 2, 20 + 3)


@pytest.mark.rule("zimbabwe 9.1")
def test_any_number_of_craftsmen_in_a_turn() -> None:
    state = turn(land="c.....c.....c\n" + ".............\n" * 8)
    play(state, "potter a3- potter=1 potter g3- potter l3-")
    assert (state.placed[0], state.cattle[0], state.vp[0], state.vr[0]) == (3, 34, 4, 23)


@pytest.mark.rule("zimbabwe 9.6")
def test_without_the_cattle_nothing_is_placed() -> None:
    state = turn("cattle = 1; monuments = { e2 = 1 }")
    assert why_not(state, "potter") == "That costs 2 cattle, and you have 1. (9.6)"
    assert why_not(state, "diamond-cutter") == "That costs 10 cattle, and you have 1. (9.6)"


# Technologies


@pytest.mark.rule("zimbabwe 9.2")
@pytest.mark.parametrize(
    ("craftsman", "first", "second"), [("potter", 3, 4), ("ivory-carver", 2, 3), ("diamond-cutter", 1, 2)]
)
def test_the_second_card_is_more_expensive(craftsman: str, first: int, second: int) -> None:
    letter = {"potter": "c", "ivory-carver": "i", "diamond-cutter": "d"}[craftsman]
    far = f"{letter}............{letter}\n" + "..............\n" * 8
    form = "-" if craftsman == "potter" else ""
    state = turn(land=far)
    play(state, f"{craftsman} a3{form} {craftsman}=1 end")
    play(state, f"{craftsman} l3{form} {craftsman}=1")
    assert state.vr[:2] == [20 + first, 20 + second]
    assert [empire.cards[0].second for empire in view(state, None).empires] == [False, True]


@pytest.mark.rule("zimbabwe 9.2")
def test_a_card_is_taken_only_with_a_craftsman_and_just_once() -> None:
    state = turn(land="c............c\n" + "..............\n" * 8)
    before = state.clone()
    play(state, "potter")
    assert state.vr == before.vr, "nothing is taken before the tile lies"
    assert told(state, "a3-", 0) == [
        "You place a potter at [a3] for 2: 1 VP.",
        "You take the potter technology: VR 23.",
    ]
    play(state, "potter=1 potter l3-")
    assert (state.vr[0], state.cards_left[0]) == (23, 1)


@pytest.mark.rule("zimbabwe 9.2")
def test_when_both_cards_are_taken_nobody_else_can_place() -> None:
    state = position(
        PLAIN,
        KING,
        f"monuments = {{ l9 = 1 }}; {owning('potter', 'b2-')}",
        "monuments = { g7 = 1 }; technologies = { potter = 1 }; second_cards = ['potter']",
    )
    assert why_not(state, "potter") == "Both potter cards are taken. (9.2)"


# Place and resource


@pytest.mark.rule("zimbabwe 9.3")
def test_tiles_of_two_lie_across_or_upright_and_tiles_of_four_in_a_square() -> None:
    state = play(turn("cattle = 9", "", "c...\n....\nS...\n"), "potter")
    assert "b1-" in legal(state)
    assert "b1|" in legal(state)
    assert "b1" not in legal(state)
    assert why_not(state, "b1") == (
        "The tile has two squares: choose them across or upright, such as f7- or f7|. (9.3)"
    )
    assert why_not(state, "a1-") == "There is a resource at a1. (2.5)"
    assert why_not(state, "a2|") == "a3 is a starting area. (2.5)"
    assert why_not(state, "d1-") == "e1 is not on the map. (2.5)"
    state = play(turn("cattle = 9", "", "i...\n....\n....\n"), "ivory-carver")
    assert legal(state) == ["b1", "c1", "a2", "b2", "c2"]
    assert why_not(state, "b1-") == "The tile has 2x2 squares: choose its upper left one, such as f7. (9.3)"


@pytest.mark.rule("zimbabwe 9.3")
def test_a_tile_does_not_reach_over_the_edge_of_the_board() -> None:
    row = "..................\n"
    state = turn("cattle = 9", "", "i.................\n" + row * 16 + "c................i\n")
    assert may(play(state.clone(), "ivory-carver"), "p17")
    state = play(state, "ivory-carver")
    assert not may(state, "r16")
    assert why_not(state, "r16") == "The tile does not fit on the map. (2.5)"


@pytest.mark.rule("zimbabwe 9.3")
def test_a_craftsman_for_whom_there_is_no_place_cannot_be_chosen() -> None:
    state = turn("cattle = 9", "", "i.S\n..S\nS.S\n")
    assert why_not(state, "ivory-carver") == "There is no place for the tile that has all it needs in range. (9.3)"


@pytest.mark.rule("zimbabwe 9.4")
def test_a_resource_of_the_kind_is_in_range() -> None:
    state = play(turn("cattle = 9", "", "c.........\n"), "potter")
    assert legal(state) == ["b1-", "c1-", "d1-"]
    assert why_not(state, "e1-") == "There is no clay in range of e1. (9.4)"


@pytest.mark.rule("zimbabwe 9.4")
def test_one_resource_is_not_in_range_of_another_of_the_type_whoever_owns_it() -> None:
    state = turn("cattle = 9", owning("potter", "b1-"), "c.....c...\n")
    play(state, "potter")
    assert legal(state) == ["d1-", "e1-", "h1-", "i1-"], "all reach g1; the potter at b1 does not"
    alone = turn("cattle = 9", owning("potter", "c1-"), "c....c\n......\n")
    assert why_not(alone, "potter") == "All clay is already in range of a potter. (9.4)"
    here = play(turn("cattle = 9", owning("potter", "b1-"), "c........c\n..........\n"), "potter")
    assert why_not(here, "b2-") == "The clay at a1 is already in range of a potter. (9.4)"


@pytest.mark.rule("zimbabwe 9.4")
def test_craftsmen_of_another_type_do_not_cover() -> None:
    state = turn(
        "cattle = 9", f"monuments = {{ a3 = 1 }}; {owning('wood-carver', 'b1-')}", "w.......\n........\n........\n"
    )
    assert not may(state, "wood-carver")
    assert may(state, "sculptor")


@pytest.mark.rule("zimbabwe 9.4", "zimbabwe 13.4")
def test_eshu_widens_the_ranges_of_all_craftsmen_for_better_and_worse() -> None:
    land = "c......c..........\n"
    state = turn("cattle = 9", owning("potter", "b1-"), land, gods='["Eshu"]')
    assert may(state, "potter")
    play(state, "Eshu")
    assert why_not(state, "potter") == "All clay is already in range of a potter. (9.4)"
    far = turn("cattle = 9", "", "c.........\n", gods='["Eshu"]')
    play(far, "Eshu potter")
    assert legal(far) == ["b1-", "c1-", "d1-", "e1-", "f1-", "g1-"]


@pytest.mark.rule("zimbabwe 9.5")
def test_there_are_three_tiles_of_each_type() -> None:
    land = "c.....c.....c....c\n" + "..................\n" * 8
    state = turn(KING, owning("potter potter potter", "a3- g3- l3-"), land)
    assert view(state, None).technologies[0].tiles_left == 0
    assert why_not(state, "potter") == "All three potter tiles are on the map. (9.5)"


# Secondaries


@pytest.mark.rule("zimbabwe 9.7")
def test_a_secondary_reaches_a_primary_of_anybody_in_range_or_by_free_hubs() -> None:
    land = "w..............w..\n"
    alone = turn("cattle = 4", "", "w..............\n...............\n")
    assert why_not(alone, "sculptor") == "There is no wood carver on the map. (9.7)"
    far = turn("cattle = 4", owning("wood-carver", "b1-"), land + land.replace("w", "."))
    play(far, "sculptor")
    assert "d1" in legal(far)
    assert "m1" not in legal(far)
    assert why_not(far, "m1") == "No wood carver can be reached from m1. (9.7)"
    hubs = "monuments = { f1 = 1, i1 = 1, l1 = 1 }; "
    near = play(turn("cattle = 4", hubs + owning("wood-carver", "b1-"), land + land.replace("w", ".")), "sculptor")
    assert "m1" in legal(near)
    play(near, "m1")
    assert near.cattle[0] == 0, "no hub is paid"


@pytest.mark.rule("zimbabwe 9.7")
def test_a_secondary_may_depend_on_the_same_resource_as_its_primary() -> None:
    state = turn("cattle = 9", owning("potter", "b1-"), "c.....\n......\n")
    play(state, "vessel-maker d1 vessel-maker=1")
    assert [craftsman.supply for craftsman in view(state, None).craftsmen] == [["a1"], ["a1"]]


@pytest.mark.rule("zimbabwe 9.8")
def test_the_first_primary_and_its_secondary_do_not_come_in_one_turn() -> None:
    state = play(turn("cattle = 40; monuments = { e2 = 1 }", OTHER, OPEN), "wood-carver a3- wood-carver=1")
    assert why_not(state, "sculptor") == "The first wood carver was placed this turn. (9.8)"
    play(state, "end")
    assert may(state, "sculptor"), "another player may, in the same round"


@pytest.mark.rule("zimbabwe 9.8")
def test_a_later_primary_does_not_hinder_its_secondary() -> None:
    land = "w...........w\n" + ".............\n" * 8
    state = turn(KING, f"{OTHER}; {owning('wood-carver', 'a3-')}", land)
    play(state, "wood-carver k3- wood-carver=1")
    assert may(state, "sculptor")


# Prices


@pytest.mark.rule("zimbabwe 9.9")
@pytest.mark.parametrize("price", [1, 2, 3])
def test_the_price_of_a_new_technology_is_set_at_once(price: int) -> None:
    state = play(turn(), "potter b2-")
    assert legal(state) == ["potter=1", "potter=2", "potter=3"]
    assert why_not(state, "end") == "Set a price of 1, 2 or 3. (9.9)"
    assert told(state, f"potter={price}", 0) == [f"You set the price of pots to {price}."]
    assert view(state, None).empires[0].cards[0].price == price
    assert why_not(state, "potter=3" if price < 3 else "potter=1") == "You have already set this price this turn. (9.9)"


@pytest.mark.rule("zimbabwe 9.10")
def test_prices_of_earlier_technologies_may_be_raised_even_without_placing() -> None:
    state = turn(f"{KING}; {owning('potter wood-carver', 'b2- e1-')}")
    assert [move for move in legal(state) if "=" in move] == ["potter=2", "potter=3", "wood-carver=2", "wood-carver=3"]
    assert told(state, "potter=3", 0) == ["You raise the price of pots to 3."]
    play(state, "wood-carver=2 wood-carver=3")
    assert [state.price[CRAFTSMEN.index(name)] for name in ("potter", "wood-carver")] == [3, 3]
    assert not may(state, "build"), "it was the action of this turn"
    assert may(state, "ivory-carver")


@pytest.mark.rule("zimbabwe 9.10")
def test_only_dziva_lowers_prices_and_only_ones_own_change() -> None:
    state = turn(f"{KING}; {owning('potter', 'b2-', price=2)}", f"{OTHER}; technologies = {{ ivory-carver = 1 }}")
    assert why_not(state, "potter=1") == "Prices can only be raised: it takes Dziva to lower them. (9.10)"
    assert why_not(state, "potter=2") == "The price of pots is already 2. (9.10)"
    assert why_not(state, "ivory-carver=2") == "You don't have the ivory carver technology. (9.10)"
    play(state, "build i3")
    assert why_not(state, "potter=3") == "You have already built this turn. (6.1)"


def test_types_are_counted() -> None:
    assert len(CRAFTSMEN) == TYPES
