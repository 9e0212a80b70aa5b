"""Comments of those who watch: who hears them, and what becomes of them on all servers."""

import pytest
import sqlalchemy as sa

from mezani.house.keys import Keys
from mezani.house.leaving import delete_profile
from mezani.house.merging import merge
from mezani.tables import deeds, schema
from mezani.tables.comments import Comment
from mezani.tables.hall import Hall
from mezani.tables.keys import fresh_key
from mezani.tables.players import player_of
from mezani.tables.refusals import (
    Blocked,
    ForSpectators,
    NameMissing,
    NameTaken,
    NotBegun,
    NothingSaid,
    NothingToRemove,
    NotWatched,
    TableClosed,
)
from mezani.tables.situation import Seat
from mezani.tables.table import Table
from mezani.tables.terms import Terms
from tests.tables.conftest import hall_over
from tests.tables.test_forgetting import finished_table
from tests.tables.test_hall import ANN, BEN, GAME, PLAYERS, Screen, running_table

pytestmark = pytest.mark.anyio

DAN = player_of("dan")  # who watches


async def said(hall: Hall, table: Table) -> list[tuple[str, str]]:
    return [(comment.name, comment.text) for comment in await hall.comments.at(table)]


async def test_those_who_watch_hear_each_other_and_those_who_play_hear_nothing(hall: Hall) -> None:
    table = await running_table(hall)
    before = table.last_number
    await hall.comments.say(table, DAN, "Dan", " What a \n card! ")
    await hall.comments.say(table, DAN, "", "Well")
    assert await said(hall, table) == [("Dan", "What a card!"), ("Dan", "Well")]
    assert [comment.number for comment in await hall.comments.heard_by(table, None)] == [1, 2]
    for player in (ANN, BEN):
        assert await hall.comments.heard_by(table, player) == ()
        with pytest.raises(ForSpectators):
            await hall.comments.say(table, player, "Ann", "I have the nine")
    assert table.last_number == before


async def test_screens_of_seats_are_not_even_woken(hall: Hall) -> None:
    table, mine, other = await running_table(hall), Screen(0), Screen(None)
    other.hears_comments = True
    for screen in (mine, other):
        hall.watch(table.id, screen)
    for screen in (mine, other):
        screen.woken.clear()
    await hall.comments.say(table, DAN, "Dan", "Psst")
    assert other.woken.is_set()
    assert not mine.woken.is_set()


async def test_after_the_game_everybody_hears_and_says_everything(hall: Hall) -> None:
    table = await finished_table(hall)
    assert hall.comments.hears_players(table, DAN)
    await hall.comments.say(table, DAN, "Dan", "Well played")
    assert [comment.text for comment in await hall.comments.heard_by(table, ANN)] == ["Well played"]


async def test_nobody_comments_before_the_game_at_a_closed_table_or_where_nobody_may_watch(hall: Hall) -> None:
    lobby = await hall.open_table(GAME, [Seat(ANN, "Ann"), *[Seat()] * (PLAYERS - 1)])
    with pytest.raises(NotBegun):
        await hall.comments.say(lobby, DAN, "Dan", "Hello?")
    assert not hall.comments.hears_players(lobby, DAN)
    chairs = [Seat(ANN, "Ann")] * PLAYERS
    secret = await hall.open_table(GAME, chairs, terms=Terms(watched="nobody"))
    with pytest.raises(NotWatched):
        await hall.comments.say(secret, DAN, "Dan", "Hello?")
    assert await hall.comments.heard_by(secret, DAN) == ()
    closed = await running_table(hall)
    await hall.do_as_host(closed.id, deeds.close)
    with pytest.raises(TableClosed):
        await hall.comments.say(closed, DAN, "Dan", "Hello?")


async def test_a_comment_needs_words_a_name_and_leave(hall: Hall) -> None:
    table = await running_table(hall)
    with pytest.raises(NothingSaid):
        await hall.comments.say(table, DAN, "Dan", " \u200b\n")
    with pytest.raises(NameMissing):
        await hall.comments.say(table, DAN, "", "Hello")
    async with hall.store.engine.begin() as connection:
        row = {"id": "zoe", "name": "Zoë", "joined_at": 1.0, "looks_like": "zoe", "is_host": False}
        await connection.execute(sa.insert(schema.players).values(**row))
    with pytest.raises(NameTaken):
        await hall.comments.say(table, DAN, "ZOE", "Hello")
    await hall.store.people.block(DAN, "Dan", None)
    await hall.gate.refresh()
    with pytest.raises(Blocked):
        await hall.comments.say(table, DAN, "Dan", "Hello")
    assert await said(hall, table) == []


