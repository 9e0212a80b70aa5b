"""Rows of the database: what is written of a change, and what is read of a table."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from mezani.tables import schema
from mezani.tables.drafts import Draft
from mezani.tables.entries import NAMING, Entry, Kind, last_known
from mezani.tables.situation import Seat, Situation
from mezani.tables.table import Table

SUMMARY = (
    "begun",
    "over",
    "closed",
    "to_move",
    "bot_to_move",
    "answers",
    "moved_at",
    "chapter",
    "result",
    "waits_for",
    "clocks",
    "flag_at",
)

INSERT_ENTRY = sa.insert(schema.log)
UPDATE_SUMMARY = (
    sa.update(schema.tables)
    .where(schema.tables.c.id == sa.bindparam("of_table"))
    .values(
        {name: sa.bindparam(f"new_{name}") for name in SUMMARY}
        | {
            "played_by": sa.case(
                (
                    sa.bindparam("plays_on", type_=sa.Boolean),
                    sa.func.coalesce(schema.tables.c.played_by, sa.bindparam("new_played_by", type_=sa.String)),
                ),
                else_=None,
            )
        }
    )
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


def entry_rows(draft: Draft) -> list[dict[str, Any]]:
    """What is appended by a draft; its key stands at the first entry."""
    return [
        entry_row(draft.table.id, entry, draft.before if entry.kind == Kind.LEAVE else now, "" if n else draft.key)
        for n, (entry, now) in enumerate(draft.steps)
    ]


def entry_row(table: str, entry: Entry, now: Situation, key: str = "") -> dict[str, Any]:
    """The row of an entry; `now` has who sits there, as the entry names them."""
    return {
        "table_id": table,
        "number": entry.number,
        "kind": entry.kind.value,
        "seat": entry.seat,
        "action": entry.action,
        "text": entry.text,
        "at": entry.at,
        "key": key or None,
        "named": now.seats[entry.seat].player if entry.kind in NAMING and entry.seat is not None else None,
    }


def entries_of(table: Table, rows: Iterable[Mapping[Any, Any]]) -> list[Entry]:
    """The entries of rows; the table gets to know their keys."""
    entries = []
    for row in rows:
        entries.append(read_entry(row))
        if key := row.get("key"):
            table.deeds.remember(key, row["number"])
    return entries


def read_entry(row: Mapping[Any, Any]) -> Entry:
    """The entry of a row, as the store or a note of another server tells it; what is None may be left out."""
    return Entry(row["number"], Kind(row["kind"]), row["at"], row.get("seat"), row.get("action"), row.get("text"))


def summary(now: Situation, at: float) -> dict[str, Any]:
    """What lists show of a table.

    Nothing of it but `answers`, `waits_for` and `flag_at`, which nobody else sees, may change by what is decided in
    advance.
    """
    return {
        "begun": now.begun,
        "over": now.is_over,
        "closed": now.closed,
        "to_move": now.state.seat if now.begun and not now.is_over and not now.closed else None,
        "bot_to_move": now.bot_to_move() is not None,
        "answers": now.answer_for_seat() is not None,
        "moved_at": at,
        "chapter": now.game.place(now.state).chapter if now.begun and not now.is_over else None,
        "result": (now.result or now.result_now()) if now.is_over else None,
        "waits_for": ",".join(["", *map(str, now.waits_for), ""]),
        "clocks": msgspec.to_builtins(now.clocks.seen_by(None)) if now.clocks else None,
        "flag_at": now.clocks.due_at if now.clocks and now.is_under_way else None,
    }


def summary_row(draft: Draft) -> dict[str, Any]:
    at = last_known(draft.entries) or last_known(draft.table.log) or draft.at
    now = summary(draft.now, at)
    row = {f"new_{name}": value for name, value in now.items()}
    plays_on = now["bot_to_move"] or now["answers"]
    return {"of_table": draft.table.id, "plays_on": plays_on, "new_played_by": draft.played_by, **row}


def shown_row(table: str, seat: int, number: int) -> dict[str, Any]:
    return {"of_table": table, "of_seat": seat, "new_shown": number}


def seat_rows(draft: Draft) -> list[dict[str, Any]]:
    """The seats that a draft changes: the others may meanwhile be somebody's who has just signed in."""
    table = draft.table.id
    return [
        {"of_table": table, "of_seat": number, "new_player": seat.player, "new_name": seat.name, "new_bot": seat.bot}
        for number, seat in enumerate(draft.now.seats)
        if seat != draft.before.seats[number]
    ]


async def read_log(connection: AsyncConnection, table: Table, after: int) -> list[Entry]:
    """The entries of a table after a number; the table gets to know their keys."""
    c = schema.log.c
    query = sa.select(schema.log).where(c.table_id == table.id, c.number > after).order_by(c.number)
    return entries_of(table, (await connection.execute(query)).mappings())


async def read_seats(connection: AsyncConnection, tables: Sequence[str]) -> dict[str, list[Seat]]:
    c = schema.seats.c
    query = sa.select(schema.seats).where(c.table_id.in_(tables)).order_by(c.table_id, c.seat)
    found: dict[str, list[Seat]] = {table: [] for table in tables}
    for row in await connection.execute(query):
        found[row.table_id].append(Seat(row.player, row.name, row.bot))
    return found
