"""The host's page in a browser: keyboard, dialogs, and what others see of it at once."""

import os
import re
import subprocess
import sys

import pytest
from playwright.sync_api import Browser, expect

from tests.web.browsing import LEAST, PHONE, Served, person, serious_faults, set_up

pytestmark = pytest.mark.usefixtures("no_script_fails")


@pytest.fixture
def link(served: Served) -> str:
    """A link that makes somebody a host, as `mezani host-link` prints it."""

    command = [sys.executable, "-c", "from mezani.cli import main; main()", "host-link", "--database", served.database]
    said = subprocess.run(command, env={**os.environ, **served.environment}, capture_output=True, text=True, check=True)
    return str(re.findall(r"/become-host/\S+", said.stdout)[0])


def test_a_host_speaks_to_all_and_closes_a_table_by_keyboard(browser: Browser, served: Served, link: str) -> None:
    ann, host = person(browser, served), person(browser, served)
    table = set_up(ann, ["me"] * LEAST, ["Ann", "Ben", "Cat"][:LEAST])
    ann.goto(table.partition("?")[0])
    host.goto(link)
    host.click("main button")
    expect(host.locator("h1")).to_have_text("This house")
    assert serious_faults(host) == []

    host.fill("#text", "Tonight we close <early>")
    host.keyboard.press("Tab")
    host.keyboard.press("Tab")
    host.keyboard.press("Enter")
    expect(host.locator("dialog[open] blockquote")).to_have_text("Tonight we close <early>")
    assert serious_faults(host) == []
    host.keyboard.press("Escape")
    expect(host.locator("dialog[open]")).to_have_count(0)
    expect(ann.locator("#house .notice")).to_have_count(0)
    host.click("form.say button")
    host.click("dialog[open] button.main")
    expect(host.get_by_role("status")).to_contain_text("Message to all until")
    expect(ann.locator("#house .notice")).to_have_text("Tonight we close <early>")

    id = table.split("/")[2].partition("?")[0]
    host.locator(f'a[data-ask][href*="do=close"][href*="{id}"]').press("Enter")
    host.click("dialog[open] button.main")
    expect(ann.locator("#prompt")).to_contain_text("The host has closed this table.")
    expect(ann.locator("#log")).to_contain_text("The host has closed this table.")

    phone = person(browser, served, **PHONE, color_scheme="dark", locale="de-DE", java_script_enabled=False)
    secret = next(cookie["value"] for cookie in host.context.cookies() if cookie["name"] == "mezani")
    phone.context.clear_cookies()
    phone.context.add_cookies([{"name": "mezani", "value": secret, "url": served.address}])
    phone.goto("/host")
    expect(phone.locator("h1")).to_have_text("Dieses Haus")
    phone.click("text=Wegnehmen")
    expect(phone.locator("h1")).to_have_text("Die Nachricht wegnehmen?")
    phone.click("button.main")
    expect(phone.get_by_role("status")).to_have_text("Nachricht an alle weggenommen.")
    expect(ann.locator("#house .notice")).to_have_count(0)
