"""What stands in a database, read past the server, and folded without its tables."""

import json
import shutil
import sqlite3
from collections import Counter
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import asyncpg

import mezani
from mezani.engine.state import State
from mezani.record import Record


@dataclass
class Line:
    """An entry of the log."""

    number: int
    kind: str
    seat: int | None
    action: int | None
    text: str | None
    key: str | None


@dataclass
class StoredTable:
    """A table as its rows tell it."""

    id: str
    row: dict[str, Any]
    bots: list[bool] = field(default_factory=list)
    log: list[Line] = field(default_factory=list)

    def decisions(self) -> list[Line]:
        """What was played and taken back, in turn."""
        return [line for line in self.log if line.kind in ("play", "undo")]

    def has_deed(self, whose: str) -> bool:
        """Whether a deed of this key of a person is in the log."""
        return any(line.key is not None and line.key.startswith(whose) for line in self.log)

    def count(self, kind: str, text: str) -> int:
        return sum(line.kind == kind and line.text == text for line in self.log)

    def commitments(self, seat: int) -> Counter[int]:
        """What a seat has decided in advance, withdrawn or not."""
        made = (line.action for line in self.log if line.kind == "commit" and line.seat == seat)
        return Counter(action for action in made if action is not None)

    def state(self) -> State:
        """The game, played from its seed by the moves that stand."""
        actions: list[int] = []
        for line in self.decisions():
            if line.kind == "undo":
                actions.pop()
            elif line.action is not None:
                actions.append(line.action)
        game, row = mezani.game(self.row["game"]), self.row
        return Record(game, row["players"], row["seed"] % 2**64, read_json(row["options"]), actions=actions).state()

    def check(self) -> State:
        """That the log has no gaps, that the game can be played by it, and that the lists tell the same."""
        assert [line.number for line in self.log] == list(range(1, len(self.log) + 1)), self.id
        state, row = self.state(), self.row
        assert bool(row["over"]) == state.is_over, self.id
        assert row["to_move"] == (state.seat if row["begun"] and not state.is_over else None), self.id
        if state.is_over:
            assert read_json(row["result"]) == {"scores": state.scores(), "winners": state.winners()}, self.id
        return state

    @property
    def waits_for_bot(self) -> bool:
        return self.row["to_move"] is not None and self.bots[self.row["to_move"]]


class Database:
    """The database of a server: read by statements of our own."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.file = Path(address.removeprefix("sqlite:///")) if address.startswith("sqlite:") else None

    def left(self) -> "Database":
        """The database of a dead server: of SQLite a copy, since the server must find the files as it left them."""
        if self.file is None:
            return self
        for end in ("", "-wal", "-shm"):
            self._beside(f"-left{end}").unlink(missing_ok=True)
        for end in ("", "-wal"):
            if (part := self._beside(end)).exists():
                shutil.copyfile(part, self._beside(f"-left{end}"))
        return Database(f"sqlite:///{self._beside('-left')}")

    def _beside(self, end: str) -> Path:
        assert self.file
        return self.file.with_name(self.file.name + end)

    async def rows(self, query: str) -> list[dict[str, Any]]:
        """What a query finds."""
        return (await self.read(query))[0]

    async def read(self, *queries: str) -> list[list[dict[str, Any]]]:
        """What several queries find at one moment, whatever is written meanwhile."""
        if self.file is None:
            connection = await asyncpg.connect(self.address)
            try:
                async with connection.transaction(isolation="repeatable_read", readonly=True):
                    return [[dict(row) for row in await connection.fetch(query)] for query in queries]
            finally:
                await connection.close()
        with closing(sqlite3.connect(self.file, timeout=30, isolation_level=None)) as file:
            file.row_factory = sqlite3.Row
            file.execute("BEGIN")
            return [[dict(row) for row in file.execute(query)] for query in queries]

    async def tables(self, ids: Iterable[str] | None = None) -> dict[str, StoredTable]:
        """Tables with their seats and logs; all of them if none are named."""
        among = "" if ids is None else " WHERE {} IN ({})".format("{}", ", ".join(f"'{id}'" for id in ids) or "''")
        of_table = among.format("table_id")
        rows, seats, log = await self.read(
            f"SELECT * FROM tables{among.format('id')}",
            f"SELECT * FROM seats{of_table} ORDER BY table_id, seat",
            f"SELECT * FROM log{of_table} ORDER BY table_id, number",
        )
        tables = {row["id"]: StoredTable(row["id"], row) for row in rows}
        for row in seats:
            tables[row["table_id"]].bots.append(row["bot"] is not None)
        for row in log:
            line = Line(row["number"], row["kind"], row["seat"], row["action"], row["text"], row["key"])
            tables[row["table_id"]].log.append(line)
        return tables

    async def lengths(self, ids: Iterable[str]) -> dict[str, int]:
        """How long the logs of some tables are."""
        among = ", ".join(f"'{id}'" for id in ids) or "''"
        query = f"SELECT table_id, max(number) AS last FROM log WHERE table_id IN ({among}) GROUP BY table_id"
        return {row["table_id"]: row["last"] for row in await self.rows(query)}

    async def doubled(self) -> list[dict[str, Any]]:
        """Lines that were said twice, and chairs that were taken twice: in a trial each has a text of its own."""
        return await self.rows(
            "SELECT kind, text, count(*) AS times FROM log WHERE kind IN ('chat', 'join') GROUP BY kind, text"
            " HAVING count(*) > 1"
        )


def read_json(value: Any) -> Any:
    """What a column holds, which SQLite gives as text."""
    return json.loads(value) if isinstance(value, str) else value
