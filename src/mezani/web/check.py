"""What `mezani serve --check` says: the settings that would be used, where they come from, and what is wrong."""

import asyncio
import os
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from asyncpg import PostgresError
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

from mezani.house.backup import is_in_a_file
from mezani.tables.database import NewerDatabase, database_address, newest_revision, revision_of
from mezani.web.settings import USUAL, Chosen, Settings

HIDDEN = "(hidden)"
WIDTH = 40  # of a value, so that the sources stand below each other


def report(chosen: Chosen) -> tuple[list[str], list[str]]:
    """The settings and the state of the database, line by line; and what is wrong. Nothing is changed by it."""
    settings = chosen.settings
    wrong = list(folder_problems(settings))
    database = f"The database is {shown_address(settings.database_place)}"
    if not wrong:
        try:
            database += f": {asyncio.run(state_of_database(settings))}"
        except CannotReach as problem:
            wrong.append(str(problem))
    return [*setting_lines(chosen), "", database, *chosen.warnings], wrong


class CannotReach(Exception):
    """The database can't be used; the message says why."""


def setting_lines(chosen: Chosen) -> Iterator[str]:
    """Each setting with its value and where that comes from."""
    for one in fields(Settings):
        value = shown_value(one.name, getattr(chosen.settings, one.name))
        yield f"{one.name:<24}{value:<{WIDTH}} {chosen.sources.get(one.name, USUAL)}"


def shown_value(name: str, value: Any) -> str:
    """A value as it can be shown to anybody who looks over a shoulder."""
    if name == "database":
        return shown_address(value)
    if name == "secret":
        return HIDDEN if value else ""
    if isinstance(value, tuple):
        return ", ".join(value)
    return str(value).lower() if isinstance(value, bool) else str(value)


def shown_address(database: str) -> str:
    """The address of a database without its password."""
    return sa.make_url(database).render_as_string(hide_password=True) if database else ""


def folder_problems(settings: Settings) -> Iterator[str]:
    """Folders that can't be written to; those that are not there yet are made below one that can."""
    url = database_address(settings.database_place)
    if is_in_a_file(url) and url.database and url.database != ":memory:":
        folder = Path(url.database).parent
        if settings.database and not folder.is_dir():
            yield f"database: the folder {folder} is not there"
        elif not can_write(folder):
            yield f"database: nothing can be written into {folder}"
        elif Path(url.database).is_dir():
            yield f"database: {url.database} is a folder, not a file"
    if settings.backups_kept and not can_write(settings.backups):
        yield f"backup_folder: nothing can be written into {settings.backups}; choose another, or set backups_kept to 0"


def can_write(folder: Path) -> bool:
    """Whether files can be written into a folder, or into the one in which it would be made."""
    there = next(path for path in (folder.absolute(), *folder.absolute().parents) if path.exists())
    return there.is_dir() and os.access(there, os.W_OK | os.X_OK)


async def state_of_database(settings: Settings) -> str:
    """What is in the database, in a few words; CannotReach if it can't be used."""
    url = database_address(settings.database_place)
    if is_in_a_file(url):
        if not url.database or not Path(url.database).exists():
            return "it is made at the first start"
        url = read_only(url)
    engine = create_async_engine(url, poolclass=NullPool)
    try:
        async with asyncio.timeout(settings.store_seconds), engine.connect() as connection:
            revision = await connection.run_sync(revision_of)
    except TimeoutError:
        raise CannotReach(f"database: no answer within {settings.store_seconds:g} seconds") from None
    except (OSError, SQLAlchemyError, PostgresError, NewerDatabase) as problem:
        said = str(getattr(problem, "orig", None) or problem).partition("\n")[0]
        raise CannotReach(f"database: {said}") from problem
    finally:
        await engine.dispose()
    if revision is None:
        return "it is empty; its tables are made at the first start"
    if revision != newest_revision():
        return f"it has revision {revision}; the next start makes a backup and brings it to {newest_revision()}"
    return f"it answers, and has revision {revision}, which is the newest"


def read_only(url: sa.URL) -> sa.URL:
    """An SQLite file that is only looked at; where nobody has it open, not even a file appears beside it."""
    file = Path(str(url.database)).absolute()
    is_open = Path(f"{file}-wal").exists()
    return url.set(database=file.as_uri(), query={"uri": "true"} | ({"mode": "ro"} if is_open else {"immutable": "1"}))
