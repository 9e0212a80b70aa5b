"""Exercises in a browser: by mouse, by keyboard, by a finger, and without scripts; axe finds nothing wrong."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

import mezani
from mezani.insight.judging import Decision, decisions
from mezani.record import Record
from mezani.tables.analysis_rows import RECORD, TABLE, AnalysisRows
from mezani.tables.analysis_sources import Source
from mezani.tables.store import Store
from tests.playing import OUR_GAMES
from tests.web.browsing import PHONE, Served, first_move, go_on_from, load_record, person, press, serious_faults
from tests.web.exercising import Posed, keep_in, mistaken, other_turns
from tests.web.finished import played
from tests.web.test_zimbabwe_games import tab_to

pytestmark = pytest.mark.usefixtures("no_script_fails")

WIDE: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}
TABLET: dict[str, Any] = {"viewport": {"width": 820, "height": 1180}}
SIZES = {"wide": WIDE, "tablet": TABLET, "phone": PHONE}
OPEN = next(name for name in OUR_GAMES if mezani.game(name).is_open)
PRESSED = next(name for name in OUR_GAMES if len(mezani.game(name).new(seed=1).open_seats()) > 1)  # card by card
AT = "at => document.querySelector('#teacher')?.dataset.at === at && !document.querySelector('#teacher[aria-busy]')"


def posed(page: Page, served: Served, name: str) -> Posed:
    """A mistake in a record that somebody has loaded."""
    record = played(name, mezani.game(name).seats[0])
    source = Source(RECORD, load_record(page, record), record)
    return store(served, source, middle_of(source))


def middle_of(source: Source, seat: int | None = None) -> Decision:
    """A decision in the middle of a game, made by what is pressed once."""
    found = [it for it in decisions(source.record, seat) if len(other_turns(source, it)) > 1 and it.number > 12]
    return found[len(found) // 3]


def store(served: Served, source: Source, decision: Decision) -> Posed:
    """Let a decision be judged as a mistake, in the store of a server."""
    judged = mistaken(source, decision)

    async def keep() -> None:
        there = Store(served.database)
        await there.open()
        await keep_in(AnalysisRows(there.engine, there.server), source, judged)
        await there.close()

    with ThreadPoolExecutor(1) as elsewhere:  # here a loop runs for the browser
        elsewhere.submit(asyncio.run, keep()).result()
    return Posed(source, decision, judged)


class Solver:
    """Somebody who tries with a mouse."""

    def __init__(self, page: Page, posed: Posed) -> None:
        self.page, self.posed = page, posed
        page.goto(posed.path)

    def wait(self, tried: tuple[int, ...], also: str = "") -> None:
        """Until the page shows what was tried last."""
        self.page.wait_for_function(AT, arg=f"/{','.join(map(str, tried)) or '-'}{also}")

    def press(self, what: str) -> None:
        self.page.locator(what).first.click()

    def move(self, action: int) -> None:
        """Press a move; where it opens with something else only, as a script would."""
        button = self.page.locator(f'#board button[name="action"][value="{action}"]').first
        if button.is_visible() and self.page.viewport_size == WIDE["viewport"]:
            press(button)
        else:
            button.evaluate("button => button.click()")

    def try_out(self, actions: tuple[int, ...]) -> None:
        for count, action in enumerate(actions, 1):
            self.move(action)
            self.wait(actions[:count])

    def try_again(self) -> None:
        self.press("#again")
        self.wait(())


def faults(page: Page) -> list[str]:
    """What axe finds wrong; at the end of the page nothing lies under the buttons that stay in sight."""
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    return serious_faults(page)


def solve(solver: Solver) -> None:
    """Repeat the mistake, be told so, see the best move, then make it."""
    page, judged = solver.page, solver.posed.judged
    assert faults(page) == []
    solver.try_out(judged.played.actions)
    expect(page.locator("#verdict")).to_be_focused()
    expect(page.locator("#verdict .sign")).to_have_text("??")
    assert faults(page) == []
    solver.press("#show-best")
    solver.wait(judged.played.actions, " best")
    expect(page.locator(".idea.best .what")).to_be_visible()
    assert faults(page) == []
    solver.try_again()
    expect(page.locator(".todo")).to_be_visible()
    solver.try_out(judged.best.actions)
    expect(page.locator("#verdict.good")).to_be_focused()
    assert page.evaluate("location.pathname") == solver.posed.trying(judged.best.actions)
    assert faults(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_turn_is_tried_with_a_mouse_and_steps_are_taken_back(browser: Browser, served: Served) -> None:
    page = person(browser, served, **WIDE)
    solver = Solver(page, posed(page, served, OPEN))
    turn = solver.posed.judged.best.actions
    solver.try_out(turn[:1])
    solver.press('#board form[action$="/undo"] button, #take-back')
    solver.wait(())
    solve(solver)


class KeyboardSolver(Solver):
    """Somebody who tries by the keyboard alone."""

    def press(self, what: str) -> None:
        tab_to(self.page, what)
        self.page.keyboard.press("Enter")

    def move(self, action: int) -> None:
        self.press(f'#board button[value="{action}"]')


def test_an_exercise_is_solved_on_a_phone_by_keyboard(browser: Browser, served: Served) -> None:
    page = person(browser, served, locale="de", color_scheme="dark", **PHONE)
    solve(KeyboardSolver(page, posed(page, served, PRESSED)))


@pytest.mark.matrix
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("lang", "scheme"), [("en", "dark"), ("de", "light")])
@pytest.mark.parametrize("name", OUR_GAMES)
def test_every_game_has_exercises_in_every_language_and_size(
    name: str, lang: str, scheme: Any, size: str, browser: Browser, served: Served
) -> None:
    page = person(browser, served, locale=lang, color_scheme=scheme, **SIZES[size])
    solve(Solver(page, posed(page, served, name)))


class PlainSolver(Solver):
    """Somebody whose browser runs no scripts: every press loads a page."""

    def wait(self, tried: tuple[int, ...], also: str = "") -> None:
        at = f"/{','.join(map(str, tried)) or '-'}{also}"
        expect(self.page.locator("#teacher")).to_have_attribute("data-at", at)

    def move(self, action: int) -> None:
        press(self.page.locator(f'#board button[name="action"][value="{action}"]').first)


def test_an_exercise_is_solved_without_javascript(browser: Browser, served: Served) -> None:
    page = person(browser, served, java_script_enabled=False, **WIDE)
    solver = PlainSolver(page, posed(page, served, PRESSED))
    solver.try_out(solver.posed.judged.played.actions)
    expect(page.locator("#verdict .sign")).to_have_text("??")
    solver.try_again()
    solver.try_out(solver.posed.judged.best.actions)
    expect(page.locator("#verdict.good")).to_be_visible()


def test_an_illegal_move_gets_the_reason_beside_it(browser: Browser, served: Served) -> None:
    page = person(browser, served, **WIDE)
    record = played(PRESSED, mezani.game(PRESSED).seats[0])
    source = Source(RECORD, load_record(page, record), record)
    follows = next(
        it
        for it in decisions(record)
        if it.number > 12 and len(other_turns(source, it)) and page.goto(path_of(source, it)) and refused(page)
    )
    page.locator('#board button[name="action"][aria-disabled="true"]').first.click(force=True)
    expect(page.locator("#reason")).to_be_visible()
    assert page.evaluate("location.pathname") == path_of(source, follows)


def path_of(source: Source, decision: Decision) -> str:
    return f"/{source.kind}/{source.id}/exercise/{decision.number}"


def refused(page: Page) -> bool:
    return page.locator('#board button[name="action"][aria-disabled="true"]:visible').count() > 0


def test_the_set_leads_from_one_exercise_to_the_next(browser: Browser, served: Served) -> None:
    page = person(browser, served, **WIDE)
    record = played(PRESSED, mezani.game(PRESSED).seats[0])
    before = Record(record.game, record.players, record.seed, actions=record.actions[:-1])
    go_on_from(page, before)
    id = page.url.rpartition("/")[2]
    press(first_move(page))
    page.wait_for_selector("p.result")
    source, seat = Source(TABLE, id, record), before.state().seat
    own = [it for it in decisions(record, seat) if len(other_turns(source, it)) > 1]
    first, second = (store(served, source, own[place]) for place in (2, len(own) // 2))
    page.goto("/")
    page.click('a[href="/exercises"]')
    expect(page.locator(".positions a")).to_have_count(2)
    assert serious_faults(page) == []
    page.locator(".positions a").first.click()
    solver = Solver(page, first)
    solver.try_out(first.judged.best.actions)
    page.click("#next-exercise")
    page.wait_for_url(f"**{second.path}")
    page.goto("/exercises")
    expect(page.locator(".positions .solved")).to_have_count(1)
    assert serious_faults(page) == []
