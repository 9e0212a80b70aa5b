"""Names of people: how they look, so that nobody can be taken for somebody else."""

import unicodedata

from mezani.tables.players import clean_name
from mezani.tables.refusals import NameMissing, NameMixed

LONGEST_LOOK = 80
TOGETHER = {"CJK", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO"}  # scripts that are written beside any other
ALIKE = str.maketrans(  # letters that look like others, small ones as all are then
    "аеорсухіјѕһԁԛԝгкмтвнпӏєґαβεζηικμνορτυχıłøđħŧœæ01358|!@$i",  # of Greek as capitals look
    "aeopcyxljshdqwrkmtbhnlerabezhlkmnoptyxllodhtoaolesbllasl",
)
PAIRS = (("rn", "m"), ("vv", "w"))
BLANK = "\u115f\u1160\u3164\uffa0\u2800"  # letters and signs that show nothing


def looks_like(name: str) -> str:
    """How a name looks, roughly: names that are alike in this could be taken for one another.

    >>> looks_like("Nadia") == looks_like("  NАDlA ") == looks_like("Na-d1á")
    True
    >>> looks_like("Nadia") == looks_like("Nadja"), looks_like(" \u3164.")
    (False, '')
    """
    plain = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", name).casefold())
    seen = "".join(char for char in plain.translate(ALIKE) if _is_seen(char))
    for pair, letter in PAIRS:
        seen = seen.replace(pair, letter)
    return seen[:LONGEST_LOOK]


def _is_seen(char: str) -> bool:
    """Whether a character tells one name from another: no marks, no separators, nothing invisible."""
    kind = unicodedata.category(char)
    return char not in BLANK and kind[0] not in "MPZC" and kind != "Sk"


def check_name(given: str) -> str:
    """A name as somebody may be called who joins the house; NameMissing if nothing is to be seen of it."""
    name = clean_name(given)
    if not looks_like(name):
        raise NameMissing
    if len(_scripts(name) - TOGETHER) > 1:
        raise NameMixed
    return name


def _scripts(name: str) -> set[str]:
    letters = [char for char in unicodedata.normalize("NFKC", name) if char.isalpha()]
    return {unicodedata.name(char, "?").partition(" ")[0] for char in letters}
