"""Phase I, the generosity of kings."""

import pytest

from mezani.games.zimbabwe import GAME, Zimbabwe
from mezani.games.zimbabwe.actions import GIFT, GOD_PLAQUE, TURN
from mezani.games.zimbabwe.view import GiftView, view
from tests.games.zimbabwe.positions import PLAIN, legal, may, play, position, told, why_not

SQUARES = ("a3", "l7", "g9")


def kings(*empires: str, **settings: str) -> Zimbabwe:
    """The start of phase I; each empire has a monument."""
    with_monuments = [
        f"{empire}; monuments = {{ {square} = 1 }}" for empire, square in zip(empires, SQUARES, strict=False)
    ]
    return position(PLAIN, *with_monuments, **{"phase": '"generosity"', "order": "[]", **settings})


def queue(state: Zimbabwe) -> list[int | None]:
    return [plaque.seat for plaque in view(state, None).plaques]


@pytest.mark.rule("zimbabwe 5.1")
def test_the_plaques_lie_in_falling_order_of_vr() -> None:
    assert queue(kings("vr = 22", "vr = 25", "vr = 20")) == [1, 0, 2]


@pytest.mark.rule("zimbabwe 5.2")
def test_with_equal_vr_the_lower_marker_comes_first() -> None:
    assert queue(kings("vr = 22", "vr = 22", "vr = 22", markers='["Zulu", "Kilwa", "Mutapa"]')) == [2, 0, 1]


@pytest.mark.rule("zimbabwe 5.2")
def test_a_marker_that_moves_goes_on_top_of_its_new_stack() -> None:
    state = kings("cattle = 5", "cattle = 5; vr = 22", "cattle = 5; vr = 22", gods='["Dziva"]')
    play(state, "pass pass")
    while state.step == TURN:
        play(state, "Dziva end" if state.seat == 0 else "end")
    assert state.vr[:3] == [22, 22, 22]
    assert queue(state) == [1, 2, 0]


@pytest.mark.rule("zimbabwe 5.2", "zimbabwe 13.5")
def test_a_marker_counts_as_moved_even_if_the_changes_add_up_to_nothing() -> None:
    state = kings(
        "vr = 22; technologies = { potter = 1, wood-carver = 1 }",
        "vr = 22",
        gods='["Gu"]',
        markers='["Kilwa", "Mutapa"]',
    )
    assert queue(state) == [0, 1]
    play(state, "pass")
    while state.step == TURN:
        play(state, "Gu end" if state.seat == 0 else "end")
    assert state.vr[:2] == [22, 22], "a rebate of 2 and 2, then 4 more"
    assert queue(state) == [1, 0]


@pytest.mark.rule("zimbabwe 5.3")
def test_a_gift_is_at_least_one_more_than_the_last_one_and_at_most_what_one_has() -> None:
    state = kings("cattle = 4", "cattle = 6")
    assert legal(state) == ["give1", "give2", "give3", "give4", "pass"]
    play(state, "give2")
    assert legal(state) == ["give3", "give4", "give5", "give6", "pass"]
    assert why_not(state, "give2") == "The last gift was 2: give more. (5.3)"
    assert why_not(state, "give7") == "You can give at most 6. (5.3)"
    assert why_not(state, "build") == "Give cattle, or pass. (5.3)"
    assert str(GAME.why_not(state, 0, GAME.parse_action(state, "pass"))) == "It is not your turn. (5.3)"


@pytest.mark.rule("zimbabwe 5.3")
def test_gifts_go_round_until_all_but_one_have_passed() -> None:
    state = kings("cattle = 20", "cattle = 20", "cattle = 20")
    givers = []
    for move in ("give1", "give2", "give3", "give4", "pass", "give5", "pass"):
        givers.append(state.seat)
        play(state, move)
    assert givers == [0, 1, 2, 0, 1, 2, 0]
    assert state.order[:3] == [2, 0, 1]


@pytest.mark.rule("zimbabwe 5.3")
def test_the_greatest_gift_of_the_table_is_300() -> None:
    state = kings("cattle = 900", "cattle = 900")
    assert legal(state)[-2:] == ["give300", "pass"]
    assert state.order[0] == -1
    play(state, "give300")
    assert state.order[:2] == [0, 1], "nobody can give more"


@pytest.mark.rule("zimbabwe 5.4")
def test_cattle_go_round_the_plaques_and_the_next_gift_goes_on_where_it_ended() -> None:
    state = kings("cattle = 9", "cattle = 9", "cattle = 9")
    play(state, "give1")
    assert state.plaque[:3] == [1, 0, 0]
    play(state, "give4")
    assert state.plaque[:3] == [2, 2, 1]
    play(state, "give6")
    assert state.plaque[:3] == [4, 4, 3]
    assert state.cattle[:3] == [8, 5, 3]


@pytest.mark.rule("zimbabwe 5.4")
def test_every_round_starts_at_the_left_end_again() -> None:
    state = kings("cattle = 9", "cattle = 9")
    play(state, "give1 pass end end give1")
    assert state.round == 2
    assert state.plaque[queue(state)[0] or 0] == 1
    assert sum(state.plaque) == 1


