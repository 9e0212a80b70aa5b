"""Checks of lessons: every step can be done as it is written, and everything that can be said is there."""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, product
from typing import Any

from mezani.game import Game
from mezani.language import LANGUAGES, Said, language
from mezani.lessons.attempt import Attempt, judge
from mezani.lessons.lesson import ANY, LETTERS, Lesson, Step, StepKind, WrongLesson, lessons_of
from mezani.testing.trial import Trial

GAP = re.compile(r"\{(\w+)\}")
THING = re.compile(r"\[([^\]]+)\]")
CITED = re.compile(r"\((\d+\.\d+)\)")
MOST_WAYS = 64  # of doing one step that are tried
MINUTES = range(1, 5)


def lessons(trial: Trial) -> None:
    """Every step of a lesson can be done in all ways that it names, and whatever misses the point is answered."""
    for lesson in _lessons(trial):
        attempt = Attempt(trial.game, lesson)
        while not attempt.is_over:
            _at(trial, lesson, attempt.number)
            _try_step(trial, attempt)
            attempt = _gone_on(trial, attempt.showing(len(attempt.step.shown.split())))
        trial.expect(lesson.steps[-1].kind is StepKind.LOOK, "the last step says what one can do now: it asks nothing")


def words_of_lessons(trial: Trial) -> None:
    """Lessons speak every language, and name only letters, seats, things and paragraphs that are there."""
    for lesson in _lessons(trial):
        _at(trial, lesson)
        trial.expect(lesson.minutes in MINUTES, f"a lesson takes {MINUTES[0]} to {MINUTES[-1]} minutes")
        if unknown := set(lesson.teaches) - set(trial.game.paragraphs):
            trial.fail(f"it teaches {', '.join(sorted(unknown))}, which the rules have not")
        for text in (lesson.title, lesson.gist, lesson.able):
            check_text(trial, text, 0, 0)
        for number, step in enumerate(lesson.steps):
            _at(trial, lesson, number)
            _check_words(trial, step, lesson.start_of(number).players)


def steps_of(game: Game[Any]) -> Iterator[Attempt]:
    """All lessons of a game step by step, as they show themselves."""
    for lesson in lessons_of(game):
        attempt = Attempt(game, lesson)
        while not attempt.is_over:
            yield attempt
            attempt = attempt.showing(len(attempt.step.shown.split())).gone_on()


def _lessons(trial: Trial) -> tuple[Lesson, ...]:
    try:
        found = lessons_of(trial.game)
    except WrongLesson as problem:
        trial.fail(str(problem))
    trial.looked_at["lessons"] += len(found)
    return found


def _at(trial: Trial, lesson: Lesson, number: int | None = None) -> None:
    trial.where = f"lesson {lesson.id}" + ("" if number is None else f", step {number + 1}")


def _gone_on(trial: Trial, attempt: Attempt) -> Attempt:
    """One step further; the others must be able to play what the lesson says."""
    further = attempt.gone_on()
    trial.expect(further != attempt, f"{attempt.tried!r} does not do it")
    _state(trial, further)
    return further


def _state(trial: Trial, attempt: Attempt) -> Any:
    try:
        return attempt.state
    except ValueError as problem:  # no move, an illegal one, or an option that can't be taken
        trial.fail(f"{' '.join(attempt.moves) or 'its start'}: {problem}")


# What can be done


def _try_step(trial: Trial, attempt: Attempt) -> None:
    trial.looked_at["steps"] += 1
    step, start, state = attempt.step, attempt.start, _state(trial, attempt)
    trial.expect(0 <= start.seat < start.players, f"there is no seat {start.seat}")
    if step.kind is StepKind.DO:
        trial.expect(not state.is_over and state.seat == start.seat, "it is not the turn of who learns")
        for way in step.do:
            for moves in islice(_ways(way), MOST_WAYS):
                _try_way(trial, attempt, moves)
    else:
        for answer in _answers(step):
            _expect_answered(trial, attempt.trying(answer))


