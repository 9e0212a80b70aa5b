"""What a person may type for a move, and what is answered to anything else."""

from typing import Any

import pytest

import mezani
from mezani.game import Game, NoMove
from mezani.language import LANGUAGES, language
from mezani.terminal.typed_moves import meant, typed_action
from mezani.testing.playing import random_positions, some

WRONG = {
    "anansi": ("hello", "99999", "1!", "L77"),
    "anne": ("hello", "99999", "1!", "+C-C", "C13"),
    "asante": ("hello", "99999", "1!", "use-9", "play-unicorn", "holy-grail"),
    "zimbabwe": ("hello", "99999", "1!", "give999999", "z9-"),
}


def moves_of(game: Game[Any], state: Any) -> list[int]:
    assert game.load_terminal
    return game.load_terminal().in_order(state, state.seat, state.legal_actions())


@pytest.mark.parametrize("code", LANGUAGES)
def test_number_notation_and_words_are_the_same_move(name: str, players: int, code: str) -> None:
    game, lang = mezani.game(name), language(code)
    for state in random_positions(game, players, 2, every=17, most=12):
        moves = moves_of(game, state)
        labels = [game.label(state, action, lang) for action in moves]
        for number, action in some(list(enumerate(moves, 1)), 12):
            typed = [str(number), game.action_text(state, action)]
            typed += [labels[number - 1].upper() + "."] if labels.count(labels[number - 1]) == 1 else []
            assert [typed_action(game, state, moves, text, lang) for text in typed] == [action] * len(typed)


def test_the_number_of_a_gain_may_carry_the_mark_that_is_printed_with_it() -> None:
    game, lang = mezani.game("anansi"), language("en")
    state = game.new(4, 3)
    state.play(state.legal_actions()[0])
    moves = moves_of(game, state)
    gains = [number for number, action in enumerate(moves, 1) if game.action_text(state, action).endswith("^")]
    assert gains
    for number in gains:
        assert typed_action(game, state, moves, f"{number}^", lang) == moves[number - 1]
    first = game.action_text(state, moves[0])
    assert typed_action(game, state, moves, "1^", lang) == game.parse_action(state, f"{first}^"), "with the same card"
    with pytest.raises(NoMove, match="There is no move 99: the moves are numbered 1 to"):
        typed_action(game, state, moves, "99^", lang)


def test_what_is_no_move_is_answered_in_the_language_of_the_game(name: str, players: int) -> None:
    game, german = mezani.game(name), language("de")
    state = game.new(players, 3)
    for text in WRONG[name]:
        with pytest.raises(NoMove) as wrong:
            typed_action(game, state, moves_of(game, state), text, german)
        assert wrong.value.say(german) != str(wrong.value), "it has its German"


def test_a_part_of_the_words_leads_to_the_moves_that_may_be_meant() -> None:
    game, lang = mezani.game("anne"), language("de")
    state = game.new(4, 3)
    found = meant(game, state, state.legal_actions(), "gold", lang)
    assert 0 < len(found) < len(state.legal_actions())
    assert all("gold" in game.label(state, action, lang).lower() for action in found)
    assert meant(game, state, state.legal_actions(), "gol", lang) == []
