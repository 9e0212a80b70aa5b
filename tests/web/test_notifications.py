"""The page on which people say how they are told, and the links in e-mails: all of it works without scripts."""

import json
import logging
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from mezani.house.house import House
from tests.house.notifications.receivers import MailReceiver, PushService, WebServer, hooks, mail_receiver, push_service
from tests.web.people import Person, server

__all__ = ["hooks", "mail_receiver", "push_service"]

SITE = "https://games.example.org"
ADDRESS = "ann@example.org"


@pytest.fixture
def client(tmp_path: Path, mail_receiver: MailReceiver) -> Iterator[TestClient[Any]]:
    """A house that sends e-mail, and lets webhooks lead home."""
    settings = {
        "smtp_address": f"127.0.0.1:{mail_receiver.port}",
        "smtp_security": "none",
        "mail_from": "games@example.org",
        "public_address": SITE,
        "private_webhooks": True,
    }
    with server(tmp_path, **settings) as client:
        yield client


def saved(person: Person, **more: object) -> str:
    """The page after somebody has saved what they want."""
    form = {"kind": "turn", "quiet-until": "450", "zone": "UTC", "loudness": "60", "sound": "1", **more}
    answer = person.ask("POST", "/notifications", data=form)
    assert answer.status_code == 200, answer.text
    return answer.text


def link_of(receiver: MailReceiver, what: str) -> str:
    """The last link of an e-mail to a page of ours."""
    part = receiver.taken[-1].get_body(("plain",))
    assert part
    found = re.search(rf"{SITE}(/notifications/{what}/\S+)", part.get_content())
    assert found
    return found[1]


def test_a_mail_address_is_confirmed_tried_and_ended(ann: Person, mail_receiver: MailReceiver) -> None:
    page = saved(ann, mail=ADDRESS)
    assert "An e-mail is on its way" in page
    assert 'form="try" name="channel" value=' not in page
    link = link_of(mail_receiver, "confirm")
    stranger = Person(ann.client)
    asked = stranger.get(link)
    assert ADDRESS in asked.text
    assert "confirmed</span>" not in ann.get("/notifications").text, "to open a link is not enough"
    assert "Confirmed" in stranger.post(link).text
    page = ann.get("/notifications").text
    assert "confirmed</span>" in page
    channel = re.findall(r'form="try" name="channel" value="(\w+)"', page)[0]
    assert "Sent. It should be there" in ann.post("/notifications/try", channel=channel).text
    assert mail_receiver.taken[-1]["Subject"] == "This is how you hear of your turn"
    end = link_of(mail_receiver, "end")
    assert ADDRESS in stranger.get(end).text
    once = stranger.ask("POST", end, data={"List-Unsubscribe": "One-Click"})
    assert once.status_code == 200
    assert "No more e-mails" in once.text
    assert ADDRESS not in ann.get("/notifications").text
    assert "No more e-mails" in stranger.get(end).text


def test_wrong_links_in_emails_say_so(ann: Person) -> None:
    for path in ("/notifications/confirm/nonsense", "/notifications/end/nonsense", "/notifications/end/a-b"):
        for method in ("GET", "POST"):
            answer = ann.ask(method, path)
            assert answer.status_code == 410
            assert "This link is no longer valid" in answer.text


def test_a_webhook_is_kept_tried_switched_off_and_removed(ann: Person, hooks: WebServer) -> None:
    page = saved(ann, webhook=hooks.address)
    channel = re.findall(r'form="try" name="channel" value="(\w+)"', page)[0]
    assert "Sent. It should be there" in ann.post("/notifications/try", channel=channel).text
    assert len(hooks.came) == 1
    page = saved(ann, webhook=hooks.address)
    assert 'form="try"' not in page.replace('id="try"', "").partition("Webhook")[2].partition("When")[0]
    assert hooks.address in page
    assert hooks.address not in saved(ann)


def test_what_fails_when_it_is_tried_is_said(ann: Person, hooks: WebServer) -> None:
    page = saved(ann, webhook=hooks.address)
    hooks.status = 500
    channel = re.findall(r'form="try" name="channel" value="(\w+)"', page)[0]
    assert "It has not arrived. The answer was 500." in ann.post("/notifications/try", channel=channel).text
    assert "The last message has not arrived. The answer was 500." in ann.get("/notifications").text


def test_a_message_is_in_the_language_in_which_the_page_was_saved_last(ann: Person, hooks: WebServer) -> None:
    page = saved(ann, webhook=hooks.address)
    channel = re.findall(r'form="try" name="channel" value="(\w+)"', page)[0]
    ann.post("/settings", lang="de")
    form = {"webhook": hooks.address, "webhook-on": "1"}
    assert ann.ask("POST", "/notifications", data=form).status_code == 200
    ann.post("/notifications/try", channel=channel)
    assert json.loads(hooks.came[0].body)["text"].startswith("So erfährst du, dass du dran bist")


