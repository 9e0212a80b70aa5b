"""Figures as files: a page that stands alone, a picture for each topic, and all figures for programs."""

import re
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path
from typing import Any

import msgspec

from mezani.insight.statistics.figures import GroupFigures, TopicFigures
from mezani.insight.statistics.pictures import picture, style
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

UNSAFE = re.compile(r"[^a-z0-9-]+")


def group_name(group: GroupFigures, groups: Sequence[GroupFigures]) -> str:
    """What the files of a group are called: those that are not as usual have a number."""
    name = f"{group.game}-{group.players}"
    same = [other for other in groups if (other.game, other.players) == (group.game, group.players)]
    place = same.index(group)
    return UNSAFE.sub("-", name) + (f"-{place + 1}" if place else "")


def write(folder: Path, groups: Sequence[GroupFigures], found: Found, lang: Language) -> list[Path]:
    """Write page, pictures and figures into a folder, and return their names."""
    files = {
        "statistics.html": page(groups, found, lang),
        "statistics.json": msgspec.json.format(msgspec.json.encode(for_programs(groups, found)), indent=2).decode(),
    }
    for group in groups:
        for topic in group.topics:
            if drawn := picture(topic, lang):
                files[f"{group_name(group, groups)}-{UNSAFE.sub('-', topic.key)}.svg"] = drawn
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / name).write_text(text, "utf-8")
    return [folder / name for name in files]


def for_programs(groups: Sequence[GroupFigures], found: Found) -> dict[str, Any]:
    """All that was found, as plain data."""
    left_out = {str(why): number for why, number in sorted(found.left_out.items())}
    return {
        "games": found.different_games,
        "copies": found.copies,
        "left_out": left_out,
        "missing": dict(found.missing),
        "faults": found.faults,
        "groups": groups,
    }


# The page


def page(groups: Sequence[GroupFigures], found: Found, lang: Language) -> str:
    """The whole page; it needs no other file."""
    title = lang.gettext("Statistics")
    parts = [
        f'<!doctype html>\n<html lang="{lang.code}">\n<head>\n<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>Mezani: {escape(title)}</title>",
        f"<style>\n{style('colours', 'page', 'picture')}</style>\n</head>\n<body>",
        *header(title, groups, found, lang),
        "<main>",
        *(line for group in groups for line in section(group, groups, lang)),
        "</main>\n</body>\n</html>\n",
    ]
    return "\n".join(parts)


def header(title: str, groups: Sequence[GroupFigures], found: Found, lang: Language) -> Iterator[str]:
    yield f"<header>\n<h1>{escape(title)}</h1>"
    yield paragraph(" ".join(found_sentences(found, lang)))
    label, notes = lang.gettext("Games"), lang.gettext("How to read it")
    yield f'<nav aria-label="{escape(label)}">\n<ul>'
    for group in groups:
        yield f'<li><a href="#{group_name(group, groups)}">{escape(group_title(group, lang))}</a></li>'
    yield "</ul>\n</nav>"
    yield f'<section class="notes"><h2>{escape(notes)}</h2>\n<ul>'
    yield from (f"<li>{escape(note)}</li>" for note in reading_notes(lang))
    yield "</ul>\n</section>\n</header>"


def section(group: GroupFigures, groups: Sequence[GroupFigures], lang: Language) -> Iterator[str]:
    name = group_name(group, groups)
    yield f'<section class="group" id="{name}" aria-labelledby="{name}-title">'
    yield f'<h2 id="{name}-title">{escape(group_title(group, lang))}</h2>'
    yield from (paragraph(sentence) for sentence in group_sentences(group, lang))
    yield f'<nav class="topics" aria-labelledby="{name}-title">\n<ul>'
    for topic in group.topics:
        yield f'<li><a href="#{name}-{topic.key}">{escape(topic.title)}</a></li>'
    yield "</ul>\n</nav>"
    for topic in group.topics:
        yield from article(topic, f"{name}-{topic.key}", lang)
    yield "</section>"


def article(topic: TopicFigures, name: str, lang: Language) -> Iterator[str]:
    """A topic: a picture, and beside it the table with all figures."""
    drawn, told = picture(topic, lang, alone=False), sheet(topic, lang)
    yield f'<article class="topic" aria-labelledby="{name}"><h3 id="{name}">{escape(topic.title)}</h3>'
    if topic.about:
        yield paragraph(topic.about, "about")
    yield f'<div class="both{"" if drawn else " alone"}">'
    if drawn:
        yield f"<figure>{drawn}</figure>"
    yield f'<div class="wide" role="region" tabindex="0" aria-labelledby="{name}">'
    yield from table(told, name)
    yield "</div>\n</div>\n</article>"


def table(told: Sheet, name: str) -> Iterator[str]:
    yield f'<table aria-labelledby="{name}">\n<thead><tr>'
    yield "".join(f'<th scope="col">{escape(heading)}</th>' for heading in told.headings)
    yield "</tr></thead>\n<tbody>"
    for first, *others in told.rows:
        cells = "".join(f"<td>{cell_text(cell)}</td>" for cell in others)
        yield f'<tr><th scope="row">{escape(first.text)}</th>{cells}</tr>'
    yield "</tbody>\n</table>"


def cell_text(cell: Cell) -> str:
    """A cell; its interval stays together and may go below its figure."""
    figure, bracket, interval = cell.text.partition(" (")
    parts = [figure, f"({interval}"] if bracket else [figure]
    text = " ".join(f"<span>{escape(part)}</span>" for part in parts)
    return f"<b>{text}</b>" if cell.is_clear else text


def paragraph(said: str, kind: str = "") -> str:
    return f'<p class="{kind}">{escape(said)}</p>' if kind else f"<p>{escape(said)}</p>"