@pytest.mark.rule("zimbabwe 5.5")
def test_the_first_to_pass_is_last_in_the_order_of_play() -> None:
    state = kings("cattle = 9", "cattle = 9", "cattle = 9")
    assert told(state, "pass", 0) == ["You pass and are number 3 in the order of play."]
    assert told(state, "give1") == ["Brittany gives 1."]
    assert told(state, "pass")[0] == "Clay passes and is number 2 in the order of play."
    assert state.order[:3] == [1, 2, 0]


@pytest.mark.rule("zimbabwe 5.6")
def test_who_cannot_give_more_passes_by_themselves() -> None:
    state = kings("cattle = 9", "cattle = 2", "cattle = 0")
    assert told(state, "give2", 1)[1:3] == [
        "You can't give more and are number 3 in the order of play.",
        "Clay can't give more and is number 2 in the order of play.",
    ]
    assert state.order[:3] == [0, 2, 1]
    assert state.step == TURN


@pytest.mark.rule("zimbabwe 5.6", "zimbabwe 5.7")
def test_without_any_cattle_the_last_in_the_row_is_first_for_free() -> None:
    state = kings("cattle = 0", "cattle = 0", "cattle = 0")
    assert state.step == TURN
    assert state.order[:3] == [2, 1, 0]


@pytest.mark.rule("zimbabwe 5.7")
def test_if_nobody_gives_the_last_one_is_first_and_pays_nothing() -> None:
    state = play(kings("cattle = 5", "cattle = 5", "cattle = 5"), "pass pass")
    assert state.order[:3] == [2, 1, 0]
    assert state.cattle[:3] == [5, 5, 5]
    assert state.step == TURN


# Gods of this phase


@pytest.mark.rule("zimbabwe 13.1")
def test_shadipinyis_plaque_lies_first_and_is_for_his_follower() -> None:
    state = kings("cattle = 9", "cattle = 9; vr = 24; god = 'Shadipinyi'")
    assert queue(state) == [None, 1, 0]
    assert state.seat == 1, "the god gives nothing"
    play(state, "give4")
    assert (state.plaque[GOD_PLAQUE], state.plaque[1], state.plaque[0]) == (2, 1, 1)
    play(state, "pass")
    assert state.cattle[:2] == [9 + 1, 9 - 4 + 1 + 2]


@pytest.mark.rule("zimbabwe 13.1")
def test_shadipinyis_plaque_comes_in_the_round_after_he_is_chosen() -> None:
    state = play(kings("", "", gods='["Shadipinyi"]'), "pass Shadipinyi end")
    assert None not in queue(state)
    play(state, "end")
    assert queue(state)[0] is None


@pytest.mark.rule("zimbabwe 13.2")
def test_elegua_gives_up_to_three_of_the_first_gift_from_the_stock() -> None:
    state = kings("cattle = 2; vr = 30; god = 'Elegua'", "cattle = 9")
    assert legal(state) == ["give1", "give2", "give3", "give4", "give5", "pass"]
    two = state.clone()
    assert told(two, "give2") == ["Arve gives 2, 2 of them from the stock."]
    assert (two.cattle[0], sum(two.plaque)) == (2, 2)
    play(state, "give4")
    assert (state.cattle[0], sum(state.plaque)) == (1, 4)


@pytest.mark.rule("zimbabwe 13.2")
def test_elegua_helps_only_with_the_first_gift_of_a_round() -> None:
    state = play(kings("cattle = 5; vr = 30; god = 'Elegua'", "cattle = 9"), "give1 give2")
    assert legal(state) == ["give3", "give4", "give5", "pass"]
    play(state, "give3 pass")
    assert state.cattle[0] == 5 - 3 + 3, "it has given 1 free and 3 of its own, and takes 3 of the 6"
    play(state, "end end")
    assert state.step == GIFT
    assert view(state, None).gifts[1].keeps == state.cattle[0], "in the next round the first gift is free again"


@pytest.mark.rule("zimbabwe 13.2")
def test_eleguas_first_gift_can_come_after_those_of_others() -> None:
    state = play(kings("cattle = 9; vr = 30", "cattle = 0; god = 'Elegua'"), "give2")
    assert state.seat == 1
    assert legal(state) == ["give3", "pass"]
    state = play(kings("cattle = 9; vr = 30", "cattle = 0; god = 'Elegua'"), "give3")
    assert state.order[:2] == [0, 1]


# What a board shows


def test_a_gift_shows_what_it_leaves_and_how_the_plaques_fill() -> None:
    state = play(kings("cattle = 5; vr = 21", "cattle = 6"), "give3")
    assert view(state, None).gifts[:3] == [
        GiftView(amount=0, keeps=6, plaque=1, cattle=7),
        GiftView(amount=4, keeps=2, plaque=3, cattle=5),
        GiftView(amount=5, keeps=1, plaque=4, cattle=5),
    ]
    assert state.plaque[:2] == [2, 1], "looking changes nothing"


def test_passing_belongs_to_this_phase() -> None:
    state = play(kings("", ""), "pass")
    assert not may(state, "pass")
    assert why_not(state, "pass") == "You pass only in the generosity of kings: end your turn instead. (5.5)"
