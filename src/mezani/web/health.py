"""How a server is: for programs that watch it, and for those that send people to it."""

import asyncio
import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http import HTTPStatus
from typing import Any

import msgspec
from litestar import HttpMethod, Response, get, route
from litestar.exceptions import NotFoundException
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

from mezani.house.health import memory_used
from mezani.tables import metrics
from mezani.tables.hall import Hall
from mezani.version import __version__
from mezani.web.requests import AnyRequest, address_of, hall_of

LOOKING = [HttpMethod.GET, HttpMethod.HEAD]
PATIENCE = 1.0  # seconds in which the store has to answer
OFTEN = 5.0  # seconds between measurements
COUNTED_FOR = 15.0  # seconds for which the tables of the store stay counted
SEVERAL = "PROMETHEUS_MULTIPROC_DIR"  # set where several processes are measured together


class Health(msgspec.Struct):
    """How a server is, and what is wrong if anything is."""

    status: str
    version: str = __version__
    wrong: list[str] = []


@route("/health", http_method=LOOKING, sync_to_thread=False, opt={"uncompressed": True})
def health() -> Health:
    """Whether the process answers."""
    return Health("alive")


@route("/ready", http_method=LOOKING, opt={"uncompressed": True})
async def ready(request: AnyRequest) -> Response[Health]:
    """Whether people can be sent here: the store answers, and the server is not about to stop."""
    wrong = ["The server is stopping."] if request.app.state.stopping else []
    if problem := await store_problem(hall_of(request)):
        wrong.append(problem)
    status = HTTPStatus.SERVICE_UNAVAILABLE if wrong else HTTPStatus.OK
    return Response(Health("not ready" if wrong else "ready", wrong=wrong), status_code=status)


async def store_problem(hall: Hall) -> str:
    """What is wrong with the store; empty if it answers in time."""
    try:
        async with asyncio.timeout(PATIENCE):
            await hall.store.house.get("secret")
    except TimeoutError:
        return f"The store does not answer within {PATIENCE:g} s."
    except Exception as problem:  # whatever a driver raises: here it only matters that there is no answer
        return f"The store can't be read: {type(problem).__name__}."
    return ""


@get("/metrics", opt={"uncompressed": True})
async def show_metrics(request: AnyRequest) -> Response[bytes]:
    """What is measured, in the manner of Prometheus, for those whom the host lets read it."""
    if not request.app.state.metrics_from.has(address_of(request)):
        raise NotFoundException
    measure(hall_of(request))
    with suppress(Exception):  # a silent store is told by its errors
        async with asyncio.timeout(PATIENCE):
            await count_tables(hall_of(request))
    return Response(generate_latest(figures()), media_type=CONTENT_TYPE_LATEST)


def figures() -> CollectorRegistry:
    """What is measured: by this process, or by all that are measured together."""
    if SEVERAL not in os.environ:
        return REGISTRY
    together = CollectorRegistry()
    MultiProcessCollector(together)  # type: ignore[no-untyped-call]
    return together


@contextmanager
def measured_together() -> Iterator[None]:
    """Let processes that are started meanwhile be measured as one server, whichever of them is asked."""
    with tempfile.TemporaryDirectory(prefix="mezani-figures-") as folder:
        os.environ[SEVERAL] = folder
        try:
            yield
        finally:
            del os.environ[SEVERAL]


def no_longer_measured(process: int) -> None:
    """A process has ended: what it held is gone, what it has counted stays counted."""
    mark_process_dead(process)  # type: ignore[no-untyped-call]


async def measure_again_and_again(hall: Hall) -> None:
    """Measure what another process of this server may be asked for."""
    while True:
        measure(hall)
        await asyncio.sleep(OFTEN)


def measure(hall: Hall) -> None:
    """What this process holds now."""
    screens, people, spectators = hall.screens.counted()
    metrics.SCREENS.set(screens)
    metrics.PEOPLE.set(people)
    metrics.SPECTATORS.set(spectators)
    metrics.TABLES_IN_MEMORY.set(len(hall.tables))
    metrics.BOTS_WAITING.set(len(hall.bots.workers.queue))
    metrics.MEMORY.set(memory_used())


async def count_tables(hall: Hall) -> None:
    """Count the tables of the store, and the games that are judged, unless that was done a moment ago."""
    global _counted_at
    if time.monotonic() - _counted_at < COUNTED_FOR:
        return
    _counted_at = time.monotonic()
    for state, count in (await hall.store.lists.counts()).items():
        metrics.TABLES.labels(state).set(count)
    for state, count in (await hall.analyses.rows.counts()).items():
        metrics.ANALYSES.labels(state).set(count)


_counted_at = float("-inf")


HANDLERS: list[Any] = [health, ready, show_metrics]
