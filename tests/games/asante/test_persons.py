"""Persons: each one of the deck, its limits and its refusals. The Animalist is in test_answers.py."""

import pytest

from mezani.games.asante.view import view
from tests.games.asante.check import check
from tests.games.asante.positions import (
    after,
    artifacts,
    discards,
    hand,
    known,
    legal,
    middle,
    places,
    play,
    position,
    refuse,
    stand,
    step,
)

# 11.2 Tracker


@pytest.mark.rule("asante 11.2")
def test_the_tracker_turns_over_cards_until_an_animal_appears() -> None:
    state = play(position("tracker", pile="JJ map healer camel lion"), "play-tracker let")
    assert discards(state) == ["JJ", "map", "healer"]
    assert legal(state) == "keep play-camel"
    assert view(state, 1).card == "camel"
    check(state)


@pytest.mark.rule("asante 11.2")
def test_the_animal_is_played_for_no_action_and_cannot_be_cancelled() -> None:
    state = play(position("tracker", "animalist", pile="JJ camel"), "play-tracker let play-camel")
    assert state.seat == 0
    assert step(state) == "taking"
    play(state, "+J +P")
    assert stand(state) == "JP"
    assert state.markers == 4
    assert discards(state) == ["JJ", "camel", "tracker"]


@pytest.mark.rule("asante 11.2", "asante 1.4")
def test_the_animal_can_be_taken_into_the_hand_before_all_eyes() -> None:
    state = play(position("tracker", pile="camel"), "play-tracker let keep")
    assert hand(state) == "camel"
    assert known(state, 0, 1) == "camel"
    assert known(state, 0, None) == "camel"
    assert "play-camel" in legal(state)


@pytest.mark.rule("asante 11.2")
def test_an_animal_that_could_do_nothing_can_only_be_taken() -> None:
    state = play(position("tracker", pile="gorilla"), "play-tracker let")
    assert legal(state) == "keep"
    refuse(state, "play-gorilla", "11.2")


@pytest.mark.rule("asante 11.2", "asante 12.1")
def test_a_found_cape_buffalo_leads_on_to_an_artifact() -> None:
    state = position("tracker", stand="JP", their_artifacts="pottery", pile="cape-buffalo")
    play(state, "play-tracker let play-cape-buffalo theirs-1 first -J -P")
    assert state.gold[0] == 23
    assert discards(state) == ["pottery", "cape-buffalo", "tracker"]
    assert artifacts(state, 1) == ". . ."
    check(state)


@pytest.mark.rule("asante 11.2")
def test_the_tracker_goes_on_through_the_shuffled_discards() -> None:
    state = position("tracker", pile="JJ PP", discards="lion map", rest="theirs")
    play(state, "play-tracker let")
    assert step(state) == "found"
    assert view(state, 0).card == "lion"
    assert "lion" not in discards(state)
    check(state)


@pytest.mark.rule("asante 11.2")
def test_the_tracker_may_find_nothing() -> None:
    state = play(position("tracker", pile="JJ PP", discards="map", rest="theirs"), "play-tracker let")
    assert step(state) == "playing"
    assert discards(state) == ["PP", "tracker"]
    assert state.pile_size == 2, "when the last card left the pile, there was no Animal to shuffle in"


@pytest.mark.rule("asante 11.2")
def test_the_tracker_goes_on_in_a_new_pile_with_an_animal_in_it() -> None:
    state = play(position("tracker", pile="JJ PP", discards="lion map", rest="theirs"), "play-tracker let")
    assert step(state) == "found"
    check(state)


@pytest.mark.rule("asante 11.2")
def test_without_hope_of_an_animal_the_tracker_stays_in_hand() -> None:
    refuse(position("tracker", discards="map JJ", rest="theirs"), "play-tracker", "11.2")
    assert "play-tracker" in legal(position("tracker", discards="map lion", rest="theirs"))


# 11.3 Boatman


@pytest.mark.rule("asante 11.3")
def test_three_wares_cost_the_boatman_six_cards() -> None:
    """The example of the rulebook."""
    state = position("boatman JJ PP TT KK FF SS lion", markers=5)
    play(state, "play-boatman let +J +J +P")
    assert step(state) == "discarding", "a fourth would cost ten"
    assert stand(state) == "JJP"
    play(state, "discard-JJ discard-PP discard-TT discard-KK discard-FF discard-SS")
    assert hand(state) == "lion"
    assert step(state) == "playing"
    assert state.discard_size == 7
    check(state)


