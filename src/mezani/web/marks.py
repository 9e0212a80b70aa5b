"""Marks of people at a table: what stands beside their names, and whom a reader has muted."""

from collections.abc import Collection
from typing import NamedTuple

from mezani.house.mutes import Mutes
from mezani.tables.hall import Hall
from mezani.tables.table import Table


class Mark(NamedTuple):
    """What stands beside the name of somebody at a table."""

    is_program: bool = False
    can_be_muted: bool = False


def marks_of(hall: Hall, table: Table, viewer: str | None) -> tuple[Mark, ...]:
    """What stands beside each name at a table, for somebody who looks."""
    return tuple(
        Mark(hall.key_ring.is_program(seat.player), seat.player is not None and seat.player != viewer)
        for seat in table.seats
    )


async def muted_at(mutes: Mutes, table: Table, viewer: str | None) -> frozenset[str]:
    """Whom somebody has muted; nobody is asked where nobody else could say anything."""
    is_alone = all(seat.player in (None, viewer) for seat in table.seats)
    return frozenset() if is_alone else await mutes.of(viewer)


def muted_seats(table: Table, muted: Collection[str]) -> frozenset[int]:
    """The seats of people whom somebody does not want to hear."""
    return frozenset(number for number, seat in enumerate(table.seats) if seat.player in muted)
