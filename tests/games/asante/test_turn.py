"""The turn of Asante: start, drawing, playing, and the end of the game."""

import pytest

import mezani
from mezani.games.asante import GAME
from mezani.games.asante.constants import DRAWING
from mezani.games.asante.deck import standard_deck
from mezani.games.asante.rules import Asante
from mezani.games.asante.view import view
from mezani.testing.playing import NAMES
from tests.games.asante.check import check
from tests.games.asante.positions import after, discards, hand, legal, play, position, refuse, stand, step


def new(seed: int = 1) -> Asante:
    state: Asante = GAME.new(seed=seed)
    return state


# 1 The market


@pytest.mark.rule("asante 1.1")
def test_two_play_with_eight_of_each_of_six_wares() -> None:
    assert GAME.seats == (2,)
    state = position("PPP", stand="PPP", their_stand="PPP")
    assert view(state, 0).supply == [8, 2, 8, 8, 8, 8]
    refuse(state, "buy-PPP", "6.2")
    state = play(position("camel", stand="PPPP", their_stand="PPPP"), "play-camel let")
    assert "+P" not in legal(state)
    refuse(state, "+P", "1.1")


@pytest.mark.rule("asante 1.1")
def test_gold_does_not_run_out() -> None:
    state = play(position("JPT", stand="JPT", gold=1000), "sell-JPT")
    assert state.gold[0] == 1012


@pytest.mark.rule("asante 1.2")
def test_the_deck_has_97_cards_and_15_holy_places() -> None:
    deck = standard_deck()
    copies = {kind: sum(card.copies for card in deck.cards if card.type == kind) for kind in ("ware", "artifact")}
    copies |= {kind: sum(card.copies for card in deck.cards if card.type == kind) for kind in ("person", "animal")}
    assert copies == {"ware": 35, "artifact": 14, "person": 34, "animal": 14}
    assert deck.size == 97
    assert [place.copies for place in deck.places] == [3] * 5


# 2 Start


@pytest.mark.rule("asante 2.1", "asante 2.2", "asante 3.1")
def test_the_start() -> None:
    state = new()
    seen = view(state, 0)
    assert seen.gold == [20, 20]
    assert seen.hand_sizes == [5, 5]
    assert seen.stands == [[0] * 6] * 2
    assert None not in seen.middle
    assert seen.place_pile == 12
    assert seen.pile == 87
    assert seen.artifacts == [[None] * 3] * 2
    assert seen.markers == 5
    check(state)


@pytest.mark.rule("asante 2.3")
def test_who_begins_is_drawn_by_lot() -> None:
    starters = [new(seed).seat for seed in range(40)]
    assert 8 < sum(starters) < 32


# 3 A turn


@pytest.mark.rule("asante 3.1")
def test_each_turn_has_five_markers_and_they_are_not_kept() -> None:
    state = play(position(), "end")
    assert state.active == 1
    assert state.markers == 5
    state = play(state, "draw discard skip end")
    assert state.active == 0
    assert state.markers == 5


@pytest.mark.rule("asante 3.2")
@pytest.mark.parametrize(("markers", "gold"), [(5, 21), (2, 21), (1, 20), (0, 20)])
def test_two_markers_left_bring_one_gold(markers: int, gold: int) -> None:
    assert play(position(markers=markers), "end").gold == [gold, 20]


@pytest.mark.rule("asante 3.3", "asante 7.3")
def test_artifacts_are_turned_upright_at_the_end_of_their_owners_turn() -> None:
    state = play(position("JJ", stand="JJ", artifacts="pottery"), "use-1 -J")
    assert state.turned[0]
    refuse(state, "use-1", "7.3")
    assert not play(state, "end").turned[0]


@pytest.mark.rule("asante 3.4")
def test_nobody_pays_more_than_they_have() -> None:
    refuse(position("JPTK", gold=6), "buy-JPTK", "3.4")
    assert "buy-JPTK" in legal(position("JPTK", gold=7))
    refuse(position(artifacts="calabash", gold=0), "use-1", "10.6")
    refuse(position("porter", gold=1), "play-porter", "11.13")


