"""Topics as pictures: bars, whiskers and histograms as SVG, narrow enough for a phone."""

import math
import textwrap
from collections.abc import Callable, Iterator, Sequence
from html import escape
from importlib.resources import files
from itertools import accumulate
from typing import Final, NamedTuple

from mezani.insight.statistics.figures import NumberRow, OutcomeRow, TopicFigures, UseRow
from mezani.insight.statistics.number_texts import decimal, mean_text, percent, whole
from mezani.language import Language

WIDTH: Final = 368
EDGE: Final = 14
INNER: Final = WIDTH - 2 * EDGE
ROW: Final = 42  # a name, and what is drawn below it
MIDDLE: Final = 27  # of what is drawn
SIDE: Final = 64  # of the bars beside whiskers
GAP: Final = 58  # for what they say, too
LETTERS: Final = 42  # of a title in a line
LETTER: Final = 6.7  # width of one in a legend, about
HISTOGRAMS: Final = 3  # so many rows are drawn as histograms, more as boxes
BARS: Final = 36  # of a histogram at most
NICE: Final = (1, 2, 5)
FEW: Final = 10  # intervals of fewer may reach beyond the picture


def style(*names: str) -> str:
    """The style sheets of these names, one after the other."""
    return "".join(files(__package__).joinpath(f"{name}.css").read_text("utf-8") for name in names)


class Scale(NamedTuple):
    """Where values lie across a part of the picture."""

    low: float
    high: float
    left: float
    width: float

    def at(self, value: float) -> float:
        share = (value - self.low) / (self.high - self.low) if self.high > self.low else 0.0
        return round(self.left + self.width * min(max(share, 0.0), 1.0), 1)


class Drawing(NamedTuple):
    """What lies below the title: SVG from 0 downwards, its height, and the same in words."""

    parts: list[str]
    height: float
    words: str


def picture(topic: TopicFigures, lang: Language, alone: bool = True) -> str | None:
    """The picture of a topic as SVG, with title and colours of its own if it stands alone; None: nothing is in it."""
    draw: dict[str, Callable[[TopicFigures, Language], Drawing | None]] = {
        "use": draw_uses,
        "outcome": draw_outcomes,
        "number": draw_numbers,
    }
    drawing = draw[topic.kind](topic, lang)
    if drawing is None:
        return None
    lines = textwrap.wrap(topic.title, LETTERS) if alone else []
    edge = EDGE if alone else 4
    top = edge + 20 * len(lines)
    height = round(top + drawing.height + edge)
    left = 0 if alone else EDGE - 6
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left} 0 {WIDTH - 2 * left} {height}" role="img">',
        f"<title>{escape(topic.title)}</title>",
        f"<desc>{escape(drawing.words)}</desc>",
    ]
    if alone:
        parts.append(f"<style>\n{style('colours', 'picture')}</style>")
        parts.append(f'<rect class="paper" width="{WIDTH}" height="{height}"/>')
        parts += [text(EDGE, EDGE + 12 + 20 * n, line, "title") for n, line in enumerate(lines)]
    return "\n".join([*parts, f'<g transform="translate(0 {top})">', *drawing.parts, "</g>", "</svg>", ""])


# Parts


def text(x: float, y: float, said: str, kind: str = "", anchor: str = "start") -> str:
    of_kind = f' class="{kind}"' if kind else ""
    where = "" if anchor == "start" else f' text-anchor="{anchor}"'
    return f'<text{of_kind} x="{round(x, 1):g}" y="{round(y, 1):g}"{where}>{escape(said)}</text>'


def rect(kind: str, x: float, y: float, width: float, height: float) -> str:
    x, y, width = round(x, 1), round(y, 1), round(width, 1)
    return f'<rect class="{kind}" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"/>'


def upright(kind: str, x: float, y: float, height: float) -> str:
    return f'<path class="{kind}" d="M{round(x, 1):g} {round(y, 1):g}v{height:g}"/>'


