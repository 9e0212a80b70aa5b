"""Bots in processes of their own: whatever they do, a legal move comes back in time."""

import asyncio
import logging
import multiprocessing
import pickle
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

import mezani
from mezani import Rng, State
from mezani.bots.workers import BotFailed, Question, Workers, read_answer, work
from mezani.game import Game

ROOT = Path(__file__).parent.parent.parent
ANNE = mezani.game("anne")
STATE = ANNE.new(4, 7)


@pytest.fixture
def workers(monkeypatch: pytest.MonkeyPatch) -> Iterator[Workers]:
    """One worker; it finds the odd bots of the tests."""
    monkeypatch.syspath_prepend(str(ROOT))
    workers = Workers(1, seconds=20.0, megabytes=1024)
    yield workers
    workers.close()


def chosen(workers: Workers, level: str) -> int:
    return asyncio.run(workers.plan(ANNE, level, STATE, seed=5)).actions[0]


def test_a_worker_chooses_what_the_bot_would_choose(workers: Workers) -> None:
    assert chosen(workers, "trader") == chosen(workers, "mezani.bots.levels:Quick")
    assert chosen(workers, "tests.bots.odd:Odd") == STATE.legal_actions()[0]


@pytest.mark.parametrize(
    ("bot", "reason"),
    [
        ("Crashing", "oh dear"),
        ("Dying", "its process ended"),
        ("Greedy", "MemoryError"),
        ("Cheating", "not legal"),
        ("Missing", "no attribute 'Missing'"),
        ("Idle", "no action"),
    ],
)
def test_a_bot_that_fails_is_replaced_by_a_legal_move_and_a_line_in_the_log(
    workers: Workers, caplog: pytest.LogCaptureFixture, bot: str, reason: str
) -> None:
    with caplog.at_level(logging.WARNING, "mezani.bots"):
        assert chosen(workers, f"tests.bots.odd:{bot}") in STATE.legal_actions()
    (line,) = caplog.messages
    assert reason in line
    assert line.startswith(f"anne, seat {STATE.seat}: the bot tests.bots.odd:{bot} failed")
    caplog.clear()
    assert chosen(workers, "tests.bots.odd:Odd") == STATE.legal_actions()[0]
    assert not caplog.messages, "the worker is well again"


def test_a_bot_that_thinks_too_long_is_stopped(workers: Workers, caplog: pytest.LogCaptureFixture) -> None:
    chosen(workers, "trader")
    workers.seconds = 0.5
    start = time.perf_counter()
    assert chosen(workers, "tests.bots.odd:Dreaming") in STATE.legal_actions()
    assert time.perf_counter() - start < 10
    assert "no answer within 0.5 seconds" in caplog.text


def test_many_tables_share_a_worker_and_others_go_on_meanwhile(workers: Workers) -> None:
    async def tables() -> tuple[list[int], int]:
        ticks = 0

        async def tick() -> None:
            nonlocal ticks
            while True:
                await asyncio.sleep(0.01)
                ticks += 1

        clock = asyncio.create_task(tick())
        moves = await asyncio.gather(*(workers.plan(ANNE, "trader", STATE, seed) for seed in range(10)))
        clock.cancel()
        return [move.actions[0] for move in moves], ticks

    moves, ticks = asyncio.run(tables())
    assert set(moves) <= set(STATE.legal_actions())
    assert ticks > 0


def test_a_table_that_is_left_does_not_spoil_the_worker_for_others(workers: Workers) -> None:
    async def left() -> int:
        waiting = asyncio.create_task(workers.plan(ANNE, "master", STATE, seed=1))
        await asyncio.sleep(0.05)
        waiting.cancel()
        return (await workers.plan(ANNE, "tests.bots.odd:Odd", STATE, seed=1)).actions[0]

    assert asyncio.run(left()) == STATE.legal_actions()[0]


def test_a_process_in_which_code_from_outside_has_run_is_asked_nothing_else(workers: Workers) -> None:
    (_, worker) = workers.workers
    asked = []
    for level in ("trader", "trader", "tests.bots.odd:Odd", "trader"):
        asked.append(worker.process.pid if worker.is_started else None)
        chosen(workers, level)
    assert worker.process.pid != asked[2]
    assert asked[1] == asked[2] != asked[3]


def test_an_answer_is_read_as_data_whatever_a_bot_has_sent() -> None:
    for sent in (pickle.dumps(STATE), b"", b"nonsense", msgspec.msgpack.encode({"type": "Answer", "actions": "all"})):
        with pytest.raises(BotFailed, match="can't be read"):
            read_answer(sent)


def moves_of(game: Game[Any], world: State, most: int, rng: Rng) -> list[str]:
    """A study: some moves of a world in words."""
    if most < 0:
        raise ValueError("less than nothing")
    return [game.action_text(world, action) for action in world.legal_actions()[:most]]


def studied(workers: Workers, most: int) -> list[str]:
    return asyncio.run(workers.study(moves_of, list[str], ANNE, STATE, most, seed=5))


def test_a_worker_finds_out_whatever_it_is_sent_to_study(workers: Workers) -> None:
    assert studied(workers, 2) == ["+C-G", "+C-M"]
    assert studied(workers, 1) == ["+C-G"]


def test_a_study_that_fails_says_why_and_the_worker_goes_on(workers: Workers) -> None:
    with pytest.raises(BotFailed, match="less than nothing"):
        studied(workers, -1)
    assert studied(workers, 1) == ["+C-G"]


def first_moves(game: Game[Any], players: int, seed: int) -> list[str]:
    """A study of facts alone: the moves of a new game in words."""
    if players < 0:
        raise ValueError("nobody plays")
    state = game.new(players, seed)
    return [game.action_text(state, action) for action in state.legal_actions()[:2]]


def test_a_worker_reckons_with_facts_alone(workers: Workers) -> None:
    assert asyncio.run(workers.reckon(first_moves, list[str], ANNE, 3, 7)) == ["+C-G", "+C-M"]
    with pytest.raises(BotFailed, match="nobody plays"):
        asyncio.run(workers.reckon(first_moves, list[str], ANNE, -1, 7))


def test_closing_ends_a_bot_in_the_middle_of_its_thought_and_takes_no_more_questions(workers: Workers) -> None:
    async def closed_after(pause: float) -> tuple[bool, bool]:
        dreaming = asyncio.create_task(workers.plan(ANNE, "tests.bots.odd:Dreaming", STATE, seed=1))
        await asyncio.sleep(pause)
        workers.close()
        return (await dreaming).failed, (await workers.plan(ANNE, "trader", STATE, seed=1)).failed

    start = time.perf_counter()
    assert asyncio.run(closed_after(0.1)) == (True, True)
    assert time.perf_counter() - start < 10


def test_a_worker_whose_server_is_gone_ends_quietly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mezani.bots.workers.resource", None)  # this process shall have no limits
    for questions in ([], [Question("anne", "novice", STATE, mezani.Rng(1))]):
        server, worker = multiprocessing.Pipe()
        for question in questions:
            server.send(question)
        server.close()
        work(worker, 0)
