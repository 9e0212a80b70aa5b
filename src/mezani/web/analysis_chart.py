"""The course of a game as a chart: a thread of chances for each seat, rounds as bands, and mistakes at their places."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from mezani.insight.analysis import Analysis
from mezani.insight.in_words import chapter_in_words, percent
from mezani.insight.judging import Judged
from mezani.language import Language
from mezani.web.score_chart import STEPS, Mark, apart

BANDS: Final = 12  # at most
ENDS_APART: Final = 15.0  # names at the ends of threads, in hundredths of the height
SIGN: Final = 6.2  # how wide a sign of a mistake is, in hundredths of a small chart
AXIS: Final = 100.0
LEVELS: Final = 2  # how far from its place a sign may stand, in signs
SIGN_HEIGHTS: Final = (22.0, 41.0)  # how high it is, with what must be left, in a high chart and in a low one
HIGHEST, LOWEST = 6.0, 90.0  # where signs may stand, in hundredths of the height
SEAM: Final = 5.0  # parts that are not judged yet are one part, if what lies between them is less
TOLD_WIDE: Final = 14.0  # a part that has room for the words that it is not judged yet


class Thread(NamedTuple):
    """The chances of a seat as a line; marks stand at the beginnings of bands."""

    seat: int
    points: str
    marks: list[tuple[float, float]]
    name: str
    is_own: bool
    label_at: float
    order: int  # of its name among all, from above


class Band(NamedTuple):
    """One or more hands, rounds or turns."""

    left: float
    width: float
    title: str  # without its number; it is left out where there is no room
    number: str
    is_odd: bool


class Slip(NamedTuple):
    """A mistake at its place."""

    number: int
    left: float
    top: float
    level: int  # so many signs above or below: others stand in its way
    sign: str
    words: str
    is_small: bool = False  # a dot: there is no room for it


class Still(NamedTuple):
    """A part of the game that is not judged yet."""

    left: float
    width: float

    @property
    def has_words(self) -> bool:
        return self.width >= TOLD_WIDE


class Row(NamedTuple):
    """Everybody's chances where a hand, a round or a turn begins, for those who cannot see the chart."""

    title: str
    step: int
    chances: list[int]


class CourseChart(NamedTuple):
    """All of it, in hundredths of width and height."""

    threads: list[Thread]
    bands: list[Band]
    levels: list[Mark]
    even: float
    slips: list[Slip]
    stills: list[Still]
    cursor: float
    rows: list[Row]


