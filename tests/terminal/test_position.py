"""Positions as text, without a terminal."""

import mezani
from mezani.language import language
from mezani.terminal.position import WIDTH, text_of
from mezani.testing.playing import NAMES, random_positions

ENGLISH = language("en")


def test_every_position_of_every_game_is_text_for_every_seat(name: str, players: int) -> None:
    game = mezani.game(name)
    for state in random_positions(game, players, seed=1, every=9, most=6):
        for seat in (None, *range(players)):
            text = text_of(game, state, seat, ENGLISH, NAMES)
            assert text
            assert "\x1b" not in text
            assert all(line == line.rstrip() and len(line) <= WIDTH for line in text.splitlines())


def test_a_finished_game_is_text_too(name: str, players: int) -> None:
    game = mezani.game(name)
    state = game.new(players, seed=2)
    mezani.playout(state, mezani.Rng(2))
    assert text_of(game, state, None, ENGLISH, NAMES).endswith(game.prompt(state, None, ENGLISH, NAMES))


def test_a_text_shows_the_hand_of_its_seat_alone(name: str, players: int) -> None:
    """In a world that the seat cannot tell from the true one the text is the same."""
    game = mezani.game(name)
    for number, state in enumerate(random_positions(game, players, seed=3, every=9, most=4)):
        for seat in (None, *range(players)):
            world = state.clone()
            world.resample(seat, mezani.Rng(number))
            assert text_of(game, world, seat, ENGLISH) == text_of(game, state, seat, ENGLISH)


def test_a_text_speaks_the_language_it_is_asked_for() -> None:
    game = mezani.game("anne")
    state = game.new(players=4, seed=1)
    assert "Platz 1" in text_of(game, state, 0, language("de"))
    assert "Arve" in text_of(game, state, 0, language("de"), ["Arve"])
