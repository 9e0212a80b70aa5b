"""Words of a game where they are read: each can be pressed, and tells what it means.

A word is a button that opens its meaning, a popover that stands once on the page (`macros/terms.html`): no script is
needed, and keyboards and screen readers know what it does.
"""

import logging
import re
from functools import lru_cache
from html import unescape
from typing import Any

from markupsafe import Markup, escape

from mezani.game import Game
from mezani.glossary import Term, WrongGlossary, capitalized, glossary_of

log = logging.getLogger(__name__)

TAG = re.compile(r"(<[^>]*>)")
NAME_OF_TAG = re.compile(r"</?(\w+)")
BLOCKS = ("p", "li", "table")  # in each of these a word can be pressed where it stands first
CLOSED = re.compile(
    r"<(?:(?:a|button|code|svg|th|h[1-6])\b|(?:span|em|b|i)\b[^>]* class=)"
)  # links, headings, notations
BUTTON = Markup('<button class="term" type="button" popovertarget="term-{}">{}</button>')

# A line may break before and after a button, even where a comma follows: what belongs to a word stays with it
PUNCTUATED = re.compile(
    r"""[(„“‚‘«»]*(?P<bold><b>)?<button class="term"[^>]*>[^<]*</button>(?(bold)</b>)[.,;:!?…)”“’‘»«]*"""
)


def readable_glossary(game: Game[Any]) -> tuple[Term, ...]:
    """The words of a game; none where something is wrong with its glossary, which is said in the log."""
    try:
        return glossary_of(game)
    except WrongGlossary as problem:
        log.warning("the glossary of %s is left out: %s", game.name, problem)
        return ()


class Terms:
    """The words of a game on a page: they are marked in its texts, and those that are there can be told."""

    def __init__(self, game: Game[Any], lang: str) -> None:
        self.game, self.lang = game, lang
        self.known = readable_glossary(game)
        self.used: list[Term] = []

    def marked(self, html: Markup) -> Markup:
        """A text whose words can be pressed: in each paragraph where they stand first."""
        if not self.known:
            return html
        told: set[str] = set()
        inside = ""  # the element in which nothing is marked, and how deep in others of its name
        depth = 0
        parts = TAG.split(html)
        for place, part in enumerate(parts):
            if not part.startswith("<"):
                parts[place] = part if inside else self._in_words(part, told)
            elif inside:
                depth += _opens(part, inside)
                inside = inside if depth else ""
            elif CLOSED.match(part) and not part.endswith("/>"):
                inside, depth = _name(part), 1
            elif _name(part) in BLOCKS:
                told = set()
        return Markup(PUNCTUATED.sub(r'<span class="unbroken">\g<0></span>', "".join(parts)))

    def _in_words(self, text: str, told: set[str]) -> str:
        """What stands between two tags."""
        pattern, terms = _forms(self.game, self.lang)
        marked, end, plain = "", 0, unescape(text)
        for match in pattern.finditer(plain):
            term = terms[_one_line(match[0])]
            if term.id not in told:
                told.add(term.id)
                if term not in self.used:
                    self.used.append(term)
                marked += escape(plain[end : match.start()]) + BUTTON.format(term.id, match[0])
                end = match.end()
        return marked + escape(plain[end:]) if end else text


@lru_cache
def _forms(game: Game[Any], lang: str) -> tuple[re.Pattern[str], dict[str, Term]]:
    """What finds the words in a text, the longest first, and whose each form is; it may begin a sentence."""
    terms = readable_glossary(game)
    forms = {form: term for term in terms for given in term.forms_in(lang) for form in (given, capitalized(given))}
    longest_first = sorted(forms, key=len, reverse=True)
    found = "|".join(r"\s+".join(map(re.escape, form.split())) for form in longest_first)
    return re.compile(rf"(?<![\w-])(?:{found})(?![\w-])"), {_one_line(form): term for form, term in forms.items()}


def _one_line(form: str) -> str:
    return " ".join(form.split())


def _name(tag: str) -> str:
    match = NAME_OF_TAG.match(tag)
    return match[1] if match else ""


def _opens(tag: str, name: str) -> int:
    """1 if a tag opens an element of a name, -1 if it closes one, 0 for all others."""
    if _name(tag) != name or tag.endswith("/>"):
        return 0
    return -1 if tag.startswith("</") else 1
