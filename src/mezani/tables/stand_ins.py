"""Stand-ins: the bots that play for people who have got up, are away, or have no time left."""

from mezani import bots
from mezani.tables.table import Table


def level_of_stand_in(table: Table, for_good: bool = False) -> str:
    """The best; where a game counts and its player may come back the weakest: nobody lets a strong one play a while."""
    weakest, *_, best = bots.levels()
    counts = table.terms.rated or table.tournament is not None
    return weakest if counts and not for_good else best
