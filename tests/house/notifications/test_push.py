"""What goes to a browser is sealed and signed, says no secret, and forged subscriptions are refused."""

import pytest

from mezani.house.notifications.channels import MOST_DEVICES
from mezani.house.notifications.http_post import HttpPoster
from mezani.house.notifications.push import Push
from mezani.tables.hall import Hall
from mezani.tables.refusals import TooManyDevices, WrongAddress
from tests.house.notifications.receivers import PushService, WebServer, base64
from tests.house.notifications.scene import (
    ANN,
    BEN,
    SITE,
    Clock,
    deliver_later,
    notifications_of,
    play_until_turn_of,
    table_for_two,
    with_push,
    with_webhook,
)

pytestmark = pytest.mark.anyio

ENDPOINT = "https://push.example.org/1"


async def test_a_browser_gets_game_and_who_moved_and_nothing_else(hall: Hall, push_service: PushService) -> None:
    clock = Clock()
    notifications = notifications_of(hall, clock)
    await with_push(notifications, push_service, lang="de")
    table = await table_for_two(hall)
    await play_until_turn_of(hall, table, BEN)
    await deliver_later(notifications, clock)
    (came,) = push_service.came
    assert push_service.opened(came) == {
        "title": "Asante: du bist dran",
        "body": "Ann hat gezogen.",
        "path": f"/table/{table.id}",
        "tag": table.id,
        "waiting": 1,
    }
    assert (came.headers["content-encoding"], came.headers["urgency"]) == ("aes128gcm", "normal")
    assert came.path == "/device/1"


async def test_what_is_sent_is_signed_by_the_key_of_the_house(hall: Hall, push_service: PushService) -> None:
    clock = Clock()
    notifications = notifications_of(hall, clock)
    channel = await with_push(notifications, push_service)
    assert await notifications.try_out(BEN, channel.id)
    signed = push_service.signed(push_service.came[0])
    assert signed["aud"] == push_service.address
    assert signed["sub"] == SITE
    assert 0 < signed["exp"] - clock.now < 24 * 3600
    assert signed["key"] == await notifications.push.public_key()
    assert await notifications_of(hall).push.public_key() == signed["key"], "all servers share it"


@pytest.mark.parametrize("site", ["https://games.example.org:8443", "http://10.0.0.5:8484", "https://mezani", ""])
async def test_wherever_the_house_is_its_browsers_are_told(hall: Hall, push_service: PushService, site: str) -> None:
    notifications = notifications_of(hall, public_address=site)
    channel = await with_push(notifications, push_service)
    assert await notifications.try_out(BEN, channel.id)


async def test_a_browser_that_is_gone_is_switched_off_at_once(hall: Hall, push_service: PushService) -> None:
    clock = Clock()
    notifications = notifications_of(hall, clock)
    channel = await with_push(notifications, push_service)
    push_service.status = 410
    table = await table_for_two(hall)
    await play_until_turn_of(hall, table, BEN)
    await deliver_later(notifications, clock)
    await deliver_later(notifications, clock, 8 * 3600)
    assert len(push_service.came) == 1
    gone = await notifications.channels.find(channel.id)
    assert gone
    assert gone.has_failed
    assert not gone.is_on


async def test_a_service_that_fails_is_asked_again_with_growing_pauses(hall: Hall, push_service: PushService) -> None:
    clock = Clock()
    notifications = notifications_of(hall, clock)
    await with_push(notifications, push_service)
    push_service.status = 503
    table = await table_for_two(hall)
    await play_until_turn_of(hall, table, BEN)
    await deliver_later(notifications, clock)
    for seconds, asked in ((30, 1), (31, 2), (299, 2), (2, 3), (1799, 3)):
        clock.now += seconds
        await notifications.look_and_deliver()
        assert len(push_service.came) == asked
    push_service.status = 201
    clock.now += 2
    await notifications.look_and_deliver()
    assert len(push_service.came) == 4
    (notification,) = await notifications.outbox.last(BEN, 5)
    assert [sent["result"] for sent in notification.sent.values()] == ["arrived"]
    (channel,) = await notifications.channels.of(BEN)
    assert channel.failures == 0