@pytest.mark.rule("asante 11.3")
def test_the_boatman_may_take_fewer() -> None:
    state = play(position("boatman JJ PP TT"), "play-boatman let")
    assert legal(state) == "back +J +P +T +K +F +S", "at least one"
    play(state, "+S")
    assert legal(state) == "done back +J +P +T +K +F +S"
    assert hand(play(state, "done discard-TT")) == "JJ PP"


@pytest.mark.rule("asante 11.3")
def test_the_boatman_himself_does_not_count() -> None:
    refuse(position("boatman"), "play-boatman", "11.3")
    state = play(position("boatman boatman JJ"), "play-boatman let +J")
    assert step(state) == "discarding"
    assert legal(state) == "discard-JJ discard-boatman", "another one does"


@pytest.mark.rule("asante 11.3")
def test_a_stand_that_is_filled_ends_the_boatmans_work() -> None:
    state = play(position("boatman JJ PP TT KK", stand="JJJPP"), "play-boatman let +K discard-JJ")
    assert step(state) == "playing"


@pytest.mark.rule("asante 11.3", "asante 5.5")
def test_the_boatmans_wares_may_go_back_and_are_paid_for_all_the_same() -> None:
    state = play(position("boatman JJ PP TT KK", stand="JJJPPP"), "play-boatman let")
    assert legal(state) == "back"
    refuse(state, "+J", "5.5")
    play(state, "back")
    assert legal(state) == "done back"
    play(state, "back discard-JJ discard-PP discard-TT")
    assert (stand(state), hand(state), step(state)) == ("JJJPPP", "KK", "playing")
    state = play(position("boatman JJ PP TT", stand="J"), "play-boatman let back +K")
    assert (stand(state), hand(state)) == ("JK", ""), "though there was room"


@pytest.mark.rule("asante 11.3")
def test_who_discards_the_whole_hand_is_not_asked() -> None:
    state = play(position("boatman JJ PP TT"), "play-boatman let +K +K")
    assert hand(state) == ""
    assert discards(state) == ["JJ", "PP", "TT", "boatman"]


# 11.4 Dyer


@pytest.mark.rule("asante 11.4")
def test_three_silk_become_fruits_salt_and_tea() -> None:
    """The example of the rulebook."""
    state = play(position("dyer", stand="KKKJ"), "play-dyer let -K -K -K +F")
    refuse(state, "+F", "11.4")
    refuse(state, "+K", "11.4")
    play(state, "+S +T")
    assert stand(state) == "JTFS"
    assert step(state) == "playing"
    check(state)


@pytest.mark.rule("asante 11.4")
def test_all_returned_wares_are_of_one_kind() -> None:
    state = play(position("dyer", stand="KKJ"), "play-dyer let")
    assert legal(state) == "-J -K"
    play(state, "-K")
    assert legal(state) == "done +J +P +T +F +S -K"
    refuse(state, "-J", "11.4")
    refuse(state, "+K", "11.4")
    assert stand(play(state, "+J")) == "JJK"
    assert step(state) == "playing"


@pytest.mark.rule("asante 11.4")
def test_no_more_is_returned_than_other_kinds_can_be_had() -> None:
    state = position("dyer", stand="JJJJJJ", their_stand="KKKKKK")
    play(state, "play-dyer let -J -J -J -J -J")
    assert "-J" not in legal(state), "there are five other kinds"
    play(state, "+P +T +K +F +S")
    assert stand(state) == "JPTKFS"


@pytest.mark.rule("asante 11.4", "asante 5.5")
def test_of_the_dyed_wares_some_can_be_left() -> None:
    state = play(position("dyer", stand="KKK"), "play-dyer let -K -K +J done")
    assert stand(state) == "JK"


@pytest.mark.rule("asante 11.4")
def test_the_dyer_needs_a_ware() -> None:
    refuse(position("dyer"), "play-dyer", "11.4")


# 11.5 Healer


