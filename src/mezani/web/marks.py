"""Marks of people at a table: what stands beside their names."""

from typing import NamedTuple

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
