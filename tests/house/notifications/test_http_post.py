"""Nothing is sent into the house, by whatever name it is called."""

import asyncio
import json
import socket
from collections.abc import Sequence
from contextlib import suppress

import pytest

from mezani.house.notifications import mail
from mezani.house.notifications.channels import MOST_FAILURES
from mezani.house.notifications.http_post import SECONDS, HttpPoster, NotSent, is_own, is_public
from mezani.house.notifications.messages import Line, Message
from mezani.house.notifications.outbox import LEASE
from mezani.house.notifications.webhooks import body_for
from mezani.tables.hall import Hall
from mezani.tables.refusals import TooMuch, WrongAddress
from tests.house.notifications.receivers import WebServer
from tests.house.notifications.scene import BEN, Clock, notifications_of, with_webhook

pytestmark = pytest.mark.anyio


async def at_home(host: str, port: int) -> Sequence[str]:
    return ["127.0.0.1"]


INSIDE = [
    "127.0.0.1",
    "127.8.8.8",
    "0.0.0.0",
    "10.1.2.3",
    "172.16.0.1",
    "192.168.1.1",
    "100.64.0.1",
    "169.254.169.254",
    "224.0.0.1",
    "255.255.255.255",
    "240.0.0.1",
    "192.0.0.1",
    "198.18.0.1",
    "::",
    "::1",
    "::127.0.0.1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "64:ff9b::7f00:1",
    "2002:7f00:1::",
    "2001:0:7f00:1::",
    "192.0.0.192",
    "192.0.0.9",
    "168.63.129.16",
    "192.88.99.1",
    "2001:20::1",
    "2001:db8::1",
    "2002:5db8:d822::1",
    "3fff::1",
    "5f00::1",
    "fe80::1",
    "fe80::1%eth0",
    "fec0::1",
    "fc00::1",
    "ff02::1",
    "nonsense",
]


