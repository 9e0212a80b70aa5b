"""Raising monuments: goods, ways, prices, resources; and never stuck half-way."""

import pytest

import mezani
from mezani.games.zimbabwe import GAME, Zimbabwe
from mezani.games.zimbabwe.actions import GOOD, NONE, PRIMARY, TURN, TYPES, parse_square
from mezani.games.zimbabwe.components import CRAFTSMEN
from mezani.games.zimbabwe.raise_view import RaiseView, offers
from mezani.games.zimbabwe.view import view
from mezani.games.zimbabwe.words.sentences import label
from mezani.language import ENGLISH
from mezani.testing.playing import amount
from tests.games.zimbabwe.positions import legal, may, play, position, sensible, told, why_not

# Over the lake everything in the first two rows is in range of everything in the fourth
LAND = """
    cc..ii..ww..dd
    ..............
    ~~~~~~~~~~~~~~
    ..............
    ..............
"""
ALL_FOUR = (
    "technologies = { potter = 1, ivory-carver = 2, wood-carver = 3, diamond-cutter = 3 };"
    "craftsmen = { potter = ['a2-'], ivory-carver = ['c1'], wood-carver = ['g2-'], diamond-cutter = ['k1'] }"
)


def turn(mine: str, other: str = "", land: str = LAND, **settings: str) -> Zimbabwe:
    return position(land, mine, other, **settings)


def level(state: Zimbabwe, square: str) -> int:
    return state.levels[parse_square(square)]


def cattle_on(state: Zimbabwe, seat: int) -> dict[str, int]:
    """The cattle on a seat's technologies."""
    return {
        name: state.on_card[seat * TYPES + kind]
        for kind, name in enumerate(CRAFTSMEN)
        if state.on_card[seat * TYPES + kind]
    }


def in_progress(state: Zimbabwe) -> RaiseView:
    shown = view(state, None).raising
    assert shown
    return shown


# Which monuments


@pytest.mark.rule("zimbabwe 10.1")
def test_any_number_of_ones_own_monuments_each_by_one_level() -> None:
    state = turn(f"cattle = 40; monuments = {{ a4 = 1, d4 = 1, g4 = 5 }}; {ALL_FOUR}", "monuments = { j4 = 1 }")
    play(state, "raise a4 a2 a1 raise")
    assert legal(state) == ["d4"]
    assert why_not(state, "a4") == "You have already raised a4 this turn. (10.1)"
    assert why_not(state, "g4") == "The monument at g4 already has five levels. (10.1)"
    assert why_not(state, "j4") == "Choose one of your monuments. (10.1)"
    play(state, "d4 c1 e1")
    assert not may(state, "raise")
    assert [level(state, square) for square in ("a4", "d4", "g4")] == [2, 2, 5]


@pytest.mark.rule("zimbabwe 10.2", "zimbabwe 10.7")
@pytest.mark.parametrize(("start", "vp"), [(1, 2), (2, 4), (3, 6), (4, 8)])
def test_as_many_different_goods_as_levels(start: int, vp: int) -> None:
    state = turn(f"cattle = 40; monuments = {{ d4 = {start} }}; {ALL_FOUR}")
    before = state.vp[0]
    play(state, "raise d4")
    assert in_progress(state).missing == start
    for good in ("a2 a1", "c1 e1", "g2 i1", "k1 m1")[:start]:
        assert state.step == GOOD
        play(state, good)
    assert state.step == TURN
    assert level(state, "d4") == start + 1
    assert state.vp[0] - before == vp


@pytest.mark.rule("zimbabwe 10.2")
def test_a_good_serves_once_for_a_monument_and_again_for_the_next() -> None:
    state = turn(f"cattle = 40; monuments = {{ a4 = 2, d4 = 1 }}; {ALL_FOUR}")
    play(state, "raise a4 a2 a1")
    assert why_not(state, "a2") == "You already have pots for this monument. (10.2)"
    play(state, "c1 e1 raise d4")
    assert may(state, "a2")


@pytest.mark.rule("zimbabwe 10.2", "zimbabwe 10.9")
def test_without_enough_different_goods_a_raise_cannot_start() -> None:
    two = "technologies = { potter = 1, ivory-carver = 1 }; craftsmen = { potter = ['a2-'], ivory-carver = ['c1'] }"
    state = turn(f"cattle = 40; monuments = {{ a4 = 3, d4 = 2 }}; {two}")
    play(state, "raise")
    assert legal(state) == ["d4"]
    assert why_not(state, "a4") == "You can't get the 3 goods that a4 needs. (10.9)"


