"""The words of a game that a newcomer does not know, and what they mean: `words/glossary.toml` of its folder."""

import re
import tomllib
from functools import lru_cache
from importlib.resources import files
from typing import Any

import msgspec

from mezani.game import Game
from mezani.language import LANGUAGES, Said, said

FILE = "glossary.toml"
NAME = re.compile(r"[a-z][a-z0-9-]*")


class WrongGlossary(ValueError):
    """A glossary that can't be read as it is written; the message says which entry, and what is wrong with it."""


class Term(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A word of a game: as it stands in sentences, what it means, and which paragraph of the rules says so."""

    id: str
    word: Said
    forms: dict[str, tuple[str, ...]]
    means: Said
    paragraph: str

    def word_in(self, lang: str) -> str:
        """The word itself."""
        return said(self.word, lang)

    def means_in(self, lang: str) -> str:
        """What it means, in a sentence or two."""
        return said(self.means, lang)

    def forms_in(self, lang: str) -> tuple[str, ...]:
        """All that stands for it in sentences."""
        return self.forms.get(lang) or self.forms[LANGUAGES[0]]


def capitalized(form: str) -> str:
    """A form as it stands at the beginning of a sentence.

    >>> capitalized("story stack"), capitalized("VP")
    ('Story stack', 'VP')
    """
    return form[:1].upper() + form[1:]


@lru_cache
def glossary_of(game: Game[Any]) -> tuple[Term, ...]:
    """The words of a game in the order of its glossary; a game without one has none."""
    file = files(game.package).joinpath("words", FILE)
    return read_glossary(file.read_text("utf-8")) if file.is_file() else ()


def read_glossary(text: str) -> tuple[Term, ...]:
    """A glossary from its text."""
    try:
        given = tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        raise WrongGlossary(f"{FILE}: {problem}") from problem
    return tuple(_term(id, entry) for id, entry in given.items())


def _term(id: str, entry: Any) -> Term:
    where = f"{FILE}, [{id}]"
    if not NAME.fullmatch(id):
        raise WrongGlossary(f"{where}: an entry is called as [led-suit] is: a to z, numbers and -")
    if not isinstance(entry, dict):
        raise WrongGlossary(f"{where}: it is no entry with word, forms, means and paragraph")
    try:
        term = msgspec.convert(entry | {"id": id}, Term)
    except msgspec.ValidationError as problem:
        raise WrongGlossary(f"{where}: {problem}") from problem
    for name in ("word", "forms", "means"):
        if not getattr(term, name).get(LANGUAGES[0]):
            raise WrongGlossary(f"{where}: {name}.{LANGUAGES[0]} is missing")
    for code, forms in term.forms.items():
        if not all(form.strip() for form in forms):
            raise WrongGlossary(f"{where}: a form in forms.{code} is empty")
    return term