@pytest.mark.rule("asante 11.5")
def test_the_healer_takes_any_card_of_the_discards_but_a_healer() -> None:
    state = play(position("healer", discards="lion * healer map *"), "play-healer let")
    assert legal(state) == "take-* take-map take-lion"
    refuse(state, "take-healer", "5.6")
    refuse(state, "take-camel", "5.6")
    play(state, "take-*")
    assert hand(state) == "*"
    assert known(state, 0, 1) == "*", "everybody has seen it"
    assert discards(state) == ["lion", "*", "healer", "map", "healer"]
    check(state)


@pytest.mark.rule("asante 11.5")
def test_the_healer_needs_another_card() -> None:
    refuse(position("healer"), "play-healer", "11.5")
    refuse(position("healer", discards="healer"), "play-healer", "11.5")


# 11.6 Cartographer


@pytest.mark.rule("asante 11.6")
def test_two_waterfalls_give_the_cartographer_two_gold() -> None:
    """The example of the rulebook."""
    state = play(position("cartographer", middle="VVR", places="VV"), "play-cartographer let place-1 place-2")
    assert state.gold[0] == 22
    assert places(state) == "VV"
    play(state, "place-3")
    assert state.hand_size[0] == 1
    assert step(state) == "playing"


@pytest.mark.rule("asante 11.6")
def test_the_cartographer_does_each_once_in_any_order_and_may_stop() -> None:
    state = play(position("cartographer", middle="VON", stand="J"), "play-cartographer let")
    assert legal(state) == "place-1 place-2 place-3"
    play(state, "place-3 -J +K")
    assert legal(state) == "done place-1 place-2"
    refuse(state, "place-3", "5.3")
    play(state, "place-2")
    assert state.markers == 5
    play(state, "done")
    assert (state.gold[0], stand(state), step(state)) == (20, "K", "playing")


@pytest.mark.rule("asante 11.6")
def test_the_cartographer_passes_over_what_could_do_nothing() -> None:
    state = play(position("cartographer", middle="NNV"), "play-cartographer let")
    assert legal(state) == "place-3"
    assert step(play(state, "place-3")) == "playing"
    refuse(position("cartographer", middle="NNN"), "play-cartographer", "11.6")


@pytest.mark.rule("asante 11.6")
def test_the_cartographer_can_do_kilimanjaro() -> None:
    state = play(position("cartographer", middle="KKK"), "play-cartographer let place-1 as-victoria-waterfalls")
    play(state, "place-2 as-rwenzori-mountains place-3 as-victoria-waterfalls")
    assert state.gold[0] == 22
    assert state.hand_size[0] == 1


# 11.7 Haggler


@pytest.mark.rule("asante 11.7")
def test_the_haggler_sells_though_one_ware_is_missing() -> None:
    state = play(position("haggler JPT", stand="JPK"), "play-haggler sell-JPT")
    assert state.seat == 1, "the opponent sees both cards and is asked"
    assert view(state, 1).haggled == "JPT"
    assert state.markers == 4
    play(state, "let")
    assert state.gold[0] == 32
    assert stand(state) == "K"
    assert state.markers == 3, "the Ware card costs its own action"
    assert discards(state) == ["JPT", "haggler"]
    check(state)


@pytest.mark.rule("asante 11.7")
def test_exactly_one_ware_is_missing() -> None:
    refuse(position("haggler JPT", stand="JPT"), "play-haggler", "11.7")
    refuse(position("haggler JPT", stand="J"), "play-haggler", "11.7")
    state = play(position("haggler JJT JPS", stand="JTS"), "play-haggler")
    assert legal(state) == "sell-JPS sell-JJT"
    refuse(state, "sell-PPP", "11.7")
    assert stand(play(state, "sell-JJT let")) == "S", "of the two jewelry one was there"


@pytest.mark.rule("asante 11.7")
def test_the_haggler_is_not_for_packages() -> None:
    """The rulebook says so."""
    refuse(position("haggler **", stand="J"), "play-haggler", "11.7")
    refuse(position("haggler", stand="J"), "play-haggler", "11.7")


@pytest.mark.rule("asante 11.7")
def test_the_haggler_needs_two_actions() -> None:
    refuse(position("haggler JPT", stand="JP", markers=1), "play-haggler", "11.7")
    assert play(position("haggler JPT", stand="JP", markers=2), "play-haggler sell-JPT let").markers == 0


