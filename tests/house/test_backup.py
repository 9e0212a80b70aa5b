"""Backups: taken while people play, and restored into either kind of database."""

import asyncio
import sqlite3
import stat
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

import mezani
from mezani.house.backup import CannotKeep, take_backup
from mezani.house.restore import restore
from mezani.insight.judging import Depth
from mezani.tables import schema
from mezani.tables.database import NewerDatabase
from mezani.tables.entries import Entry
from mezani.tables.hall import Hall
from mezani.tables.players import player_of
from mezani.tables.servers import hold
from mezani.tables.situation import Seat
from tests.databases.make import load
from tests.migrated import fresh_database
from tests.playing import OUR_GAMES
from tests.tables.conftest import hall_over
from tests.tables.judging import Oracle

pytestmark = pytest.mark.anyio

ANN = player_of("ann")

FreshDatabase = Callable[[str], Awaitable[str]]


@pytest.fixture
def is_bare() -> bool:
    return True


@pytest.fixture
def another(request: pytest.FixtureRequest, tmp_path: Path) -> FreshDatabase:
    """Makes a new empty database of a kind."""

    async def make(kind: str) -> str:
        if kind == "sqlite":
            return f"sqlite:///{tmp_path}/another.db"
        request.applymarker("postgres")
        return await fresh_database(
            request.getfixturevalue("postgres"), f"another_{abs(hash(tmp_path)):x}", is_bare=True
        )

    return make


async def play_on(hall: Hall, id: str, acknowledged: dict[str, list[Entry]], enough: asyncio.Event) -> None:
    """Play the first legal move again and again, and note what the server has said to be done."""
    table = await hall.table(id)
    while table.is_running and not enough.is_set():
        seat = table.state.seat
        await hall.decide(id, ANN, seat, table.choices(seat)[0], table.turn)
        acknowledged[id] = list(table.log)


async def test_a_backup_taken_during_moves_holds_all_that_was_acknowledged_before(
    database: str, tmp_path: Path, another: FreshDatabase
) -> None:
    acknowledged: dict[str, list[Entry]] = {}
    enough = asyncio.Event()
    async with hall_over(database) as hall:
        for game in map(mezani.game, OUR_GAMES):
            await hall.open_table(game, [Seat(ANN, "Ann")] * game.seats[0], id=game.name)
        playing = [asyncio.create_task(play_on(hall, name, acknowledged, enough)) for name in OUR_GAMES]
        while any(len(acknowledged.get(name, [])) < 8 for name in OUR_GAMES):
            await asyncio.sleep(0.01)
        before = {id: len(log) for id, log in acknowledged.items()}
        await asyncio.to_thread(take_backup, database, tmp_path / "backup.db")
        after = {id: len(log) for id, log in acknowledged.items()}
        await asyncio.sleep(0.1)
        enough.set()
        await asyncio.gather(*playing)
    assert any(len(acknowledged[id]) > after[id] for id in OUR_GAMES), "people played on"
    for kind in ("sqlite", "postgresql"):
        fresh = await another(kind)
        await asyncio.to_thread(restore, tmp_path / "backup.db", fresh)
        async with hall_over(fresh) as again:
            for id, log in acknowledged.items():
                table = await again.table(id)
                assert table.log == log[: len(table.log)], "a prefix of what was acknowledged"
                assert before[id] <= len(table.log), "all that was acknowledged before the backup began"
                await again.decide(id, ANN, table.state.seat, table.choices(table.state.seat)[0], table.turn)


async def test_all_that_a_database_holds_comes_back(database: str, tmp_path: Path, another: FreshDatabase) -> None:
    await load("0006", database)
    async with hall_over(database) as hall:
        await hall.store.house.put("notice", "a fact of the house")
        async with hall.store.engine.begin() as connection:
            await connection.execute(
                sa.insert(schema.host_log).values(at=1.5, name="Ann", deed="close", about={"a": 1})
            )
            await connection.execute(sa.insert(schema.servers).values(id="x", name="x", began_at=1.0, seen_at=1.0))
        hall.analyses.workers = Oracle()  # type: ignore[assignment]
        source = await hall.analyses.sources.of_record("arecord")
        await hall.analyses.ask(source, Depth.QUICK, ANN, "192.0.2.7")
        while hall.analyses._at_work:
            await asyncio.sleep(0.01)
        assert (await hall.analyses.look(source, Depth.QUICK))[1].state == "done"
        await asyncio.to_thread(take_backup, database, tmp_path / "backup.db")
        kept = await rows_of(hall)
    fresh = await another("sqlite" if hall.store.is_shared else "postgresql")
    await asyncio.to_thread(restore, tmp_path / "backup.db", fresh)
    async with hall_over(fresh) as again:
        assert await rows_of(again) == kept
        async with again.store.engine.begin() as connection:
            gone = await connection.execute(sa.select(schema.servers).where(schema.servers.c.id == "x"))
            assert gone.first() is None, "servers of that time serve no more"
            await connection.execute(sa.insert(schema.host_log).values(at=2.5, name="Ann", deed="close", about={}))


