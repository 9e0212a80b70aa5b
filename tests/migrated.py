"""Empty databases that are up to date: a copy of one is there sooner than a new one has been brought there."""

import tempfile
from functools import cache
from pathlib import Path

import asyncpg
import sqlalchemy as sa

from mezani.tables.connections import file_of
from mezani.tables.database import database_address, migrate
from mezani.tables.store import Store

MIGRATED = "migrated"  # the database of a cluster that others are copied from
_clusters: set[str] = set()  # those that have it


@cache
def empty_file() -> bytes:
    """An empty SQLite database."""
    with tempfile.TemporaryDirectory() as folder:
        engine = sa.create_engine(f"sqlite:///{folder}/mezani.db")
        with engine.begin() as connection:
            migrate(connection)
        engine.dispose()
        return Path(folder, "mezani.db").read_bytes()


def lay_down(address: str) -> None:
    """Let the file of an SQLite database be there, if it is not."""
    file = file_of(database_address(address))
    if file and not Path(file).exists():
        Path(file).write_bytes(empty_file())


async def fresh_database(address: str, name: str, is_bare: bool = False) -> str:
    """A new empty database of a cluster; `is_bare`: without any tables."""
    if not is_bare and address not in _clusters:
        await _migrate(await fresh_database(address, MIGRATED, is_bare=True))
        _clusters.add(address)
    connection = await asyncpg.connect(address)
    await connection.execute(f'CREATE DATABASE "{name}"' + ("" if is_bare else f" TEMPLATE {MIGRATED}"))
    await connection.close()
    return address.replace("/postgres?", f"/{name}?")


async def _migrate(address: str) -> None:
    store = Store(address)
    async with store.engine.begin() as connection:
        await connection.run_sync(migrate)
    await store.engine.dispose()
