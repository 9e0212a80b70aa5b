"""What the screens of a table have in common at one moment: worked out once, and forgotten when something happens."""

from collections.abc import Callable, Hashable
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from mezani.tables.table import Table

T = TypeVar("T")

MOST_KEPT = 200


class Moment:
    """What was worked out of a table since its last change. The screens that show it hold it."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._at: tuple[object, ...] = ()  # the table as it was when this was worked out
        self._kept: dict[Hashable, Any] = {}

    def once(self, work: Callable[..., T], *facts: Any) -> T:
        """What a function makes of the table and facts."""
        return self.kept((work, *facts), lambda: work(self.table, *facts))

    def kept(self, key: Hashable, work: Callable[[], T]) -> T:
        """What goes by a key; it is worked out if it is not there."""
        table, at = self.table, self._at
        if not at or at[0] != len(table.log) or at[1] is not table.log or at[2] is not table.seats:
            self._at = (len(table.log), table.log, table.seats)  # who was renamed has new ones
            self._kept.clear()
        if key in self._kept:
            found: T = self._kept[key]
            return found
        if len(self._kept) >= MOST_KEPT:  # people come and go, and nobody moves
            self._kept.clear()
        self._kept[key] = made = work()
        return made


_moments: WeakValueDictionary[Table, Moment] = WeakValueDictionary()


def moment_of(table: Table) -> Moment:
    """The moment that all screens of a table share."""
    moment = _moments.get(table)
    if moment is None:
        moment = _moments[table] = Moment(table)
    return moment
