"""The gods of phases II to IV: their effects, their limits, and their meetings with each other."""

import pytest

from mezani.games.zimbabwe import Zimbabwe
from mezani.games.zimbabwe.actions import RAIN, TYPES, parse_square
from mezani.games.zimbabwe.components import CRAFTSMEN, GOD_VR, GODS
from mezani.games.zimbabwe.view import view
from tests.games.zimbabwe.positions import PLAIN, legal, may, play, position, told, why_not

LAKE = """
    cc..ii..ww..dd
    ..............
    ~~~~~~~~~~~~~~
    ..............
    ..............
"""
POTTERY = "technologies = { potter = 3 }; craftsmen = { potter = ['a2-'] }"
ALL_FOUR = (
    "technologies = { potter = 3, ivory-carver = 3, wood-carver = 3, diamond-cutter = 3 };"
    "craftsmen = { potter = ['a2-'], ivory-carver = ['c1'], wood-carver = ['g2-'], diamond-cutter = ['k1'] }"
)


def turn(mine: str, other: str = "", land: str = LAKE, **settings: str) -> Zimbabwe:
    return position(land, mine, other, **settings)


def prices(state: Zimbabwe, seat: int = 0) -> dict[str, int]:
    return {
        name: state.price[seat * TYPES + kind]
        for kind, name in enumerate(CRAFTSMEN)
        if state.price[seat * TYPES + kind]
    }


def test_every_god_changes_the_vr_by_its_figure() -> None:
    figures = dict(zip(GODS, GOD_VR, strict=True))
    assert figures == {
        "Shadipinyi": 4,
        "Elegua": 4,
        "Dziva": 2,
        "Eshu": 4,
        "Gu": 4,
        "Obatala": 7,
        "Atete": 5,
        "Tsui-Goab": 3,
        "Anansi": 5,
        "Qamata": 2,
        "Engai": 5,
        "Xango": -2,
    }
    for name, figure in figures.items():
        state = play(turn("monuments = { a4 = 1 }", "", PLAIN, gods=f"['{name}']"), name)
        assert state.vr[0] == 20 + figure


# Dziva


DZIVA = f"cattle = 9; monuments = {{ a4 = 1 }}; {POTTERY.replace('potter = 3', 'potter = 2')}"


@pytest.mark.rule("zimbabwe 13.3")
def test_dziva_raises_and_lowers_prices_before_anything_else() -> None:
    state = turn(f"{DZIVA}; god = 'Dziva'")
    assert [move for move in legal(state) if "=" in move] == ["potter=1", "potter=3"]
    assert told(state, "potter=1", 0) == ["You lower the price of pots to 1."]
    assert prices(state) == {"potter": 1}
    assert may(state, "build"), "it is not the action of the turn"
    assert why_not(state, "potter=3") == "You have already changed this price. (13.3)"
    late = play(turn(f"{DZIVA}; god = 'Dziva'"), "build d5")
    closed = "With Dziva you change prices at the start of your turn, before anything else. (13.3)"
    assert [why_not(late, move) for move in ("potter=1", "potter=3")] == [closed, closed]


@pytest.mark.rule("zimbabwe 13.3")
def test_dziva_works_at_once_when_she_is_chosen() -> None:
    state = turn(DZIVA, gods='["Dziva"]')
    assert not may(state, "potter=1")
    play(state, "build d5 Dziva")
    assert [move for move in legal(state) if "=" in move] == ["potter=1", "potter=3"]
    play(state, "potter=3")
    assert may(state, "end")


@pytest.mark.rule("zimbabwe 13.3")
def test_after_dzivas_moment_prices_are_raised_as_by_everybody() -> None:
    state = turn(f"{DZIVA}; god = 'Dziva'; specialists = ['builder']")
    play(state, "builder")
    assert [move for move in legal(state) if "=" in move] == ["potter=3"]
    play(state, "potter=3")
    assert not may(state, "build")


