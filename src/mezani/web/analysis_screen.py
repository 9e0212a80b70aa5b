"""The page of a game that is looked back at: one moment of it, whose mistakes are shown, and all that is said there."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

from babel.numbers import format_decimal
from litestar.exceptions import NotFoundException

from mezani.engine.state import State
from mezani.game import Place
from mezani.insight.analysis import SIGNS, Analysis, Summary
from mezani.insight.in_words import percent, place_in_words, signed, signed_number
from mezani.insight.judging import Decision, Depth, Judged
from mezani.insight.report import adding_up
from mezani.insight.turning_points import turning_points
from mezani.language import Language
from mezani.tables.analyses import Progress
from mezani.tables.table import Table
from mezani.web.analysis_chart import Course, CourseChart
from mezani.web.analysis_words import GRAVITY, DecisionInWords, ShownDecision
from mezani.web.forms import whole_number
from mezani.web.log_lines import called
from mezani.web.once import once
from mezani.web.perspective import Perspective
from mezani.web.replay import Replay, Viewpoint
from mezani.web.screen import Screen

MINUTE: Final = 60
FEW_SECONDS: Final = 90  # which are still told as seconds
ROUND: Final = 5  # seconds
NOTHING: Final = "–"


class OtherEyes(Perspective):
    """How a table is shown from the seat of somebody else: nobody is "you"."""

    def __missing__(self, gap: str) -> str:
        kind, seat, *_ = gap.split(" ", 2)
        return self[f"name {seat}"] if kind == "else" else super().__missing__(gap)


@dataclass
class ScreenThen(Screen):
    """The board as it was, from the seat of whoever had to decide; only whoever looks back is "you"."""

    you: int | None = None

    @once
    def called(self) -> list[str]:
        you = self.lang.gettext("You")
        return [you if seat == self.you else name for seat, name in enumerate(self.names)]

    @once
    def perspective(self) -> Perspective:
        is_other = self.viewing_seat is not None and self.viewing_seat != self.you
        return (OtherEyes if is_other else Perspective)(self.viewing_seat, self.called)

    @property
    def reader(self) -> int | None:
        return self.viewing_seat if self.viewing_seat == self.you else None


class Player(NamedTuple):
    """A row of the table of players."""

    seat: int
    name: str
    has_won: bool
    is_picked: bool
    accuracy: str
    signs: list[int]  # how many of each
    luck: str
    sum: str  # how it adds up, in words
    summary: Summary


class Moment(NamedTuple):
    """A decision that is worth a look."""

    step: int
    place: str


@dataclass(frozen=True)
class Lookback:
    """A game that is looked back at, at one moment."""

    replay: Replay
    path: str
    analysis: Analysis
    progress: Progress
    step: int
    asked_seat: str
    asked_view: str
    lang: Language

    # Who looks, at whom, and from where

    @cached_property
    def you(self) -> int | None:
        """The seat of whoever looks back; None if they had none, or several."""
        own = self.replay.own
        return own[0] if len(own) == 1 else None

    @cached_property
    def picked(self) -> int:
        """The seat whose mistakes are shown."""
        if self.analysis.seat is not None:
            return self.analysis.seat
        seat = whole_number(self.asked_seat)
        if self.asked_seat and (seat is None or seat >= self.analysis.record.players):
            raise NotFoundException
        return seat if seat is not None else self.replay.own[0] if self.replay.own else 0

    @cached_property
    def viewpoint(self) -> int | None:
        """The seat from which the board is seen: whoever decides, if no other is asked for; their own while it runs."""
        if self.analysis.seat is not None:
            return self.analysis.seat
        if self.asked_view:
            return self.replay.viewing_seat(self.asked_view)
        return self.decision.state.seat if self.decision else self.picked

    @property
    def viewpoints(self) -> list[Viewpoint]:
        """All from where it can be seen; there is no choice while a game runs."""
        if self.analysis.seat is not None:
            return []
        everybody, *seats = self.replay.viewpoints(self.lang)
        return [Viewpoint("", self.lang.gettext("whoever decides")), *seats, everybody]

    @cached_property
    def names(self) -> list[str]:
        return [called(seat, number, self.lang) for number, seat in enumerate(self.replay.seats)]

    @cached_property
    def called(self) -> list[str]:
        """What everybody is called beside the board."""
        you = self.lang.gettext("You")
        return [you if seat == self.you else name for seat, name in enumerate(self.names)]

    # Where

    def address(self, step: int | None = None, seat: int | None = None, depth: Depth | None = None) -> str:
        """The address of a moment."""
        asked = {
            "seat": str(seat) if seat is not None else self.asked_seat,
            "from": self.asked_view,
            "depth": "" if (depth or self.analysis.depth) == Depth.QUICK else Depth.DEEP.value,
        }
        query = "&".join(f"{name}={value}" for name, value in asked.items() if value)
        return f"{self.path}/{self.step if step is None else step}" + (f"?{query}" if query else "")

    @property
    def last(self) -> int:
        return self.replay.last

    @property
    def is_end(self) -> bool:
        return self.step == self.last

    @cached_property
    def decision(self) -> Decision | None:
        return self.analysis.at(self.step)

    @cached_property
    def judged(self) -> Judged | None:
        return self.analysis.judged.get(self.decision.number) if self.decision else None

    @cached_property
    def table(self) -> Table:
        return self.replay.table(self.step, self.viewpoint)

    @cached_property
    def screen(self) -> ScreenThen:
        pointed = self.shown.pointed if self.shown else ()
        return ScreenThen(self.table, self.viewpoint, [], self.lang, is_past=True, pointed=pointed, you=self.you)

    def place(self, step: int) -> str:
        """Where a moment is, in words."""
        if step >= self.last and self.is_whole:
            return self.lang.gettext("The end")
        return place_in_words(self.table.game, self.places[min(step, len(self.places) - 1)], self.lang)

    @cached_property
    def places(self) -> list[Place]:
        place = self.analysis.record.game.place
        return [place(before) for before, _, _ in self.analysis.record.steps()]

    # Steps

    @cached_property
    def steps(self) -> list[int]:
        """The moments to which arrows lead: all decisions, and the end."""
        return [*(it.number for it in self.analysis.decisions), self.last]

    @cached_property
    def mistakes(self) -> list[Judged]:
        """Those of the seat that was picked."""
        return self.analysis.mistakes(self.picked)

    @property
    def at(self) -> int:
        """Where the decision began that is looked at; a turn has several steps."""
        return self.decision.number if self.decision else self.step

    def before(self, steps: Sequence[int]) -> int | None:
        return max((step for step in steps if step < self.at), default=None)

    def after(self, steps: Sequence[int]) -> int | None:
        return min((step for step in steps if step > self.at), default=None)

    @property
    def count(self) -> str:
        """Which of the decisions this is."""
        number, _ = sum(step <= self.step for step in self.steps[:-1]), self.lang.gettext
        if self.decision is None and self.is_end:
            return _("The end") if self.table.is_over else _("Now")
        return _("Decision {n} of {all}").format(n=max(1, number), all=len(self.steps) - 1)

    # The decision

    @cached_property
    def shown(self) -> ShownDecision | None:
        """The decision beside the best ones, as far as it is judged."""
        if self.decision is None or self.judged is None or self.is_covered:
            return None
        game = self.analysis.record.game
        return DecisionInWords(game, self.decision, self.judged, self.you, self.names, self.lang).shown()

    @property
    def is_covered(self) -> bool:
        """Whether the cards of a running game that were played then lie face down by now."""
        past, now = self.analysis.record.game.past, self.replay.now
        if past is None or now is None or self.decision is None or not self.table.covers_past:
            return False
        return past.is_covered(self.analysis.record.game.place(self.decision.state), now)

    @property
    def title(self) -> str:
        """What is looked at: a mistake of the picked seat by its number, else the place."""
        _, numbers = self.lang.gettext, [it.number for it in self.mistakes]
        if self.decision is None and self.is_end:
            return _("The whole game") if self.table.is_over else _("The game so far")
        if self.decision is None or self.decision.number not in numbers:
            return self.place(self.step)
        said = _("Your mistake {n} of {all}") if self.picked == self.you else _("{name}: mistake {n} of {all}")
        number = numbers.index(self.decision.number) + 1
        return said.format(name=self.names[self.picked], n=number, all=len(numbers))

    @property
    def subtitle(self) -> str:
        """Where it is, or whose decision."""
        _ = self.lang.gettext
        if self.decision is None:
            return self.whole_in_numbers if self.is_end else ""
        seat = self.decision.state.seat
        if seat == self.picked and self.judged and self.judged.sign:
            return self.place(self.step)
        return _("Your decision") if seat == self.you else _("Decision of {name}").format(name=self.names[seat])

    @property
    def whole_in_numbers(self) -> str:
        n = len(self.analysis.decisions)
        return self.lang.ngettext("{n} decision", "{n} decisions", n).format(n=n)

    @property
    def no_choice(self) -> str:
        """Why nothing is judged here."""
        _ = self.lang.gettext
        if self.is_covered:
            return _("The cards of this trick lie face down as long as the game is running.")
        if self.analysis.seat is not None and self.table.state.seat != self.analysis.seat:
            return _("While the game is running, only your own decisions are judged.")
        return _("There was nothing to decide: only one move was possible.")

    @property
    def may_play_on(self) -> bool:
        return self.replay.may_play_on(self.table, self.taking)

    @property
    def taking(self) -> int:
        """The seat in which a game goes on from here."""
        return self.decision.state.seat if self.decision else self.picked

    # The course

    @cached_property
    def chart(self) -> CourseChart:
        told = {it.number: self.told(it) for it in self.mistakes}
        drawn = Course(self.analysis, self.replay.chapters, self.called, self.lang)
        return drawn.chart(self.picked, told, self.mistakes, self.at)

    def told(self, judged: Judged) -> str:
        """A mistake in words, for those who do not see its place."""
        said = f"{self.sign_words(judged.sign)}, {self.place(judged.number)}"
        return f"{said}: {signed(-judged.lost)} %"

    def sign_words(self, sign: str) -> str:
        _ = self.lang.gettext
        return {"?!": _("slip"), "?": _("mistake"), "??": _("blunder")}.get(sign, "")

    def gravity(self, sign: str) -> str:
        return GRAVITY.get(sign, "")

    @property
    def told_now(self) -> str:
        """Where the cursor is, in words."""
        course = self.analysis.course
        chance = f", {percent(course.chances[self.step][self.picked])} %" if course else ""
        return f"{self.count}: {self.place(self.step)}{chance}"

    # Players

    @cached_property
    def has_luck(self) -> bool:
        """Whether luck is told: where something is drawn, and of all seats together."""
        return not self.analysis.record.game.is_open and self.analysis.seat is None

    @cached_property
    def players(self) -> list[Player]:
        winners = self.analysis.record.winners()
        return [self.player(it, it.seat in winners) for it in self.analysis.summaries()]

    @cached_property
    def end(self) -> State:
        """How the game stands, or has ended."""
        return self.analysis.record.state()

    @property
    def is_result(self) -> bool:
        """Whether there is a page of its result: of a table that is over."""
        return self.path.startswith("/table/") and self.replay.is_open

    @property
    def is_whole(self) -> bool:
        """Whether the game was played to its end."""
        return bool(self.end.is_over)

    def player(self, it: Summary, has_won: bool) -> Player:
        is_known = self.analysis.is_complete
        return Player(
            it.seat,
            self.called[it.seat],
            has_won,
            it.seat == self.picked,
            str(percent(it.accuracy)) if it.accuracy is not None else "",
            [it.signs[sign] for sign in SIGNS],
            signed(it.sum.luck) if is_known else NOTHING,
            self.sum_in_words(it) if is_known else "",
            it,
        )

    def sum_in_words(self, it: Summary) -> str:
        """How own mistakes, those of others and luck add up to the change of a chance."""
        _, (change, own, others, rest) = self.lang.gettext, map(signed_number, adding_up(it))
        if self.analysis.seat is not None:
            said = [_("own mistakes {n}").format(n=own), _("luck and the others {n}").format(n=rest)]
        else:
            last = _("cards {n}") if self.has_luck else _("seen only later {n}")
            said = [_("own mistakes {n}").format(n=own), _("others’ {n}").format(n=others), last.format(n=rest)]
        return f"{', '.join(said)}: {change} %"

    def for_each_decision(self, it: Summary) -> str:
        """The chance given away for each decision, in words."""
        number = format_decimal(100 * it.for_each_decision, "0.0", locale=self.lang.code)
        return self.lang.gettext("{n} % given away per decision").format(n=number)

    @property
    def words_of_luck(self) -> str:
        return self.lang.gettext("cards: what luck gave or took, in % of chance")

    @property
    def words_of_chances(self) -> str:
        return self.lang.gettext("Chances of winning in %")

    def moment(self, number: int | None) -> Moment | None:
        """The best or the worst decision of somebody."""
        return None if number is None else Moment(number, self.place(number))

    @cached_property
    def turning_points(self) -> list[str]:
        return turning_points(self.analysis, self.lang, self.names)

    # How far it is judged

    @property
    def is_under_way(self) -> bool:
        return self.progress.state in ("waiting", "running")

    @property
    def part_done(self) -> int:
        """In percent; all of it only when it is done."""
        done = int(100 * self.progress.done / max(1, self.progress.total))
        return done if self.progress.done == self.progress.total else min(done, 99)

    @property
    def time_left(self) -> str:
        """How long it still takes, in words."""
        _, ngettext, seconds = self.lang.gettext, self.lang.ngettext, self.progress.seconds_left
        if self.progress.state == "waiting":
            return _("waiting for its turn")
        if seconds is None:
            return ""
        if seconds < FEW_SECONDS:
            n = max(ROUND, round(seconds / ROUND) * ROUND)
            return ngettext("about {n} second left", "about {n} seconds left", n).format(n=n)
        n = round(seconds / MINUTE)
        return ngettext("about {n} minute left", "about {n} minutes left", n).format(n=n)

    @property
    def told_progress(self) -> str:
        """What a screen reader hears of it: not every second."""
        _ = self.lang.gettext
        if self.progress.state == "done":
            return _("The game is judged.")
        return _("{n} % judged").format(n=self.part_done // 25 * 25) if self.is_under_way else ""