# 4 Drawing


@pytest.mark.rule("asante 4.1")
def test_drawing_costs_an_action_and_the_card_is_kept_or_discarded() -> None:
    state = play(position("JJ", pile="lion camel", step=DRAWING), "draw")
    assert state.markers == 4
    assert legal(state) == "keep discard"
    assert view(state, 0).drawn == "lion"
    assert view(state, 1).drawn is None
    assert hand(after(state, "keep")) == "JJ lion"
    assert discards(after(state, "discard")) == ["lion"]
    refuse(state, "draw", "4.1")
    refuse(state, "end", "4.1")


@pytest.mark.rule("asante 4.2")
def test_after_discarding_another_card_may_be_drawn_for_another_action() -> None:
    state = play(position(pile="lion camel", step=DRAWING), "draw discard")
    assert legal(state) == "draw skip"
    assert hand(play(state, "draw keep")) == "camel"
    assert state.markers == 3


@pytest.mark.rule("asante 4.2")
def test_all_five_actions_can_be_spent_on_drawing() -> None:
    state = play(position(step=DRAWING), "draw discard " * 4 + "draw")
    assert legal(state) == "keep discard"
    assert step(play(state, "discard")) == "playing", "there is nothing left to draw for"
    assert legal(state) == "end"


@pytest.mark.rule("asante 4.3")
def test_keeping_a_card_ends_the_drawing() -> None:
    state = play(position(pile="lion camel", step=DRAWING), "draw discard draw keep")
    assert hand(state) == "camel", "the card drawn before is gone"
    refuse(state, "draw", "4.4")
    refuse(state, "keep", "4.4")


@pytest.mark.rule("asante 4.4")
def test_drawing_can_be_left_out() -> None:
    state = play(position("JJ", step=DRAWING), "skip")
    assert "buy-JJ" in legal(state)
    assert state.markers == 5
    refuse(state, "draw", "4.4")
    refuse(position("JJ", step=DRAWING), "buy-JJ", "3.1")
    refuse(position(step=DRAWING), "end", "3.1")
    refuse(position(step=DRAWING), "keep", "4.1")


@pytest.mark.rule("asante 4.5")
def test_the_discards_are_shuffled_when_the_pile_is_empty() -> None:
    state = position(rest="discards", step=DRAWING)
    assert state.pile_size == 0
    orders = set()
    for seed in range(5):
        other = state.clone()
        other.rng = mezani.Rng(seed)
        play(other, "draw")
        assert other.discard_size == 0
        assert other.pile_size == 96
        orders.add(tuple(other.pile[:96]))
    assert len(orders) == 5


@pytest.mark.rule("asante 4.5")
def test_a_card_that_is_being_carried_out_is_not_shuffled_in() -> None:
    state = position("matron", discards="lion camel", rest="theirs")
    play(state, "play-matron let")
    assert hand(state) == "camel lion"
    assert discards(state) == ["matron"]
    check(state)


@pytest.mark.rule("asante 4.5")
def test_without_any_card_nobody_draws() -> None:
    state = position("matron griot", rest="theirs", step=DRAWING)
    assert step(state) == "playing", "drawing is passed over"
    refuse(state, "play-matron", "11.9")
    refuse(state, "play-griot", "11.11")


@pytest.mark.rule("asante 4.5")
def test_the_discards_are_shuffled_at_once_when_the_last_card_leaves_the_pile() -> None:
    state = position("JJ", pile="lion", discards="camel map PP", rest="theirs", step=DRAWING)
    play(state, "draw")
    assert (state.pile_size, discards(state)) == (3, []), "the card that is looked at stays out"
    assert discards(after(state, "discard")) == ["lion"]
    assert hand(after(state, "keep")) == "JJ lion"
    state = play(position("matron", pile="lion camel", discards="PP", rest="theirs"), "play-matron let")
    assert (hand(state), state.pile_size, discards(state)) == ("camel lion", 1, ["matron"])
    state = play(position("griot", pile="lion camel", discards="PP JJ map", rest="theirs"), "play-griot let")
    assert (state.looked_size, state.pile_size, state.discard_size) == (5, 0, 0), "without discards there is no pile"
    play(state, "take-lion")
    assert (state.pile_size, len(discards(state))) == (0, 5), "until a card is needed"
    check(state)