# Eshu


@pytest.mark.rule("zimbabwe 13.4")
def test_eshu_doubles_the_range_in_his_players_turn_alone() -> None:
    row = "c................."
    state = turn("monuments = { k1 = 1 }", POTTERY.replace("a2-", "d1-"), row, gods='["Eshu"]')
    assert (state.range, view(state, None).craftsmen[0].supply) == (3, ["a1"])
    assert state.hubs_from(parse_square("k1"))[parse_square("e1")] == -1
    play(state, "Eshu")
    assert state.range == 6
    assert state.hubs_from(parse_square("k1"))[parse_square("e1")] == 0
    play(state, "end")
    assert state.range == 3


@pytest.mark.rule("zimbabwe 13.4")
def test_eshu_lengthens_every_leg_of_a_raise() -> None:
    row = "w................."
    makers = "technologies = { wood-carver = 1 }; craftsmen = { wood-carver = ['d1-'] }"
    state = turn("cattle = 9; god = 'Eshu'; monuments = { q1 = 1, k1 = 1 }", makers, row)
    play(state, "raise q1 d1")
    assert state.cattle[0] == 9 - 1 - 1, "six steps to k1, six more to the carver, and three from him to the wood"
    play(state, "end")
    assert view(state, None).craftsmen[0].supply == ["a1"]


@pytest.mark.rule("zimbabwe 13.4", "zimbabwe 9.7")
def test_eshu_lets_a_secondary_find_its_primary_farther_away() -> None:
    land = "w.........w.......\n" + "." * 18
    state = turn(
        "cattle = 9", "technologies = { wood-carver = 1 }; craftsmen = { wood-carver = ['b1-'] }", land, gods='["Eshu"]'
    )
    near = play(state.clone(), "sculptor")
    far = play(state, "Eshu sculptor")
    assert ("h1" in legal(near), "h1" in legal(far)) == (False, True)


# Gu


@pytest.mark.rule("zimbabwe 13.5")
def test_gu_makes_every_technology_cost_one() -> None:
    state = turn("cattle = 9; god = 'Gu'; monuments = { a4 = 1 }")
    play(state, "potter a2- potter=1 ivory-carver c1 ivory-carver=1")
    assert state.vr[0] == 20 + 1 + 1


@pytest.mark.rule("zimbabwe 13.5")
def test_gu_gives_back_what_technologies_have_cost() -> None:
    cards = "technologies = { potter = 1, ivory-carver = 1, sculptor = 1 }; second_cards = ['potter']"
    state = turn(f"vr = 30; monuments = {{ a4 = 1 }}; {cards}", "technologies = { potter = 1 }", gods='["Gu"]')
    play(state, "Gu")
    assert state.vr[0] == 30 - (4 - 1) - (2 - 1) - (3 - 1) + 4


@pytest.mark.rule("zimbabwe 13.5", "zimbabwe 1.3")
def test_gu_may_be_chosen_at_40_if_the_rebate_is_enough() -> None:
    two = "vr = 40; monuments = { a4 = 1 }; technologies = { potter = 1, sculptor = 1 }"
    state = turn(two, gods='["Gu", "Dziva"]')
    assert not may(state, "Dziva")
    play(state, "Gu")
    assert state.vr[0] == 40
    one = turn("vr = 40; monuments = { a4 = 1 }; technologies = { potter = 1 }", gods='["Gu"]')
    assert why_not(one, "Gu") == "Your VR would be 42, and 40 is the limit. (1.3)"


# Obatala


@pytest.mark.rule("zimbabwe 13.6")
def test_obatala_builds_two_monuments_that_keep_their_distance() -> None:
    state = turn("god = 'Obatala'; monuments = { a4 = 1 }")
    play(state, "build f5 build")
    assert why_not(state, "g5") == "g5 is next to the monument at f5. (8.2)"
    play(state, "h5")
    assert state.vp[0] == 3
    assert why_not(state, "build") == "You have already built this turn. (8.1)"
    assert may(play(turn("god = 'Obatala'; monuments = { a4 = 1 }"), "build f5"), "end"), "one is enough"


