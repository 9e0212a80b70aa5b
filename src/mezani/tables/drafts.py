"""Drafts: what shall happen at a table, worked out before it is stored."""

from dataclasses import replace
from typing import TYPE_CHECKING

from mezani.tables.entries import OF_THE_HOST, Entry, Kind
from mezani.tables.refusals import TableClosed
from mezani.tables.situation import Seat, Situation

if TYPE_CHECKING:  # a table makes its drafts
    from mezani.tables.table import Table


class Draft:
    """What shall happen at a table, worked out once: nothing of it is true before it is stored and accepted."""

    def __init__(self, table: "Table", at: float) -> None:
        self.table, self.at = table, at
        self.key = ""  # of the deed, as the log keeps it
        self.before = self.now = table.situation()
        self.steps: list[tuple[Entry, Situation]] = []  # what is appended, and how things stand after it
        self.has_new_seats = False
        self.seen_by: int | None = None  # the seat of whoever did it: its screen has shown all of this
        self.played_by: str | None = None  # the server whose bots go on from here, unless another does already

    @property
    def entries(self) -> list[Entry]:
        """What the log gains."""
        return [entry for entry, _ in self.steps]

    def add(self, kind: Kind, seat: int | None = None, action: int | None = None, text: str | None = None) -> "Draft":
        """Work out what comes next."""
        if self.now.closed and kind not in OF_THE_HOST:
            raise TableClosed
        number = self.table.last_number + len(self.steps) + 1
        at = max(self.at, self.steps[-1][0].at if self.steps else self.table.last_at)
        entry = Entry(number, kind, at, seat, action, text)
        self.now = self.table.after(self.now, entry)
        self.steps.append((entry, self.now))
        return self

    def change_seats(self, seats: list[Seat]) -> "Draft":
        """Let other people or bots sit at the table."""
        self.now, self.has_new_seats = replace(self.now, seats=seats), True
        return self
