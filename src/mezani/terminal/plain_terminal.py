"""A terminal for games that bring no pictures: their view as a list of facts."""

from collections.abc import Sequence
from typing import Any

import msgspec
from rich.table import Table
from rich.text import Text

from mezani.engine.state import State
from mezani.game import Game
from mezani.language import Language

KNOWN_ELSEWHERE = {"players", "seat", "is_over", "to_move", "winners"}


class PlainTerminal:
    """Shows any game by what its view and its words say."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game

    def picture(self, view: msgspec.Struct, legal: Sequence[str], lang: Language, names: Sequence[str], /) -> Table:
        """The view, a line for each of its fields."""
        table = Table.grid(padding=(0, 2, 0, 0))
        for name in view.__struct_fields__:
            if name not in KNOWN_ELSEWHERE:
                title = lang.gettext(name.replace("_", " ").capitalize())
                table.add_row(Text(title, "dim"), Text(value_text(getattr(view, name))))
        return table

    def sheet(self, view: msgspec.Struct, lang: Language, names: Sequence[str], /) -> Table:
        """The players, and their points if the view has them."""
        table = Table(*names)
        table.add_row(*map(value_text, getattr(view, "scores", ())))
        return table

    def thing(self, notation: str, lang: Language, /) -> Text:
        """A notation in the game's words."""
        return Text(self.game.thing(notation, lang), "bold")

    def in_order(self, state: State, seat: int, legal: Sequence[int], /) -> list[int]:
        """The moves by their numbers."""
        return list(legal)

    def numbers_moves(self, state: State, /) -> bool:
        return False

    def about(self, state: State, name: str, lang: Language, /) -> None:
        return None

    def explanation(self, lang: Language, /) -> str:
        """How a move looks is seen in the list."""
        return lang.gettext("as the list of moves shows it")


def value_text(value: Any) -> str:
    """A value as it is read."""
    if value is None or value == [] or value == ():
        return "–"
    if isinstance(value, (list, tuple)):
        return ("; " if any(isinstance(item, (list, tuple)) for item in value) else " ").join(map(value_text, value))
    if isinstance(value, msgspec.Struct):
        return value_text(list(msgspec.structs.asdict(value).values()))
    if isinstance(value, dict):
        return ", ".join(f"{key} {value_text(inner)}" for key, inner in value.items())
    return str(value)
