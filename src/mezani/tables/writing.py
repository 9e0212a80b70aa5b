"""Writing to the store: several statements, each with all of its rows, in as few steps as a database allows.

SQLAlchemy says what is written, and hands out the connection; the drivers are called directly. That takes two thirds
of the time that it takes to go through all layers with each statement.
"""

import sqlite3
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

import asyncpg
import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

Rows = Sequence[Mapping[str, Any]]
Statement = sa.Insert | sa.Update
Text = tuple[str, list[tuple[Any, ...]]]  # a statement in the words of a database, and the values of its rows

NOTIFY = "SELECT pg_notify($1, unnest($2::text[]))"


async def write(
    connection: AsyncConnection, *statements: tuple[Statement, Rows], channel: str = "", notes: Sequence[str] = ()
) -> None:
    """Execute statements in a transaction, those without rows left out; PostgreSQL tells the notes to its listeners."""
    texts = [
        _ready(connection.dialect, statement, tuple(rows[0])).text_of(rows) for statement, rows in statements if rows
    ]
    driver: Any = (await connection.get_raw_connection()).driver_connection
    if connection.dialect.name == "sqlite":
        await _write_to_sqlite(driver, texts)
    else:
        await _write_to_postgresql(driver, texts, channel, notes)


async def _write_to_sqlite(driver: Any, texts: list[Text]) -> None:
    """It has a thread of its own, and each step into it costs more than what is done there: so all in one."""

    def execute_all() -> None:
        for text, rows in texts:
            driver._conn.executemany(text, rows)

    try:
        await driver._execute(execute_all)
    except sqlite3.Error as problem:
        raise DBAPIError.instance(texts[0][0], None, problem, sqlite3.Error) from problem


async def _write_to_postgresql(driver: Any, texts: list[Text], channel: str, notes: Sequence[str]) -> None:
    try:
        async with driver.transaction():
            for text, rows in texts:
                await driver.executemany(text, rows)
            await driver.execute(NOTIFY, channel, notes)
    except asyncpg.IntegrityConstraintViolationError as problem:
        raise IntegrityError(texts[0][0], None, problem) from problem
    except asyncpg.PostgresError as problem:
        raise DBAPIError(texts[0][0], None, problem) from problem


class Ready:
    """A statement in the words of a database, and how its values are handed over."""

    def __init__(self, dialect: sa.Dialect, statement: Statement, names: tuple[str, ...]) -> None:
        compiled: Any = statement.compile(dialect=dialect, column_keys=list(names))
        self.text = str(compiled)
        self.known = dict(compiled.params)
        self.places: list[tuple[str, Callable[[Any], Any] | None]] = [
            (name, compiled.binds[name].type.dialect_impl(dialect).bind_processor(dialect))
            for name in compiled.positiontup
        ]

    def text_of(self, rows: Rows) -> Text:
        """The statement with the values of rows in its order."""
        given = [{**self.known, **row} for row in rows]
        return self.text, [
            tuple([row[name] if process is None else process(row[name]) for name, process in self.places])
            for row in given
        ]


@lru_cache(100)
def _ready(dialect: sa.Dialect, statement: Statement, names: tuple[str, ...]) -> Ready:
    return Ready(dialect, statement, names)
