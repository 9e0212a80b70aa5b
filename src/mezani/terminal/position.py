"""A position as text: the picture of the terminal without its colours, for `print` and for files."""

from collections.abc import Sequence
from io import StringIO
from typing import Any, Final

from rich.console import Console

from mezani.engine.state import State
from mezani.game import Game
from mezani.language import Language, share_catalogue
from mezani.terminal.play import pictures_of

WIDTH: Final = 100

share_catalogue("mezani.terminal")


def text_of(game: Game[Any], state: State, seat: int | None, lang: Language, names: Sequence[str] = ()) -> str:
    """The table as a seat (None: a spectator) sees it, and what is to be done."""
    said = lang.gettext("Seat {number}")
    called = [name or said.format(number=n) for n, name in enumerate([*names, *[""] * state.players], 1)]
    written = StringIO()
    console = Console(file=written, width=WIDTH, color_system=None, force_terminal=False, legacy_windows=False)
    view = game.view(state, seat)
    console.print(pictures_of(game).picture(view, [], game.language(lang), called[: state.players]))
    console.print(game.prompt(state, None, lang, called[: state.players]), markup=False)
    return "\n".join(line.rstrip() for line in written.getvalue().splitlines()).strip("\n")
