"""Daily backups: one server of all that share a database makes them, in a process of its own, and keeps a few."""

import asyncio
import logging
import sys
import time
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from pathlib import Path

import msgspec

from mezani.house.backup import UNFINISHED, CannotKeep
from mezani.tables.house_facts import HouseFacts
from mezani.tables.store import Store

log = logging.getLogger(__name__)

FACT = "daily_backup"
EVERY = 60.0  # seconds between looks whether one is due
AGAIN = 3600.0  # seconds after which it is tried again, by whichever server
NICENESS = "10"  # whoever serves pages goes first


class LastBackup(msgspec.Struct, frozen=True):
    """How the last daily backup went."""

    at: float
    path: str
    error: str = ""  # why there is none


class Progress(msgspec.Struct, frozen=True):
    """What all servers know of their daily backups."""

    done_at: float  # the last one, or when they were first thought of
    tried_at: float = 0.0
    last: LastBackup | None = None


async def last_backup(house: HouseFacts) -> LastBackup | None:
    """How the last daily backup went; None if there was none yet."""
    found = await house.get(FACT)
    return msgspec.json.decode(found, type=Progress).last if found else None


def last_moment(now: float, hour: int) -> float:
    """When a backup was last due: an hour of today or of yesterday, by the clock of this machine."""
    today = datetime.fromtimestamp(now).replace(hour=hour, minute=0, second=0, microsecond=0)
    return (today if today.timestamp() <= now else today - timedelta(days=1)).timestamp()


async def backup_in_a_process(address: str, file: Path) -> None:
    """Take a backup without being in the way of moves."""
    command = [sys.executable, "-m", "mezani.house.backup", str(file), NICENESS]
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stderr=pipe)
    try:
        _, said = await process.communicate(address.encode())
    except asyncio.CancelledError:
        process.kill()
        raise
    if process.returncode:
        raise CannotKeep(said.decode("utf-8", "replace").strip().rpartition("\n")[2])


class DailyBackups:
    """Makes a backup of a store when its hour has come."""

    def __init__(
        self,
        store: Store,
        folder: Path,
        hour: int,
        kept: int,
        take: Callable[[str, Path], Awaitable[None]] = backup_in_a_process,
    ) -> None:
        self.house, self.folder, self.hour, self.kept, self.take = store.house, folder, hour, kept, take
        self.address = store.url.render_as_string(hide_password=False)

    async def run(self) -> None:
        """Look every minute whether a backup is due, until this is cancelled."""
        while self.kept:
            try:
                await self.make_if_due(time.time())
            except Exception:  # the store does not answer: there is another minute
                log.exception("whether a backup is due could not be found out")
            await asyncio.sleep(EVERY)

    async def make_if_due(self, now: float) -> LastBackup | None:
        """Make a backup if its hour has come, and no other server does."""
        found = await self.house.get(FACT)
        if found is None:  # a new database: the first backup is due at the next hour
            await self.house.change(FACT, None, _text(Progress(done_at=now)))
            return None
        progress = msgspec.json.decode(found, type=Progress)
        if progress.done_at >= last_moment(now, self.hour) or now - progress.tried_at < AGAIN:
            return None
        if not await self.house.change(FACT, found, _text(msgspec.structs.replace(progress, tried_at=now))):
            return None
        last = await self._make(now)
        done_at = progress.done_at if last.error else now
        await self.house.put(FACT, _text(Progress(done_at, now, last)))
        return last

    async def _make(self, now: float) -> LastBackup:
        file = self.folder / f"mezani-{datetime.fromtimestamp(now):%Y-%m-%d-%H%M}.db"
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            await self.take(self.address, file)
            self._forget_older()
        except (CannotKeep, OSError) as problem:
            log.error("the daily backup failed: %s", problem)
            return LastBackup(now, str(file), str(problem))
        log.info("the daily backup is %s", file)
        return LastBackup(now, str(file))

    def _forget_older(self) -> None:
        """Keep the newest backups, and what nobody but a host has put there."""
        daily = sorted(self.folder.glob("mezani-????-??-??-????.db"))
        for old in [*daily[: -self.kept], *self.folder.glob(f".mezani-*{UNFINISHED}")]:
            old.unlink(missing_ok=True)


def _text(progress: Progress) -> str:
    return msgspec.json.encode(progress).decode()
