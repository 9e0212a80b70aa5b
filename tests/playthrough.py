"""Whole games dumped step by step as text: `python -m tests.playthrough` writes the golden ones anew."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import mezani
from mezani.game import Game
from mezani.language import language
from mezani.snapshot import snapshot
from mezani.testing.playing import NAMES, random_steps
from tests.playing import OUR_GAMES

FOLDER = Path(__file__).parent / "golden"
SEED = 2026
LONG = 300


def playthrough(game: Game[Any], players: int, seed: int) -> Iterator[str]:
    """The lines of a random game: at each step what changed, what was legal, what was played and what was told."""
    yield f"{game.name}, {players} players, seed {seed}"
    fields: dict[str, Any] = {}
    for number, (state, action) in enumerate(random_steps(game, players, seed)):
        now = snapshot(state)
        yield ""
        yield f"step {number}: {game.place(state).chapter}, line {game.place(state).line}"
        yield from changes(fields, now)
        yield f"  legal: {' '.join(game.action_text(state, legal) for legal in state.legal_actions())}"
        yield f"  seat {state.seat} plays {game.action_text(state, action)}"
        after = state.clone()
        after.play(action)
        for seat in (0, None):
            lines = game.tell(state, action, after, seat, language("en"), NAMES)
            yield from (f"  {'watching' if seat is None else f'seat {seat} reads'}: {line}" for line in lines)
        fields, last = now, after
    yield ""
    yield "end"
    yield from changes(fields, snapshot(last))
    yield f"  scores: {last.scores()}"
    yield f"  winners: {last.winners()}"


def changes(before: dict[str, Any], now: dict[str, Any]) -> Iterator[str]:
    """The fields that have changed; of a very long list just the items."""
    for name, value in now.items():
        was = before.get(name)
        if isinstance(was, list) and len(was) > LONG:
            yield from (f"  {name}[{place}] = {item}" for place, item in enumerate(value) if was[place] != item)
        elif was != value:
            yield f"  {name} = {value}"


def golden_path(name: str, players: int) -> Path:
    return FOLDER / f"{name}-{players}.txt"


def write_all() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name in OUR_GAMES:
        for players in mezani.game(name).seats:
            lines = playthrough(mezani.game(name), players, SEED)
            golden_path(name, players).write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    write_all()
