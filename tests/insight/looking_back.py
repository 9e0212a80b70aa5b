"""Games that are looked back at, judged in an instant: by a few iterations, or as a test says."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from mezani.bots.levels import Thinker
from mezani.game import Game
from mezani.insight import judging, reasons
from mezani.insight.analysis import Analysis
from mezani.insight.judging import Choice, Course, Depth, Judged, decisions
from mezani.record import Record

ITERATIONS = 12


class Hasty(Thinker):
    """A thinker who does not think long."""

    def __init__(self, game: Game[Any]) -> None:
        super().__init__(game)
        self.iterations = ITERATIONS


def think_quickly(monkeypatch: pytest.MonkeyPatch, with_reasons: bool = False) -> None:
    """Let decisions be judged by a few iterations, courses by a few continuations, reasons by few worlds or none."""
    monkeypatch.setattr(judging, "Thinker", Hasty)
    if not with_reasons:
        monkeypatch.setattr(judging, "sampled", lambda *_: [])
    monkeypatch.setattr(judging, "CONTINUATIONS", 2)
    monkeypatch.setattr(judging, "DEALS", 2)
    monkeypatch.setattr(reasons, "CONTINUATIONS", reasons.FEWEST)


def analysed(record: Record, seat: int | None = None) -> Analysis:
    """The analysis of a game, with as much thought as there is."""
    found = [
        judging.judge(record.game, it.state, it.actions, Depth.QUICK, 1, it.number) for it in decisions(record, seat)
    ]
    return Analysis.of(record, Depth.QUICK, judging.course(record, 1), found, seat)


def course_by(record: Record, chances: Mapping[int, Sequence[float]], start: Sequence[float]) -> Course:
    """A course that changes after the actions that are named, and stays as it is in between."""
    now, found = tuple(start), []
    for step in range(len(record.actions) + 1):
        now = tuple(chances.get(step, now))
        found.append(now)
    return Course(tuple(start), tuple(found))


def judged_as(record: Record, lost: Mapping[int, float], seat: int | None = None) -> list[Judged]:
    """All decisions: those whose numbers are named gave away as much, beside the first other move."""
    return [_judged(it, lost.get(it.number, 0.0), record) for it in decisions(record, seat)]


def _judged(decision: judging.Decision, lost: float, record: Record) -> Judged:
    state = decision.state
    chance = 0.5 if lost else 0.25
    best = _chances(chance, state.seat, record.players)
    if not lost:
        return Judged(decision.number, state.seat, (Choice(decision.actions, best),), 0, 1)
    other = next(action for action in state.legal_actions() if action != decision.actions[0])
    played = _chances(chance - lost, state.seat, record.players)
    return Judged(decision.number, state.seat, (Choice((other,), best), Choice(decision.actions, played)), 1, 1)


def _chances(own: float, seat: int, players: int) -> tuple[float, ...]:
    return tuple(own if it == seat else (1.0 - own) / (players - 1) for it in range(players))
