"""People are told once that it is their turn, whichever server looks, and not of what they have seen."""

import asyncio
import json

import pytest
import sqlalchemy as sa

from mezani.house.notifications.channels import Channel
from mezani.house.notifications.choices import NotificationChoices
from mezani.house.notifications.messages import Message
from mezani.house.notifications.outbox import MOST_OF_PERSON, Event
from mezani.tables import schema
from mezani.tables.hall import Hall
from mezani.tables.terms import Days, Terms
from tests.house.notifications.receivers import PushService, WebServer
from tests.house.notifications.scene import (
    ANN,
    BEN,
    Clock,
    deliver_later,
    move,
    notifications_of,
    play_until_turn_of,
    table_for_two,
    with_push,
    with_webhook,
)
from tests.tables.conftest import hall_over
from tests.tables.test_hall import Screen

pytestmark = pytest.mark.anyio


def texts(hooks: WebServer) -> list[str]:
    return [json.loads(came.body)["text"] for came in hooks.came]


async def test_whose_turn_it_becomes_is_told_once(hall: Hall, hooks: WebServer) -> None:
    clock = Clock()
    notifications = notifications_of(hall, clock)
    await with_webhook(notifications, hooks.address)
    await notifications.look()
    table = await table_for_two(hall)
    await play_until_turn_of(hall, table, BEN)
    await notifications.look_and_deliver()
    assert hooks.came == [], "more may come to the same message"
    clock.now += 31
    await notifications.look_and_deliver()
    assert texts(hooks) == [f"Asante: your turn. Ann has moved.\nhttps://games.example.org/table/{table.id}"]
    for _ in range(3):
        await deliver_later(notifications, clock)
    assert len(hooks.came) == 1


async def test_who_moves_is_told_again_when_their_turn_comes_again(hall: Hall, hooks: WebServer) -> None:
    clock = Clock()
    notifications = notifications_of(hall, clock)
    await with_webhook(notifications, hooks.address)
    table = await table_for_two(hall)
    for told in (1, 2):
        await play_until_turn_of(hall, table, BEN)
        await deliver_later(notifications, clock)
        assert len(hooks.came) == told
        await play_until_turn_of(hall, table, ANN)
        await deliver_later(notifications, clock)
        assert len(hooks.came) == told, "Ann has no channel, and Ben is not asked"


async def test_turns_at_many_tables_are_one_message(hall: Hall, hooks: WebServer) -> None:
    clock = Clock()
    notifications = notifications_of(hall, clock)
    await with_webhook(notifications, hooks.address)
    for _ in range(3):
        await play_until_turn_of(hall, await table_for_two(hall), BEN)
    await deliver_later(notifications, clock)
    (text,) = texts(hooks)
    assert text.count("Asante: your turn. Ann has moved.") == 3


async def test_nobody_is_told_what_they_have_seen_or_have_on_a_screen(hall: Hall, hooks: WebServer) -> None:
    clock = Clock()
    notifications = notifications_of(hall, clock)
    await with_webhook(notifications, hooks.address)
    seen, open_now = await table_for_two(hall), await table_for_two(hall)
    for table in (seen, open_now):
        await play_until_turn_of(hall, table, BEN)
    await notifications.look()
    await hall.has_shown(seen, 1, seen.last_number)
    screen = Screen(1)
    hall.watch(open_now.id, screen)
    await deliver_later(notifications, clock)
    hall.unwatch(open_now.id, screen)
    await deliver_later(notifications, clock)
    assert hooks.came == []


async def test_a_page_behind_others_shows_nothing_to_anybody(hall: Hall, hooks: WebServer) -> None:
    clock = Clock()
    notifications = notifications_of(hall, clock)
    await with_webhook(notifications, hooks.address)
    table = await table_for_two(hall)
    screen = Screen(1)
    screen.is_hidden = True
    hall.watch(table.id, screen)
    await play_until_turn_of(hall, table, BEN)
    await deliver_later(notifications, clock)
    assert len(hooks.came) == 1


async def test_a_turn_that_was_taken_back_and_comes_again_is_told(hall: Hall, hooks: WebServer) -> None:
    clock = Clock()
    notifications = notifications_of(hall, clock)
    await with_webhook(notifications, hooks.address)
    table = await table_for_two(hall)
    await play_until_turn_of(hall, table, BEN)
    await notifications.look()
    await hall.undo(table.id, ANN, 0, table.turn)
    await deliver_later(notifications, clock)
    assert hooks.came == []
    await play_until_turn_of(hall, table, BEN)
    await deliver_later(notifications, clock)
    assert len(hooks.came) == 1


async def test_what_is_said_after_the_end_tells_nobody_of_the_end_they_have_seen(hall: Hall, hooks: WebServer) -> None:
    clock = Clock()
    notifications = notifications_of(hall, clock)
    await with_webhook(notifications, hooks.address)
    await notifications.choices.put(BEN, NotificationChoices(kinds=("over",)))
    table = await table_for_two(hall)
    while not table.is_over:
        await move(hall, table)
    await hall.has_shown(table, 1, table.last_number)
    await hall.say(table.id, ANN, 0, "gg")
    await deliver_later(notifications, clock)
    assert hooks.came == []


