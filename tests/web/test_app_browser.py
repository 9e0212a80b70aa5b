"""Notifications in a browser: all channels switched on, tried and received; the app installed, offline, with badge."""

import asyncio
import json
import re
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any, TypeVar

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Worker, expect

from mezani.house.house import House
from mezani.language import language
from mezani.tables.situation import Seat
from tests.house.notifications.receivers import MailReceiver, PushService, WebServer, hooks, mail_receiver, push_service
from tests.house.notifications.scene import ANN, ASANTE, Clock, play_until_turn_of
from tests.web.browsing import PHONE, Served, free_port, person, serious_faults
from tests.web.running import Running, running, until

__all__ = ["hooks", "mail_receiver", "push_service"]

pytestmark = pytest.mark.usefixtures("no_script_fails")

T = TypeVar("T")
# A browser without a window shows no notifications and knows no push service: both are stood in for, and nothing else
BROWSER = """device => {
  const unsubscribe = async () => { delete sessionStorage.device; };
  const mine = { endpoint: device.endpoint, toJSON: () => device, unsubscribe };
  Object.defineProperty(Notification, "permission", { get: () => "granted" });
  Notification.requestPermission = async () => "granted";
  PushManager.prototype.getSubscription = async () => sessionStorage.device ? mine : null;
  PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
    if (applicationServerKey.length !== 65) throw new Error("this is no key");
    sessionStorage.device = 1;
    return mine;
  };
}"""
BADGES = """() => {
  window.badges = [];
  navigator.setAppBadge = async (count) => { window.badges.push(count); };
  navigator.clearAppBadge = async () => { window.badges.push(0); };
}"""
NOTICES = """() => {
  window.closedNotices = [];
  const notice = (path) => ({ data: { path }, close: () => window.closedNotices.push(path) });
  ServiceWorkerRegistration.prototype.getNotifications = async () => [location.pathname, "/table/another"].map(notice);
}"""
SPY = """() => {
  self.told = []; self.badges = []; self.opened = [];
  self.registration.showNotification = async (...told) => { self.told.push(told); };
  navigator.setAppBadge = async (count) => { self.badges.push(count); };
  self.clients.openWindow = async (address) => { self.opened.push(address); };
}"""

NO_PUSH = "delete window.PushManager"
IPHONE = "Object.defineProperty(navigator, 'userAgent', { value: 'iPhone' })"
KEPT = """async () => {
  const kept = await caches.open((await caches.keys())[0]);
  return (await kept.keys()).map((request) => new URL(request.url).pathname);
}"""


class Open:
    """A server of this test, whose clock of notifications is moved by hand."""

    def __init__(self, server: Running) -> None:
        self.address = server.address
        self.house: House = server.server.config.app.state.house  # type: ignore[union-attr]
        self.clock = Clock()
        notifications = self.house.notifications
        for part in (
            notifications,
            notifications.channels,
            notifications.outbox,
            notifications.delivery,
            notifications.mail_links,
            notifications.push,
        ):
            part.clock = self.clock

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Do something where the server runs."""
        loop = self.house.chores._tasks[0].get_loop()
        return asyncio.run_coroutine_threadsafe(work, loop).result(60)


@pytest.fixture
def open_house(tmp_path: Path, mail_receiver: MailReceiver) -> Iterator[Open]:
    port = free_port()
    settings = {
        "port": port,
        "public_address": f"http://127.0.0.1:{port}",
        "smtp_address": f"127.0.0.1:{mail_receiver.port}",
        "smtp_security": "none",
        "mail_from": "games@example.org",
        "private_webhooks": True,
    }
    with running(tmp_path, **settings) as server:
        yield Open(server)


def worker_of(page: Page) -> Worker:
    """The service worker of the app, once it works."""
    page.evaluate("navigator.serviceWorker.ready.then((known) => known.active.state)")
    return next(worker for worker in page.context.service_workers if "/service-worker.js" in worker.url)


def deliver(page: Page, address: str, text: str) -> None:
    """Let the browser hand a push message to the worker, as its maker's service would."""
    line = page.context.new_cdp_session(page)
    known: list[dict[str, Any]] = []
    line.on("ServiceWorker.workerRegistrationUpdated", lambda event: known.extend(event["registrations"]))
    line.send("ServiceWorker.enable")
    until_page(page, lambda: bool(known))
    facts = {"origin": address, "registrationId": known[-1]["registrationId"], "data": text}
    line.send("ServiceWorker.deliverPushMessage", facts)


def until_page(page: Page, holds: Callable[[], bool]) -> None:
    """Wait until something holds, and let the browser go on meanwhile."""
    for _ in range(1000):
        if holds():
            return
        page.wait_for_timeout(10)
    raise AssertionError("it never came to that")


