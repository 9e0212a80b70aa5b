"""Writing to the store: several statements, each with all of its rows, in as few steps as a database allows."""

import sqlite3
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

Rows = Sequence[Mapping[str, Any]]
Statement = sa.Insert | sa.Update


async def write(connection: AsyncConnection, *statements: tuple[Statement, Rows]) -> None:
    """Execute statements one after the other; those without rows are left out."""
    wanted = [(statement, rows) for statement, rows in statements if rows]
    if connection.dialect.name != "sqlite":
        for statement, rows in wanted:
            await connection.execute(statement, rows)
        return
    # SQLite has a thread of its own, and each step into it costs more than what is done there: so all in one
    raw = (await connection.get_raw_connection()).driver_connection
    ready = [_ready(connection.dialect, statement, tuple(rows[0])) for statement, rows in wanted]
    texts = [(one.text, list(map(one.values, rows))) for one, (_, rows) in zip(ready, wanted, strict=True)]
    try:
        await raw._execute(_execute_all, raw._conn, texts)  # type: ignore[union-attr]
    except sqlite3.Error as problem:
        raise DBAPIError.instance(texts[0][0], None, problem, sqlite3.Error, dialect=connection.dialect) from problem


def _execute_all(connection: sqlite3.Connection, texts: list[tuple[str, list[tuple[Any, ...]]]]) -> None:
    for text, rows in texts:
        connection.executemany(text, rows)


class Ready:
    """A statement in the words of a database, and how its values are handed over."""

    def __init__(self, dialect: sa.Dialect, statement: Statement, names: tuple[str, ...]) -> None:
        compiled = statement.compile(dialect=dialect, column_keys=list(names))
        self.text = str(compiled)
        self.known = dict(compiled.params)
        self.places: list[tuple[str, Callable[[Any], Any] | None]] = [
            (name, compiled.binds[name].type.dialect_impl(dialect).bind_processor(dialect))
            for name in compiled.positiontup or ()
        ]

    def values(self, row: Mapping[str, Any]) -> tuple[Any, ...]:
        """The values of a row in the order of the statement."""
        given = {**self.known, **row}
        return tuple([given[name] if process is None else process(given[name]) for name, process in self.places])


@lru_cache(100)
def _ready(dialect: sa.Dialect, statement: Statement, names: tuple[str, ...]) -> Ready:
    return Ready(dialect, statement, names)
