"""Animals: each one of the deck, its limits and its refusals."""

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
    places,
    play,
    position,
    refuse,
    stand,
    step,
)

# 12.1 Cape Buffalo


@pytest.mark.rule("asante 12.1")
def test_the_cape_buffalo_discards_any_artifact() -> None:
    state = position("cape-buffalo", stand="J", artifacts="pottery . map", their_artifacts=". calabash")
    play(state, "play-cape-buffalo let")
    assert legal(state) == "mine-1 mine-3 theirs-2"
    play(state, "theirs-2 away")
    assert artifacts(state, 1) == ". . ."
    assert discards(state) == ["calabash", "cape-buffalo"]
    assert state.gold[0] == 20, "it was not used"
    check(state)


@pytest.mark.rule("asante 12.1")
def test_the_cape_buffalo_uses_the_artifact_first_for_no_action() -> None:
    state = position("cape-buffalo", stand="JPT", their_artifacts="pottery")
    play(state, "play-cape-buffalo let theirs-1 first -J -P -T")
    assert state.gold[0] == 26
    assert artifacts(state, 1) == ". . ."
    assert state.markers == 4
    check(state)


@pytest.mark.rule("asante 12.1")
def test_ones_own_artifact_can_be_used_twice_in_a_turn() -> None:
    state = position("cape-buffalo", stand="JJPP", artifacts="pottery")
    play(state, "use-1 -J -P play-cape-buffalo let mine-1 first -J -P")
    assert state.gold[0] == 26
    assert artifacts(state) == ". . ."


@pytest.mark.rule("asante 12.1")
def test_an_artifact_that_could_do_nothing_just_goes() -> None:
    state = play(position("cape-buffalo", their_artifacts="pottery"), "play-cape-buffalo let theirs-1")
    assert step(state) == "playing"
    assert artifacts(state, 1) == ". . ."


@pytest.mark.rule("asante 12.1", "asante 10.3")
def test_the_gold_put_on_a_trampled_doll_is_lost() -> None:
    state = play(position("cape-buffalo", artifacts="voodoo-doll"), "play-cape-buffalo let mine-1 first")
    assert state.gold == [20, 19]
    assert state.dolls == [0] * 6


@pytest.mark.rule("asante 12.1")
def test_the_space_is_free_again_and_the_next_artifact_counts_as_new() -> None:
    state = position("cape-buffalo map", artifacts="pottery calabash mancala", middle="RVO")
    play(state, "play-cape-buffalo let mine-2 away play-map")
    assert legal(state) == "space-2"
    play(state, "space-2")
    assert places(state, 1) == "V"
    assert places(state, 0) == ""


@pytest.mark.rule("asante 12.1")
def test_the_cape_buffalo_needs_an_artifact() -> None:
    refuse(position("cape-buffalo"), "play-cape-buffalo", "12.1")


# 12.2 Tortoise


@pytest.mark.rule("asante 12.2")
def test_the_tortoise_uses_each_upright_artifact_of_the_opponent() -> None:
    state = position("tortoise", stand="J", their_artifacts="pottery calabash mancala", pile="lion camel")
    play(state, "play-tortoise let")
    assert legal(state) == "theirs-1 theirs-2 theirs-3"
    play(state, "theirs-2")
    assert legal(state) == "done theirs-1 theirs-3"
    play(state, "theirs-3 theirs-1 -J")
    assert step(state) == "playing", "all have been used"
    assert hand(state) == "lion"
    assert state.gold == [21, 20], "1 for the Calabash, 1 by Mancala, 1 by Pottery"
    assert state.markers == 4
    check(state)


@pytest.mark.rule("asante 12.2")
def test_one_may_stop_after_the_first() -> None:
    state = position("tortoise", their_artifacts="calabash calabash")
    assert play(state, "play-tortoise let theirs-1 done").turned == [False] * 3 + [True, False, False]


@pytest.mark.rule("asante 12.2", "asante 3.3")
def test_used_artifacts_stay_turned_until_the_end_of_the_opponents_next_turn() -> None:
    state = play(position("tortoise", their_artifacts="calabash"), "play-tortoise let theirs-1 end skip")
    assert state.active == 1
    refuse(state, "use-1", "7.3")
    play(state, "end")
    assert not state.turned[3]
    play(state, "skip end skip use-1")


@pytest.mark.rule("asante 12.2")
def test_the_tortoise_needs_an_upright_artifact_that_can_do_something() -> None:
    refuse(position("tortoise", artifacts="calabash"), "play-tortoise", "12.2")
    refuse(position("tortoise", their_artifacts="pottery"), "play-tortoise", "12.2")
    state = position("tortoise tortoise", their_artifacts="calabash")
    refuse(play(state, "play-tortoise let theirs-1"), "play-tortoise", "12.2")


@pytest.mark.rule("asante 12.2", "asante 10.3")
def test_a_borrowed_doll_takes_from_its_owner() -> None:
    state = play(position("tortoise", their_artifacts="voodoo-doll"), "play-tortoise let theirs-1")
    assert state.gold == [20, 19]
    assert state.dolls[3] == 1


# 12.3 to 12.5


@pytest.mark.rule("asante 12.3")
def test_the_camel_brings_any_two_wares() -> None:
    assert stand(play(position("camel"), "play-camel let +J +J")) == "JJ"
    assert stand(play(position("camel"), "play-camel let +S +P")) == "PS"