@pytest.mark.rule("zimbabwe 13.6", "zimbabwe 7.5")
def test_nomads_let_obatalas_second_monument_stand_next_to_the_first() -> None:
    state = turn("cattle = 9; god = 'Obatala'; specialists = ['nomads']; monuments = { a4 = 1 }")
    play(state, "nomads build f5 build g5")
    assert state.vp[0] == 3


# Atete


@pytest.mark.rule("zimbabwe 13.7")
def test_atete_uses_a_resource_twice_markers_of_others_counted() -> None:
    mine = f"cattle = 40; monuments = {{ a4 = 1, d4 = 1, g4 = 1, j4 = 1, m4 = 1 }}; {POTTERY}"
    state = turn(f"{mine}; god = 'Atete'", used='["a1"]')
    assert view(state, None).craftsmen[0].left == 3
    play(state, "raise a4 a2 a1 raise d4 a2 raise g4 a2")
    assert [resource.used for resource in view(state, None).resources[:2]] == [2, 2]
    assert not may(state, "raise")


@pytest.mark.rule("zimbabwe 13.7")
def test_without_atete_a_marker_of_atetes_is_one_too_many() -> None:
    state = turn(f"cattle = 9; monuments = {{ a4 = 1 }}; {POTTERY}", "god = 'Atete'", used='["a1", "b1"]')
    assert not may(state, "raise")


@pytest.mark.rule("zimbabwe 13.7", "zimbabwe 10.6")
def test_with_atete_a_secondary_and_its_primary_may_share_a_resource() -> None:
    makers = "technologies = { potter = 1, vessel-maker = 1 }; craftsmen = { potter = ['a2-'], vessel-maker = ['c1'] }"
    land = "c.........\n..........\n~~~~~~~~~~\n..........\n"
    state = turn(f"cattle = 9; god = 'Atete'; monuments = {{ a4 = 1 }}; {makers}", "", land)
    play(state, "raise a4 c1")
    assert [resource.used for resource in view(state, None).resources] == [2]
    marked = turn(f"cattle = 9; god = 'Atete'; monuments = {{ a4 = 1 }}; {makers}", "", land, used='["a1"]')
    assert not may(marked, "raise"), "there is room for one marker only"


# Tsui-Goab


@pytest.mark.rule("zimbabwe 13.8")
def test_tsui_goab_may_repeat_a_good() -> None:
    state = turn(f"cattle = 9; god = 'Tsui-Goab'; monuments = {{ a4 = 2 }}; {POTTERY}")
    play(state, "raise a4 a2 a1 a2")
    assert state.levels[parse_square("a4")] == 3
    assert state.cattle[0] == 9 - 3 - 3
    three = turn(f"cattle = 40; god = 'Tsui-Goab'; monuments = {{ a4 = 3 }}; {POTTERY}")
    assert not may(three, "raise"), "there are only two clay"


@pytest.mark.rule("zimbabwe 13.8", "zimbabwe 10.3")
def test_tsui_goab_does_not_bring_dead_goods_back() -> None:
    vessels = "technologies = { vessel-maker = 1 }; craftsmen = { vessel-maker = ['m4'] }"
    state = turn(f"cattle = 9; god = 'Tsui-Goab'; monuments = {{ a4 = 1 }}; {POTTERY}", vessels)
    play(state, "raise a4")
    assert legal(state) == ["m4"]


@pytest.mark.rule("zimbabwe 13.8")
def test_tsui_goab_lifts_a_monument_to_the_fifth_level_with_fewer_than_four_kinds() -> None:
    two = "technologies = { potter = 1, ivory-carver = 1 }; craftsmen = { potter = ['a2-'], ivory-carver = ['c1'] }"
    state = turn(f"cattle = 9; god = 'Tsui-Goab'; monuments = {{ a4 = 4 }}; {two}")
    play(state, "raise a4 a2 a1 c1 e1 a2 c1")
    assert state.levels[parse_square("a4")] == 5


