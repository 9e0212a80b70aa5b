"""What a viewer may decide, as buttons with their words."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from mezani.language import Language
from mezani.tables.table import Table


class Move(NamedTuple):
    """Something that the viewer may decide, as a button."""

    action: int
    text: str
    label: str


class MoveGroup(NamedTuple):
    """Moves of one kind."""

    moves: list[Move]
    is_long: bool


class MovesByNotation(Mapping[str, Move]):
    """All that the viewer may decide now, in the order of the game; most boards need the words of few of them."""

    def __init__(self, table: Table, choices: Iterable[int], lang: Language) -> None:
        self._game, self._state, self._lang = table.game, table.state, lang
        self._actions = {self._game.action_text(self._state, action): action for action in choices}

    def __getitem__(self, notation: str) -> Move:
        action = self._actions[notation]
        return Move(action, notation, self._game.label(self._state, action, self._lang))

    def __iter__(self) -> Iterator[str]:
        return iter(self._actions)

    def __len__(self) -> int:
        return len(self._actions)

    def __contains__(self, notation: object) -> bool:
        return notation in self._actions


def kind_of(move: Move) -> str:
    """The letter that a notation begins with: moves of one stand together."""
    letters = [char for char in move.text if not char.isdigit()]
    return "".join(letters[:1])
