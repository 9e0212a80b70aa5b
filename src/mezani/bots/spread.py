"""Long work spread over processes of this machine, or over a Ray cluster: what a lost process did is done again."""

import multiprocessing
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

from mezani.bots.workers import end_with_parent

FAILURES = 5  # so many times in a row without anything done in between, and the work is given up

J = TypeVar("J")
R = TypeVar("R")


class WorkFailed(RuntimeError):
    """The work could not be done."""


def on_processes(work: Callable[[J], R], jobs: Sequence[J], workers: int) -> Iterator[tuple[J, R]]:
    """Each job with what came of it, as it is done, on so many processes; one is this one."""
    if workers == 1:
        yield from ((job, work(job)) for job in jobs)
        return
    left = dict(enumerate(jobs))
    failures = 0
    while left:
        spawning = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(workers, spawning, initializer=begin) as pool:
            try:
                under_way = {pool.submit(work, job): number for number, job in left.items()}
                for future in as_completed(under_way):
                    found = future.result()
                    failures = 0
                    yield left.pop(under_way[future]), found
            except BrokenProcessPool as problem:
                failures += 1
                if failures == FAILURES:
                    raise WorkFailed("the processes keep dying: is there too little memory?") from problem
            finally:
                pool.shutdown(wait=False, cancel_futures=True)


def begin() -> None:
    """What a process does first: it ends with the one that started it, and at Ctrl-C at once and silently."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    end_with_parent()


def on_ray(work: Callable[[J], R], jobs: Sequence[J], address: str) -> Iterator[tuple[J, R]]:
    """The same as tasks of a Ray cluster; `local` starts one on this machine."""
    try:
        import ray
    except ImportError as problem:
        raise WorkFailed("Ray is not installed: pip install 'mezani[ray]'") from problem
    where: dict[str, Any] = {"include_dashboard": False} if address == "local" else {"address": address}
    try:
        ray.init(**where, log_to_driver=False, configure_logging=False)
    except (ConnectionError, ValueError) as problem:
        raise WorkFailed(f"there is no Ray cluster at {address}: {problem}") from problem
    try:
        remote: Any = ray.remote(max_retries=FAILURES, retry_exceptions=False)(done)
        shared = ray.put(work)
        waiting = {remote.remote(shared, job): job for job in jobs}
        while waiting:
            ready, _ = ray.wait(list(waiting))
            yield from ((waiting.pop(it), ray.get(it)) for it in ready)
    finally:
        ray.shutdown()


def done(work: Callable[[J], R], job: J) -> R:
    """A job as a task of a cluster, which must be a function of a module."""
    return work(job)


def spread(work: Callable[[J], R], jobs: Sequence[J], workers: int, ray: str | None) -> Iterator[tuple[J, R]]:
    """Each job with what came of it: on a Ray cluster if there is an address, else on local processes."""
    return on_ray(work, jobs, ray) if ray else on_processes(work, jobs, workers)
