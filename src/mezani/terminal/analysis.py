"""The analysis of a game as text in a terminal."""

from collections.abc import Iterator, Sequence
from typing import Final

from rich.cells import cell_len
from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from mezani.games import game as game_of
from mezani.insight.in_words import percent, signed_number
from mezani.insight.report import Report, ToldDecision, letters_of, reasons_of
from mezani.insight.report_words import (
    NONE,
    figures,
    headings,
    how_to_read,
    judging_notes,
    no_mistakes,
    what_was_judged,
)
from mezani.language import Language

LEVELS: Final = "▁▂▃▄▅▆▇█"
STYLES: Final = {"?!": "yellow", "?": "bold yellow", "??": "bold red"}
BAR: Final = 12  # letters that are a chance of 100 %
NARROWEST: Final = 20  # of the chart


def show(report: Report, name: str, lang: Language, console: Console) -> None:
    """Print all that a player wants to know of a game."""
    console.rule(Text(f"{name} · {report.title}", "bold"), align="left")
    console.print(Text(what_was_judged(report, lang), "dim"))
    for sentence in (*report.remarks, *report.turning_points):
        console.print(Text(sentence))
    console.print()
    console.print(players(report, lang))
    console.print(Text(how_to_read(report, lang), "dim"))
    console.print()
    console.print(Text(lang.gettext("Chances of winning"), "bold"))
    console.print(chart(report, lang, console.width))
    for mistake in report.mistakes:
        console.print()
        for part in told(report, mistake, lang):
            console.print(part)
    if not report.mistakes:
        console.print()
        console.print(Text(no_mistakes(lang)))
    console.print()
    for note in judging_notes(report, lang):
        console.print(Text(note, "dim"))


# Players


def players(report: Report, lang: Language) -> Table:
    """How all have played, and why their chances have changed."""
    shown = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0))
    shown.add_column(no_wrap=True)
    for heading in headings(report, lang):
        shown.add_column(Text(heading), justify="right", overflow="fold")
    for summary in report.summaries:
        player = report.players[summary.seat]
        name = Text(player.name, "bold" if player.won else "")
        if player.won:
            name.append(" ").append(lang.gettext("winner"), "dim")
        shown.add_row(name, *(Text(it, "dim" if it == NONE else "") for it in figures(report, summary, lang)))
    return shown


# The chart


def chart(report: Report, lang: Language, width: int) -> Table:
    """A line for each seat that rises and falls with its chance, with its mistakes beneath, and the chapters."""
    names = [player.name for player in report.players]
    room = max(width - max(map(cell_len, names)) - len("  100 %"), NARROWEST)
    steps = len(report.course.chances)
    columns = min(room, steps)
    shown = Table(box=None, pad_edge=False, show_header=False, padding=(0, 1, 0, 0))
    shown.add_column(no_wrap=True)
    shown.add_column(no_wrap=True)
    shown.add_column(justify="right", no_wrap=True)
    for seat, name in enumerate(names):
        chances = [it[seat] for it in report.course.chances]
        shown.add_row(name, line(chances, columns), f"{percent(chances[-1])} %")
        marks = [it for it in report.mistakes if it.seat == seat]
        if marks:
            shown.add_row("", signs(marks, steps, columns), "")
    shown.add_row("", Text(chapters(report, lang, columns), "dim"), "")
    return shown


def column(step: int, steps: int, columns: int) -> int:
    """In which of the columns of a chart a step lies."""
    return min(step * columns // steps, columns - 1)


def line(chances: Sequence[float], columns: int) -> Text:
    """A sparkline of as many columns, each the mean of what lies in it."""
    said = ""
    for place in range(columns):
        part = [it for step, it in enumerate(chances) if column(step, len(chances), columns) == place]
        mean = sum(part) / len(part)
        said += LEVELS[min(int(mean * len(LEVELS)), len(LEVELS) - 1)]
    return Text(said, "blue")


def signs(mistakes: Sequence[ToldDecision], steps: int, columns: int) -> Text:
    """The signs of mistakes at their columns; where two would lie on each other, the worse one."""
    shown: dict[int, ToldDecision] = {}
    for it in mistakes:
        place = column(it.number + 1, steps, columns - 1)  # a sign may have two letters
        near = next((other for other in shown if other + len(shown[other].sign) > place), None)
        if near is not None and shown[near].lost >= it.lost:
            continue
        if near is not None:
            del shown[near]
        shown[place] = it
    said = Text()
    for place, it in sorted(shown.items()):
        said.append(" " * (place - len(said))).append(it.sign, STYLES[it.sign])
    return said


def chapters(report: Report, lang: Language, columns: int) -> str:
    """Where the chapters begin, as far as there is room for their names."""
    steps, said = len(report.course.chances), ""
    for chapter in report.chapters:
        place = column(chapter.number, steps, columns)
        title = f"|{chapter.title}"
        if place >= len(said) + bool(said) and place + len(title) <= columns:
            said = said.ljust(place) + title
    return said


# Mistakes


def told(report: Report, mistake: ToldDecision, lang: Language) -> Iterator[RenderableType]:
    """A mistake: where, what was played, what was better, and why."""
    game, player = game_of(report.game), report.players[mistake.seat]
    heading = Text(f"{mistake.sign:<2} ", STYLES[mistake.sign])
    heading.append(f"{player.name}, {mistake.place}", "bold")
    move = lang.gettext("move {n}").format(n=mistake.number + 1)
    heading.append(f" · {move} · {signed_number(-percent(mistake.lost))} %", "dim")
    yield heading
    letters = letters_of(mistake, lang)
    shown = Table(box=None, show_header=False, pad_edge=False, padding=(0, 1, 0, 0))
    shown.add_column(no_wrap=True)
    shown.add_column(justify="right", no_wrap=True)
    shown.add_column(no_wrap=True)
    shown.add_column(overflow="fold", ratio=1)
    for place, choice in enumerate(mistake.choices):
        is_played = place == mistake.played
        chance = mistake.chance(choice)
        said = Text("; ".join(choice.words), "" if is_played else "bold" if place == 0 else "")
        for reason in reasons_of(game, mistake, place, lang):
            said.append(f"\n{reason}", "dim")
        shown.add_row(
            Text(lang.gettext("played"), "italic") if is_played else letters[place],
            f"{percent(chance)} %",
            Text(("█" * round(chance * BAR)).ljust(BAR, "·"), "blue"),
            said,
        )
    yield Padding(shown, (0, 0, 0, 3))
