"""Compiled modules are those of the source that lies beside them."""

import os
import subprocess
import sys
from dataclasses import replace
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from types import SimpleNamespace

import pytest
from typer.testing import CliRunner

import mezani
from mezani import build, cli

SUFFIX = EXTENSION_SUFFIXES[0]


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A package whose rules are compiled: two modules, and the types of one go into the other."""
    folder = tmp_path / "ludo"
    folder.mkdir()
    (folder / "rules.py").write_text("POINTS = 5\n")
    (folder / "rules.pxd").write_text("from ludo.dice cimport Dice\nfrom mezani.engine.state cimport State\n")
    (folder / "dice.py").write_text("SIDES = 6\n")
    (folder / "dice.pxd").write_text("cdef class Dice:\n    cdef int eyes\n")
    for module in build.to_compile(folder):
        module.with_suffix(SUFFIX).write_bytes(b"")
    build.write_record(
        folder, {f"{one.stem}{SUFFIX}": build.fingerprint(one, folder) for one in build.to_compile(folder)}
    )
    return folder


def stale_names(package: Path) -> list[str]:
    return [build.module_name(build.source_of(path), package) for path in build.stale(package)]


def test_a_fresh_build_is_not_stale(package: Path) -> None:
    assert len(build.compiled(package)) == 2
    assert not build.stale(package)
    assert not build.complaint(package)


def test_a_changed_source_makes_its_module_stale_whatever_the_times_say(package: Path) -> None:
    (package / "rules.py").write_text("POINTS = 50\n")
    compiled = package / f"rules{SUFFIX}"
    compiled.touch()  # newer than its source
    assert stale_names(package) == ["ludo.rules"]


def test_a_source_that_was_only_touched_is_not_stale(package: Path) -> None:
    for source in package.glob("*.p*"):
        source.touch()
    assert not build.stale(package)


def test_changed_types_make_those_stale_who_take_them(package: Path) -> None:
    (package / "dice.pxd").write_text("cdef class Dice:\n    cdef long eyes\n")
    assert stale_names(package) == ["ludo.dice", "ludo.rules"]


def test_a_compiled_module_without_its_source_or_of_unknown_make_is_stale(package: Path) -> None:
    (package / f"left_over{SUFFIX}").write_bytes(b"")
    assert stale_names(package) == ["ludo.left_over"]
    (package / build.RECORD).unlink()
    assert stale_names(package) == ["ludo.dice", "ludo.left_over", "ludo.rules"]


def test_the_complaint_names_the_modules_and_the_command(package: Path) -> None:
    (package / "rules.py").write_text("POINTS = 50\n")
    assert "ludo.rules" in build.complaint(package)
    assert "ludo.dice" not in build.complaint(package)
    assert "python setup.py build_ext --inplace" in build.complaint(package)


def test_a_check_of_a_game_refuses_stale_modules(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = replace(mezani.game("anne"), package="ludo.words")
    monkeypatch.setattr(mezani, "game", lambda name: game)
    monkeypatch.setitem(sys.modules, "ludo", SimpleNamespace(__file__=str(package / "__init__.py")))
    monkeypatch.setattr("mezani.testing.check_game", lambda *given, **named: [])
    monkeypatch.setattr("mezani.cli.checks_of_pages", lambda game: [])
    monkeypatch.delenv("MEZANI_INTERPRETED", raising=False)
    assert CliRunner().invoke(cli.app, ["check", "ludo"]).exit_code == 0
    (package / "rules.py").write_text("POINTS = 50\n")
    checked = CliRunner().invoke(cli.app, ["check", "ludo"])
    assert checked.exit_code == 1
    assert "ludo.rules" in checked.output
    (package / build.RECORD).unlink()
    assert CliRunner().invoke(cli.app, ["check", "ludo"]).exit_code == 0, "nothing says what it was made of"


@pytest.mark.slow
def test_pytest_refuses_to_test_a_stale_module() -> None:
    """The same check at the start of every run, here with a record that fits nothing."""
    command = "from mezani import build; build.read_record = lambda package: {}; import pytest, sys;"
    command += "build.compiled = lambda package: [build.HERE / 'game.so'];"
    command += "sys.exit(pytest.main(['-q', 'tests/test_build.py', '-k', 'nothing_at_all']))"
    environment = {**os.environ, "MEZANI_INTERPRETED": "", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    run = subprocess.run([sys.executable, "-c", command], env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == pytest.ExitCode.USAGE_ERROR, run.stdout
    assert "mezani.game" in run.stderr
    assert build.COMMAND in run.stderr
