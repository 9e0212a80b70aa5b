"""A silent store on pages, in the API and on the command line; and one file that two servers want."""

import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient
from sqlalchemy.ext.asyncio import AsyncConnection

from mezani.tables.hall import Hall
from mezani.tables.refusals import StoreSilent
from mezani.tables.servers import InUse, hold
from mezani.web.serve import CannotServe, serve
from tests.web.people import GAME, Person, server

SENTENCE = "The store does not answer just now. Nothing is lost; please try again in a moment."
HOLDING = """
import sys, time
from mezani.tables.servers import hold
held = hold(sys.argv[1])
print(flush=True)
time.sleep(60)
"""


@pytest.fixture
def silent(monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(connection: AsyncConnection, is_ctxmanager: bool = False) -> AsyncConnection:
        raise TimeoutError

    monkeypatch.setattr(AsyncConnection, "start", fail)


def test_pages_and_programs_are_told_that_the_store_is_silent(ann: Person, silent: None) -> None:
    ann.post("/settings", name="Ann", back="/")
    pages = [ann.get("/"), ann.get("/table/nowhere"), ann.post("/play-now", game=GAME.name)]
    pages.append(ann.ask("GET", "/api/tables/nowhere"))
    for page in pages:
        assert page.status_code == 503
        assert SENTENCE in page.text
        assert int(page.headers["retry-after"]) > 0
    german = ann.ask("GET", "/table/nowhere", headers={"accept-language": "de"})
    assert "Der Speicher antwortet gerade nicht. Nichts ist verloren" in german.text


def test_a_move_that_is_not_stored_in_time_is_told_at_the_table(
    client: TestClient[Any], ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    id = ann.new_table(["me"] * GAME.seats[0])
    hall: Hall = client.app.state.hall

    async def append(change: Any) -> None:
        raise StoreSilent

    monkeypatch.setattr(hall.store, "append", append)
    page = ann.post(f"/table/{id}/say", seat=0, text="Hello?")
    assert page.status_code == 503
    assert SENTENCE in page.text
    assert 'id="board"' in page.text
    assert page.headers["retry-after"]


def test_it_is_kept_who_opened_a_table_and_from_which_address_but_not_the_address(
    client: TestClient[Any], ann: Person, ben: Person
) -> None:
    hall: Hall = client.app.state.hall
    mine, other, bens = (hall.tables[one.new_table(["free"] * GAME.seats[0])] for one in (ann, ann, ben))
    assert mine.opened_by
    assert mine.opened_by == other.opened_by != bens.opened_by
    assert mine.opened_from == bens.opened_from
    assert len(mine.opened_from or "") == 32
    assert hall.fingerprint("192.0.2.8") != hall.fingerprint("192.0.2.7")


def test_a_second_server_on_the_same_file_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "mezani.db"
    with server(tmp_path):
        with pytest.raises(InUse, match="is in use by another server"):
            hold(file)
        with pytest.raises(CannotServe, match=f"{file} is in use by another server"):
            serve(port=0, database=f"sqlite:///{file}", browser=False)
    hold(file).release()


def test_the_file_of_a_killed_server_is_free_again(tmp_path: Path) -> None:
    command = [sys.executable, "-c", HOLDING, str(tmp_path / "mezani.db")]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as holding:
        assert holding.stdout
        holding.stdout.readline()
        with pytest.raises(InUse):
            hold(tmp_path / "mezani.db")
        holding.send_signal(signal.SIGKILL)
        holding.wait()
    hold(tmp_path / "mezani.db").release()


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(CannotServe, match="nowhere"):
        serve(port=0, database=f"sqlite:///{tmp_path}/nowhere/mezani.db", browser=False)
