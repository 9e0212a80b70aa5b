"""The scores of a game by round, and a chart of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from mezani.language import Language
from mezani.record import Record
from mezani.web.log_lines import chapter_title

STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000)
GRID_LINES = 5  # at most, across the chart
LABELS = 6  # at most, below the chart
MARKS = 16
APART = 9.0  # names at the end of lines, in hundredths of the chart's height


class Round(NamedTuple):
    """A hand, a round or a turn: its name, the scores after it, and what it brought."""

    title: str
    step: int  # after which it ended
    scores: list[int]
    gains: list[int]


def rounds_of(record: Record, lang: Language) -> list[Round]:
    """The scores after each hand, round or turn; the first entry is the start."""
    place = record.game.place
    start = record.start().scores()
    rounds = [Round("", 0, start, [0] * len(start))]
    for step, (before, _, after) in enumerate(record.steps(), 1):
        if after.is_over or place(before).chapter != place(after).chapter:
            scores = after.scores()
            gains = [now - then for now, then in zip(scores, rounds[-1].scores, strict=True)]
            rounds.append(Round(chapter_title(record.game, place(before), lang), step, scores, gains))
    return rounds


@dataclass(frozen=True)
class Mark:
    """A name or a number at the edge of the chart, in hundredths of it."""

    at: float
    text: str


@dataclass(frozen=True)
class ScoreLine:
    """The scores of a seat as a line of the chart."""

    seat: int
    points: str
    marks: list[tuple[float, float]]
    name: str
    score: int
    label_at: float


@dataclass(frozen=True)
class Chart:
    """Scores from round to round, in hundredths of width and height."""

    lines: list[ScoreLine]
    levels: list[Mark]
    rounds: list[Mark]


def chart_of(rounds: Sequence[Round], names: Sequence[str]) -> Chart:
    """A line for each seat over all rounds."""
    scores = [score for one in rounds for score in one.scores]
    low, high = min(0, *scores), max(1, *scores)
    step = next((step for step in STEPS if (high - low) / step <= GRID_LINES), high - low)
    low, high = low // step * step, -(-high // step) * step

    def height(score: int) -> float:
        return round(100 - 100 * (score - low) / (high - low), 2)

    width = [round(100 * n / max(1, len(rounds) - 1), 2) for n in range(len(rounds))]
    ends = apart([height(score) for score in rounds[-1].scores], APART)
    lines = []
    for seat, name in enumerate(names):
        marks = [(x, height(one.scores[seat])) for x, one in zip(width, rounds, strict=True)]
        points = " ".join(f"{x:g},{y:g}" for x, y in marks)
        shown = marks if len(marks) <= MARKS else marks[-1:]
        lines.append(ScoreLine(seat, points, shown, name, rounds[-1].scores[seat], ends[seat]))
    levels = [Mark(height(level), str(level)) for level in range(low, high + 1, step)]
    return Chart(lines, levels, _labels(width, [one.title for one in rounds]))


def _labels(width: Sequence[float], titles: Sequence[str]) -> list[Mark]:
    """The titles of so many rounds as can be read, at round numbers."""
    every = next(step for step in STEPS if len(titles) / step <= LABELS)
    numbers = [title.rpartition(" ")[2] for title in titles]
    return [
        Mark(x, title)
        for x, title, number in zip(width, titles, numbers, strict=True)
        if number.isdigit() and int(number) % every == 0
    ]


def apart(places: Sequence[float], distance: float) -> list[float]:
    """Places moved so far from each other that what is written there can be read; all stay on the chart."""
    order = sorted(range(len(places)), key=lambda n: places[n])
    moved = [places[n] for n in order]
    for n in range(1, len(moved)):
        moved[n] = max(moved[n], moved[n - 1] + distance)
    moved[-1] = min(moved[-1], 100.0)
    for here, above in pairwise(range(len(moved) - 1, -1, -1)):
        moved[above] = min(moved[above], moved[here] - distance)
    return [round(moved[order.index(n)], 2) for n in range(len(places))]
