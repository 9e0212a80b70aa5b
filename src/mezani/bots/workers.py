"""Bots in processes of their own, with limits on time and memory: a table never waits for ever or falls with one."""

import asyncio
import logging
import multiprocessing
import os
import threading
from multiprocessing.connection import Connection
from types import TracebackType
from typing import Any, NamedTuple, Self

from mezani import bots
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


class Thought(NamedTuple):
    """What a bot plays; failed: it gave no answer, and this is a simple legal move."""

    action: int
    failed: bool = False


class BotFailed(Exception):
    """A bot gave no answer that can be used."""


def answer(question: Question) -> bots.Hint:
    """What the worker finds."""
    game, rng = game_of(question.game), Rng(question.seed)
    if question.level == HINT:
        return bots.hint(game, question.world, rng)
    return bots.Hint(bots.choose(bots.bot(question.level, game), question.world, rng), 0.0)


def work(connection: Connection, megabytes: int) -> None:
    """Answer questions until there are no more: the life of a worker."""
    if resource is not None:
        resource.setrlimit(resource.RLIMIT_AS, (megabytes * 2**20, megabytes * 2**20))
        os.nice(NICENESS)
    while True:
        try:
            question = connection.recv()
        except (EOFError, KeyboardInterrupt):
            return
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

    def ask(self, question: Question, seconds: float) -> bots.Hint:
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
                found: bots.Hint | BotFailed = self.connection.recv()
            except (BotFailed, EOFError, OSError) as problem:
                self.stop()
                raise BotFailed(str(problem) or "its process ended") from problem
        if isinstance(found, BotFailed):
            raise found
        return found


class Workers:
    """A few processes that think for the bots of all tables.

    async with Workers(2) as workers:
        thought = await workers.choose(game, "master", state, seed=7)
    """

    def __init__(self, count: int | None = None, seconds: float = SECONDS, megabytes: int = MEGABYTES) -> None:
        self.seconds = seconds
        self.workers = [Worker(megabytes) for _ in range(count or os.cpu_count() or 1)]
        self.idle: asyncio.LifoQueue[Worker] = asyncio.LifoQueue()
        for worker in self.workers:
            self.idle.put_nowait(worker)

    async def choose(self, game: Game[Any], level: str, state: State, seed: int) -> Thought:
        """What a bot plays for the seat to move; a simple legal move, and a line in the log, if it fails."""
        try:
            action = (await self.ask(game, level, state, seed)).action
            if not state.allows(action):
                raise BotFailed(f"action {action} is not legal")
            return Thought(action)
        except BotFailed as problem:
            log.warning(
                "%s, seat %d: the bot %s failed (%s); a move is made for it", game.name, state.seat, level, problem
            )
            return Thought(state.random_action(Rng(seed)), failed=True)

    async def hint(self, game: Game[Any], state: State, seed: int) -> bots.Hint | None:
        """The strongest bot's move for the seat to move with its estimate, if it finds one."""
        try:
            return await self.ask(game, HINT, state, seed)
        except BotFailed as problem:
            log.warning("%s, seat %d: no hint (%s)", game.name, state.seat, problem)
            return None

    async def ask(self, game: Game[Any], level: str, state: State, seed: int) -> bots.Hint:
        world = state.clone()
        world.resample(state.seat, Rng(seed))
        worker = await self.idle.get()
        try:
            return await asyncio.to_thread(worker.ask, Question(game.name, level, world, seed), self.seconds)
        finally:
            self.idle.put_nowait(worker)

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
