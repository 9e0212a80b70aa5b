"""Lessons in a browser: some to their end, each with something wrong on the way; all of them in the matrix."""

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

import mezani
from mezani.language import said
from mezani.lessons.attempt import Attempt
from mezani.lessons.lesson import Lesson, StepKind, lessons_of
from tests.playing import OUR_GAMES
from tests.web.browsing import PHONE, Served, person, serious_faults
from tests.web.test_lessons import LESSONS, NAMED, something_wrong
from tests.web.test_zimbabwe_games import tab_to

pytestmark = pytest.mark.usefixtures("no_script_fails")

WIDE: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}
SIZES = {"wide": WIDE, "phone": PHONE}
STEP = "at => document.querySelector('#teacher').dataset.at === at && !document.querySelector('#teacher[aria-busy]')"


class Learner:
    """Somebody who does a lesson with a mouse, and what they have done in it."""

    def __init__(self, page: Page, name: str, lesson: Lesson) -> None:
        self.page, self.attempt = page, Attempt(mezani.game(name), lesson)
        self.path = f"/learn/{name}/{lesson.id}"
        page.goto(self.path)

    def wait(self) -> None:
        """Until the page shows what was done last."""
        self.page.wait_for_function(STEP, arg=f"{self.attempt.number} {self.attempt.tried}".strip())

    def press(self, what: str) -> None:
        self.page.locator(what).first.click()

    def try_out(self, what: str) -> None:
        """Make a move on the board, press a thing on it, or give an answer."""
        if self.attempt.step.kind is StepKind.DO:
            self.move(self.attempt.game.parse_action(self.attempt.state, what))
        elif (
            self.attempt.step.kind is StepKind.FIND and self.page.locator(f'#board [data-at~="{what}"]:visible').count()
        ):
            self.page.locator(f'#board [data-at~="{what}"]:visible').first.click(force=True)
        else:
            self.press(f'#answers button[value="{what}"]')
        self.attempt = self.attempt.trying(what)
        self.wait()

    def move(self, action: int) -> None:
        """Press the button of a move; where it opens with something else only, as a script would."""
        button = self.page.locator(f'#board button[name="action"][value="{action}"]').first
        if button.is_visible() and not self.is_small:
            button.click()
        else:
            button.evaluate("button => button.click()")

    @property
    def is_small(self) -> bool:
        """Whether a finger first brings near what it presses."""
        return bool(self.page.evaluate("innerWidth") < WIDE["viewport"]["width"])

    def go_wrong(self) -> None:
        wrong = next(something_wrong(self.attempt), None)
        if wrong is not None:
            self.try_out(wrong)
            expect(self.page.locator(".verdict")).to_be_visible()
            self.press(".verdict .btn.main")
            self.attempt = self.attempt.again()
            self.wait()

    def finish_step(self) -> None:
        for what in self.attempt.step.shown.split():
            self.try_out(what)
        self.press(".pace form button")
        self.attempt = self.attempt.gone_on()
        if not self.attempt.is_over:
            self.wait()


def do_lesson(page: Page, name: str, lesson: Lesson, lang: str) -> None:
    learner = Learner(page, name, lesson)
    expect(page.locator("#teacher h2")).to_have_text(said(lesson.title, lang))
    assert serious_faults(page) == []
    went_wrong = False
    while not learner.attempt.is_over:
        if not went_wrong and learner.attempt.step.kind is not StepKind.LOOK:
            learner.go_wrong()
            went_wrong = True
        learner.finish_step()
    page.wait_for_url(f"**/learn/{name}")
    expect(page.locator(".stop.done")).to_have_count(1)


SOME = [(name, lesson) for name, lesson in LESSONS if lesson.number % 3 == 2]  # the matrix does all


@pytest.mark.parametrize(("name", "lesson"), SOME, ids=[f"{name}-{lesson.id}" for name, lesson in SOME])
def test_a_lesson_is_done_to_its_end(name: str, lesson: Lesson, browser: Browser, served: Served) -> None:
    size, lang = (WIDE, "en") if lesson.number % 2 else (PHONE, "de")
    do_lesson(person(browser, served, locale=lang, **size), name, lesson, lang)


