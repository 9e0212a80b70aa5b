"""Checks that `mezani.testing` leaves to the pages: whatever lessons light and examples show is on the board."""

import re
import time
from html import unescape
from typing import Any

from mezani.game import Game
from mezani.language import ENGLISH
from mezani.lessons.attempt import Attempt
from mezani.lessons.example import FILE
from mezani.testing.checks import Finding
from mezani.testing.lessons import steps_of
from mezani.web.examples import board_of_example, readable_examples
from mezani.web.learning import readable_lessons
from mezani.web.lesson_screen import LessonScreen
from mezani.web.picture import not_in_picture

MARK = re.compile(r'data-at="([^"]*)"')


def not_drawn(attempt: Attempt) -> list[str]:
    """What a step lights though it is not on the board."""
    html = LessonScreen(attempt, attempt.number, ENGLISH).screen.board_html()
    drawn = {mark for marks in MARK.findall(html) for mark in unescape(marks).split()}
    return [mark for mark in attempt.step.marked if mark not in drawn]


def check_lit_things(game: Game[Any]) -> Finding:
    """Look at the board of every step of a game's lessons."""
    finding, began = Finding("things lit in lessons"), time.perf_counter()
    for attempt in steps_of(game) if readable_lessons(game) else ():
        finding.looked_at["things"] += len(attempt.step.marked)
        where = f"lesson {attempt.lesson.id}, step {attempt.number + 1}"
        finding.faults += [f"{where}: {mark!r} is not on the board" for mark in not_drawn(attempt)]
    finding.seconds = time.perf_counter() - began
    return finding


def check_pictures(game: Game[Any]) -> Finding:
    """Look at the picture of every example of a game's rules."""
    finding, began = Finding("pictures in the rules"), time.perf_counter()
    for number, example in enumerate(readable_examples(game), 1):
        where = f"{FILE}, example {number} ({example.paragraph})"
        finding.looked_at["pictures"] += 1
        try:
            board = board_of_example(game, example, ENGLISH)
        except ValueError as problem:
            finding.faults.append(f"{where}: {problem}")
        else:
            missing = not_in_picture(board, example.show, example.light)
            finding.faults += [f"{where}: {mark!r} is not in the picture" for mark in missing]
    finding.seconds = time.perf_counter() - began
    return finding
