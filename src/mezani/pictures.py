"""States as pictures: in a notebook, as text, as a page in a file. What draws them is loaded when it is needed."""

from collections.abc import Sequence
from html import escape
from importlib.util import find_spec
from pathlib import Path
from typing import Literal

from mezani.engine.state import State
from mezani.games import UnknownGame, game_of
from mezani.language import Language, language


class Picture:
    """A position as a seat sees it (None: as everybody does): a notebook shows it, `print` writes it as text."""

    def __init__(self, state: State, seat: int | None, lang: Language, names: Sequence[str]) -> None:
        self.game = game_of(state)
        self.state, self.seat, self.lang, self.names = state.clone(), seat, lang, names
        self.game.view(self.state, seat)  # an error if there is no such seat

    def __repr__(self) -> str:
        return f"<Picture of {self.game.name} seat={self.seat}>"

    def __str__(self) -> str:
        """The picture of the terminal, without colours."""
        from mezani.terminal.position import text_of

        return text_of(self.game, self.state, self.seat, self.lang, self.names)

    def page(self) -> str:
        """The board as the browser draws it: a page of HTML that needs no other file. It takes the extra `table`."""
        from mezani.web import still

        return still.page_of(still.table_of(self.game, self.state, self.names), self.seat, self.lang)

    def save(self, path: str | Path) -> None:
        """Write the page into a file."""
        Path(path).write_text(self.page(), "utf-8")

    def _repr_html_(self) -> str:
        """The page in a frame, or the text where the extra `table` is not installed."""
        if find_spec("jinja2") is None or find_spec("litestar") is None:
            return f"<pre>{escape(str(self))}</pre>"
        from mezani.web.still import framed

        return framed(self.page(), self.game.title)


def picture(
    state: State, seat: int | Literal["to move"] | None = "to move", lang: str = "en", names: Sequence[str] = ()
) -> Picture:
    """A position as the seat to move sees it, as another seat does, or as everybody does (None).

    When the game is over, nobody is to move, and it is shown as everybody sees it.

    >>> import mezani
    >>> state = mezani.game("anne").new(players=4, seed=7)
    >>> picture(state, seat=2), picture(state).seat == state.seat
    (<Picture of anne seat=2>, True)
    """
    if seat == "to move":
        seat = None if state.is_over else state.seat
    return Picture(state, seat, language(lang), names)


def text_of(state: State) -> str:
    """A state as text; if it is of no game that there is, as Python writes it."""
    try:
        return str(picture(state))
    except UnknownGame:
        return repr(state)


def html_of(state: State) -> str | None:
    """A state for a notebook; nothing if it is of no game that there is."""
    try:
        return picture(state)._repr_html_()
    except UnknownGame:
        return None
