"""Anansi in the terminal."""

import io
from pathlib import Path

import pytest
from rich.console import Console

from mezani import record
from mezani.games.anansi import GAME
from mezani.games.anansi.rules import Anansi
from mezani.games.anansi.terminal import in_order, picture, sheet
from mezani.games.anansi.view import view
from mezani.language import language
from mezani.testing.playing import NAMES
from tests.games.anansi.positions import cards, last_trick_of_round, play, position
from tests.terminal.test_play import mezani_says


def shown(state: Anansi, seat: int | None, lang: str = "en") -> list[str]:
    """The lines of the picture that a seat sees."""
    legal = [GAME.action_text(state, action) for action in in_order(state, state.seat, state.legal_actions())]
    console = Console(width=100, file=io.StringIO(), record=True)
    console.print(picture(view(state, seat), legal, language(lang, "mezani.games.anansi"), NAMES))
    console.print(sheet(view(state, seat), language(lang, "mezani.games.anansi"), NAMES[: state.players]))
    return [" ".join(line.split()) for line in console.export_text().splitlines()]


def test_the_table_shows_the_display_the_seats_the_trick_and_the_hand() -> None:
    state = position("H5 L2", "L14 H9 S3", "H3 L4", "H4 L3", order="HSL")
    state.stacks = [0, 2] + [0] * 13
    state.followers = [0, 1, 2] + [0] * 12
    lines = shown(play(state, "H5"), 1)
    assert lines[0] == "Round 1 of 3 · trick 3 of 10 · trickster bonus 2 · 36 followers in the supply"
    assert lines[1] == "Trump display ▲ H: – ▐§ S: 6 8▌ ◆ L: –"
    assert "hand followers story stacks if over now points" in lines
    assert "▸ Brittany ▮▮▮ 1 ● 2 ■□ 1 0" in lines
    assert "Clay ▮▮ 2 ○○ 0 0 0" in lines
    assert "Deepal ▮▮ 0 0 0 + 2 0" in lines
    assert lines[lines.index("Arve Brittany Clay Deepal") + 1] == "led, winning"
    assert "│9 │ │3 │ │14 │" in lines
    assert "╰●──╯ ╰───╯ ╰●●─╯" in lines, "a dot for each follower icon"
    assert "1 · ·" in lines
    assert "2^ 3^ 4^" in lines


def test_a_card_laid_to_gain_lies_across_and_then_beside_the_last_trick() -> None:
    state = play(position("H5 L2", "L14 H9", "H3 L4", "H4 L3"), "H5 L14^ H3")
    assert "│◆ 14│" in " ".join(shown(state, 0))
    assert "╰●●──╯" in " ".join(shown(state, 0))
    assert "led, winning gains" in shown(state, 0)
    assert "Last trick Arve ▲ H5 (led, took it) Brittany ↳ ◆ L14 Clay ▲ H3 Deepal ▲ H4" in shown(play(state, "H4"), 0)


def test_the_last_trick_is_told_from_its_leader_to_its_winner() -> None:
    state = play(position("H5 L2", "H9 S3", "H3 L4", "H4 L3", leader=2), "H3 H4 H5 H9")
    assert "Last trick Clay ▲ H3 (led) Deepal ▲ H4 Arve ▲ H5 Brittany ▲ H9 (took it)" in shown(state, 0)
    german = "Letzter Stich Clay ▲ H3 (Anspiel) Deepal ▲ H4 Arve ▲ H5 Brittany ▲ H9 (gewinnt)"
    assert german in shown(state, 0, "de")


def test_the_last_trick_is_gone_when_a_new_round_is_dealt() -> None:
    state = play(last_trick_of_round([1, 0, 3], [0, 1, 1]), "S14 S13 S12")
    assert state.round_number == 1
    assert not any("Last trick" in line for line in shown(state, 0))


def test_moves_are_numbered_as_the_hand_lies_adding_before_gaining() -> None:
    state = play(position("H5 L2", "L14 H9 S3 H2", "H3 L4", "H4 L3", order="HSL"), "H5")
    moves = [GAME.action_text(state, action) for action in in_order(state, 1, state.legal_actions())]
    assert moves == ["H9", "H2", "H9^", "H2^", "S3^", "L14^"]


def test_the_cards_that_are_out_and_the_sheet_in_german() -> None:
    state = last_trick_of_round([1, 0, 3], [0, 1, 1])
    state.out = cards("L5 S9")
    assert "Aus dem Spiel ◆ L5 § S9" in shown(state, None, "de")
    assert "│ Runde 1 │ 1 + 2 │ 0 │ 0 │" in shown(play(state, "S14 S13 S12"), None, "de")


@pytest.mark.slow
def test_a_whole_game_can_be_played(tmp_path: Path) -> None:
    for players in (3, 5):
        path = tmp_path / f"{players}.txt"
        done = mezani_says(
            "play", "anansi", "--players", f"{players}", "--seed", "7", "--record", str(path), typed="1\n" * 40
        )
        assert done.returncode == 0, done.stderr
        assert record.read(path.read_text("utf-8")).state().is_over
        assert "trickster bonus" in done.stdout
