"""What may be analysed: a game that is over, a record, or what somebody practises, for their own seat."""

from typing import NamedTuple

from mezani.language import ENGLISH, Language
from mezani.record import Record, RecordError, RecordOfMissingGame, read
from mezani.tables.analysis_rows import RECORD, TABLE
from mezani.tables.kept_records import KeptRecords
from mezani.tables.memory import TablesInMemory
from mezani.tables.refusals import GameMissing, NotBegun, NotYetLookedBackAt, WrongRecord
from mezani.tables.table import Table


class Source(NamedTuple):
    """A game to be analysed: of a table or a record, as it stands now."""

    kind: str  # "table" or "record"
    id: str
    record: Record
    seat: int | None = None  # of who practises at a running table; None: all is open


class Sources:
    """Makes sources: what is not allowed to be looked back at is refused here, and nowhere else."""

    def __init__(self, tables: TablesInMemory, records: KeptRecords) -> None:
        self.tables, self.records = tables, records

    async def of_table(self, id: str, player: str | None) -> Source:
        """The game of a table: all of it when it is over, else what a player practises there."""
        return source_of(await self.tables.table(id), player)

    async def of_record(self, id: str, lang: Language = ENGLISH) -> Source:
        """The game of a record that was loaded."""
        return Source(RECORD, id, await self.record(id, lang))

    async def record(self, id: str, lang: Language = ENGLISH) -> Record:
        """A record that was loaded, as far as the rules of today follow it."""
        text = await self.records.text(id)
        try:
            return read(text)
        except RecordOfMissingGame as problem:
            raise GameMissing(problem.game) from problem
        except RecordError as problem:  # it was loaded under earlier rules
            raise WrongRecord(problem.say(lang)) from problem


def source_of(table: Table, player: str | None) -> Source:
    """The game of a table as somebody may look back at it."""
    if not table.begun:
        raise NotBegun
    record = table.record()
    record.actions = list(record.actions)  # those of the table go on
    if table.is_over:
        return Source(TABLE, table.id, record)
    if not table.is_practice_of(player):
        raise NotYetLookedBackAt
    return Source(TABLE, table.id, record, table.seats_of(player)[0])
