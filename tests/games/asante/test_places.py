"""Holy Places: owning, playing and replacing them, and each one of the game."""

import pytest

from mezani.games.asante.constants import DRAWING, NONE
from tests.games.asante.check import check
from tests.games.asante.positions import (
    after,
    artifacts,
    hand,
    legal,
    middle,
    places,
    play,
    position,
    refuse,
    stand,
    step,
)

# 9 Owning and playing


@pytest.mark.rule("asante 9.1")
def test_any_number_of_holy_places_can_be_owned_and_they_are_open() -> None:
    state = position(places="RRRVVVOOONNNKK", middle="..K", place_rest="theirs")
    assert state.hand_size[0] == 0
    assert len(places(state)) == 14
    refuse(position(places="V"), "holy-kilimanjaro", "9.1")


@pytest.mark.rule("asante 9.2")
def test_one_holy_place_is_played_in_a_turn_for_no_action() -> None:
    state = play(position(places="VR"), "holy-victoria-waterfalls")
    assert state.markers == 5
    assert places(state) == "R"
    assert state.place_discard_size == 1
    refuse(state, "holy-rwenzori-mountains", "9.2")
    play(state, "end skip end skip holy-rwenzori-mountains")


@pytest.mark.rule("asante 9.2")
def test_a_holy_place_is_not_played_before_the_other_cards() -> None:
    state = position(places="VO", step=DRAWING)
    assert legal(state) == "draw skip"
    refuse(state, "holy-victoria-waterfalls", "9.2")
    play(state, "draw")
    assert legal(state) == "keep discard"
    refuse(state, "holy-okavango-delta", "9.2")
    play(state, "keep")
    assert {"holy-victoria-waterfalls", "holy-okavango-delta"} <= set(legal(state).split())


@pytest.mark.rule("asante 9.2", "asante 4.4")
def test_a_marker_that_comes_back_is_not_spent_on_drawing() -> None:
    state = play(position(places="O", step=DRAWING), "draw discard " * 5)
    assert step(state) == "playing", "who cannot draw any more plays cards"
    refuse(play(state, "holy-okavango-delta"), "draw", "4.4")


@pytest.mark.rule("asante 9.2")
def test_holy_places_are_played_only_in_ones_own_turn() -> None:
    state = play(position("camel", their_places="V"), "play-camel")
    assert state.seat == 1
    refuse(state, "holy-victoria-waterfalls", "8.2")


@pytest.mark.rule("asante 9.3")
@pytest.mark.parametrize(("owned", "gold"), [("V", 21), ("VV", 22), ("VVV", 23)])
def test_a_holy_place_works_as_often_as_it_is_owned(owned: str, gold: int) -> None:
    state = play(position(places=owned, middle="RKO"), "holy-victoria-waterfalls")
    assert state.gold[0] == gold
    assert places(state) == owned[1:], "only one is played"


@pytest.mark.rule("asante 9.4")
def test_the_discarded_holy_places_become_the_pile() -> None:
    state = position("map", middle="RVO", place_rest="discards")
    play(state, "play-map space-1")
    assert "." not in middle(state)
    assert state.place_discard_size == 0
    assert state.place_pile_size == 11
    check(state)


@pytest.mark.rule("asante 9.4")
def test_they_are_shuffled_at_once_when_the_last_one_leaves_the_pile() -> None:
    state = position("map", middle="RVO", place_rest="discards")
    state.place_pile = [*state.place_discards[:1], *[NONE] * 31]
    state.place_discards = [*state.place_discards[1:12], *[NONE] * 21]
    state.place_pile_size, state.place_discard_size = 1, 11
    play(state, "play-map space-1")
    assert (state.place_pile_size, state.place_discard_size) == (11, 0)
    check(state)


@pytest.mark.rule("asante 9.4")
def test_a_gap_stays_open_until_a_holy_place_is_discarded() -> None:
    state = position("map", places="K", middle="RVO", place_rest="theirs")
    play(state, "play-map space-2")
    assert middle(state) == "R.O"
    check(state)
    play(state, "holy-kilimanjaro as-victoria-waterfalls")
    assert middle(state) == "RKO"
    check(state)


