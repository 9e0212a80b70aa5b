"""What a machine lacks is said in one line; tests that need it are skipped, or fail where nothing may be missing."""

import subprocess

import pytest

from tests import machine


@pytest.fixture
def nothing_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(machine, "SERVER_PROGRAMS", "usr/lib/nowhere/*")
    monkeypatch.delenv(machine.NOTHING_MISSING, raising=False)


@pytest.mark.usefixtures("nothing_there")
@pytest.mark.parametrize("name", machine.NEEDS)
def test_what_is_missing_is_named_with_the_way_to_get_it(name: str) -> None:
    line = machine.lack(name)
    assert f"apt-get install {machine.NEEDS[name].package}" in line
    assert machine.NEEDS[name].why in line
    assert "\n" not in line
    with pytest.raises(pytest.skip.Exception, match="is missing"):
        machine.need(name)


@pytest.mark.usefixtures("nothing_there")
def test_where_nothing_may_be_missing_it_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(machine.NOTHING_MISSING, "1")
    with pytest.raises(pytest.fail.Exception, match="is missing"):
        machine.need("browser")


@pytest.mark.usefixtures("nothing_there")
def test_packages_are_installed_where_that_is_allowed_and_announced(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    called: list[list[str]] = []
    monkeypatch.setattr(machine, "may_install", lambda: True)
    monkeypatch.setattr(subprocess, "run", lambda command, check: called.append(command))
    machine.install(["browser", "postgres"])
    assert called[-1][-2:] == ["chromium-headless-shell", "postgresql"]
    said = capsys.readouterr().out
    assert "Installing Debian's package postgresql: several servers share their tables over PostgreSQL." in said
    assert "Tests that need it are skipped." in said, "nothing was really installed"


@pytest.mark.usefixtures("nothing_there")
def test_where_nothing_may_be_installed_a_line_says_what_is_missing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(machine, "may_install", lambda: False)
    machine.install(["postgres"])
    assert capsys.readouterr().out.count("\n") == 1


def test_nothing_is_said_where_all_is_there(capsys: pytest.CaptureFixture[str]) -> None:
    machine.install([name for name in machine.NEEDS if machine.find(name)])
    assert capsys.readouterr().out == ""
