"""Lessons: short tasks on the real board of a game, written as data in its folder.

`lesson` reads them, `attempt` follows what somebody does in one. What a lesson says and shows is in the games.
"""

from mezani.lessons.attempt import Attempt, Verdict
from mezani.lessons.lesson import Lesson, Step, StepKind, WrongLesson, lessons_of

__all__ = ["Attempt", "Lesson", "Step", "StepKind", "Verdict", "WrongLesson", "lessons_of"]
