"""Who was away: the moves that were made since a screen of a seat last showed the table."""

from mezani.tables.table import Table

AWAY = 60.0  # seconds; whoever is back sooner has loaded the page again, or lost the connection for a moment


def moves_seen(table: Table, seat: int, shown: int | None, now: float) -> int | None:
    """How many moves of the game a seat has seen if it was away; None if it was not.

    `shown` is the last entry that a screen of the seat has shown. Away was whoever missed a move of somebody else,
    and the first move that was missed is not of just now.
    """
    if shown is None:
        return None
    moves = table.moves()
    missed = [entry for entry in moves if entry.number > shown]
    if all(entry.seat == seat for entry in missed) or now - missed[0].at < AWAY:
        return None
    return len(moves) - len(missed)
