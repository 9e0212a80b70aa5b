"""The words of a report that terminal and page have in common."""

from collections.abc import Iterator

from mezani.insight.analysis import SIGNS, Summary
from mezani.insight.in_words import percent, signed_number
from mezani.insight.judging import Depth
from mezani.insight.report import Report, adding_up
from mezani.insight.verdicts import BLUNDER, MISTAKE, SLIP
from mezani.language import Language

NONE = "–"


def headings(report: Report, lang: Language) -> list[str]:
    """What is told of each player: how they played, then what has changed their chance."""
    _ = lang.gettext
    rest = _("later") if report.is_open else _("luck") if report.seat is None else _("rest")
    others = [_("others")] if report.seat is None else []
    return [_("points"), _("accuracy"), *SIGNS, _("given away"), _("change"), _("own"), *others, rest]


def figures(report: Report, summary: Summary, lang: Language) -> list[str]:
    """The figures of a player beneath these headings."""
    from babel.numbers import format_decimal  # takes long to load

    change, own, others, rest = adding_up(summary)
    parts = [own, others, rest] if report.seat is None else [own, rest]
    return [
        str(report.players[summary.seat].score),
        NONE if summary.accuracy is None else f"{percent(summary.accuracy)} %",
        *(str(summary.signs[sign] or NONE) for sign in SIGNS),
        f"{format_decimal(100 * summary.for_each_decision, '0.0', locale=lang.code)} %",
        *(signed_number(part) for part in (change, *parts)),
    ]


def how_to_read(report: Report, lang: Language) -> str:
    """What the figures are."""
    _ = lang.gettext
    if report.seat is not None:
        changed = _("Change of the chance in the whole game, in %: by own mistakes, by the others and luck.")
    elif report.is_open:
        changed = _("Change of the chance in the whole game, in %: by own mistakes, by others', by what came later.")
    else:
        changed = _("Change of the chance in the whole game, in %: by own mistakes, by those of others, by luck.")
    return _("Given away: of the chance of winning, with each decision.") + " " + changed


def what_was_judged(report: Report, lang: Language) -> str:
    """How many decisions, and how deeply."""
    depth = lang.gettext("quick") if report.depth == Depth.QUICK else lang.gettext("deep")
    n = len(report.decisions)
    said = lang.ngettext("{n} decision judged ({depth})", "{n} decisions judged ({depth})", n)
    return said.format(n=n, depth=depth)


def no_mistakes(lang: Language) -> str:
    return lang.gettext("There is no mistake to look at.")


def judging_notes(report: Report, lang: Language) -> Iterator[str]:
    """What the judgement knew, and what the signs mean."""
    _ = lang.gettext
    if report.is_open:
        yield _("All is open in this game, and nothing is drawn: no luck, only decisions. A turn is judged as a whole.")
    else:
        yield _("A decision is judged by what its player could know: what was hidden was dealt anew many times.")
        yield _("The course of the chances shows the game as it lay, all cards open: where it jumps by itself is luck.")
    said = _("Slip ?! from {slip} % of the chance given away, mistake ? from {mistake} %, blunder ?? from {blunder} %.")
    yield said.format(slip=percent(SLIP), mistake=percent(MISTAKE), blunder=percent(BLUNDER))
    yield _("Reasons speak to the one who was to move.")


def where_they_are(folder: str, lang: Language) -> str:
    """Where the files were written."""
    return lang.gettext("Pages and data are in {folder}").format(folder=folder)
