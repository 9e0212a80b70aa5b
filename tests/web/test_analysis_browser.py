"""Looking back in a browser: by mouse, keyboard and finger, in all sizes, and while a game is being judged."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

import mezani
from mezani.insight.judging import decisions
from mezani.language import LANGUAGES
from mezani.tables.analysis_rows import RECORD
from mezani.tables.analysis_sources import Source
from tests.machine import program
from tests.playing import OUR_GAMES
from tests.web.browsing import PATIENCE, PHONE, Served, load_record, person, serious_faults
from tests.web.finished import played
from tests.web.looking_back import OPEN, keep_at, mistakes_of
from tests.web.moments import NAMES
from tests.web.test_coach import compiled

pytestmark = pytest.mark.usefixtures("no_script_fails")

GEOMETRY = Path(__file__).with_name("geometry.js").read_text()
SIZES: dict[str, tuple[int, int]] = {
    "wide": (1440, 900),
    "large": (1920, 1080),
    "low": (1280, 720),
    "upright": (820, 1180),
    "across": (1024, 768),
    "sideways": (844, 390),
    "phone": (390, 1700),  # as high as the page: it scrolls
    "small": (360, 1700),
}
# each game in a size and a language of its own: all of them come up
CASES = dict(zip(OUR_GAMES, (("wide", "en"), ("phone", "de"), ("upright", "de"), ("low", "en")), strict=False))
SEED = 2  # what is judged of a game is kept for all who have played the same one: others here play those of 1
SHOWN = """([id, said]) => document.getElementById(id).textContent.includes(said)"""


@pytest.fixture(scope="module")
def sources(browser: Browser, served: Served) -> dict[str, Source]:
    """A record of each game that is judged."""
    page = person(browser, served)
    records = {
        name: replace(played(name, mezani.game(name).seats[-1], SEED), names=list(NAMES[: mezani.game(name).seats[-1]]))
        for name in OUR_GAMES
    }
    found = {name: Source(RECORD, load_record(page, record), record) for name, record in records.items()}
    page.context.close()
    keep_at(served, list(found.values()))
    return found


def path_of(source: Source) -> str:
    return f"/{source.kind}/{source.id}/analysis"


def at(page: Page) -> int:
    """The moment that the address of a page names."""
    found = re.search(r"/analysis/(\d+)", page.url)
    assert found
    return int(found[1])


def faults(page: Page, size: str) -> list[str]:
    """What is wrong with where things lie in a window of this size."""
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    return [f"{size}: {fault}" for fault in page.evaluate(GEOMETRY)]


def look_through(page: Page, source: Source, size: str) -> None:
    """From the whole game to the mistakes of a player, one after the other, and to those of another one."""
    path, first = path_of(source), mistakes_of(source, 0)
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    page.goto(path)
    page.evaluate("window.sameDocument = true")
    assert page.locator("#overview .turning li").count() >= 2
    assert serious_faults(page) == []
    assert faults(page, size) == []
    page.click("#first-mistake")
    for number in first[:3]:
        expect(page).to_have_url(re.compile(rf"/analysis/{number}\b"))
        expect(page.locator(f"#slip-{number}")).to_have_attribute("aria-current", "true")
        expect(page.locator("#decision .idea.made .sign")).to_be_visible()
        page.click("#mistake-after")
    expect(page).to_have_url(re.compile(rf"/analysis/{first[3]}\b"))
    assert serious_faults(page) == []
    assert faults(page, size) == []
    page.click("#previous")
    expect(page).not_to_have_url(re.compile(rf"/analysis/{first[3]}\b"))
    shown = page.locator("#decision").inner_text(), page.locator("#board").inner_text()
    if size in ("phone", "small"):
        page.click('.tabs [href="#players"]')
    page.click("#player-1")
    expect(page.locator("tr.sel #player-1")).to_be_visible()
    expect(page.locator(".plot .slip")).to_have_count(len(mistakes_of(source, 1)))
    assert page.evaluate("window.sameDocument"), "nothing is loaded anew"
    if size in ("phone", "small"):
        page.click('.tabs [href="#decision"]')
    page.click("#player-0") if page.locator("#player-0").is_visible() else page.goto(f"{path}/{at(page)}")
    page.reload()
    assert (page.locator("#decision").inner_text(), page.locator("#board").inner_text()) == shown


@pytest.mark.parametrize("name", OUR_GAMES)
def test_a_game_is_looked_through(browser: Browser, served: Served, sources: dict[str, Source], name: str) -> None:
    size, code = CASES[name]
    dark = "dark" if size in ("phone", "low") else "light"
    page = person(browser, served, locale=f"{code}-{code.upper()}", color_scheme=dark)
    look_through(page, sources[name], size)


@pytest.mark.matrix
@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", OUR_GAMES)
def test_a_game_is_looked_through_in_every_size_and_language(
    browser: Browser, served: Served, sources: dict[str, Source], name: str, size: str, code: str
) -> None:
    page = person(browser, served, locale=f"{code}-{code.upper()}")
    look_through(page, sources[name], size)


def test_a_game_is_looked_through_by_keyboard(browser: Browser, served: Served, sources: dict[str, Source]) -> None:
    source = sources[OPEN]
    steps, mistakes = [it.number for it in decisions(source.record)], mistakes_of(source, 0)
    page = person(browser, served)
    page.goto(f"{path_of(source)}/{steps[0]}")
    slider = page.locator("#step")
    slider.focus()
    for key, number in (
        ("ArrowRight", steps[1]),
        ("ArrowRight", steps[2]),
        ("ArrowLeft", steps[1]),
        ("End", len(source.record.actions)),
        ("PageUp", mistakes[-1]),
        ("PageUp", mistakes[-2]),
        ("PageDown", mistakes[-1]),
        ("Home", steps[0]),
    ):
        page.keyboard.press(key)
        expect(page).to_have_url(re.compile(rf"/analysis/{number}\b"))
        expect(slider).to_have_value(str(number))
        expect(slider).to_be_focused()
    assert "Decision 1 of" in (slider.get_attribute("aria-valuetext") or "")
    page.locator("#next").press("Enter")
    expect(page).to_have_url(re.compile(rf"/analysis/{steps[1]}\b"))
    expect(page.locator("#next")).to_be_focused()


def test_the_slider_leads_to_the_nearest_decision(browser: Browser, served: Served, sources: dict[str, Source]) -> None:
    source = sources[OPEN]
    steps = [it.number for it in decisions(source.record)]
    turn = next(it for it in decisions(source.record) if len(it.actions) > 4)
    page = person(browser, served)
    page.goto(path_of(source))
    page.locator("#step").evaluate(
        "(slider, step) => { slider.value = step; slider.dispatchEvent(new Event('input')); }", turn.number + 1
    )
    expect(page).to_have_url(re.compile(rf"/analysis/{min(steps, key=lambda it: abs(it - turn.number - 1))}\b"))


def test_letters_stand_at_the_cards(browser: Browser, served: Served, sources: dict[str, Source]) -> None:
    source = sources["anansi"]
    page = person(browser, served)
    page.goto(f"{path_of(source)}/{mistakes_of(source, 0)[0]}")
    said = page.locator("#hand [data-at]").evaluate_all(
        "cards => cards.map(card => getComputedStyle(card, '::before').content)"
    )
    assert {'"A"', '"B"'} <= set(said), said
    assert sum(source.record.names[0] in it for it in said) == 1, said


def test_a_phone_has_tabs_for_players_and_log(browser: Browser, served: Served, sources: dict[str, Source]) -> None:
    source = sources["anne"]
    page = person(browser, served, **PHONE)
    page.goto(f"{path_of(source)}/{mistakes_of(source, 0)[0]}")
    expect(page.locator("#decision .idea").first).to_be_visible()
    expect(page.locator("#board")).to_be_visible()
    page.click('.tabs [href="#players"]')
    expect(page.locator("#overview .turning")).to_be_visible()
    expect(page.locator("#board")).to_be_hidden()
    page.click('.tabs [href="#talk"]')
    expect(page.locator("#log li").first).to_be_visible()
    page.click('.tabs [href="#decision"]')
    expect(page.locator("#board")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_it_is_seen_from_another_seat(browser: Browser, served: Served, sources: dict[str, Source]) -> None:
    source = sources["anansi"]
    page = person(browser, served)
    page.goto(f"{path_of(source)}/{mistakes_of(source, 0)[0]}")
    cards = page.locator("#hand").inner_html()
    page.select_option("#seen-by select", "1")
    page.wait_for_url("**from=1**")
    assert page.locator("#hand").inner_html() != cards
    expect(page.locator("#decision .idea").first).to_be_visible()


def test_without_scripts_all_is_links_and_forms(browser: Browser, served: Served, sources: dict[str, Source]) -> None:
    source = sources["asante"]
    first = mistakes_of(source, 0)
    page = person(browser, served, java_script_enabled=False)
    page.goto(path_of(source))
    page.click("#first-mistake")
    assert at(page) == first[0]
    page.click("#mistake-after")
    assert at(page) == first[1]
    page.click(f"#slip-{first[0]}")
    assert at(page) == first[0]
    page.click("#player-1")
    assert "seat=1" in page.url
    page.select_option("#seen-by select", "1")
    page.click("#seen-by button")
    assert "from=1" in page.url
    page.click("#play-on")
    page.wait_for_url("**/table/*")


def test_large_text_on_a_phone(browser: Browser, served: Served, sources: dict[str, Source]) -> None:
    arguments = ["--no-sandbox", "--blink-settings=defaultFontSize=32"]
    reader = browser.browser_type.launch(executable_path=program("browser"), args=arguments)
    page = person(reader, served, viewport={"width": 390, "height": 844})
    for name, source in sources.items():
        page.goto(f"{path_of(source)}/{mistakes_of(source, 0)[0]}")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
    reader.close()


@compiled
def test_a_game_is_judged_while_one_looks(browser: Browser, served: Served) -> None:
    """The real job, from the first press to the end; the page fills in by itself."""
    page = person(browser, served)
    record = played("anansi", 3, moves=6)
    path = f"/record/{load_record(page, record)}/analysis"
    page.goto(path)
    page.evaluate("window.sameDocument = true")
    expect(page.locator("#decision")).to_contain_text("Not judged yet")
    page.get_by_role("button", name="Judge the game").click()
    page.wait_for_url("**/analysis/**")
    page.evaluate("window.sameDocument = true")
    page.locator("#step").focus()
    expect(page.locator(".depth .btn")).to_be_visible(timeout=2 * PATIENCE)
    expect(page.locator("#told")).to_have_text("The game is judged.")
    expect(page.locator("#step")).to_be_focused()
    assert page.evaluate("window.sameDocument")
    assert page.locator("#course[data-under-way]").count() == 0
    assert page.locator(".plot .still").count() == 0