@pytest.mark.rule("asante 4.5")
def test_fewer_cards_are_drawn_if_there_are_no_more() -> None:
    state = play(position("matron", pile="lion", rest="theirs"), "play-matron let")
    assert hand(state) == "lion"


@pytest.mark.rule("asante 4.6")
def test_a_hand_may_have_any_size() -> None:
    state = position(theirs="JJ", rest="theirs")
    assert state.hand_size[1] == 97
    play(state, "end")
    assert state.active == 1


# 5 Playing cards


@pytest.mark.rule("asante 5.1", "asante 5.2")
def test_every_card_costs_an_action() -> None:
    state = position("JJ PP matron", artifacts="talking-drum", stand="JJ")
    state = play(state, "sell-JJ")
    assert state.markers == 4
    play(state, "use-1 discard-PP")
    assert state.markers == 3
    play(state, "play-matron let")
    assert state.markers == 2


@pytest.mark.rule("asante 5.1")
def test_without_an_action_nothing_can_be_played_but_a_holy_place() -> None:
    state = position("JJ camel map", artifacts="mancala", places="V", markers=0)
    assert legal(state) == "end holy-victoria-waterfalls"
    for move in ("buy-JJ", "play-camel", "play-map", "use-1"):
        refuse(state, move, "5.1")
    play(state, "holy-victoria-waterfalls")
    assert state.markers == 0
    assert state.gold[0] == 21


@pytest.mark.rule("asante 5.2")
def test_the_turn_can_be_ended_at_any_time() -> None:
    assert "end" in legal(position("JJ"))
    assert play(position("JJ"), "end").active == 1
    refuse(position("JJ"), "buy-PP", "5.2")
    refuse(position("JJ"), "+J", "5.2")


@pytest.mark.rule("asante 5.3")
def test_what_could_do_nothing_may_not_be_played_and_what_can_is_done_in_part() -> None:
    refuse(position("carver"), "play-carver", "11.10")
    refuse(position(artifacts="voodoo-doll", their_gold=0), "use-1", "10.3")
    state = play(position("camel", stand="JJJPP"), "play-camel let +T")
    assert stand(state) == "JJJPPT"
    assert step(state) == "playing"


@pytest.mark.rule("asante 5.4")
def test_a_card_is_discarded_when_it_was_carried_out() -> None:
    state = play(position("camel"), "play-camel let +J")
    assert discards(state) == []
    assert discards(play(state, "+J")) == ["camel"]
    assert discards(play(position("JJ"), "buy-JJ")) == ["JJ"]
    assert discards(play(position("map"), "play-map space-1")) == []


@pytest.mark.rule("asante 5.5")
def test_wares_from_an_animal_may_go_back_though_there_is_room() -> None:
    state = play(position("camel"), "play-camel let")
    assert legal(state) == "done +J +P +T +K +F +S"
    assert stand(after(state, "done")) == ""
    assert legal(play(state, "+J")) == "done +J +P +T +K +F +S"
    assert stand(play(state, "done")) == "J"
    state = play(position("camel", stand="JJJJJ"), "play-camel let +P")
    assert step(state) == "playing", "no space for another"
    state = play(position("nomad", stand="JJJJJJ"), "play-nomad let -J -J +P")
    refuse(play(state, "+P"), "+P", "5.2")


@pytest.mark.rule("asante 5.5")
def test_a_card_that_brings_wares_may_be_played_with_a_full_stand() -> None:
    state = play(position("camel", stand="JJJPPP"), "play-camel let")
    assert (stand(state), step(state)) == ("JJJPPP", "playing"), "nothing is to be decided: both wares go back"
    assert discards(state) == ["camel"]


