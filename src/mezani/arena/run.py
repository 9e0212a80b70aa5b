"""Running the games of a match: on processes of this machine, or as tasks of a Ray cluster."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache, partial
from typing import Protocol

from mezani.arena.match import ArenaFailed, Job, Match, Played, play
from mezani.bots import spread
from mezani.bots.outside import Outsiders


class Runner(Protocol):
    """Plays jobs, and yields each game as it ends."""

    def __call__(self, match: Match, jobs: Sequence[Job]) -> Iterator[Played]: ...


@cache
def outsiders() -> Outsiders:
    """The processes that this one has started for bots from outside; they end with it."""
    return Outsiders()


def play_here(match: Match, job: Job) -> Played:
    """Play one of several games in this process."""
    return play(match, job, outsiders())


def on_processes(match: Match, jobs: Sequence[Job], workers: int) -> Iterator[Played]:
    """Play on so many processes. If one of them dies, what it played is played again."""
    with said_of_the_arena():
        try:
            for _, game in spread.on_processes(partial(play_here, match), jobs, workers):
                yield game
        finally:
            outsiders().end()


def on_ray(match: Match, jobs: Sequence[Job], address: str) -> Iterator[Played]:
    """Play as tasks of a Ray cluster; `local` starts one on this machine. Tasks whose worker dies are played again."""
    with said_of_the_arena():
        for _, game in spread.on_ray(partial(play_here, match), jobs, address):
            yield game


@contextmanager
def said_of_the_arena() -> Iterator[None]:
    """What goes wrong with processes and clusters as a failure of the match."""
    try:
        yield
    except spread.WorkFailed as problem:
        raise ArenaFailed(str(problem)) from problem


def runner(workers: int, ray: str | None) -> Runner:
    """How games are played: on a Ray cluster if there is an address, else on local processes."""
    return partial(on_ray, address=ray) if ray else partial(on_processes, workers=workers)
