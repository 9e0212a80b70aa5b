"""Backups: one SQLite file for either kind of database, taken while servers run, and read by its owner only."""

import asyncio
import os
import sqlite3
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import asyncpg
import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine
from sqlalchemy.pool import NullPool

from mezani.tables.connections import file_of
from mezani.tables.database import WrongDatabase, database_address, migrate, revision_of
from mezani.tables.servers import InUse, hold

ROWS = 2000  # that are copied at once
UNFINISHED = ".unfinished"
PATIENCE = 0.5  # seconds with a server that is just closing its files


class CannotKeep(Exception):
    """A backup, a restore or an upgrade that can't be done; the message says why, and that nothing was changed."""


def take_backup(address: str, file: Path, force: bool = False) -> None:
    """Write all that a database holds at one moment into a file; servers go on meanwhile."""
    url = database_address(address)
    with new_file(file, force) as unfinished, said_plainly(f"{shown(url)} can't be backed up"):
        if is_in_a_file(url):
            copy_file(needed_file_of(url), unfinished)
        else:
            asyncio.run(_copy_shared(url, unfinished))


def is_in_a_file(url: sa.URL) -> bool:
    """Whether a database is SQLite's."""
    return url.drivername.startswith("sqlite")


def needed_file_of(url: sa.URL) -> Path:
    """The file of an SQLite database; CannotKeep if it is in none."""
    file = file_of(url)
    if file is None:
        raise CannotKeep("A database in memory ends with its server: name one in a file, sqlite:///file.db.")
    return Path(file)


def shown(url: sa.URL) -> str:
    """A database as people know it, without its password."""
    return f"The database {url.set(drivername=url.get_backend_name()).render_as_string()}"


@contextmanager
def new_file(file: Path, force: bool = False) -> Iterator[Path]:
    """A file that gets its name when it is complete and safe on the disk; only its owner may read it."""
    if file.is_dir():
        raise CannotKeep(f"{file} is a folder: name a file in it.")
    if file.exists() and not force:
        raise CannotKeep(f"{file} is there already. Choose another name, or overwrite it: --force.")
    try:
        handle, name = tempfile.mkstemp(prefix=f".{file.name}-", suffix=UNFINISHED, dir=file.parent)
    except OSError as problem:
        raise CannotKeep(f"{file} can't be written: {problem.strerror}.") from problem
    os.close(handle)
    unfinished = Path(name)
    try:
        yield unfinished
        _sync(unfinished)
        unfinished.replace(file)
        with suppress(OSError):  # Windows opens no folders
            _sync(file.parent)
    except OSError as problem:
        raise CannotKeep(f"{file} can't be written: {problem.strerror}.") from problem
    finally:
        unfinished.unlink(missing_ok=True)


def _sync(path: Path) -> None:
    """Let a file, or the names in a folder, survive a loss of power."""
    handle = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextmanager
def said_plainly(what: str) -> Iterator[None]:
    """What goes wrong with a database, in a sentence."""
    try:
        yield
    except (sqlite3.Error, SQLAlchemyError, asyncpg.PostgresError, OSError) as problem:
        reason = str(problem).partition("\n")[0] or type(problem).__name__
        raise CannotKeep(f"{what}: {reason}.") from problem


def open_file(path: Path) -> sqlite3.Connection:
    """A connection to an SQLite file that is there."""
    if not path.is_file():
        raise CannotKeep(f"There is no database {path}.")
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True, timeout=10)


@contextmanager
def alone_with(path: Path) -> Iterator[None]:
    """Let no server begin to use an SQLite file meanwhile; refuse one that any other program has open."""
    try:
        with hold(path):
            _refuse_if_open(path)
            yield
    except InUse as problem:
        raise CannotKeep(f"{path} is in use, and nothing was changed. Stop its server first.") from problem


def _refuse_if_open(path: Path) -> None:
    until = time.monotonic() + PATIENCE
    with closing(open_file(path)) as opened:
        opened.execute("PRAGMA busy_timeout=0")
        while True:
            try:
                opened.execute("PRAGMA journal_mode=DELETE")  # only one that is alone may end the shared mode
                return
            except sqlite3.OperationalError as problem:  # at once: SQLite does not wait for this
                if time.monotonic() > until:
                    raise InUse from problem
            time.sleep(PATIENCE / 10)


def copy_file(source: Path, target: Path) -> None:
    """Copy an SQLite database as it is at one moment."""
    with closing(open_file(source)) as old, closing(sqlite3.connect(target)) as new:
        old.backup(new)
        new.execute("PRAGMA journal_mode=DELETE")  # one file, and none beside it


async def _copy_shared(url: sa.URL, target: Path) -> None:
    """All tables as one transaction sees them, in a file of the same revision."""
    engine = create_async_engine(url, poolclass=NullPool)
    try:
        async with engine.connect() as connection:
            await connection.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
            revision = await connection.run_sync(revision_of)
            if revision is None:
                raise CannotKeep(f"{shown(url)} is empty: no server has used it yet.")
            migrate_file(target, revision)
            with closing(sqlite3.connect(target)) as new:
                for table in table_names(new):
                    await _copy_rows(connection, new, table)
                new.commit()
    finally:
        await engine.dispose()


async def _copy_rows(old: AsyncConnection, new: sqlite3.Connection, table: str) -> None:
    columns = [(name, kind) for _, name, kind, *_ in new.execute(f'PRAGMA table_info("{table}")')]
    names = ", ".join(f'"{name}"' for name, _ in columns)
    texts = ", ".join(f'CAST("{name}" AS text)' if kind == "JSON" else f'"{name}"' for name, kind in columns)
    into = f'INSERT INTO "{table}" ({names}) VALUES ({", ".join("?" * len(columns))})'
    rows = await old.stream(sa.text(f'SELECT {texts} FROM "{table}"'))
    async for some in rows.partitions(ROWS):
        new.executemany(into, [tuple(row) for row in some])


def migrate_file(path: Path, revision: str = "head") -> None:
    """Bring an SQLite file that nobody else uses to a revision."""
    engine = sa.create_engine(f"sqlite:///{path}", poolclass=NullPool)
    with engine.begin() as connection:
        migrate(connection, revision)


def table_names(connection: sqlite3.Connection) -> list[str]:
    """The tables of an SQLite database that hold what is kept."""
    found = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
    return [name for (name,) in found if name != "alembic_version" and not name.startswith("sqlite_")]


if __name__ == "__main__":  # the daily backup of a server; the address, which may hold a password, is on its input
    if hasattr(os, "nice"):
        os.nice(int(sys.argv[2]))
    try:
        take_backup(sys.stdin.read(), Path(sys.argv[1]))
    except (CannotKeep, WrongDatabase) as problem:
        sys.exit(str(problem))
