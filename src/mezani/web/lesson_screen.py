"""A lesson on the board: the table as its step has it, and what the teacher says beside it."""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from markupsafe import Markup

from mezani.language import Language, Said, said
from mezani.lessons.attempt import Attempt, Verdict
from mezani.lessons.lesson import LETTERS, StepKind
from mezani.tables.situation import Seat
from mezani.tables.table import Table, played_again
from mezani.web.explanation import Explanation
from mezani.web.notation import spoken
from mezani.web.screen import Screen
from mezani.web.spotlight import spotlight
from mezani.web.terms import Terms


class Answer(NamedTuple):
    """Something that can be chosen: its value in the form, its words, its letter on the board, and what came of it."""

    value: str
    words: str
    letter: str
    is_right: bool
    is_chosen: bool


@dataclass(frozen=True)
class LessonScreen:
    """What somebody sees of a lesson under way."""

    attempt: Attempt
    reached: int  # the step that they have come to
    lang: Language
    showing: int = 0  # of "Show me": how many moves it has made
    looks_at: str = ""

    # The board

    @property
    def address(self) -> str:
        return f"/learn/{self.attempt.game.name}/{self.attempt.lesson.id}"

    @property
    def kind(self) -> str:
        return self.attempt.step.kind.value

    @cached_property
    def on_board(self) -> Attempt:
        """The attempt whose position lies on the board."""
        is_shown = self.showing and self.attempt.step.kind is StepKind.DO
        return self.attempt.showing(self.showing) if is_shown else self.attempt

    @cached_property
    def table(self) -> Table:
        record = self.on_board.record
        table = played_again(record, self.seats, len(record.actions))
        table.address = self.address
        return table

    @property
    def seats(self) -> list[Seat]:
        return self.explanation.seats

    @cached_property
    def screen(self) -> Screen:
        seat = self.attempt.start.seat
        return Screen(self.table, seat, [seat], self.lang, looks_at=self.looks_at, is_past=not self.may_move)

    @property
    def may_move(self) -> bool:
        """Whether moves can be made on the board."""
        return self.is_open and self.attempt.step.kind is StepKind.DO

    @property
    def is_open(self) -> bool:
        """Whether the step waits for something to be done."""
        verdict = self.attempt.verdict
        return not (verdict.is_done or verdict.is_wrong or self.showing or self.is_earlier)

    @property
    def is_earlier(self) -> bool:
        """Whether this is a step that one has gone on from."""
        return self.attempt.number < self.reached

    @cached_property
    def spotlight(self) -> Markup:
        """The style by which things are lit."""
        step = self.attempt.step
        texts = " ".join(said(text, self.lang.code) for text in step.texts())
        return spotlight(step.marked, step.kind is StepKind.FIND or any(f"{{{letter}}}" in texts for letter in LETTERS))

    # What is said

    @property
    def verdict(self) -> Verdict | None:
        """What is said to what was done; None while there is nothing to say."""
        verdict = self.attempt.verdict
        return verdict if (verdict.is_done or verdict.is_wrong) and verdict.say and not self.showing else None

    @property
    def is_last(self) -> bool:
        return self.attempt.number == self.attempt.lesson.last

    @property
    def moves_shown(self) -> int:
        """How many moves "Show me" makes."""
        return len(self.attempt.step.shown.split())

    def words(self, text: Said) -> str:
        """A text in the language of the page."""
        return said(text, self.lang.code)

    def paragraphs(self, text: Said) -> list[Markup]:
        """What is said, paragraph by paragraph; words of the game can be pressed."""
        return self.explanation.paragraphs(text)

    def heading(self, text: Said) -> Markup:
        """What is said in a heading."""
        return self.explanation.heading(text)

    @property
    def terms(self) -> Terms:
        """The words of the game that were said."""
        return self.explanation.terms

    @cached_property
    def explanation(self) -> Explanation:
        return Explanation(self.attempt.game, self.attempt.start, self.lang)

    @property
    def answers(self) -> list[Answer]:
        """What can be chosen, of a question or on the board."""
        step, chosen = self.attempt.step, self.attempt.tried
        if step.kind is StepKind.ASK:
            answers = enumerate(map(self.explanation.named, step.answers_in(self.lang.code)), 1)
            return [Answer(str(n), words, "", n == step.right, str(n) == chosen) for n, words in answers]
        things = zip(LETTERS, step.among, strict=False)
        return [Answer(at, self._called(at), letter, at in step.find, at == chosen) for letter, at in things]

    def _called(self, at: str) -> str:
        """A thing of the board in words; nothing where the game has none for it."""
        kind, _, seat = at.partition("-")
        if kind == "seat" and seat.isdigit() and int(seat) < len(self.seats):
            return self.seats[int(seat)].name or self.lang.gettext("You")
        return spoken(self.attempt.game.name, at, self.lang.code) or ""