@pytest.mark.parametrize("address", INSIDE)
async def test_addresses_at_home_are_not_of_the_world(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", ["93.184.216.34", "2606:2800:220:1:248:1893:25c8:1946", "::ffff:93.184.216.34"])
async def test_addresses_of_the_world_are(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize(
    "host",
    [
        *("127.0.0.1", "localhost", "LOCALHOST", "localhost.", "2130706433", "0x7f000001", "0177.0.0.1", "127.1"),
        *("[::1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "10.0.0.1", "0", "１２７.0.0.1", "ⓛocalhost"),
    ],
)
async def test_a_webhook_into_the_house_is_refused_and_nothing_is_sent(hooks: WebServer, host: str) -> None:
    address, poster = f"http://{host}:{hooks.port}/", HttpPoster()
    with pytest.raises(WrongAddress):
        await poster.check(address)
    with pytest.raises((NotSent, WrongAddress)):
        await poster.post(address, {}, b"{}")
    assert hooks.came == []


@pytest.mark.parametrize(
    "address",
    [
        "",
        "x",
        "http://",
        "file:///etc/passwd",
        "gopher://example.org/",
        "http://a b/",
        "http://u:p@example.org/",
        "http://example.org:99999/",
        "http://exa\r\nmple.org/",
        "http://example.org/\r\nX: y",
        "//example.org/",
        "http://example.org:25/",
        "http://example.org:22/",
        "https://example.org/\tx",
        "https://example.org/ä",
        "http://" + "x" * 70 + ".org/",
        "https://example.org/" + "x" * 2000,
    ],
)
async def test_what_is_no_address_is_refused(address: str) -> None:
    with pytest.raises(WrongAddress):
        await HttpPoster(private=True, resolve=at_home).check(address)


async def test_a_name_that_means_another_address_a_moment_later_leads_nowhere(hooks: WebServer) -> None:
    answers = [["93.184.216.34"], ["127.0.0.1"], ["127.0.0.1"]]
    asked = []

    async def rebinding(host: str, port: int) -> Sequence[str]:
        asked.append(host)
        return answers[len(asked) - 1]

    poster, address = HttpPoster(resolve=rebinding), f"http://rebind.example.org:{hooks.port}/"
    await poster.check(address)
    with pytest.raises(NotSent) as problem:
        await poster.post(address, {}, b"{}")
    assert problem.value.is_final
    assert hooks.came == []
    assert asked == ["rebind.example.org"] * 2


async def test_a_name_with_one_address_of_the_world_and_one_at_home_is_refused() -> None:
    async def both(host: str, port: int) -> Sequence[str]:
        return ["93.184.216.34", "127.0.0.1"]

    with pytest.raises(WrongAddress):
        await HttpPoster(resolve=both).check("https://both.example.org/")


async def test_an_address_of_the_world_that_is_this_machines_own_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    async def here(host: str, port: int) -> Sequence[str]:
        return ["93.184.216.34"]

    await HttpPoster(resolve=here).check("https://mine.example.org/")
    monkeypatch.setattr("mezani.house.notifications.http_post.is_own", lambda address: address == "93.184.216.34")
    with pytest.raises(WrongAddress):
        await HttpPoster(resolve=here).check("https://mine.example.org/")
    await HttpPoster(private=True, resolve=here).check("https://mine.example.org/")


async def test_a_machine_knows_its_own_addresses() -> None:
    assert is_own("127.0.0.1")
    assert not any(map(is_own, ("93.184.216.34", "2606:2800:220:1:248:1893:25c8:1946", "nonsense")))


async def test_the_connection_goes_to_the_address_that_was_checked(hooks: WebServer) -> None:
    poster = HttpPoster(private=True, resolve=at_home)
    assert await poster.post(f"http://hook.example.org:{hooks.port}/x", {}, b"{}") == 201
    assert hooks.came[0].headers["host"] == f"hook.example.org:{hooks.port}"


async def test_redirections_are_not_followed(hall: Hall, hooks: WebServer) -> None:
    notifications = notifications_of(hall)
    channel = await with_webhook(notifications, f"{hooks.address}/first")
    hooks.status, hooks.location = 302, f"{hooks.address}/second"
    assert not await notifications.try_out(BEN, channel.id)
    assert [came.path for came in hooks.came] == ["/first"]


async def answering(poster: HttpPoster, answer: bytes) -> int:
    """Post to a server that answers with this for ever, and see that it is left."""
    left = asyncio.Event()

    async def go_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError):
            while not writer.is_closing():
                writer.write(answer)
                await writer.drain()
        left.set()

    async with await asyncio.start_server(go_on, "127.0.0.1", 0) as server:
        try:
            return await poster.post(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/", {}, b"{}")
        finally:
            await asyncio.wait_for(left.wait(), 20)


async def test_of_an_answer_without_end_only_the_status_is_read() -> None:
    assert await answering(HttpPoster(private=True), b"HTTP/1.1 200 OK\r\n\r\n" + b"x" * 65536) == 200


@pytest.mark.parametrize("answer", [b"HTTP/1.1 200 OK\r\nX: " + b"x" * 65536, b"220 mail.example.org ESMTP\r\n"])
async def test_what_is_no_answer_is_not_waited_for(answer: bytes) -> None:
    with pytest.raises(NotSent) as problem:
        await answering(HttpPoster(private=True), answer)
    assert problem.value.reason == "silent"


async def test_nobody_waits_long_for_somebody_who_never_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mezani.house.notifications.http_post.SECONDS", 0.1)
    with socket.create_server(("127.0.0.1", 0)) as silent, pytest.raises(NotSent) as problem:
        await HttpPoster(private=True).post(f"http://127.0.0.1:{silent.getsockname()[1]}/", {}, b"{}")
    assert problem.value.reason == "silent"


async def test_a_server_holds_what_it_sends_for_longer_than_that_takes() -> None:
    assert max(SECONDS, mail.SECONDS) < LEASE / 2


async def test_proxies_of_the_environment_are_not_used(hooks: WebServer, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:1")
    assert await HttpPoster(private=True).post(hooks.address, {}, b"{}") == 201


async def test_the_host_decides_whether_webhooks_may_lead_home(hall: Hall, hooks: WebServer) -> None:
    await notifications_of(hall).webhooks.check(hooks.address)
    with pytest.raises(WrongAddress):
        await notifications_of(hall, private_webhooks=False).webhooks.check(hooks.address)


async def test_a_webhook_gets_json_as_chat_services_take_it(hall: Hall, hooks: WebServer) -> None:
    notifications = notifications_of(hall)
    channel = await with_webhook(notifications, hooks.address)
    assert await notifications.try_out(BEN, channel.id)
    said = json.loads(hooks.came[0].body)
    assert said["text"] == said["content"]
    assert said["text"].startswith("This is how you hear of your turn")
    assert hooks.came[0].headers["content-type"] == "application/json"


async def test_each_chat_service_gets_what_it_takes_and_names_call_nobody() -> None:
    line = Line("Asante: your turn", "@everyone <!channel> has moved.", "/table/x")
    message = Message("t", "b", "/table/x", "x", "1", 1, [line])
    text = "Asante: your turn. @\u200beveryone ‹!channel› has moved.\nhttps://g.org/table/x"
    discord = body_for("https://discord.com/api/webhooks/1/a", message, "https://g.org")
    assert discord == {"content": text, "allowed_mentions": {"parse": []}}
    assert body_for("https://hooks.slack.com/services/1", message, "https://g.org") == {"text": text}
    assert body_for("https://example.org/", message, "https://g.org")["text"] == text


async def test_a_way_is_tried_again_after_a_while_only(hall: Hall, hooks: WebServer) -> None:
    clock = Clock()
    notifications = notifications_of(hall, clock)
    channel = await with_webhook(notifications, hooks.address)
    assert await notifications.try_out(BEN, channel.id)
    with pytest.raises(TooMuch):
        await notifications.try_out(BEN, channel.id)
    clock.now += 10
    assert await notifications.try_out(BEN, channel.id)
    assert not await notifications.try_out("somebody else", channel.id)


async def test_a_way_that_fails_for_long_is_switched_off(hall: Hall) -> None:
    notifications = notifications_of(hall)
    channel = await with_webhook(notifications, "http://127.0.0.1:1/")
    for _ in range(MOST_FAILURES):
        found = await notifications.channels.find(channel.id)
        assert found
        assert found.is_on
        await notifications.channels.has_failed(found, NotSent("silent", "nobody is there"))
    off = await notifications.channels.find(channel.id)
    assert off
    assert off.has_failed
    assert off.problem == ("silent", None)
    assert await notifications.channels.switch(BEN, channel.id, True)
    again = await notifications.channels.find(channel.id)
    assert again
    assert (again.is_on, again.failures) == (True, 0)
