"""Learning a game: the path of its lessons, and each lesson step by step on the board."""

import logging
from typing import Any, NamedTuple

from litestar import Response, get, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from markupsafe import Markup

from mezani import bots
from mezani.game import Game
from mezani.games import game as find_game
from mezani.games import game_names
from mezani.house.learning import Progress
from mezani.lessons.attempt import Attempt
from mezani.lessons.lesson import Lesson, StepKind, WrongLesson, lessons_of
from mezani.tables.refusals import IllegalMove, Refusal
from mezani.web.cookies import with_secret
from mezani.web.forms import BrokenForm, key, number, text, whole_number
from mezani.web.lesson_screen import LessonScreen
from mezani.web.requests import AnyRequest, game_named, house_of
from mezani.web.responses import notice, page, redirect, status_of
from mezani.web.viewer import known_or_new_player, viewer_of

log = logging.getLogger(__name__)


class Stop(NamedTuple):
    """A lesson on the path: how far one is in it."""

    lesson: Lesson
    is_done: bool
    is_next: bool
    step: int  # at which one has stopped; 0: it was not begun


class Path(NamedTuple):
    """The lessons of a game as somebody finds them."""

    stops: list[Stop]

    @property
    def next(self) -> Stop | None:
        return next((stop for stop in self.stops if stop.is_next), None)

    @property
    def done(self) -> int:
        return sum(stop.is_done for stop in self.stops)

    @property
    def minutes(self) -> int:
        """How long the lessons take that are still to come."""
        return sum(stop.lesson.minutes for stop in self.stops if not stop.is_done)

    @property
    def is_done(self) -> bool:
        return self.next is None

    @property
    def is_begun(self) -> bool:
        return any(stop.is_done or stop.step for stop in self.stops)


def readable_lessons(game: Game[Any]) -> tuple[Lesson, ...]:
    """The lessons of a game; none where something is wrong with them, which is said in the log."""
    try:
        return lessons_of(game)
    except WrongLesson as problem:
        log.warning("the lessons of %s are left out: %s", game.name, problem)
        return ()


def path_of(game: Game[Any], progress: dict[str, Progress]) -> Path:
    """The path of a game for somebody who is so far."""
    stops, waits = [], True
    for lesson in readable_lessons(game):
        known = progress.get(lesson.id, Progress())
        is_next = waits and not known.is_finished
        step = min(len(known.done), lesson.last) + 1 if known.done else 0
        stops.append(Stop(lesson, known.is_finished, is_next, step))
        waits = waits and not is_next
    return Path(stops)


async def progress_in(request: AnyRequest, game: Game[Any]) -> dict[str, Progress]:
    """How far whoever asks is in the lessons of a game."""
    found = await house_of(request).learning.progress(viewer_of(request).player)
    return dict(found.get(game.name, {}))


async def paths_of(request: AnyRequest) -> dict[str, Path]:
    """The paths of all games that have lessons, for whoever asks."""
    found = await house_of(request).learning.progress(viewer_of(request).player)
    paths = {name: path_of(find_game(name), dict(found.get(name, {}))) for name in game_names()}
    return {name: path for name, path in paths.items() if path.stops}


@get("/learn/{name:str}")
async def show_path(request: AnyRequest, name: FromPath[str]) -> Response[str]:
    """The path of a game's lessons."""
    game = game_named(name)
    path = path_of(game, await progress_in(request, game))
    if not path.stops:
        raise NotFoundException(f"{game.title} has no lessons")
    return page("learn.html", request, this=game, path=path, levels=bots.levels(), code=viewer_of(request).lang.code)


def lesson_named(game: Game[Any], id: str) -> Lesson:
    """A lesson, or a page that says that there is none."""
    for lesson in readable_lessons(game):
        if lesson.id == id:
            return lesson
    raise NotFoundException(f"{game.title} has no lesson {id!r}")


