"""`mezani new-game` writes a package that works at once."""

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

import mezani
from mezani.new_game import CannotWrite, write
from tests.terminal.test_play import mezani_says

NAME = "my_game"


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(NAME, tmp_path_factory.mktemp("new"))


@pytest.fixture(scope="module")
def installed(written: Path) -> Path:
    """A folder with the new game as pip installs it, compiled where there is a compiler."""
    assert find_spec("pip"), "python -m ensurepip"
    folder = written.parent / "installed"
    options = ["--quiet", "--no-deps", "--no-build-isolation", "--no-index", "--target", str(folder)]
    subprocess.run([sys.executable, "-m", "pip", "install", *options, str(written)], check=True, timeout=300)
    return folder


def says(installed: Path, *arguments: str, typed: str = "") -> str:
    """What the command line says where the new game is installed."""
    command = [sys.executable, "-c", "from mezani.cli import main; main()", *arguments]
    environment = {**os.environ, "PYTHONPATH": str(installed)}
    done = subprocess.run(command, input=typed, env=environment, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_it_is_found_compiled_and_keeps_to_the_contract(installed: Path) -> None:
    assert "My game, 2 or 3 or 4 players" in says(installed, "games")
    said = says(installed, "check", NAME, "--games", "20")
    assert f"My game, 2 or 3 or 4 players, {'compiled' if mezani.is_compiled() else 'interpreted'}" in said
    assert "All checks passed" in said


def test_it_is_played_in_the_terminal(installed: Path, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    asked = ("play", NAME, "--players", "2", "--seed", "5", "--bots", "random", "--record", str(path))
    shown = says(installed, *asked, typed="1\n" * 5)
    assert "Your turn. Play a card." in shown
    assert "result:" in path.read_text("utf-8")
    german = says(installed, *asked[:-1], str(tmp_path / "spiel.txt"), "--lang", "de", typed="1\n" * 5)
    assert "Du bist dran. Spiel eine Karte." in german


def test_its_own_tests_pass(installed: Path, written: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(installed), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", "not contract", "tests"]
    done = subprocess.run(command, cwd=written, env=environment, capture_output=True, text=True, timeout=120)
    assert "2 passed" in done.stdout, done.stdout


def test_it_is_a_small_and_tidy_start(written: Path) -> None:
    sources = [path.read_text("utf-8") for path in written.joinpath("src").rglob("*.py")]
    assert sum(bool(line.strip()) for source in sources for line in source.splitlines()) < 160
    for check in (["check", "--select", "A,B,E,F,I,N,RUF,UP", "--ignore", "RUF001"], ["format", "--check"]):
        command = [sys.executable, "-m", "ruff", *check, "--isolated", "--line-length", "120", "."]
        done = subprocess.run(command, cwd=written, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("anne", "there is a game 'anne' already"),
        ("My-Game", "is no name for a game"),
        ("class", "is no name for a game"),
        ("json", "there is a Python module 'json' already"),
        ("", "is no name for a game"),
    ],
)
def test_a_name_that_can_not_be_is_refused(name: str, why: str, tmp_path: Path) -> None:
    with pytest.raises(CannotWrite, match=why):
        write(name, tmp_path)
    assert not list(tmp_path.iterdir())


def test_a_folder_that_is_there_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / NAME).mkdir()
    with pytest.raises(CannotWrite, match="is there already"):
        write(NAME, tmp_path)
    assert not list((tmp_path / NAME).iterdir())


def test_the_command_line_says_what_is_wrong() -> None:
    done = mezani_says("new-game", "anne")
    assert done.returncode == 2
    assert "there is a game 'anne' already" in " ".join(done.stderr.split())
