"""Phases III and IV: revenues, victory, ties, and the next round."""

import pytest

from mezani.games.zimbabwe import GAME, Zimbabwe
from mezani.games.zimbabwe.view import view
from mezani.testing.playing import NAMES
from tests.games.zimbabwe.positions import PLAIN, legal, play, position, told, why_not

SQUARES = ("a3", "d7", "g9")


def last_turn(*empires: str, order: str = "") -> Zimbabwe:
    """The last turn of a round: the others have ended theirs."""
    names = ["Kilwa", "Mutapa", "Zulu", "Lozi"][: len(empires)]
    turns = order.split() or names
    return position(PLAIN, *empires, order=str(turns).replace("'", '"'), turn=f'"{turns[-1]}"')


def with_points(vp: int, vr: int, square: str, god: str = "") -> str:
    """An empire with so many points: one monument of the right level."""
    tower = {1: 1, 3: 2, 7: 3, 13: 4, 21: 5}[vp]
    return f"vr = {vr}; monuments = {{ {square} = {tower} }}" + (f"; god = '{god}'" if god else "")


@pytest.mark.rule("zimbabwe 11.1", "zimbabwe 1.4")
def test_everybody_takes_the_cattle_on_their_cards() -> None:
    state = last_turn(
        "cattle = 1; monuments = { a3 = 1 }; technologies = { potter = 1, sculptor = 2 }; specialists = ['herd'];"
        "god = 'Qamata'; on_cards = { potter = 2, sculptor = 3, herd = 6, Qamata = 4 }",
        "cattle = 2; monuments = { d7 = 1 }; technologies = { potter = 1 }; second_cards = ['potter'];"
        "on_cards = { potter = 5 }",
    )
    assert [empire.revenue for empire in view(state, None).empires] == [2 + 3 + 6 + 4 + 1, 5 + 1]
    assert told(state, "end")[1] == "Revenues: Arve 16, Brittany 6."
    assert state.cattle[:2] == [17, 8]
    assert sum(state.on_card) + sum(state.on_specialist) + state.on_qamata == 0


@pytest.mark.rule("zimbabwe 11.2")
def test_income_is_the_level_of_the_highest_monument_however_many_there_are() -> None:
    state = last_turn("cattle = 0; monuments = { a3 = 4, e7 = 1, g7 = 2 }", "cattle = 0; monuments = { l7 = 1 }")
    play(state, "end")
    assert state.cattle[:2] == [4, 1]


@pytest.mark.rule("zimbabwe 1.2", "zimbabwe 12.1")
def test_whoever_has_as_many_vp_as_vr_wins() -> None:
    state = last_turn(with_points(21, 21, "a3"), with_points(13, 20, "d7"))
    assert view(state, None).empires[0].reached
    assert told(state, "end", 0)[-1] == "You win with 21 VP (VR 21)."
    assert state.is_over
    assert (state.winners(), state.scores()) == ([0], [21, 13])
    assert why_not(state, "end") == "The game is over. (12.1)"
    assert legal(state) == []


@pytest.mark.rule("zimbabwe 12.1")
def test_one_point_less_is_not_enough_and_the_round_is_played_out() -> None:
    state = play(last_turn(with_points(21, 22, "a3"), with_points(13, 20, "d7")), "end")
    assert not state.is_over
    early = position(PLAIN, with_points(21, 21, "a3"), with_points(13, 20, "d7"))
    play(early, "end")
    assert not early.is_over, "the other one still has a turn"
    assert play(early, "end").is_over


@pytest.mark.rule("zimbabwe 12.2")
def test_of_several_the_one_furthest_above_wins() -> None:
    state = last_turn(with_points(21, 20, "a3"), with_points(13, 10, "d7"), with_points(21, 21, "g9"))
    assert play(state, "end").winners() == [1]


