"""What is said about a position, in lessons and examples: with letters, names of players, things and paragraphs."""

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from markupsafe import Markup

from mezani.game import Game
from mezani.language import Language, Said, said
from mezani.lessons.lesson import LETTERS, Start
from mezani.tables.setting_up import BOT_NAMES
from mezani.tables.situation import Seat
from mezani.web.notation import sentence
from mezani.web.rendering import environment
from mezani.web.terms import Terms

GAP = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True)
class Explanation:
    """How texts about a position are read in a language."""

    game: Game[Any]
    start: Start
    lang: Language

    @cached_property
    def seats(self) -> list[Seat]:
        """Who sits there: the others have the same names everywhere."""
        names = iter(BOT_NAMES)
        return [Seat("", "" if seat == self.start.seat else next(names)) for seat in range(self.start.players)]

    @cached_property
    def terms(self) -> Terms:
        """The words of the game that were said."""
        return Terms(self.game, self.lang.code)

    def paragraphs(self, text: Said) -> list[Markup]:
        """What is said, paragraph by paragraph; words of the game can be pressed."""
        return [self._filled(self.terms.marked(part)) for part in self._parts(text)]

    def heading(self, text: Said) -> Markup:
        """What is said in one piece, without words to press."""
        return Markup(" ").join(map(self._filled, self._parts(text)))

    def named(self, words: str) -> str:
        """Plain words with the names of players in them."""
        return re.sub(r"\{(\d)\}", lambda match: self.seats[int(match[1])].name, words)

    def _parts(self, text: Said) -> list[Markup]:
        templates = environment(self.lang.code, self.game.name)
        parts = [part.strip() for part in re.split(r"\n\s*\n", said(text, self.lang.code))]
        return [sentence(templates, self.game, part) for part in parts if part]

    def _filled(self, drawn: Markup) -> Markup:
        def filled(match: re.Match[str]) -> str:
            if match[1] in LETTERS:
                return Markup('<span class="letter">{}</span>').format(match[1])
            return Markup.escape(self.seats[int(match[1])].name) if match[1].isdigit() else match[0]

        return Markup(GAP.sub(filled, drawn))
