"""What is said to a try: what is right about it, what it costs beside the best one, and what was done in the game."""

from collections.abc import Sequence
from typing import NamedTuple

from mezani.insight.in_words import briefly, percent
from mezani.insight.judging import ALIKE, Choice, Judged
from mezani.insight.reasons import sentence
from mezani.insight.tries import Try
from mezani.insight.verdicts import MISTAKE, sign_of
from mezani.language import Language
from mezani.web.analysis_words import GRAVITY, turn_in_words
from mezani.web.exercise import Exercise


class ShownChoice(NamedTuple):
    """A choice beside the board: what it is called, its steps, its chance, and what speaks for it or against it."""

    title: str
    steps: list[str]
    percent: int
    why: list[str]
    sign: str = ""
    gravity: str = ""
    is_best: bool = False
    is_played: bool = False


class ShownVerdict(NamedTuple):
    """What is said to a try."""

    is_good: bool
    headline: str
    said: list[str]
    sign: str
    gravity: str


def verdict(tried: Try, is_turn: bool, lang: Language) -> ShownVerdict:
    """What is said to a try: first what is right about it."""
    headline, more = unbroken(_headline(tried, is_turn, lang)), list(map(unbroken, _more(tried, lang)))
    return ShownVerdict(not tried.sign, headline, more, tried.sign, GRAVITY.get(tried.sign, ""))


def unbroken(text: str) -> str:
    """A sentence in which no line ends before a percent sign."""
    return text.replace(" %", "\N{NO-BREAK SPACE}%")


def _headline(tried: Try, is_turn: bool, lang: Language) -> str:
    _ = lang.gettext
    if tried.is_best:
        return _("Well found: there is no better turn.") if is_turn else _("Well found: there is no better move.")
    if not tried.sign:
        return _("That is as good as the best turn.") if is_turn else _("That is as good as the best move.")
    if tried.is_played:
        return _("That was played in the game too.")
    if tried.lost < MISTAKE:
        return _("Nearly: there is something a little better.")
    return _("That works, but it gives away {n} %.").format(n=percent(tried.lost))


def _more(tried: Try, lang: Language) -> list[str]:
    """How it stands beside the game, then what it costs if that was not said yet."""
    _ = lang.gettext
    said, gained = [], tried.chance - tried.played_chance
    if not tried.is_played and tried.judged.sign and gained >= ALIKE:
        better = _("It is better than what was played: {now} % instead of {then} %.")
        said.append(better.format(now=percent(tried.chance), then=percent(tried.played_chance)))
    if tried.sign and gained <= -ALIKE:
        said.append(_("What was played in the game was better."))
    if tried.sign and (tried.is_played or tried.lost < MISTAKE):
        said.append(_("It gives away {n} % of the chance to win.").format(n=percent(tried.lost)))
    return said


def choices(
    exercise: Exercise, judged: Judged, tried: Try | None, shows_best: bool, lang: Language
) -> list[ShownChoice]:
    """What is shown side by side: the best choice, if it is shown; what was tried; and what was done in the game."""
    return _Choices(exercise, judged, tried, shows_best, lang).all()


class _Choices:
    """How choices of a decision are called and shown."""

    def __init__(self, exercise: Exercise, judged: Judged, tried: Try | None, shows_best: bool, lang: Language) -> None:
        self.exercise, self.judged, self.tried, self.lang = exercise, judged, tried, lang
        self.shows_best = shows_best or (tried is not None and not tried.sign)

    def all(self) -> list[ShownChoice]:
        judged, tried, _ = self.judged, self.tried, self.lang.gettext
        found = []
        if tried is None or not tried.is_best:
            found.append(self.best())
        if tried is not None:
            title = _("Your try, as in the game") if tried.is_played else _("Your try")
            found.append(self.shown(title, tried.choice, tried.other, tried.lost, tried.is_best, tried.is_played))
        if judged.place and not (tried and tried.is_played):
            found.append(self.shown(_("In the game"), judged.played, None, judged.lost, False, True))
        return found

    def best(self) -> ShownChoice:
        """The best choice; without its name and its reasons as long as it is to be found."""
        title, best = self.lang.gettext("The best"), self.judged.best
        if not self.shows_best:
            return ShownChoice(title, [], percent(best.chances[self.judged.seat]), [], is_best=True)
        return self.shown(title, best, self.judged.choices[best.beside], 0.0, True, not self.judged.place)

    def shown(
        self, title: str, choice: Choice, other: Choice | None, lost: float, is_best: bool, is_played: bool
    ) -> ShownChoice:
        return ShownChoice(
            title,
            self.words(choice.actions),
            percent(choice.chances[self.judged.seat]),
            self.why(choice, other) if other else [],
            sign_of(lost),
            GRAVITY.get(sign_of(lost), ""),
            is_best,
            is_played,
        )

    def words(self, actions: Sequence[int]) -> list[str]:
        return turn_in_words(self.exercise.game, self.exercise.decision.state, actions, self.lang)

    def why(self, choice: Choice, other: Choice) -> list[str]:
        """The reasons of a choice in words."""
        game, called = self.exercise.game, self.called(other)
        return [sentence(game, it.key, it.mean, it.other_mean, called, self.lang) for it in choice.reasons]

    def called(self, other: Choice) -> str:
        """What a choice is called within the reasons of another one."""
        _ = self.lang.gettext
        if self.tried and other.actions == self.tried.choice.actions:
            return _("your try")
        if other.actions == self.judged.best.actions:
            return _("the best move")
        if other.actions == self.judged.played.actions:
            return _("the move of the game")
        return _("“{move}”").format(move=briefly(self.words(other.actions)))
