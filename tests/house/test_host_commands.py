"""The host's commands for links and old tables."""

import asyncio
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from mezani.cli import app
from mezani.house.hosts import Hosts
from mezani.tables.hall import Hall
from mezani.tables.players import player_of
from mezani.tables.store import Store
from mezani.web.host_link import HostLink
from tests.house.test_retention import aged, lobby
from tests.tables.conftest import hall_over

ANN = player_of("ann")


def run(*command: str) -> tuple[int, str]:
    done = CliRunner().invoke(app, command)
    return done.exit_code, done.output


@pytest.fixture
def address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A database with an old table that never began."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    address = f"sqlite:///{tmp_path}/mezani.db"

    async def make() -> None:
        async with hall_over(address) as hall:
            await aged(hall, await lobby(hall), 31)

    asyncio.run(make())
    return address


def test_tidy_counts_first_and_then_deletes(address: str) -> None:
    assert run("tidy", "--dry-run", "--database", address) == (
        0,
        "lobbies: 1\nbot tables: 0\n1 table would be deleted.\n",
    )
    assert run("tidy", "--database", address)[1].endswith("1 table deleted.\n")
    assert run("tidy", "--database", address)[1].endswith("0 tables deleted.\n")


@pytest.mark.parametrize("command", ["tidy", "host-link"])
def test_without_a_database_there_is_a_sentence(command: str, tmp_path: Path) -> None:
    code, said = run(command, "--database", f"sqlite:///{tmp_path}/none.db")
    assert code == 1
    assert said == f"There is no database {tmp_path}/none.db.\n"
    assert list(tmp_path.iterdir()) == []


def test_a_link_of_the_command_line_makes_a_host(address: str) -> None:
    code, said = run("host-link", "--database", address)
    assert code == 0
    token = re.findall(r"http://127.0.0.1:8484/become-host/(\S+)", said)[0]

    async def use() -> bool:
        store = Store(address)
        hosts = Hosts(store.people, store.house)
        used = await hosts.use_link(token, ANN)
        await store.engine.dispose()
        return used

    assert asyncio.run(use())


@pytest.mark.anyio
async def test_servers_that_start_together_print_one_link_and_none_once_there_is_a_host(
    hall: Hall, capsys: pytest.CaptureFixture[str]
) -> None:
    hosts = Hosts(hall.store.people, hall.store.house)
    link = HostLink("https://games.example.org", wanted=False)
    await asyncio.gather(link.offer(hosts), link.offer(hosts))
    said = capsys.readouterr().out
    assert said.count("https://games.example.org/become-host/") == 1
    await hall.store.house.drop("host link printed")
    await hosts.use_link(said.strip().rpartition("/")[2], ANN)
    await link.offer(hosts)
    assert capsys.readouterr().out == ""
    await HostLink("https://games.example.org", wanted=True).offer(hosts)
    assert "/become-host/" in capsys.readouterr().out
