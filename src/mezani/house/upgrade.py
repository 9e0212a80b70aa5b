"""Upgrading a database of an earlier version: a backup is made first, and if it fails all is as it was."""

import asyncio
from contextlib import nullcontext
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import sqlalchemy as sa

from mezani.house.backup import CannotKeep, alone_with, is_in_a_file, needed_file_of, said_plainly, shown, take_backup
from mezani.tables.connections import patient_engine
from mezani.tables.database import MIGRATION_LOCK, database_address, migrate, newest_revision, revision_of


@dataclass(frozen=True)
class Upgraded:
    """What was done."""

    before: str
    after: str
    backup: Path


def bring_up_to_date(address: str, folder: Path) -> Upgraded | None:
    """Upgrade a database of an earlier version; None if there was nothing to do.

    The backup goes beside an SQLite file, and for PostgreSQL into a folder.
    """
    url = database_address(address)
    if is_in_a_file(url) and not (url.database and Path(url.database).exists()):
        return None
    with said_plainly(f"{shown(url)} can't be opened"):
        return asyncio.run(_upgrade(url, address, needed_file_of(url).parent if is_in_a_file(url) else folder))


async def _upgrade(url: sa.URL, address: str, folder: Path) -> Upgraded | None:
    engine = patient_engine(url)
    async with engine.connect() as connection:
        before = await connection.run_sync(revision_of)
    if before in (None, newest_revision()):
        return None
    with alone_with(needed_file_of(url)) if is_in_a_file(url) else nullcontext():
        async with engine.begin() as connection:
            if not is_in_a_file(url):  # of several servers that start at once, one does it
                await connection.execute(sa.select(sa.func.pg_advisory_xact_lock(MIGRATION_LOCK)))
            before = await connection.run_sync(revision_of)
            if before is None or before == newest_revision():
                return None
            backup = await asyncio.to_thread(_backup_before, before, address, folder)
            try:
                await connection.run_sync(migrate)
            except Exception as problem:
                raise CannotKeep(
                    f"The database could not be brought from revision {before} to {newest_revision()}:"
                    f" {str(problem).partition(chr(10))[0]}. It is as it was; a backup of it is {backup}."
                ) from problem
    return Upgraded(before, newest_revision(), backup)


def _backup_before(before: str, address: str, folder: Path) -> Path:
    """A backup; one for each day is kept, since what is started again and again may fail again and again."""
    file = folder / f"mezani-before-{newest_revision()}-{datetime.now():%Y-%m-%d}.db"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        take_backup(address, file, force=True)
    except (CannotKeep, OSError) as problem:
        raise CannotKeep(
            f"The database is of an earlier version (revision {before}), and no backup could be made before it is"
            f" upgraded, so nothing was changed. {problem}"
        ) from problem
    return file
