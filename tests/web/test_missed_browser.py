"""Since you were away, in a browser: by keyboard and on a phone, after the server was restarted."""

import sqlite3

import pytest
from playwright.sync_api import Browser, expect

from tests.web.browsing import PHONE, Served, click_first_move, person, serious_faults, set_up

pytestmark = pytest.mark.usefixtures("no_script_fails")


def an_hour_later(served: Served) -> None:
    """Let all that has happened lie an hour back."""
    served.stop()
    with sqlite3.connect(served.database.removeprefix("sqlite:///")) as database:
        database.execute("UPDATE log SET at = at - 3600")
    served.start()


def test_who_comes_back_steps_through_what_was_missed(browser: Browser, served: Served) -> None:
    ann, ben = person(browser, served), person(browser, served)
    path = set_up(ann, ["me", "free"], ["Ann", ""], "asante")
    ben.goto(path)
    ben.fill('[name="name"]', "Ben")
    ben.click("text=Sit down")
    ben.wait_for_selector("#prompt")
    ann.wait_for_selector("#log >> text=Ben sits down.")
    active, other = (ann, ben) if ann.locator("#prompt.you").count() else (ben, ann)
    other.goto("/")
    before = active.locator("#log li.move").count()
    for _ in range(3):
        click_first_move(active)
    expect(active.locator("#log li.move")).not_to_have_count(before)
    an_hour_later(served)

    other.goto(path)
    expect(other.locator("#missed h2")).to_have_text("Since you were away: 3 moves")
    expect(other.locator("#log")).to_be_hidden()
    assert serious_faults(other) == []
    here = other.locator("#missed .at")
    other.keyboard.press("ArrowLeft")
    expect(here).to_have_text("2 of 3")
    other.keyboard.press("ArrowLeft")
    expect(other.locator("#missed .now i")).to_have_text("1")
    other.focus("#missed-forth")
    other.keyboard.press("Enter")
    expect(here).to_have_text("2 of 3")
    expect(other.locator("#missed-forth")).to_be_focused()

    phone = browser.new_context(
        base_url=served.address, storage_state=other.context.storage_state(), **PHONE
    ).new_page()
    phone.goto(path)
    strip = phone.locator("#missed_strip")
    expect(strip).to_contain_text("3 of 3")
    phone.tap("#strip-back")
    expect(strip).to_contain_text("2 of 3")
    assert phone.evaluate("document.documentElement.scrollHeight <= innerHeight")
    phone.set_viewport_size({"width": 844, "height": 390})
    assert phone.evaluate("document.querySelector('#missed_strip').offsetHeight") < 60
    assert phone.evaluate("document.querySelector('.whole').offsetHeight") > 330
    phone.tap("#strip-done")
    expect(strip).to_be_hidden()
    phone.context.close()

    other.keyboard.press("Escape")
    expect(other.locator("#missed")).to_be_hidden()
    expect(other.locator("#log")).to_be_visible()
    other.reload()
    expect(other.locator("#missed")).to_be_hidden()
