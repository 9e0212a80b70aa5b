"""Bots in processes of their own, with limits on time and memory: a table never waits for ever or falls with one."""

import asyncio
import contextlib
import logging
import multiprocessing
import os
import threading
import time
import traceback
from collections.abc import Callable
from multiprocessing.connection import Connection
from types import TracebackType
from typing import Any, NamedTuple, Self, TypeVar

import msgspec

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
LONGEST_ANSWER = 2**20  # bytes

T = TypeVar("T")


class Question(NamedTuple):
    """What a worker is asked. Nothing in it can be led back to what the seat to move can't know."""

    game: str
    level: str  # to choose by, or the name of a study
    world: State | None = None  # dealt anew; None: only whether there is such a bot, or a study of facts alone
    rng: Rng | None = None  # the bot's own chance
    sitting: int = 0  # a bot is kept for the questions of one sitting, and for none if it is 0
    study: Callable[..., Any] | None = None  # what is to be found out about the world, instead of a move
    facts: tuple[Any, ...] = ()  # and what else the study is given


class Answer(msgspec.Struct, frozen=True, tag=True):
    """What a worker has found, and the seconds for which it has thought."""

    actions: list[int] = []
    seconds: float = 0.0
    found: bytes = b""  # of a study


class Failure(msgspec.Struct, frozen=True, tag=True):
    """What a bot did wrong, and the lines of its code for its author."""

    reason: str
    trace: str


class Thought(NamedTuple):
    """What a bot plays up to the end of its turn; failed: it gave no answer, and this is a simple legal move."""

    actions: list[int]
    failed: bool = False
    seconds: float = 0.0  # for which it has thought


class BotFailed(Exception):
    """A bot gave no answer that can be used."""


class BotDied(BotFailed):
    """The process of a bot has ended while it thought."""


class Thinking:
    """What a worker finds, with the bot of the sitting that it thinks for."""

    def __init__(self) -> None:
        self.sitting: tuple[str, str, int] | None = None
        self.bot: bots.Bot | None = None

    def answer(self, question: Question) -> Answer:
        """The answer to a question."""
        if question.study is not None:
            return self.study(question)
        bot = self.bot_for(question)
        if question.world is None or question.rng is None:
            return Answer()
        began = time.perf_counter()
        actions = bots.actions_of(bot, question.world, question.rng)
        return Answer(actions, seconds=time.perf_counter() - began)

    def study(self, question: Question) -> Answer:
        assert question.study is not None
        began = time.perf_counter()
        about = question.facts if question.world is None else (question.world, *question.facts, question.rng)
        found = question.study(game_of(question.game), *about)
        return Answer(seconds=time.perf_counter() - began, found=msgspec.msgpack.encode(found))

    def bot_for(self, question: Question) -> bots.Bot:
        sitting = question.game, question.level, question.sitting
        if self.bot is None or not question.sitting or sitting != self.sitting:
            self.bot, self.sitting = bots.bot(question.level, game_of(question.game)), sitting
        return self.bot


def work(connection: Connection, megabytes: int | None) -> None:
    """Answer questions until there are no more: the life of a worker. Without a limit on memory it has none at all."""
    end_with_parent()
    if resource is not None and megabytes is not None:
        resource.setrlimit(resource.RLIMIT_AS, (megabytes * 2**20, megabytes * 2**20))
        os.nice(NICENESS)
    thinking = Thinking()
    with contextlib.suppress(EOFError, OSError, KeyboardInterrupt):  # whoever asks is gone
        while True:
            question = connection.recv()
            try:
                found: Answer | Failure = thinking.answer(question)
            except Exception as problem:  # whatever a bot does wrong, the worker lives on
                kind = "" if isinstance(problem, bots.UnknownBot) else f"{type(problem).__name__}: "
                found = Failure(f"{kind}{problem}", traceback.format_exc())
            connection.send_bytes(msgspec.msgpack.encode(found))


def end_with_parent() -> None:
    """Let this process end when the one that started it does, even if that one is killed."""

    def watch() -> None:
        parent = multiprocessing.parent_process()
        if parent is not None:
            parent.join()
            os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


