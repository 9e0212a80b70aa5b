"""The database: its address, how a connection is set up, and how an older one is brought up to date."""

from collections.abc import Mapping
from functools import cache
from typing import Any

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}
MIGRATION_LOCK = 0x6D657A616E69  # any number that all servers agree on


class WrongDatabase(ValueError):
    """A database address that can't be used; the message says what would be right."""


class NewerDatabase(WrongDatabase):
    """A database that a newer version of this program has written. Nothing of it was changed."""


def database_address(given: str) -> sa.URL:
    """An address with the driver that this program uses.

    >>> database_address("postgresql://arve@localhost/mezani").drivername
    'postgresql+asyncpg'
    """
    try:
        url = sa.make_url(given)
    except sa.exc.ArgumentError:
        url = sa.URL.create("")
    kind = url.drivername.partition("+")[0]
    if kind not in DRIVERS:
        raise WrongDatabase(
            f"{given!r} is no database address: write sqlite:///file.db or postgresql://user:password@host/name"
        )
    return url.set(drivername=DRIVERS[kind])


def set_up_sqlite(connection: Any, record: object) -> None:
    """What every connection to SQLite needs."""
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


@cache
def known_revisions() -> tuple[str, ...]:
    """The revisions of databases that this program knows, the newest first."""
    return tuple(script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions())


def newest_revision() -> str:
    """The revision of the database that this program works with."""
    return known_revisions()[0]


def revision_of(connection: sa.Connection) -> str | None:
    """The revision of a database; None if nothing was ever kept in it. NewerDatabase if it is not known here."""
    if not sa.inspect(connection).has_table("alembic_version"):
        return None
    revision = str(connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar())
    if revision not in known_revisions():
        raise NewerDatabase(
            f"The database was written by a newer version of Mezani: its revision is {revision}, and this version knows"
            f" those up to {newest_revision()}. Nothing was changed. Install that version, or restore an older backup."
        )
    return revision


def migrate(connection: sa.Connection, revision: str = "head") -> None:
    """Bring a database of an earlier version up to date. If that fails, it is as it was."""
    is_file, found = connection.dialect.name == "sqlite", revision_of(connection)
    if revision == "head" and found == newest_revision():
        return
    is_older = found is not None
    if is_file and is_older:  # tables that are made anew are gone for a moment
        connection.exec_driver_sql("PRAGMA foreign_keys=OFF")
    if is_file:  # else the driver would change each table for itself
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, revision)
    if is_file and is_older and (broken := connection.exec_driver_sql("PRAGMA foreign_key_check").first()):
        raise WrongDatabase(f"The database is damaged: a row of {broken[0]} belongs to none of {broken[2]}.")


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", "mezani.tables:migrations")
    return config


async def put(connection: AsyncConnection, table: sa.Table, row: Mapping[str, Any], keep: bool = False) -> None:
    """Write a row, whether there is one of its key or not; `keep`: one that is there stays as it is."""
    insert = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    keys = [column.name for column in table.primary_key]
    statement = insert(table).values(**row)
    if keep:
        statement = statement.on_conflict_do_nothing(index_elements=keys)
    else:
        new = {name: statement.excluded[name] for name in row if name not in keys}
        statement = statement.on_conflict_do_update(index_elements=keys, set_=new)
    await connection.execute(statement)