@pytest.mark.rule("zimbabwe 10.3")
def test_a_primary_good_is_out_of_use_for_all_once_a_secondary_stands() -> None:
    vessels = "technologies = { vessel-maker = 1 }; craftsmen = { vessel-maker = ['m4'] }"
    mine = "technologies = { potter = 1, ivory-carver = 1 }; craftsmen = { potter = ['a2-'], ivory-carver = ['c1'] }"
    state = turn(f"cattle = 9; monuments = {{ a4 = 1 }}; {mine}", vessels)
    assert {craftsman.type: craftsman.ritual for craftsman in view(state, None).craftsmen} == {
        "potter": False,
        "ivory-carver": True,
        "vessel-maker": True,
    }
    play(state, "raise a4")
    assert legal(state) == ["c1", "m4"]
    assert why_not(state, "a2") == "Pots are no longer used in rituals: there are vessels now. (10.3)"


# Paying


@pytest.mark.rule("zimbabwe 10.4", "zimbabwe 1.4")
def test_the_price_goes_onto_the_card_of_the_craftsmans_owner() -> None:
    pots = "technologies = { potter = 2 }; craftsmen = { potter = ['a2-'] }"
    ivory = "cattle = 0; technologies = { ivory-carver = 3 }; craftsmen = { ivory-carver = ['c1'] }"
    state = turn(f"cattle = 9; monuments = {{ a4 = 2 }}; {pots}", f"{ivory}; monuments = {{ a5 = 1 }}")
    play(state, "raise a4 a2 a1 c1 e1")
    assert state.cattle[:2] == [9 - 2 - 3, 0]
    assert (cattle_on(state, 0), cattle_on(state, 1)) == ({"potter": 2}, {"ivory-carver": 3})
    play(state, "end end")
    assert state.cattle[:2] == [4 + 2 + 3, 0 + 3 + 1], "what lay on the cards, and the income"


@pytest.mark.rule("zimbabwe 10.4", "zimbabwe 3.5")
def test_a_hub_costs_one_for_each_use_ones_own_too() -> None:
    carver = "technologies = { wood-carver = 2 }; craftsmen = { wood-carver = ['b1-'] }"
    state = turn("cattle = 9; monuments = { l1 = 1, i1 = 1 }", f"monuments = {{ f1 = 1 }}; {carver}", "w" + "." * 17)
    play(state, "raise l1")
    assert told(state, "b1", 0)[0] == "You buy masks from [b1] for 4, via [i1], [f1]."
    assert state.cattle[0] == 9 - 2 - 2
    assert cattle_on(state, 1) == {"wood-carver": 2}


@pytest.mark.rule("zimbabwe 10.4")
def test_a_craftsman_whom_nobody_can_reach_or_pay_is_not_offered() -> None:
    carver = "technologies = { wood-carver = 3 }; craftsmen = { wood-carver = ['b1-'] }"
    far = turn("cattle = 9; monuments = { l1 = 1 }", carver, "w" + "." * 17)
    assert why_not(far, "raise") == "You can't get the goods for any of your monuments. (10.9)"
    poor = turn("cattle = 3; monuments = { i1 = 1, f1 = 1 }", carver, "w" + "." * 17)
    play(poor, "raise")
    assert legal(poor) == ["f1"], "from i1 it would cost 4"


# Resources


@pytest.mark.rule("zimbabwe 10.5")
def test_each_good_uses_up_a_resource_for_everybody_in_this_round() -> None:
    pots = "technologies = { potter = 1 }; craftsmen = { potter = ['a2-'] }"
    state = turn(f"cattle = 9; monuments = {{ a4 = 1, d4 = 1, g4 = 1 }}; {pots}", "cattle = 9; monuments = { j4 = 1 }")
    play(state, "raise a4 a2")
    assert legal(state) == ["a1", "b1"]
    assert why_not(state, "e1") == "Choose a square with clay. (10.5)"
    play(state, "b1 raise d4")
    assert told(state, "a2", 0)[1] == "The clay at [a1] is used up."
    assert not may(state, "raise"), "no clay is left"
    play(state, "end")
    assert not may(state, "raise"), "for nobody"
    play(state, "end pass")
    assert may(state, "raise"), "in the next round it is there again"


