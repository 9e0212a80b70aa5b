"""The chart of a report: a thread of chances for each seat, chapters as bands, mistakes as links to what is told."""

from collections.abc import Iterator
from html import escape
from typing import Final

from mezani.insight.in_words import percent
from mezani.insight.report import Report, ToldDecision
from mezani.language import Language

MARKS: Final = "■◆▲▼●"  # of the seats
LETTER: Final = 1.15  # how wide a letter is where the chart is narrow, in hundredths of its width
NEAR: Final = (2.4, 9.0)  # signs that lie nearer than this, in hundredths, are moved apart
PLACES: Final = tuple(sign * step * NEAR[1] for step in range(10) for sign in (-1, 1))  # where a sign may be moved

GRAVITY: Final = {"?!": "slip", "?": "wrong", "??": "grave"}


def x_of(report: Report, step: float) -> float:
    return round(100 * step / max(1, len(report.course.chances) - 1), 2)


def y_of(chance: float) -> float:
    return round(100 - 100 * chance, 2)


def anchor(decision: ToldDecision) -> str:
    """The address of a decision on the page."""
    return f"move-{decision.number + 1}"


def chart(report: Report, lang: Language) -> Iterator[str]:
    """The chart; a table beside it tells the same to those who cannot see it."""
    label = escape(lang.gettext("Chances of winning"))
    yield f'<div class="plot" role="group" aria-label="{label}">'
    yield from bands(report)
    for level in (1.0, 0.5, 0.0):
        yield f'<div class="level" style="top:{y_of(level):g}%"><i>{percent(level)}</i></div>'
    yield f'<div class="level even" style="top:{y_of(1 / len(report.players)):g}%"></div>'
    yield '<svg class="lines" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">'
    for seat in reversed(range(len(report.players))):
        yield f'<polyline class="seat-{seat}" points="{points(report, seat)}"/>'
    yield "</svg>"
    yield from slips(report)
    yield "</div>"


def bands(report: Report) -> Iterator[str]:
    """Chapters, every other one shaded, with names where there is room."""
    ends = [*(it.number for it in report.chapters[1:]), len(report.course.chances) - 1]
    free = 0.0  # for labels from there on
    for place, (chapter, end) in enumerate(zip(report.chapters, ends, strict=True)):
        left, right = x_of(report, chapter.number), x_of(report, end)
        wide = LETTER * (len(chapter.title) + 2)
        has_label = free <= left <= 100.0 - wide
        free = left + wide if has_label else free
        title = f"<span>{escape(chapter.title)}</span>" if has_label else ""
        odd = " odd" if place % 2 else ""
        yield f'<div class="part{odd}" style="left:{left:g}%;width:{right - left:.2f}%">{title}</div>'


def points(report: Report, seat: int) -> str:
    """The line of a seat, without points where nothing changes."""
    heights = [y_of(it[seat]) for it in report.course.chances]
    last = len(heights) - 1
    kept = [n for n, y in enumerate(heights) if n in (0, last) or not heights[n - 1] == y == heights[n + 1]]
    return " ".join(f"{x_of(report, n):g},{heights[n]:g}" for n in kept)


def slips(report: Report) -> Iterator[str]:
    """The signs of all mistakes, at the chance that their seats had, moved where they would lie on each other."""
    taken: list[tuple[float, float]] = []
    for it in report.mistakes:
        x, y = x_of(report, it.number), y_of(report.course.chances[it.number][it.seat])
        free = (y + more for more in PLACES if 0 <= y + more <= 100)
        top = next((here for here in free if not any(_is_near((x, here), other) for other in taken)), y)
        taken.append((x, top))
        words = escape(f"{it.sign} {report.players[it.seat].name}, {it.place}")
        yield (
            f'<a class="sign {GRAVITY[it.sign]} at seat-{it.seat}" href="#{anchor(it)}" title="{words}" '
            f'aria-label="{words}" style="left:{x:g}%;top:{top:g}%">{it.sign}</a>'
        )


def _is_near(one: tuple[float, float], other: tuple[float, float]) -> bool:
    return abs(one[0] - other[0]) < NEAR[0] and abs(one[1] - other[1]) < NEAR[1]


def chances_table(report: Report, lang: Language) -> Iterator[str]:
    """Everybody's chances where each chapter begins, and at the end."""
    heads = "".join(f'<th scope="col">{escape(player.name)}</th>' for player in report.players)
    yield f'<table class="figures"><thead><tr><th scope="col"></th>{heads}</tr></thead><tbody>'
    rows = [(it.title, report.course.chances[it.number]) for it in report.chapters]
    for title, chances in [*rows, (lang.gettext("End"), report.course.chances[-1])]:
        cells = "".join(f"<td>{percent(chance)} %</td>" for chance in chances)
        yield f'<tr><th scope="row">{escape(title)}</th>{cells}</tr>'
    yield "</tbody></table>"