@pytest.mark.rule("zimbabwe 12.3", "zimbabwe 13.12")
@pytest.mark.parametrize("xango", [0, 1, 2])
def test_xango_wins_ties(xango: int) -> None:
    points = [(21, 20), (13, 12), (7, 6)]
    empires = [
        with_points(vp, vr, square, "Xango" if seat == xango else "")
        for seat, ((vp, vr), square) in enumerate(zip(points, SQUARES, strict=True))
    ]
    assert play(last_turn(*empires), "end").winners() == [xango]


@pytest.mark.rule("zimbabwe 12.2", "zimbabwe 13.12")
def test_xango_does_not_help_where_there_is_no_tie() -> None:
    state = last_turn(with_points(21, 20, "a3", "Xango"), with_points(13, 11, "d7"))
    assert play(state, "end").winners() == [1]


@pytest.mark.rule("zimbabwe 12.3")
def test_without_xango_most_points_win_and_then_the_order_of_play() -> None:
    assert play(last_turn(with_points(13, 12, "a3"), with_points(21, 20, "d7")), "end").winners() == [1]
    equal = (with_points(13, 12, "a3"), with_points(13, 12, "d7"), with_points(13, 12, "g9"))
    assert play(last_turn(*equal, order="Zulu Mutapa Kilwa"), "end").winners() == [2]
    assert play(last_turn(*equal, order="Mutapa Kilwa Zulu"), "end").winners() == [1]


@pytest.mark.rule("zimbabwe 12.2", "zimbabwe 12.3", "zimbabwe 13.12")
def test_the_places_of_all_are_decided_as_the_victory_is() -> None:
    """How far above or below the VR, then Xango, then VP, then the order of play."""
    empires = (
        with_points(13, 12, "a3"),
        with_points(7, 9, "d7", "Xango"),
        with_points(21, 23, "g9"),
        with_points(3, 9, "j2"),
    )
    assert play(last_turn(*empires), "end").places() == [1, 2, 3, 4]


def reasons(state: Zimbabwe) -> list[str]:
    return [str(reason) for reason in GAME.why_won(play(state, "end"), names=NAMES)]


def test_the_end_says_how_ties_were_decided() -> None:
    both = "Arve and Brittany have reached their VR. (12.1)"
    level = "Arve and Brittany are furthest above it: by 1 VP each. (12.2)"
    first, second = with_points(21, 20, "a3"), with_points(13, 12, "d7")
    assert reasons(last_turn(first, with_points(13, 20, "d7"))) == [
        "Only Arve has reached the VR: 21 VP (VR 20). (12.1)"
    ]
    assert reasons(last_turn(first, with_points(13, 10, "d7"))) == [
        both,
        "Brittany is furthest above it: by 3 VP. (12.2)",
    ]
    assert reasons(last_turn(first, second)) == [both, level, "Arve has the most VP of them: 21. (12.3)"]
    assert reasons(last_turn(first, with_points(13, 12, "d7", "Xango"))) == [
        both,
        level,
        "Brittany adores Xango and wins the tie. (12.3)",
    ]
    assert reasons(last_turn(with_points(13, 12, "a3"), second, order="Mutapa Kilwa")) == [
        both,
        level,
        "Of those with 13 VP, Brittany comes first in the order of play. (12.3)",
    ]


@pytest.mark.rule("zimbabwe 13.12")
def test_xango_lowers_the_vr_by_two() -> None:
    state = position(PLAIN, "monuments = { a3 = 1 }", "monuments = { d7 = 1 }", gods='["Xango"]')
    assert play(state, "Xango").vr[0] == 18


@pytest.mark.rule("zimbabwe 12.4", "zimbabwe 1.5")
def test_the_next_round_begins_with_all_markers_taken_off() -> None:
    state = position(
        PLAIN, "monuments = { a3 = 1 }", "god = 'Atete'; monuments = { d7 = 1 }", used='["a1", "h2", "h2"]'
    )
    assert sum(resource.used for resource in view(state, None).resources) == 3
    assert told(play(state, "end"), "end")[1:] == ["Revenues: Arve 1, Brittany 1.", "Round 2 begins."]
    assert sum(resource.used for resource in view(state, None).resources) == 0
    assert (state.round, view(state, None).phase) == (2, "generosity")