@pytest.mark.rule("zimbabwe 10.5")
def test_a_craftsman_whose_resources_are_used_up_makes_nothing() -> None:
    two = "technologies = { potter = 1, ivory-carver = 1 }; craftsmen = { potter = ['a2-'], ivory-carver = ['c1'] }"
    state = turn(f"cattle = 9; monuments = {{ a4 = 1 }}; {two}", used='["a1", "b1"]')
    play(state, "raise a4")
    assert legal(state) == ["c1"]
    assert why_not(state, "a2") == "The craftsman at a2 has no clay left this round. (10.5)"
    assert [craftsman.left for craftsman in view(state, None).craftsmen] == [0, 2]


# Secondaries


THRONES = (
    "technologies = { ivory-carver = 1, throne-maker = 2 };"
    "craftsmen = { ivory-carver = ['c1'], throne-maker = ['g2-'] }"
)


@pytest.mark.rule("zimbabwe 10.6")
def test_a_secondary_and_its_primary_are_paid_and_each_uses_up_its_own_resource() -> None:
    state = turn("cattle = 9; monuments = { a4 = 1 }", THRONES)
    play(state, "raise a4")
    assert why_not(state, "c1") == "Ivory carvings are no longer used in rituals: there are thrones now. (10.3)"
    assert told(state, "g2", 0) == ["You buy thrones from [g2] for 2.", "You buy ivory carvings from [c1] for 1."]
    assert legal(state) == ["i1", "j1"]
    play(state, "j1")
    assert legal(state) == ["e1", "f1"]
    play(state, "e1")
    assert state.cattle[0] == 9 - 2 - 1
    assert cattle_on(state, 1) == {"ivory-carver": 1, "throne-maker": 2}
    assert {resource.square for resource in view(state, None).resources if resource.used} == {"j1", "e1"}
    assert level(state, "a4") == 2


@pytest.mark.rule("zimbabwe 10.6", "zimbabwe 10.8")
def test_any_primary_that_is_reached_may_supply_anybodys() -> None:
    mine = "technologies = { ivory-carver = 3 }; second_cards = ['ivory-carver']; craftsmen = { ivory-carver = ['a4'] }"
    state = turn(f"cattle = 9; monuments = {{ d4 = 1 }}; {mine}", THRONES)
    play(state, "raise d4 g2")
    assert legal(state) == ["c1", "a4"]
    assert [(offer.square, offer.cost) for offer in in_progress(state).offers] == [("a4", 3), ("c1", 1)]
    assert why_not(state, "g2") == "You need an ivory carver. (10.6)"
    assert why_not(state, "i1") == "Choose a craftsman by the first square of its tile. (10.4)"
    play(state, "a4 i1 e1")
    assert cattle_on(state, 0) == {"ivory-carver": 3}
    assert cattle_on(state, 1) == {"throne-maker": 2}


@pytest.mark.rule("zimbabwe 10.6")
def test_a_secondary_and_its_primary_never_share_one_resource() -> None:
    pottery = "technologies = { potter = 1, vessel-maker = 1 }; craftsmen = { potter = ['a2-'], vessel-maker = ['c1'] }"
    land = "c.........\n..........\n~~~~~~~~~~\n..........\n"
    state = turn(f"cattle = 9; monuments = {{ a4 = 1 }}; {pottery}", "", land)
    assert why_not(state, "raise") == "You can't get the goods for any of your monuments. (10.9)"
    two = turn(f"cattle = 9; monuments = {{ a4 = 1 }}; {pottery}", "", "c........c" + land[10:])
    play(two, "raise a4 c1")
    assert legal(two) == ["a1", "j1"]


# Offers


@pytest.mark.rule("zimbabwe 10.6", "zimbabwe 10.9")
def test_an_offer_names_a_primary_whose_resource_the_secondary_leaves() -> None:
    # The cheap potter reaches only the clay that the vessel maker needs for itself
    mine = "technologies = { potter = 1, vessel-maker = 1 }; craftsmen = { potter = ['b1-'], vessel-maker = ['d1'] }"
    dear = "technologies = { potter = 3 }; second_cards = ['potter']; craftsmen = { potter = ['h1-'] }"
    state = turn(f"cattle = 9; monuments = {{ f2 = 1 }}; {mine}", dear, "c.........c.\n............\n")
    supply = {craftsman.square: craftsman.supply for craftsman in view(state, None).craftsmen}
    assert supply == {"b1": ["a1"], "h1": ["k1"], "d1": ["a1"]}
    play(state, "raise f2")
    (offer,) = in_progress(state).offers
    assert (offer.square, offer.primary, offer.price, offer.primary_price, offer.cost) == ("d1", "h1", 1, 3, 4)
    assert label(state, parse_square("d1"), ENGLISH) == "Vessels from d1, with pots from h1: 4 cattle"
    play(state, "d1")
    assert (state.cattle[0], state.step) == (9 - 4, TURN), "it costs what was offered"


