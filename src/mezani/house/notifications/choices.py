"""What somebody wants to be told, and when they want to hear nothing."""

from datetime import datetime, timedelta
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from mezani.tables import schema
from mezani.tables.database import put

KINDS = ("turn", "time", "invite", "round", "chat", "over")
USUAL = KINDS[:4]
URGENT = "time"  # is told in quiet hours too, and waits for nothing
DAY = 24 * 60  # minutes
REGIONS = (
    *("Africa", "America", "Antarctica", "Arctic", "Asia"),
    *("Atlantic", "Australia", "Europe", "Indian", "Pacific"),
)
UTC = "UTC"
KEPT_AS = "notifications"  # among the choices of a person


class NotificationChoices(msgspec.Struct, frozen=True):
    """What somebody is told, and their quiet hours, in minutes of the day; the same minute twice: none."""

    kinds: tuple[str, ...] = USUAL
    quiet_from: int = 0
    quiet_until: int = 0
    zone: str = UTC

    @property
    def has_quiet_hours(self) -> bool:
        return self.quiet_from != self.quiet_until

    def quiet_end(self, now: float) -> float | None:
        """When the quiet hours end in which a moment lies; None if it lies in none.

        >>> NotificationChoices(quiet_from=22 * 60, quiet_until=450).quiet_end(23 * 3600.0) / 3600
        31.5
        """
        here = datetime.fromtimestamp(now, ZoneInfo(self.zone))
        minute, ends = 60 * here.hour + here.minute, self.quiet_until
        over_night = self.quiet_from > self.quiet_until
        since, until = minute >= self.quiet_from, minute < ends
        if not (since or until if over_night else since and until):
            return None
        day = here.date() + timedelta(days=over_night and since)
        end = datetime(day.year, day.month, day.day, ends // 60, ends % 60, tzinfo=here.tzinfo)
        if end.timestamp() <= now:  # where clocks go back an hour comes twice
            end = end.replace(fold=1)
        return end.timestamp()


@cache
def zones() -> tuple[str, ...]:
    """The time zones that one may live in."""
    return (UTC, *sorted(name for name in available_timezones() if name.partition("/")[0] in REGIONS))


def is_zone(given: str) -> bool:
    """Whether a text names a time zone.

    >>> is_zone("Europe/Berlin"), is_zone("Europe/../../etc/passwd")
    (True, False)
    """
    return given in available_timezones()


class KeptChoices:
    """What people have chosen, kept among their other choices, which stay as they are."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine

    async def of(self, player: str) -> NotificationChoices:
        """What somebody has chosen; the usual for who has not."""
        query = sa.select(schema.players.c.choices).where(schema.players.c.id == player)
        async with self.engine.connect() as connection:
            kept = (await connection.execute(query)).scalar()
        return read_choices((kept or {}).get(KEPT_AS))

    async def has_chosen(self, player: str) -> bool:
        """Whether somebody has chosen anything."""
        query = sa.select(schema.players.c.choices).where(schema.players.c.id == player)
        async with self.engine.connect() as connection:
            return KEPT_AS in ((await connection.execute(query)).scalar() or {})

    async def put(self, player: str, choices: NotificationChoices) -> None:
        """Let somebody have chosen this."""
        p = schema.players
        async with self.engine.begin() as connection:
            await put(connection, p, {"id": player, "name": ""}, keep=True)
            query = sa.select(p.c.choices).where(p.c.id == player).with_for_update()
            kept = (await connection.execute(query)).scalar() or {}
            new = {**kept, KEPT_AS: msgspec.to_builtins(choices)}
            await connection.execute(sa.update(p).where(p.c.id == player).values(choices=new))


def read_choices(kept: object) -> NotificationChoices:
    """Choices as they are kept; what makes no sense counts as not chosen."""
    try:
        choices = msgspec.convert(kept or {}, NotificationChoices)
    except msgspec.ValidationError:
        return NotificationChoices()
    fine = is_zone(choices.zone) and all(0 <= one < DAY for one in (choices.quiet_from, choices.quiet_until))
    return choices if fine else NotificationChoices(choices.kinds)
