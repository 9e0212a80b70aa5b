"""Persons and Animals are carried out unless the opponent answers with an Animalist."""

import pytest

import mezani
from mezani.games.asante import GAME
from mezani.games.asante.constants import DRAWING, NONE
from mezani.games.asante.view import view
from mezani.language import ENGLISH
from tests.games.asante.check import check
from tests.games.asante.positions import after, discards, hand, legal, play, position, refuse, stand, step

NAMES = ["Rüdiger", "Esi"]


@pytest.mark.rule("asante 8.1")
def test_a_person_is_carried_out_at_once_if_nobody_answers() -> None:
    state = play(position("matron", pile="lion JJ"), "play-matron let")
    assert hand(state) == "JJ lion"
    assert state.seat == 0


@pytest.mark.rule("asante 8.2")
@pytest.mark.parametrize("theirs", ["", "JJ", "animalist"])
def test_the_opponent_is_asked_whether_or_not_there_is_an_animalist(theirs: str) -> None:
    state = play(position("camel", theirs), "play-camel")
    assert state.seat == 1
    assert step(state) == "answering"
    assert legal(state) == ("let never play-animalist" if theirs == "animalist" else "let never")
    assert stand(state) == "", "nothing has happened yet"


@pytest.mark.rule("asante 8.2", "asante 11.1")
@pytest.mark.parametrize("card", ["camel", "matron", "porter", "nomad"])
def test_an_animalist_cancels_a_person_or_an_animal(card: str) -> None:
    state = play(position(card, "animalist JJ"), f"play-{card} play-animalist")
    assert discards(state) == ["animalist", card]
    assert hand(state, 0) == ""
    assert hand(state, 1) == "JJ"
    assert state.markers == 4, "the action is spent"
    assert state.seat == 0
    assert step(state) == "playing"
    check(state)


@pytest.mark.rule("asante 8.2")
def test_what_is_asked_for_nothing_else_can_be_answered() -> None:
    state = play(position("camel", "JJ lion"), "play-camel")
    for move in ("play-lion", "buy-JJ", "draw", "done", "play-animalist"):
        refuse(state, move, "8.2")


@pytest.mark.rule("asante 8.2")
def test_artifacts_ware_cards_and_holy_places_are_not_answered() -> None:
    state = position("map JJ", "animalist", places="V", artifacts="calabash")
    for moves in ("play-map space-2", "buy-JJ", "holy-victoria-waterfalls", "use-1"):
        assert after(state, moves).seat == 0


@pytest.mark.rule("asante 8.3", "asante 11.1")
def test_an_animalist_is_good_for_nothing_else_and_cannot_be_cancelled() -> None:
    refuse(position("animalist", "camel"), "play-animalist", "8.3")
    state = play(position("camel animalist", "animalist"), "play-camel play-animalist")
    assert state.seat == 0
    assert step(state) == "playing", "nobody is asked about the Animalist"
    assert hand(state) == "animalist"


@pytest.mark.rule("asante 8.2", "asante 8.4")
def test_the_rules_ask_every_time_also_after_not_this_turn() -> None:
    state = play(position("camel matron caravan-guide", "animalist camel"), "play-camel never +J +J play-matron")
    assert (state.seat, step(state)) == (1, "answering")
    assert legal(state) == "let never play-animalist"


@pytest.mark.rule("asante 8.4")
def test_not_this_turn_is_an_answer_for_the_rest_of_the_turn() -> None:
    state = play(position("camel matron caravan-guide", "animalist camel"), "play-camel")
    let = GAME.parse_action(state, "let")
    assert state.standing_answer(False) == NONE, "who holds an Animalist is asked"
    play(state, "never +J +J")
    assert state.standing_answer(False) == NONE, "nobody is asked anything by a hidden question"
    play(state, "play-matron")
    assert state.standing_answer(False) == state.standing_answer(True) == let
    play(state, "let end skip play-camel")
    assert state.standing_answer(False) == let, "the other holds none"
    play(state, "let +J +J end skip play-caravan-guide")
    assert state.standing_answer(False) == NONE, "the next turn is another one"


@pytest.mark.rule("asante 8.4")
def test_who_holds_none_has_only_one_answer_but_may_be_asked_always() -> None:
    state = play(position("camel", "JJ"), "play-camel")
    assert state.hides_choice()
    assert GAME.action_text(state, state.standing_answer(False)) == "let"
    assert state.standing_answer(True) == NONE
    assert state.open_actions(1) == state.legal_actions()
    assert not play(state, "let").hides_choice()
    assert state.open_actions(1) == [], "there is nothing to be said in advance"


@pytest.mark.rule("asante 8.4")
def test_it_can_be_said_in_advance() -> None:
    state = position("camel", "animalist", step=DRAWING)
    never = GAME.parse_action(state, "never")
    assert state.open_seats() == [0, 1]
    assert state.open_actions(1) == [never]
    refused = GAME.why_not(state, 1, never)
    assert refused is not None
    assert refused.paragraph == "8.2"
    play(state, "skip play-camel")
    assert state.open_seats() == [1]
    assert never in state.open_actions(1)
    assert state.open_actions(0) == []


@pytest.mark.rule("asante 8.4")
def test_the_active_player_does_not_learn_of_it() -> None:
    state = play(position("camel matron", "animalist"), "play-camel")
    let, never = after(state, "let"), after(state, "never")
    assert view(let, 0) == view(never, 0)
    assert view(let, None) == view(never, None)
    assert view(let, 1) != view(never, 1)
    assert let.legal_actions() == never.legal_actions()
    assert let.open_seats() == never.open_seats()
    for reader, same in ((0, True), (None, True), (1, False)):
        lines = [
            GAME.tell(state, GAME.parse_action(state, move), done, reader, ENGLISH, NAMES)
            for move, done in (("let", let), ("never", never))
        ]
        assert (lines[0] == lines[1]) is same


@pytest.mark.rule("asante 8.4")
def test_a_resampled_world_does_not_know_of_it() -> None:
    state = play(position("camel matron", "animalist"), "play-camel never +J +J")
    world = state.clone()
    world.resample(0, mezani.Rng(1))
    assert not world.silent
    world = state.clone()
    world.resample(1, mezani.Rng(1))
    assert world.silent, "who said it knows it"


@pytest.mark.rule("asante 8.2")
def test_an_answer_cannot_be_taken_back() -> None:
    state = play(position("camel", "animalist"), "play-camel")
    for move in ("let", "never", "play-animalist"):
        assert after(state, move).reveals > state.reveals


@pytest.mark.rule("asante 8.2")
def test_whose_card_was_cancelled_is_told_so_until_the_next_move() -> None:
    state = play(position("camel matron", "animalist"), "play-camel play-animalist")
    assert view(state, 0).cancelled == view(state, 1).cancelled == "camel"
    assert GAME.prompt(state, 0, ENGLISH, NAMES).startswith("Esi has cancelled your Camel. Play cards")
    assert "cancelled" not in GAME.prompt(state, 1, ENGLISH, NAMES)
    play(state, "play-matron")
    assert view(state, 0).cancelled is None
