"""How far people are in lessons, over both databases."""

import pytest

from mezani.house.learning import KEPT, Learning, Progress
from mezani.tables.hall import Hall

pytestmark = pytest.mark.anyio

ANN, BEN = "ann", "ben"


async def test_progress_is_kept_for_each_person_game_and_lesson(hall: Hall) -> None:
    learning = Learning(hall.store.engine)
    assert await learning.progress(ANN) == {}
    await learning.keep(ANN, "swap", "keeping", Progress(("", "keep"), "sw"))
    await learning.keep(ANN, "swap", "swapping", Progress(is_finished=True))
    await learning.keep(BEN, "swap", "keeping", Progress())
    await learning.keep(ANN, "other", "keeping", Progress())
    await learning.keep(ANN, "swap", "keeping", Progress(("", "keep", "swap")))
    found = await learning.progress(ANN)
    assert found["swap"] == {"keeping": Progress(("", "keep", "swap")), "swapping": Progress(is_finished=True)}
    assert list(found["other"]) == ["keeping"]
    assert await learning.progress(None) == {}


async def test_whoever_is_forgotten_has_learned_nothing(hall: Hall) -> None:
    learning = Learning(hall.store.engine)
    for player in (ANN, BEN):
        await learning.keep(player, "swap", "keeping", Progress())
    await hall.store.people.forget(ANN)
    assert await learning.progress(ANN) == {}
    assert await learning.progress(BEN) != {}


async def test_lessons_of_people_who_do_not_come_back_are_forgotten(hall: Hall) -> None:
    now = 0.0
    learning = Learning(hall.store.engine, lambda: now)
    await learning.keep(ANN, "swap", "keeping", Progress())
    now = KEPT - 1
    await learning.keep(BEN, "swap", "keeping", Progress())
    await learning.tidy()
    assert await learning.progress(ANN) != {}
    now = KEPT + 1
    await learning.tidy()
    assert await learning.progress(ANN) == {}
    assert await learning.progress(BEN) != {}
