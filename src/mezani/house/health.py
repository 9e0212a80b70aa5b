"""How the house fares: figures about tables, people, bots, the store and the machine, and what they warn of."""

import os
import shutil
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import sqlalchemy as sa
from prometheus_client import REGISTRY, Counter

from mezani.house.daily_backups import LastBackup, last_backup
from mezani.house.seen import DAY
from mezani.tables import schema
from mezani.tables.entries import Kind
from mezani.tables.hall import Hall
from mezani.tables.metrics import STORE_ERRORS

HOUR = 3600.0
PARTS = 12  # of the last hour, for its curve
LATELY = 600.0  # seconds for which an error of the store is news
LONG_WAIT = 60.0  # seconds that a person should not wait for a bot
SLOW_STORE = 1.0  # seconds
OLD_BACKUP = 2 * DAY
FEW_BYTES = 200 * 2**20
FEW_PARTS = 0.05  # of the disk


@dataclass(frozen=True)
class Server:
    """A process that serves this house."""

    name: str
    began_at: float


@dataclass(frozen=True)
class Figures:
    """All that a host sees at one look."""

    at: float
    running: int
    open: int
    finished: int
    closed: int
    here: int
    known: int
    lately: int  # in the last seven days
    moves_today: int
    moves_of_hour: tuple[int, ...]  # in each of its parts
    bots_waiting: int
    longest_wait: float  # of a person for a bot
    thinking: float | None  # seconds that bots have thought on average
    store_seconds: float
    store_errors: int  # lately
    memory: int
    memory_of: int
    database: int
    disk_free: int
    disk: int
    backup: LastBackup | None
    backups_kept: int
    read_only: bool
    up_since: float
    servers: tuple[Server, ...]


@dataclass(frozen=True)
class Trouble:
    """Something that needs the host; `is_bad`: that people suffer from now, or that may cost them games."""

    kind: str
    is_bad: bool
    figure: float = 0.0
    text: str = ""


def troubles(now: Figures) -> list[Trouble]:
    """What needs the host, the worst first."""
    found = []
    if now.store_errors:
        found.append(Trouble("store_errors", True, now.store_errors))
    if now.disk_free < max(FEW_BYTES, FEW_PARTS * now.disk):
        found.append(Trouble("disk", True, now.disk_free))
    if now.backup and now.backup.error:
        found.append(Trouble("backup_failed", True, text=now.backup.error))
    if now.longest_wait > LONG_WAIT and not now.read_only:
        found.append(Trouble("bots", True, now.longest_wait))
    if now.store_seconds > SLOW_STORE:
        found.append(Trouble("store_slow", False, now.store_seconds))
    if now.read_only:
        found.append(Trouble("read_only", False))
    since = max(now.backup.at if now.backup else 0.0, now.up_since if now.backup is None else 0.0)
    if now.backups_kept and now.at - since > OLD_BACKUP:
        found.append(Trouble("backup_old" if now.backup else "backup_none", False, now.at - since))
    return found


