"""Bots in processes of their own, with limits on time and memory: a table never waits for ever or falls with one."""

import asyncio
import contextlib
import logging
import multiprocessing
import os
import threading
import time
from multiprocessing.connection import Connection
from types import TracebackType
from typing import Any, NamedTuple, Self

from mezani import bots
from mezani.bots.queue import Errand, Queue, Shares, Times, Waiting
from mezani.engine.rng import Rng
from mezani.engine.state import State
from mezani.game import Game
from mezani.games import game as game_of

try:
    import resource
except ImportError:  # not on Windows, where the limit on time has to do
    resource = None  # type: ignore[assignment]

log = logging.getLogger("mezani.bots")

SECONDS = 12.0
MEGABYTES = 1024
NICENESS = 5  # whoever serves pages goes first
HINT = ""  # the level of a question for a hint


class Question(NamedTuple):
    """What a worker is asked: a level to choose by, or HINT, in a world that holds no secrets."""

    game: str
    level: str
    world: State
    seed: int


class Answer(NamedTuple):
    """What a worker has found, and the seconds for which it has thought."""

    hint: bots.Hint
    seconds: float


class Thought(NamedTuple):
    """What a bot plays; failed: it gave no answer, and this is a simple legal move."""

    action: int
    failed: bool = False
    seconds: float = 0.0  # for which it has thought


class BotFailed(Exception):
    """A bot gave no answer that can be used."""


def answer(question: Question) -> Answer:
    """What the worker finds."""
    game, rng = game_of(question.game), Rng(question.seed)
    bot = bots.bot(question.level, game) if question.level != HINT else None
    began = time.perf_counter()
    if bot is None:
        hint = bots.hint(game, question.world, rng)
    else:
        hint = bots.Hint(bots.choose(bot, question.world, rng), 0.0)
    return Answer(hint, time.perf_counter() - began)


def work(connection: Connection, megabytes: int) -> None:
    """Answer questions until there are no more: the life of a worker."""
    if resource is not None:
        resource.setrlimit(resource.RLIMIT_AS, (megabytes * 2**20, megabytes * 2**20))
        os.nice(NICENESS)
    with contextlib.suppress(EOFError, OSError, KeyboardInterrupt):  # whoever asks is gone
        while True:
            question = connection.recv()
            try:
                connection.send(answer(question))
            except Exception as problem:  # whatever a bot does wrong, the worker lives on
                connection.send(BotFailed(f"{type(problem).__name__}: {problem}"))