def _ways(way: str) -> Iterator[tuple[str, ...]]:
    """All ways that a text stands for; any move is still to be chosen."""
    yield from product(*(word.split(",") for word in way.split()))


def _answers(step: Step) -> list[str]:
    if step.kind is StepKind.ASK:
        return [str(number) for number in range(1, len(step.answers_in(LANGUAGES[0])) + 1)]
    return list(step.among)


def _try_way(trial: Trial, attempt: Attempt, moves: tuple[str, ...]) -> None:
    """Do a step in one way; at each move of it all others that are legal are answered."""
    attempt = attempt.again()
    for move in moves:
        state = _state(trial, attempt)
        trial.expect(state.seat == attempt.start.seat, f"after {attempt.tried!r} it is not the turn of who learns")
        legal = [trial.game.action_text(state, action) for action in state.legal_actions()]
        for other in legal:
            _expect_answered(trial, attempt.trying(other))
        chosen = legal[0] if move == ANY else move
        _expect_legal(trial, attempt, chosen, legal)
        attempt = attempt.trying(chosen)
    trial.expect(attempt.verdict.is_done, f"{attempt.tried!r} does not do it")
    _finish(trial, attempt)


def _expect_legal(trial: Trial, attempt: Attempt, move: str, legal: list[str]) -> None:
    if move not in legal:
        state = attempt.state
        reason = trial.game.why_not(state, state.seat, trial.game.parse_action(state, move))
        trial.fail(f"{move!r} is not legal after {attempt.tried!r}: {reason}")


def _expect_answered(trial: Trial, attempt: Attempt) -> None:
    """Whatever misses the point is answered; what may be kept can be gone on with."""
    verdict = attempt.verdict
    trial.looked_at["answers"] += 1
    trial.expect(verdict.say or not verdict.is_wrong, f"nothing is said to {attempt.tried!r}")
    if verdict.may_keep:
        _finish(trial, attempt)


def _finish(trial: Trial, attempt: Attempt) -> None:
    """Do the rest of a lesson as it shows it."""
    attempt = _gone_on(trial, attempt)
    while not attempt.is_over:
        shown = attempt.showing(len(attempt.step.shown.split()))
        trial.expect(judge(attempt.step, shown.tried).is_done, f"{shown.tried!r}, as it is shown, does not do it")
        attempt = replace(shown, done=(*shown.done, shown.tried), tried="")
        _state(trial, attempt)


# What is said


def _check_words(trial: Trial, step: Step, players: int) -> None:
    for text in step.texts():
        check_text(trial, text, len(step.marked), players)
    if isinstance(step.answers, dict):
        numbers = {code: len(answers) for code, answers in step.answers.items()}
        trial.expect(len(set(numbers.values())) == 1, f"languages have different numbers of answers: {numbers}")
        for code in set(LANGUAGES) - numbers.keys():
            trial.warn(f"{trial.where}: its answers are not there in {code}")


def check_text(trial: Trial, text: Said, marked: int, players: int) -> None:
    """Expect a text in every language, with letters and seats that are there, known things and paragraphs."""
    game, shown = trial.game, next(iter(text.values()), "")
    trial.expect(text.get(LANGUAGES[0]), f"a text is not there in English: {shown[:60]!r}")
    for code in LANGUAGES:
        said = text.get(code, "")
        if not said:
            trial.warn(f"{trial.where}: a text is not there in {code}: {shown[:60]!r}")
        letters, seats = LETTERS[:marked], [str(seat) for seat in range(players)]
        for gap in set(GAP.findall(said)) - {*letters, *seats}:
            trial.fail(f"{{{gap}}} is neither the letter of something that is lit nor a seat ({code})")
        for cited in set(CITED.findall(said)) - set(game.paragraphs):
            trial.fail(f"it cites {cited}, which the rules have not ({code})")
        for thing in THING.findall(said):
            trial.expect(game.thing(thing, language(code)), f"[{thing}] has no words ({code})")
        trial.looked_at["texts"] += 1
