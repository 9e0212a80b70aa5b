"""One bad package never takes the others down: it is left out, and why is said."""

import logging
import os
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

import mezani
from mezani.games import BrokenGame, broken_games, check_all_languages
from mezani.interpreted import VARIABLE
from mezani.language import language
from tests.games.outside import FAULTS, FINE, ONLY_SERVED, SOUND, Fault, installed, write_package

OURS = ["anansi", "anne", "asante", "zimbabwe"]


def mezani_says(folder: Path, *arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run the command line where packages are installed in a folder."""
    command = [sys.executable, "-c", "from mezani.cli import main; main()", *arguments]
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    return subprocess.run(
        command, env=environment, input=typed, capture_output=True, text=True, timeout=120, check=False
    )


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_a_broken_game_is_left_out(fault: Fault, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with installed(tmp_path, fault, SOUND):
        assert set(mezani.game_names()) >= {*OURS, "race"}
        assert fault.name not in mezani.game_names()
        assert fault.says in broken_games()[fault.name]
        assert f"the game {fault.name} is left out: " in caplog.text
        assert fault.says in caplog.text
        with pytest.raises(BrokenGame, match="is installed, but it can't be played"):
            mezani.game(fault.name)
        for name in ("anne", "race"):
            assert mezani.playout(mezani.game(name).new(seed=1), mezani.Rng(1))


@pytest.mark.parametrize("fault", ONLY_SERVED, ids=lambda fault: fault.name)
def test_a_game_that_germans_cannot_read_is_not_served(fault: Fault, tmp_path: Path) -> None:
    with installed(tmp_path, fault, SOUND):
        assert fault.name in mezani.game_names()
        check_all_languages()
        assert fault.name not in mezani.game_names()
        assert fault.says in broken_games()[fault.name]
        assert set(mezani.game_names()) >= {*OURS, "race"}


@pytest.mark.parametrize("fault", FINE, ids=lambda fault: fault.name)
def test_a_game_without_german_or_pictures_is_fine(fault: Fault, tmp_path: Path) -> None:
    with installed(tmp_path, fault):
        check_all_languages()
        game = mezani.game(fault.name)
        assert game.paragraphs == ("1.1", "1.2")
        assert ("Add 1" in game.gist(language("de"))) == (fault.missing == "words/de.po")
        assert ("Add 1" in game.rules("de")) == (fault.missing == "words/rules.de.md")
        assert game.load_terminal is None


def test_ours_goes_before_another_game_of_its_name(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with installed(tmp_path, Fault("anne")):
        assert mezani.game("anne").title == "ANNE!"
        assert "the game anne from anne_game:GAME is left out: mezani.games.anne:GAME has that name" in caplog.text


def test_of_two_packages_with_one_game_one_is_left_out(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    write_package(tmp_path, SOUND, "another_race_game")
    with installed(tmp_path, SOUND):
        assert mezani.game("race").package == "another_race_game"
        assert "the game race from race_game:GAME is left out: another_race_game:GAME has that name" in caplog.text


def test_a_sound_game_says_nothing_in_the_log(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with installed(tmp_path, SOUND):
        assert "race" in mezani.game_names()
    assert [entry for entry in caplog.records if entry.levelno >= logging.WARNING] == []


def test_a_package_that_comes_or_goes_is_seen(tmp_path: Path) -> None:
    assert "race" not in mezani.game_names()
    with installed(tmp_path, SOUND):
        assert "race" in mezani.game_names()
    assert "race" not in mezani.game_names()


def test_the_command_line_lists_all_games_and_says_what_was_left_out(tmp_path: Path) -> None:
    for fault in (*FAULTS, SOUND, Fault("anne")):
        write_package(tmp_path, fault)
    done = mezani_says(tmp_path, "games")
    assert done.returncode == 0
    lines = {line.split()[0]: line for line in done.stdout.splitlines()}
    assert set(lines) >= {*OURS, "race"}
    assert all("left out" not in lines[name] for name in (*OURS, "race"))
    for fault in FAULTS:
        assert "is left out: " in lines[fault.name]
        assert fault.says in lines[fault.name]
    assert "the game anne from anne_game:GAME is left out" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_game_from_outside_without_pictures_is_played_in_the_terminal(tmp_path: Path) -> None:
    write_package(tmp_path, SOUND)
    path = tmp_path / "game.txt"
    done = mezani_says(
        tmp_path, "play", "race", "--players", "2", "--bots", "random", "--record", str(path), typed="+2\n" * 10
    )
    assert done.returncode == 0, done.stderr
    assert "1  +1  Add 1" in done.stdout
    assert "The record is in" in done.stdout


def test_a_game_from_outside_is_checked_on_the_command_line(tmp_path: Path) -> None:
    write_package(tmp_path, SOUND)
    write_package(tmp_path, Fault("unsorted", old="LEGAL = (1, 2)", new="LEGAL = (2, 1)"))
    (tmp_path / "sound.py").write_text("def check(state):\n    assert state.total < 8\n")
    passed = mezani_says(tmp_path, "check", "race", "--games", "3")
    assert passed.returncode == 0, passed.stdout
    assert "ok     clones " in passed.stdout
    assert passed.stdout.endswith("All checks passed\n")
    failed = mezani_says(tmp_path, "check", "unsorted", "--games", "3", "--seed", "5")
    assert failed.returncode == 1
    assert "FAILED legal moves" in failed.stdout
    assert "2 players, seed 5, decision 0 of seat 0: the legal actions are not in rising order" in failed.stdout
    unsound = mezani_says(tmp_path, "check", "race", "--games", "3", "--check", "sound:check")
    assert unsound.returncode == 1
    assert "FAILED sound positions" in unsound.stdout
    for wrong in (["nothing"], ["race", "--check", "nowhere:check"]):
        refused = mezani_says(tmp_path, "check", *wrong)
        assert refused.returncode == 2
        assert "Traceback" not in refused.stderr


def test_a_compiled_game_from_outside_runs_from_its_source_where_that_is_asked_for(tmp_path: Path) -> None:
    write_package(tmp_path, SOUND)
    (tmp_path / "race_game" / "rules.py").write_text("SOURCE = True\n")
    (tmp_path / "race_game" / f"rules{EXTENSION_SUFFIXES[0]}").write_bytes(b"compiled")
    script = "import mezani; from race_game.rules import SOURCE"
    for value, works in (("1", True), ("0", False)):
        environment = {**os.environ, "PYTHONPATH": str(tmp_path), VARIABLE: value}
        done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, check=False)
        assert (done.returncode == 0) == works


def test_a_broken_game_can_be_neither_played_nor_checked(tmp_path: Path) -> None:
    write_package(tmp_path, next(fault for fault in FAULTS if fault.name == "no_view"))
    for command in ("play", "check"):
        done = mezani_says(tmp_path, command, "no_view")
        assert done.returncode == 2
        said = " ".join(done.stderr.split())
        assert "the game 'no_view' is installed, but it can't be played: ZeroDivisionError" in said
        assert "Traceback" not in said