def device_of(context: BrowserContext, service: PushService) -> None:
    """Let a browser know this push service."""
    device = {"endpoint": service.endpoint, "keys": service.keys}
    context.add_init_script(f"({BROWSER})({json.dumps(device)})")
    context.add_init_script(f"({BADGES})()")
    context.add_init_script(f"({NOTICES})()")


def try_out(page: Page, channel: str, say: Callable[[str], str] = str) -> None:
    page.get_by_role("button", name=f"{say('Try it')}: {say(channel)}").click()
    page.wait_for_url("**/notifications?tried=*")


@pytest.mark.parametrize(
    "device",
    [
        {"locale": "en-GB", "viewport": {"width": 1440, "height": 900}},
        pytest.param({"locale": "de-DE", **PHONE}, marks=pytest.mark.matrix),
    ],
    ids=["wide", "german phone"],
)
def test_push_mail_and_webhook_are_switched_on_tried_received_and_tell_a_turn(
    browser: Browser,
    open_house: Open,
    push_service: PushService,
    mail_receiver: MailReceiver,
    hooks: WebServer,
    device: dict[str, Any],
) -> None:
    say = language(device["locale"][:2]).gettext
    ben = person(browser, open_house, service_workers="allow", **device)
    device_of(ben.context, push_service)
    ben.goto("/notifications")
    with ben.expect_navigation():
        ben.locator("#this-browser .switch").click()
    expect(ben.locator("#this-browser")).to_contain_text(say("allowed"))
    expect(ben.locator("[data-device]")).to_be_hidden()
    try_out(ben, "This browser", say)
    assert push_service.opened(push_service.came.pop())["title"] == say("This is how you hear of your turn")

    ben.fill("#mail", "ben@example.org")
    ben.fill("#webhook", hooks.address)
    ben.get_by_role("button", name=say("Save")).click()
    expect(ben.get_by_role("status")).to_contain_text(say("An e-mail is on its way: press its link").partition(":")[0])
    asked = mail_receiver.taken.pop().get_body(("plain",))
    assert asked
    ben.goto(re.findall(r"http\S+/confirm/\S+", asked.get_content())[0])
    ben.get_by_role("button", name=say("Yes, this is my address")).click()
    expect(ben.locator("h1")).to_have_text(say("Confirmed"))
    ben.goto("/notifications")
    for channel in ("E-mail", "Webhook"):
        try_out(ben, channel, say)
        expect(ben.get_by_role("status")).to_have_text(say("Sent. It should be there in a moment."))
    assert mail_receiver.taken.pop()["Subject"] == say("This is how you hear of your turn")
    assert json.loads(hooks.came.pop().body)["text"].startswith(say("This is how you hear of your turn"))

    house, hall = open_house.house, open_house.house.hall
    player = open_house.run(house.notifications.channels._found())[0].player
    table = open_house.run(hall.open_table(ASANTE, [Seat(ANN, "Ann"), Seat(player, "Ben")], opened_by=player))
    open_house.run(play_until_turn_of(hall, table, player))
    for seconds, came in ((0, None), (31, push_service.came), (300, mail_receiver.taken)):
        open_house.clock.now += seconds
        open_house.run(house.notifications.look_and_deliver())
        until(lambda came=came: came is None or came)
    told = push_service.opened(push_service.came[0])
    assert told == {
        "title": say("{game}: your turn").format(game="Asante"),
        "body": say("{name} has moved.").format(name="Ann"),
        "path": f"/table/{table.id}",
        "tag": table.id,
        "waiting": 1,
    }
    assert mail_receiver.taken[0]["Subject"] == told["title"]
    assert json.loads(hooks.came[0].body)["notifications"][0]["path"] == f"/table/{table.id}"

    worker = worker_of(ben)
    worker.evaluate(SPY)
    deliver(ben, open_house.address, json.dumps(told))
    until_page(ben, lambda: bool(worker.evaluate("self.badges.length")))
    ((title, facts),) = worker.evaluate("self.told")
    assert (title, facts["body"], facts["data"]["path"]) == (told["title"], told["body"], told["path"])
    assert worker.evaluate("self.badges") == [1]
    worker.evaluate("Promise.all([goTo('/table/x'), goTo('https://evil.example/')])")
    assert worker.evaluate("self.opened") == [f"{open_house.address}/table/x", f"{open_house.address}/"]

    ben.goto(told["path"])
    until_page(ben, lambda: ben.evaluate("window.closedNotices") == [told["path"]])
    assert ben.evaluate("window.badges.at(-1)") == 1
    open_house.run(play_until_turn_of(hall, table, ANN))
    until_page(ben, lambda: ben.evaluate("window.badges.at(-1)") == 0)

    ben.goto("/notifications")
    assert ben.evaluate("window.badges") == [0]
    expect(ben.locator("[aria-labelledby=last] li")).to_have_count(3)
    expect(ben.locator("[aria-labelledby=last]")).to_contain_text(told["title"])
    expect(ben.locator("[aria-labelledby=last] .ok")).to_have_count(3)
    assert serious_faults(ben) == []
    with ben.expect_navigation():
        ben.locator("#this-browser .switch").click()
    expect(ben.locator("#this-browser")).to_contain_text(say("The browser asks you when you switch it on."))
    assert {channel.kind for channel in open_house.run(house.notifications.channels.of(player))} == {"mail", "webhook"}


