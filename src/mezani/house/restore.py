"""Restoring a backup into a database of either kind: an empty one, or one that was backed up first."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine
from sqlalchemy.pool import NullPool

from mezani.house.backup import (
    ROWS,
    CannotKeep,
    alone_with,
    is_in_a_file,
    needed_file_of,
    open_file,
    said_plainly,
    shown,
    take_backup,
)
from mezani.house.copies import copy_of
from mezani.tables import schema
from mezani.tables.database import MIGRATION_LOCK, database_address, migrate, revision_of

GONE = 10.0  # seconds after which a server that has told nothing is gone
WHAT_PEOPLE_MISS = ("tables", "records", "players", "results")  # a database without rows in these is empty


def restore(file: Path, address: str, backup_first: Path | None = None) -> None:
    """Let a database hold what a backup holds, all of it or nothing.

    One that is not empty is refused, unless there is a name for a backup that is made of it first.
    """
    url = database_address(address)
    with copy_of(file) as copy, said_plainly(f"{shown(url)} can't be restored"):
        forget_servers(copy)
        if is_in_a_file(url):
            restore_into_file(copy, url, address, backup_first)
        else:
            asyncio.run(restore_into_shared(copy, url, address, backup_first))


def forget_servers(copy: Path) -> None:
    """Leave out what holds for the servers of that time only."""
    with closing(open_file(copy)) as opened, opened:
        opened.execute("DELETE FROM servers")
        opened.execute("UPDATE tables SET played_by = NULL")
        opened.execute("UPDATE analyses SET served_by = NULL")
        opened.execute("DELETE FROM house WHERE name = 'daily_backup' OR name LIKE 'chore %'")


def refuse_unless_empty(is_empty: bool, url: sa.URL, backup_first: Path | None) -> None:
    if not is_empty and backup_first is None:
        raise CannotKeep(
            f"{shown(url)} is not empty, and nothing was changed. Restore into another one, or replace what it"
            " holds, which is backed up first: --replace."
        )


def restore_into_file(copy: Path, url: sa.URL, address: str, backup_first: Path | None) -> None:
    """Put a copy in the place of what an SQLite file holds."""
    target = needed_file_of(url)
    if not target.exists():
        target.touch(mode=0o600)
    with alone_with(target):
        with sa.create_engine(f"sqlite:///{target}", poolclass=NullPool).connect() as connection:
            is_empty = holds_nothing(connection)
        refuse_unless_empty(is_empty, url, backup_first)
        if not is_empty and backup_first:
            take_backup(address, backup_first)
        with closing(open_file(copy)) as old, closing(open_file(target)) as new:
            old.backup(new)


async def restore_into_shared(copy: Path, url: sa.URL, address: str, backup_first: Path | None) -> None:
    """Put a copy in the place of what a PostgreSQL database holds, in one transaction."""
    engine = create_async_engine(url, poolclass=NullPool)
    try:
        async with engine.begin() as connection:
            await connection.execute(sa.select(sa.func.pg_advisory_xact_lock(MIGRATION_LOCK)))
            is_empty = await connection.run_sync(holds_nothing)
            await connection.run_sync(refuse_if_served)
            refuse_unless_empty(is_empty, url, backup_first)
            if not is_empty and backup_first:
                await asyncio.to_thread(take_backup, address, backup_first)
            await connection.run_sync(begin_anew)
            with closing(open_file(copy)) as old:
                for table in schema.metadata.sorted_tables:
                    await copy_rows(old, connection, table)
    finally:
        await engine.dispose()


def holds_nothing(connection: sa.Connection) -> bool:
    """Whether a database holds nothing that people would miss. Another program's is refused."""
    there = set(sa.inspect(connection).get_table_names())
    if there and revision_of(connection) is None and there & set(schema.metadata.tables):
        raise CannotKeep("The database holds tables of another program, and nothing was changed.")
    return not any(
        connection.exec_driver_sql(f'SELECT 1 FROM "{name}" LIMIT 1').first()
        for name in WHAT_PEOPLE_MISS
        if name in there
    )


def refuse_if_served(connection: sa.Connection) -> None:
    """Refuse a database that servers use: they have its tables in memory, and would go on with them."""
    if not sa.inspect(connection).has_table(schema.servers.name):
        return
    s, now = schema.servers.c, sa.extract("epoch", sa.func.clock_timestamp())
    if names := connection.execute(sa.select(s.name).where(s.seen_at > now - GONE)).scalars().all():
        raise CannotKeep(
            f"The database is in use, and nothing was changed. Stop its servers first: {', '.join(names)}."
        )


def begin_anew(connection: sa.Connection) -> None:
    """The tables of this version without any rows."""
    schema.metadata.drop_all(connection)
    connection.exec_driver_sql("DROP TABLE IF EXISTS alembic_version")
    migrate(connection)


async def copy_rows(old: sqlite3.Connection, new: AsyncConnection, table: sa.Table) -> None:
    """Copy a table from SQLite, which knows no truth values, into PostgreSQL, which counts on by itself."""
    driver: Any = (await new.get_raw_connection()).driver_connection
    truths = [isinstance(column.type, sa.Boolean) for column in table.columns]
    names = [column.name for column in table.columns]
    listed = ", ".join(f'"{name}"' for name in names)
    rows = old.execute(f'SELECT {listed} FROM "{table.name}"')
    while some := rows.fetchmany(ROWS):
        records = [
            [bool(value) if truth and value is not None else value for value, truth in zip(row, truths, strict=True)]
            for row in some
        ]
        await driver.copy_records_to_table(table.name, records=records, columns=names)
    if (column := table.autoincrement_column) is not None:
        sequence = f"pg_get_serial_sequence('{table.name}', '{column.name}')"
        await new.exec_driver_sql(
            f'SELECT setval({sequence}, coalesce(max("{column.name}"), 0) + 1, false) FROM "{table.name}"'
        )
