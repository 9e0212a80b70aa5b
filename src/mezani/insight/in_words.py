"""Places, choices and chances of a game in words, for all that looks back at it."""

from collections.abc import Sequence
from itertools import takewhile
from typing import Any, Final

from mezani.engine.state import State
from mezani.game import Game, Place
from mezani.language import Language

MINUS: Final = "\N{MINUS SIGN}"
PARTS: Final = 3  # of a whole turn that a sentence tells


def chapter_in_words(game: Game[Any], chapter: str, lang: Language) -> str:
    """A chapter as people read it: "Round 3"."""
    title = _chapter(game, chapter, lang)
    return title[:1].upper() + title[1:]


def place_in_words(game: Game[Any], place: Place, lang: Language) -> str:
    """Where something happened, as a heading: "Round 3, trick 4"."""
    title = _place(game, place, lang)
    return title[:1].upper() + title[1:]


def within(game: Game[Any], place: Place | str, lang: Language) -> str:
    """A place, or a chapter, within a sentence: "in round 3, trick 4"; what has no number stands in brackets."""
    title = _chapter(game, place, lang) if isinstance(place, str) else _place(game, place, lang)
    is_numbered = (place if isinstance(place, str) else place.chapter).rpartition(" ")[2].isdigit()
    return lang.gettext("in {place}").format(place=title) if is_numbered else f"({title})"


def _chapter(game: Game[Any], chapter: str, lang: Language) -> str:
    word, _, number = chapter.rpartition(" ")
    said = game.language(lang).gettext
    return said(f"{word} {{n}}").format(n=number) if number.isdigit() else said(chapter)


def _place(game: Game[Any], place: Place, lang: Language) -> str:
    chapter = _chapter(game, place.chapter, lang)
    if not game.lines or place.line < 0:
        return chapter
    return f"{chapter}, {game.language(lang).gettext(game.lines).format(n=place.line + 1)}"


def choice_in_words(game: Game[Any], state: State, actions: Sequence[int], lang: Language) -> list[str]:
    """What a seat could do, as the words of buttons: one, or one for each action of a whole turn."""
    now, said = state.clone(), []
    for action in actions:
        said.append(game.label(now, action, lang))
        now.play(action)
    return said


def two_choices(
    game: Game[Any], state: State, one: Sequence[int], other: Sequence[int], lang: Language
) -> tuple[str, str]:
    """Two choices side by side, briefly: of whole turns what follows after all that they have in common."""
    same = len(list(takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False))))
    same = min(same, len(one) - 1, len(other) - 1)
    first, second = (briefly(choice_in_words(game, state, actions, lang)[same:]) for actions in (one, other))
    return first, second


def briefly(said: Sequence[str]) -> str:
    """A move; of a turn of several the beginning, each without what it costs and brings.

    >>> briefly(["Leopard 9: gain 1 follower"])
    'Leopard 9: gain 1 follower'
    >>> briefly(["Place a potter: 2 cattle, 1 VP", "j6 and j7", "Pots: price 1", "End your turn"])
    'Place a potter; j6 and j7; Pots …'
    """
    if len(said) == 1:
        return said[0]
    parts = [part.partition(": ")[0] for part in said[:PARTS]]
    return "; ".join(parts) + (" …" if len(said) > PARTS else "")


def percent(chance: float) -> int:
    """A chance from 0 to 1 as people say it."""
    return round(100 * chance)


def signed(chance: float) -> str:
    """A change of a chance in percent, with its sign.

    >>> signed(0.123), signed(-0.2), signed(0.001)
    ('+12', '−20', '0')
    """
    return signed_number(percent(chance))


def signed_number(number: int) -> str:
    """A whole number with its sign."""
    return f"+{number}" if number > 0 else f"{MINUS}{-number}" if number < 0 else "0"
