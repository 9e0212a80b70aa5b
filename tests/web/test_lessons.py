"""Lessons over plain HTTP, as people without JavaScript do them: all of them, each with something wrong on the way."""

from collections.abc import Iterator
from typing import Any

import pytest
from litestar.testing import TestClient

import mezani
from mezani.game import Game
from mezani.language import said
from mezani.lessons.attempt import Attempt
from mezani.lessons.lesson import Lesson, StepKind, lessons_of
from mezani.web.lesson_check import check_lit_things
from tests.playing import OUR_GAMES
from tests.web.people import Person

ONE_SERVER = True
LESSONS = [(name, lesson) for name in OUR_GAMES for lesson in lessons_of(mezani.game(name))]
NAMED = [f"{name}-{lesson.id}" for name, lesson in LESSONS]


class Learner:
    """Somebody in a lesson, and what they have done in it."""

    def __init__(self, person: Person, game: Game[Any], lesson: Lesson) -> None:
        self.person, self.attempt = person, Attempt(game, lesson)
        self.path = f"/learn/{game.name}/{lesson.id}"
        self.page = person.get(self.path).text

    def do(self, what: str, **form: object) -> None:
        answer = self.person.post(f"{self.path}/{what}", step=self.attempt.number, **form)
        assert answer.status_code == 200, answer.text
        self.page = answer.text

    def try_out(self, what: str) -> None:
        """Make a move, or give an answer."""
        if self.attempt.step.kind is StepKind.DO:
            action = self.attempt.game.parse_action(self.attempt.state, what)
            assert f'value="{action}"' in self.page, f"{what} is no button of the page"
            self.do("play", seat=0, after=len(self.attempt.record.actions), action=action)
        else:
            assert f'name="answer" value="{what}"' in self.page
            self.do("answer", answer=what)
        self.attempt = self.attempt.trying(what)

    def go_wrong(self) -> None:
        """Try something that misses the point, be told so, and get the position back."""
        wrong = next(something_wrong(self.attempt), None)
        if wrong is not None:
            self.try_out(wrong)
            assert self.attempt.verdict.is_wrong
            assert 'class="verdict"' in self.page
            self.do("again")
            self.attempt = self.attempt.again()
            assert 'class="verdict"' not in self.page

    def finish_step(self) -> None:
        for what in self.attempt.step.shown.split():
            self.try_out(what)
        assert self.attempt.verdict.is_done
        self.do("next")
        self.attempt = self.attempt.gone_on()


def something_wrong(attempt: Attempt) -> Iterator[str]:
    step, state = attempt.step, attempt.state
    tries = {
        StepKind.LOOK: [],
        StepKind.DO: [attempt.game.action_text(state, action) for action in state.legal_actions()],
        StepKind.FIND: list(step.among),
        StepKind.ASK: [str(n) for n in range(1, len(step.answers_in("en")) + 1)],
    }[step.kind]
    return (what for what in tries if attempt.trying(what).verdict.is_wrong)


@pytest.mark.parametrize(("name", "lesson"), LESSONS, ids=NAMED)
def test_a_lesson_is_done_to_its_end(name: str, lesson: Lesson, client: TestClient[Any]) -> None:
    lang = "de" if lesson.number % 2 else "en"
    learner = Learner(Person(client, **{"accept-language": lang}), mezani.game(name), lesson)
    assert said(lesson.title, lang) in learner.page
    while not learner.attempt.is_over:
        learner.go_wrong()
        learner.finish_step()
    path = learner.person.get(f"/learn/{name}").text
    assert path.count('class="stop done') == 1
    assert ("geschafft" if lang == "de" else "done") in path


@pytest.mark.parametrize("name", [name for name in OUR_GAMES if lessons_of(mezani.game(name))])
def test_whatever_is_lit_is_on_the_board(name: str) -> None:
    assert check_lit_things(mezani.game(name)).faults == []


NAME, LESSON = next((name, lesson) for name, lesson in LESSONS if lesson.steps[1].kind is StepKind.DO)
GAME = mezani.game(NAME)


@pytest.fixture
def learner(ann: Person) -> Learner:
    """Somebody at the first move of a lesson."""
    learner = Learner(ann, GAME, LESSON)
    learner.finish_step()
    return learner


