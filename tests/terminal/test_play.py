"""Playing in the terminal, as a person types."""

import os
import re
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

import mezani
from mezani import cli, record
from mezani.games.anne.actions import HEAP
from mezani.games.anne.rules import Anne
from mezani.testing.playing import random_steps


def mezani_says(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run the command line, type lines, and close the input."""
    command = [sys.executable, "-c", "from mezani.cli import main; main()", *arguments]
    return subprocess.run(command, input=typed, capture_output=True, text=True, timeout=60, check=False)


def play(path: Path, *arguments: str, typed: str = "") -> str:
    started = ("play", "anne", "--seed", "7", "--record", str(path), "--bots", "trader")
    done = mezani_says(*started, *arguments, typed=typed)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.txt"


def test_the_table_is_shown_with_hand_trumps_and_backs(path: Path) -> None:
    shown = play(path)
    assert "Hand 1 of 4" in shown
    assert "★● D9 > ★▲ G8 > ★♣ M4 > ★◆ C3" in shown
    assert "│10 │ │9 ★│ │4  │" in shown
    assert "●●●● ▲▲▲ ◆◆◆" in shown
    assert "Your turn. Predict your most and your fewest suit." in shown


@pytest.mark.parametrize(
    ("bot", "code", "says"),
    [
        ("Odd", 0, "Amina draws a card."),
        ("Missing", 2, "no attribute 'Missing'"),
        ("Crashing", 1, "the bot tests.bots.odd:Crashing failed (ZeroDivisionError: oh dear); the game is kept in"),
    ],
)
def test_a_bot_from_outside_plays_in_a_process_of_its_own(path: Path, bot: str, code: int, says: str) -> None:
    named = ("--seat", "2", "--record", str(path), "--bots", f"tests.bots.odd:{bot}")
    done = mezani_says("play", "asante", "--seed", "1", *named)
    assert done.returncode == code
    assert says in " ".join((done.stdout + done.stderr).split())


def test_a_move_is_typed_in_notation_or_by_its_number(path: Path) -> None:
    by_text = play(path, typed="+D-M\n")
    again = path.with_name("again.txt")
    by_number = play(again, typed="12\n")
    assert "You predict: most ● D, fewest ♣ M." in by_text
    assert by_text.replace(str(path), "") == by_number.replace(str(again), "").replace("> 12", "> +D-M")
    assert record.read(path.read_text()).actions == record.read(again.read_text()).actions


def test_a_forbidden_card_is_explained_with_the_paragraph(path: Path) -> None:
    shown = play(path, typed="+D-M\n?G10\nG10\n?C5\n")
    assert shown.count("You must follow suit: you hold crystals. (5.2)") == 2
    assert "Allowed: Crystals 5" in shown


def test_a_hint_names_a_move_and_its_chance(path: Path) -> None:
    if mezani.is_compiled():
        shown = play(path, typed="+D-M\nh\n")
        assert re.search(r"C\d+: Crystals \d+(, super-trump)?\. It wins about \d+% of the time\.", shown)


@pytest.mark.skipif(not mezani.is_compiled(), reason="a hint takes its time")
def test_a_hint_says_why_in_a_second_line(path: Path) -> None:
    english = play(path, "--seed", "4", typed="h\n")
    assert re.search(r"It wins about \d+% of the time\.\nPoints of this hand: .* with \+.-. .*\d", english)
    german = play(path.with_name("german.txt"), "--seed", "4", "--lang", "de", typed="h\n")
    assert re.search(r"So gewinnt man in etwa \d+ % der Fälle\.\nPunkte in diesem Blatt: .* mit \+.-. .*\d", german)


def test_nonsense_is_answered_and_changes_nothing(path: Path) -> None:
    shown = play(path, typed="hello\n99\n0\n\n?\n?zz\nr 5.2\nr 9.9\ns\nl\nt\nu\n")
    assert "“hello” is not a move: write a card (C9)" in shown
    assert "There is no move 99: the moves are numbered 1 to 12." in shown
    assert "whether a move is allowed, and if not, why" in shown
    assert "5.2 The others follow in clockwise order" in shown
    assert "There is no paragraph 9.9." in shown
    assert "There is nothing to take back yet." in shown
    assert len(record.read(path.read_text()).actions) == 1, "only the bot before the person has moved"


def test_end_of_input_and_q_leave_and_the_game_can_be_resumed(path: Path) -> None:
    shown = play(path, typed="+D-M\nq\nC5\n")
    assert f"mezani resume {path}" in shown
    kept = path.read_text()
    resumed = mezani_says("resume", str(path), typed="C5\n")
    assert resumed.returncode == 0
    assert "You play ◆ C5." in resumed.stdout
    assert path.read_text() != kept
    assert record.read(path.read_text()).actions[: len(record.read(kept).actions)] == record.read(kept).actions


def test_one_goes_back_to_ones_last_decision_over_what_bots_have_played(path: Path) -> None:
    play(path, typed="+D-M\n")
    before = record.read(path.read_text()).actions
    play(path.with_name("again.txt"), typed="+D-M\nC5\nu\n")
    again = record.read(path.with_name("again.txt").read_text()).actions
    assert again == before, "the card and the answers to it are gone, the predictions are not"


def test_a_whole_game_can_be_played(path: Path) -> None:
    shown = play(path, "--players", "3", "--bots", "random,trader", typed="1\n" * 200)
    finished = record.read(path.read_text())
    assert finished.state().is_over
    assert "Total" in shown
    assert "points." in shown


def test_a_heap_suit_can_be_taken_back(path: Path) -> None:
    anne = mezani.game("anne")
    actions = []
    for state, action in random_steps(anne, 4, 3):
        if state.phase == HEAP and state.seat == 0:
            break
        actions.append(action)
    bots = {f"bot {seat}": "random" for seat in (2, 3, 4)}
    path.write_text(str(record.Record(anne, 4, 3, actions=actions, other_headers=bots)))
    shown = mezani_says("resume", str(path), typed="1\nu\n").stdout
    assert "You take the trick" in shown
    assert shown.count("You took the trick. Choose a suit from the heap.") == 2
    assert record.read(path.read_text()).actions == actions


def test_german(path: Path) -> None:
    shown = play(path, "--lang", "de", typed="?C1\n+D-M\nx\n")
    assert "Du bist dran. Sag deine häufigste und deine seltenste Farbe voraus." in shown
    assert "Du sagst voraus: meiste ● D, wenigste ♣ M." in shown
    assert "„x“ ist kein Zug: Schreib eine Karte (C9)" in shown


@pytest.mark.slow
def test_a_game_keeps_its_language_until_another_one_is_asked_for(path: Path) -> None:
    assert "Die Partie ist gespeichert." in play(path, "--lang", "de", typed="+D-M\n")
    assert "language: de" in path.read_text("utf-8")
    assert "Du bist dran." in mezani_says("resume", str(path)).stdout
    assert "Your turn." in mezani_says("resume", str(path), "--lang", "en").stdout
    assert "Your turn." in mezani_says("resume", str(path)).stdout


def test_a_part_of_the_words_is_answered_with_the_moves_that_have_it(path: Path) -> None:
    shown = play(path, typed="mushrooms\nmost dragon eggs, fewest MUSHROOMS\n")
    asked = shown.partition("Which of these do you mean? Type its number.")[2]
    assert "+M-C  Most mushrooms, fewest crystals" in asked
    assert "You predict: most ● D, fewest ♣ M." in asked, "all of the words are the move"


def hear_ctrl_c() -> None:
    """What a shell starts in the background is deaf to it, and so would be what that starts."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_ctrl_c_saves_the_game_and_says_where(path: Path) -> None:
    command = [sys.executable, "-c", "from mezani.cli import main; main()", "play", "anne", "--record", str(path)]
    started = subprocess.Popen(
        [*command, "--seed", "7", "--bots", "random", "--lang", "de"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
        preexec_fn=hear_ctrl_c,
    )
    assert started.stdin
    assert started.stdout
    listed = next(line for line in started.stdout if b"+D-M" in line)  # the last of the moves to choose from
    assert b"Dracheneier" in listed
    time.sleep(0.2)  # until it waits for an answer
    started.send_signal(signal.SIGINT)
    rest = started.communicate(timeout=30)[0].decode()
    assert started.returncode == 130
    assert f"Die Partie ist gespeichert. Weiter mit: mezani resume {path}" in rest
    assert "Traceback" not in rest
    assert len(record.read(path.read_text("utf-8")).actions) == 1


def test_what_decided_a_tie_is_told_at_the_end(path: Path) -> None:
    anne = mezani.game("anne")
    seed = next(seed for seed in range(200) if len(finished(anne, seed).winners()) > 1)
    actions = [action for _, action in random_steps(anne, 3, seed)]
    path.write_text(str(record.Record(anne, 3, seed, names=["", "Amina", "Baraka"], actions=actions)), "utf-8")
    assert "(7.3)" in mezani_says("resume", str(path)).stdout


def finished(game: mezani.Game[Anne], seed: int) -> Anne:
    state = game.new(3, seed)
    mezani.playout(state, mezani.Rng(seed))
    return state


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["play", "ann"], "did you mean"),
        (["play", "anne", "--players", "7"], "ANNE! is for 3 or 4 players, not 7"),
        (["play", "zimbabwe", "--players", "1"], "The Great Zimbabwe is for 2, 3, 4 or 5 players, not 1"),
        (["play", "anne", "--first-game"], "ANNE! has no option 'first_game'"),
        (["play", "anne", "now"], "now is not understood: ANNE! has the options --position FILE"),
        (["play", "zimbabwe", "--map"], "--map needs a value: The Great Zimbabwe has the options --first-game,"),
        (["play", "zimbabwe", "--map", "/no/such/file"], "/no/such/file can't be read: No such file or directory"),
        (["play", "zimbabwe", "--map", "/usr/bin/env"], "/usr/bin/env is not a text file"),
        (["play", "anne", "--record", "/tmp"], "/tmp is a folder: name a file in it"),
        (["play", "anne", "--seed", "-1"], "a seed is a whole number"),
        (["play", "anne", "--bots", "clever"], "there is no bot 'clever'"),
        (["play", "anne", "--bots", "random,random"], "names 2 levels, but 3 seats are free"),
        (["play", "anne", "--lang", "xx"], "there is no language 'xx'"),
        (["play", "anne", "--seat", "5"], "there is no seat 5"),
        (["resume", "/no/such/file"], "/no/such/file can't be read: No such file or directory"),
        (["resume", "/tmp"], "/tmp can't be read: Is a directory"),
        (["resume", "/usr/bin/env"], "/usr/bin/env is not a text file"),
        (["arena", "anne", "--games", "0"], "at least one game must be played, not 0"),
        (["arena", "anne", "--games", "1", "--out", "/proc/nowhere"], "can't be written"),
    ],
)
def test_wrong_arguments_are_refused_with_a_sentence(arguments: list[str], says: str) -> None:
    done = CliRunner().invoke(cli.app, arguments)
    assert done.exit_code == 2
    assert says in " ".join(done.stderr.split())
    assert "Traceback" not in done.stderr


