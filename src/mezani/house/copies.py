"""Copies of databases and backups to look at: of one moment, up to date, and in nobody's way."""

import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.pool import NullPool

from mezani.house.backup import CannotKeep, copy_file, migrate_file, open_file, said_plainly, shown, take_backup
from mezani.tables.database import database_address, revision_of
from mezani.tables.store import Store


@contextmanager
def copy_of(source: str | Path) -> Iterator[Path]:
    """A copy of a database by its address, or of a backup, as it is now: up to date, and to be read for long."""
    with tempfile.TemporaryDirectory(prefix="mezani-") as folder:
        copy = Path(folder) / "copy.db"
        named = str(source) if isinstance(source, Path) else shown(database_address(source))
        with said_plainly(f"{named} can't be read"):
            if isinstance(source, Path):
                copy_file(source, copy)
            else:
                take_backup(source, copy)
            check_file(copy, named)
            migrate_file(copy)
        yield copy


def check_file(copy: Path, named: str) -> None:
    """Refuse a file that is damaged, or that holds something else."""
    with closing(open_file(copy)) as opened:
        found = opened.execute("PRAGMA integrity_check").fetchone()[0]
    if found != "ok":
        raise CannotKeep(f"{named} is damaged: {found.partition(chr(10))[0]}.")
    with sa.create_engine(f"sqlite:///{copy}", poolclass=NullPool).connect() as connection:
        if revision_of(connection) is None:
            raise CannotKeep(f"{named} holds something else than tables of Mezani.")


@asynccontextmanager
async def reading(copy: Path) -> AsyncIterator[Store]:
    """A store over a copy, that is only read."""
    store = Store(f"sqlite:///{copy}")
    try:
        yield store
    finally:
        await store.engine.dispose()
