"""A tournament in browsers on a real server: opened and run on one screen, followed on another in the other language.

Eleven programs play in it for people of the house, through the API alone.
"""

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from mezani.language import language
from mezani.tables import store
from tests.web.browsing import PHONE, open_folds, person, serious_faults
from tests.web.running import Running, running, until
from tests.web.tournaments import NAMES, Program, play_by_api

ENGLISH_WIDE: dict[str, Any] = {"locale": "en-GB", "viewport": {"width": 1440, "height": 900}}
GERMAN_PHONE: dict[str, Any] = {"locale": "de-DE", **PHONE}
NOBODY = "Nobody yet. Send the address of this page to those who should play."


@pytest.fixture
def real(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Running]:
    """A server of its own; moves that come one after the other need not wait for each other."""
    monkeypatch.setattr(store, "GATHERING", 0.0)
    with running(tmp_path, bot_pause=0.0, answer_pause=0.0) as server:
        yield server


def sign_in(page: Page, name: str) -> Page:
    """Join the house with a recovery code."""
    page.goto("/you")
    page.fill("#joining [name=name]", name)
    page.click("#joining button:not([type=button])")
    expect(page.locator("header")).to_contain_text(name)
    return page


def program_for(address: str, name: str) -> Program:
    """A token of somebody who has joined, made as a browser does it."""
    with httpx.Client(base_url=address, follow_redirects=True) as browser:
        browser.post("/you/code", data={"name": name})
        answer = browser.post("/you/programs", data={"name": name})
    found = re.search(r'id="token" readonly value="([^"]+)"', answer.text)
    assert found, answer.text
    return Program(httpx.Client(base_url=address, timeout=60.0), found[1], name)


def is_sound(page: Page) -> None:
    """Nobody is shut out, and nothing is wider than the screen."""
    assert serious_faults(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def play_all(programs: list[Program], shown: dict[str, Any]) -> None:
    """All tables of a round at the same time."""
    by_number = {one["number"]: programs[NAMES.index(one["name"])] for one in shown["entrants"] if one["program"]}
    with ThreadPoolExecutor(3) as pool:
        made = [pool.submit(play_by_api, by_number, [table]) for table in shown["shown"][-1]["tables"]]
        assert all(one.result() for one in made)


@pytest.mark.usefixtures("no_script_fails")
@pytest.mark.parametrize(
    ("of_host", "of_nadia"),
    [(ENGLISH_WIDE, GERMAN_PHONE), pytest.param(GERMAN_PHONE, ENGLISH_WIDE, marks=pytest.mark.matrix)],
    ids=["english wide, german phone", "german phone, english wide"],
)
def test_a_tournament_of_eleven_from_entry_to_standings(
    browser: Browser, real: Running, of_host: dict[str, Any], of_nadia: dict[str, Any]
) -> None:
    say, to_nadia = language(of_host["locale"][:2]).gettext, language(of_nadia["locale"][:2]).gettext
    host = sign_in(person(browser, real, **of_host), "Zoe")
    programs = [program_for(real.address, name) for name in NAMES]
    host.goto("/tournaments")
    is_sound(host)
    host.click(f"text={say('New tournament')}")
    host.check("[name=game][value=anansi]")
    host.check("[name=entry][value=everybody]")
    host.fill("[name=name]", "November cup")
    host.locator("[name=name]").blur()
    expect(host.locator("#says-band h2")).to_have_text("November cup")
    open_folds(host)
    host.select_option("[name=rounds]", "2")
    expect(host.locator("#says-band")).to_contain_text(say("{rounds}, one after the other").format(rounds=2))
    is_sound(host)
    host.click(f"text={say('Open for entries')}")
    host.wait_for_url("**/tournaments/*")
    path = host.url.removeprefix(real.address)

    nadia = person(browser, real, **of_nadia)
    nadia.goto(path)
    expect(nadia.locator("main")).to_contain_text(to_nadia("Sign in to enter"))
    is_sound(nadia)
    sign_in(nadia, "Nadja")
    nadia.clock.install()
    nadia.goto(path)
    nadia.click("form[action$='/enter'] button")
    expect(nadia.locator(".entered")).to_contain_text("Nadja")
    nadia.click("form[action$='/withdraw'] button")
    expect(nadia.locator("main")).to_contain_text(to_nadia(NOBODY))
    is_sound(nadia)

    for program in programs:
        program.ask("POST", f"{path}/entrants", json={})
    host.reload()
    expect(host.locator(".entered li")).to_have_count(11)
    for number in (1, 2):
        host.click(f"text={say('Begin round %(n)s') % {'n': number}}")
        expect(host.locator("#round")).to_have_text(say("Round %(n)s") % {"n": number})
        is_sound(host)
        play_all(programs, programs[0].ask("GET", path))
        until(lambda: programs[0].ask("GET", path)["state"] != "running")
        nadia.clock.fast_forward(10_000)
        host.goto(path)
        then = say("Round %(n)s begins %(when)s") % {"n": 2, "when": ""} if number == 1 else say("Over")
        expect(host.locator("#now")).to_contain_text(then.strip())

    is_sound(host)
    expect(host.locator(".stand tbody tr")).to_have_count(11)
    expect(host.locator(".first li")).not_to_have_count(0)
    expect(nadia.locator("#now")).to_contain_text(to_nadia("Over"))  # it was on this page all the time
    nadia.goto(path)
    expect(nadia.locator("#standings")).to_have_text(to_nadia("Standings"))
    on_phone = host if of_host is GERMAN_PHONE else nadia
    on_phone.locator(".ties summary").first.click()
    expect(on_phone.locator(".ties small").first).to_contain_text("Gegner")
    for page in (nadia, host):
        is_sound(page)
        page.goto(f"{path}/screen")
        is_sound(page)
    with host.expect_download() as download:
        host.evaluate("path => { location.href = path }", f"{path}.csv")
    assert Path(download.value.path()).read_text("utf-8").count("\n") == 12
