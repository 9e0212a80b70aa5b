"""What is asked by every page or every few seconds is found by an index, however many tables there are."""

import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from mezani.house.keys import Keys
from mezani.house.mutes import Mutes
from mezani.house.notifications.table_events import TableEvents
from mezani.house.ratings import Ratings
from mezani.house.tournaments.rows import TournamentRows
from mezani.tables.hall import Hall
from tests.house.test_retention import running
from tests.migrated import lay_down
from tests.tables.conftest import hall_over
from tests.tables.test_after_the_game import ANN, GAME

pytestmark = pytest.mark.anyio

LONG = (
    "tables",
    "seats",
    "log",
    "players",
    "keys",
    "notifications",
    "channels",
    "ratings",
    "entrants",
    "pairings",
    "mutes",
)
OFTEN: dict[str, Callable[[Hall], Awaitable[Any]]] = {
    "my tables": lambda hall: hall.store.lists.running_of(ANN),
    "my results": lambda hall: hall.store.lists.finished_of(ANN),
    "next table": lambda hall: hall.store.lists.next_table(ANN, "x"),
    "every page": lambda hall: hall.store.lists.visit_of(ANN),
    "to watch": lambda hall: hall.store.lists.watched(),
    "open tables": lambda hall: hall.store.lists.open_tables(),
    "names": lambda hall: hall.store.people.checked_names(ANN, "Nadia"),
    "flags": lambda hall: hall.flags._look(),
    "notifications": lambda hall: TableEvents(hall.store.engine).find(0.0, 1e10),
    "unrated games": lambda hall: Ratings(hall.store)._unrated(),
    "standings": lambda hall: Ratings(hall.store).standings(ANN),
    "mutes": lambda hall: Mutes(hall.store.engine).of(ANN),
    "my keys": lambda hall: Keys(hall).of(ANN),
    "my tournaments": lambda hall: TournamentRows(hall.store.engine).of_player(ANN),
    "tournaments under way": lambda hall: TournamentRows(hall.store.engine).under_way(),
}


@pytest.mark.parametrize("what", OFTEN)
async def test_no_table_is_read_as_a_whole(what: str, tmp_path: Path) -> None:
    lay_down(f"sqlite:///{tmp_path}/mezani.db")
    asked: list[tuple[str, Any]] = []

    async with hall_over(f"sqlite:///{tmp_path}/mezani.db") as hall:
        await hall.open_table(GAME, (await running(hall)).seats, public=True)

        @sa.event.listens_for(hall.store.engine.sync_engine, "before_cursor_execute")
        def note(connection: Any, cursor: Any, statement: str, parameters: Any, context: Any, many: bool) -> None:
            asked.append((statement, parameters))

        await OFTEN[what](hall)
        queries = [one for one in asked if one[0].startswith("SELECT")]
        assert queries
        async with hall.store.engine.connect() as connection:
            for query, parameters in queries:
                plan = await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {query}", parameters)
                read = [found[1] for row in plan if (found := re.match(r"SCAN (\w+)(?! USING)", row.detail))]
                assert not set(read) & set(LONG), query
