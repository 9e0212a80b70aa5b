"""What a host does, over both databases: each deed holds on every server and is noted in the log."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack

import pytest

import mezani
from mezani import bots
from mezani.house.host import Acting, Host
from mezani.house.hosts import VALID, Hosts, number_of
from mezani.house.keys import Keys
from mezani.tables.entries import HOUSE, Kind
from mezani.tables.hall import Hall
from mezani.tables.players import player_of
from mezani.tables.refusals import (
    AlreadyOver,
    Blocked,
    NobodyThere,
    NoSuchPerson,
    NothingToRemove,
    OwnRatedTable,
    ReadOnly,
    Refusal,
    TableClosed,
    TableOpen,
)
from mezani.tables.situation import Seat
from tests.house.rating import RATED, chairs_of, join
from tests.house.test_chores import Clock
from tests.house.test_retention import lobby, move, running
from tests.tables.conftest import hall_over
from tests.tables.test_after_the_game import ANN, BEN, GAME, PLAYERS, ended

pytestmark = pytest.mark.anyio

ZOE = Acting("zoe", "Zoe")
PATIENCE = 60  # seconds: the machine may be busy


@pytest.fixture
def host(hall: Hall) -> Host:
    return Host(hall)


async def until(holds: Callable[[], bool]) -> None:
    """Wait until another server has heard of it."""
    async with asyncio.timeout(PATIENCE):
        while not holds():
            await asyncio.sleep(0.01)


async def deeds_of(host: Host) -> list[str]:
    return [done.deed for done in reversed(await host.log.page())]


async def refused(why: type[Refusal], *deeds: Awaitable[object]) -> None:
    for deed in deeds:
        with pytest.raises(why):
            await deed


# Tables


async def test_a_host_does_not_decide_about_a_rated_game_of_their_own(hall: Hall, host: Host) -> None:
    await join(hall, ANN, BEN)
    table = await hall.open_table(mezani.game("anne"), chairs_of(ANN, BEN), terms=RATED)
    player = Acting(ANN, "Ann")
    await refused(OwnRatedTable, host.close_table(player, table.id), host.leave_to_bot(player, table.id, 1))
    assert not table.closed
    await host.leave_to_bot(ZOE, table.id, 1)
    assert table.seats[1].bot == bots.levels()[0], "they may come back, and nobody lets a strong one play a while"
    assert table.log[-1].action == HOUSE, "nobody has got up"
    await host.close_table(ZOE, table.id)
    assert table.closed
    assert await deeds_of(host) == ["bot", "close"]


async def test_nobody_does_anything_at_a_closed_table_until_it_is_opened_again(hall: Hall, host: Host) -> None:
    table = await running(hall)
    await host.close_table(ZOE, table.id)
    await refused(
        TableClosed,
        move(hall, table),
        hall.say(table.id, ANN, 0, "why?"),
        hall.leave(table.id, ANN, 0, "novice"),
        host.close_table(ZOE, table.id),
    )
    stored = await hall.store.load(table.id)
    assert stored.closed
    assert (stored.to_move, stored.is_over, stored.winners) == (None, False, [])
    (listed,) = (await hall.store.lists.running_of(ANN)).tables
    assert listed.closed
    assert listed.result is None
    await host.open_again(ZOE, table.id)
    await move(hall, table)
    await refused(TableOpen, host.open_again(ZOE, table.id))
    assert await deeds_of(host) == ["close", "open"]


async def test_nobody_sits_down_at_a_closed_table_and_it_is_not_offered(hall: Hall, host: Host) -> None:
    table = await hall.open_table(GAME, [Seat(ANN, "Ann"), *[Seat()] * (PLAYERS - 1)], public=True)
    await host.close_table(ZOE, table.id)
    await refused(TableClosed, hall.sit(table.id, BEN, "Ben"), hall.fill_with_bots(table.id, ANN, "novice"))
    assert (await hall.store.lists.open_tables()).total == 0


async def test_bots_stop_at_a_closed_table(hall: Hall, host: Host) -> None:
    table = await hall.open_table(GAME, [Seat(ANN, "Ann"), *[Seat(bot="novice")] * (PLAYERS - 1)])
    await host.close_table(ZOE, table.id)
    assert not table.plays_on
    assert await hall.servers.claim(True, 9, []) == ([], False)


async def test_a_finished_game_is_not_closed(hall: Hall, host: Host) -> None:
    table = await ended(hall)
    await refused(AlreadyOver, host.close_table(ZOE, table.id))
    assert await deeds_of(host) == []


async def test_a_line_of_chat_goes_from_memory_database_and_other_servers(database: str) -> None:
    async with hall_over(database) as here:
        table = await lobby(here)
        await here.say(table.id, ANN, 0, "something vile")
        number, host = table.last_number, Host(here)
        await refused(NothingToRemove, host.remove_line(ZOE, table.id, 1))
        async with AsyncExitStack() as stack:
            other = await stack.enter_async_context(hall_over(database)) if here.store.is_shared else here
            seen = await other.table(table.id)
            await host.remove_line(ZOE, table.id, number)
            assert [entry.text for entry in table.log if entry.kind == Kind.CHAT] == [""]
            assert "vile" not in str((await here.store.load(table.id)).log)
            await until(lambda: "vile" not in str(seen.log))
        (done,) = await host.log.page()
        assert done.about == {"table": table.id, "game": GAME.name, "who": "Ann"}


async def test_a_seat_is_handed_over_by_its_private_link(hall: Hall, host: Host) -> None:
    table = await running(hall)
    link = await host.hand_over(ZOE, table.id, 0)
    await hall.move_seat(table.id, 0, link, "new-device")
    assert table.seats[0] == Seat("new-device", "Ann")
    assert table.log[-1].kind == Kind.RETURN
    empty = await lobby(hall)
    await refused(NobodyThere, host.hand_over(ZOE, empty.id, 1), host.hand_over(ZOE, empty.id, 99))
    assert await deeds_of(host) == ["hand"]


# People


async def test_a_new_name_is_everywhere(hall: Hall, host: Host) -> None:
    await hall.store.people.remember_name(ANN, "Ann")
    tables = [await running(hall), await lobby(hall), await ended(hall)]
    await hall.leave(tables[0].id, ANN, 0, "novice")
    before = [(listed.id, listed.moved_at) for listed in await hall.store.lists.found()]
    await host.rename(ZOE, ANN, "Ann", "  Anna ")
    assert [(listed.id, listed.moved_at) for listed in await hall.store.lists.found()] == before
    assert await hall.store.people.name_of(ANN) == "Anna"
    for table in tables:
        for known in (table, await hall.store.load(table.id)):
            assert known.seats[0].name == "Anna"
            assert "Ann" not in [entry.text for entry in known.log]
    assert tables[0].seats[1].name == "Ben"
    await refused(NoSuchPerson, host.rename(ZOE, ANN, "Ann", "Nina"))


async def test_who_is_blocked_may_only_watch(hall: Hall, host: Host) -> None:
    table, other = await running(hall), await lobby(hall)
    await host.block(ZOE, BEN, "Ben", None, leave_to_bots=True)
    assert [seat.bot for seat in table.seats[1:]] == ["master"] * (PLAYERS - 1)
    await refused(
        Blocked,
        hall.come_back(table.id, BEN, 1),
        hall.say(table.id, BEN, 1, "hello"),
        hall.sit(other.id, BEN, "Ben"),
        hall.open_table(GAME, [Seat()] * PLAYERS, opened_by=BEN),
        hall.move_seat(other.id, 0, hall.link_of(other, 0), BEN),
    )
    await hall.say(table.id, ANN, 0, "at last")
    await host.unblock(ZOE, BEN)
    await hall.say(table.id, BEN, 1, "I am back")
    await refused(NoSuchPerson, host.unblock(ZOE, BEN))
    assert await deeds_of(host) == ["block", "unblock"]


async def test_programs_of_somebody_who_is_blocked_may_only_watch_too(hall: Hall, host: Host) -> None:
    other = await lobby(hall)
    program = player_of(await Keys(hall).new_program(BEN, "Ben's search"))
    await host.block(ZOE, BEN, "Ben", None, leave_to_bots=False)
    await refused(Blocked, hall.sit(other.id, program, "Searcher"), hall.open_table(GAME, [Seat()], opened_by=program))
    await host.unblock(ZOE, BEN)
    await hall.sit(other.id, program, "Searcher")


async def test_a_block_ends_by_itself(hall: Hall, host: Host) -> None:
    table = await running(hall)
    await host.block(ZOE, ANN, "Ann", time.time() + 3600, leave_to_bots=False)
    assert hall.gate.is_blocked(ANN)
    hall.gate.clock = lambda: time.time() + 3601
    await hall.say(table.id, ANN, 0, "I have waited")


# The house


async def test_while_the_house_is_read_only_nothing_is_done_on_any_server(database: str) -> None:
    async with hall_over(database) as here:
        host, table = Host(here), await running(here)
        bots = await here.open_table(GAME, [Seat(ANN, "Ann"), *[Seat(bot="novice")] * (PLAYERS - 1)])
        await host.set_read_only(ZOE, True)
        await asyncio.gather(*here.bots._at.values())
        turn = bots.turn
        await refused(ReadOnly, move(here, table), lobby(here), here.sit(table.id, ANN, "Ann"))
        async with AsyncExitStack() as stack:
            other = await stack.enter_async_context(hall_over(database)) if here.store.is_shared else here
            await refused(ReadOnly, other.say(table.id, ANN, 0, "hello"))
            assert (await other.store.load(bots.id)).turn == turn
            await host.set_read_only(ZOE, False)
            await until(lambda: not other.gate.read_only)
            await other.say(table.id, ANN, 0, "hello")
        await until(lambda: bots.bot_to_move() is None)  # they went on by themselves
        assert await deeds_of(host) == ["rest", "serve"]


async def test_a_word_to_all_has_an_end(hall: Hall, host: Host) -> None:
    clock = Clock()
    hall.gate.clock = clock
    await host.say_to_all(ZOE, " Tonight at 23:00 \n the table is closed. ", clock.now + 60)
    assert hall.gate.message
    assert hall.gate.message.text == "Tonight at 23:00 the table is closed."
    clock.now += 60
    assert hall.gate.message is None
    await host.say_to_all(ZOE, "Welcome", clock.now + 60)
    await host.say_no_more(ZOE)
    assert hall.gate.message is None


# Who is a host


async def test_a_link_makes_one_person_a_host_within_an_hour(hall: Hall) -> None:
    clock = Clock()
    hosts = Hosts(hall.store.people, hall.store.house, clock=clock)
    assert not await hosts.are_known()
    link, late = await hosts.new_link(), await hosts.new_link()
    used = await asyncio.gather(hosts.use_link(link, ANN), hosts.use_link(link, BEN))
    assert sorted(used) == [False, True]
    assert [await hosts.includes(ANN), await hosts.includes(BEN)] == list(used)
    clock.now += VALID
    assert not await hosts.use_link(late, "cat")
    assert await hosts.are_known()


async def test_settings_name_hosts_by_their_numbers(hall: Hall) -> None:
    hosts = Hosts(hall.store.people, hall.store.house, [number_of(ANN).upper()])
    assert await hosts.includes(ANN)
    assert not await hosts.includes(BEN)
    assert not await hosts.includes(None)
