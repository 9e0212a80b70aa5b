"""Lists of tables over both databases: no game disappears, and those that wait for somebody come first."""

import pytest
import sqlalchemy as sa

from mezani.tables import deeds, schema
from mezani.tables.hall import Hall
from mezani.tables.lists import STATES, Listed
from mezani.tables.situation import Seat
from mezani.tables.table import Table
from tests.tables.test_hall import ANN, BEN, CAT, FREE, GAME, PLAYERS, play_first, running_table

pytestmark = pytest.mark.anyio

MANY = 61


async def many_tables(hall: Hall, *, public: bool = False) -> list[str]:
    """Tables that wait for others, each younger than the one before."""
    chairs = [Seat(ANN, "Ann"), *[FREE] * (PLAYERS - 1)]
    ids = [(await hall.open_table(GAME, chairs, public=public)).id for _ in range(MANY)]
    async with hall.store.engine.begin() as connection:
        t = schema.tables
        for age, id in enumerate(ids):
            now = {"moved_at": 1e9 + age, "created_at": 1e9 + age}
            await connection.execute(sa.update(t).where(t.c.id == id).values(now))
    return ids


def ids_of(tables: list[Listed]) -> list[str]:
    return [table.id for table in tables]


def waits_for(table: Table, player: str) -> bool:
    return any(table.seats[seat].player == player for seat in table.waits_for)


async def test_a_running_game_stays_in_the_list_whatever_is_newer(hall: Hall) -> None:
    table = await running_table(hall)
    async with hall.store.engine.begin() as connection:
        await connection.execute(sa.update(schema.tables).values(moved_at=1.0))
    newer = await many_tables(hall)
    pages = [await hall.store.lists.running_of(ANN, number, 20) for number in (1, 2, 3, 4)]
    assert (pages[0].total, pages[0].last) == (MANY + 1, 4)
    listed = [id for page in pages for id in ids_of(page.tables)]
    waits_for_ann = waits_for(table, ANN)
    assert listed == ([table.id, *newer[::-1]] if waits_for_ann else [*newer[::-1], table.id])
    while table.waits_for != table.seats_of(BEN):
        await play_first(hall, table)
    assert ids_of((await hall.store.lists.running_of(BEN, 1, 20)).tables) == [table.id]
    assert (await hall.store.lists.waiting_for(BEN), await hall.store.lists.waiting_for(ANN)) == (1, 0)


async def test_where_it_is_my_turn_comes_first(hall: Hall) -> None:
    tables = [await running_table(hall) for _ in range(3)]
    for table in tables[:2]:
        while not waits_for(table, CAT):
            await play_first(hall, table)
    waiting = [table.id for table in tables if waits_for(table, CAT)]
    first = (await hall.store.lists.running_of(CAT, 1, 60)).tables
    assert set(ids_of(first)[: len(waiting)]) == set(waiting)
    assert [table.is_turn_of(CAT) for table in first] == [n < len(waiting) for n in range(3)]
    left = next(table for table in tables if table.id == waiting[0])
    for seat in left.seats_of(CAT):
        await hall.leave(left.id, CAT, seat, "random")
    assert await hall.store.lists.waiting_for(CAT) == len(waiting) - 1


async def test_all_open_tables_are_listed_on_pages(hall: Hall) -> None:
    ids = await many_tables(hall, public=True)
    pages = [await hall.store.lists.open_tables(number) for number in range(1, 7)]
    assert [id for page in pages for id in ids_of(page.tables)] == ids[::-1]
    assert (await hall.store.lists.open_tables(10**9)).number == 6  # the last one there is


async def test_a_closed_table_is_counted_as_closed_and_as_nothing_else(hall: Hall) -> None:
    await running_table(hall)
    for table in (await running_table(hall), await hall.open_table(GAME, [Seat(ANN, "Ann"), *[FREE] * (PLAYERS - 1)])):
        await hall.do_as_host(table.id, deeds.close)
    counts = await hall.store.lists.counts()
    assert counts == {"running": 1, "open": 0, "finished": 0, "closed": 2}
    assert counts == {state: len(await hall.store.lists.found(state=state)) for state in STATES}
