"""The check of clones sees each line that could be missing in one: fields dropped, fields caught."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import mezani
from tests.playing import OUR_GAMES
from tests.testing.mutations import (
    SOURCE,
    changed,
    copying_lines,
    dropped_in,
    is_caught,
    is_copy,
    write_switches,
)


@pytest.mark.skipif(mezani.is_compiled(), reason="only interpreted classes can be changed; make soak builds them")
@pytest.mark.parametrize("name", OUR_GAMES)
def test_each_line_of_a_clone_is_missed(name: str) -> None:
    game = mezani.game(name)
    lines = copying_lines(game)
    assert not is_caught(game)
    tried = 0
    for line in lines:
        for how in ("dropped", "emptied", "shared"):
            if how == "dropped" or (" = " in line.text and (how == "emptied" or is_copy(line))):
                with changed(line, how):
                    assert is_caught(game), f"{line} can be {how}"
                tried += 1
    print(f"{name}: {len(lines)} lines of clones, {tried} changes, all caught")
    assert tried > 50


@pytest.mark.soak
def test_each_line_of_a_compiled_clone_is_missed(tmp_path: Path) -> None:
    """A build in which each of the lines can be left out, one after the other; a clone that crashes is missed too."""
    root, lines = SOURCE.parent, {line: None for name in OUR_GAMES for line in copying_lines(mezani.game(name))}
    for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(root / name, tmp_path)
    shutil.copytree(SOURCE, tmp_path / "src", ignore=shutil.ignore_patterns("*.so", "*.c", "__pycache__"))
    write_switches(list(lines), tmp_path / "src")
    subprocess.run([sys.executable, "setup.py", "build_ext", "--inplace", "-q"], cwd=tmp_path, check=True)
    for name in OUR_GAMES:
        dropped = dropped_in(tmp_path / "src", name)
        assert [line for line in dropped if not line.startswith("caught")] == []
        assert len(dropped) == len(copying_lines(mezani.game(name)))
        print(f"{name}: {len(dropped)} lines of compiled clones dropped, all caught")
