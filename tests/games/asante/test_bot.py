"""The sensible player of Asante."""

import mezani
from mezani import bots
from mezani.games.asante import GAME
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
