"""A check that `mezani.testing` leaves to the pages: whatever a lesson lights is on the board."""

import re
import time
from html import unescape
from typing import Any

from mezani.game import Game
from mezani.language import ENGLISH
from mezani.lessons.attempt import Attempt
from mezani.testing.checks import Finding
from mezani.testing.lessons import steps_of
from mezani.web.learning import readable_lessons
from mezani.web.lesson_screen import LessonScreen

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
