"""Names of people: how they look, so that nobody can be taken for somebody else, or for the house."""

import re
import unicodedata
from collections.abc import Iterable

from mezani.tables.players import clean_name
from mezani.tables.refusals import NameDeceptive, NameMissing, NameMixed, NameOfNameless, NameReserved

LONGEST_LOOK = 80
TOGETHER = {  # scripts that are written beside any other, and letters that stand in several
    "CJK",
    "HIRAGANA",
    "KATAKANA",
    "KATAKANA-HIRAGANA",
    "HANGUL",
    "BOPOMOFO",
    "MODIFIER",
}
ALIKE = str.maketrans(  # letters that look like others, small ones as all are then
    "аеорсухіјѕһԁԛԝгкмтвнпӏєґαβεζηικμνορτυχօսոհœæɑɩǀǃ01358|!@$i",  # of Greek as capitals look
    "aeopcyxljshdqwrkmtbhnlerabezhlkmnoptyxounhoaalllolesbllasl",
)
LATIN = re.compile(r"(?:LATIN|NEGATIVE \w+ LATIN|REGIONAL INDICATOR) .*\b([A-Z])(?: WITH .*)?")  # however drawn
PAIRS = (("rn", "m"), ("vv", "w"))
DECEPTIVE = {"LISU", "CHEROKEE"}  # alphabets of which most capitals look like Latin ones
BLANK = "\u115f\u1160\u3164\uffa0\u2800\ufffc\U0001d159"  # letters and signs that show nothing
OF_THE_HOUSE = (  # what pages call the house itself, and those who are nobody in particular
    *("Mezani", "Host", "Gastgeber", "Admin", "Administrator", "System"),
    *("The Host", "Der Gastgeber", "Gastgeberin", "Die Gastgeberin", "Mezani Team", "Team Mezani"),
    *("Moderator", "Moderatorin", "Support"),
    *("Somebody", "Jemand", "Nobody", "Niemand", "Bot", "You", "Du"),
)
OF_NAMELESS = "Guest", "Gast", "Seat", "Platz", "Program", "Programm"  # and a number: who gives no name


def looks_like(name: str) -> str:
    """How a name looks, roughly: names that are alike in this could be taken for one another.

    >>> looks_like("Nadia") == looks_like("  NАDlA ") == looks_like("Na-d1á") == looks_like("ɴᴀđıᴀ")
    True
    >>> looks_like("Nadia") == looks_like("Nadja"), looks_like(" \u3164.")
    (False, '')
    """
    plain = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", name).casefold())
    drawn = "".join(map(_latin, plain)).translate(ALIKE)
    seen = "".join(char for char in drawn if _is_seen(char))
    for pair, letter in PAIRS:
        seen = seen.replace(pair, letter)
    return seen[:LONGEST_LOOK]


def _latin(char: str) -> str:
    """The letter that a sign is a drawing of: small capitals, letters with strokes, in squares, as flags."""
    letter = None if char.isascii() else LATIN.fullmatch(unicodedata.name(char, ""))
    return letter[1].lower() if letter else char


def _is_seen(char: str) -> bool:
    """Whether a character tells one name from another: no marks, no separators, nothing invisible."""
    kind = unicodedata.category(char)
    return char not in BLANK and kind[0] not in "MPZC" and kind != "Sk"


def check_name(given: str) -> str:
    """A name as somebody may be called who joins the house; NameMissing if nothing is to be seen of it."""
    name = clean_name(given)
    check_seen(name)
    if _is_one_of(name, OF_NAMELESS):
        raise NameOfNameless
    if len(_scripts(name) - TOGETHER) > 1:
        raise NameMixed
    return name


def check_seen(name: str) -> None:
    """Whether anybody may be called so, guests too: it can be seen and told from others, and is not the house."""
    if not looks_like(name):
        raise NameMissing
    if _scripts(name) & DECEPTIVE:
        raise NameDeceptive
    if _is_one_of(name, OF_THE_HOUSE):
        raise NameReserved


def _is_one_of(name: str, words: Iterable[str]) -> bool:
    """Whether a name looks like one of some words, with or without a number."""
    looks = {looks_like(name), looks_like("".join(char for char in name if not char.isdigit()))}
    return any(looks_like(word) in looks for word in words)


def _scripts(name: str) -> set[str]:
    letters = [char for char in unicodedata.normalize("NFKC", name) if char.isalpha()]
    return {unicodedata.name(char, "?").partition(" ")[0] for char in letters}
