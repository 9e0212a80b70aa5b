"""Keys of deeds: the same deed twice is once, whatever was lost on the way, and a key stands for one deed only."""

import asyncio
import time
from typing import Any

import pytest

from mezani.tables.entries import Kind
from mezani.tables.hall import Hall
from mezani.tables.keys import HOUR, HOURS_VALID, KEYS_KEPT, Asked, fresh_key, secret_by_key
from mezani.tables.players import new_table_id, player_of
from mezani.tables.refusals import AlreadySeated, StaleMove
from mezani.tables.situation import Seat
from mezani.tables.table import Table
from tests.tables.conftest import hall_over
from tests.tables.test_hall import ANN, BEN, FREE, GAME, PLAYERS, running_table

pytestmark = pytest.mark.anyio

KEY = "k" * 22
ASKED = Asked(ANN, KEY, ("a table",))
CHAIRS = [Seat(ANN, "Ann"), *[FREE] * (PLAYERS - 1)]


def said(table: Table) -> list[str | None]:
    return [entry.text for entry in table.log if entry.kind == Kind.CHAT]


async def test_the_same_deed_twice_is_once(hall: Hall) -> None:
    table = await running_table(hall)
    for _ in range(3):
        await hall.say(table.id, ANN, 0, "Hello", KEY)
    await hall.say(table.id, ANN, 0, "Hello", "another" + KEY)
    await hall.say(table.id, BEN, 1, "Hello", KEY)  # a key is one's own
    assert said(table) == ["Hello"] * 3
    assert said(await hall.store.load(table.id)) == ["Hello"] * 3


async def test_it_is_known_after_a_restart_too(database: str) -> None:
    async with hall_over(database) as hall:
        table = await running_table(hall)
        seat, action = table.state.seat, table.state.legal_actions()[0]
        player = table.seats[seat].player or ""
        await hall.decide(table.id, player, seat, action, table.turn, KEY)
    async with hall_over(database) as hall:
        await hall.decide(table.id, player, seat, action, 0, KEY)
        assert (await hall.table(table.id)).actions == [action]


async def test_two_deeds_at_once_with_one_key_are_once_on_two_servers(shared_database: str) -> None:
    async with hall_over(shared_database) as here, hall_over(shared_database) as there:
        table = await running_table(here)
        await there.table(table.id)
        await asyncio.gather(*(hall.say(table.id, ANN, 0, "Hello", KEY) for hall in (here, there) * 3))
        assert said(await here.store.load(table.id)) == ["Hello"]


async def test_a_key_does_not_stand_for_another_deed(hall: Hall) -> None:
    table = await running_table(hall)
    await hall.say(table.id, ANN, 0, "Hello", KEY)
    with pytest.raises(StaleMove):
        await hall.say(table.id, ANN, 0, "Goodbye", KEY)
    hall.tables.forget_all()
    with pytest.raises(StaleMove):
        await hall.say(table.id, ANN, 0, "Goodbye", KEY)
    assert said(await hall.table(table.id)) == ["Hello"]


async def test_what_is_stored_although_the_answer_was_lost_is_done_once(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, append = await running_table(hall), hall.store.append

    async def append_and_lose_the_answer(change: Any) -> None:
        await append(change)
        raise ConnectionResetError

    monkeypatch.setattr(hall.store, "append", append_and_lose_the_answer)
    await hall.say(table.id, ANN, 0, "Hello", KEY)
    await hall.say(table.id, ANN, 0, "without a key")
    monkeypatch.setattr(hall.store, "append", append)
    await hall.say(table.id, ANN, 0, "Hello", KEY)
    assert said(table) == said(await hall.store.load(table.id)) == ["Hello", "without a key"]


async def test_what_is_not_stored_is_an_error(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await running_table(hall)

    async def fail(change: Any) -> None:
        raise ConnectionResetError

    with monkeypatch.context() as broken:
        broken.setattr(hall.store, "append", fail)
        with pytest.raises(ConnectionResetError):
            await hall.say(table.id, ANN, 0, "Hello", KEY)
    await hall.say(table.id, ANN, 0, "Hello", KEY)
    assert said(table) == ["Hello"]


async def test_a_table_that_is_asked_for_twice_is_one(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    first = await hall.open_table(GAME, CHAIRS, asked=ASKED)
    assert await hall.open_table(GAME, CHAIRS, asked=ASKED) is first
    assert first.id == new_table_id(KEY, ANN) != new_table_id(KEY, BEN)
    hall.tables.forget_all()
    assert (await hall.open_table(GAME, CHAIRS, asked=ASKED)).id == first.id
    with pytest.raises(StaleMove):
        await hall.open_table(GAME, CHAIRS, asked=Asked(ANN, KEY, ("another table",)))
    create = hall.store.create

    async def create_and_lose_the_answer(*table: Any) -> None:
        await create(*table)
        raise ConnectionResetError

    monkeypatch.setattr(hall.store, "create", create_and_lose_the_answer)
    table = await hall.open_table(GAME, CHAIRS, asked=Asked(BEN, KEY, ("a table",)))
    assert table.id == new_table_id(KEY, BEN)


async def test_nobody_sits_down_twice(hall: Hall) -> None:
    table = await hall.open_table(GAME, CHAIRS)
    assert {await hall.sit(table.id, BEN, "Ben", key=KEY) for _ in range(3)} == {1}
    with pytest.raises(AlreadySeated):
        await hall.sit(table.id, BEN, "Ben")
    assert len(table.free_seats()) == PLAYERS - 2
    await hall.leave(table.id, BEN, 1, "novice")
    assert len(table.free_seats()) == PLAYERS - 1


async def test_few_keys_are_kept_in_memory_and_all_of_them_in_the_database(hall: Hall) -> None:
    table = await running_table(hall)
    await hall.say(table.id, ANN, 0, "Hello", KEY)
    for number in range(KEYS_KEPT + 1):
        await hall.say(table.id, ANN, 0, f"{number}")
    assert len(table.deeds) == KEYS_KEPT
    await hall.say(table.id, ANN, 0, "Hello", KEY)
    assert said(table).count("Hello") == 1


def test_the_key_of_a_page_stands_in_for_somebody_new_for_a_day(monkeypatch: pytest.MonkeyPatch) -> None:
    key = fresh_key()
    secret = secret_by_key("house", key, "/play-now")
    assert secret
    assert len(secret) == 32
    assert secret == secret_by_key("house", key, "/play-now")
    others = [("another", key, "/play-now"), ("house", fresh_key(), "/play-now"), ("house", key, "/table/x/sit")]
    assert len({secret, *(secret_by_key(*other) for other in others)}) == 4
    assert secret_by_key("house", "short-key-of-somebody", "/play-now") is None
    assert secret_by_key("house", "x" * 64, "/play-now") is None
    now = time.time()
    monkeypatch.setattr("mezani.tables.keys.time.time", lambda: now + (HOURS_VALID + 1) * HOUR)
    assert secret_by_key("house", key, "/play-now") is None
    assert player_of(secret) != ANN