async def test_a_browser_tells_one_person_only(hall: Hall, push_service: PushService) -> None:
    notifications = notifications_of(hall)
    await with_push(notifications, push_service, ANN)
    await with_push(notifications, push_service, BEN)
    assert await notifications.channels.of(ANN) == []
    assert len(await notifications.channels.of(BEN)) == 1
    await notifications.channels.add_device(
        ANN, push_service.endpoint, {**push_service.keys, "auth": base64(b"another secret!!")}, ""
    )
    assert len(await notifications.channels.of(BEN)) == 1, "who only knows the address takes it from nobody"


async def test_there_are_only_so_many_devices(hall: Hall, push_service: PushService) -> None:
    notifications = notifications_of(hall)
    for number in range(MOST_DEVICES):
        await notifications.channels.add_device(BEN, f"{push_service.address}/{number}", push_service.keys, "")
    with pytest.raises(TooManyDevices):
        await with_push(notifications, push_service)
    await notifications.channels.add_device(BEN, f"{push_service.address}/0", push_service.keys, "again")
    assert len(await notifications.channels.of(BEN)) == MOST_DEVICES


async def a_public_address(host: str, port: int) -> list[str]:
    return ["93.184.216.34"]


@pytest.mark.parametrize(
    ("endpoint", "keys"),
    [
        ("https://push.example.org/1", {}),
        ("https://push.example.org/1", {"p256dh": "AAAA", "auth": base64(b"sixteen letters!")}),
        ("https://push.example.org/1", {"p256dh": base64(b"\4" + bytes(64)), "auth": base64(b"sixteen letters!")}),
        ("https://push.example.org/1", {"p256dh": 17, "auth": None}),
        ("https://push.example.org/1", {"p256dh": "A" * 10**6, "auth": base64(b"sixteen letters!")}),
        ("https://push.example.org:25/1", None),
        ("https://push.example.org/1#\r\nX: y", None),
        ("http://push.example.org/1", None),
        ("ftp://push.example.org/1", None),
        ("https://user@push.example.org/1", None),
        ("https://push.example.org/" + "x" * 3000, None),
        ("", None),
    ],
)
async def test_a_forged_subscription_is_refused(
    hall: Hall, push_service: PushService, endpoint: str, keys: dict[str, object] | None
) -> None:
    push = Push(hall.store.house, HttpPoster(resolve=a_public_address))
    await push.check(ENDPOINT, push_service.keys)
    with pytest.raises(WrongAddress):
        await push.check(endpoint, push_service.keys if keys is None else keys)


async def test_a_subscription_that_points_into_the_house_is_refused(hall: Hall, push_service: PushService) -> None:
    notifications = notifications_of(hall, private_webhooks=False)
    for endpoint in ("https://127.0.0.1/1", "https://localhost/1", "https://[::1]/1", "https://10.0.0.7/1"):
        with pytest.raises(WrongAddress):
            await notifications.push.check(endpoint, push_service.keys)


async def test_a_channel_that_breaks_does_not_keep_the_others_from_telling(
    hall: Hall, push_service: PushService, hooks: WebServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock()
    notifications = notifications_of(hall, clock)
    await with_webhook(notifications, hooks.address)
    await with_push(notifications, push_service)

    async def broken(*facts: object) -> None:
        raise RuntimeError("nobody has thought of this")

    monkeypatch.setattr(notifications.webhooks, "send", broken)
    table = await table_for_two(hall)
    await play_until_turn_of(hall, table, BEN)
    await deliver_later(notifications, clock)
    assert len(push_service.came) == 1
    (notification,) = await notifications.outbox.last(BEN, 5)
    assert {sent["kind"]: sent["result"] for sent in notification.sent.values()} == {
        "push": "arrived",
        "webhook": "failed",
    }
    assert notification.due_at == clock.now + 60
