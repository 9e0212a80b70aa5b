"""Bots think in processes of their own: they can't hold up the tables, and one that takes too long is stopped."""

import asyncio
import logging
import multiprocessing
import os
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from typing import Any, NamedTuple

from mezani import bots
from mezani.engine.rng import Rng
from mezani.engine.state import State
from mezani.game import Game
from mezani.games import game as find_game

log = logging.getLogger(__name__)

SECONDS = 20.0
CONTEXT = multiprocessing.get_context("spawn")


class Thought(NamedTuple):
    """What a bot plays; failed: it gave no answer, and this is a simple legal move."""

    action: int
    failed: bool = False


class TooSlow(Exception):
    """A bot did not answer in time."""


class Thinkers:
    """A few processes in which bots think, started when they are first needed."""

    def __init__(self, processes: int | None = None, seconds: float = SECONDS) -> None:
        self.seconds = seconds
        self._size = processes or max(1, (os.cpu_count() or 2) - 1)
        self._idle: asyncio.LifoQueue[Thinker | None] = asyncio.LifoQueue()
        for _ in range(self._size):
            self._idle.put_nowait(None)
        self._threads = ThreadPoolExecutor(self._size, "thinker")
        self._all: set[Thinker] = set()

    @property
    def best_level(self) -> str:
        return bots.levels()[-1]

    async def choose(self, game: Game[Any], level: str, state: State, rng: Rng) -> Thought:
        """The move of a bot for the seat to move. It sees a world in which all it can't know was dealt anew."""
        world = state.clone()
        world.resample(state.seat, rng)
        thinker = await self._idle.get()
        try:
            if thinker is None or not thinker.process.is_alive():
                thinker = Thinker()
                self._all.add(thinker)
            loop = asyncio.get_running_loop()
            question = (game.name, level, world, rng.word())
            action = await loop.run_in_executor(self._threads, thinker.ask, question, self.seconds)
            if not state.allows(action):
                raise ValueError(f"it chose action {action}, which is not legal")
            return Thought(action)
        except Exception as problem:
            log.warning("the bot %s of %s failed: %r", level, game.name, problem)
            self._stop(thinker)
            thinker = None
            return Thought(state.random_action(rng), failed=True)
        except asyncio.CancelledError:
            self._stop(thinker)
            thinker = None
            raise
        finally:
            self._idle.put_nowait(thinker)

    def _stop(self, thinker: "Thinker | None") -> None:
        if thinker is not None:
            thinker.stop()
            self._all.discard(thinker)

    def close(self) -> None:
        """Stop all processes."""
        for thinker in list(self._all):
            self._stop(thinker)
        self._threads.shutdown(wait=False)


class Thinker:
    """One process."""

    def __init__(self) -> None:
        self.connection, theirs = CONTEXT.Pipe()
        self.process = CONTEXT.Process(target=_think, args=(theirs,), daemon=True)
        self.process.start()
        theirs.close()

    def ask(self, question: tuple[str, str, State, int], seconds: float) -> int:
        """The bot's answer; TooSlow if there is none in time."""
        self.connection.send(question)
        if not self.connection.poll(seconds):
            raise TooSlow
        answer = self.connection.recv()
        if isinstance(answer, Exception):
            raise answer
        return int(answer)

    def stop(self) -> None:
        self.process.kill()
        self.process.join()
        self.connection.close()


def _think(connection: Connection) -> None:
    """The life of a process: questions come in, answers go out."""
    players: dict[tuple[str, str], bots.Bot] = {}
    while True:
        try:
            name, level, world, seed = connection.recv()
        except (EOFError, KeyboardInterrupt):
            return
        try:
            if (name, level) not in players:
                players[name, level] = bots.bot(level, find_game(name))
            connection.send(players[name, level].choose(world, Rng(seed)))
        except Exception as problem:
            connection.send(RuntimeError(repr(problem)))
