"""Running the games of a match: on processes of this machine, or as tasks of a Ray cluster."""

import multiprocessing
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from functools import cache, partial
from typing import Any, Protocol

from mezani.arena.match import FAILURES, ArenaFailed, Job, Match, Played, play
from mezani.bots.outside import Outsiders
from mezani.bots.workers import end_with_parent


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
    if workers == 1:
        try:
            yield from (play_here(match, job) for job in jobs)
        finally:
            outsiders().end()
        return
    left = {job.number: job for job in jobs}
    failures = 0
    while left:
        spawning = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(workers, spawning, initializer=end_with_parent) as pool:
            try:
                for future in as_completed([pool.submit(play_here, match, job) for job in left.values()]):
                    game = future.result()
                    del left[game.number]
                    failures = 0
                    yield game
            except BrokenProcessPool as problem:
                failures += 1
                if failures == FAILURES:
                    raise ArenaFailed("the processes that play keep dying: is there too little memory?") from problem
            finally:
                pool.shutdown(wait=False, cancel_futures=True)


def on_ray(match: Match, jobs: Sequence[Job], address: str) -> Iterator[Played]:
    """Play as tasks of a Ray cluster; `local` starts one on this machine. Tasks whose worker dies are played again."""
    try:
        import ray
    except ImportError as problem:
        raise ArenaFailed("Ray is not installed: pip install 'mezani[ray]'") from problem
    where: dict[str, Any] = {"include_dashboard": False} if address == "local" else {"address": address}
    ray.init(**where, log_to_driver=False, configure_logging=False)
    try:
        remote: Any = ray.remote(max_retries=FAILURES, retry_exceptions=False)(play_here)
        shared = ray.put(match)
        waiting = [remote.remote(shared, job) for job in jobs]
        while waiting:
            ready, waiting = ray.wait(waiting)
            yield from ray.get(ready)
    finally:
        ray.shutdown()


def runner(workers: int, ray: str | None) -> Runner:
    """How games are played: on a Ray cluster if there is an address, else on local processes."""
    return partial(on_ray, address=ray) if ray else partial(on_processes, workers=workers)
