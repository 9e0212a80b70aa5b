"""The host's settings: where they come from, what is wrong with them, and what `mezani serve --check` says."""

import asyncio
import sqlite3
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from mezani.cli import app
from mezani.tables.database import newest_revision
from mezani.web.settings import Settings, WrongSetting, choose_settings, read_settings, wanted
from tests.migrated import fresh_database

DOCS = Path(__file__).parent.parent.parent / "docs" / "hosts.md"


@pytest.fixture(autouse=True)
def no_settings_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


def in_file(folder: Path, text: str) -> dict[str, str]:
    """An environment that names a settings file with this text."""
    file = folder / "table.toml"
    file.write_text(text)
    return {"MEZANI_SETTINGS": str(file)}


def test_the_environment_goes_before_the_file_and_arguments_before_both(tmp_path: Path) -> None:
    environment = in_file(tmp_path, 'port = 9001\naddress = "0.0.0.0"\nbot_pause = 0.1\nbrowser = false\n')
    environment["MEZANI_PORT"] = "9002"
    settings = read_settings(environment)
    assert (settings.port, settings.address, settings.bot_pause, settings.browser) == (9002, "0.0.0.0", 0.1, False)
    assert read_settings(environment, port=9003).port == 9003


def test_where_each_setting_comes_from_is_known(tmp_path: Path) -> None:
    environment = in_file(tmp_path, "bot_pause = 0.1\n") | {"MEZANI_PORT": "9002"}
    assert choose_settings(environment, address="0.0.0.0").sources == {
        "bot_pause": f"bot_pause in {tmp_path}/table.toml",
        "port": "MEZANI_PORT",
        "address": "--address",
    }


def test_without_settings_the_tables_are_in_the_users_data_folder(tmp_path: Path) -> None:
    settings = read_settings({})
    assert settings.address == "127.0.0.1"
    assert settings.database_place == f"sqlite:///{tmp_path}/data/mezani/mezani.db"
    assert not (tmp_path / "data").exists()
    assert settings.database_address == settings.database_place
    assert (tmp_path / "data" / "mezani").is_dir()


@pytest.mark.parametrize(
    ("variable", "value", "message"),
    [
        ("PORT", "many", "MEZANI_PORT must be a whole number from 0 to 65535, not 'many'"),
        ("PORT", "70000", "MEZANI_PORT must be a whole number from 0 to 65535, not '70000'"),
        ("BACKUP_HOUR", "24", "MEZANI_BACKUP_HOUR must be a whole number from 0 to 23, not '24'"),
        ("BROWSER", "perhaps", "MEZANI_BROWSER must be 1 or 0, not 'perhaps'"),
        ("BOT_PAUSE", "-1", "MEZANI_BOT_PAUSE must be a number of at least 0, not '-1'"),
        ("BOT_PAUSE", "nan", "MEZANI_BOT_PAUSE must be a number of at least 0, not 'nan'"),
        ("LOG_FORMAT", "xml", "MEZANI_LOG_FORMAT must be one of text, json, not 'xml'"),
        ("LOG_LEVEL", "loud", "MEZANI_LOG_LEVEL must be one of debug, info, warning, error, not 'loud'"),
        ("LOG_ADDRESSES", "all", "MEZANI_LOG_ADDRESSES must be one of none, short, full, not 'all'"),
        ("ADDRESS", "", "MEZANI_ADDRESS must be an address of this machine, or 0.0.0.0 for all of them"),
        ("PUBLIC_ADDRESS", "games.example.org", "must be an address such as https://games.example.org"),
        ("PUBLIC_ADDRESS", "https://[", "must be an address such as https://games.example.org"),
        ("PUBLIC_ADDRESS", "https://a.example/mezani", "must end after the name or the port"),
        ("TRUSTED_PROXIES", "10.0.0.0/8, proxy", "must hold addresses or networks, such as 10.0.0.0/8, not 'proxy'"),
        ("METRICS_FROM", "10.0.0.0/99", "MEZANI_METRICS_FROM must hold addresses or networks"),
        ("PROCESSES", "2", "MEZANI_PROCESSES is 2, but several servers can't share a file: give a PostgreSQL address"),
        ("SETTINGS", "/nonexistent/mezani.toml", "which is not there"),
    ],
)
def test_a_wrong_setting_is_named_with_what_would_be_right(variable: str, value: str, message: str) -> None:
    with pytest.raises(WrongSetting) as problem:
        read_settings({f"MEZANI_{variable}": value})
    assert message in str(problem.value)


