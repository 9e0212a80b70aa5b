"""Which exercises people have solved, over both databases."""

import pytest

from mezani.house.exercises import Exercises
from mezani.house.learning import KEPT
from mezani.tables.hall import Hall

pytestmark = pytest.mark.anyio

ANN, BEN = "ann", "ben"


async def test_what_was_solved_is_kept_for_each_person(hall: Hall) -> None:
    exercises = Exercises(hall.store.engine)
    assert await exercises.solved(ANN) == frozenset()
    for number in (3, 7, 3):
        await exercises.solve(ANN, "table", "abc", number)
    await exercises.solve(ANN, "record", "abc", 3)
    await exercises.solve(BEN, "table", "abc", 5)
    assert await exercises.solved(ANN) == {("table", "abc", 3), ("table", "abc", 7), ("record", "abc", 3)}


async def test_whoever_is_forgotten_has_solved_nothing(hall: Hall) -> None:
    exercises = Exercises(hall.store.engine)
    for player in (ANN, BEN):
        await exercises.solve(player, "table", "abc", 3)
    await hall.store.people.forget(ANN)
    assert await exercises.solved(ANN) == frozenset()
    assert await exercises.solved(BEN)


async def test_what_people_have_solved_who_do_not_come_back_is_forgotten(hall: Hall) -> None:
    now = 0.0
    exercises = Exercises(hall.store.engine, lambda: now)
    await exercises.solve(ANN, "table", "abc", 3)
    now = KEPT - 1
    await exercises.solve(BEN, "table", "abc", 3)
    await exercises.tidy()
    assert await exercises.solved(ANN)
    now = KEPT + 1
    await exercises.tidy()
    assert await exercises.solved(ANN) == frozenset()
    assert await exercises.solved(BEN)