def whisker(scale: Scale, low: float, high: float, middle: float, y: float) -> str:
    """An interval with a dot at its middle; an end that lies outside has no stop."""
    left, right = scale.at(low), scale.at(high)
    stops = "".join(f"M{x} {y - 4}v8" for x, end in ((left, low), (right, high)) if scale.low <= end <= scale.high)
    line = f'<path class="whisker" d="M{left} {y}H{right}{stops}"/>'
    return f'{line}<circle class="dot" cx="{scale.at(middle)}" cy="{y}" r="4.5"/>'


def legend(entries: Sequence[tuple[str, str]]) -> tuple[list[str], float]:
    """Swatches with words, in as many lines as they need, and their height."""
    parts, x, y = list[str](), float(EDGE), 0.0
    for swatch, words in entries:
        width = 18 + LETTER * len(words) + 14
        if x + width > WIDTH and x > EDGE:
            x, y = EDGE, y + 20
        parts += [f'<g transform="translate({x:g} {y + 1:g})">{swatch}</g>', text(x + 18, y + 11, words, "note")]
        x += width
    return parts, y + 26


def nice_step(span: float, most: int) -> float:
    """A round step by which a span has at most so many parts.

    >>> nice_step(60, 6), nice_step(0.5, 5), nice_step(3, 36)
    (10.0, 0.1, 0.1)
    """
    size = 10.0 ** math.floor(math.log10(span / most))
    return next((step * size for step in NICE if span <= step * size * most * (1 + 1e-9)), 10 * size)


# Uses: how many, and their victories


def draw_uses(topic: TopicFigures, lang: Language) -> Drawing | None:
    rows = [row for row in topic.rows if isinstance(row, UseRow)]
    if not any(row.victories for row in rows) and len({row.used.share for row in rows}) < 2:
        return None
    _, has_bars = lang.gettext, len({row.used.share for row in rows}) > 1
    left = EDGE + (SIDE + GAP if has_bars else 0)
    telling = [row.victories for row in rows if row.victories]
    highest = max(
        (won.high for won in telling if won.of >= FEW), default=max((won.share for won in telling), default=0.5)
    )
    scale = Scale(0.0, max(highest, 2 * rows[0].even), left, WIDTH - EDGE - left)
    bars = Scale(0.0, max(row.used.share for row in rows), EDGE, SIDE)
    heads = [text(left, 11, _("Victories; dashed: an even share"), "note")]
    if has_bars:
        heads.append(text(EDGE, 11, _("In games") if topic.is_single else _("By players"), "note"))
    parts = [*heads]
    for place, row in enumerate(rows):
        parts.append(f'<g transform="translate(0 {20 + place * ROW})">')
        parts += use_parts(row, bars if has_bars else None, scale, lang)
        parts.append("</g>")
    words = "; ".join(
        f"{row.name}: {percent(row.victories.share, lang) if row.victories else percent(row.used.share, lang)}"
        for row in rows
    )
    return Drawing(parts, 20 + len(rows) * ROW, words)


def use_parts(row: UseRow, bars: Scale | None, scale: Scale, lang: Language) -> Iterator[str]:
    yield text(EDGE, 13, row.name)
    if bars:
        yield rect("track", EDGE, MIDDLE - 6, SIDE, 12)
        yield rect("bar", EDGE, MIDDLE - 6, bars.at(row.used.share) - EDGE, 12)
        yield text(EDGE + SIDE + 6, MIDDLE + 4, percent(row.used.share, lang), "note")
    yield rect("track", scale.left, MIDDLE - 6, scale.width, 12)
    yield upright("even", scale.at(row.even), MIDDLE - 9, 18)
    if row.victories:
        yield whisker(scale, row.victories.low, row.victories.high, row.victories.share, MIDDLE)
        yield text(WIDTH - EDGE, 13, percent(row.victories.share, lang), "note", "end")


