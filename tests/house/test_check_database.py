"""Checking and exporting: every game is folded, what does not fold is named, and finished games become files."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from mezani.cli import app
from mezani.house.backup import migrate_file
from mezani.record import read
from tests.databases.make import load
from tests.playing import OUR_GAMES


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A database with tables of every game; the settings name it."""
    path = tmp_path / "mezani.db"
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("MEZANI_DATABASE", f"sqlite:///{path}")
    asyncio.run(load("0006", f"sqlite:///{path}"))
    migrate_file(path)
    return path


def mezani(*arguments: object) -> Result:
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def test_a_database_whose_games_fold_passes(kept: Path) -> None:
    done = mezani("check-database")
    assert done.exit_code == 0, done.output
    assert done.output == "13 tables: 4 finished, 5 running, 4 not begun; 1 record.\nEvery game folds.\n"


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        ("DELETE FROM log WHERE table_id = 'anneover' AND number = 5", "(anne): entry 5 of the log is missing"),
        ("UPDATE log SET action = 4000 WHERE table_id = 'anneruns' AND kind = 'play'", "table anneruns (anne): move 1"),
        ("UPDATE log SET kind = 'dance' WHERE table_id = 'anneruns' AND number = 5", "'dance' is not a valid Kind"),
        (
            """UPDATE tables SET result = '{"scores": [9, 9, 9], "winners": [0]}' WHERE id = 'anneover'""",
            "the moves lead elsewhere",
        ),
        ("UPDATE tables SET to_move = 1 - to_move WHERE id = 'zimbabruns'", "to_move is noted as"),
        ("UPDATE tables SET waits_for = ',7,' WHERE id = 'zimbabruns'", "waits_for is noted as ,7,"),
        (
            """INSERT INTO rated_games VALUES ('x', 'anne', 1.0, '[{"place": "last"}]')""",
            "rated game x: Expected `int`, got `str`",
        ),
        (
            """INSERT INTO tournaments VALUES ('abcdefghjk', 'Cup',
            'anne', 'swiss', 3, '{}', '{}', '{"rounds": "no"}', 1, 'x', 'open', 0, 1, NULL, NULL)""",
            "tournament abcdefghjk: ValidationError: Expected `int`, got `str`",
        ),
        ("DELETE FROM seats WHERE table_id = 'annewait' AND seat = 2", "2 of 3 seats are there"),
        ("UPDATE records SET text = 'mezani: 1'", "record arecord: the header “game” is missing"),
    ],
)
def test_what_does_not_fold_is_named(damage: str, message: str, kept: Path) -> None:
    with closing(sqlite3.connect(kept)) as opened, opened:
        assert opened.execute(damage).rowcount
    before = kept.read_bytes()
    done = mezani("check-database")
    assert done.exit_code == 1
    assert message in done.output
    assert "Every game folds" not in done.output
    assert kept.read_bytes() == before


@pytest.mark.parametrize(
    ("table", "found", "message"),
    [
        ("anneover", b"\xc1", "analysis of table anneover: part 3 can't be read"),
        ("gone", None, "analysis of table gone: it belongs to nothing"),
    ],
)
def test_what_was_judged_and_can_not_be_read_is_named(
    table: str, found: bytes | None, message: str, kept: Path
) -> None:
    with closing(sqlite3.connect(kept)) as opened, opened:
        opened.execute(
            "INSERT INTO analysis_parts"
            " (kind, source, fingerprint, number, depth, version, failures, found, seconds, at)"
            " VALUES ('table', ?, 'x', 3, 'quick', 1, 0, ?, 1.0, 1.0)",
            (table, found),
        )
    done = mezani("check-database")
    assert done.exit_code == 1
    assert message in done.output


def test_games_that_are_not_installed_are_said_and_no_fault(kept: Path) -> None:
    with closing(sqlite3.connect(kept)) as opened, opened:
        opened.execute("UPDATE tables SET game = 'gone' WHERE game = 'anne'")
    done = mezani("check-database")
    assert done.exit_code == 0
    assert "Not looked at: 3 of the game gone, which is not installed." in done.output


def test_a_backup_can_be_checked_and_one_of_an_earlier_version_too(kept: Path, tmp_path: Path) -> None:
    older = tmp_path / "older.db"
    asyncio.run(load("0006", f"sqlite:///{older}"))
    assert mezani("backup", tmp_path / "backup.db").exit_code == 0
    for file in (tmp_path / "backup.db", older):
        done = mezani("check-database", file)
        assert done.exit_code == 0, done.output
        assert "13 tables" in done.output
    assert mezani("check-database", tmp_path / "nothing.db").exit_code == 1


def test_finished_games_are_exported_as_records(kept: Path, tmp_path: Path) -> None:
    done = mezani("export", "--out", tmp_path / "out")
    assert done.exit_code == 0, done.output
    assert done.output.startswith("4 records in ")
    assert "Left out: 9 tables not finished." in done.output
    for name in OUR_GAMES:
        record = read((tmp_path / "out" / f"{name}-{name[:6]}over.txt").read_text("utf-8"))
        assert record.state().is_over
        assert record.names[:2] == ["Ann", "Ben"]
    one = mezani("export", "anneover", "--out", tmp_path / "one")
    assert one.exit_code == 0
    assert [file.name for file in (tmp_path / "one").iterdir()] == ["anne-anneover.txt"]


@pytest.mark.parametrize(
    ("table", "message"), [("anneruns", "is not over: only finished games are exported"), ("none", "There is no table")]
)
def test_a_table_that_can_not_be_exported_is_refused(table: str, message: str, kept: Path, tmp_path: Path) -> None:
    done = mezani("export", table, "--out", tmp_path / "out")
    assert done.exit_code == 1
    assert message in done.output
    assert not (tmp_path / "out").exists()


def test_a_game_that_does_not_fold_is_named_and_the_others_are_exported(kept: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(kept)) as opened, opened:
        opened.execute("UPDATE log SET kind = 'dance' WHERE table_id = 'anneover' AND number = 5")
    done = mezani("export", "--out", tmp_path / "out")
    assert done.exit_code == 1
    assert "table anneover: " in done.output
    assert len(list((tmp_path / "out").iterdir())) == len(OUR_GAMES) - 1


def test_backup_and_restore_on_the_command_line(kept: Path, tmp_path: Path) -> None:
    file = tmp_path / "backup.db"
    assert mezani("backup", file).output.startswith(f"{file} holds all that the database held")
    assert "is there already" in mezani("backup", file).output
    assert mezani("backup", file).exit_code == 1
    again = f"sqlite:///{tmp_path}/again.db"
    assert mezani("restore", file, "--database", again).output == f"The database holds what {file} holds.\n"
    refused = mezani("restore", file, "--database", again)
    assert refused.exit_code == 1
    assert "is not empty" in refused.output
    replaced = mezani("restore", file, "--database", again, "--replace")
    assert replaced.exit_code == 0
    assert f"What it held before is in {tmp_path}/backups/mezani-before-restore-" in replaced.output


def test_a_wrong_database_is_named(kept: Path, tmp_path: Path) -> None:
    done = mezani("backup", tmp_path / "b.db", "--database", "mysql://x/y")
    assert done.exit_code == 1
    assert "write sqlite:///file.db or postgresql://" in done.output
