"""Every game from its first move to its last in the terminal, in every language, as a person types."""

import dataclasses
import io
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

import mezani
from mezani import record
from mezani.engine.rng import Rng
from mezani.game import Game, NoMove
from mezani.language import LANGUAGES, language
from mezani.terminal.play import TerminalGame
from tests.playing import cannot, question

WIDTH = 80


class Person(Console):
    """A console at which somebody sits who makes random moves, and types each of them another way."""

    def __init__(self, seed: int) -> None:
        super().__init__(width=WIDTH, file=io.StringIO(), record=True)
        self.rng = Rng(seed)
        self.game: TerminalGame
        self.typed = 0

    def input(self, *args: Any, **options: Any) -> str:
        if self.typed % 40 == 20:
            assert self.game.path.read_text("utf-8") == str(self.game.record), "each move is on disk"
        moves = self.game.in_order()
        action = moves[self.rng.below(len(moves))]
        self.typed += 1
        return self.ways(action, moves.index(action) + 1)[self.typed % 3]

    def ways(self, action: int, number: int) -> list[str]:
        game, state = self.game.game, self.game.state
        return [str(number), game.action_text(state, action), game.label(state, action, self.game.lang)]


def whole_game(game: Game[Any], code: str, path: Path) -> str:
    """A game against random bots; what was on the screen."""
    players = game.seats[0]
    person = Person(seed=3)
    start = record.Record(game, players, seed=3, names=["", "Amina", "Baraka"][:players])
    person.game = TerminalGame(start, 0, [""] + ["random"] * (players - 1), path, language(code), person)
    person.game.run()
    return person.export_text()


@pytest.mark.slow
@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("name", mezani.game_names())
def test_a_whole_game_is_played_in_the_terminal(name: str, code: str, tmp_path: Path) -> None:
    game, path = mezani.game(name), tmp_path / "game.txt"
    shown = whole_game(game, code, path)
    finished = record.read(path.read_text("utf-8"))
    assert finished.state().is_over
    assert game.prompt(finished.state(), 0, language(code), ["", "Amina", "Baraka"]) in shown
    assert "Traceback" not in shown


def test_who_has_only_one_answer_is_not_asked(tmp_path: Path) -> None:
    game, seed, actions = question(cannot)
    person = Person(seed=3)
    start = record.Record(game, 2, seed, names=["Ann", "Ben"], actions=list(actions))
    seat = start.state().seat
    levels = ["" if other == seat else "random" for other in range(2)]
    person.game = TerminalGame(start, seat, levels, tmp_path / "game.txt", language("en"), person)
    person.game.ask = person.game.leave  # type: ignore[method-assign]
    person.game.run()
    assert len(start.actions) > len(actions)
    assert start.state().seat == seat, "the next question is a real one"


def test_a_game_without_pictures_is_played_with_plain_lists(tmp_path: Path) -> None:
    game = dataclasses.replace(mezani.game("anne"), load_terminal=None)
    path = tmp_path / "game.txt"
    shown = whole_game(game, "de", path)
    assert record.read(path.read_text("utf-8")).state().is_over
    assert "Trümpfe" in shown
    assert "Du bist dran." in shown


def test_a_game_that_speaks_one_language_can_refuse_a_text_too() -> None:
    class OneLanguage:
        ACTIONS = 1

        def action_text(self, state: Any, action: int) -> str:
            return "go"

        def parse_action(self, state: Any, text: str) -> int:
            raise ValueError(f"{text} is not go")

    game = dataclasses.replace(mezani.game("anne"), actions=OneLanguage())
    with pytest.raises(NoMove, match="stay is not go"):
        game.parse_action(game.new(seed=1), "stay")