async def test_a_turn_that_has_passed_is_not_told(hall: Hall, hooks: WebServer) -> None:
    clock = Clock()
    notifications = notifications_of(hall, clock)
    await with_webhook(notifications, hooks.address)
    table = await table_for_two(hall)
    await play_until_turn_of(hall, table, BEN)
    await notifications.look()
    await hall.leave(table.id, BEN, 1, "random")
    await deliver_later(notifications, clock)
    assert hooks.came == []


async def test_turns_from_before_somebody_wanted_to_be_told_are_not_told(hall: Hall, hooks: WebServer) -> None:
    clock = Clock()
    notifications = notifications_of(hall, clock)
    await notifications.look()
    table = await table_for_two(hall)
    await play_until_turn_of(hall, table, BEN)
    clock.now += 10
    await with_webhook(notifications, hooks.address)
    await deliver_later(notifications, clock)
    assert hooks.came == []


async def test_two_servers_tell_once_and_another_goes_on_where_one_was_killed(database: str, hooks: WebServer) -> None:
    clock = Clock()
    async with hall_over(database) as killed:
        notifications = notifications_of(killed, clock)
        await with_webhook(notifications, hooks.address)
        await notifications.look()
        table = await table_for_two(killed)
        await play_until_turn_of(killed, table, BEN)
        before, now = await notifications.table_events.last_look(), clock()
        found = await notifications.table_events.find(float(before or 0), now)
        assert [new.kind for new in found] == ["turn"]
    async with hall_over(database) as hall:
        here, there = notifications_of(hall, clock), notifications_of(hall, clock)
        before = await here.table_events.last_look()
        for server in (here, there):
            again = await server.table_events.find(float(before or 0), now)
            await server.table_events.note_look(before, now + 1, lambda at, new=again: here.outbox.insert(at, new))  # type: ignore[misc]
        clock.now += 31
        await here.delivery.deliver_all()
        await there.delivery.deliver_all()
        await deliver_later(here, clock)
    assert len(hooks.came) == 1


async def test_two_servers_that_deliver_at_the_same_moment_send_it_once(database: str, hooks: WebServer) -> None:
    clock = Clock()
    async with hall_over(database) as one, hall_over(database) as two:
        servers = [notifications_of(hall, clock) for hall in (one, two)]
        await with_webhook(servers[0], hooks.address)
        await servers[0].look()
        await play_until_turn_of(one, await table_for_two(one), BEN)
        await asyncio.gather(*(server.look() for server in servers))
        clock.now += 31
        await asyncio.gather(*(server.delivery.deliver_all() for server in servers * 3))
    assert len(hooks.came) == 1