@pytest.mark.rule("asante 11.7", "asante 8.2")
def test_if_the_haggler_is_cancelled_the_ware_card_goes_back() -> None:
    state = play(position("haggler JPT", "animalist", stand="JP"), "play-haggler sell-JPT play-animalist")
    assert hand(state) == "JPT"
    assert known(state, 0, 1) == "JPT"
    assert state.markers == 4
    assert (state.gold[0], stand(state)) == (20, "JP")
    assert discards(state) == ["animalist", "haggler"]
    check(state)


@pytest.mark.rule("asante 11.7", "asante 11.15")
def test_the_caravan_guide_helps_the_haggler() -> None:
    state = position("haggler JPT caravan-guide", stand="JP")
    assert play(state, "play-caravan-guide let play-haggler sell-JPT let").gold[0] == 34


# 11.8 Nomad


@pytest.mark.rule("asante 11.8")
def test_the_nomad_takes_one_more_than_were_returned() -> None:
    state = play(position("nomad", stand="JJP"), "play-nomad let -J -J")
    assert legal(state) == "done +J +P +T +K +F +S -P"
    play(state, "+K +K +K")
    assert stand(state) == "PKKK"
    assert step(state) == "playing"
    check(state)


@pytest.mark.rule("asante 11.8")
def test_the_nomad_works_without_any_wares() -> None:
    """The rulebook says so."""
    state = play(position("nomad"), "play-nomad let")
    assert legal(state) == "done +J +P +T +K +F +S"
    assert stand(play(state, "+T")) == "T"
    assert step(state) == "playing"


@pytest.mark.rule("asante 11.8", "asante 5.5")
def test_the_nomad_takes_only_what_fits() -> None:
    state = play(position("nomad", stand="JJJJJJ"), "play-nomad let")
    assert legal(state) == "done -J", "nothing fits before something was returned"
    assert stand(after(state, "done")) == "JJJJJJ"
    play(state, "-J +P")
    assert step(state) == "playing", "the one more does not fit"
    assert stand(state) == "JJJJJP"


# 11.9 to 11.13


@pytest.mark.rule("asante 11.9")
def test_the_matron_draws_two_cards() -> None:
    state = play(position("matron", pile="lion JJ"), "play-matron let")
    assert hand(state) == "JJ lion"
    assert known(state, 0, 1) == ""


@pytest.mark.rule("asante 11.10")
def test_the_carver_pays_three_gold_for_each_of_two_wares() -> None:
    state = play(position("carver", stand="JJP"), "play-carver let")
    assert legal(state) == "-J -P"
    play(state, "-J")
    assert state.gold[0] == 23
    assert legal(state) == "done -J -P"
    play(state, "-J")
    assert (state.gold[0], stand(state), step(state)) == (26, "P", "playing")
    assert play(position("carver", stand="JJP"), "play-carver let -P done").gold[0] == 23
    assert step(play(position("carver", stand="J"), "play-carver let -J")) == "playing"
    refuse(position("carver"), "play-carver", "11.10")


@pytest.mark.rule("asante 11.11")
def test_the_griot_chooses_one_of_five() -> None:
    state = play(position("griot", pile="lion * map camel * healer"), "play-griot let")
    assert view(state, 0).looked == ["lion", "*", "map", "camel", "*"]
    assert view(state, 1).looked == []
    assert view(state, 1).looked_count == 5
    assert legal(state) == "take-* take-map take-camel take-lion"
    play(state, "take-*")
    assert hand(state) == "*"
    assert known(state, 0, 1) == ""
    assert discards(state) == ["lion", "*", "map", "camel", "griot"]
    check(state)


@pytest.mark.rule("asante 11.11", "asante 5.3")
def test_the_griot_looks_at_what_there_is() -> None:
    state = play(position("griot", pile="lion", rest="theirs"), "play-griot let")
    assert legal(state) == "take-lion"
    refuse(position("griot", rest="theirs"), "play-griot", "11.11")


@pytest.mark.rule("asante 11.12")
def test_the_pilgrim_takes_a_holy_place() -> None:
    state = play(position("pilgrim", middle="RVO"), "play-pilgrim let")
    assert legal(state) == "place-1 place-2 place-3"
    play(state, "place-3")
    assert places(state) == "O"
    assert "." not in middle(state)
    assert state.place_pile_size == 11
    assert "holy-okavango-delta" in legal(state)
    check(state)


