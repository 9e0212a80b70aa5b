"""A report as a page that stands alone: it needs no other file and no connection."""

from collections.abc import Callable, Iterator
from functools import cache
from html import escape
from importlib.resources import files
from typing import Final

from mezani.games import game as game_of
from mezani.insight.analysis import SIGNS, Summary
from mezani.insight.in_words import percent
from mezani.insight.report import Report, ToldChoice, ToldDecision, letters_of, reasons_of
from mezani.insight.report_chart import GRAVITY, MARKS, anchor, chances_table, chart
from mezani.insight.report_words import (
    figures,
    headings,
    how_to_read,
    judging_notes,
    no_mistakes,
    what_was_judged,
)
from mezani.language import Language

FIRST_OF_SUM: Final = 3 + len(SIGNS)  # of the figures of a player: points, accuracy and per decision come before


class Pictures:
    """How positions are drawn, where somebody can: this one draws none."""

    style = ""  # that the pictures need
    symbols = ""  # and drawings that they use, once on the page

    def of(self, decision: ToldDecision) -> str:
        """The position before a decision, in a `div` of the class `drawing`; nothing if it can't be drawn."""
        return ""


@cache
def style() -> str:
    """The stylesheet of the page."""
    return files("mezani.insight").joinpath("report.css").read_text("utf-8")


def page(report: Report, lang: Language, pictures: Pictures | None = None) -> str:
    """The whole page."""
    pictures = pictures or Pictures()
    return "\n".join(_Page(report, lang, pictures).lines()) + "\n"