async def test_a_comment_that_is_sent_twice_is_one(hall: Hall) -> None:
    table, key = await running_table(hall), fresh_key()
    for _ in "12":
        await hall.comments.say(table, DAN, "Dan", "Hello", key)
    await hall.comments.say(table, "eve", "Eve", "Hello", key)
    assert await said(hall, table) == [("Dan", "Hello"), ("Eve", "Hello")]


async def test_what_a_host_removes_is_gone_from_the_database_too(hall: Hall) -> None:
    table = await running_table(hall)
    await hall.comments.say(table, DAN, "Dan", "something vile")
    removed = await hall.comments.remove(table, 1)
    assert removed.name == "Dan"
    assert await said(hall, table) == [("Dan", "")]
    async with hall.store.engine.connect() as connection:
        assert list((await connection.execute(sa.select(schema.comments.c.text))).scalars()) == [""]
    for number in (1, 2):
        with pytest.raises(NothingToRemove):
            await hall.comments.remove(table, number)


async def test_comments_go_by_the_names_of_people_and_by_none_once_they_are_forgotten(hall: Hall) -> None:
    running, over = await running_table(hall), await finished_table(hall)
    for table in (running, over):
        await hall.comments.say(table, DAN, "Dan", "Hello")
    assert await hall.store.people.finished_under_a_name(DAN) == 1
    async with hall.store.engine.begin() as connection:
        renamed = await hall.store.people.rename_at_tables(connection, DAN, "Dan", "Danny")
    assert renamed == sorted([running.id, over.id])
    await hall.retell(*renamed)
    assert await said(hall, running) == await said(hall, over) == [("Danny", "Hello")]
    await hall.forget_name(DAN)
    assert await said(hall, running) == [("Danny", "Hello")]
    assert await said(hall, over) == [("", "Hello")]
    await delete_profile(hall, Keys(hall), DAN)
    assert await said(hall, running) == [("", "Hello")]


async def test_what_a_guest_has_said_comes_along_when_they_sign_in(hall: Hall) -> None:
    table = await running_table(hall)
    await hall.comments.say(table, DAN, "Dan", "Hello")
    async with hall.store.engine.begin() as connection:
        assert await merge(connection, DAN, "danny") == [table.id]
    await hall.retell(table.id)
    assert [comment.player for comment in await hall.comments.at(table)] == ["danny"]


async def test_programs_and_their_people_are_one(hall: Hall) -> None:
    async with hall.store.engine.begin() as connection:
        row = {"id": "robot", "player": DAN, "kind": "program", "name": "Robot", "made_at": 1.0}
        await connection.execute(sa.insert(schema.keys).values(**row))
    await hall.key_ring.refresh()
    table = await hall.open_table(GAME, [Seat("robot", "Robot"), *[Seat(ANN, "Ann")] * (PLAYERS - 1)])
    await hall.comments.say(table, BEN, "Ben", "The robot has the nine")
    assert await hall.comments.heard_by(table, DAN) == ()
    with pytest.raises(ForSpectators):
        hall.comments.check(table, DAN)
    other = await hall.open_table(GAME, [Seat(DAN, "Dan"), *[Seat(ANN, "Ann")] * (PLAYERS - 1)])
    assert not hall.comments.are_heard_by(other, "robot")


async def test_comments_are_heard_at_other_servers(shared_database: str) -> None:
    async with hall_over(shared_database) as one, hall_over(shared_database) as two:
        table = await running_table(one)
        there = await two.table(table.id)
        assert await said(two, there) == []
        screen = Screen(None)
        screen.hears_comments = True
        two.watch(table.id, screen)
        screen.woken.clear()
        await one.comments.say(table, DAN, "Dan", "Hello")
        await screen.woken.wait()
        assert await said(two, there) == [("Dan", "Hello")]
        await two.comments.say(there, "eve", "Eve", "Hello Dan")
        await one.comments.hear_all()
        assert await one.comments.at(table) == await two.comments.at(there)
        assert isinstance((await one.comments.at(table))[1], Comment)