def test_all_that_is_wrong_is_said_at_once(ann: Person) -> None:
    page = ann.ask("POST", "/notifications", data={"mail": "nobody", "webhook": "ftp://example.org/"}).text
    assert "This is no e-mail address." in page
    assert "Nothing can be sent to this address." in page


def test_links_in_emails_and_addresses_are_in_no_log(
    ann: Person, mail_receiver: MailReceiver, hooks: WebServer, caplog: pytest.LogCaptureFixture
) -> None:
    for name in ("", "mezani", "mezani.requests"):  # whatever other tests have set
        caplog.set_level(logging.DEBUG, name or None)
    page = saved(ann, mail=ADDRESS, webhook=f"{hooks.address}/secret-of-a-chat")
    ann.post("/notifications/try", channel=re.findall(r'form="try" name="channel" value="(\w+)"', page)[0])
    link = link_of(mail_receiver, "confirm")
    Person(ann.client).get(link)
    Person(ann.client).post(link)
    tests_own = ("httpx", "asyncio", "mail.log", "sqlalchemy", "aiosqlite")
    said = "\n".join(str(record.__dict__) for record in caplog.records if not record.name.startswith(tests_own))
    assert "/notifications/confirm/{token" in said, "something is logged"
    for secret in (link.rpartition("/")[2], ADDRESS, "secret-of-a-chat"):
        assert secret not in said


def test_nobody_tries_removes_or_switches_the_channels_of_others(ann: Person, ben: Person, hooks: WebServer) -> None:
    page = saved(ann, webhook=hooks.address)
    channel = re.findall(r'form="try" name="channel" value="(\w+)"', page)[0]
    saved(ben)
    ben.post("/notifications/try", channel=channel)
    ben.post("/notifications/remove", channel=channel)
    assert hooks.came == []
    assert hooks.address in ann.get("/notifications").text
    assert hooks.address not in ben.get("/notifications").text


@pytest.mark.parametrize(
    ("field", "given", "sentence"),
    [
        ("mail", "no address", "This is no e-mail address."),
        ("mail", "a@b.org\r\nBcc: c@d.org", "This is no e-mail address."),
        ("webhook", "ftp://example.org/", "Nothing can be sent to this address."),
        ("webhook", "http://user:pass@127.0.0.1/", "Nothing can be sent to this address."),
    ],
)
def test_a_wrong_address_is_refused_where_it_stands_and_nothing_is_kept(
    ann: Person, mail_receiver: MailReceiver, field: str, given: str, sentence: str
) -> None:
    saved(ann, kind="over")
    answer = ann.ask("POST", "/notifications", data={"kind": "chat", field: given})
    assert answer.status_code == 422
    assert sentence in answer.text
    assert 'value="chat" form="notifications" checked' in answer.text, "what was filled in stays"
    assert 'value="over" form="notifications" checked' in ann.get("/notifications").text
    assert 'value="chat" form="notifications" checked' not in ann.get("/notifications").text
    assert mail_receiver.taken == []


