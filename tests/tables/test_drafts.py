"""Drafts: what happens at a table is worked out once, stored, and only then true."""

from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from mezani.engine.rng import Rng
from mezani.engine.state import Choices, State
from mezani.game import Game, Place
from mezani.tables.entries import Kind
from mezani.tables.hall import Hall
from mezani.tables.players import player_of
from mezani.tables.refusals import StaleMove
from mezani.tables.situation import Seat, Situation
from mezani.tables.table import STEPS_KEPT, Table
from tests.tables.conftest import hall_over

pytestmark = pytest.mark.anyio

ANN, BEN = player_of("ann"), player_of("ben")
COUNTED: Counter[str] = Counter()


class Heap(State):
    """Nim with one heap of 50, in plain Python, that counts how often it is copied and asked for its moves."""

    def __init__(self, players: int, seed: int) -> None:
        super().__init__(players, seed)
        self.left = 50

    def legal(self, choices: Choices) -> None:
        COUNTED["legal"] += 1
        for action in range(min(3, self.left)):
            choices.add(action)

    def apply(self, action: int) -> None:
        self.left -= action + 1
        self.is_over = self.left == 0
        self.seat = 1 - self.seat

    def clone(self) -> "Heap":
        COUNTED["clone"] += 1
        other = Heap(self.players, 0)
        self.copy_common(other)
        other.left = self.left
        return other

    def redeal(self, seat: int, rng: Rng) -> None:
        pass

    def scores(self) -> list[int]:
        return [int(self.is_over and seat != self.seat) for seat in range(2)]

    def winners(self) -> list[int]:
        return [1 - self.seat]


NIM: Game[Heap] = Game(
    name="nim",
    title="Nim",
    seats=(2,),
    designers=(),
    publisher="",
    package="tests.tables",
    start=lambda players, seed, options: Heap(players, seed),
    actions=SimpleNamespace(ACTIONS=3, action_text=lambda state, action: str(action + 1)),
    words=SimpleNamespace(place=lambda state: Place("game", 0)),
    make_view=lambda state, seat: None,  # type: ignore[arg-type, return-value]
)


@pytest.fixture(autouse=True)
def nothing_counted() -> None:
    COUNTED.clear()


@pytest.fixture
def file(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/mezani.db"


async def nim(hall: Hall) -> Table:
    return await hall.open_table(NIM, [Seat(ANN, "Ann"), Seat(BEN, "Ben")])


def left(now: Situation) -> int:
    state: Any = now.state
    return int(state.left)


async def play(hall: Hall, table: Table, action: int = 0) -> None:
    seat = table.state.seat
    await hall.decide(table.id, (ANN, BEN)[seat], seat, action, table.turn)


async def test_a_decision_is_worked_out_once(file: str) -> None:
    async with hall_over(file) as hall:
        table = await nim(hall)
        COUNTED.clear()
        await play(hall, table)
        assert COUNTED["clone"] == 1
        assert COUNTED["legal"] <= 2


async def test_what_the_lists_show_is_that_of_the_same_draft(file: str) -> None:
    async with hall_over(file) as hall:
        table = await nim(hall)
        while left(table) > 1:
            await play(hall, table)
            [listed] = (await hall.store.lists.running_of(ANN)).tables
            assert (listed.to_move, listed.over) == (table.state.seat, False)
        await play(hall, table)
        [listed] = (await hall.store.lists.finished_of(ANN)).tables
        assert (listed.over, listed.result) == (True, {"scores": [0, 1], "winners": [1]})


async def test_nothing_is_true_before_it_is_stored(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with hall_over(file) as hall:
        table = await nim(hall)
        append, seen = hall.store.append, []

        async def look_first(change: Any) -> None:
            seen.append((left(table), table.actions[:], table.log[-1].kind, left(change.draft.now)))
            await append(change)

        monkeypatch.setattr(hall.store, "append", look_first)
        await play(hall, table, 2)
        assert seen == [(50, [], Kind.BEGIN, 47)]
        assert (left(table), table.actions) == (47, [2])


async def test_a_draft_that_the_store_refuses_leaves_nothing_behind(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with hall_over(file) as hall:
        table = await nim(hall)

        async def fail(change: Any) -> None:
            raise OSError("the disk is full")

        with monkeypatch.context() as patched:
            patched.setattr(hall.store, "append", fail)
            with pytest.raises(OSError, match="full"):
                await play(hall, table)
        assert (left(table), table.actions, table.turn, table.log[-1].kind) == (50, [], 0, Kind.BEGIN)
        await play(hall, table)
        assert (left(table), table.turn) == (49, 1)


async def test_what_another_server_overtakes_is_worked_out_anew(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mezani.tables.store.game_of_table", lambda name: NIM)
    async with hall_over(file) as one, hall_over(file) as two:
        table = await nim(one)
        other = await two.table(table.id)
        await one.say(table.id, ANN, 0, "Good luck!")
        await play(two, other)
        assert [entry.kind for entry in other.log[-2:]] == [Kind.CHAT, Kind.PLAY]
        assert [entry.number for entry in other.log] == list(range(1, len(other.log) + 1))
        assert (left(other), other.actions) == (49, [0])
        with pytest.raises(StaleMove):
            await play(one, table, 2)
        assert (left(table), table.log) == (49, other.log)


async def test_taking_back_uses_the_states_that_are_kept(file: str) -> None:
    async with hall_over(file) as hall:
        table = await nim(hall)
        lefts = []
        for _ in range(STEPS_KEPT + 6):
            lefts.append(left(table))
            await play(hall, table)
        for taken_back, before in enumerate(reversed(lefts), 1):
            COUNTED.clear()
            seat = table.last_seat
            assert seat is not None
            await hall.undo(table.id, (ANN, BEN)[seat], seat, table.turn)
            assert (left(table), table.state.seat, len(table.actions)) == (before, seat, len(lefts) - taken_back)
            assert COUNTED["legal"] == (0 if taken_back <= STEPS_KEPT else len(table.actions))
        await play(hall, table, 1)
        assert (left(table), table.actions) == (48, [1])
