"""A bot's turn at a table: thought once, shown step by step, and nothing tells what is planned."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

import mezani
from mezani import bots
from mezani.bots.workers import Thought
from mezani.engine.state import State
from mezani.game import Game
from mezani.tables.bots_turn import part_of_pause
from mezani.tables.entries import Kind
from mezani.tables.hall import Hall
from mezani.tables.situation import Seat
from mezani.tables.table import Table
from tests.bots.odd import Odd
from tests.bots.planning import Planning
from tests.migrated import lay_down
from tests.tables.test_bots_at_tables import moves
from tests.tables.test_hall import ANN, PATIENCE

pytestmark = pytest.mark.anyio

GAME = mezani.game("zimbabwe")
BOTS = [Seat(bot="trader")] * 3


class Thinkers:
    """Stands in for the processes in which bots think, and notes what they were asked and what they planned."""

    def __init__(self, bot: type[Odd]) -> None:
        self.bot = bot
        self.table: Table | None = None
        self.plans: list[list[int]] = []
        self.asked_after: list[int] = []  # moves of the table

    async def plan(self, game: Game[Any], level: str, state: State, seed: int, errand: object = None) -> Thought:
        self.asked_after.append(len(self.table.actions) if self.table else 0)
        await asyncio.sleep(0)
        self.plans.append(bots.plan(self.bot(game), state, mezani.Rng(seed)))
        return Thought(self.plans[-1])


@pytest.fixture
def database(tmp_path: Path) -> str:
    address = f"sqlite:///{tmp_path}/mezani.db"
    lay_down(address)
    return address


@pytest.fixture
def thinkers(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> Thinkers:
    thinkers = Thinkers(Planning)
    monkeypatch.setattr(hall.bots.workers, "plan", thinkers.plan)
    return thinkers


async def test_a_turn_that_is_planned_is_thought_once_and_played_step_by_step(hall: Hall, thinkers: Thinkers) -> None:
    table = await hall.open_table(GAME, BOTS)
    await moves(table, 40)
    await hall.bots.stop()
    played = [action for plan in thinkers.plans for action in plan]
    assert table.actions == played[: len(table.actions)]
    assert max(map(len, thinkers.plans)) > 1
    assert len(thinkers.plans) < len(table.actions)
    entries = [entry for entry in table.log if entry.kind == Kind.PLAY]
    assert [entry.action for entry in entries] == table.actions
    assert not hall.bots._turns
    assert not hall.bots._ahead


async def test_the_next_bot_thinks_while_a_turn_is_shown(hall: Hall, thinkers: Thinkers) -> None:
    table = thinkers.table = await hall.open_table(GAME, BOTS)
    await moves(table, 40)
    await hall.bots.stop()
    begins = [sum(map(len, thinkers.plans[:number])) for number in range(len(thinkers.plans))]
    asked = dict(zip(begins, thinkers.asked_after, strict=False))
    assert all(asked[begin] < begin for begin in begins[1:])
    assert all(begins[number] <= asked[begin] for number, begin in enumerate(begins[1:])), "one turn ahead, not more"


async def test_what_was_planned_is_forgotten_when_something_else_happens(
    hall: Hall, thinkers: Thinkers, monkeypatch: pytest.MonkeyPatch
) -> None:
    resting = asyncio.Event()

    def rest(table: Table, steps: int = 0) -> float:
        if steps == 1 and table.state.seat == 0 and not resting.is_set():
            resting.set()
            return 0.2
        return 0.0

    monkeypatch.setattr(hall.bots, "pause_of_bot", rest)
    table = thinkers.table = await hall.open_table(GAME, [Seat(ANN, "Ann"), *BOTS[1:]])
    await hall.leave(table.id, ANN, 0, "trader")
    await asyncio.wait_for(resting.wait(), PATIENCE)
    await hall.come_back(table.id, ANN, 0)
    await hall.undo(table.id, ANN, 0, table.turn)
    begun, thoughts = len(table.actions), len(thinkers.plans)
    await hall.leave(table.id, ANN, 0, "trader")
    await moves(table, 3)
    assert thinkers.asked_after[thoughts] == begun
    assert table.actions[begun : begun + 2] == thinkers.plans[thoughts][:2]


def test_a_turn_takes_four_pauses_at_most() -> None:
    assert part_of_pause(0) == 1.0
    assert 0.0 < part_of_pause(1) < 0.5
    assert sum(map(part_of_pause, range(100))) == pytest.approx(4.0)


async def pauses_of(hall: Hall, bot: type[Odd], monkeypatch: pytest.MonkeyPatch) -> tuple[list[int], list[float]]:
    """The moves of bots, and the pauses before them."""
    noted: dict[str, list[float]] = {}

    def note(table: Table, steps: int = 0) -> float:
        noted.setdefault(table.id, []).append(part_of_pause(steps))
        return 0.0

    monkeypatch.setattr(hall.bots, "pause_of_bot", note)
    monkeypatch.setattr(hall.bots.workers, "plan", Thinkers(bot).plan)
    monkeypatch.setattr("mezani.tables.setting_up.secrets.randbits", lambda bits: 7)
    table = await hall.open_table(GAME, BOTS)
    await moves(table, 60)
    await hall.bots.stop()
    return table.actions[:60], noted[table.id][:60]


async def test_the_pauses_are_the_same_whether_a_turn_is_planned_or_not(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    planned, at_once = [await pauses_of(hall, bot, monkeypatch) for bot in (Planning, Odd)]
    assert planned == at_once
    assert len(set(planned[1])) > 1
