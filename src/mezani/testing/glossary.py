"""Checks of a game's glossary: it speaks every language, leads to paragraphs that are there, and is unambiguous."""

from collections.abc import Iterable

from mezani.glossary import Term, WrongGlossary, capitalized, glossary_of
from mezani.language import LANGUAGES
from mezani.testing.trial import Trial


def glossary(trial: Trial) -> None:
    """Each word of the glossary speaks every language and has its paragraph in the rules; no form is of two words."""
    try:
        terms = glossary_of(trial.game)
    except WrongGlossary as problem:
        trial.fail(str(problem))
    for term in terms:
        trial.where = f"glossary.toml, [{term.id}]"
        trial.looked_at["words"] += 1
        trial.expect(term.paragraph in trial.game.paragraphs, f"the rules have no paragraph {term.paragraph}")
        for name in ("word", "forms", "means"):
            for code in LANGUAGES:
                if not getattr(term, name).get(code):
                    trial.warn(f"{trial.where}: {name}.{code} is missing and stays English")
    for code in LANGUAGES:
        _expect_unambiguous(trial, terms, code)


def _expect_unambiguous(trial: Trial, terms: Iterable[Term], code: str) -> None:
    owners: dict[str, str] = {}
    for term in terms:
        trial.where = f"glossary.toml, [{term.id}]"
        for form in term.forms.get(code, ()):
            owner = owners.setdefault(capitalized(form), term.id)
            trial.expect(owner == term.id, f"{form!r} is a form of [{owner}] too ({code})")
            trial.looked_at["forms"] += 1