class Worker:
    """One process that answers one question at a time: started with the first, and anew when it does not answer."""

    def __init__(self, megabytes: int) -> None:
        self.megabytes = megabytes
        self.lock = threading.Lock()
        self.is_started = False
        self.is_over = False

    def start(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.connection, theirs = context.Pipe()
        self.process = context.Process(target=work, args=(theirs, self.megabytes), daemon=True)
        self.process.start()
        theirs.close()
        self.is_started = True

    def stop(self) -> None:
        if self.is_started:
            self.process.kill()
            self.process.join()
            self.connection.close()
            self.is_started = False

    def end(self) -> None:
        """Stop for good, in the middle of a question too: whoever waits for its answer is told that there is none."""
        self.is_over = True
        while not self.lock.acquire(timeout=0.05):  # held while a question is open
            if self.is_started:
                self.process.kill()
        self.stop()
        self.lock.release()

    def ask(self, question: Question, seconds: float) -> Answer:
        """The answer to a question; BotFailed if there is none in time."""
        with self.lock:
            if self.is_over:
                raise BotFailed("its process was stopped")
            if not self.is_started:
                self.start()
            try:
                self.connection.send(question)
                if not self.connection.poll(seconds):
                    raise BotFailed(f"no answer within {seconds:g} seconds")
                found: Answer | BotFailed = self.connection.recv()
            except (BotFailed, EOFError, OSError) as problem:
                self.stop()
                raise BotFailed(str(problem) or "its process ended") from problem
        if isinstance(found, BotFailed):
            raise found
        return found


class Workers:
    """A few processes that think for the bots of all tables, and one more for quick thoughts while those are busy.

    async with Workers(2) as workers:
        thought = await workers.choose(game, "master", state, seed=7)
    """

    def __init__(self, count: int | None = None, seconds: float = SECONDS, megabytes: int = MEGABYTES) -> None:
        self.seconds = seconds
        self.quick = Worker(megabytes)
        self.workers = [self.quick, *(Worker(megabytes) for _ in range(count or os.cpu_count() or 1))]
        self.times = Times()
        self.queue = Queue(Shares())
        self._idle = list(self.workers)
        self._for_bots_alone = 0  # long thoughts under way that no person waits for

    async def choose(
        self, game: Game[Any], level: str, state: State, seed: int, errand: Errand | None = None
    ) -> Thought:
        """What a bot plays for the seat to move; a simple legal move, and a line in the log, if it fails."""
        try:
            (action, _), seconds = await self.ask(game, level, state, seed, errand)
            if not state.allows(action):
                raise BotFailed(f"action {action} is not legal")
            return Thought(action, seconds=seconds)
        except BotFailed as problem:
            log.warning(
                "%s, seat %d: the bot %s failed (%s); a move is made for it", game.name, state.seat, level, problem
            )
            return Thought(state.random_action(Rng(seed)), failed=True)

    async def hint(self, game: Game[Any], state: State, seed: int, errand: Errand | None = None) -> bots.Hint | None:
        """The strongest bot's move for the seat to move with its estimate, if it finds one."""
        try:
            return (await self.ask(game, HINT, state, seed, errand)).hint
        except BotFailed as problem:
            log.warning("%s, seat %d: no hint (%s)", game.name, state.seat, problem)
            return None

    async def ask(self, game: Game[Any], level: str, state: State, seed: int, errand: Errand | None = None) -> Answer:
        world = state.clone()
        world.resample(state.seat, Rng(seed))
        waiting = self.queue.put(errand or Errand(), self.times.expected(game.name, level))
        worker = await self._turn_of(waiting)
        loop, question = asyncio.get_running_loop(), Question(game.name, level, world, seed)
        began = time.monotonic()
        asked = loop.run_in_executor(None, worker.ask, question, self.seconds)
        asked.add_done_callback(lambda asked: self._end(worker, waiting, question, asked, began))
        return await asyncio.shield(asked)

    async def _turn_of(self, waiting: Waiting) -> Worker:
        """Wait for the process in which a thought is to be thought."""
        self._begin_next()
        try:
            worker: Worker = await waiting.turn
        except asyncio.CancelledError:
            if waiting.turn.done() and not waiting.turn.cancelled():  # its turn had just come
                self._leave(waiting.turn.result(), waiting, 0.0)
            else:
                self.queue.remove(waiting)
            raise
        return worker

    def _begin_next(self) -> None:
        """Give idle processes to those whose turn it is."""
        for worker in sorted(self._idle, key=self._comes_last):
            waiting = self.queue.first(self._is_for_quick if worker is self.quick else self._is_for_any)
            if waiting:
                self._idle.remove(worker)
                self.queue.remove(waiting)
                self.queue.shares.add(waiting.errand, waiting.seconds)
                self._for_bots_alone += _blocks(waiting)
                waiting.turn.set_result(worker)

    def _comes_last(self, worker: Worker) -> bool:
        """The process for quick thoughts is started when it is needed; from then on it spares the others."""
        return worker is self.quick and not worker.is_started

    @staticmethod
    def _is_for_quick(waiting: Waiting) -> bool:
        return waiting.is_quick and waiting.errand.is_awaited

    def _is_for_any(self, waiting: Waiting) -> bool:
        """One process stays free of what no person waits for, if there is more than one."""
        return not _blocks(waiting) or self._for_bots_alone < max(1, len(self.workers) - 2)

    def _end(
        self, worker: Worker, waiting: Waiting, question: Question, asked: "asyncio.Future[Answer]", began: float
    ) -> None:
        failed = asked.cancelled() or asked.exception() is not None
        seconds = time.monotonic() - began if failed else asked.result().seconds
        self.times.measure(question.game, question.level, seconds)
        self._leave(worker, waiting, seconds)

    def _leave(self, worker: Worker, waiting: Waiting, seconds: float) -> None:
        self.queue.shares.add(waiting.errand, seconds - waiting.seconds)
        self._for_bots_alone -= _blocks(waiting)
        self._idle.insert(0, worker)
        self._begin_next()

    def close(self) -> None:
        """End all processes."""
        for worker in self.workers:
            worker.end()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _blocks(waiting: Waiting) -> bool:
    """Whether a process is busy for long with what no person waits for."""
    return not (waiting.errand.is_awaited or waiting.is_quick)
