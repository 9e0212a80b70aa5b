"""What goes to a browser is sealed and signed, says no secret, and forged subscriptions are refused."""

import pytest

from mezani.house.news.posting import Poster
from mezani.house.news.push import Push
from mezani.house.news.ways import MOST_DEVICES
from mezani.tables.hall import Hall
from mezani.tables.refusals import TooManyDevices, WrongAddress
from tests.house.news.receivers import PushService, WebServer, base64
from tests.house.news.scene import (
    ANN,
    BEN,
    SITE,
    Clock,
    news_of,
    play_until_turn_of,
    table_for_two,
    tell_later,
    with_push,
    with_webhook,
)

pytestmark = pytest.mark.anyio

ENDPOINT = "https://push.example.org/1"


async def test_a_browser_gets_game_and_who_moved_and_nothing_else(hall: Hall, push_service: PushService) -> None:
    clock = Clock()
    news = news_of(hall, clock)
    await with_push(news, push_service, lang="de")
    table = await table_for_two(hall)
    await play_until_turn_of(hall, table, BEN)
    await tell_later(news, clock)
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
    news = news_of(hall, clock)
    way = await with_push(news, push_service)
    assert await news.try_out(BEN, way.id)
    signed = push_service.signed(push_service.came[0])
    assert signed["aud"] == push_service.address
    assert signed["sub"] == SITE
    assert 0 < signed["exp"] - clock.now < 24 * 3600
    assert signed["key"] == await news.push.public_key()
    assert await news_of(hall).push.public_key() == signed["key"], "all servers share it"


@pytest.mark.parametrize("site", ["https://games.example.org:8443", "http://10.0.0.5:8484", "https://mezani", ""])
async def test_wherever_the_house_is_its_browsers_are_told(hall: Hall, push_service: PushService, site: str) -> None:
    news = news_of(hall, public_address=site)
    way = await with_push(news, push_service)
    assert await news.try_out(BEN, way.id)


async def test_a_browser_that_is_gone_is_switched_off_at_once(hall: Hall, push_service: PushService) -> None:
    clock = Clock()
    news = news_of(hall, clock)
    way = await with_push(news, push_service)
    push_service.status = 410
    table = await table_for_two(hall)
    await play_until_turn_of(hall, table, BEN)
    await tell_later(news, clock)
    await tell_later(news, clock, 8 * 3600)
    assert len(push_service.came) == 1
    gone = await news.ways.find(way.id)
    assert gone
    assert gone.has_failed
    assert not gone.is_on


async def test_a_service_that_fails_is_asked_again_with_growing_pauses(hall: Hall, push_service: PushService) -> None:
    clock = Clock()
    news = news_of(hall, clock)
    await with_push(news, push_service)
    push_service.status = 503
    table = await table_for_two(hall)
    await play_until_turn_of(hall, table, BEN)
    await tell_later(news, clock)
    for seconds, asked in ((30, 1), (31, 2), (299, 2), (2, 3), (1799, 3)):
        clock.now += seconds
        await news.look_and_tell()
        assert len(push_service.came) == asked
    push_service.status = 201
    clock.now += 2
    await news.look_and_tell()
    assert len(push_service.came) == 4
    (item,) = await news.outbox.last(BEN, 5)
    assert [sent["result"] for sent in item.sent.values()] == ["arrived"]
    (way,) = await news.ways.of(BEN)
    assert way.failures == 0


async def test_a_browser_tells_one_person_only(hall: Hall, push_service: PushService) -> None:
    news = news_of(hall)
    await with_push(news, push_service, ANN)
    await with_push(news, push_service, BEN)
    assert await news.ways.of(ANN) == []
    assert len(await news.ways.of(BEN)) == 1
    await news.ways.add_device(
        ANN, push_service.endpoint, {**push_service.keys, "auth": base64(b"another secret!!")}, ""
    )
    assert len(await news.ways.of(BEN)) == 1, "who only knows the address takes it from nobody"


async def test_there_are_only_so_many_devices(hall: Hall, push_service: PushService) -> None:
    news = news_of(hall)
    for number in range(MOST_DEVICES):
        await news.ways.add_device(BEN, f"{push_service.address}/{number}", push_service.keys, "")
    with pytest.raises(TooManyDevices):
        await with_push(news, push_service)
    await news.ways.add_device(BEN, f"{push_service.address}/0", push_service.keys, "again")
    assert len(await news.ways.of(BEN)) == MOST_DEVICES


async def a_public_address(host: str, port: int) -> list[str]:
    return ["93.184.216.34"]


@pytest.mark.parametrize(
    ("endpoint", "keys"),
    [
        ("https://push.example.org/1", {}),
        ("https://push.example.org/1", {"p256dh": "AAAA", "auth": base64(b"sixteen letters!")}),
        ("https://push.example.org/1", {"p256dh": base64(b"\4" + bytes(64)), "auth": base64(b"sixteen letters!")}),
        ("https://push.example.org/1", {"p256dh": 17, "auth": None}),
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
    push = Push(hall.store.house, Poster(resolve=a_public_address))
    await push.check(ENDPOINT, push_service.keys)
    with pytest.raises(WrongAddress):
        await push.check(endpoint, push_service.keys if keys is None else keys)


async def test_a_subscription_that_points_into_the_house_is_refused(hall: Hall, push_service: PushService) -> None:
    news = news_of(hall, private_webhooks=False)
    for endpoint in ("https://127.0.0.1/1", "https://localhost/1", "https://[::1]/1", "https://10.0.0.7/1"):
        with pytest.raises(WrongAddress):
            await news.push.check(endpoint, push_service.keys)


async def test_a_way_that_breaks_does_not_keep_the_others_from_telling(
    hall: Hall, push_service: PushService, hooks: WebServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock()
    news = news_of(hall, clock)
    await with_webhook(news, hooks.address)
    await with_push(news, push_service)

    async def broken(*facts: object) -> None:
        raise RuntimeError("nobody has thought of this")

    monkeypatch.setattr(news.webhooks, "send", broken)
    table = await table_for_two(hall)
    await play_until_turn_of(hall, table, BEN)
    await tell_later(news, clock)
    assert len(push_service.came) == 1
    (item,) = await news.outbox.last(BEN, 5)
    assert {sent["kind"]: sent["result"] for sent in item.sent.values()} == {"push": "arrived", "webhook": "failed"}
    assert item.due_at == clock.now + 60
