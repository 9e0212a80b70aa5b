"""The house: all that a host and the servers of a house need besides the tables, in one place."""

from collections.abc import Iterable
from dataclasses import replace

from mezani.house.chores import Chore, Chores
from mezani.house.daily_backups import EVERY, DailyBackups
from mezani.house.exercises import Exercises
from mezani.house.health import Health
from mezani.house.holidays import Holidays
from mezani.house.host import Host
from mezani.house.hosts import Hosts
from mezani.house.joining import Joining
from mezani.house.keys import Keys
from mezani.house.learning import Learning
from mezani.house.mutes import Mutes, Reports
from mezani.house.notifications.notifications import LOOK, Notifications, NotificationSettings
from mezani.house.passkeys import Passkeys
from mezani.house.pending import Pending
from mezani.house.profiles import Profiles
from mezani.house.ratings import Ratings
from mezani.house.retention import Keeping, tidy
from mezani.house.seen import Seen
from mezani.house.tournaments import rounds
from mezani.house.tournaments.tournaments import Tournaments
from mezani.tables.hall import Hall

HOUR = 3600.0
HOLIDAYS = 600.0  # seconds after which the clocks of somebody on holiday stand still at a table that has just begun
MINUTE = 60.0


class House:
    """What stands round the tables of a server."""

    def __init__(
        self,
        hall: Hall,
        backups: DailyBackups,
        keeping: Keeping | None = None,
        hosts: Iterable[str] = (),
        notifications: NotificationSettings | None = None,
    ) -> None:
        self.hall, self.backups, self.keeping = hall, backups, keeping or Keeping()
        self.hosts = Hosts(hall.store.people, hall.store.house, hosts)
        self.host = Host(hall, backups)
        self.health = Health(hall, backups.folder, backups.kept)
        self.seen = Seen(hall.store.people)
        self.keys = Keys(hall)
        self.pending = Pending(hall.store.engine)
        self.joining = Joining(self.keys, self.pending, self.hosts)
        self.passkeys = Passkeys(self.keys, self.pending)
        self.mutes, self.reports = Mutes(hall.store.engine), Reports(hall.store.engine)
        self.learning = Learning(hall.store.engine)
        self.holidays = Holidays(hall)
        self.exercises = Exercises(hall.store.engine)
        self.ratings = Ratings(hall.store)
        hall.at_end.append(self.ratings.note_end)
        self.notifications = Notifications(hall, self.pending, notifications)
        self.tournaments = Tournaments(hall, self.hosts)
        self.tournaments.notify_by(self.notifications.notify)
        hall.at_end.append(self.tournaments.rounds.hear)
        self.profiles = Profiles(self.keys, self.joining, self.ratings, self.tournaments)
        self.chores = Chores(hall.store.house)
        if backups.kept:
            self.chores.add("backup", EVERY, backups.make_if_due)
        self.chores.add("tidy", HOUR, self.tidy)
        self.chores.add("holidays", HOLIDAYS, self.holidays.tell_new_tables)
        self.chores.add("ratings", MINUTE, self.rate_missing)
        self.chores.add("tournaments", rounds.LOOK, self.run_tournaments, everywhere=True)
        self.chores.add("seen", MINUTE, self.seen.store, everywhere=True)
        self.chores.add("notifications", LOOK, self.send_notifications, everywhere=True)
        self.chores.add("errors", MINUTE, self.health.note_errors, everywhere=True)

    async def tidy(self) -> None:
        """Delete old tables; while nothing can be done they stay."""
        if not self.hall.gate.read_only:
            keeping = replace(self.keeping, lobbies=self.hall.gate.allowed.keep_lobbies)
            await tidy(self.hall.store, keeping, self.hall)
            await self.learning.tidy()
            await self.exercises.tidy()
            await self.keys.tidy()
            await self.pending.tidy()
            await self.reports.tidy()
            await self.notifications.tidy()

    async def send_notifications(self) -> None:
        """Tell people what has happened, by one server at a time; nothing is written while nobody wants to be told."""
        if await self.notifications.channels.anybody():
            await self.chores.do_if_due(Chore("send notifications", LOOK, self.notifications.look_and_deliver))

    async def run_tournaments(self) -> None:
        """Let rounds end and begin, by one server at a time; nothing is written while no tournament is under way."""
        if await self.tournaments.rows.under_way():
            await self.chores.do_if_due(Chore("run tournaments", rounds.LOOK, self.tournaments.rounds.look))

    async def rate_missing(self) -> None:
        """Rate what a server could not rate any more; while nothing can be done it waits."""
        if not self.hall.gate.read_only:
            await self.ratings.rate_missing()

    async def open(self) -> None:
        """Begin with the chores; the hall is open."""
        await self.chores.open()

    async def close(self) -> None:
        """Stop with the chores, before the hall is closed."""
        await self.chores.close()
        await self.ratings.settle()
        await self.tournaments.rounds.close()
        await self.seen.store()