async def test_no_channel_waits_for_another(
    hall: Hall, hooks: WebServer, push_service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, was_pushed = Clock(), asyncio.Event()
    notifications = notifications_of(hall, clock)
    await with_webhook(notifications, hooks.address)
    await with_push(notifications, push_service)
    post, push = notifications.webhooks.send, notifications.push.send

    async def push_and_say(channel: Channel, message: Message) -> None:
        await push(channel, message)
        was_pushed.set()

    async def post_after_that(channel: Channel, message: Message) -> None:
        await asyncio.wait_for(was_pushed.wait(), 20)
        await post(channel, message)

    monkeypatch.setattr(notifications.push, "send", push_and_say)
    monkeypatch.setattr(notifications.webhooks, "send", post_after_that)
    await play_until_turn_of(hall, await table_for_two(hall), BEN)
    await deliver_later(notifications, clock)
    (notification,) = await notifications.outbox.last(BEN, 5)
    assert [sent["result"] for sent in notification.sent.values()] == ["arrived", "arrived"]


async def test_quiet_hours_hold_all_but_time_that_runs_short(hall: Hall, hooks: WebServer) -> None:
    clock = Clock()
    notifications = notifications_of(hall, clock)
    await with_webhook(notifications, hooks.address)
    minute = int(clock.now % 86400 // 60)
    quiet = NotificationChoices(quiet_from=minute, quiet_until=(minute + 120) % 1440)
    await notifications.choices.put(BEN, quiet)
    table = await table_for_two(hall)
    await play_until_turn_of(hall, table, BEN)
    await deliver_later(notifications, clock)
    assert hooks.came == []
    (held,) = await notifications.outbox.last(BEN, 5)
    end = quiet.quiet_end(clock.now)
    assert held.due_at == end
    assert end
    await notifications.notify(BEN, "time", {"game": "asante", "until": clock.now + 7200}, table.id, table.last_number)
    await notifications.look_and_deliver()
    assert len(hooks.came) == 1
    assert "your time runs short" in texts(hooks)[0]
    clock.now = end
    await notifications.look_and_deliver()
    assert "your turn" in texts(hooks)[1]


async def test_time_that_runs_short_is_told_once_a_turn(hall: Hall, hooks: WebServer) -> None:
    clock = Clock()
    notifications = notifications_of(hall, clock)
    await with_webhook(notifications, hooks.address)
    table = await table_for_two(hall, Terms(clock=Days(1)))
    await play_until_turn_of(hall, table, BEN)
    await hall.has_shown(table, 1, table.last_number)
    assert table.clocks
    flag = table.clocks.due_at
    assert flag
    await deliver_later(notifications, clock)
    assert hooks.came == []
    clock.now = flag - 2 * 3600
    await notifications.look_and_deliver()
    await deliver_later(notifications, clock)
    assert texts(hooks) == [f"Asante: your time runs short. 2 hours left.\nhttps://games.example.org/table/{table.id}"]


async def test_chat_ends_and_invitations_are_told_to_those_who_want_it(hall: Hall, hooks: WebServer) -> None:
    clock = Clock()
    notifications = notifications_of(hall, clock)
    await with_webhook(notifications, hooks.address)
    await notifications.choices.put(BEN, NotificationChoices(kinds=("chat", "invite")))
    await notifications.look()
    table = await table_for_two(hall, opened_by=ANN)
    await hall.say(table.id, ANN, 0, "Hello!")
    await hall.say(table.id, BEN, 1, "Hello to you")
    await deliver_later(notifications, clock)
    (text,) = texts(hooks)
    assert "Asante: a new table for you. Ann plays with you." in text
    assert "Asante: Ann writes" in text
    assert "Hello" not in text
    await deliver_later(notifications, clock)
    assert len(hooks.came) == 1


async def test_other_rooms_say_a_thing_twice_and_it_is_told_once(hall: Hall, hooks: WebServer) -> None:
    clock = Clock()
    notifications = notifications_of(hall, clock)
    about = {"game": "asante", "name": "Winter cup", "round": 2, "path": "/tournaments/x"}
    assert not await notifications.notify(BEN, "round", about), "there is no channel to tell it"
    await with_webhook(notifications, hooks.address)
    assert await notifications.notify(BEN, "round", about)
    assert not await notifications.notify(BEN, "round", about)
    assert not await notifications.notify(BEN, "over", {"game": "asante"}), "that is not wanted"
    await deliver_later(notifications, clock)
    assert texts(hooks) == ["Winter cup: round 2 begins. Asante\nhttps://games.example.org/tournaments/x"]


async def test_a_game_that_is_over_is_told_to_who_asked_for_it(hall: Hall, hooks: WebServer) -> None:
    clock = Clock()
    notifications = notifications_of(hall, clock)
    await with_webhook(notifications, hooks.address)
    await notifications.choices.put(BEN, NotificationChoices(kinds=("over",)))
    table = await table_for_two(hall)
    while not table.is_over:
        await move(hall, table)
    async with hall.store.engine.begin() as connection:
        await connection.execute(sa.update(schema.seats).values(shown=None))
    await deliver_later(notifications, clock)
    await deliver_later(notifications, clock)
    assert texts(hooks) == [f"Asante: the game is over\nhttps://games.example.org/table/{table.id}"]


async def test_old_notifications_and_too_many_of_them_go(hall: Hall) -> None:
    clock = Clock()
    notifications = notifications_of(hall, clock)
    for number in range(MOST_OF_PERSON + 5):
        assert await notifications.outbox.add(Event(BEN, "round", {"round": number}))
    assert await notifications.outbox.add(Event(ANN, "round", {"round": 1}))
    await notifications.tidy()
    kept = await notifications.outbox.take(BEN) or await notifications.outbox.last(BEN, 500)
    assert all(notification.about["round"] >= 5 for notification in kept)
    assert len(await notifications.outbox.last(ANN, 5)) == 1
    clock.now += 15 * 24 * 3600
    await notifications.tidy()
    assert await notifications.outbox.last(BEN, 5) == []


async def test_a_house_that_rests_tells_nothing_until_it_is_open_again(hall: Hall, hooks: WebServer) -> None:
    clock = Clock()
    notifications = notifications_of(hall, clock)
    await with_webhook(notifications, hooks.address)
    await notifications.look()
    table = await table_for_two(hall)
    await play_until_turn_of(hall, table, BEN)
    hall.gate.read_only = True
    await deliver_later(notifications, clock)
    assert hooks.came == []
    hall.gate.read_only = False
    await deliver_later(notifications, clock)
    assert len(hooks.came) == 1


async def test_whoever_is_first_in_a_new_game_is_told_that_it_has_begun(hall: Hall, hooks: WebServer) -> None:
    clock = Clock()
    notifications = notifications_of(hall, clock)
    await with_webhook(notifications, hooks.address)
    while (table := await table_for_two(hall)).state.seat != 1:
        await hall.leave(table.id, BEN, 1, "random")
    await deliver_later(notifications, clock)
    assert texts(hooks) == [f"Asante: your turn. The game has begun.\nhttps://games.example.org/table/{table.id}"]