def test_a_file_that_is_there_is_not_overwritten(path: Path) -> None:
    path.write_text("precious")
    done = mezani_says("play", "anne", "--record", str(path))
    assert done.returncode == 2
    assert path.read_text() == "precious"


def test_a_game_that_cannot_be_saved_says_so() -> None:
    done = mezani_says("play", "anne", "--record", "/proc/nowhere/game.txt")
    assert done.returncode == 1
    assert "The game can't be saved in /proc/nowhere/game.txt: No such file or directory" in done.stderr
    assert "Traceback" not in done.stderr


def test_the_recommended_first_game_can_be_chosen(path: Path) -> None:
    done = mezani_says("play", "zimbabwe", "--first-game", "--bots", "random", "--record", str(path))
    assert done.returncode == 0, done.stderr
    assert record.read(path.read_text("utf-8")).options == {"first_game": True}


def test_a_broken_record_is_refused(path: Path) -> None:
    path.write_text("mezani: 1\ngame: anne\nplayers: 4\nseed: 7\n\nC9\n")
    done = mezani_says("resume", str(path))
    assert done.returncode == 2
    assert "line 6, move 1" in " ".join(done.stderr.split())


def test_the_games_are_listed() -> None:
    listed = mezani_says("games").stdout
    assert all(name in listed for name in mezani.game_names())


def test_a_game_without_options_says_so() -> None:
    game = replace(mezani.game("anne"), options=())
    assert cli.known_options(game) == "ANNE! has no options of its own"
