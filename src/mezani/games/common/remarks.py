"""What remarks on the moves of others have in common."""

from collections.abc import Iterable
from itertools import islice

from mezani.language import Language

MOST = 2  # sentences


def in_brief(sentences: Iterable[str]) -> str:
    """The first of some sentences, as many as are read in passing.

    >>> in_brief(["One.", "Two.", "Three."])
    'One. Two.'
    """
    return " ".join(islice(sentences, MOST))


def beaten(card: str, lang: Language) -> str:
    """That the reader's card is no longer the best of the trick."""
    return lang.gettext("Your [{card}] no longer wins the trick.").format(card=card)
