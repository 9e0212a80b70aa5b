"""Artifacts: playing, replacing and using them, and each one of the deck."""

import pytest

from mezani.games.asante.view import ArtifactView, view
from tests.games.asante.check import check
from tests.games.asante.positions import (
    after,
    artifacts,
    discards,
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

ALL = ["pottery", "mancala", "voodoo-doll", "shango-figurine", "map", "calabash", "talking-drum"]

# 7 Playing and using


@pytest.mark.rule("asante 7.1")
@pytest.mark.parametrize("card", ALL)
def test_the_opponent_gets_the_holy_place_in_front_of_a_new_artifact(card: str) -> None:
    state = play(position(card, middle="RVO"), f"play-{card}")
    assert legal(state) == "space-1 space-2 space-3"
    assert state.markers == 4
    play(state, "space-2")
    assert artifacts(state) == f". {card} ."
    assert places(state, 1) == "V"
    assert places(state, 0) == ""
    assert state.place_pile_size == 11
    assert step(state) == "playing"
    check(state)


@pytest.mark.rule("asante 7.1")
def test_another_holy_place_takes_the_place_of_the_one_taken() -> None:
    state = position("map", middle="RVO")
    state.place_pile = [4, 3, *state.place_pile[2:]]
    next_one = state.place_pile[state.place_pile_size - 1]
    play(state, "play-map space-3")
    assert middle(state)[:2] == "RV"
    assert state.middle[2] == next_one


@pytest.mark.rule("asante 7.1", "asante 7.2")
def test_with_a_free_space_nothing_is_replaced() -> None:
    state = play(position("map", artifacts="pottery . mancala"), "play-map")
    assert legal(state) == "space-2"
    refuse(state, "space-1", "7.2")


@pytest.mark.rule("asante 7.2")
def test_the_fourth_artifact_replaces_one_and_brings_the_holy_place_oneself() -> None:
    state = play(position("map", artifacts="pottery mancala calabash", middle="RVK"), "play-map space-3")
    assert artifacts(state) == "pottery mancala map"
    assert places(state, 0) == "K"
    assert places(state, 1) == ""
    assert discards(state) == ["calabash"]
    check(state)


@pytest.mark.rule("asante 7.2")
def test_a_used_artifact_can_be_replaced_and_the_new_one_is_upright() -> None:
    state = position("map", artifacts="pottery mancala calabash", stand="J", middle="VVV")
    play(state, "use-1 -J play-map space-1 use-1 place-2")
    assert state.gold[0] == 22
    refuse(state, "use-1", "7.3")


@pytest.mark.rule("asante 7.3", "asante 5.1")
def test_an_artifact_is_used_once_a_turn_for_an_action_even_when_it_is_new() -> None:
    state = play(position("calabash"), "play-calabash space-1 use-1")
    assert state.markers == 3
    refuse(state, "use-1", "7.3")
    refuse(state, "use-2", "7.3")
    play(state, "end skip end skip use-1")
    assert state.turned[0]


@pytest.mark.rule("asante 7.4")
def test_the_same_artifact_twice_can_be_used_twice() -> None:
    state = play(position(artifacts="calabash calabash"), "use-1 use-2")
    assert state.gold[0] == 18
    assert state.hand_size[0] == 2


# 10 The Artifacts


@pytest.mark.rule("asante 10.1")
@pytest.mark.parametrize(
    ("moves", "gold"),
    [("-J done", 1), ("-J -P done", 3), ("-J -P -T done", 6), ("-J -P -T -K done", 10), ("-J -P -T -K -F done", 15)],
)
def test_pottery_pays_for_different_wares(moves: str, gold: int) -> None:
    state = play(position(artifacts="pottery", stand="JPTKFS"), f"use-1 {moves}")
    assert state.gold[0] == 20 + gold
    assert step(state) == "playing"
    check(state)


@pytest.mark.rule("asante 10.1")
def test_pottery_pays_twenty_for_all_six() -> None:
    state = play(position(artifacts="pottery", stand="JPTKFS"), "use-1 -S -F -K -T -P -J")
    assert state.gold[0] == 40
    assert stand(state) == ""


@pytest.mark.rule("asante 10.1")
def test_pottery_takes_no_ware_twice() -> None:
    state = play(position(artifacts="pottery", stand="JJP"), "use-1")
    assert legal(state) == "-J -P", "at least one"
    play(state, "-J")
    assert legal(state) == "done -P"
    refuse(state, "-J", "10.1")
    refuse(state, "-K", "5.6")
    play(state, "-P")
    assert (state.gold[0], stand(state)) == (23, "J")


@pytest.mark.rule("asante 10.1")
def test_pottery_needs_a_ware() -> None:
    refuse(position(artifacts="pottery"), "use-1", "10.1")


@pytest.mark.rule("asante 10.2")
def test_mancala_brings_a_ware_for_a_ware_card() -> None:
    state = play(position(artifacts="mancala", pile="JJ"), "use-1")
    assert legal(state) == "+J +P +T +K +F +S"
    assert discards(state) == ["JJ"]
    assert stand(play(state, "+S")) == "S"
    assert state.gold[0] == 20


@pytest.mark.rule("asante 10.2")
@pytest.mark.parametrize("card", ["lion", "map", "healer"])
def test_mancala_brings_a_gold_for_another_card(card: str) -> None:
    state = play(position(artifacts="mancala", pile=card), "use-1")
    assert state.gold[0] == 21
    assert discards(state) == [card]
    assert step(state) == "playing"


@pytest.mark.rule("asante 10.2", "asante 5.5")
def test_mancala_brings_nothing_if_the_ware_does_not_fit() -> None:
    state = play(position(artifacts="mancala", pile="JJ", stand="JJJJJJ"), "use-1")
    assert step(state) == "playing"
    assert state.gold[0] == 20
    assert state.markers == 4


@pytest.mark.rule("asante 10.2")
def test_mancala_needs_a_card() -> None:
    refuse(position(artifacts="mancala", rest="theirs"), "use-1", "10.2")


@pytest.mark.rule("asante 10.3")
def test_the_voodoo_doll_holds_the_opponents_gold_and_turns_it_into_wares() -> None:
    state = play(position(artifacts="voodoo-doll"), "use-1")
    assert state.gold == [20, 19], "with an empty doll there is no choice"
    assert view(state, 1).artifacts[0][0] == ArtifactView("voodoo-doll", turned=True, gold=1)
    play(state, "end skip end skip use-1")
    assert legal(state) == "option-1 option-2"
    assert after(state, "option-1").dolls[0] == 2
    play(state, "option-2 +K")
    assert state.dolls[0] == 0
    assert stand(state) == "K"
    check(state)


@pytest.mark.rule("asante 10.3")
def test_the_voodoo_doll_does_only_what_is_possible() -> None:
    refuse(position(artifacts="voodoo-doll", their_gold=0), "use-1", "10.3")
    state = position(artifacts="voodoo-doll", their_gold=0)
    state.dolls = [1, 0, 0, 0, 0, 0]
    assert step(play(state, "use-1")) == "taking", "there is no gold to take"
    state = position(artifacts="voodoo-doll", stand="JJJJJJ")
    state.dolls = [1, 0, 0, 0, 0, 0]
    play(state, "use-1")
    assert state.dolls[0] == 2, "no ware would fit"


@pytest.mark.rule("asante 10.3")
def test_gold_goes_to_the_supply_with_the_doll() -> None:
    state = position("map", artifacts="voodoo-doll calabash pottery")
    play(state, "use-1 play-map space-1")
    assert state.dolls == [0] * 6
    assert state.gold == [20, 19]


@pytest.mark.rule("asante 10.4")
def test_the_shango_figurine_costs_two_actions_and_keeps_one_of_three() -> None:
    state = play(position(artifacts="shango-figurine", pile="lion camel JJ map"), "use-1")
    assert state.markers == 3
    assert view(state, 0).looked == ["lion", "camel", "JJ"]
    assert legal(state) == "discard again take-JJ take-camel take-lion"
    play(state, "take-camel")
    assert hand(state) == "camel"
    assert discards(state) == ["lion", "JJ"]
    assert state.markers == 3
    check(state)


@pytest.mark.rule("asante 10.4")
def test_the_shango_figurine_shows_three_more_for_one_more_action() -> None:
    state = play(position(artifacts="shango-figurine", pile="lion camel JJ map PP hyena"), "use-1 again")
    assert state.markers == 2
    assert view(state, 0).looked == ["map", "PP", "hyena"]
    assert discards(state) == ["lion", "camel", "JJ"]
    play(state, "again again")
    assert state.markers == 0
    refuse(state, "again", "10.4")
    size = state.discard_size
    play(state, "discard")
    assert state.discard_size == size + 3, "none was kept"
    assert legal(state) == "end"


@pytest.mark.rule("asante 10.4")
def test_the_shango_figurine_needs_two_actions_and_a_card() -> None:
    refuse(position(artifacts="shango-figurine", markers=1), "use-1", "10.4")
    refuse(position(artifacts="shango-figurine", rest="theirs"), "use-1", "10.4")
    state = play(position(artifacts="shango-figurine", pile="lion", rest="theirs"), "use-1")
    assert view(state, 0).looked == ["lion"], "as many as there are"


@pytest.mark.rule("asante 10.4")
def test_no_animal_can_use_the_shango_figurine() -> None:
    refuse(position("tortoise", their_artifacts="shango-figurine"), "play-tortoise", "12.2")
    state = play(position("cape-buffalo", artifacts="shango-figurine"), "play-cape-buffalo let mine-1")
    assert artifacts(state) == ". . .", "it goes, but nobody is asked whether to use it"
    assert step(state) == "playing"


@pytest.mark.rule("asante 10.5")
def test_the_map_does_one_holy_place_once_whatever_one_owns() -> None:
    state = play(position(artifacts="map", middle="RVV", places="VV"), "use-1")
    assert legal(state) == "place-1 place-2 place-3"
    play(state, "place-2")
    assert state.gold[0] == 21
    assert places(state) == "VV"
    assert middle(state) == "RVV"
    assert "holy-victoria-waterfalls" in legal(state), "this was not playing a Holy Place"


@pytest.mark.rule("asante 10.5")
def test_the_map_leads_on_to_the_choices_of_the_holy_place() -> None:
    state = position(artifacts="map", middle="NKO", stand="J")
    assert stand(after(state, "use-1 place-1 -J +P")) == "P"
    assert after(state, "use-1 place-2 as-victoria-waterfalls").gold[0] == 21
    assert after(state, "use-1 place-3").markers == 5, "the marker spent on the Map comes back"


@pytest.mark.rule("asante 10.5")
def test_the_map_offers_only_what_could_do_something() -> None:
    state = play(position(artifacts="map", middle="NVO"), "use-1")
    assert legal(state) == "place-2 place-3"
    refuse(state, "place-1", "5.3")
    refuse(position(artifacts="map", middle="NNN"), "use-1", "10.5")


@pytest.mark.rule("asante 10.6")
def test_the_calabash_draws_a_card_for_a_gold() -> None:
    state = play(position(artifacts="calabash", pile="lion"), "use-1")
    assert hand(state) == "lion"
    assert state.gold[0] == 19
    refuse(position(artifacts="calabash", gold=0), "use-1", "10.6")
    refuse(position(artifacts="calabash", rest="theirs"), "use-1", "10.6")


@pytest.mark.rule("asante 10.7")
def test_the_talking_drum_turns_a_card_into_two_gold() -> None:
    state = play(position("JJ lion", artifacts="talking-drum"), "use-1")
    assert legal(state) == "discard-JJ discard-lion"
    refuse(state, "discard-camel", "5.6")
    play(state, "discard-lion")
    assert state.gold[0] == 22
    assert hand(state) == "JJ"
    assert discards(state) == ["lion"]
    refuse(position(artifacts="talking-drum"), "use-1", "10.7")


@pytest.mark.rule("asante 10.7")
def test_whoever_has_no_choice_what_to_discard_is_not_asked() -> None:
    state = play(position("lion", artifacts="talking-drum"), "use-1")
    assert state.gold[0] == 22
    assert hand(state) == ""