@pytest.mark.parametrize(
    ("variable", "value", "message"),
    [
        ("DATABASE", "mysql://mezani:hunter2@db", "MEZANI_DATABASE is no database address: write sqlite:///file.db or"),
        ("SECRET", "hunter2", "MEZANI_SECRET is too short to be one: take at least 16 characters"),
    ],
)
def test_a_wrong_secret_is_named_and_not_repeated(variable: str, value: str, message: str) -> None:
    with pytest.raises(WrongSetting) as problem:
        read_settings({f"MEZANI_{variable}": value})
    assert message in str(problem.value)
    assert "hunter2" not in str(problem.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("port = ?", "line 1"),
        ("prot = 1", "there is no setting 'prot': did you mean port?"),
        ("colour = 1", "there is no setting 'colour': there are address, port"),
        ('port = "x"', "port in {file} must be a whole number from 0 to 65535, not 'x'"),
        ("port = 84.5", "port in {file} must be a whole number from 0 to 65535, not 84.5"),
        ("port = true", "port in {file} must be a whole number from 0 to 65535, not True"),
        ("address = 5", "address in {file} must be a text, not 5"),
        ("hosts = [5]", "hosts in {file} must be a list of texts, not [5]"),
    ],
)
def test_a_wrong_settings_file_is_named(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(WrongSetting) as problem:
        read_settings(in_file(tmp_path, text))
    assert message.format(file=tmp_path / "table.toml") in str(problem.value)


def test_all_that_is_wrong_is_said_at_once(tmp_path: Path) -> None:
    environment = in_file(tmp_path, 'log_format = "xml"\n') | {"MEZANI_PORT": "x"}
    with pytest.raises(WrongSetting) as problem:
        read_settings(environment, address="")
    assert [line.partition(" must")[0] for line in str(problem.value).splitlines()] == [
        f"log_format in {tmp_path}/table.toml",
        "MEZANI_PORT",
        "--address",
    ]


def test_a_variable_that_is_no_setting_is_a_warning_with_the_one_that_was_perhaps_meant() -> None:
    environment = {"MEZANI_PROT": "1", "MEZANI_INTERPRETED": "1", "MEZANI_PORT": "1"}
    assert choose_settings(environment).warnings == ["MEZANI_PROT is no setting: did you mean MEZANI_PORT?"]


def test_addresses_and_networks_may_be_named() -> None:
    settings = read_settings({"MEZANI_TRUSTED_PROXIES": "10.0.0.1/8, fd00::/8,192.0.2.1"})
    assert settings.trusted_proxies == ("10.0.0.1/8", "fd00::/8", "192.0.2.1")


def table_of_settings() -> str:
    """The settings as the page for hosts has to list them."""
    lines = ["| setting | meaning | may be | without it |", "|---|---|---|---|"]
    for one in fields(Settings):
        if one.metadata["chapter"]:
            lines.append(f"| **{one.metadata['chapter']}** | | | |")
        without = one.metadata["without"] or shown(one.default)
        lines.append(f"| `{one.name}` | {one.metadata['meaning']} | {wanted(one)} | {without} |")
    return "\n".join(lines)


def shown(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return f"`{', '.join(value)}`"
    return f"`{value:g}`" if isinstance(value, float) else f"`{value}`"


def test_the_page_for_hosts_lists_every_setting_as_it_is() -> None:
    assert table_of_settings() in DOCS.read_text("utf-8"), f"docs/hosts.md has to have this:\n{table_of_settings()}"
    assert all(one.metadata["meaning"] for one in fields(Settings))


# mezani serve --check


def check(*arguments: str, **environment: str) -> Result:
    return CliRunner().invoke(app, ["serve", "--check", *arguments], env=environment)


def everything_in(folder: Path) -> dict[str, tuple[int, int]]:
    return {str(path): (path.stat().st_mtime_ns, path.stat().st_size) for path in folder.rglob("*")}


def test_check_says_what_would_be_used_and_where_it_comes_from(tmp_path: Path) -> None:
    found = check("--port", "9003", MEZANI_BOT_PAUSE="0.5", MEZANI_SECRET="x" * 30)
    assert found.exit_code == 0, found.output
    lines = [" ".join(line.split()) for line in found.output.splitlines()]
    assert {"port 9003 --port", "bot_pause 0.5 MEZANI_BOT_PAUSE", "secret (hidden) MEZANI_SECRET"} <= set(lines)
    assert "address 127.0.0.1 usual" in lines
    assert f"The database is sqlite:///{tmp_path}/data/mezani/mezani.db: it is made at the first start" in lines
    assert everything_in(tmp_path) == {}


def test_check_names_the_revision_of_a_database_and_changes_nothing(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "old.db") as old:
        old.execute("PRAGMA journal_mode=WAL")
        old.execute("CREATE TABLE alembic_version (version_num TEXT)")
        old.execute("INSERT INTO alembic_version VALUES ('0006')")
    old.close()
    before = everything_in(tmp_path)
    found = check("--database", f"sqlite:///{tmp_path}/old.db")
    assert found.exit_code == 0, found.output
    assert f"it has revision 0006; the next start makes a backup and brings it to {newest_revision()}" in found.output
    assert everything_in(tmp_path) == before


@pytest.mark.parametrize(
    ("database", "message"),
    [
        ("sqlite:////nonexistent/t.db", "database: the folder /nonexistent is not there"),
        ("postgresql://mezani:hunter2@127.0.0.1:1/mezani", "database: "),
    ],
)
def test_check_fails_where_the_database_can_not_be_reached(database: str, message: str) -> None:
    found = check(MEZANI_DATABASE=database, MEZANI_STORE_SECONDS="2")
    assert found.exit_code == 1
    assert message in found.output
    assert "hunter2" not in found.output
    assert "All is well" not in found.output


def test_check_fails_where_nothing_can_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mezani.web.check.os.access", lambda *_: False)
    found = check(MEZANI_BACKUP_FOLDER=str(tmp_path / "not" / "yet"))
    assert found.exit_code == 1
    assert f"database: nothing can be written into {tmp_path}/data/mezani" in found.output
    assert f"backup_folder: nothing can be written into {tmp_path}/not/yet" in found.output


def test_check_fails_for_a_wrong_setting_and_warns_of_an_unknown_one() -> None:
    assert "did you mean MEZANI_PORT?" in check(MEZANI_PROT="1").output
    found = check(MEZANI_PORT="x")
    assert (found.exit_code, found.output) == (1, "MEZANI_PORT must be a whole number from 0 to 65535, not 'x'\n")


@pytest.mark.postgres
def test_check_reaches_postgresql(postgres: str) -> None:
    empty = asyncio.run(fresh_database(postgres, "test_check", is_bare=True))
    found = check(MEZANI_DATABASE=empty, MEZANI_PROCESSES="2")
    assert found.exit_code == 0, found.output
    assert "it is empty; its tables are made at the first start" in found.output