# Anansi


@pytest.mark.rule("zimbabwe 13.9")
def test_anansi_pays_one_for_each_good_and_hub() -> None:
    carver = "technologies = { wood-carver = 3 }; craftsmen = { wood-carver = ['b1-'] }; monuments = { f1 = 1 }"
    state = turn("cattle = 9; god = 'Anansi'; monuments = { i1 = 1 }", carver, "w" + "." * 17)
    play(state, "raise i1 b1")
    assert state.cattle[0] == 9 - 1 - 1
    assert state.on_card[TYPES + CRAFTSMEN.index("wood-carver")] == 1


@pytest.mark.rule("zimbabwe 13.9")
def test_anansi_pays_a_secondary_and_its_primary_one_each() -> None:
    cards = "technologies = { ivory-carver = 3, throne-maker = 3 }"
    thrones = f"{cards}; craftsmen = {{ ivory-carver = ['c1'], throne-maker = ['g2-'] }}"
    state = turn("cattle = 2; god = 'Anansi'; monuments = { a4 = 1 }", thrones)
    play(state, "raise a4 g2 i1 e1")
    assert state.cattle[0] == 0
    assert sum(state.on_card) == 2
    other = turn("cattle = 5; monuments = { a4 = 1 }", thrones)
    assert not may(other, "raise"), "without Anansi it costs 6"


# Qamata


@pytest.mark.rule("zimbabwe 13.10")
def test_hubs_are_paid_onto_qamatas_card_by_everybody() -> None:
    carver = "technologies = { wood-carver = 2 }; craftsmen = { wood-carver = ['b1-'] }; monuments = { f1 = 1 }"
    row = "w" + "." * 17
    state = turn("cattle = 9; monuments = { i1 = 1 }", f"{carver}; cattle = 0; god = 'Qamata'", row)
    play(state, "raise i1 b1")
    assert (state.cattle[0], state.on_qamata) == (9 - 2 - 1, 1)
    play(state, "end end")
    assert state.cattle[1] == 1 + 2 + 1, "from Qamata, the wood carver, and the monument"
    assert state.on_qamata == 0
    own = turn("cattle = 9; god = 'Qamata'; monuments = { i1 = 1 }", carver, row)
    assert play(own, "raise i1 b1").on_qamata == 1


@pytest.mark.rule("zimbabwe 13.10")
def test_before_anybody_adores_qamata_hubs_are_paid_to_the_stock() -> None:
    carver = "technologies = { wood-carver = 2 }; craftsmen = { wood-carver = ['b1-'] }; monuments = { f1 = 1 }"
    state = turn("cattle = 9; monuments = { i1 = 1 }", carver, "w" + "." * 17, gods='["Qamata"]')
    play(state, "raise i1 b1")
    assert (state.cattle[0], state.on_qamata) == (6, 0)


# Engai


@pytest.mark.rule("zimbabwe 13.11")
def test_engai_gives_two_more_cattle_in_every_round() -> None:
    state = turn("cattle = 0; god = 'Engai'; monuments = { a4 = 3 }", "cattle = 0; monuments = { d4 = 2 }")
    assert [empire.income for empire in view(state, None).empires] == [5, 2]
    play(state, "end end")
    assert state.cattle[:2] == [5, 2]


# Powers that do not mix


def test_rain_in_eshus_turn_is_seen_by_his_range() -> None:
    state = turn("cattle = 9; god = 'Eshu'; monuments = { a1 = 1 }", "", "." * 18)
    play(state, "rain g1-")
    assert state.hubs_from(parse_square("a1"))[parse_square("h1")] == 0
    assert state.on_specialist[RAIN] == 3
