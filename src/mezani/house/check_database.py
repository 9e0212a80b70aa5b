"""Checking a database: every game is folded from its log, every record played; what does not come out is named.

What was judged of a game is read too, and so are tournaments and rated games.
"""

from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sa

from mezani.house.copies import reading
from mezani.house.ratings import read_game
from mezani.house.tournaments.rows import TournamentRows
from mezani.insight.judging import Course, Judged
from mezani.insight.parts import COURSE
from mezani.language import language
from mezani.record import RecordError, RecordOfMissingGame, read
from mezani.tables import schema
from mezani.tables.analysis_rows import RECORD, TABLE
from mezani.tables.refusals import GameMissing, UnknownTournament
from mezani.tables.rows import summary
from mezani.tables.store import Store
from mezani.tables.table import Table

CLOCKED = ("waits_for", "flag_at")  # noted since revision 0012, with the next move of a table


@dataclass
class Report:
    """What was found."""

    tables: int = 0
    finished: int = 0
    running: int = 0
    records: int = 0
    missing: dict[str, int] = field(default_factory=dict)  # tables and records of games that are not installed
    faults: list[str] = field(default_factory=list)


async def check(copy: Path) -> Report:
    """Fold every game of a copy of a database."""
    report = Report()
    async with reading(copy) as store:
        async with store.engine.connect() as connection:
            tables = (await connection.execute(sa.select(schema.tables).order_by(schema.tables.c.created_at))).all()
            records = (await connection.execute(sa.select(schema.records.c.id, schema.records.c.text))).all()
            parts = (await connection.execute(sa.select(schema.analysis_parts))).all()
            rated = (await connection.execute(sa.select(schema.rated_games))).all()
            tournaments = (await connection.execute(sa.select(schema.tournaments.c.id))).scalars().all()
        for row in tables:
            await check_table(store, row, report)
        for row in records:
            check_record(row.id, row.text, report)
        for row in rated:
            report.faults += [f"rated game {row.table_id}: {fault}" for fault in faults_of_rated_game(row)]
        for id in tournaments:
            report.faults += [f"tournament {id}: {fault}" for fault in [await fault_of_tournament(store, id)] if fault]
        there = {TABLE: {row.id for row in tables}, RECORD: {row.id for row in records}}
        for row in parts:
            report.faults += [f"analysis of {row.kind} {row.source}: {fault}" for fault in faults_of_part(row, there)]
    return report


async def check_table(store: Store, row: Any, report: Report) -> None:
    """Fold the game of a table."""
    report.tables += 1
    report.finished += row.over
    report.running += row.begun and not row.over
    try:
        faults = list(faults_of(await store.load(row.id), row))
    except GameMissing:
        report.missing[row.game] = report.missing.get(row.game, 0) + 1
        return
    except Exception as problem:  # whatever a damaged log leads to
        faults = [f"{type(problem).__name__}: {problem}"]
    report.faults += [f"table {row.id} ({row.game}): {fault}" for fault in faults]


def faults_of(table: Table, row: Any) -> Iterator[str]:
    """What is wrong with a table whose log was folded. What only the rules of today forbid is no fault."""
    numbers = [entry.number for entry in table.log]
    if numbers != list(range(1, len(numbers) + 1)):
        gap = next(at for at, number in enumerate([*numbers, 0], 1) if number != at)
        yield f"entry {gap} of the log is missing"
    if len(table.seats) != table.players:
        yield f"{len(table.seats)} of {table.players} seats are there"
    if table.is_older:
        return
    if table.stop:
        yield f"move {table.stop.number}, {table.stop.move}: {table.stop.reason(language('en'))}"
    elif table.leads_elsewhere:
        yield f"the result is {row.result}, but the moves lead elsewhere"
    else:
        now = summary(table, row.moved_at)
        yield from (
            f"{name} is noted as {getattr(row, name)}, but the log leads to {now[name]}"
            for name in ("begun", "over", "to_move", *(CLOCKED if row.waits_for is not None else ()))
            if getattr(row, name) != now[name]
        )


def faults_of_rated_game(row: Any) -> Iterator[str]:
    """What is wrong with what is kept of a rated game."""
    try:
        read_game(row)
    except msgspec.ValidationError as problem:
        yield str(problem)


async def fault_of_tournament(store: Store, id: str) -> str | None:
    """What is wrong with a tournament, if anything is; one of a game that is not installed is left out."""
    with suppress(UnknownTournament):
        try:
            tournament = await TournamentRows(store.engine).find(id)
            list(tournament.standings)  # as its rounds lead to them
        except (ArithmeticError, LookupError, TypeError, ValueError, msgspec.MsgspecError) as problem:
            return f"{type(problem).__name__}: {problem}"
    return None


def faults_of_part(row: Any, there: Mapping[str, Collection[str]]) -> Iterator[str]:
    """What is wrong with a part of an analysis."""
    if row.source not in there.get(row.kind, ()):
        yield "it belongs to nothing"
    try:
        if row.found is not None:
            msgspec.msgpack.decode(row.found, type=Course if row.number == COURSE else Judged)
    except msgspec.DecodeError as problem:
        yield f"part {row.number} can't be read: {problem}"


def check_record(id: str, text: str, report: Report) -> None:
    """Play a record that somebody has loaded."""
    report.records += 1
    try:
        read(text)
    except RecordOfMissingGame as problem:
        report.missing[problem.game] = report.missing.get(problem.game, 0) + 1
    except RecordError as problem:
        report.faults.append(f"record {id}: {problem.say(language('en'))}")
