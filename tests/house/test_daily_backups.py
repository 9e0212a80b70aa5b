"""Daily backups: made when their hour has come, by one server, kept in a number, and failures are told."""

import asyncio
from datetime import datetime
from pathlib import Path

import pytest

from mezani.house.chores import Chores
from mezani.house.daily_backups import EVERY, DailyBackups, last_backup
from mezani.tables.hall import Hall
from tests.tables.conftest import hall_over

pytestmark = pytest.mark.anyio


def moment(day: int, hour: int, minute: int = 0) -> float:
    return datetime(2026, 11, day, hour, minute).timestamp()


class Clock:
    """A clock that stands where it is put."""

    def __init__(self, now: float) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


async def test_a_backup_is_made_once_a_day_and_so_many_are_kept(hall: Hall, tmp_path: Path) -> None:
    clock = Clock(moment(1, 18))
    backups = DailyBackups(hall.store, tmp_path / "kept", 4, 1, clock)
    assert await backups.make_if_due() is None, "a new database has its first one at the next hour"
    assert await last_backup(hall.store.house) is None
    for day, hour, is_due in ((2, 3, False), (2, 4, True), (2, 5, False), (3, 3, False), (3, 9, True)):
        clock.now = moment(day, hour)
        assert (await backups.make_if_due() is not None) == is_due, (day, hour)
    (tmp_path / "kept" / "mine.db").touch()
    names = sorted(file.name for file in (tmp_path / "kept").iterdir())
    assert names == ["mezani-2026-11-03-0900.db", "mine.db"]
    last = await last_backup(hall.store.house)
    assert last
    assert (last.at, last.path, last.error) == (moment(3, 9), f"{tmp_path}/kept/mezani-2026-11-03-0900.db", "")


async def test_a_backup_that_fails_is_told_and_tried_again_in_an_hour(
    hall: Hall, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    clock = Clock(moment(1, 18))
    (tmp_path / "full").write_text("this is no folder")
    backups = DailyBackups(hall.store, tmp_path / "full", 4, 2, clock)
    await backups.make_if_due()
    clock.now = moment(2, 4)
    await backups.make_if_due()
    assert "the daily backup failed" in caplog.text
    last = await last_backup(hall.store.house)
    assert last
    assert "exists" in last.error
    (tmp_path / "full").unlink()
    clock.now = moment(2, 4, 30)
    assert await backups.make_if_due() is None
    clock.now = moment(2, 5, 1)
    assert await backups.make_if_due()
    again = await last_backup(hall.store.house)
    assert again
    assert again.error == ""


async def test_of_two_servers_one_makes_the_backup(shared_database: str, tmp_path: Path) -> None:
    clock = Clock(moment(1, 18))
    async with hall_over(shared_database) as one, hall_over(shared_database) as two:
        houses = []
        for name, hall in (("one", one), ("two", two)):
            chores = Chores(hall.store.house, clock)
            backups = DailyBackups(hall.store, tmp_path / name, 4, 7, clock)
            chores.add("backup", EVERY, backups.make_if_due)
            houses.append(chores)
        await houses[0].do_if_due(houses[0].all[0])
        clock.now = moment(2, 4)
        await asyncio.gather(*(house.do_if_due(house.all[0]) for house in houses))
        clock.now += 2 * EVERY
        await asyncio.gather(*(house.do_if_due(house.all[0]) for house in houses))
    assert len(list(tmp_path.glob("*/mezani-*.db"))) == 1
