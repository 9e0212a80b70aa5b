"""The library alone is light: it brings neither the terminal's nor the server's packages along."""

import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PLAY = """
import sys, mezani
for name in mezani.game_names():
    state = mezani.game(name).new(seed=1)
    mezani.playout(state, mezani.Rng(1))
print(*{name.partition(".")[0] for name in sys.modules})
"""
WITHOUT_THE_TABLE = """
import sys
for name in {names}:
    sys.modules[name] = None
from mezani.cli import main
sys.argv = {arguments}
main()
"""
HEAVY = {"alembic", "jinja2", "litestar", "markdown_it", "openskill", "rich", "sqlalchemy", "typer", "uvicorn"}


def python(code: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)


def extra(name: str) -> set[str]:
    """The modules that an extra of this package brings."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = {line.partition(">")[0].partition("[")[0].lower() for line in project["optional-dependencies"][name]}
    found = packages_distributions().items()
    return {module for module, packages in found if wanted & {package.lower() for package in packages}}


def test_playing_all_games_from_python_imports_nothing_for_terminal_pages_or_databases() -> None:
    run = python(PLAY)
    assert run.returncode == 0, run.stderr
    assert not HEAVY & set(run.stdout.split())


def without_the_table(*arguments: str) -> "subprocess.CompletedProcess[str]":
    """What a command does where only `pip install mezani` was run."""
    names = sorted(extra("table") - {"markdown_it"})  # which rich brings along
    assert {"litestar", "sqlalchemy", "jinja2"} <= set(names)
    return python(WITHOUT_THE_TABLE.format(names=names, arguments=["mezani", *arguments]))


@pytest.mark.parametrize(
    "command",
    ["serve", "backup kept.db", "check-database", "statistics --database sqlite:///kept.db", "picture game.txt"],
)
def test_serving_without_the_extra_says_what_to_install(command: str) -> None:
    run = without_the_table(*command.split())
    assert run.returncode == 1
    assert run.stderr.count("\n") == 1
    assert run.stderr.endswith("which is not installed: pip install 'mezani[table]'\n")
    assert not run.stdout


@pytest.mark.parametrize(
    "command",
    ["games", "arena anne --bots random --games 2", "play --help", f"statistics {ROOT}/tests/records --game anne"],
)
def test_bots_and_terminal_do_without_the_extra(command: str) -> None:
    run = without_the_table(*command.split())
    assert run.returncode == 0, run.stderr
