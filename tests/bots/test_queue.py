"""Who thinks next: people before bots among themselves, short thoughts before long ones, and a share for everybody."""

import asyncio
import time
from pathlib import Path

import pytest

import mezani
from mezani import bots
from mezani.bots.queue import HALF_LIFE, MOST_KNOWN, Errand, Queue, Shares, Times, Waiting
from mezani.bots.workers import Workers

ROOT = Path(__file__).parent.parent.parent
ANNE = mezani.game("anne")
STATE = ANNE.new(4, 7)
STRANGER, ANN = Errand(("stranger",), "far away"), Errand(("ann",), "here")
SLOW, ODD = "tests.bots.odd:Slow", "tests.bots.odd:Odd"


class Clock:
    """A clock that somebody turns."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


async def order(shares: Shares, *thoughts: tuple[Errand, float]) -> list[int]:
    """In which order these are thought, all of them waiting."""
    queue = Queue(shares)
    put = [queue.put(errand, seconds) for errand, seconds in thoughts]
    found = []
    while (first := queue.first(lambda _: True)) is not None:
        queue.remove(first)
        found.append(put.index(first))
    return found


def ordered(*thoughts: tuple[Errand, float], shares: Shares | None = None) -> list[int]:
    return asyncio.run(order(shares or Shares(Clock()), *thoughts))


def test_people_go_before_bots_among_themselves_and_short_thoughts_before_long_ones() -> None:
    alone = STRANGER._replace(is_awaited=False)
    assert ordered((alone, 0.01), (STRANGER, 2.0), (ANN, 0.1), (ANN, 1.0)) == [2, 3, 1, 0]


def test_what_is_patient_comes_behind_tables_of_bots_alone_however_short_it_is_and_however_long_it_has_waited() -> None:
    alone = STRANGER._replace(is_awaited=False)
    patient = ANN._replace(is_awaited=False, is_patient=True)
    assert ordered((patient, 0.01), (alone, 8.0), (STRANGER, 2.0)) == [2, 1, 0]

    async def after_an_hour() -> int:
        clock = Clock()
        queue = Queue(Shares(clock))
        put = [queue.put(patient, 0.01)]
        clock.now = 3600.0
        put.append(queue.put(alone, 8.0))
        first = queue.first(lambda _: True)
        assert first
        return put.index(first)

    assert asyncio.run(after_an_hour()) == 1


def test_among_equals_goes_first_who_has_used_least_lately() -> None:
    clock = Clock()
    shares = Shares(clock)
    shares.add(STRANGER, 10.0)
    assert ordered((STRANGER, 2.0), (ANN, 2.0), shares=shares) == [1, 0]
    other = Errand(("another cookie",), "far away")
    assert ordered((other, 2.0), (ANN, 2.0), shares=shares) == [1, 0], "the address counts too"
    clock.now = 20 * HALF_LIFE
    shares.add(ANN, 1.0)
    assert ordered((ANN, 2.0), (STRANGER, 2.0), shares=shares) == [1, 0], "that was long ago"


def test_who_waits_no_longer_has_no_turn() -> None:
    async def first_of_two() -> tuple[int, Waiting | None]:
        queue = Queue(Shares(Clock()))
        put = [queue.put(ANN, 0.1), queue.put(STRANGER, 2.0)]
        put[0].turn.cancel()  # it is taken out of the queue a moment later
        found = queue.first(lambda _: True)
        assert found is not None
        put[1].turn.cancel()
        return put.index(found), queue.first(lambda _: True)

    assert asyncio.run(first_of_two()) == (1, None)


def test_a_long_thought_does_not_wait_for_ever() -> None:
    async def waited() -> bool:
        clock = Clock()
        queue = Queue(Shares(clock))
        long = queue.put(ANN, 2.0)
        clock.now = 10.0
        queue.put(ANN, 0.1)
        return queue.first(lambda _: True) is long

    assert asyncio.run(waited())


def test_of_all_who_ever_asked_only_the_last_are_remembered() -> None:
    shares = Shares()
    for number in range(MOST_KNOWN + 100):
        shares.add(Errand((str(number),)), 1.0)
    assert len(shares._used) == MOST_KNOWN
    assert shares.used(Errand(("0",))) == 0.0


def test_thoughts_are_expected_to_take_as_long_as_they_took() -> None:
    times = Times()
    assert times.expected("anne", "novice") < times.expected("anne", "master")
    for _ in range(30):
        times.measure("anne", "master", 3.0)
    assert times.expected("anne", "master") == pytest.approx(3.0, abs=0.05)


def test_a_person_is_answered_before_the_bots_of_a_stranger(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forty tables at which five slow bots play among themselves, and one person against a quick one."""
    monkeypatch.syspath_prepend(str(ROOT))
    monkeypatch.setattr(bots, "is_from_outside", lambda level: False)  # their process is kept, as for levels of ours

    async def thoughts_before_the_answer(workers: Workers) -> tuple[int, float]:
        done = 0

        async def play_on(table: int) -> None:
            nonlocal done
            errand = Errand(("stranger",), "far away", is_awaited=False)
            for seed in range(5):
                await workers.plan(ANNE, SLOW, STATE, seed, errand)
                done += 1

        await workers.plan(ANNE, ODD, STATE, 1)  # the process has started
        tables = [asyncio.create_task(play_on(table)) for table in range(40)]
        while done < 2:
            await asyncio.sleep(0.01)
        before, began = done, time.monotonic()
        await workers.plan(ANNE, ODD, STATE, 1, ANN)
        found = done - before, time.monotonic() - began
        for table in tables:
            table.cancel()
        await asyncio.gather(*tables, return_exceptions=True)
        return found

    workers = Workers(1)
    try:
        others, seconds = asyncio.run(thoughts_before_the_answer(workers))
    finally:
        workers.close()
    assert others <= 1
    assert seconds < 1.0


