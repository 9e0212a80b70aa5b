"""The languages of everything that people read: gettext catalogues, English where there is none.

Every game has messages of its own: the same English word may be said differently in two games. What is not found among
them is looked for among those that all share.
"""

import logging
import re
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Final

log = logging.getLogger(__name__)

LANGUAGES: Final = ("en", "de")
SHARED_CATALOGUES = ["mezani.locale"]
UNREADABLE = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")

Said = dict[str, str]  # a text by languages


class Language:
    """Translates messages, which are written in English."""

    def __init__(self, code: str, folders: Iterable[Traversable] = (), shared: "Language | None" = None) -> None:
        self.code = code
        self._shared = shared
        self._texts: dict[str, str] = {}
        self._plurals: dict[str, tuple[str, ...]] = {}
        for folder in folders:
            self._read(folder.joinpath(f"{code}.po"))

    def _read(self, path: Traversable) -> None:
        """Take in a catalogue, if there is one."""
        if not path.is_file():
            return
        from babel.messages.pofile import PoFileError, read_po  # takes longer to load than all rules together

        try:
            with path.open("rb") as file:
                catalogue = read_po(file, locale=self.code, abort_invalid=True)
        except (PoFileError, UnicodeDecodeError) as problem:
            log.error("the catalogue %s is left out: %s", path, problem)
            return
        for message in catalogue:
            if message.id and message.string and not message.fuzzy:
                if isinstance(message.id, str):
                    self._texts[message.id] = str(message.string)
                else:
                    self._plurals[message.id[0]] = tuple(message.string)

    def of(self, package: str) -> "Language":
        """This language as a game speaks it, by the name of the game's package: its own messages come first.

        >>> language("de").of("mezani.games.anne").gettext("mushrooms")
        'Pilze'
        """
        return language(self.code, package)

    def gettext(self, message: str) -> str:
        """The message in this language."""
        text = self._texts.get(message)
        if text is None:
            return self._shared.gettext(message) if self._shared else message
        return text

    def ngettext(self, one: str, many: str, n: int) -> str:
        """The message for n things."""
        forms = self._plurals.get(one)
        if forms is None:
            if self._shared:
                return self._shared.ngettext(one, many, n)
            forms = (one, many)
        return forms[0] if n == 1 else forms[-1]

    def __repr__(self) -> str:
        return f"language({self.code!r})"


@cache
def language(code: str = "en", package: str = "") -> Language:
    """The language with a code of `LANGUAGES`; with the name of a game's package, as that game speaks it."""
    if code not in LANGUAGES:
        raise ValueError(f"there is no language {code!r}: choose one of {', '.join(LANGUAGES)}")
    if package:
        return Language(code, [files(package).joinpath("words")], language(code))
    return Language(code, map(files, SHARED_CATALOGUES))


def said(text: Mapping[str, str], lang: str) -> str:
    """A text in a language; in English if it is not there."""
    return text.get(lang) or text.get(LANGUAGES[0], "")


def is_readable(text: str) -> bool:
    """Whether a text can be stored and shown: no control characters but tabs and ends of lines, no broken ones.

    >>> is_readable("two\\nlines"), is_readable("a\\0b"), is_readable("\\ud800")
    (True, False, False)
    """
    return UNREADABLE.search(text) is None


def N_(message: str) -> str:  # noqa: N802 (gettext's name for it)
    """Marks a message that is translated when it is said."""
    return message


def share_catalogue(package: str) -> None:
    """Let everybody use the messages of a package, from its catalogues `<code>.po`."""
    if package not in SHARED_CATALOGUES:
        SHARED_CATALOGUES.append(package)
        language.cache_clear()


ENGLISH: Final = Language("en")


class TranslatedError(ValueError):
    """Something wrong, told by a sentence that can be said in every language; as text it is English."""

    package = ""  # of the game that says it, if it is one

    def __init__(self, sentence: str, **facts: Any) -> None:
        self.sentence, self.facts = sentence, facts
        super().__init__(self.say(ENGLISH))

    def say(self, lang: Language) -> str:
        """What is wrong, in a language."""
        spoken = lang.of(self.package) if self.package else lang
        return spoken.gettext(self.sentence).format(**self.facts)
