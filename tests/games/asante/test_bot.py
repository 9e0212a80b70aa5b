"""The sensible player of Asante."""

import mezani
from mezani import bots
from mezani.games.asante import GAME
from mezani.games.asante.bot.features import INPUTS, OF_DECISION
from mezani.games.asante.bot.knowledge import AsanteKnowledge
from mezani.games.asante.constants import DRAWING
from mezani.games.asante.rules import Asante
from mezani.testing.playing import amount, random_steps
from tests.games.asante.positions import play, position


def chosen(state: Asante) -> str:
    return GAME.action_text(state, AsanteKnowledge().choose(state, mezani.Rng(1)))


def test_it_plays_a_legal_move_in_every_position() -> None:
    for seed in range(amount(20, 3)):
        for state, _ in random_steps(GAME, 2, seed):
            assert state.allows(bots.choose(bots.bot("trader", GAME), state, mezani.Rng(seed)))


def test_it_sells_what_it_can_and_draws_first() -> None:
    assert chosen(position("JPTK", stand="JPTK")) == "sell-JPTK"
    assert chosen(position("JJ", step=DRAWING)) == "draw"


def test_it_takes_the_ware_that_completes_a_sale() -> None:
    assert chosen(play(position("camel JJ FFF", stand="FF"), "play-camel let")) == "+F"


def test_it_spends_an_animalist_on_a_dangerous_card_only() -> None:
    assert chosen(play(position("matron", "animalist"), "play-matron")) == "play-animalist"
    assert chosen(play(position("caravan-guide", "animalist"), "play-caravan-guide")) == "let"


def test_it_beats_random_play() -> None:
    sensible, random = bots.bot("trader", GAME), bots.bot("random", GAME)
    won, games = 0, amount(40, 10)
    for seed in range(games):
        state, rng = GAME.new(seed=seed), mezani.Rng(seed)
        while not state.is_over:
            player = sensible if state.seat == seed % 2 else random
            state.play(bots.choose(player, state, rng))
        won += state.winners() == [seed % 2]
    assert won >= 0.95 * games


def prospects(state: Asante) -> list[float]:
    knowledge = AsanteKnowledge()
    knowledge.evaluate(state)
    return list(knowledge.values)[:2]


def test_the_net_is_told_what_it_takes_in_numbers_of_about_one() -> None:
    knowledge = AsanteKnowledge()
    assert knowledge.value
    assert knowledge.value.layers[0] == INPUTS
    for seed in range(amount(10, 2)):
        for state, _ in random_steps(GAME, 2, seed):
            for told in knowledge.describe(state):
                assert len(told) == INPUTS
                assert -5 <= min(told) <= max(told) <= 6


def test_the_guide_is_told_what_it_takes_and_knows_every_choice_between_cards() -> None:
    knowledge = AsanteKnowledge()
    assert knowledge.moves
    assert knowledge.moves.layers[0] == OF_DECISION
    for seed in range(amount(10, 2)):
        for state, _ in random_steps(GAME, 2, seed):
            inputs, kinds, promises = knowledge.describe_moves(state)
            if state.top:
                assert not inputs, "while a card is carried out nothing is learned"
            else:
                assert len(inputs) == OF_DECISION
                assert len(kinds) == len(promises) == len(state.legal_actions())
                assert 0 <= min(kinds) <= max(kinds) < knowledge.moves.layers[-1]


def told_of_drawn(hand: str, drawn: str) -> list[float]:
    state = play(position(hand, step=DRAWING, pile=drawn), "draw")
    inputs, _, _ = AsanteKnowledge().describe_moves(state)
    return inputs[INPUTS:]


def test_the_guide_is_told_which_card_was_drawn() -> None:
    camel, lion = told_of_drawn("JJ", "camel"), told_of_drawn("JJ", "lion")
    assert camel[0] == lion[0] == 1.0, "a card is to be kept or not"
    assert sum(camel) == sum(lion) == 2.0
    assert camel != lion


def test_each_seat_is_told_of_itself() -> None:
    knowledge = AsanteKnowledge()
    mine, theirs = knowledge.describe(position("JJ camel", "lion", stand="JJ", gold=30, their_gold=10, step=DRAWING))
    assert (mine[0], theirs[0]) == (1.0, 0.0)  # whose turn it is
    assert (mine[11], theirs[11]) == (0.5, 10 / 60)  # gold
    assert mine[18] == 37 / 60  # with the Jewelry that can be sold at once
    changed = knowledge.describe(position("lion", "JJ camel", their_stand="JJ", gold=10, their_gold=30, step=DRAWING))
    assert changed[1][11:25] == mine[11:25]


def test_prospects_follow_gold_wares_and_the_end() -> None:
    even = prospects(position("JJ", "PP", step=DRAWING))
    assert abs(sum(even) - 1) < 1e-9
    assert 0.4 < even[0] < 0.75
    assert prospects(position("JJ", "PP", gold=40, step=DRAWING))[0] > even[0] + 0.1
    assert prospects(position("JPTK", "PP", stand="JPTK", step=DRAWING))[0] > even[0]
    assert prospects(position("JJ", "PP", gold=25, their_gold=58, step=DRAWING))[0] < 0.2


def test_it_judges_between_cards_and_not_while_one_is_carried_out() -> None:
    knowledge = AsanteKnowledge()
    assert knowledge.is_quiet(position("camel"))
    assert not knowledge.is_quiet(play(position("camel"), "play-camel"))
    assert not knowledge.is_quiet(play(position("camel", step=DRAWING), "draw"))