def test_a_move_that_the_rules_forbid_gets_the_reason_and_changes_nothing(learner: Learner) -> None:
    state = learner.attempt.state
    forbidden = next(action for action in range(GAME.action_count) if action not in state.legal_actions())
    after = len(learner.attempt.record.actions)
    answer = learner.person.post(f"{learner.path}/play", seat=0, after=after, action=forbidden)
    assert answer.status_code == 422
    assert f"/rules/{NAME}" in answer.text.partition('id="reason"')[0]
    assert learner.person.get(learner.path).text.count('class="done"') == 1
    learner.finish_step()


def test_what_comes_too_late_changes_nothing(learner: Learner) -> None:
    move = learner.attempt.step.shown.split()[0]
    action = GAME.parse_action(learner.attempt.state, move)
    for after in (98, 99):
        learner.person.post(f"{learner.path}/play", seat=0, after=after, action=action)
    learner.person.post(f"{learner.path}/next", step=0)
    learner.person.post(f"{learner.path}/next", step=1)
    page = learner.person.get(learner.path).text
    assert 'class="verdict' not in page
    assert page.count('class="done"') == 1


def test_show_me_shows_the_moves_and_takes_them_back(learner: Learner) -> None:
    page = learner.person.get(f"{learner.path}?show=1").text
    assert "This is how it is done" in page
    assert 'class="btn main" id="go-on"' in page
    assert "This is how it is done" not in learner.person.get(learner.path).text
    learner.finish_step()


def test_an_earlier_step_can_be_looked_at_again(learner: Learner) -> None:
    page = learner.person.get(f"{learner.path}?step=1").text
    assert 'id="go-on"' in page
    assert f"{learner.path}/next" not in page
    ahead = learner.person.get(f"{learner.path}?step=99").text
    assert f"step 2 of {len(LESSON.steps)}" in ahead


def test_progress_is_remembered_for_each_person(learner: Learner, ben: Person) -> None:
    assert f"step 2 of {len(LESSON.steps)}" in learner.person.get(f"/learn/{NAME}").text
    assert f"step 1 of {len(LESSON.steps)}" in ben.get(learner.path).text
    assert "step 2" not in ben.get(f"/learn/{NAME}").text


def test_whoever_was_through_begins_anew_and_stays_done(ann: Person) -> None:
    learner = Learner(ann, GAME, LESSON)
    while not learner.attempt.is_over:
        learner.finish_step()
    assert "step 1 of" in ann.get(learner.path).text
    again = Learner(ann, GAME, LESSON)
    again.finish_step()
    assert 'class="stop done' in ann.get(f"/learn/{NAME}").text


def test_wrong_addresses_and_forms_are_refused(learner: Learner) -> None:
    person = learner.person
    for path in ("/learn/nonsense", f"/learn/{NAME}/nonsense", "/learn/ahadi"):
        assert person.get(path).status_code == 404
    assert person.post(f"/learn/{NAME}/nonsense/next", step=0).status_code == 404
    assert person.post(f"{learner.path}/dance", step=1).status_code == 400
    assert person.post(f"{learner.path}/next", step="one").status_code == 400
    assert person.post(f"{learner.path}/answer", step=1, answer="17").status_code == 400
    assert person.post(f"{learner.path}/play", seat=0, after=0).status_code == 400


def test_the_start_page_leads_newcomers_to_the_lessons(ann: Person) -> None:
    page = ann.get("/").text
    assert "How it works" in page
    assert f'class="btn learn main" href="/learn/{NAME}"' in page
    learner = Learner(ann, GAME, LESSON)
    learner.finish_step()
    page = ann.get("/").text
    assert f"lesson 1 of {len(lessons_of(GAME))}" in page
    assert f'class="btn learn main" href="/learn/{NAME}/{LESSON.id}"' in page


def test_who_has_played_is_not_led_to_the_lessons(ann: Person) -> None:
    players = GAME.seats[0]
    ann.new_table(["me", *["bot:novice"] * (players - 1)], game=NAME)
    page = ann.get("/").text
    assert "How it works" not in page
    assert f'<a class="btn learn" href="/learn/{NAME}"' in page