# Outcomes: parts of a whole


def draw_outcomes(topic: TopicFigures, lang: Language) -> Drawing | None:
    rows = [row for row in topic.rows if isinstance(row, OutcomeRow)]
    swatches = [(rect(f"o{place}", 0, 0, 12, 12), words) for place, words in enumerate(topic.outcomes.values())]
    parts, top = legend(swatches)
    for place, row in enumerate(rows):
        parts.append(f'<g transform="translate(0 {top + place * ROW:g})">')
        parts += outcome_parts(row, [*topic.outcomes], lang)
        parts.append("</g>")
    words = "; ".join(
        f"{row.name}: "
        + ", ".join(f"{said} {percent(row.outcomes[key].share, lang)}" for key, said in topic.outcomes.items())
        for row in rows
    )
    return Drawing(parts, top + len(rows) * ROW, words)


def outcome_parts(row: OutcomeRow, outcomes: Sequence[str], lang: Language) -> Iterator[str]:
    yield from row_heads(row.name, f"n = {whole(row.number, lang)}")
    shares = [row.outcomes[key].share for key in outcomes]
    starts = [0.0, *accumulate(shares)]
    for place, share in enumerate(shares):
        x, width = EDGE + INNER * starts[place], INNER * share
        if width > 0:
            yield rect(f"o{place}", x, MIDDLE - 8, max(width - 1, 0.5), 17)
        if width > 30:
            yield text(x + width / 2, MIDDLE + 5, decimal(100 * share, 0, lang), f"t{place}", "middle")


# Numbers: histograms of a few, means of many, and winners beside others


def draw_numbers(topic: TopicFigures, lang: Language) -> Drawing | None:
    rows = [row for row in topic.rows if isinstance(row, NumberRow) and row.spread.deviation]
    if not rows:
        return None
    if any(row.ahead for row in rows):
        return draw_winners(rows, lang)
    if len(rows) <= HISTOGRAMS and all(row.values and not row.winners for row in rows):
        return draw_histograms(rows, lang)
    return draw_means(rows, lang)


def draw_histograms(rows: Sequence[NumberRow], lang: Language) -> Drawing:
    parts, top = list[str](), 0.0
    for row in rows:
        parts.append(f'<g transform="translate(0 {top:g})">')
        parts += histogram(row, lang)
        parts.append("</g>")
        top += 146
    return Drawing(parts, top, means_in_words(rows, lang))


def histogram(row: NumberRow, lang: Language) -> Iterator[str]:
    """How often each value came; neighbours are taken together where there are too many."""
    step = max(1.0, nice_step(row.spread.most - row.spread.least + 1, BARS))
    often: dict[float, int] = {}
    for value, number in (row.values or {}).items():
        start = math.floor(float(value) / step) * step
        often[start] = often.get(start, 0) + number
    low, high = min(often), max(often) + step
    scale, most = Scale(low, high, EDGE, INNER), max(often.values())
    yield from row_heads(row.name, mean_text(row.mean, lang))
    for start, number in often.items():
        height = round(90 * number / most, 1)
        yield rect("bar", scale.at(start), 116 - height, max(scale.at(start + step) - scale.at(start) - 1, 1), height)
    yield f'<path class="axis" d="M{EDGE} 116.5h{INNER}"/>'
    yield upright("mean", scale.at(row.mean.mean + (step == 1.0) / 2), 22, 94)
    every = max(step, nice_step(high - low, 8))
    for tick in range(math.ceil(low / every), math.floor((high - step / 2) / every) + 1):
        at = tick * every
        yield text(scale.at(at + (step == 1.0) / 2), 132, whole(at, lang), "note", "middle")


