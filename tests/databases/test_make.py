"""The databases that are kept can be made anew by every version."""

from pathlib import Path

import pytest

from mezani.house.check_database import check
from mezani.house.copies import copy_of
from tests.databases.make import make_in
from tests.tables.conftest import anyio_backend

__all__ = ["anyio_backend"]


@pytest.mark.matrix
@pytest.mark.anyio
async def test_a_database_is_filled_with_games_that_fold(tmp_path: Path) -> None:
    await make_in(f"sqlite:///{tmp_path}/mezani.db")
    with copy_of(f"sqlite:///{tmp_path}/mezani.db") as copy:
        report = await check(copy)
    assert (report.tables, report.finished, report.running, report.records) == (13, 4, 5, 1)
    assert report.faults == []