class _Page:
    """What stands on the page, from top to bottom."""

    def __init__(self, report: Report, lang: Language, pictures: Pictures) -> None:
        self.report, self.lang, self.pictures, self.game = report, lang, pictures, game_of(report.game)
        self._: Callable[[str], str] = lambda text: escape(lang.gettext(text))

    def lines(self) -> Iterator[str]:
        _, report = self._, self.report
        look_back = _("Look back")
        title = f"{look_back}: {escape(report.title)}"
        yield f'<!doctype html>\n<html lang="{self.lang.code}">\n<head>\n<meta charset="utf-8">'
        yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
        yield f"<title>{title} · Mezani</title>\n<style>{self.style()}</style>\n</head>"
        yield f'<body data-game="{escape(report.game)}">'
        yield f"<div hidden>{self.pictures.symbols}</div>" if self.pictures.symbols else ""
        yield f'<header class="top"><div class="band"><p class="over">Mezani · {look_back}</p>'
        yield f'<h1>{escape(report.title)}</h1><p class="second facts">{self.facts()}</p></div></header>\n<main>'
        yield from self.story()
        yield from self.players()
        yield from self.course()
        yield from self.mistakes()
        yield from self.notes()
        yield "</main>\n</body>\n</html>"

    def style(self) -> str:
        """The style of the page; where there are pictures it ends before them, and theirs is beneath it."""
        own, drawn = style(), self.pictures.style
        return f"{drawn}\n@scope (:root) to (.drawing) {{\n{own}}}" if drawn else own

    def facts(self) -> str:
        """Who played, and how long was thought about it."""
        names = ", ".join(player.name for player in self.report.players)
        return escape(f"{names} · {what_was_judged(self.report, self.lang)}")

    def story(self) -> Iterator[str]:
        title = self._("Turning points")
        yield f'<section aria-label="{title}">'
        if self.report.remarks:
            yield f'<p class="remarks">{escape(" ".join(self.report.remarks))}</p>'
        if self.report.turning_points:
            told = "".join(f"<li>{escape(sentence)}</li>" for sentence in self.report.turning_points)
            yield f'<ol class="story">{told}</ol>'
        yield "</section>"

    # Players

    def players(self) -> Iterator[str]:
        report, title = self.report, self._("Players")
        heads = [escape(head) for head in headings(report, self.lang)]
        yield '<section class="panel"><div class="wide" tabindex="0" role="region" '
        yield f'aria-label="{title}"><table class="figures"><thead><tr><th scope="col">{title}</th>'
        yield "".join(f'<th scope="col"{line_before(place)}>{head}</th>' for place, head in enumerate(heads))
        yield "</tr></thead><tbody>"
        yield from map(self.player, report.summaries)
        yield f'</tbody></table></div><p class="second">{escape(how_to_read(report, self.lang))}</p></section>'

    def player(self, summary: Summary) -> str:
        """The row of a player."""
        player, word = self.report.players[summary.seat], self._("winner")
        told = "".join(
            f"<td{line_before(n)}>{it}</td>" for n, it in enumerate(figures(self.report, summary, self.lang))
        )
        won = f'<span class="won">{word}</span>' if player.won else ""
        return f'<tr><th scope="row">{self.key(summary.seat)}{won}</th>{told}</tr>'

    def key(self, seat: int) -> str:
        """A player with the thread of the seat."""
        line = f'<svg aria-hidden="true"><line class="seat-{seat}" x1="0" x2="34" y1="6" y2="6"/></svg>'
        return f'<span class="key">{line}<b>{escape(self.report.players[seat].name)}</b></span>'

    # The course

    def course(self) -> Iterator[str]:
        title, as_table = self._("Chances of winning"), self._("The chances as a table")
        yield f'<section class="panel"><h2 id="course">{title}</h2><figure>'
        yield '<div class="wide" tabindex="0" role="region" aria-labelledby="course"><div class="course">'
        yield from chart(self.report, self.lang)
        yield f"</div></div></figure><details><summary>{as_table}</summary>"
        yield f'<div class="wide" tabindex="0" role="region" aria-label="{as_table}">'
        yield from chances_table(self.report, self.lang)
        yield "</div></details></section>"

    # Mistakes

    def mistakes(self) -> Iterator[str]:
        title, found = self._("Mistakes"), self.report.mistakes
        yield f'<section><h2>{title}</h2><div class="mistakes">'
        if not found:
            yield f'<p class="panel">{escape(no_mistakes(self.lang))}</p>'
        for place, mistake in enumerate(found):
            yield from self.mistake(mistake, found[place + 1] if place + 1 < len(found) else None)
        yield "</div></section>"

    def mistake(self, mistake: ToldDecision, following: ToldDecision | None) -> Iterator[str]:
        drawn, forward = self.pictures.of(mistake), self._("Next mistake")
        player = self.report.players[mistake.seat]
        name = anchor(mistake)
        yield f'<article class="panel mistake{" drawn" if drawn else ""}" id="{name}" aria-labelledby="{name}-title">'
        yield f'<header><span class="sign {GRAVITY[mistake.sign]}">{mistake.sign}</span>'
        mark = f'<i class="mark seat-{mistake.seat}" aria-hidden="true">{MARKS[mistake.seat]}</i>'
        yield f'<h3 id="{name}-title">{mark} {escape(player.name)}, {escape(mistake.place)}</h3>'
        further = f'<a href="#{anchor(following)}">{forward}</a>' if following else ""
        yield f'<p class="second"><span>{self.cost(mistake)}</span>{further}</p></header>'
        yield drawn
        yield '<ol class="choices">'
        for place, choice in enumerate(mistake.choices):
            yield self.choice(mistake, place, choice)
        yield "</ol></article>"

    def cost(self, mistake: ToldDecision) -> str:
        said = self.lang.gettext("move {n}, {lost} % given away")
        return escape(said.format(n=mistake.number + 1, lost=percent(mistake.lost)))

    def choice(self, mistake: ToldDecision, place: int, choice: ToldChoice) -> str:
        """One of the choices, with its chance and the reasons for or against it."""
        is_played, letters, word = place == mistake.played, letters_of(mistake, self.lang), self._("Played")
        kind = "played" if is_played else "best" if place == 0 else ""
        letter = "" if is_played else f'<span class="letter">{letters[place]}</span>'
        sign = f'<span class="sign {GRAVITY[mistake.sign]}">{mistake.sign}</span>' if is_played else ""
        sign = '<span class="sign good" aria-hidden="true">✓</span>' if place == 0 else sign
        said = f"<em>{word}:</em> " if is_played else ""
        first, *others = (escape(it) for it in choice.words)
        more = "<ol>" + "".join(f"<li>{it}</li>" for it in others) + "</ol>" if others else ""
        chance = percent(mistake.chance(choice))
        why = " ".join(escape(it) for it in reasons_of(self.game, mistake, place, self.lang))
        return (
            f'<li class="choice {kind}">{letter}<div class="what">{said}{first}{more}</div>{sign}'
            f'<div class="chance"><i style="--part:{chance}" aria-hidden="true"></i>{chance} %</div>'
            + (f'<p class="why">{why}</p>' if why else "")
            + "</li>"
        )

    # How it was judged

    def notes(self) -> Iterator[str]:
        title = self._("How it is judged")
        yield f'<section class="panel notes"><h2>{title}</h2><ul>'
        yield from (f"<li>{escape(note)}</li>" for note in judging_notes(self.report, self.lang))
        yield "</ul></section>"


def line_before(place: int) -> str:
    """The figures of the change stand apart."""
    return ' class="sum"' if place == FIRST_OF_SUM else ""
