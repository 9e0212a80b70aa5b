"""The database: its address, how a connection is set up, and how an older one is brought up to date."""

from typing import Any

import sqlalchemy as sa
from alembic import command
from alembic.config import Config

DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}
MIGRATION_LOCK = 0x6D657A616E69  # any number that all servers agree on


class WrongDatabase(ValueError):
    """A database address that can't be used; the message says what would be right."""


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


def migrate(connection: sa.Connection) -> None:
    """Bring a database of an earlier version up to date."""
    config = Config()
    config.set_main_option("script_location", "mezani.tables:migrations")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
