"""The languages of everything that people read: gettext catalogues, English where there is none."""

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Final

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

LANGUAGES: Final = ("en", "de")
CATALOGUE_FOLDERS = ["mezani.locale"]


class Language:
    """Translates the messages of the program, which are written in English."""

    def __init__(self, code: str, catalogs: list[Catalog]) -> None:
        self.code = code
        self._texts: dict[str, str] = {}
        self._plurals: dict[str, tuple[str, ...]] = {}
        for catalog in catalogs:
            for message in catalog:
                if message.id and message.string and not message.fuzzy:
                    if isinstance(message.id, str):
                        self._texts[message.id] = str(message.string)
                    else:
                        self._plurals[message.id[0]] = tuple(message.string)

    def gettext(self, message: str) -> str:
        """The message in this language.

        >>> import mezani
        >>> _ = mezani.game("anne")
        >>> language("de").gettext("mushrooms")
        'Pilze'
        """
        return self._texts.get(message, message)

    def ngettext(self, one: str, many: str, n: int) -> str:
        """The message for n things."""
        forms = self._plurals.get(one, (one, many))
        return forms[0] if n == 1 else forms[-1]

    def __repr__(self) -> str:
        return f"language({self.code!r})"


def _catalogues(code: str) -> Iterator[Traversable]:
    for package in CATALOGUE_FOLDERS:
        for name in (f"{code}.po", f"words.{code}.po"):
            path = files(package).joinpath(name)
            if path.is_file():
                yield path


@cache
def language(code: str = "en") -> Language:
    """The language with a code of `LANGUAGES`."""
    if code not in LANGUAGES:
        raise ValueError(f"there is no language {code!r}: choose one of {', '.join(LANGUAGES)}")
    catalogs = []
    for path in _catalogues(code):
        with path.open("rb") as file:
            catalogs.append(read_po(file, locale=code))
    return Language(code, catalogs)


def add_catalogues(package: str) -> None:
    """Take the catalogues `words.<code>.po` of a package, such as a game's folder, into every language."""
    if package not in CATALOGUE_FOLDERS:
        CATALOGUE_FOLDERS.append(package)
        language.cache_clear()


ENGLISH: Final = Language("en", [])


class TranslatedError(ValueError):
    """Something wrong, told by a sentence that can be said in every language; as text it is English."""

    def __init__(self, sentence: str, **facts: Any) -> None:
        self.sentence, self.facts = sentence, facts
        super().__init__(self.say(ENGLISH))

    def say(self, lang: Language) -> str:
        """What is wrong, in a language."""
        return lang.gettext(self.sentence).format(**self.facts)