def draw_means(rows: Sequence[NumberRow], lang: Language) -> Drawing:
    """The means with their intervals, side by side; the axis shows only where they lie."""
    many = [row for row in rows if row.spread.number >= FEW] or rows
    ends = [row.mean.mean + sign * (row.mean.half or 0.0) for row in many for sign in (-1, 1)]
    ends += [row.mean.mean for row in rows]
    together = sum(row.mean.mean * row.spread.number for row in rows) / sum(row.spread.number for row in rows)
    edge = (max(ends) - min(ends)) / 12 or 1.0
    scale = Scale(min(ends) - edge, max(ends) + edge, EDGE, INNER)
    parts, top = [text(EDGE, 11, lang.gettext("Mean; dashed: of all together"), "note")], 20
    for place, row in enumerate(rows):
        half = row.mean.half or 0.0
        parts += [
            f'<g transform="translate(0 {top + place * ROW})">',
            *row_heads(row.name, mean_text(row.mean, lang)),
            rect("track", EDGE, MIDDLE - 6, INNER, 12),
            upright("even", scale.at(together), MIDDLE - 9, 18),
            whisker(scale, row.mean.mean - half, row.mean.mean + half, row.mean.mean, MIDDLE),
            "</g>",
        ]
    bottom = top + len(rows) * ROW
    parts += axis(scale, bottom, lang)
    return Drawing(parts, bottom + 18, means_in_words(rows, lang))


def axis(scale: Scale, y: float, lang: Language) -> Iterator[str]:
    """A line with round numbers below it."""
    yield f'<path class="axis" d="M{EDGE} {y + 0.5:g}h{INNER}"/>'
    every = nice_step(scale.high - scale.low, 7)
    for tick in range(math.ceil(scale.low / every), math.floor(scale.high / every) + 1):
        value = round(tick * every, 6)
        yield text(
            scale.at(value),
            y + 15,
            decimal(value, 0 if every >= 1 else 1 if every >= 0.1 else 2, lang),
            "note",
            "middle",
        )


def draw_winners(rows: Sequence[NumberRow], lang: Language) -> Drawing:
    """Winners beside others, each row from the least to the most that came."""
    _ = lang.gettext
    parts, top = legend(
        [
            (rect("track", 0, 3, 12, 6), _("least to most")),
            (rect("box", 0, 0, 12, 12), _("middle half")),
            ('<circle class="dot" cx="6" cy="6" r="4.5"/>', _("winners")),
            ('<circle class="hollow" cx="6" cy="6" r="4.5"/>', _("others")),
        ]
    )
    for place, row in enumerate(rows):
        parts.append(f'<g transform="translate(0 {top + place * ROW:g})">')
        parts += winner_parts(row, lang)
        parts.append("</g>")
    return Drawing(parts, top + len(rows) * ROW, means_in_words(rows, lang))


def winner_parts(row: NumberRow, lang: Language) -> Iterator[str]:
    spread = row.spread
    scale = Scale(spread.least, spread.most, EDGE, INNER)
    means = [mean_text(found, lang).partition(" ")[0] for found in (row.winners, row.others) if found]
    yield from row_heads(row.name, " / ".join(means))
    yield rect("track", EDGE, MIDDLE - 3, INNER, 6)
    yield rect("box", scale.at(spread.lower), MIDDLE - 6, max(scale.at(spread.upper) - scale.at(spread.lower), 2), 12)
    if row.others:
        yield f'<circle class="hollow" cx="{scale.at(row.others.mean)}" cy="{MIDDLE}" r="4.5"/>'
    if row.winners:
        yield f'<circle class="dot" cx="{scale.at(row.winners.mean)}" cy="{MIDDLE}" r="4.5"/>'


def row_heads(name: str, figure: str) -> tuple[str, str]:
    """The name of a row, and its figure at the other end."""
    return text(EDGE, 13, name), text(WIDTH - EDGE, 13, figure, "note", "end")


def means_in_words(rows: Sequence[NumberRow], lang: Language) -> str:
    return "; ".join(f"{row.name}: {mean_text(row.mean, lang)}" for row in rows)
