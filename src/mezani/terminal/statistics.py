"""Statistics over many games as tables in a terminal."""

from collections.abc import Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from mezani.insight.statistics.figures import GroupFigures
from mezani.insight.statistics.reading import Found
from mezani.insight.statistics.sheets import (
    Cell,
    Sheet,
    found_sentences,
    group_sentences,
    group_title,
    reading_notes,
    sheet,
)
from mezani.language import Language


def show(groups: Sequence[GroupFigures], found: Found, lang: Language, console: Console) -> None:
    """Print all figures."""
    for group in groups:
        console.rule(Text(group_title(group, lang), "bold"), align="left")
        for sentence in group_sentences(group, lang):
            console.print(Text(sentence), soft_wrap=not console.is_terminal)
        for topic in group.topics:
            told = sheet(topic, lang)
            console.print()
            console.print(Text(told.title, "bold"))
            if told.about:
                console.print(Text(told.about, "dim"))
            console.print(table(told))
    console.rule()
    for sentence in (*reading_notes(lang), *found_sentences(found, lang)):
        console.print(Text(sentence), soft_wrap=not console.is_terminal)


def table(told: Sheet) -> Table:
    """A topic as a table."""
    shown = Table(box=None, pad_edge=False)
    shown.add_column(told.headings[0], overflow="fold")
    for heading in told.headings[1:]:
        shown.add_column(Text(heading), justify="right", overflow="fold")
    for row in told.rows:
        shown.add_row(*map(cell_text, row))
    return shown


def cell_text(cell: Cell) -> Text:
    return Text(cell.text, "bold" if cell.is_clear else "")