@pytest.mark.rule("asante 5.7")
def test_wares_from_artifacts_and_holy_places_must_fit() -> None:
    state = position(artifacts="mancala voodoo-doll", places="N", stand="JJJPPP", pile="JJ", their_gold=0)
    state.dolls = [0, 1, 0, 0, 0, 0]
    refuse(state, "use-2", "10.3")
    played = after(state, "use-1")
    assert (stand(played), step(played)) == ("JJJPPP", "playing"), "the Ware card was turned up for nothing"
    played = after(state, "holy-ngorongoro-crater -J")
    assert legal(played) == "+J +P +T +K +F +S", "the ware that was returned makes room, and another one is taken"
    state = play(position(artifacts="mancala", pile="JJ"), "use-1")
    assert legal(state) == "+J +P +T +K +F +S", "what fits is taken"
    refuse(state, "done", "5.6")


@pytest.mark.rule("asante 5.7")
def test_it_does_not_matter_who_uses_the_artifact_or_the_holy_place() -> None:
    state = play(position("tortoise", their_artifacts="mancala", pile="JJ"), "play-tortoise let theirs-1")
    assert legal(state) == "+J +P +T +K +F +S"
    state = play(position("cartographer", middle="NVV", stand="J"), "play-cartographer let place-1 -J")
    assert legal(state) == "+J +P +T +K +F +S"


@pytest.mark.rule("asante 5.6")
def test_an_effect_is_finished_before_anything_else() -> None:
    state = play(position("camel JJ", places="V", artifacts="mancala"), "play-camel let")
    for move in ("end", "buy-JJ", "use-1", "holy-victoria-waterfalls", "keep"):
        refuse(state, move, "5.6")


# 14 The end


@pytest.mark.rule("asante 14.1", "asante 14.2")
def test_the_opponent_has_one_full_turn_after_sixty() -> None:
    state = play(position(gold=60, markers=1), "end")
    assert state.last_turn
    assert not state.is_over
    play(state, "draw keep")
    assert state.markers == 4
    play(state, "end")
    assert state.is_over
    assert state.scores() == [60, 21]
    assert state.winners() == [0]
    assert state.returns() == [0.5, -0.5]


@pytest.mark.rule("asante 14.1")
def test_sixty_counts_at_the_end_of_the_turn_with_the_bonus() -> None:
    assert play(position(gold=59), "end").last_turn
    assert not play(position(gold=59, markers=1), "end").last_turn
    state = position("porter", gold=60, markers=1)
    play(state, "play-porter let +J done end")
    assert not state.last_turn, "it was spent again"
    state = play(position(their_gold=70, gold=20), "end")
    assert not state.last_turn, "only one's own turn counts"


@pytest.mark.rule("asante 14.2")
def test_the_last_turn_can_turn_the_game() -> None:
    state = play(position(gold=60, their_gold=60, markers=0), "end skip end")
    assert state.winners() == [1]
    assert state.scores() == [60, 61]


@pytest.mark.rule("asante 14.2")
def test_gold_on_a_doll_is_nobodys() -> None:
    state = position(artifacts="voodoo-doll", gold=60, their_gold=60, markers=1)
    play(state, "use-1 end")
    assert state.gold == [60, 59]
    assert state.dolls[0] == 1
    play(state, "draw discard " * 5 + "end")
    assert state.scores() == [60, 59]


@pytest.mark.rule("asante 14.3")
def test_who_had_the_last_turn_wins_a_tie() -> None:
    state = play(position(gold=60, their_gold=60, markers=0), "end " + "draw discard " * 5 + "end")
    assert state.scores() == [60, 60]
    assert state.winners() == [1]
    assert state.places() == [2, 1]
    assert [str(reason) for reason in GAME.why_won(state, names=NAMES)] == [
        "Both have 60 gold. (14.2)",
        "Brittany took the last turn and so wins the tie. (14.3)",
    ]