def row_of_everything(table: sa.Table) -> dict[str, object]:
    """Something in each column of a table."""
    kinds: dict[type[Any], object] = {
        sa.Boolean: True,
        sa.Integer: 7,
        sa.BigInteger: -(2**63),
        sa.Float: 1_700_000_000.123456,
        sa.JSON: {"a": [1, 2.5, None, "ä"]},
        sa.LargeBinary: b"\x00\xff",
        sa.String: "x",
        sa.Text: "a line\nand another “one”",
    }
    return {column.name: kinds[type(column.type)] for column in table.columns}


async def test_every_table_and_every_column_comes_back(database: str, tmp_path: Path, another: FreshDatabase) -> None:
    async with hall_over(database) as hall:
        async with hall.store.engine.begin() as connection:
            for table in schema.metadata.sorted_tables:
                await connection.execute(sa.insert(table).values(row_of_everything(table)))
        kept = await rows_of(hall)
    assert all(kept.values())
    await asyncio.to_thread(take_backup, database, tmp_path / "backup.db")
    fresh = await another("sqlite" if hall.store.is_shared else "postgresql")
    await asyncio.to_thread(restore, tmp_path / "backup.db", fresh)
    async with hall_over(fresh) as again:
        found = await rows_of(again)
        for name in ("tables", "analyses"):  # which server plays or judges is forgotten
            assert len(found.pop(name)) == len(kept.pop(name))
        assert found == kept
        async with again.store.engine.begin() as connection:
            row = {name: value for name, value in row_of_everything(schema.reports).items() if name != "number"}
            number = await connection.execute(sa.insert(schema.reports).values(row).returning(schema.reports.c.number))
            assert number.scalar_one() == 8, "it is counted on"


async def rows_of(hall: Hall) -> dict[str, list[sa.Row[tuple[object, ...]]]]:
    """All that is kept, but for what changes by itself."""
    async with hall.store.engine.connect() as connection:
        return {
            table.name: sorted((await connection.execute(sa.select(table))).all(), key=str)
            for table in schema.metadata.sorted_tables
            if table not in (schema.servers, schema.house)
        }


async def test_a_restored_house_keeps_its_secret(hall: Hall, database: str, tmp_path: Path) -> None:
    await asyncio.to_thread(take_backup, database, tmp_path / "backup.db")
    restored = f"sqlite:///{tmp_path}/again.db"
    await asyncio.to_thread(restore, tmp_path / "backup.db", restored)
    async with hall_over(restored) as again:
        assert again.secret == hall.secret, "private links stay good"


async def test_a_database_that_is_in_use_by_people_is_not_replaced_by_accident(database: str, tmp_path: Path) -> None:
    async with hall_over(database) as hall:
        await hall.open_table(mezani.game(OUR_GAMES[0]), [Seat(ANN, "Ann"), *[Seat()] * 2], id="first")
    await asyncio.to_thread(take_backup, database, tmp_path / "backup.db")
    async with hall_over(database) as hall:
        await hall.open_table(mezani.game(OUR_GAMES[0]), [Seat(ANN, "Ann"), *[Seat()] * 2], id="second")
    with pytest.raises(CannotKeep, match=r"is not empty, and nothing was changed.*--replace"):
        await asyncio.to_thread(restore, tmp_path / "backup.db", database)
    await asyncio.to_thread(restore, tmp_path / "backup.db", database, tmp_path / "before.db")
    async with hall_over(database) as hall:
        assert await hall.store.has("first")
        assert not await hall.store.has("second")
    with closing(sqlite3.connect(tmp_path / "before.db")) as before:
        assert before.execute("SELECT id FROM tables ORDER BY id").fetchall() == [("first",), ("second",)]


