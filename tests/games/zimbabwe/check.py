"""What holds in every position of The Great Zimbabwe."""

from mezani.games.zimbabwe.rules import Zimbabwe


def check(state: Zimbabwe) -> None:
    assert state.players
