"""Rows of the database: what is written of a change, and what is read of a table."""

from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from mezani.tables import schema
from mezani.tables.situation import Result, Seat, Situation
from mezani.tables.table import Draft, Entry, Kind

SUMMARY = ("begun", "over", "to_move", "bot_to_move", "answers", "moved_at", "result")

INSERT_ENTRY = sa.insert(schema.log)
UPDATE_SUMMARY = (
    sa.update(schema.tables)
    .where(schema.tables.c.id == sa.bindparam("of_table"))
    .values({name: sa.bindparam(f"new_{name}") for name in SUMMARY})
)
UPDATE_SEAT = (
    sa.update(schema.seats)
    .where(schema.seats.c.table_id == sa.bindparam("of_table"), schema.seats.c.seat == sa.bindparam("of_seat"))
    .values({name: sa.bindparam(f"new_{name}") for name in ("player", "name", "bot")})
)
UPDATE_SHOWN = (
    sa.update(schema.seats)
    .where(schema.seats.c.table_id == sa.bindparam("of_table"), schema.seats.c.seat == sa.bindparam("of_seat"))
    .where(sa.func.coalesce(schema.seats.c.shown, 0) < sa.bindparam("new_shown"))
    .values(shown=sa.bindparam("new_shown"))
)


def signed(seed: int) -> int:
    """A seed as databases keep it, whose integers have a sign."""
    return seed - 2**64 if seed >= 2**63 else seed


def entry_row(table: str, entry: Entry) -> dict[str, Any]:
    return {
        "table_id": table,
        "number": entry.number,
        "kind": entry.kind.value,
        "seat": entry.seat,
        "action": entry.action,
        "text": entry.text,
        "at": entry.at,
    }


def entry_of(row: Mapping[Any, Any]) -> Entry:
    """The entry of a row, as the store or a note of another server tells it; what is None may be left out."""
    return Entry(row["number"], Kind(row["kind"]), row["at"], row.get("seat"), row.get("action"), row.get("text"))


def summary(now: Situation, at: float) -> dict[str, Any]:
    """What lists show of a table."""
    return {
        "begun": now.begun,
        "over": now.is_over,
        "to_move": now.state.seat if now.begun and not now.is_over else None,
        "bot_to_move": now.bot_to_move() is not None,
        "answers": now.answer_for_seat() is not None,
        "moved_at": at,
        "result": Result(scores=now.scores, winners=now.winners) if now.is_over else None,
    }


def summary_row(draft: Draft) -> dict[str, Any]:
    row = {f"new_{name}": value for name, value in summary(draft.now, draft.at).items()}
    return {"of_table": draft.table.id, **row}


def shown_row(table: str, seat: int, number: int) -> dict[str, Any]:
    return {"of_table": table, "of_seat": seat, "new_shown": number}


def seat_rows(draft: Draft) -> list[dict[str, Any]]:
    table = draft.table.id
    return [
        {"of_table": table, "of_seat": number, "new_player": seat.player, "new_name": seat.name, "new_bot": seat.bot}
        for number, seat in enumerate(draft.now.seats)
    ]


async def read_log(connection: AsyncConnection, table: str, after: int) -> list[Entry]:
    c = schema.log.c
    query = sa.select(schema.log).where(c.table_id == table, c.number > after).order_by(c.number)
    return [entry_of(row) for row in (await connection.execute(query)).mappings()]


async def read_seats(connection: AsyncConnection, tables: Sequence[str]) -> dict[str, list[Seat]]:
    c = schema.seats.c
    query = sa.select(schema.seats).where(c.table_id.in_(tables)).order_by(c.table_id, c.seat)
    found: dict[str, list[Seat]] = {table: [] for table in tables}
    for row in await connection.execute(query):
        found[row.table_id].append(Seat(row.player, row.name, row.bot))
    return found
