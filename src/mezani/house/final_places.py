"""The places that count, in ratings and tournaments: whoever has gone is last, whatever a bot has won."""

from mezani.record import last_are, one_by_one
from mezani.tables.entries import Entry, Kind
from mezani.tables.table import Table


def places_that_count(table: Table) -> list[int]:
    """The place of each seat of a game that is over."""
    return last_are(table.places(), *one_by_one(gone_from(table)))


def gone_from(table: Table) -> list[int]:
    """The seats that have lost the game by going, who went first at first: all who got up, even if they came back, and
    those for whom a bot played because they were away or their time was up, and who did not come back.
    """
    end = table.moves()[-1].number
    left: dict[int, int] = {}  # by the numbers of the entries that tell it
    replaced: dict[int, int] = {}
    before: Entry | None = None
    has_begun, slowest = False, table.round_up.slowest if table.round_up else None
    lost = table.lost - {slowest}  # those whose time was up before
    for entry in table.log:
        if entry.number > end:
            break
        if entry.kind == Kind.ROUND:  # bots play for all: who is slowest is last, nobody else has gone
            if entry.seat is not None:
                replaced[entry.seat] = entry.number
            break
        has_begun = has_begun or entry.kind == Kind.BEGIN
        if has_begun and entry.seat is not None and entry.kind == Kind.LEAVE:
            (replaced if _is_replaced(entry, before) else left).setdefault(entry.seat, entry.number)
        elif entry.seat is not None and entry.kind == Kind.RETURN and entry.seat not in lost:
            replaced.pop(entry.seat, None)
        before = entry
    went = replaced | left
    return sorted(went, key=went.__getitem__)


def _is_replaced(entry: Entry, before: Entry | None) -> bool:
    """Whether a seat was left because its player was away for too long, or their time was up."""
    time_is_up = before is not None and before.kind == Kind.TIME and before.seat == entry.seat
    return entry.action is not None or time_is_up