def attempt_of(game: Game[Any], lesson: Lesson, progress: Progress) -> Attempt:
    """What somebody has done in a lesson; whoever was through begins anew."""
    if len(progress.done) >= len(lesson.steps):
        return Attempt(game, lesson)
    return Attempt(game, lesson, progress.done, progress.tried)


@get("/learn/{name:str}/{id:str}")
async def show_lesson(request: AnyRequest, name: FromPath[str], id: FromPath[str]) -> Response[str]:
    """The step of a lesson at which one is, or an earlier one."""
    game = game_named(name)
    lesson = lesson_named(game, id)
    attempt = attempt_of(game, lesson, (await progress_in(request, game)).get(id, Progress()))
    return lesson_page(request, attempt)


def lesson_page(request: AnyRequest, attempt: Attempt, refusal: Refusal | None = None) -> Response[str]:
    """The page of a lesson, with what is asked for of it."""
    asked, lang = request.query_params, viewer_of(request).lang
    step = whole_number(asked.get("step"))
    seen = attempt.at(step - 1) if step else attempt
    showing = min(whole_number(asked.get("show")) or 0, len(seen.step.shown.split()))
    lesson = LessonScreen(seen, attempt.number, lang, showing, asked.get("look", ""))
    return page(
        "lesson.html",
        request,
        status_of(refusal) if refusal else 200,
        it=lesson,
        screen=lesson.screen,
        table=lesson.table,
        regions=lesson.screen.regions(),
        notice=Markup(notice(refusal, lang, lesson.address)) if refusal else "",
    )


@post("/learn/{name:str}/{id:str}/{what:str}")
async def do_in_lesson(
    request: AnyRequest, name: FromPath[str], id: FromPath[str], what: FromPath[str]
) -> Response[Any]:
    """What is done in a lesson."""
    form, game = await request.form(), game_named(name)
    lesson = lesson_named(game, id)
    known = (await progress_in(request, game)).get(id, Progress())
    before = attempt_of(game, lesson, known)
    try:
        after = done(before, what, form)
    except IllegalMove as refusal:
        return lesson_page(request, before, refusal)
    secret, player = known_or_new_player(request, key(form))
    is_over = after.is_over
    progress = Progress(after.done, after.tried, known.is_finished or is_over)
    await house_of(request).learning.keep(player, game.name, id, progress)
    return with_secret(redirect(f"/learn/{name}" if is_over else f"/learn/{name}/{id}"), request, secret)


def done(attempt: Attempt, what: str, form: Any) -> Attempt:
    """The attempt after something was done; what comes too late, for another step, changes nothing."""
    if what == "play":
        return played(attempt, number(form, "action"), number(form, "after"))
    if what == "undo":
        return attempt.taken_back()
    if number(form, "step") != attempt.number:
        return attempt
    if what == "answer":
        return answered(attempt, text(form, "answer"))
    if what == "again":
        return attempt.again()
    if what == "next":
        return attempt.gone_on()
    raise BrokenForm(f"there is nothing called {what!r}")


def played(attempt: Attempt, action: int, after: int) -> Attempt:
    """The attempt after a move on the board; one that the rules forbid is refused with the reason."""
    state, seat = attempt.state, attempt.start.seat
    verdict = attempt.verdict
    is_open = attempt.step.kind is StepKind.DO and not verdict.is_done and not verdict.is_wrong
    if not is_open or after != len(attempt.record.actions):
        return attempt
    if state.seat != seat or action not in state.legal_actions():
        raise IllegalMove(attempt.game, state, seat, action)
    return attempt.trying(attempt.game.action_text(state, action))


def answered(attempt: Attempt, answer: str) -> Attempt:
    """The attempt with an answer of those that there are; a right one stays."""
    step = attempt.step
    known = {
        StepKind.ASK: [str(n) for n in range(1, len(step.answers_in("")) + 1)],
        StepKind.FIND: list(step.among),
    }.get(step.kind, [])
    if answer not in known:
        raise BrokenForm("there is no such answer")
    return attempt if attempt.verdict.is_done else attempt.trying(answer)


HANDLERS = [show_path, show_lesson, do_in_lesson]
