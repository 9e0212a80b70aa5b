"""What people have done at tables, as they remember it: what was acknowledged must stand in the store, and once."""

import secrets
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from tests.trials.stored import StoredTable


@dataclass(eq=False)
class Deed:
    """Something that a person does, once; it is sent again with the same key if no answer comes."""

    what: str  # sit, say, play, undo
    table: str
    seat: int = -1
    action: int = -1
    turn: int = -1
    text: str = ""
    is_early: bool = False  # before it was the seat's turn
    key: str = field(default_factory=lambda: secrets.token_hex(8))
    sent: int = 0
    answer: int = 0  # the status that came back; 0: none yet
    is_checked: bool = False

    @property
    def is_acknowledged(self) -> bool:
        return 0 < self.answer < 400

    def is_in(self, table: StoredTable) -> bool:
        """Whether it stands in the log."""
        if self.what in ("sit", "say"):
            return table.count("join" if self.what == "sit" else "chat", self.text) > 0
        made = [(line.kind, line.seat, line.action) for line in table.decisions()[self.turn :]]
        if self.is_early:  # it may have come when it was the seat's turn
            return self.action in table.commitments(self.seat) or ("play", self.seat, self.action) in made
        return made[:1] == [(self.what, self.seat, self.action if self.what == "play" else None)]


@dataclass
class Ledger:
    """All deeds of a trial."""

    deeds: list[Deed] = field(default_factory=list)
    refused_again: list[Deed] = field(default_factory=list)  # done at first, and refused when they were sent again

    def note(self, deed: Deed) -> Deed:
        self.deeds.append(deed)
        return deed

    @property
    def acknowledged(self) -> int:
        return sum(deed.is_acknowledged for deed in self.deeds)

    def last_at(self, table: str) -> list[Deed]:
        """What people did last at a table."""
        return [deed for deed in self.deeds if deed.table == table][-20:]

    def check(self, tables: Mapping[str, StoredTable]) -> tuple[list[str], list[str]]:
        """What is lost, and which decisions were taken twice, at tables that were just read."""
        here = [deed for deed in self.deeds if deed.table in tables]
        lost = [
            f"{deed}, but there are {tables[deed.table].log[-40:]}, and people did {self.last_at(deed.table)}"
            for deed in here
            if deed.is_acknowledged and not deed.is_in(tables[deed.table])
        ]
        self.refused_again += [
            deed
            for deed in here
            if deed.sent > 1 and deed.answer >= 400 and not deed.is_checked and deed.is_in(tables[deed.table])
        ]
        for deed in here:
            deed.is_checked = deed.answer > 0
        return lost, list(_decided_twice(here, tables))


def _decided_twice(deeds: list[Deed], tables: Mapping[str, StoredTable]) -> "list[str]":
    """Seats of people that have decided more often in advance than they have sent."""
    sent: dict[tuple[str, int], Counter[int]] = {}
    for deed in deeds:
        if deed.is_early:
            sent.setdefault((deed.table, deed.seat), Counter())[deed.action] += 1
    return [
        f"{table}, seat {seat}: {extra}"
        for (table, seat), actions in sent.items()
        if (extra := tables[table].commitments(seat) - actions)
    ]
