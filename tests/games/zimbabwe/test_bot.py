"""The quick sensible player of The Great Zimbabwe."""

import pytest

import mezani
from mezani.bots.levels import Quick
from mezani.games.zimbabwe import GAME, Zimbabwe
from mezani.testing.playing import amount
from tests.games.zimbabwe.positions import PLAIN, play, position, sensible


def chosen(state: Zimbabwe) -> str:
    return GAME.action_text(state, sensible(state, mezani.Rng(1)))


def test_it_takes_the_point_that_wins_rather_than_a_god() -> None:
    state = position(PLAIN, "cattle = 0; vr = 22; monuments = { a3 = 5 }", "monuments = { l7 = 1 }")
    assert chosen(state) == "build"


def test_it_buys_the_cheapest_good_and_ends_its_turn_when_nothing_is_left_to_do() -> None:
    state = position(
        "cc......\n........\n........\n........",
        "cattle = 2; monuments = { b4 = 1, d4 = 1, f4 = 1 }; god = 'Engai'; technologies = { potter = 1 };"
        "craftsmen = { potter = ['a2-'] }",
        "monuments = { h4 = 1 }; technologies = { potter = 2 }; second_cards = ['potter'];"
        "craftsmen = { potter = ['c2-'] }",
    )
    turn = []
    while state.seat == 0:
        turn.append(chosen(state))
        play(state, turn[-1])
    assert (turn[0], turn[2]) == ("raise", "a2")
    assert turn[-1] == "end"


@pytest.mark.parametrize("players", GAME.seats)
def test_it_wins_nearly_always_against_random_players(players: int) -> None:
    games, won = amount(60, 6), 0
    for seed in range(games):
        state, rng, seat = GAME.new(players, seed), mezani.Rng(seed), seed % players
        while not state.is_over:
            state.play(sensible(state, rng) if state.seat == seat else state.random_action(rng))
        won += state.winner == seat
    assert won >= 0.95 * games


def test_it_goes_by_its_guide_and_beats_a_player_without_one() -> None:
    games, won = amount(60, 20), 0
    guided, plain = Quick(GAME), Quick(GAME)
    plain.knowledge.moves = None
    differ = 0
    for seed in range(games):
        state, rng = GAME.new(2, seed), mezani.Rng(seed)
        while not state.is_over:
            choices = [player.choose(state, mezani.Rng(rng.word())) for player in (guided, plain)]
            differ += choices[0] != choices[1]
            state.play(choices[(state.seat + seed) % 2])
        won += (state.winner + seed) % 2 == 0
    assert differ > 0
    assert won > games / 2
