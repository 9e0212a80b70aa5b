"""Positions of a game as pictures for pages that stand alone, drawn by the game's own board."""

import re
from collections.abc import Iterable, Mapping, Sequence, Set
from typing import Final

from mezani.insight.reckoning import Looked
from mezani.insight.report import Report, ToldDecision, letters_of, names_of
from mezani.insight.report_page import Pictures
from mezani.language import Language
from mezani.tables.situation import Seat
from mezani.tables.table import played_again
from mezani.web.assets import art, game_file, static_file
from mezani.web.picture import not_in_picture, picture
from mezani.web.screen import Screen

STYLES: Final = ("common.css", "examples.css")  # ours; those of the game lie on them
GAME_STYLES: Final = ("board.css", "rooms.css", "example.css")
MOST: Final = 1_400_000  # bytes of all pictures of a page
MARKED: Final = re.compile(r'data-at="([^"]*)"')
ICONS: Final = re.compile(r'href="/static/icons\.svg[^"#]*#')
NAMESPACE: Final = re.compile(r' xmlns(:\w+)?="[^"]*"')  # which pages do without
SYMBOL: Final = re.compile(r'<symbol id="([\w-]+)".*?</symbol>', re.DOTALL)
PROPERTY: Final = re.compile(r"@property[^}]*\}")  # which holds for a whole page, or not at all
REMARKS: Final = re.compile(r"/\*.*?\*/", re.DOTALL)


class BoardPictures(Pictures):
    """The positions before mistakes, as whoever was to move saw them: of the worst ones first, as many as fit."""

    def __init__(self, looked: Looked, report: Report, lang: Language) -> None:
        self.looked, self.lang, self.names = looked, lang, names_of(looked, lang)
        self.game = looked.record.game
        self.drawn = self.draw(sorted(report.mistakes, key=lambda it: -it.lost)) if self.game.pictured else {}
        if self.drawn:
            self.symbols = symbols_of(self.game.name)
            self.style = style_of(self.game.name, set(re.findall(r'class="(\w+)"', self.symbols)))

    def of(self, decision: ToldDecision) -> str:
        return self.drawn.get(decision.number, "")

    def draw(self, mistakes: Iterable[ToldDecision]) -> Mapping[int, str]:
        found: dict[int, str] = {}
        left = MOST
        for mistake in mistakes:
            html = self.position(mistake)
            left -= len(html)
            if left < 0:
                break
            found[mistake.number] = html
        return found

    def position(self, decision: ToldDecision) -> str:
        """The board before a decision; what could be chosen has its letter."""
        seats = [Seat(None, name) for name in self.names]
        table = played_again(self.looked.record, seats, decision.number)
        seat = decision.seat
        board = str(Screen(table, seat, [seat], self.lang).board_html())
        other = (seat + 1) % len(seats)
        parts = [part.format(seat=seat, other=other) for part in self.game.pictured]
        drawn = picture(board, parts, lit_on(board, parts, decision, self.lang), f"at-{decision.number}")
        label = self.lang.gettext("Position")
        inside = ICONS.sub('href="#', str(drawn))
        name = self.game.name
        return (
            f'<div class="drawing"><div class="cloth picture" data-game="{name}" role="group" aria-label="{label}">'
            f"{inside}</div></div>"
        )


def lit_on(board: str, parts: Sequence[str], decision: ToldDecision, lang: Language) -> dict[str, str]:
    """What gets a letter, or the sign: the first thing that each choice names, as far as these parts show it."""
    there = {mark for marks in MARKED.findall(board) for mark in marks.split() if len(mark) > 1}
    shown = there.difference(not_in_picture(board, parts, sorted(there)))
    letters = letters_of(decision, lang)
    letters[decision.played] = decision.sign
    found: dict[str, str] = {}
    for letter, choice in zip(letters, decision.choices, strict=True):
        if marks := [mark for move in choice.moves for mark in sorted(shown, key=len) if names(move, mark)]:
            found.setdefault(marks[-1] if len(choice.moves) == 1 else marks[0], letter)
    return found


def names(move: str, mark: str) -> bool:
    """Whether a move, by its notation, is about a thing: `H5^` about H5, `play-boatman` about the boatman.

    >>> names("H5^", "H5"), names("play-boatman", "boatman"), names("H13", "H1")
    (True, True, False)
    """
    before, found, after = move.partition(mark)
    return bool(found) and not (before and before[-1].isalnum()) and not after[:1].isalnum()


def symbols_of(game: str) -> str:
    """The drawings of a game, and our own that it has not."""
    own = str(art(game))
    ours = SYMBOL.sub(lambda it: "" if f'id="{it[1]}"' in own else it[0], (static_file("icons.svg") or b"").decode())
    return NAMESPACE.sub("", own + ours)


def style_of(game: str, drawn: Set[str]) -> str:
    """What the pictures of a game need, all of it within drawings alone, but for what reaches into symbols.

    These are the classes that are `drawn` there, and the colours of the cloth, which are for the whole page.
    """
    files = [static_file(name) for name in STYLES] + [game_file(game, name) for name in GAME_STYLES]
    text = REMARKS.sub("", "\n".join(file.decode() for file in files if file))
    symbols = [rule for name in sorted(drawn) for rule in re.findall(rf"(?m)^ *(\.{name} *{{[^}}]*}})", text)]
    cloth = REMARKS.sub("", (game_file(game, "cloth.css") or b"").decode())
    within = PROPERTY.sub("", text).replace(":root", ":scope")
    return "\n".join([cloth, *symbols, *PROPERTY.findall(text), f"@scope (.drawing) {{\n{within}\n}}"])
