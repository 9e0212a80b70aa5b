"""More tables than a server keeps in memory: those that nobody uses are forgotten, and nothing of them stays behind."""

import asyncio
import gc
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

import mezani
from mezani.tables.entries import Kind
from mezani.tables.hall import Hall
from mezani.tables.players import player_of
from mezani.tables.refusals import UnknownTable
from mezani.tables.situation import Seat
from mezani.tables.table import Table
from tests.playing import OUR_GAMES
from tests.tables.conftest import hall_over

pytestmark = pytest.mark.anyio

ANN, BEN = player_of("ann"), player_of("ben")
GAME = mezani.game(OUR_GAMES[0])
KEPT = 3


@pytest.fixture
async def hall(tmp_path: Path) -> AsyncIterator[Hall]:
    """A hall that keeps very few tables."""
    async with hall_over(f"sqlite:///{tmp_path}/mezani.db", tables_kept=KEPT) as hall:
        yield hall


async def open_tables(hall: Hall, count: int) -> list[str]:
    """So many tables that wait for others, opened and left alone."""
    chairs = [Seat(ANN, "Ann")] + [Seat()] * (GAME.seats[0] - 1)
    return [(await hall.open_table(GAME, chairs)).id for _ in range(count)]


def assert_nothing_else_stays(hall: Hall, *used: str) -> None:
    """Only the tables that were used last, and those that somebody uses, are in memory."""
    gc.collect()
    assert len(set(hall.tables) - set(used)) <= KEPT
    assert not hall.tables._locks
    assert set(hall.screens._watchers) <= set(used)
    assert set(hall.bots._at) <= set(used)


async def test_tables_that_were_opened_and_never_changed_are_forgotten_and_found_again(hall: Hall) -> None:
    ids = await open_tables(hall, 3 * KEPT)
    assert set(hall.tables) == set(ids[-KEPT:])
    for id in ids:
        table = await hall.table(id)
        assert (table.id, table.seats[0].name, table.log[0].kind) == (id, "Ann", Kind.JOIN)
    del table
    assert set(hall.tables) == set(ids[-KEPT:])
    assert_nothing_else_stays(hall)


async def test_tables_that_were_changed_are_forgotten_too(hall: Hall) -> None:
    ids = await open_tables(hall, 3 * KEPT)
    for id in ids:
        await hall.say(id, ANN, 0, f"this is {id}")
    assert_nothing_else_stays(hall)
    assert [(await hall.table(id)).log[-1].text for id in ids] == [f"this is {id}" for id in ids]


class Screen:
    """A screen that shows a table, as live lines and streams do."""

    pace, catches_up, is_hidden, hears_comments, seats = None, False, False, False, (0,)

    def __init__(self, table: Table) -> None:
        self.table = table
        self.woken = asyncio.Event()

    def wake(self) -> None:
        self.woken.set()


async def test_a_table_on_a_screen_stays_until_the_screen_goes(hall: Hall) -> None:
    [id] = await open_tables(hall, 1)
    screen = Screen(await hall.table(id))
    hall.watch(id, screen)
    await open_tables(hall, 3 * KEPT)
    assert await hall.table(id) is screen.table
    screen.woken.clear()
    await open_tables(hall, 3 * KEPT)
    await hall.say(id, ANN, 0, "still here")
    assert screen.woken.is_set()
    assert screen.table.log[-1].text == "still here"
    hall.unwatch(id, screen)
    del screen
    await open_tables(hall, KEPT)
    assert id not in hall.tables
    assert_nothing_else_stays(hall)


async def test_a_table_where_a_bot_thinks_stays_until_it_has_moved(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    thinks, may_move, plan = asyncio.Event(), asyncio.Event(), hall.bots.workers.plan

    async def plan_slowly(*question: Any) -> Any:
        thinks.set()
        await may_move.wait()
        return await plan(*question)

    monkeypatch.setattr(hall.bots.workers, "plan", plan_slowly)
    id = (await hall.open_table(GAME, [Seat(bot="random")] * GAME.seats[0])).id
    await thinks.wait()
    await open_tables(hall, 3 * KEPT)
    assert id in hall.tables
    assert_nothing_else_stays(hall, id)
    may_move.set()
    while not (await hall.table(id)).is_over:
        await asyncio.sleep(0.01)
    while id in hall.bots._at:
        await asyncio.sleep(0.01)
    await open_tables(hall, KEPT)
    assert id not in hall.tables
    assert (await hall.table(id)).is_over
    assert_nothing_else_stays(hall)


async def test_a_table_that_is_being_changed_stays_until_that_is_stored(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    [id, other] = await open_tables(hall, 2)
    stores, may_store, append = asyncio.Event(), asyncio.Event(), hall.store.append

    async def append_slowly(change: Any) -> None:
        if change.draft.table.id == id:
            stores.set()
            await may_store.wait()
        await append(change)

    monkeypatch.setattr(hall.store, "append", append_slowly)
    saying = [asyncio.create_task(hall.say(id, ANN, 0, text)) for text in ("one", "two")]
    await stores.wait()
    await open_tables(hall, 3 * KEPT)
    await hall.say(other, ANN, 0, "meanwhile")
    assert id in hall.tables
    may_store.set()
    await asyncio.gather(*saying)
    del saying
    assert [entry.text for entry in (await hall.table(id)).log[-2:]] == ["one", "two"]
    await open_tables(hall, KEPT)
    assert id not in hall.tables
    assert_nothing_else_stays(hall)


async def test_a_table_that_there_is_not_leaves_nothing_behind(hall: Hall) -> None:
    with pytest.raises(UnknownTable):
        await hall.table("nowhere")
    assert len(hall.tables) == 0
    assert_nothing_else_stays(hall)
