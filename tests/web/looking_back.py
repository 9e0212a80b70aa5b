"""Games that are judged already, for the tests of the page where one looks back at them."""

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from litestar.testing import TestClient

import mezani
from mezani.insight.judging import Choice, Course, Depth, Judged, shares
from mezani.insight.parts import Part, parts_of
from mezani.insight.reasons import Reason
from mezani.tables.analyses import job_of
from mezani.tables.analysis_rows import AnalysisRows
from mezani.tables.analysis_sources import Source
from mezani.tables.hall import Hall
from mezani.tables.store import Store
from tests.web.browsing import Served

LOST = (0.0, 0.0, 0.12, 0.0, 0.0, 0.0, 0.07, 0.0, 0.0, 0.0, 0.0, 0.3, 0.0)  # by one decision after the other


def judged_as(source: Source, part: Part, place: int) -> Judged | Course:
    """What is found of a part: some decisions are good, others give away more or less."""
    game, decision = source.record.game, part.decision
    if decision is None:
        return wandering(source)
    seat, lost = decision.state.seat, LOST[place % len(LOST)]
    others = [action for action in decision.state.legal_actions() if action != decision.actions[0]][:2]
    reason = Reason(game.expectations[0].key, 0.9, 0.1, decision.actions[0], 0.4, "")
    choices = [
        Choice(
            (action,), _chances(0.45 - n / 50, seat, source.record.players), (reason,) if n == 0 else (), len(others)
        )
        for n, action in enumerate(others)
    ]
    played = Choice(decision.actions, _chances(0.45 - lost, seat, source.record.players))
    found = (*choices, played) if lost else (played, *choices)
    return Judged(decision.number, seat, found, len(choices) if lost else 0, 3000)


def wandering(source: Source) -> Course:
    """A course that goes up and down, and ends as the game did."""
    record, rng, state = source.record, mezani.Rng(1), source.record.state()
    weights, found = [8.0] * record.players, []
    for _ in range(len(record.actions) + (not state.is_over)):
        found.append(tuple(weight / sum(weights) for weight in weights))
        weights = [max(0.5, weight + rng.below(5) / 4 - 0.5) for weight in weights]
    return Course(found[0], (*found, *([shares(state)] if state.is_over else [])))


def _chances(own: float, seat: int, players: int) -> tuple[float, ...]:
    return tuple(own if it == seat else (1 - own) / (players - 1) for it in range(players))


async def keep_in(rows: AnalysisRows, source: Source, part: float = 1.0) -> None:
    """Let a game be judged, all of it or the first part. Its job waits for moments only: a server would take it."""
    job, parts = job_of(source, Depth.QUICK), parts_of(source.record, Depth.QUICK, source.seat)
    facts = source.record.game.name, len(source.record.actions), len(parts), None, None
    await rows.begin(job, *facts)
    await rows.end(job, "stopped")
    for place, it in enumerate(parts[: round(part * len(parts))]):
        await rows.keep(job, it, judged_as(source, it, place), 0.1)
    if part == 1.0:
        await rows.begin(job, *facts)
        await rows.end(job, "done")


def keep(client: TestClient[Any], source: Source, part: float = 1.0) -> Source:
    """The same at a server of a test."""
    hall: Hall = client.app.state.hall
    with client.portal() as portal:
        portal.call(keep_in, hall.analyses.rows, source, part)
    return source


def keep_at(served: Served, sources: Sequence[Source], part: float = 1.0) -> None:
    """The same in the store of a server that runs by itself."""

    async def store() -> None:
        there = Store(served.database)
        await there.open()
        for source in sources:
            await keep_in(AnalysisRows(there.engine, there.server), source, part)
        await there.close()

    with ThreadPoolExecutor(1) as elsewhere:  # here a loop runs for the browser
        elsewhere.submit(asyncio.run, store()).result()


def mistakes_of(source: Source, seat: int) -> list[int]:
    """The numbers of the decisions of a seat that gave something away."""
    parts = parts_of(source.record, Depth.QUICK, source.seat)
    found = [judged_as(source, it, place) for place, it in enumerate(parts) if it.decision]
    return [it.number for it in found if isinstance(it, Judged) and it.seat == seat and it.sign]


OPEN = next(name for name in mezani.game_names() if mezani.game(name).is_open)