class Health:
    """Looks at one server and at what all servers share."""

    def __init__(
        self, hall: Hall, backups: Path, backups_kept: int = 0, clock: Callable[[], float] = time.time
    ) -> None:
        self.hall, self.store, self.clock = hall, hall.store, clock
        self.backups, self.backups_kept = backups, backups_kept
        self.up_since = clock()
        self._errors: deque[tuple[float, float]] = deque(maxlen=100)

    async def note_errors(self) -> None:
        """Note how often the store has failed until now."""
        self._errors.append((self.clock(), _total(STORE_ERRORS)))

    def errors_lately(self) -> int:
        """How often the store has failed in the last minutes."""
        now = _total(STORE_ERRORS)
        known = [total for at, total in self._errors if at >= self.clock() - LATELY]
        return int(now - (known[0] if known else now))

    async def look(self) -> Figures:
        """How things stand now."""
        at, screens = self.clock(), self.hall.screens.tables().values()
        states = await self.store.lists.counts()
        began = time.perf_counter()
        known, lately = await self.store.people.count(), await self.store.people.count(since=at - 7 * DAY)
        store_seconds = time.perf_counter() - began
        moves_today, moves_of_hour = await self._moves(at)
        waiting, longest = await self._waiting(at)
        disk = shutil.disk_usage(_existing(self._folder))
        return Figures(
            at=at,
            **states,
            here=sum(len(there.seats) + there.spectators for there in screens),
            known=known,
            lately=lately,
            moves_today=moves_today,
            moves_of_hour=moves_of_hour,
            bots_waiting=waiting,
            longest_wait=longest,
            thinking=_thinking(),
            store_seconds=store_seconds,
            store_errors=self.errors_lately(),
            memory=memory_used(),
            memory_of=memory_of_machine(),
            database=await self._size(),
            disk_free=disk.free,
            disk=disk.total,
            backup=await last_backup(self.store.house),
            backups_kept=self.backups_kept,
            read_only=self.hall.gate.read_only,
            up_since=self.up_since,
            servers=await self._servers(),
        )

    async def _moves(self, at: float) -> tuple[int, tuple[int, ...]]:
        """The moves of today, and of each part of the last hour: of the tables that have moved since."""
        midnight = datetime.fromtimestamp(at).replace(hour=0, minute=0, second=0, microsecond=0).timestamp()
        t, log = schema.tables.c, schema.log.c
        made = sa.select(log.at).join(schema.tables, t.id == log.table_id)
        made = made.where(log.kind == Kind.PLAY.value, t.moved_at >= min(midnight, at - HOUR))
        made = made.where(log.at >= min(midnight, at - HOUR))
        async with self.store.engine.connect() as connection:
            times = (await connection.execute(made)).scalars().all()
        parts = [0] * PARTS
        for time_of_move in times:
            if 0 <= at - time_of_move < HOUR:
                parts[PARTS - 1 - int((at - time_of_move) / HOUR * PARTS)] += 1
        return sum(time_of_move >= midnight for time_of_move in times), tuple(parts)

    async def _waiting(self, at: float) -> tuple[int, float]:
        """At how many tables a bot is to move, and since when people have waited for one."""
        t, s = schema.tables.c, schema.seats.c
        has_people = sa.exists().where(s.table_id == t.id, s.player.is_not(None))
        tables = sa.select(sa.func.count(), sa.func.min(t.moved_at).filter(has_people)).where(t.bot_to_move, ~t.over)
        async with self.store.engine.connect() as connection:
            waiting, since = (await connection.execute(tables.where(~t.closed))).one()
        return waiting, max(0.0, at - since) if since else 0.0

    async def _size(self) -> int:
        """How large the database is."""
        if not self.store.is_shared:
            path = Path(self.store.url.database or "")
            return sum(part.stat().st_size for part in (path, path.with_name(f"{path.name}-wal")) if part.exists())
        async with self.store.engine.connect() as connection:
            size = await connection.execute(sa.select(sa.func.pg_database_size(sa.func.current_database())))
            number: int = size.scalar_one()
            return number

    @property
    def _folder(self) -> Path:
        """The folder whose disk must not become full."""
        return self.backups if self.store.is_shared else Path(self.store.url.database or ".").parent

    async def _servers(self) -> tuple[Server, ...]:
        s = schema.servers.c
        query = sa.select(s.name, s.began_at).where(s.seen_at > self.clock() - LONG_WAIT).order_by(s.began_at)
        async with self.store.engine.connect() as connection:
            return tuple(Server(row.name, row.began_at) for row in await connection.execute(query))


def _total(counter: Counter) -> float:
    return sum(
        sample.value for metric in counter.collect() for sample in metric.samples if sample.name.endswith("_total")
    )


def _thinking() -> float | None:
    """How long bots have thought on average since the server was started."""
    found = [sample for metric in REGISTRY.collect() for sample in metric.samples if "bot_thinking" in sample.name]
    count = sum(sample.value for sample in found if sample.name.endswith("_count"))
    return sum(sample.value for sample in found if sample.name.endswith("_sum")) / count if count else None


def _existing(folder: Path) -> Path:
    """A folder, or the nearest one above it that is there."""
    return next(path for path in (folder.absolute(), *folder.absolute().parents) if path.exists())


def memory_used() -> int:
    """The memory of this process, in bytes; 0 where the system does not tell."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError):
        return 0


def memory_of_machine() -> int:
    """The memory that there is, in bytes; 0 where the system does not tell."""
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, AttributeError):
        return 0
