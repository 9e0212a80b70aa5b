"""People on several devices, in browsers: passkeys by Chromium's virtual authenticator, and recovery codes."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, CDPSession, Page, expect

from mezani.language import language
from tests.web.browsing import LEAST, PHONE, SET_UP, Served, person, serious_faults, set_up
from tests.web.people import GAME

pytestmark = pytest.mark.usefixtures("no_script_fails")

WIDE: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}
ALONE = ["me", *["bot:novice"] * (LEAST - 1)]
TAKEN = (
    "That name belongs to somebody who is signed in here, or looks like it. If that is you, sign in; "
    "otherwise choose another one."
)
AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


class Localhost(NamedTuple):
    """A server at the only address without HTTPS where browsers offer passkeys."""

    address: str


class Passkeys:
    """The authenticator of a device."""

    def __init__(self, page: Page) -> None:
        self.session: CDPSession = page.context.new_cdp_session(page)
        self.session.send("WebAuthn.enable")
        self.id = self.session.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})["authenticatorId"]

    def all(self) -> list[Any]:
        found: list[Any] = self.session.send("WebAuthn.getCredentials", {"authenticatorId": self.id})["credentials"]
        return found

    def take_from(self, other: "Passkeys") -> None:
        """What a phone gets that is synchronised with a computer."""
        for passkey in other.all():
            self.session.send("WebAuthn.addCredential", {"authenticatorId": self.id, "credential": passkey})


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Localhost]:
    """A server where no names are taken."""
    served = Served(tmp_path)
    yield Localhost(f"http://localhost:{served.port}")
    served.stop()


def sound(page: Page) -> None:
    assert serious_faults(page) == []
    wider = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert page.evaluate(wider) <= 0


@pytest.mark.parametrize(
    ("wide", "small"),
    [("en", "de"), pytest.param("de", "en", marks=pytest.mark.matrix)],
    ids=["english wide, german phones", "german wide, english phones"],
)
def test_two_people_on_three_devices(browser: Browser, house: Localhost, wide: str, small: str) -> None:
    say, on_phone = language(wide).gettext, language(small).gettext
    devices = [{**WIDE, "locale": wide}, *[{**PHONE, "locale": small}] * 2]
    computer, phone, tablet = (person(browser, house, **device) for device in devices)
    keys, synchronised = Passkeys(computer), Passkeys(phone)

    # Nadia has played as a guest, and makes a passkey
    table = set_up(computer, ALONE, ["Nadia", *[""] * (LEAST - 1)])
    computer.goto("/you")
    sound(computer)
    expect(computer.locator("#name")).to_have_value("Nadia")
    computer.click("button[data-passkey=make]")
    expect(computer.locator("h1")).to_have_text("Nadia")
    expect(computer.locator(".devs").first).to_contain_text(say("passkey"))
    assert len(keys.all()) == 1
    sound(computer)

    # her phone has the passkey too, and a game of its own comes along
    played = set_up(phone, ALONE, ["Handy", *[""] * (LEAST - 1)])
    phone.goto("/sign-in")
    sound(phone)
    synchronised.take_from(keys)
    phone.click("button[data-passkey=ask]")
    expect(phone.locator("h1")).to_have_text("Nadia")
    sound(phone)
    phone.goto(table)
    expect(phone.locator("#prompt.you")).to_have_count(1)
    computer.goto(played)
    expect(computer.locator("#prompt.you")).to_have_count(1)

    # Ben takes a recovery code, loses the browser, and comes back by it
    ben = person(browser, house, **WIDE, locale=wide)
    ben.goto("/you")
    ben.fill("#name", "Nad1a")
    ben.click(f"text={say('Take a recovery code')}")
    expect(ben.locator("#problem")).to_contain_text(say(TAKEN))
    ben.fill("#name", "Ben")
    ben.click(f"text={say('Take a recovery code')}")
    expect(ben.locator("h1")).to_have_text(say("Your recovery code"))
    sound(ben)
    code = "-".join(ben.locator(".the-code span").all_inner_texts())
    ben.context.close()
    tablet.goto("/sign-in")
    tablet.fill("#code", code)
    tablet.click("form.code-form button")
    expect(tablet.locator("h1")).to_have_text(on_phone("Your recovery code"))
    assert "-".join(tablet.locator(".the-code span").all_inner_texts()) != code
    sound(tablet)
    tablet.click(f"text={on_phone('I have it')}")
    expect(tablet.locator("h1")).to_have_text("Ben")
    sound(tablet)

    # what others see
    for path in (f"{table}/who", f"{table}/who/0", "/you/name"):
        tablet.goto(path)
        sound(tablet)
    tablet.goto(f"{table}/who/0")
    tablet.click(f"text={on_phone('To the profile')}")
    expect(tablet.locator("h1")).to_have_text("Nadia")
    sound(tablet)

    # the phone is lost: Nadia removes it, and its open table shows nothing of hers any more
    computer.goto("/you")
    browsers = computer.locator(".devs li", has_text=say("browser"))
    browsers.locator(f"text={say('Remove')}").click()
    expect(browsers).to_have_count(1)
    expect(phone.locator("#prompt.you")).to_have_count(0)
    phone.goto("/you")
    expect(phone.locator("h1")).to_have_text(on_phone("Sign in"))
    computer.goto("/you/delete")
    sound(computer)


def test_without_javascript_the_whole_house_is_open(browser: Browser, served: Served) -> None:
    """Joining and signing in by a code, a clock and its pause, a tournament, notifications, muting and reporting."""
    wanda, phone, ben = (person(browser, served, java_script_enabled=False) for _ in "123")
    wanda.goto("/you")
    wanda.fill("#joining [name=name]", "Wanda")
    wanda.click("#joining button >> nth=0")
    code = wanda.locator("#code").input_value()

    phone.goto("/sign-in")
    phone.fill("#code", code)
    phone.click("form.code-form button")
    expect(phone.locator("h1")).to_have_text("Your recovery code")

    phone.goto(f"/new/{GAME.name}?players={LEAST}&pace=live&chair-0=me&chair-1=free")
    phone.check("[name=pace][value=live]", force=True)
    phone.click(SET_UP)
    table = phone.url
    ben.goto(table)
    ben.fill("#do-sit [name=name]", "Benno")
    ben.click("#do-sit button")
    phone.goto(table)
    phone.click("#do-fill button")
    expect(phone.locator(".clock").first).to_be_visible()
    phone.click("#do-ask-pause button")
    expect(phone.locator("#pause")).to_contain_text("It begins when somebody agrees who is away now.")
    ben.goto(table)
    ben.click("#do-agree-pause button")
    phone.goto(table)
    expect(phone.locator("#pause")).to_contain_text("Paused")
    phone.click("#do-resume button")
    expect(phone.locator("#do-resume")).to_have_count(0)

    phone.goto(f"{table}/who/1")
    phone.click("form[action$='/mute'] button")
    expect(phone.locator("form[action$='/unmute']")).to_have_count(1)
    phone.fill("form[action$='/report'] textarea", "He shouts.")
    phone.click("form[action$='/report'] button")
    assert phone.url.endswith("?reported")

    phone.goto("/tournaments/new")
    phone.fill("[name=name]", "Evening")
    phone.click(SET_UP)
    phone.click("form[action$='/enter'] button")
    expect(phone.locator("form[action$='/withdraw'] button")).to_have_count(1)

    phone.goto("/notifications")
    phone.fill("#webhook", "http://127.0.0.1:9/turn")
    phone.check("[name=kind][value=over]")
    phone.click("button[form=notifications]")
    expect(phone.locator("#webhook-problem")).to_be_visible()
    phone.fill("#webhook", "")
    phone.click("button[form=notifications]")
    expect(phone.locator("[role=status]").first).to_have_text("Saved.")
    expect(phone.locator("[name=kind][value=over]")).to_be_checked()
