"""Halls for the tests, over both databases."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from mezani.bots.workers import Workers
from mezani.tables.connections import SECONDS
from mezani.tables.hall import Hall
from mezani.tables.memory import TABLES_KEPT
from mezani.tables.store import Store
from tests.migrated import fresh_database, lay_down


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def is_bare() -> bool:
    """Whether the databases of a module begin without any tables."""
    return False


@pytest.fixture
async def shared_database(postgres: str, tmp_path: Path, is_bare: bool) -> str:
    """The address of an empty database that several servers can share."""
    return await fresh_database(postgres, f"test_{abs(hash(tmp_path)):x}", is_bare)


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
async def database(request: pytest.FixtureRequest, tmp_path: Path, is_bare: bool) -> str:
    """The address of an empty database."""
    if request.param == "postgresql":
        return await fresh_database(request.getfixturevalue("postgres"), f"test_{abs(hash(tmp_path)):x}", is_bare)
    address = f"sqlite:///{tmp_path}/mezani.db"
    if not is_bare:
        lay_down(address)
    return address


def new_hall(address: str, tables_kept: int = TABLES_KEPT, seconds: float = SECONDS, **more: Any) -> Hall:
    pauses = {"bot_pause": 0.0, "answer_pause": 0.0, **more}
    return Hall(Store(address, seconds), Workers(1), tables_kept=tables_kept, **pauses)


@asynccontextmanager
async def hall_over(
    address: str, tables_kept: int = TABLES_KEPT, seconds: float = SECONDS, **more: Any
) -> AsyncIterator[Hall]:
    """A server's hall, open as long as it is needed; neither bots nor the table pause."""
    hall = new_hall(address, tables_kept, seconds, **more)
    await hall.open()
    try:
        yield hall
    finally:
        await hall.close()


@pytest.fixture
async def hall(database: str) -> AsyncIterator[Hall]:
    async with hall_over(database) as hall:
        yield hall