def check_offers(state: Zimbabwe) -> int:
    """Whether each offer is the least that its choice costs, and one press never costs more; how many there are."""
    shown = offers(state)
    for offer in shown:
        after = state.clone()
        after.play(parse_square(offer.square))
        charged = state.cattle[state.seat] - after.cattle[state.seat]
        assert charged <= offer.cost, "more than was shown, unasked"
        if after.step == PRIMARY:
            charged += min(other.cost for other in offers(after))
        assert charged == offer.cost
    return len(shown)


@pytest.mark.slow
@pytest.mark.rule("zimbabwe 10.9")
def test_no_offer_of_random_games_names_a_price_below_what_is_charged() -> None:
    checked = 0
    for seed in range(amount(200, 12)):
        state, rng = GAME.new(2 + seed % 4, seed), mezani.Rng(seed)
        while not state.is_over:
            checked += check_offers(state)
            state.play(state.random_action(rng))
    assert checked > amount(10_000, 300)


# Nothing to choose, and nobody stuck


@pytest.mark.rule("zimbabwe 10.8")
def test_where_there_is_nothing_to_choose_it_is_done_by_itself() -> None:
    state = turn("cattle = 9; monuments = { a4 = 1 }", THRONES, used='["i1", "f1"]')
    play(state, "raise a4 g2")
    assert state.step == TURN
    assert {resource.square for resource in view(state, None).resources if resource.used} == {"i1", "f1", "j1", "e1"}


@pytest.mark.rule("zimbabwe 10.9")
def test_a_choice_that_leaves_no_way_to_finish_is_not_offered() -> None:
    # One wood is in range of the throne maker, two of the wood carver: the carver must leave that one
    land = "w....i....\n..........\n-.........\n..........\nw.........\n"
    makers = (
        "technologies = { ivory-carver = 1, throne-maker = 1, wood-carver = 1 };"
        "craftsmen = { ivory-carver = ['f2'], throne-maker = ['d1-'], wood-carver = ['b3|'] }"
    )
    state = turn(f"cattle = 9; monuments = {{ d3 = 2 }}; {makers}", "", land)
    assert [craftsman.supply for craftsman in view(state, None).craftsmen] == [["f1"], ["a1", "a5"], ["a1"]]
    play(state, "raise d3")
    assert told(state, "b3")[1:] == ["The wood at [a5] is used up."]
    assert why_not(state.clone(), "b3") == "You already have masks for this monument. (10.2)"
    play(state, "d1")
    assert level(state, "d3") == 3


@pytest.mark.rule("zimbabwe 10.9")
def test_a_good_that_would_leave_too_few_cattle_is_not_offered() -> None:
    two = "technologies = { potter = 3, ivory-carver = 1, wood-carver = 1 };"
    two += "craftsmen = { potter = ['a2-'], ivory-carver = ['c1'], wood-carver = ['g2-'] }"
    state = turn(f"cattle = 3; monuments = {{ d4 = 2 }}; {two}")
    play(state, "raise d4")
    assert legal(state) == ["c1", "g2"]
    assert why_not(state, "a2") == "With a2 you couldn't finish raising the monument. (10.9)"


@pytest.mark.rule("zimbabwe 10.9")
def test_a_secondary_leaves_its_primary_the_only_resource_that_it_has() -> None:
    makers = (
        "technologies = { wood-carver = 1, sculptor = 1 }; craftsmen = { wood-carver = ['b1-'], sculptor = ['d1'] }"
    )
    state = turn(f"cattle = 9; monuments = {{ f2 = 1 }}; {makers}", "", "w......w\n-.......\n")
    assert [craftsman.supply for craftsman in view(state, None).craftsmen] == [["a1"], ["a1", "h1"]]
    play(state, "raise f2")
    assert told(state, "d1")[2:4] == ["The wood at [h1] is used up.", "The wood at [a1] is used up."]


@pytest.mark.rule("zimbabwe 10.9")
def test_no_random_raise_ever_gets_stuck() -> None:
    raised = 0
    for seed in range(40):
        state, rng = GAME.new(2 + seed % 4, seed), mezani.Rng(seed)
        while not state.is_over:
            state.play(sensible(state, rng) if rng.below(3) else state.random_action(rng))
            if state.raising != NONE:
                assert state.legal_actions()
                raised += 1
    assert raised > 300
