"""Figures as tables that people read, in their language: the same for the terminal and for the page."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32

from mezani.game import Game
from mezani.games import game as game_of
from mezani.insight.intervals import Estimate, Share
from mezani.insight.statistics.figures import GroupFigures, NumberRow, OutcomeRow, Spread, TopicFigures, UseRow
from mezani.insight.statistics.number_texts import (
    NONE,
    beside_text,
    decimal,
    mean_text,
    percent,
    range_text,
    share_text,
    whole,
)
from mezani.insight.statistics.reading import Found, Why
from mezani.language import Language

NAMED = 5  # faults at most
LONGEST_VALUE = 40  # letters of an option that are shown


class Cell(NamedTuple):
    """What stands in a table; what is more than chance stands out."""

    text: str
    is_clear: bool = False


class Sheet(NamedTuple):
    """A topic as a table: the first column holds names, the others numbers."""

    title: str
    about: str
    headings: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


def sheet(topic: TopicFigures, lang: Language) -> Sheet:
    """The table of a topic."""
    columns = {"use": use_columns, "outcome": outcome_columns, "number": number_columns}[topic.kind](topic, lang)
    kept = {heading: cells for heading, cells in columns.items() if any(cell.text != NONE for cell in cells)}
    names = [Cell(row.name) for row in topic.rows]
    rows = tuple(zip(names, *kept.values(), strict=True))
    headings = (topic.rows_title, *(heading[:1].upper() + heading[1:] for heading in kept))
    return Sheet(topic.title, topic.about, headings, rows)


def use_columns(topic: TopicFigures, lang: Language) -> dict[str, list[Cell]]:
    """Who used what, when, and how many of them won."""
    _, rows = lang.gettext, [row for row in topic.rows if isinstance(row, UseRow)]
    used = [(row.games if topic.is_single else row.players, row.used) for row in rows]
    who = _("In games") if topic.is_single else _("By players")
    columns = {who: [Cell(whole(number, lang)) for number, _used in used]}
    if len({share.share for _number, share in used}) > 1:
        columns[_("Share")] = [Cell(percent(share.share, lang)) for _number, share in used]
    if any(row.times > row.players for row in rows):
        columns[_("Times each")] = [
            Cell(decimal(row.times / row.players, 1, lang) if row.players else NONE) for row in rows
        ]
    if topic.when:
        columns[topic.when] = [Cell(when_text(row.when, lang) if row.when else NONE) for row in rows]
    if any(row.victories and row.victories.of < row.players for row in rows):
        columns[_("Compared")] = [Cell(whole(row.victories.of, lang) if row.victories else NONE) for row in rows]
    columns[_("Victories")] = [Cell(share_text(row.victories, lang) if row.victories else NONE) for row in rows]
    columns[_("Beside an even share")] = [beside_cell(row.victories, row.even, lang) for row in rows]
    return columns


def when_text(when: Spread, lang: Language) -> str:
    """The chapter in the middle, and the middle half where it was not always the same."""
    middle = whole(when.median, lang)
    return middle if when.lower == when.upper else f"{middle} ({range_text(when.lower, when.upper, lang)})"


def beside_cell(victories: Share | None, even: float, lang: Language) -> Cell:
    if victories is None:
        return Cell(NONE)
    return Cell(beside_text(victories, even, lang), not victories.low <= even <= victories.high)


def outcome_columns(topic: TopicFigures, lang: Language) -> dict[str, list[Cell]]:
    """How often something was there, and what came of it."""
    _, rows = lang.gettext, [row for row in topic.rows if isinstance(row, OutcomeRow)]
    columns = {_("Number"): [Cell(whole(row.number, lang)) for row in rows]}
    if len({row.number for row in rows}) > 1:
        columns[_("Share")] = [Cell(percent(row.part, lang)) for row in rows]
    for key, words in topic.outcomes.items():
        columns[words] = [Cell(share_text(row.outcomes[key], lang)) for row in rows]
    return columns


def number_columns(topic: TopicFigures, lang: Language) -> dict[str, list[Cell]]:
    """Means, how the numbers lie, and those of winners beside others where a game has both."""
    _, rows = lang.gettext, [row for row in topic.rows if isinstance(row, NumberRow)]
    columns = {
        _("Number"): [Cell(whole(row.spread.number, lang)) for row in rows],
        _("Mean"): [Cell(mean_text(row.mean, lang)) for row in rows],
        _("Deviation"): [
            Cell(decimal(row.spread.deviation, 1, lang) if row.spread.deviation else NONE) for row in rows
        ],
        _("Middle half"): [
            Cell(range_text(row.spread.lower, row.spread.upper, lang) if row.spread.deviation else NONE) for row in rows
        ],
        _("Least–most"): [
            Cell(range_text(row.spread.least, row.spread.most, lang) if row.spread.deviation else NONE) for row in rows
        ],
    }
    if any(row.ahead for row in rows):
        columns[_("Winners")] = [mean_cell(row.winners, lang) for row in rows]
        columns[_("Others")] = [mean_cell(row.others, lang) for row in rows]
        columns[_("Winners beside others")] = [ahead_cell(row.ahead, lang) for row in rows]
    return columns


def mean_cell(found: Estimate | None, lang: Language) -> Cell:
    return Cell(mean_text(found, lang) if found else NONE)


def ahead_cell(found: Estimate | None, lang: Language) -> Cell:
    """A difference within games; it stands out if it is not just chance."""
    if found is None or found.half is None:
        return Cell(NONE)
    return Cell(mean_text(found, lang, with_sign=True), abs(found.mean) > found.half)


# What is said of a group of games


def group_title(group: GroupFigures, lang: Language) -> str:
    """The game, the players, and what is not as usual."""
    game = game_of(group.game)
    said = lang.ngettext("{game}, {n} player", "{game}, {n} players", group.players)
    parts = [said.format(game=group.title, n=group.players), *options_said(game, group, lang)]
    if group.is_older:
        parts.append(lang.gettext("version {n} of the rules").format(n=group.rules))
    return " · ".join(parts)


def options_said(game: Game[Any], group: GroupFigures, lang: Language) -> Iterator[str]:
    """The options of a group that are not as usual; files are told apart by a number."""
    for option in game.options:
        if option.name in group.options:
            label, value = game.language(lang).gettext(option.label), group.options[option.name]
            text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
            if option.is_file:
                text = f"{crc32(text.encode()):08x}"
            yield label if option.is_switch else f"{label}: {text[:LONGEST_VALUE]}"


def group_sentences(group: GroupFigures, lang: Language) -> list[str]:
    """How many games, and what beginning is worth."""
    _ = lang.gettext
    said = lang.ngettext("{n} game.", "{n} games.", group.games).format(n=whole(group.games, lang))
    if group.deals < group.games:
        more = _("They were played with {n} different deals: the intervals take games of one deal together.")
        said += " " + more.format(n=whole(group.deals, lang))
    return [said, *beginning_sentence(group, lang)]


def beginning_sentence(group: GroupFigures, lang: Language) -> Iterator[str]:
    """What it is worth to begin, if that is known."""
    _, topic = lang.gettext, group.topic("begin")
    first = next((row for row in topic.rows if isinstance(row, UseRow) and row.thing == "1"), None) if topic else None
    if first and first.victories:
        won, even = first.victories, first.even
        said = _("Whoever begins wins {share}, where {even} would be even: {beside}.").format(
            share=percent(won.share, lang), even=percent(even, lang), beside=beside_text(won, even, lang)
        )
        sure = _("That may be chance.") if won.low <= even <= won.high else _("That is more than chance.")
        yield f"{said} {sure}"


def found_sentences(found: Found, lang: Language) -> Iterator[str]:
    """How many games were found, and what was left out."""
    _ = lang.gettext
    games = lang.ngettext("{n} finished game.", "{n} finished games.", found.different_games)
    copies = lang.ngettext("{n} copy of a game already counted", "{n} copies of games already counted", found.copies)
    if not found.games:
        yield _("There is nothing to count.")
    yield games.format(n=whole(found.different_games, lang))
    reasons = (
        (found.copies, copies),
        (found.left_out[Why.UNFINISHED], _("{n} not finished")),
        (found.left_out[Why.OLDER], _("{n} of older rules, which today's can't follow")),
        (found.left_out[Why.OTHER_GAME], _("{n} of other games")),
        (found.left_out[Why.MISSING], _("{n} of games that are not installed")),
        (found.left_out[Why.NO_RECORD], _("{n} that are no records")),
        (found.left_out[Why.FAULT], _("{n} that can't be read")),
    )
    left_out = [said.format(n=whole(number, lang)) for number, said in reasons if number]
    if left_out:
        yield _("Left out: {what}.").format(what=", ".join(left_out))


def reading_sentence(lang: Language) -> str:
    return lang.gettext("The games are being read.")


def where_sentence(folder: Path, lang: Language) -> str:
    return lang.gettext("Page, pictures and figures are in {folder}").format(folder=folder)


def fault_sentences(found: Found, lang: Language) -> Iterator[str]:
    """What can't be read, and why: the first few."""
    yield from found.faults[:NAMED]
    more = len(found.faults) - NAMED
    if more > 0:
        yield lang.ngettext("And {n} more.", "And {n} more.", more).format(n=whole(more, lang))


def reading_notes(lang: Language) -> list[str]:
    """How the figures are to be read."""
    _ = lang.gettext
    return [
        _("Behind a figure stands its 95% interval: of twenty such intervals one misses the truth by chance."),
        _("Bold: further from an even share, or winners further from others, than chance alone would explain."),
        _(
            "Victories are of players who did it, compared in games in which not everybody did; "
            "a shared victory counts in part."
        ),
        _("Winners beside others: the mean difference within a game that has both."),
        _(
            "That winners do something more often does not say that they win by it: it may be what strong players do, "
            "or what one does when one is ahead or behind."
        ),
    ]
