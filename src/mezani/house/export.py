"""Exporting finished games as records: text files that this program, and people, can read."""

from dataclasses import dataclass, field
from pathlib import Path

import sqlalchemy as sa

from mezani.house.backup import CannotKeep
from mezani.house.copies import reading
from mezani.tables import schema
from mezani.tables.kept_records import file_name
from mezani.tables.refusals import GameMissing
from mezani.tables.store import Store


@dataclass
class Exported:
    """What was written, and what was left out."""

    files: list[Path] = field(default_factory=list)
    unfinished: int = 0
    missing: int = 0  # of games that are not installed
    faults: list[str] = field(default_factory=list)  # tables whose log does not fold


async def export(copy: Path, folder: Path, table: str | None = None) -> Exported:
    """Write the records of one finished table of a copy, or of all of them, into a folder."""
    t = schema.tables.c
    query = sa.select(t.id, t.over).order_by(t.created_at)
    done = Exported()
    async with reading(copy) as store:
        async with store.engine.connect() as connection:
            rows = (await connection.execute(query.where(t.id == table) if table is not None else query)).all()
        if table is not None and not rows:
            raise CannotKeep(f"There is no table {table}.")
        if table is not None and not rows[0].over:
            raise CannotKeep(f"The game at table {table} is not over: only finished games are exported.")
        folder.mkdir(parents=True, exist_ok=True)
        for row in rows:
            if row.over:
                await _export(store, row.id, folder, done)
            else:
                done.unfinished += 1
    return done


async def _export(store: Store, id: str, folder: Path, done: Exported) -> None:
    try:
        table = await store.load(id)
        text = str(table.record())
    except GameMissing:
        done.missing += 1
        return
    except Exception as problem:  # whatever a damaged log leads to
        done.faults.append(f"table {id}: {type(problem).__name__}: {problem}")
        return
    file = folder / file_name(table)
    file.write_text(text, "utf-8")
    done.files.append(file)