@pytest.mark.rule("asante 9.5")
def test_an_artifact_can_be_placed_in_front_of_a_gap() -> None:
    state = position("map", middle="RV.", place_rest="theirs")
    before = places(state, 1)
    play(state, "play-map space-3")
    assert artifacts(state) == ". . map"
    assert places(state, 1) == before
    assert places(state, 0) == ""


# 13 The Holy Places


@pytest.mark.rule("asante 13.1", "asante 9.3")
def test_two_rwenzori_mountains_draw_two_cards() -> None:
    """The example of the rulebook."""
    state = play(position(places="RR", pile="lion JJ map"), "holy-rwenzori-mountains")
    assert hand(state) == "JJ lion"
    assert places(state) == "R"
    assert (
        hand(play(position(places="RRR", middle="VKO", pile="lion JJ map"), "holy-rwenzori-mountains")) == "JJ map lion"
    )


@pytest.mark.rule("asante 13.1")
def test_rwenzori_needs_a_card() -> None:
    refuse(position(places="R", rest="theirs"), "holy-rwenzori-mountains", "5.3")


@pytest.mark.rule("asante 13.2")
def test_victoria_brings_a_gold() -> None:
    assert play(position(places="V"), "holy-victoria-waterfalls").gold == [21, 20]


@pytest.mark.rule("asante 13.3")
@pytest.mark.parametrize(("owned", "markers", "then"), [("O", 3, 4), ("OO", 3, 5), ("OOO", 4, 5), ("OOO", 0, 3)])
def test_okavango_brings_back_spent_markers(owned: str, markers: int, then: int) -> None:
    assert play(position(places=owned, middle="RVK", markers=markers), "holy-okavango-delta").markers == then


@pytest.mark.rule("asante 13.3")
def test_okavango_needs_a_spent_marker() -> None:
    refuse(position(places="O"), "holy-okavango-delta", "5.3")


@pytest.mark.rule("asante 13.4")
def test_ngorongoro_swaps_a_ware() -> None:
    state = play(position(places="N", stand="JP"), "holy-ngorongoro-crater")
    assert legal(state) == "-J -P"
    play(state, "-P")
    assert legal(state) == "+J +P +T +K +F +S"
    assert stand(play(state, "+S")) == "JS"
    assert step(state) == "playing"
    refuse(position(places="N"), "holy-ngorongoro-crater", "5.3")


@pytest.mark.rule("asante 13.4")
def test_each_repetition_of_ngorongoro_may_be_left_out() -> None:
    state = play(position(places="NN", stand="JP"), "holy-ngorongoro-crater -P +S")
    assert legal(state) == "done -J -S"
    assert stand(after(state, "-J +S")) == "SS"
    assert step(play(state, "done")) == "playing"
    assert stand(state) == "JS"


@pytest.mark.rule("asante 13.5", "asante 9.3")
def test_two_kilimanjaro_do_two_different_things() -> None:
    """The example of the rulebook."""
    state = play(position(places="KK", stand="J", markers=4), "holy-kilimanjaro")
    assert legal(state) == "as-rwenzori-mountains as-victoria-waterfalls as-okavango-delta as-ngorongoro-crater"
    play(state, "as-victoria-waterfalls")
    assert legal(state).startswith("done as-rwenzori-mountains")
    play(state, "as-ngorongoro-crater -J +S")
    assert (state.gold[0], stand(state), step(state)) == (21, "S", "playing")
    assert places(state) == "K"


@pytest.mark.rule("asante 13.5")
def test_kilimanjaro_does_only_what_could_do_something_and_may_stop() -> None:
    state = play(position(places="KKK", middle="RVO", rest="theirs"), "holy-kilimanjaro")
    assert legal(state) == "as-victoria-waterfalls"
    refuse(state, "as-okavango-delta", "5.3")
    play(state, "as-victoria-waterfalls done")
    assert state.gold[0] == 21
    assert step(state) == "playing"


@pytest.mark.rule("asante 13.5")
def test_kilimanjaro_is_not_made_stronger_by_other_holy_places() -> None:
    assert play(position(places="KVV"), "holy-kilimanjaro as-victoria-waterfalls").gold[0] == 21