async def test_a_database_that_servers_use_is_not_restored_into(shared_database: str, tmp_path: Path) -> None:
    async with hall_over(shared_database) as hall:
        await asyncio.to_thread(take_backup, shared_database, tmp_path / "backup.db")
        now = sa.extract("epoch", sa.func.clock_timestamp())
        serving = sa.insert(schema.servers).values(id="x", name="somewhere:17", began_at=now, seen_at=now)
        async with hall.store.engine.begin() as connection:
            await connection.execute(serving)
        with pytest.raises(CannotKeep, match=r"is in use, and nothing was changed.*first: .*somewhere:17"):
            await asyncio.to_thread(restore, tmp_path / "backup.db", shared_database, tmp_path / "before.db")
    assert not (tmp_path / "before.db").exists()


async def test_a_file_that_a_server_uses_is_not_restored_into(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path}/mezani.db"
    refused = r"mezani.db is in use, and nothing was changed. Stop its server first"
    async with hall_over(address):  # which does not hold the file, as servers of earlier versions do not
        await asyncio.to_thread(take_backup, address, tmp_path / "backup.db")
        with pytest.raises(CannotKeep, match=refused):
            await asyncio.to_thread(restore, tmp_path / "backup.db", address, tmp_path / "before.db")
    with hold(tmp_path / "mezani.db"), pytest.raises(CannotKeep, match=refused):
        await asyncio.to_thread(restore, tmp_path / "backup.db", address, tmp_path / "before.db")
    assert not (tmp_path / "before.db").exists()
    await asyncio.to_thread(restore, tmp_path / "backup.db", address, tmp_path / "before.db")


async def test_a_backup_is_for_its_owner_only_and_overwrites_nothing(hall: Hall, database: str, tmp_path: Path) -> None:
    file = tmp_path / "backup.db"
    file.write_text("something else")
    with pytest.raises(CannotKeep, match=r"is there already.*--force"):
        await asyncio.to_thread(take_backup, database, file)
    assert file.read_text() == "something else"
    file.chmod(0o644)
    await asyncio.to_thread(take_backup, database, file, True)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert file.read_bytes().startswith(b"SQLite format 3")
    assert not [path for path in tmp_path.iterdir() if "unfinished" in path.name]


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("sqlite:////nowhere/mezani.db", "There is no database /nowhere/mezani.db"),
        ("sqlite://", "in memory"),
        ("postgresql://mezani@127.0.0.1:1/mezani", "/mezani can't be backed up: .*Connect call failed"),
    ],
)
async def test_a_database_that_can_not_be_read_leaves_no_file(address: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(CannotKeep, match=message):
        await asyncio.to_thread(take_backup, address, tmp_path / "backup.db")
    assert not list(tmp_path.iterdir())


async def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    for file, message in ((tmp_path, "is a folder"), (tmp_path / "no" / "b.db", "No such file or directory")):
        with pytest.raises(CannotKeep, match=message):
            await asyncio.to_thread(take_backup, "sqlite:///x.db", file)


def damaged(path: Path) -> None:
    """Scratch the pages of a file."""
    content = bytearray(path.read_bytes())
    content[5000:9000] = b"\xff" * 4000
    path.write_bytes(content)


def of_a_newer_version(path: Path) -> None:
    with closing(sqlite3.connect(path)) as opened, opened:
        opened.execute("UPDATE alembic_version SET version_num = '9999'")


def of_another_program(path: Path) -> None:
    path.unlink()
    with closing(sqlite3.connect(path)) as opened, opened:
        opened.execute("CREATE TABLE songs (title TEXT)")


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (damaged, "is damaged: |can't be read: database disk image is malformed"),
        (of_a_newer_version, "newer version of Mezani: its revision is 9999"),
        (of_another_program, "holds something else than tables of Mezani"),
        (lambda path: path.write_text("a text\n" * 100), "can't be read: file is not a database"),
        (Path.unlink, "There is no database"),
    ],
)
async def test_what_is_no_backup_is_refused_and_nothing_changed(
    spoil: Callable[[Path], object], message: str, tmp_path: Path
) -> None:
    async with hall_over(f"sqlite:///{tmp_path}/mezani.db"):
        pass
    await asyncio.to_thread(take_backup, f"sqlite:///{tmp_path}/mezani.db", tmp_path / "backup.db")
    spoil(tmp_path / "backup.db")
    with pytest.raises((CannotKeep, NewerDatabase), match=message):
        await asyncio.to_thread(restore, tmp_path / "backup.db", f"sqlite:///{tmp_path}/again.db")
    assert not (tmp_path / "again.db").exists()