def test_a_webhook_into_the_house_is_refused_unless_the_host_allows_it(tmp_path: Path, hooks: WebServer) -> None:
    with server(tmp_path) as client:
        ann = Person(client)
        for host in ("127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "2130706433"):
            form = {"webhook": f"http://{host}:{hooks.port}/", "webhook-on": "1"}
            refused = ann.ask("POST", "/notifications", data=form)
            assert refused.status_code == 422
            assert "that begins with http:// or https://" in refused.text
        assert hooks.came == []


def test_what_one_wants_to_hear_and_quiet_hours_are_kept(ann: Person) -> None:
    page = saved(ann, **{"kind": ["over", "turn"], "quiet-from": "1320", "zone": "Europe/Berlin", "sound": "0"})
    for kind, on in (("turn", True), ("over", True), ("time", False), ("chat", False)):
        assert (f'name="kind" value="{kind}" form="notifications" checked' in page) == on
    assert '<option value="1320" selected>22:00</option>' in page
    assert "<option selected>Europe/Berlin</option>" in page
    assert 'name="sound" value="1" form="notifications" aria-label="Sound"' in page
    odd = saved(ann, **{"quiet-from": "17", "quiet-until": "-1", "zone": "Nowhere", "kind": "nonsense"})
    assert "<option selected>UTC</option>" in odd
    assert '<option value="1320" selected>' not in odd


def test_a_house_without_a_mail_server_offers_no_mail(tmp_path: Path) -> None:
    with server(tmp_path) as client:
        ann = Person(client)
        page = ann.get("/notifications").text
        assert "This house sends no e-mail." in page
        assert "Mail and webhooks work everywhere" not in page
        assert 'name="mail"' not in page
        assert ann.ask("POST", "/notifications", data={"mail": ADDRESS}).status_code == 422


def test_a_device_is_told_and_ended(ann: Person, push_service: PushService) -> None:
    device = {"endpoint": push_service.endpoint, **push_service.keys}
    page = ann.ask("POST", "/notifications/device", data=device, headers={"user-agent": "Chrome Android"}).text
    assert "<b>Phone</b>" in page
    assert "Chrome, Android" in page
    channel = re.findall(r'form="try" name="channel" value="(\w+)"', page)[0]
    ann.post("/notifications/try", channel=channel)
    assert push_service.opened(push_service.came[0])["title"] == "This is how you hear of your turn"
    assert f'form="try" name="channel" value="{channel}"' in saved(ann), (
        "a page that did not know the device leaves it alone"
    )
    assert f'form="remove" name="channel" value="{channel}"' in saved(ann, listed=channel)
    assert f'form="try" name="channel" value="{channel}"' in saved(ann, listed=channel, device=channel)
    ann.ask("POST", "/notifications/device/end", data={"endpoint": push_service.endpoint})
    assert "Chrome, Android" not in ann.get("/notifications").text


@pytest.mark.parametrize("forged", [{}, {"p256dh": "x"}, {"endpoint": "javascript:alert(1)"}, {"auth": "AAAA"}])
def test_a_forged_subscription_is_refused(ann: Person, push_service: PushService, forged: dict[str, str]) -> None:
    device = {"endpoint": push_service.endpoint, **push_service.keys, **forged} if forged else {}
    assert ann.ask("POST", "/notifications/device", data=device).status_code == 422
    assert "data-device" not in ann.get("/notifications").text


def test_a_subscription_into_the_house_is_refused(tmp_path: Path, push_service: PushService) -> None:
    with server(tmp_path) as client:
        for host in ("127.0.0.1", "localhost", "[::1]", "10.0.0.1", "169.254.169.254"):
            device = {"endpoint": f"https://{host}:{push_service.port}/x", **push_service.keys}
            assert Person(client).ask("POST", "/notifications/device", data=device).status_code == 422
    assert push_service.came == []


def test_a_form_of_another_site_changes_nothing(ann: Person, hooks: WebServer) -> None:
    answer = ann.ask(
        "POST", "/notifications", data={"webhook": hooks.address}, headers={"origin": "https://evil.example"}
    )
    assert answer.status_code == 403


def test_what_was_sent_last_is_told(ann: Person, client: TestClient[Any], hooks: WebServer) -> None:
    saved(ann, webhook=hooks.address)
    house: House = client.app.state.house
    portal = client.blocking_portal
    assert portal

    async def tell() -> None:
        player = (await house.notifications.channels._found())[0].player
        await house.notifications.choices.put(player, (await house.notifications.choices.of(player)))
        assert await house.notifications.notify(player, "turn", {"game": "asante", "by": "Ben"})

    portal.call(tell)
    page = ann.get("/notifications").text
    assert "Asante: your turn" in page
    assert "on its way" in page


def test_a_program_hears_of_its_turns_at_a_web_address(client: TestClient[Any], hooks: WebServer) -> None:
    program = {"authorization": "Bearer a-token-of-a-program-of-mine"}
    path = "/api/me/notifications"
    assert client.get(path).status_code == 401
    usual = {"webhook": "", "kinds": ["turn", "time", "invite", "round"]}
    assert client.get(path, headers=program).json() == usual
    wanted = {"webhook": hooks.address, "kinds": ["turn", "over"]}
    assert client.put(path, headers=program, json=wanted).json() == wanted
    assert client.get(path, headers=program).json() == wanted
    for wrong in ({"webhook": "ftp://x/"}, {"webhook": "http://u@127.0.0.1/"}):
        answer = client.put(path, headers=program, json=wrong)
        assert (answer.status_code, answer.json()["status"]) == (422, 422)
    assert client.put(path, headers=program, json={"kinds": ["nonsense"]}).status_code == 400
    assert client.get(path, headers=program).json() == wanted
    assert client.put(path, headers=program, json={"webhook": ""}).json() == usual


def test_nothing_is_looked_for_while_nobody_wants_to_be_told(
    ann: Person, client: TestClient[Any], hooks: WebServer
) -> None:
    house: House = client.app.state.house
    portal = client.blocking_portal
    assert portal
    portal.call(house.send_notifications)
    assert portal.call(house.notifications.table_events.last_look) is None
    saved(ann, webhook=hooks.address)
    portal.call(house.send_notifications)
    assert portal.call(house.notifications.table_events.last_look) is not None
