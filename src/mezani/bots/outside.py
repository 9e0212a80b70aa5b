"""Bots whose code is not ours, each in a process of its own: what other seats know never gets there."""

from types import TracebackType
from typing import Any, NamedTuple, Self

from mezani import bots
from mezani.bots.workers import BotFailed, Question, Worker
from mezani.engine.rng import Rng
from mezani.engine.state import State
from mezani.game import Game

SECONDS = 60.0  # for a turn; by then it counts as having failed
MOST_KEPT = 16  # processes of bots that do not play at the moment


class Process(NamedTuple):
    """A process in which bots of one level think."""

    level: str
    worker: Worker
    deals: set[int]  # that it has seen; each is a sitting


class Outsider:
    """A bot from outside at a seat of one game."""

    def __init__(self, process: Process, game: Game[Any], seconds: float) -> None:
        self.process, self.game, self.seconds = process, game, seconds
        self.name, self.sitting = process.level, len(process.deals)
        self.ask(Question(game.name, self.name, sitting=self.sitting))

    def choose(self, world: State, rng: Rng) -> int:
        return self.plan(world, rng)[0]

    def plan(self, world: State, rng: Rng) -> list[int]:
        return self.ask(Question(self.game.name, self.name, world, rng, self.sitting))

    def ask(self, question: Question) -> list[int]:
        try:
            return self.process.worker.ask(question, self.seconds).actions
        except BotFailed as problem:
            raise type(problem)(f"the bot {self.name} failed ({problem})") from problem


class Outsiders:
    """The processes of bots from outside, kept for the next games.

    Every seat has its own, and none sees a deal twice: played again by others, it would be known.
    """

    def __init__(self, seconds: float = SECONDS) -> None:
        self.seconds = seconds
        self.kept: list[Process] = []
        self.playing: list[Process] = []

    def sit_down(self, level: str, game: Game[Any], deal: int = 0) -> bots.Bot:
        """The bot of a level for a seat of one game: ours is made here, any other in a process for this seat."""
        if not bots.is_from_outside(level):
            return bots.bot(level, game)
        process = next(
            (process for process in self.kept if process.level == level and deal not in process.deals),
            Process(level, Worker(None), set()),
        )
        if process in self.kept:
            self.kept.remove(process)
        self.playing.append(process)
        process.deals.add(deal)
        return Outsider(process, game, self.seconds)

    def get_up(self) -> None:
        """The game is over: its processes may be used for others."""
        self.kept += self.playing
        self.playing.clear()
        while len(self.kept) > MOST_KEPT:
            self.kept.pop(0).worker.end()

    def end(self) -> None:
        """End all processes."""
        self.get_up()
        while self.kept:
            self.kept.pop().worker.end()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.end()


def check(level: str, game: Game[Any]) -> None:
    """Raise UnknownBot if there is no such bot, or none for this game. Code from outside is not loaded here."""
    with Outsiders() as outsiders:
        try:
            outsiders.sit_down(level, game)
        except BotFailed as problem:
            raise bots.UnknownBot(str(problem.__cause__)) from problem