def test_of_several_processes_one_stays_free_of_what_nobody_waits_for() -> None:
    async def busy() -> tuple[int, bool]:
        workers = Workers(3)
        alone = Errand(("stranger",), None, is_awaited=False)
        for _ in range(10):
            workers.queue.put(alone, 2.0)
        workers._begin_next()
        for_bots = 10 - len(workers.queue)
        awaited = workers.queue.put(ANN, 2.0)
        workers._begin_next()
        return for_bots, awaited.turn.done()

    assert asyncio.run(busy()) == (2, True)


@pytest.mark.parametrize("processes", [1, 2, 3])
def test_nobody_waits_for_what_is_patient(processes: int) -> None:
    async def turns() -> tuple[int, bool]:
        workers = Workers(processes)
        patient = ANN._replace(is_awaited=False, is_patient=True)
        for _ in range(5):
            workers.queue.put(patient, 8.0)
        workers._begin_next()
        begun = 5 - len(workers.queue)
        awaited = workers.queue.put(STRANGER, 2.0)
        workers._begin_next()
        return begun, awaited.turn.done()

    assert asyncio.run(turns()) == (max(1, processes - 1), True)


def test_when_what_is_patient_has_ended_only_quick_thoughts_go_before_others() -> None:
    async def turns() -> list[bool]:
        workers = Workers(1)
        patient = workers.queue.put(ANN._replace(is_awaited=False, is_patient=True), 8.0)
        workers._begin_next()
        workers._leave(patient.turn.result(), patient, 8.0)
        waiting = [workers.queue.put(STRANGER, 2.0) for _ in range(2)]
        workers._begin_next()
        return [one.turn.done() for one in waiting]

    assert asyncio.run(turns()) == [True, False]


def test_a_quick_thought_does_not_wait_for_the_long_ones_of_other_people() -> None:
    async def turns() -> list[bool]:
        workers = Workers(1)
        waiting: list[Waiting] = [workers.queue.put(STRANGER, 2.0) for _ in range(3)]
        workers._begin_next()
        waiting.append(workers.queue.put(ANN, 0.01))
        workers._begin_next()
        return [one.turn.done() for one in waiting]

    assert asyncio.run(turns()) == [True, False, False, True]
