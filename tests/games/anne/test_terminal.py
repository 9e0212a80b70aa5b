"""ANNE! in the terminal."""

import io

from rich.console import Console

from mezani.games.anne import GAME
from mezani.games.anne.rules import Anne
from mezani.games.anne.terminal import about, picture
from mezani.games.anne.view import view
from mezani.language import ENGLISH, language
from mezani.testing.playing import NAMES, random_steps
from tests.games.anne.positions import play, trick_position


def shown(state: Anne, code: str = "en") -> str:
    console = Console(width=120, file=io.StringIO(), record=True)
    console.print(picture(view(state, 0), [], language(code, "mezani.games.anne"), NAMES))
    return " ".join(console.export_text().split())


def test_the_last_trick_is_told_from_its_leader_to_its_winner_with_what_came_from_the_heap() -> None:
    state = trick_position("C9 G2", "C11 G3", "C3 G4", "D8 G5", leader=3, heap="D1 M2")
    state = play(state, "D8 C9 C11 C3")
    assert "Last trick Deepal ● D8 (led, took it) Arve ◆ C9 Brittany ◆ C11 Clay ◆ C3" in shown(state)
    assert "Deepal ● D8 (led, took it, + ♣ M) Arve ◆ C9" in shown(play(state, "xM"))
    assert "Deepal ● D8 (Anspiel, gewinnt, + ♣ M)" in shown(state, "de")


def test_the_last_trick_is_gone_when_a_new_hand_is_dealt() -> None:
    tricks = [("Last trick" in shown(state), sum(state.tricks)) for state, _ in random_steps(GAME, 3, 5)]
    assert any(told for told, _ in tricks)
    assert all(told == bool(taken) for told, taken in tricks)


def test_a_card_is_explained_by_its_notation() -> None:
    state = trick_position("C9", "C11", "C3")
    assert str(about(state, "m10", ENGLISH)) == "Mushrooms 10, super-trump"
    assert about(state, "camel", ENGLISH) is None