class Worker:
    """One process that answers one question at a time: started with the first, and anew when it does not answer."""

    def __init__(self, megabytes: int | None) -> None:
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
                sent = self.connection.recv_bytes(LONGEST_ANSWER)
            except BotFailed:
                self.stop()
                raise
            except (EOFError, OSError) as problem:
                self.stop()
                raise BotDied(str(problem) or "its process ended") from problem
            if question.study is None and not question.sitting and bots.is_from_outside(question.level):
                self.stop()  # whose code has run there may not see what other seats know
                self.start()
        return read_answer(sent)


def read_answer(sent: bytes) -> Answer:
    """What a worker has sent, as data: a pickle could do anything here, and a bot could have written it."""
    try:
        found: Answer | Failure = msgspec.msgpack.decode(sent, type=Answer | Failure)
    except msgspec.DecodeError as problem:
        raise BotFailed(f"its answer can't be read: {problem}") from problem
    if isinstance(found, Failure):
        failed = BotFailed(found.reason)
        failed.add_note(found.trace)
        raise failed
    return found


class Workers:
    """A few processes that think for the bots of all tables, and one more for quick thoughts while those are busy.

    async with Workers(2) as workers:
        thought = await workers.plan(game, "master", state, seed=7)
    """

    def __init__(self, count: int | None = None, seconds: float = SECONDS, megabytes: int = MEGABYTES) -> None:
        self.seconds = seconds
        self.quick = Worker(megabytes)
        self.workers = [self.quick, *(Worker(megabytes) for _ in range(count or os.cpu_count() or 1))]
        self.times = Times()
        self.queue = Queue(Shares())
        self._idle = list(self.workers)
        self._for_bots_alone = 0  # long thoughts under way that no person waits for
        self._patient = 0  # thoughts under way that come behind all others

    async def plan(self, game: Game[Any], level: str, state: State, seed: int, errand: Errand | None = None) -> Thought:
        """What a bot plays up to the end of its turn; a simple legal move, and a line in the log, if it fails."""
        try:
            found = await self.ask(game, level, state, seed, errand)
            return Thought(bots.checked(state, found.actions, "it"), seconds=found.seconds)
        except (BotFailed, ValueError) as problem:
            log.warning(
                "%s, seat %d: the bot %s failed (%s); a move is made for it", game.name, state.seat, level, problem
            )
            return Thought([state.random_action(Rng(seed))], failed=True)

    async def study(
        self,
        study: Callable[..., T],
        kind: Any,
        game: Game[Any],
        state: State,
        *facts: Any,
        seed: int,
        errand: Errand | None = None,
    ) -> T:
        """What `study(game, world, *facts, rng)` finds out about what the seat to move can know; BotFailed if it can't.

        A function of a module, since only its name is sent. What it finds comes back as data, of the `kind` given.
        """
        world, rng = bots.imagined(state, Rng(seed))
        found: T = await self._found(
            Question(game.name, study.__name__, world, rng, study=study, facts=facts), kind, errand
        )
        return found

    async def reckon(
        self, study: Callable[..., T], kind: Any, game: Game[Any], *facts: Any, errand: Errand | None = None
    ) -> T:
        """What `study(game, *facts)` finds out about facts that no seat has to be kept from; BotFailed if it can't."""
        found: T = await self._found(Question(game.name, study.__name__, study=study, facts=facts), kind, errand)
        return found

    async def _found(self, question: Question, kind: Any, errand: Errand | None) -> Any:
        answer = await self._answer(question, errand)
        return msgspec.msgpack.decode(answer.found, type=kind)

    async def ask(self, game: Game[Any], level: str, state: State, seed: int, errand: Errand | None = None) -> Answer:
        return await self._answer(Question(game.name, level, *bots.imagined(state, Rng(seed))), errand)

    async def _answer(self, question: Question, errand: Errand | None) -> Answer:
        waiting = self.queue.put(errand or Errand(), self.times.expected(question.game, question.level))
        worker = await self._turn_of(waiting)
        loop, began = asyncio.get_running_loop(), time.monotonic()
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
                self._patient += waiting.errand.is_patient
                waiting.turn.set_result(worker)

    def _comes_last(self, worker: Worker) -> bool:
        """The process for quick thoughts is started when it is needed; from then on it spares the others."""
        return worker is self.quick and not worker.is_started

    def _is_for_quick(self, waiting: Waiting) -> bool:
        """Quick thoughts; long ones too, as long as what could have waited has taken a process from people."""
        return waiting.errand.is_awaited and (waiting.is_quick or self._patient > 0)

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
        self._patient -= waiting.errand.is_patient
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