@pytest.mark.rule("asante 11.12")
def test_the_pilgrim_takes_nothing_from_a_gap() -> None:
    state = position("pilgrim", middle=".V.", place_rest="theirs")
    assert legal(play(state, "play-pilgrim let")) == "place-2"
    refuse(position("pilgrim", middle="...", place_rest="theirs"), "play-pilgrim", "11.12")


@pytest.mark.rule("asante 11.13")
def test_the_porter_buys_up_to_three_wares() -> None:
    state = play(position("porter"), "play-porter let +J +K +J")
    assert (stand(state), state.gold[0], step(state)) == ("JJK", 14, "playing")
    assert play(position("porter"), "play-porter let +J done").gold[0] == 18
    state = play(position("porter", gold=5), "play-porter let +J +J")
    assert step(state) == "playing", "no gold for a third"
    refuse(position("porter", gold=1), "play-porter", "11.13")


@pytest.mark.rule("asante 11.13", "asante 5.5")
def test_what_the_porter_buys_may_go_back() -> None:
    state = play(position("porter", stand="JJJPPP"), "play-porter let")
    assert legal(state) == "back"
    play(state, "back done")
    assert (stand(state), state.gold[0], step(state)) == ("JJJPPP", 18, "playing")
    state = play(position("porter", stand="JJJPP"), "play-porter let back +K")
    assert (stand(state), state.gold[0], step(state)) == ("JJJPPK", 16, "playing"), "no room for a third"


@pytest.mark.rule("asante 11.4", "asante 5.5")
def test_what_the_dyer_brings_may_go_back() -> None:
    state = play(position("dyer", stand="KKK"), "play-dyer let -K -K done")
    assert (stand(state), step(state)) == ("K", "playing")
    state = play(position("dyer", stand="KKK"), "play-dyer let -K -K +J done")
    assert stand(state) == "JK"


# 11.14 Elder


@pytest.mark.rule("asante 11.14")
def test_the_elder_lets_the_opponent_discard_down_to_four() -> None:
    state = position("elder", "JJ PP TT KK FF SS", pile="lion")
    play(state, "play-elder let")
    assert state.seat == 0
    assert legal(state) == "option-1 option-2"
    play(state, "option-1")
    assert state.seat == 1
    assert legal(state) == "discard-JJ discard-PP discard-TT discard-KK discard-FF discard-SS"
    play(state, "discard-KK discard-SS")
    assert hand(state, 1) == "JJ PP TT FF"
    assert state.seat == 0
    check(state)


@pytest.mark.rule("asante 11.14")
def test_the_elder_draws_up_to_four() -> None:
    state = position("elder JJ", "JJJ PP TT KK FF SS", pile="lion camel map hyena")
    play(state, "play-elder let option-2")
    assert hand(state) == "JJ map camel lion"
    assert state.seat == 0


@pytest.mark.rule("asante 11.14")
def test_the_elder_does_what_is_possible() -> None:
    state = play(position("elder", "JJ PP TT KK", pile="lion"), "play-elder let")
    assert state.hand_size[0] == 4, "four cards need not be discarded, so there is no choice"
    refuse(position("elder JJ PP TT KK", "FF"), "play-elder", "11.14")
    state = play(position("elder JJ PP TT KK", "FF SS JJJ PPP TTT"), "play-elder let")
    assert state.seat == 1


# 11.15 Caravan Guide


@pytest.mark.rule("asante 11.15")
def test_the_caravan_guide_lasts_for_the_turn_and_two_add_up() -> None:
    state = position("caravan-guide caravan-guide JPT JJ", stand="JJ")
    play(state, "play-caravan-guide let play-caravan-guide let")
    assert after(state, "buy-JPT").gold[0] == 19
    assert after(state, "sell-JJ").gold[0] == 31
    play(state, "end skip end skip")
    assert play(state, "sell-JJ").gold[0] == 28, "7, and 1 for the markers"


@pytest.mark.rule("asante 11.15")
def test_the_caravan_guide_makes_affordable_what_was_not() -> None:
    state = position("caravan-guide JPT", gold=3)
    refuse(state, "buy-JPT", "3.4")
    assert play(state, "play-caravan-guide let buy-JPT").gold[0] == 0


@pytest.mark.rule("asante 11.15")
def test_the_caravan_guide_can_be_played_without_a_ware_card() -> None:
    assert "play-caravan-guide" in legal(position("caravan-guide", markers=1))
