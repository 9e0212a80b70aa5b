"""Games of older rules in the terminal: they go on from the move that is forbidden now, and the file is kept."""

import shutil
from pathlib import Path

from mezani import record
from tests.terminal.test_play import mezani_says

OLDER = Path(__file__).parent.parent / "records" / "rules-1" / "asante-3.txt"


def test_a_game_of_older_rules_goes_on_where_today_forbids_what_was_played(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    shutil.copy(OLDER, path)
    done = mezani_says("resume", str(path), typed="q\n")
    assert done.returncode == 0, done.stderr
    assert "Today's rules forbid move 11, holy-ngorongoro-crater:" in done.stdout
    assert "(9.2)" in done.stdout
    assert (tmp_path / "game-rules-1.txt").read_text() == OLDER.read_text()


def test_what_is_played_then_is_a_game_of_today(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    shutil.copy(OLDER, path)
    mezani_says("resume", str(path), typed="1\n" * 3)
    kept = record.read(path.read_text("utf-8"))
    assert not kept.is_older
    assert len(kept.actions) > 10
