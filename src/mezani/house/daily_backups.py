"""Daily backups: a chore that one server of a house does, in a process of its own; the newest are kept."""

import asyncio
import logging
import sys
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path

import msgspec

from mezani.house.backup import UNFINISHED, CannotKeep
from mezani.tables.house_facts import HouseFacts
from mezani.tables.store import Store

log = logging.getLogger(__name__)

FACT = "daily_backup"
EVERY = 60.0  # seconds between looks whether one is due
AGAIN = 3600.0  # seconds after which it is tried again
DAY = 24 * 3600
NICENESS = "10"  # whoever serves pages goes first


class LastBackup(msgspec.Struct, frozen=True):
    """How the last daily backup went."""

    at: float
    path: str
    error: str = ""  # why there is none


class Progress(msgspec.Struct, frozen=True):
    """What all servers know of their daily backups."""

    done_at: float  # the last one, or when they were first thought of
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
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.house, self.folder, self.hour, self.kept, self.clock = store.house, folder.absolute(), hour, kept, clock
        self.address = store.url.render_as_string(hide_password=False)

    async def make_if_due(self) -> LastBackup | None:
        """Make a backup if its hour has come."""
        now, found = self.clock(), await self.house.get(FACT)
        if found is None:  # a new database: the first backup is due at the next hour
            await self.house.put(FACT, _text(Progress(done_at=now)))
            return None
        progress = msgspec.json.decode(found, type=Progress)
        failed_at = progress.last.at if progress.last and progress.last.error else 0.0
        if progress.done_at >= last_moment(now, self.hour) or now - failed_at < AGAIN:
            return None
        return await self._make_and_note(now, progress)

    async def make_now(self) -> LastBackup:
        """Make a backup although none is due; one of this minute is good enough."""
        now, found = self.clock(), await self.house.get(FACT)
        progress = msgspec.json.decode(found, type=Progress) if found else Progress(done_at=now)
        if progress.last and not progress.last.error and self._file(now) == Path(progress.last.path):
            return progress.last
        return await self._make_and_note(now, progress)

    async def _make_and_note(self, now: float, progress: Progress) -> LastBackup:
        last = await self._make(now)
        await self.house.put(FACT, _text(Progress(progress.done_at if last.error else now, last)))
        return last

    def _file(self, now: float) -> Path:
        return self.folder / f"mezani-{datetime.fromtimestamp(now):%Y-%m-%d-%H%M}.db"

    async def _make(self, now: float) -> LastBackup:
        file = self._file(now)
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            await backup_in_a_process(self.address, file)
            self._forget_older()
        except (CannotKeep, OSError) as problem:
            log.error("the daily backup failed: %s", problem)
            return LastBackup(now, str(file), str(problem))
        log.info("the daily backup is %s", file)
        return LastBackup(now, str(file))

    def _forget_older(self) -> None:
        """Keep the newest daily backups, and whatever else a host has put there."""
        daily = sorted(self.folder.glob("mezani-????-??-??-????.db"))
        given_up = [
            file for file in self.folder.glob(f".mezani-*{UNFINISHED}") if time.time() - file.stat().st_mtime > DAY
        ]
        for old in [*daily[: -self.kept], *given_up]:
            old.unlink(missing_ok=True)


def _text(progress: Progress) -> str:
    return msgspec.json.encode(progress).decode()
