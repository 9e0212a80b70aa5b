"""Quiet hours are those of one's own time zone, over night too; choices leave others alone."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
import sqlalchemy as sa

from mezani.house.notifications.choices import USUAL, NotificationChoices, read_choices, zones
from mezani.tables import schema
from mezani.tables.hall import Hall
from tests.house.notifications.scene import BEN, notifications_of

NIGHT = NotificationChoices(quiet_from=22 * 60, quiet_until=7 * 60 + 30, zone="Europe/Berlin")


def at(text: str, zone: str = "Europe/Berlin") -> float:
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp()


@pytest.mark.parametrize(
    ("moment", "end"),
    [
        ("2026-07-01 21:59", None),
        ("2026-07-01 22:00", "2026-07-02 07:30"),
        ("2026-07-02 04:10", "2026-07-02 07:30"),
        ("2026-07-02 07:29", "2026-07-02 07:30"),
        ("2026-07-02 07:30", None),
        ("2026-03-28 23:00", "2026-03-29 07:30"),  # clocks go forward in this night
        ("2026-10-24 23:00", "2026-10-25 07:30"),  # and back in this one
    ],
)
def test_quiet_hours_end_in_the_morning(moment: str, end: str | None) -> None:
    assert NIGHT.quiet_end(at(moment)) == (at(end) if end else None)


def test_they_are_those_of_ones_own_time_zone() -> None:
    there = NotificationChoices(quiet_from=NIGHT.quiet_from, quiet_until=NIGHT.quiet_until, zone="America/New_York")
    assert there.quiet_end(at("2026-07-02 04:00")) == at("2026-07-02 07:30", "America/New_York")
    assert there.quiet_end(at("2026-07-02 03:59")) is None


def test_where_an_hour_comes_twice_they_end_after_the_second() -> None:
    night = NotificationChoices(quiet_from=22 * 60, quiet_until=2 * 60 + 30, zone="Europe/Berlin")
    once = at("2026-10-25 02:10")
    assert night.quiet_end(once) == once + 20 * 60
    assert night.quiet_end(once + 3600) == once + 3600 + 20 * 60
    assert night.quiet_end(once + 2 * 3600) is None


def test_where_an_hour_is_missing_they_end_all_the_same() -> None:
    night = NotificationChoices(quiet_from=22 * 60, quiet_until=2 * 60 + 30, zone="Europe/Berlin")
    late = at("2026-03-29 01:50")
    end = night.quiet_end(late)
    assert end
    assert late < end <= late + 3600
    assert night.quiet_end(end) is None


def test_they_may_lie_in_the_middle_of_the_day_or_not_at_all() -> None:
    nap = NotificationChoices(quiet_from=13 * 60, quiet_until=15 * 60)
    assert nap.quiet_end(at("2026-07-02 14:00", "UTC")) == at("2026-07-02 15:00", "UTC")
    assert nap.quiet_end(at("2026-07-02 15:00", "UTC")) is None
    assert NotificationChoices().quiet_end(at("2026-07-02 00:00", "UTC")) is None


def test_what_makes_no_sense_counts_as_not_chosen() -> None:
    for odd in (None, {}, 17, {"kinds": 3}, {"zone": "Nowhere/../etc"}, {"quiet_from": 5000}, {"quiet_until": -1}):
        assert read_choices(odd) == NotificationChoices()
    assert {"Europe/Berlin", "America/New_York", "UTC"} <= set(zones())
    assert NotificationChoices().kinds == USUAL


@pytest.mark.anyio
async def test_other_choices_of_a_person_stay_as_they_are(hall: Hall) -> None:
    await hall.store.people.remember_name(BEN, "Ben")
    p = schema.players
    async with hall.store.engine.begin() as connection:
        await connection.execute(sa.update(p).values(choices={"lang": "de"}))
    await notifications_of(hall).choices.put(BEN, NIGHT)
    assert await notifications_of(hall).choices.of(BEN) == NIGHT
    async with hall.store.engine.connect() as connection:
        row = (await connection.execute(sa.select(p.c.name, p.c.choices))).one()
    assert row.name == "Ben"
    assert row.choices["lang"] == "de"
