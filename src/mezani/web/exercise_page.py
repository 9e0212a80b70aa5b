"""The page of an exercise: the board on which one tries, and beside it the task, or what is said to a try."""

from dataclasses import dataclass
from functools import cached_property

from markupsafe import Markup

from mezani.insight.in_words import briefly, percent, place_in_words
from mezani.insight.judging import Choice, Judged
from mezani.insight.tries import Try
from mezani.language import Language
from mezani.web.analysis_words import DecisionInWords, notations, turn_in_words, words_at
from mezani.web.exercise import Exercise, ExerciseScreen
from mezani.web.exercise_words import ShownChoice, ShownVerdict, choices, unbroken, verdict
from mezani.web.log_lines import names_of


@dataclass(frozen=True)
class ExercisePage:
    """What somebody sees of an exercise. `judged` is None while it is not yet known how good the decision was."""

    exercise: Exercise
    lang: Language
    back: str  # to the game
    judged: Judged | None = None
    tried: Try | None = None
    shows_best: bool = False
    next: str = ""  # the address of the next exercise
    looks_at: str = ""

    # The board

    @property
    def may_move(self) -> bool:
        return not self.exercise.is_whole and not self.shows_best

    @cached_property
    def on_board(self) -> Exercise:
        """The exercise whose position lies on the board: where all is open, with the best turn if that is shown."""
        if self.shows_best and self.judged and self.exercise.game.is_open:
            return self.exercise.with_tried(self.judged.best.actions)
        return self.exercise

    @cached_property
    def screen(self) -> ExerciseScreen:
        pointed = tuple(self.pointed) if self.exercise.game.is_open else ()
        return self.on_board.screen(self.lang, self.may_move, self.looks_at, pointed)

    @cached_property
    def pointed(self) -> dict[str, str]:
        """The squares and cards of what is spoken of, with a word for each; where turns lie on the board, of one."""
        _, is_open, found = self.lang.gettext, self.exercise.game.is_open, dict[str, str]()
        if self.tried and not (self.shows_best and is_open):
            found |= self._at(self.tried.choice, _("you"))
        if self.judged and (self.shows_best or (self.is_solved and not is_open)):
            found = self._at(self.judged.best, _("best")) | found
        return found

    def _at(self, choice: Choice, word: str) -> dict[str, str]:
        return dict.fromkeys(notations(self.exercise.game, self.exercise.decision.state, choice.actions), word)

    @property
    def marks(self) -> Markup:
        """The style that sets these words on the board."""
        you = self.lang.gettext("you")
        return Markup("\n".join(rule for at, word in self.pointed.items() for rule in words_at(at, word, word == you)))

    # What is said

    @property
    def place(self) -> str:
        """Where in the game it is."""
        game = self.exercise.game
        return place_in_words(game, game.place(self.exercise.decision.state), self.lang)

    @property
    def task(self) -> str:
        _, is_turn = self.lang.gettext, self.exercise.game.is_open
        if self.judged and self.judged.sign:
            return _("Find a better turn") if is_turn else _("Find a better move")
        return _("Find the best turn") if is_turn else _("Find the best move")

    @property
    def said(self) -> list[str]:
        """Whose turn it is, and what was played if it was a mistake."""
        _, exercise = self.lang.gettext, self.exercise
        name = names_of(exercise.table, self.lang)[exercise.seat]
        is_own = exercise.seat in exercise.replay.own
        said = [_("It was your turn.") if is_own else _("You play for {name}.").format(name=name)]
        if self.judged and self.judged.sign:
            played = turn_in_words(exercise.game, exercise.decision.state, exercise.decision.actions, self.lang)
            told = _("In the game: {move}. That gave away {n} %.")
            said.append(unbroken(told.format(move=briefly(played), n=percent(self.judged.lost))))
        return said

    @property
    def verdict(self) -> ShownVerdict | None:
        """What is said to what was tried."""
        return verdict(self.tried, self.exercise.game.is_open, self.lang) if self.tried else None

    @property
    def is_solved(self) -> bool:
        return self.tried is not None and not self.tried.sign

    @property
    def choices(self) -> list[ShownChoice]:
        """What is shown side by side when something was tried, or the best choice is shown."""
        if self.judged is None or not (self.tried or self.shows_best):
            return []
        return choices(self.exercise, self.judged, self.tried, self.shows_best, self.lang)

    @property
    def fair(self) -> str:
        """What the judgement knew."""
        exercise, judged = self.exercise, self.judged
        assert judged
        names = names_of(exercise.table, self.lang)
        return DecisionInWords(exercise.game, exercise.decision, judged, exercise.seat, names, self.lang).fair()

    @property
    def may_play_on(self) -> bool:
        exercise = self.exercise
        return exercise.replay.may_play_on(exercise.replay.table(exercise.number, exercise.seat), exercise.seat)