class Course:
    """Draws the course of a game."""

    def __init__(self, analysis: Analysis, chapters: Sequence[int], names: Sequence[str], lang: Language) -> None:
        self.analysis, self.names, self.lang = analysis, names, lang
        self.game, self.last = analysis.record.game, max(1, len(analysis.record.actions))
        places = [self.game.place(before).chapter for before, _, _ in analysis.record.steps()]
        starts = [step for step in dict.fromkeys(chapters) if step < len(places)]
        self.chapters = [(step, chapter_in_words(self.game, places[step], lang)) for step in starts]

    def chart(self, own: int | None, mistakes: Mapping[int, str], judged: Sequence[Judged], step: int) -> CourseChart:
        """The chart with a seat's thread on top, mistakes with the words for them, and the cursor at a step."""
        even = 1 / self.analysis.record.players
        return CourseChart(
            self.threads(own),
            self.bands(),
            [Mark(self.y(level), str(percent(level))) for level in (1.0, 0.5, 0.0) if level != even],
            self.y(even),
            self.slips(mistakes, judged),
            self.stills(),
            self.x(step),
            self.rows(),
        )

    def x(self, step: int) -> float:
        return round(100 * step / self.last, 2)

    def y(self, chance: float) -> float:
        return round(100 - 100 * chance, 2)

    # Threads

    def threads(self, own: int | None) -> list[Thread]:
        """A thread for each seat, the one that stands out last: it lies on top."""
        if self.analysis.course is None:
            return []
        chances = self.analysis.course.chances
        ends = apart([self.y(chance) for chance in chances[-1]], ENDS_APART)
        order = sorted(range(len(ends)), key=lambda seat: ends[seat])
        seats = sorted(range(len(ends)), key=lambda seat: (seat == own, -seat))
        return [
            Thread(
                seat,
                self.points([self.y(its[seat]) for its in chances]),
                [(self.x(step), self.y(chances[step][seat])) for step, _ in self.grouped()[1:]],
                self.names[seat],
                seat == own,
                ends[seat],
                order.index(seat),
            )
            for seat in seats
        ]

    def points(self, heights: Sequence[float]) -> str:
        """A line through all heights; where nothing changes it has no points."""
        last = len(heights) - 1
        kept = [n for n, y in enumerate(heights) if n in (0, last) or not heights[n - 1] == y == heights[n + 1]]
        return " ".join(f"{self.x(n):g},{heights[n]:g}" for n in kept)

    # Bands

    def grouped(self) -> list[tuple[int, str]]:
        """The chapters with which bands begin."""
        every = next((step for step in STEPS if len(self.chapters) / step <= BANDS), len(self.chapters))
        return self.chapters[::every] if every > 1 else self.chapters

    def bands(self) -> list[Band]:
        starts = [*self.grouped(), (self.last, "")]
        found = []
        for n, ((step, title), (after, _)) in enumerate(pairwise(starts)):
            left, width = self.x(step), self.x(after) - self.x(step)
            word, _, number = title.rpartition(" ")
            words = (word, number) if number.isdigit() else (title, "")
            found.append(Band(left, round(width, 2), *words, n % 2 == 1))
        return found

    # Mistakes

    def slips(self, mistakes: Mapping[int, str], judged: Sequence[Judged]) -> list[Slip]:
        """Signs at the places of mistakes; none covers another one."""
        course, found = self.analysis.course, list[Slip]()
        for it in judged:
            top = self.y(course.chances[it.number][it.seat] if course else 0.5)
            slip = Slip(it.number, self.x(it.number), min(max(top, HIGHEST), LOWEST), 0, it.sign, mistakes[it.number])
            found.append(_beside(slip, found))
        return found

    def stills(self) -> list[Still]:
        """What is not judged yet, in as few parts as possible."""
        if self.analysis.course is None:
            return [Still(0.0, 100.0)]
        found: list[tuple[int, int]] = []
        numbers = [it.number for it in self.analysis.decisions]
        for number, after in pairwise([*numbers, self.last]):
            if number in self.analysis.judged:
                continue
            if found and self.x(number) - self.x(found[-1][1]) < SEAM:
                found[-1] = (found[-1][0], after)
            else:
                found.append((number, after))
        return [Still(self.x(start), round(self.x(end) - self.x(start), 2)) for start, end in found]

    def rows(self) -> list[Row]:
        if self.analysis.course is None:
            return []
        chances = self.analysis.course.chances
        steps = [*self.chapters, (len(chances) - 1, self.lang.gettext("The end"))]
        return [Row(title, step, [percent(chance) for chance in chances[step]]) for step, title in steps]


def _beside(slip: Slip, others: Sequence[Slip]) -> Slip:
    """A sign where no other one is in the way: at its place, above or below one that is near, or small on the axis."""
    near = [other for other in others if slip.left - other.left < SIGN and not other.is_small]
    above_or_below = [slip._replace(top=other.top, level=other.level + step) for other in near for step in (-1, 1)]
    places = [slip, *sorted(above_or_below, key=lambda it: abs(_heights(it)[0] - slip.top))]
    is_free = (it for it in places if abs(it.level) <= LEVELS and not any(_overlap(it, other) for other in near))
    return next((it for it in is_free if _is_inside(it)), slip._replace(top=AXIS, is_small=True))


def _heights(slip: Slip) -> tuple[float, ...]:
    """Where a sign stands in a high chart, and in a low one."""
    return tuple(slip.top + slip.level * height for height in SIGN_HEIGHTS)


def _overlap(slip: Slip, other: Slip) -> bool:
    pairs = zip(_heights(slip), _heights(other), SIGN_HEIGHTS, strict=True)
    return any(abs(one - another) < height - 1.0 for one, another, height in pairs)


def _is_inside(slip: Slip) -> bool:
    return all(HIGHEST - 20.0 <= height <= LOWEST for height in _heights(slip))
