"""Upgrading: older databases are taken over after a backup, newer ones refused, and a failure changes nothing."""

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic import op

from mezani.house import upgrade
from mezani.house.backup import CannotKeep
from mezani.house.check_database import Report, check
from mezani.house.copies import copy_of
from mezani.house.upgrade import bring_up_to_date
from mezani.tables import schema
from mezani.tables.database import NewerDatabase, newest_revision
from mezani.tables.entries import Kind
from mezani.tables.store import Store
from tests.databases.make import HERE, load
from tests.tables.conftest import hall_over
from tests.tables.test_store import differences_from_schema

pytestmark = pytest.mark.anyio

OLDER = sorted(path.name.partition("-")[0] for path in HERE.glob("*-sqlite.sql"))


@pytest.fixture
def is_bare() -> bool:
    return True


def test_databases_of_every_kind_are_kept() -> None:
    kept = {path.name for path in HERE.glob("*.sql")}
    assert kept == {f"{revision}-{kind}.sql" for revision in OLDER for kind in ("sqlite", "postgresql")}
    assert {"0006", "0007"} <= set(OLDER)


@pytest.mark.parametrize("revision", OLDER)
async def test_an_older_database_is_upgraded_after_a_backup_and_all_its_games_fold(
    revision: str, database: str, tmp_path: Path
) -> None:
    await load(revision, database)
    folder = tmp_path if database.startswith("sqlite") else tmp_path / "backups"
    done = await asyncio.to_thread(bring_up_to_date, database, tmp_path / "backups")
    assert (done is None) == (revision == newest_revision())
    if done:
        assert (done.before, done.after) == (revision, newest_revision())
        assert done.backup.parent == folder
        assert done.backup.name.startswith(f"mezani-before-{newest_revision()}-20")
        assert await asyncio.to_thread(bring_up_to_date, database, tmp_path) is None, "once is enough"
    for of in (database, done.backup) if done else (database,):
        report = await asyncio.to_thread(checked, of)
        assert (report.tables, report.finished, report.running, report.records) == (13, 4, 5, 1)
        assert report.faults == []
    async with hall_over(database) as hall:
        async with hall.store.engine.connect() as connection:
            assert await connection.run_sync(differences_from_schema) == []
        assert (await hall.table("zimbabover")).is_over
        async with hall.store.engine.connect() as connection:
            log, seat = schema.log.c, schema.seats.c
            sits = sa.and_(seat.table_id == log.table_id, seat.seat == log.seat, seat.name == log.text)
            joins = sa.select(log.named, seat.player).join(schema.seats, sits).where(log.kind == Kind.JOIN)
            named = (await connection.execute(joins)).all()
            assert named
            assert all(row.named == row.player for row in named)
        assert (await hall.store.people.name_of((await hall.table("anneover")).seats[0].player or "")) == "Ann"


def checked(database: str | Path) -> Report:
    with copy_of(database) as copy:
        return asyncio.run(check(copy))


async def make_newer(address: str) -> None:
    store = Store(address)
    async with store.engine.begin() as connection:
        await connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    await store.engine.dispose()


async def test_a_newer_database_is_refused_with_a_sentence(database: str, tmp_path: Path) -> None:
    async with hall_over(database):
        pass
    await make_newer(database)
    sentence = f"newer version of Mezani: its revision is 9999, .* up to {newest_revision()}. Nothing was changed"
    with pytest.raises(NewerDatabase, match=sentence):
        await asyncio.to_thread(bring_up_to_date, database, tmp_path / "backups")
    store = Store(database)
    with pytest.raises(NewerDatabase, match=sentence):
        await store.open()
    await store.engine.dispose()
    assert not (tmp_path / "backups").exists()


async def test_serving_a_newer_database_ends_with_a_sentence(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path}/mezani.db"
    async with hall_over(address):
        pass
    await make_newer(address)
    before = (tmp_path / "mezani.db").read_bytes()
    serve = "from mezani.cli import main; main()"
    command = [sys.executable, "-c", serve, "serve", "--port", "0", "--database", address]
    done = await asyncio.to_thread(subprocess.run, command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].startswith("The database was written by a newer version of Mezani")
    assert "Traceback" not in done.stderr
    assert (tmp_path / "mezani.db").read_bytes() == before


async def test_a_failed_upgrade_leaves_the_database_as_it_was(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await load("0006", database)
    create = op.create_table

    def fail_late(name: str, *columns: object) -> object:
        if name == "results":
            raise RuntimeError("the disk is full")
        return create(name, *columns)  # type: ignore[arg-type]

    monkeypatch.setattr(op, "create_table", fail_late)
    with pytest.raises(CannotKeep, match=r"from revision 0006 to .*: the disk is full. It is as it was; a backup"):
        await asyncio.to_thread(bring_up_to_date, database, tmp_path)
    store = Store(database)
    async with store.engine.connect() as connection:
        columns = await connection.run_sync(lambda plain: sa.inspect(plain).get_columns("tables"))
        there = await connection.run_sync(lambda plain: sa.inspect(plain).get_table_names())
    await store.engine.dispose()
    assert "closed" not in {column["name"] for column in columns}
    assert "blocks" not in there
    monkeypatch.undo()
    assert await asyncio.to_thread(bring_up_to_date, database, tmp_path), "it can be tried again"


async def test_without_a_backup_nothing_is_upgraded(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await load("0006", database)

    def no_room(address: str, file: Path, force: bool) -> None:
        raise CannotKeep(f"{file} can't be written: No space left on device.")

    monkeypatch.setattr(upgrade, "take_backup", no_room)
    with pytest.raises(CannotKeep, match=r"earlier version \(revision 0006\), and no backup .* No space left"):
        await asyncio.to_thread(bring_up_to_date, database, tmp_path)
    monkeypatch.undo()
    assert await asyncio.to_thread(bring_up_to_date, database, tmp_path)
