"""The Great Zimbabwe in the terminal."""

import io

import pytest
from rich.console import Console

from mezani.games.zimbabwe.terminal import about, explanation, picture, thing
from mezani.games.zimbabwe.view import view
from mezani.language import ENGLISH, LANGUAGES, language
from mezani.testing.playing import NAMES
from tests.games.zimbabwe.positions import PLAIN, legal, position


def lines(width: int) -> list[str]:
    state = position(PLAIN, "monuments = { b2 = 1 }", "monuments = { h7 = 1 }")
    console = Console(width=width, file=io.StringIO(), record=True)
    console.print(picture(view(state, 0), legal(state), ENGLISH, NAMES))
    return console.export_text().splitlines()


def test_a_square_stands_in_a_line_of_the_log_as_it_is() -> None:
    assert thing("f7", language("de", "mezani.games.zimbabwe")).plain == "f7"


def test_the_board_is_next_to_what_is_asked_in_a_narrow_window_and_beside_the_rest_in_a_wide_one() -> None:
    assert lines(80)[-1].startswith(" 9 ")
    assert any(line.startswith(" 1 ") and "VP/VR" not in line and "R " in line for line in lines(120))


@pytest.mark.parametrize("code", LANGUAGES)
def test_gods_specialists_and_craftsmen_are_explained_by_their_names(code: str) -> None:
    state, lang = position(PLAIN, "", ""), language(code, "mezani.games.zimbabwe")
    for name in ("eshu", "Shaman", "potter"):
        assert str(about(state, name, lang))
    assert about(state, "camel", lang) is None
    assert "VR" in str(about(state, "Eshu", ENGLISH))
    assert "Töpfer" in str(about(state, "Töpfer", language("de", "mezani.games.zimbabwe")))


def test_the_help_explains_the_signs_on_the_board() -> None:
    assert "c clay, w wood, i ivory, d diamond, with x when used up" in explanation(ENGLISH)