@pytest.mark.parametrize(
    ("device", "first_words"),
    [
        ({"locale": "de-DE", **PHONE}, "Vier Spiele"),
        pytest.param(
            {"locale": "en-GB", "viewport": {"width": 1440, "height": 900}}, "Four games", marks=pytest.mark.matrix
        ),
    ],
    ids=["german phone", "wide"],
)
def test_the_app_can_be_installed_and_says_when_there_is_no_connection(
    browser: Browser, open_house: Open, device: dict[str, Any], first_words: str
) -> None:
    code = device["locale"][:2]
    say = language(code).gettext
    ann = person(browser, open_house, service_workers="allow", **device)
    ann.context.add_init_script(f"({BADGES})()")
    ann.goto("/")
    worker_of(ann)
    assert ann.evaluate("window.badges") == [0]
    line = ann.context.new_cdp_session(ann)
    manifest = line.send("Page.getAppManifest")
    assert manifest["errors"] == []
    said = json.loads(manifest["data"])
    assert (said["lang"], said["display"], said["start_url"]) == (code, "standalone", "/")
    assert said["description"].startswith(first_words)
    for icon in said["icons"]:
        assert ann.request.get(icon["src"]).headers["content-type"] == icon["type"]
    assert line.send("Page.getInstallabilityErrors")["installabilityErrors"] == []

    ann.context.set_offline(True)
    ann.goto("/tables")
    expect(ann.locator("h1")).to_have_text(say("No connection"))
    assert serious_faults(ann) == []
    box = ann.get_by_role("link", name=say("Try again")).bounding_box()
    assert box
    assert box["height"] >= 44
    ann.context.set_offline(False)
    expect(ann.locator("h1")).not_to_have_text(say("No connection"))
    kept = ann.evaluate(KEPT)
    assert "/offline" in kept
    assert all(path == "/offline" or path.startswith(("/static/", "/games/")) for path in kept), "no table is kept"


@pytest.mark.parametrize(
    ("stands_for", "state", "words"),
    [
        ("Object.defineProperty(Notification, 'permission', { get: () => 'denied' })", "refused", "abgelehnt"),
        ("Object.defineProperty(window, 'isSecureContext', { value: false })", "insecure", "nur über https"),
        (f"{NO_PUSH}; {IPHONE}", "install", "Erst installieren"),
        (NO_PUSH, "missing", "kann kein Push"),
    ],
    ids=["refused", "insecure", "install", "missing"],
)
def test_where_a_browser_can_not_be_told_the_page_says_why(
    browser: Browser, served: Served, stands_for: str, state: str, words: str
) -> None:
    ann = person(browser, served, locale="de-DE", **PHONE)
    ann.add_init_script(stands_for)
    ann.goto("/notifications")
    expect(ann.locator(f'#this-browser [data-state="{state}"]')).to_contain_text(words)
    expect(ann.locator("#this-browser input")).to_be_disabled()
    assert ann.locator("#this-browser [data-state]:visible").count() == 1
    assert serious_faults(ann) == []


def test_mail_webhook_and_quiet_hours_work_without_scripts(
    browser: Browser, open_house: Open, hooks: WebServer
) -> None:
    ann = person(browser, open_house, java_script_enabled=False)
    ann.goto("/notifications")
    expect(ann.locator("#this-browser")).to_contain_text("Push needs scripts")
    ann.fill("#webhook", hooks.address)
    ann.select_option("#quiet-from", "1320")
    ann.select_option("#zone", "Europe/Berlin")
    ann.press("#webhook", "Enter")
    expect(ann.get_by_role("status")).to_have_text("Saved.")
    expect(ann.locator("#quiet-from")).to_have_value("1320")
    try_out(ann, "Webhook")
    assert len(hooks.came) == 1


def test_the_time_zone_is_that_of_the_browser_until_one_is_chosen(browser: Browser, served: Served) -> None:
    ann = person(browser, served, timezone_id="America/New_York")
    ann.goto("/notifications")
    expect(ann.locator("#zone")).to_have_value("America/New_York")
    ann.select_option("#zone", "Asia/Tokyo")
    ann.get_by_role("button", name="Save").click()
    expect(ann.get_by_role("status")).to_have_text("Saved.")
    expect(ann.locator("#zone")).to_have_value("Asia/Tokyo")