@pytest.mark.matrix
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize(("name", "lesson"), LESSONS, ids=NAMED)
def test_every_lesson_in_every_language_and_size(
    name: str, lesson: Lesson, lang: str, size: str, browser: Browser, served: Served
) -> None:
    do_lesson(person(browser, served, locale=lang, **SIZES[size]), name, lesson, lang)


@pytest.mark.parametrize("name", OUR_GAMES)
def test_the_path_of_a_game_is_read_by_everybody(name: str, browser: Browser, served: Served) -> None:
    for size, scheme in ((WIDE, "light"), (PHONE, "dark")):
        page = person(browser, served, color_scheme=scheme, **size)
        page.goto(f"/learn/{name}")
        expect(page.locator(".stop h3 a")).to_have_count(len(lessons_of(mezani.game(name))))
        assert serious_faults(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_an_illegal_move_gets_the_reason_beside_it(browser: Browser, served: Served) -> None:
    name, lesson = next(
        (name, lesson) for name, lesson in LESSONS for step in lesson.steps[:1] if step.kind is StepKind.DO
    )
    page = person(browser, served, **WIDE)
    learner = Learner(page, name, lesson)
    page.locator('#board button[name="action"][aria-disabled="true"]').first.click(force=True)
    expect(page.locator("#reason")).to_be_visible()
    learner.finish_step()


def test_show_me_plays_it_and_takes_it_back(browser: Browser, served: Served) -> None:
    name, lesson = next(
        (name, lesson) for name, lesson in LESSONS for step in lesson.steps[:1] if step.kind is StepKind.DO
    )
    page = person(browser, served, **WIDE)
    learner = Learner(page, name, lesson)
    before = page.locator("#board").inner_html()
    page.click("#show")
    page.wait_for_selector("#teacher[data-next]")
    assert page.locator("#board").inner_html() != before
    page.wait_for_selector("#show")  # by itself
    assert page.locator("#board").inner_html() == before
    learner.finish_step()


class KeyboardLearner(Learner):
    """Somebody who does a lesson by the keyboard alone."""

    def press(self, what: str) -> None:
        tab_to(self.page, what)
        self.page.keyboard.press("Enter")

    def try_out(self, what: str) -> None:
        action = -1
        if self.attempt.step.kind is StepKind.DO:
            action = self.attempt.game.parse_action(self.attempt.state, what)
        self.press(f'#board button[value="{action}"]' if action >= 0 else f'#answers button[value="{what}"]')
        self.attempt = self.attempt.trying(what)
        self.wait()


def test_a_lesson_is_done_by_keyboard_alone(browser: Browser, served: Served) -> None:
    page = person(browser, served, **WIDE)
    learner = KeyboardLearner(page, *card_lesson())
    while not learner.attempt.is_over:
        learner.finish_step()
    page.wait_for_url("**/learn/*")


def card_lesson() -> tuple[str, Lesson]:
    """A lesson with moves of one press each."""
    return next(
        (name, lesson)
        for name, lesson in LESSONS
        if sum(step.kind is StepKind.DO for step in lesson.steps) > 2
        and all(" " not in step.shown and not step.shown.endswith("^") for step in lesson.steps)
    )


def test_a_lesson_is_done_without_javascript(browser: Browser, served: Served) -> None:
    name, lesson = card_lesson()
    page = person(browser, served, java_script_enabled=False, **WIDE)
    learner = PlainLearner(page, name, lesson)
    while not learner.attempt.is_over:
        learner.go_wrong()
        learner.finish_step()
    expect(page.locator(".stop.done")).to_have_count(1)


class PlainLearner(Learner):
    """Somebody whose browser runs no scripts: every press loads a page."""

    def wait(self) -> None:
        at = f"{self.attempt.number} {self.attempt.tried}".strip()
        expect(self.page.locator("#teacher")).to_have_attribute("data-at", at)

    def move(self, action: int) -> None:
        self.press(f'#board button[name="action"][value="{action}"]')

    def try_out(self, what: str) -> None:
        if self.attempt.step.kind is StepKind.DO:
            self.move(self.attempt.game.parse_action(self.attempt.state, what))
        else:
            self.press(f'#answers button[value="{what}"]')
        self.attempt = self.attempt.trying(what)
        self.wait()