@pytest.mark.rule("asante 12.4")
def test_the_gorilla_returns_two_wares_of_ones_choice() -> None:
    state = play(position("gorilla", their_stand="JJPK"), "play-gorilla let")
    assert state.seat == 0
    assert legal(state) == "-J -P -K"
    refuse(state, "-T", "12.4")
    play(state, "-J -K")
    assert stand(state, 1) == "JP"
    assert stand(state, 0) == ""
    assert step(state) == "playing"


@pytest.mark.rule("asante 12.4", "asante 5.3")
def test_the_gorilla_takes_what_there_is() -> None:
    state = play(position("gorilla", their_stand="J"), "play-gorilla let -J")
    assert step(state) == "playing"
    refuse(position("gorilla", stand="JJ"), "play-gorilla", "12.4")


@pytest.mark.rule("asante 12.5")
def test_the_hyena_steals_a_ware() -> None:
    state = play(position("hyena", stand="J", their_stand="PPK"), "play-hyena let")
    assert legal(state) == "+P +K -P -K"
    refuse(state, "+J", "12.5")
    refuse(state, "-J", "12.5")
    play(state, "+P")
    assert (stand(state, 0), stand(state, 1)) == ("JP", "PK")


@pytest.mark.rule("asante 12.5", "asante 5.5")
def test_the_hyenas_ware_may_go_to_the_supply() -> None:
    refuse(position("hyena"), "play-hyena", "12.5")
    state = play(position("hyena", stand="JJJPPP", their_stand="JK"), "play-hyena let")
    assert legal(state) == "-J -K", "a full stand takes none"
    refuse(state, "+K", "5.5")
    play(state, "-K")
    assert (stand(state, 0), stand(state, 1), step(state)) == ("JJJPPP", "J", "playing")
    check(state)


@pytest.mark.rule("asante 12.1", "asante 10.4")
def test_the_cape_buffalo_may_discard_a_shango_figurine_but_not_use_it() -> None:
    state = position("cape-buffalo", their_artifacts="shango-figurine")
    play(state, "play-cape-buffalo let theirs-1")
    assert step(state) == "playing", "nobody is asked whether to use it"
    assert discards(state) == ["shango-figurine", "cape-buffalo"]


# 12.6 Weaver Bird


@pytest.mark.rule("asante 12.6")
def test_the_weaver_bird_takes_a_card_and_gives_one() -> None:
    state = play(position("weaver-bird JJ lion", "camel map"), "play-weaver-bird let")
    assert legal(state) == "take-map take-camel"
    play(state, "take-camel")
    assert legal(state) == "give-JJ give-lion", "not the one that was taken"
    refuse(state, "give-camel", "12.6")
    play(state, "give-JJ")
    assert hand(state, 0) == "camel lion"
    assert hand(state, 1) == "JJ map"
    check(state)


@pytest.mark.rule("asante 12.6")
def test_an_equal_card_from_before_can_be_given() -> None:
    state = play(position("weaver-bird camel", "camel map"), "play-weaver-bird let take-camel")
    assert legal(state) == "give-camel"


@pytest.mark.rule("asante 12.6", "asante 5.3")
def test_without_another_card_none_is_given() -> None:
    state = play(position("weaver-bird", "camel map"), "play-weaver-bird let take-map")
    assert hand(state, 0) == "map"
    assert step(state) == "playing"
    refuse(position("weaver-bird"), "play-weaver-bird", "12.6")


@pytest.mark.rule("asante 12.6", "asante 1.4")
def test_what_the_weaver_bird_has_seen_stays_known() -> None:
    state = play(position("weaver-bird JJ", "camel map lion"), "play-weaver-bird let")
    assert known(state, 1, 0) == "map camel lion"
    assert known(state, 1, None) == "", "only the one who looked"
    play(state, "take-camel give-JJ")
    assert known(state, 1, 0) == "JJ map lion"
    assert known(state, 0, 1) == "camel", "the other knows what was taken"
    assert known(state, 1, None) == "JJ", "what both have seen is open"
    assert view(state, None).known == [["camel"], ["JJ"]]


# 12.7 Lion


@pytest.mark.rule("asante 12.7")
def test_the_lion_lets_the_opponent_choose() -> None:
    state = play(position("lion", "JJ PP KK"), "play-lion let")
    assert state.seat == 1
    assert legal(state) == "option-1 option-2"
    paid = after(state, "option-1")
    assert paid.gold == [23, 17]
    assert paid.seat == 0
    play(state, "option-2")
    assert state.seat == 1
    assert legal(state) == "discard-JJ discard-PP discard-KK"
    play(state, "discard-PP discard-JJ")
    assert hand(state, 1) == "KK"
    assert state.seat == 0
    assert state.gold == [20, 20]
    check(state)


@pytest.mark.rule("asante 12.7")
def test_who_can_do_only_one_of_the_two_does_that() -> None:
    state = play(position("lion", "JJ PP KK", their_gold=2), "play-lion let")
    assert step(state) == "discarding"
    assert state.seat == 1
    state = play(position("lion", "JJ"), "play-lion let")
    assert state.gold == [23, 17], "one card is not enough"
    state = play(position("lion", "JJ PP", their_gold=2), "play-lion let")
    assert hand(state, 1) == "", "two of two leave no choice"


@pytest.mark.rule("asante 12.7")
def test_the_lion_needs_an_opponent_who_can_do_something() -> None:
    refuse(position("lion", "JJ", their_gold=2), "play-lion", "12.7")
