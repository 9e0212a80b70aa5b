"""Analysing games from files: their parts as jobs for processes, and what was found kept in a folder as it goes."""

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from mezani.games import game as game_of
from mezani.insight.analysis import Analysis
from mezani.insight.judging import Course, Decision, Depth, Judged, judge
from mezani.insight.parts import Part, course_of_game, parts_of, seed_of_decision
from mezani.record import Record

SUFFIX: Final = ".analysis"

Finding = Course | Judged


class Job(NamedTuple):
    """A part of an analysis as it is sent to a process: a decision, or a whole game for its course."""

    fingerprint: str
    game: str
    depth: Depth
    decision: Decision | None
    start: tuple[int, int, dict[str, Any]] = (0, 0, {})  # players, seed and options
    actions: tuple[int, ...] = ()
    seat: int | None = None


def do(job: Job) -> Finding:
    """What a job comes to: it follows from the job alone."""
    game = game_of(job.game)
    if job.decision is None:
        return course_of_game(game, *job.start, job.actions, job.seat)
    number, actions, state = job.decision
    return judge(game, state, actions, job.depth, seed_of_decision(game, state, job.depth), number)


@dataclass
class Looked:
    """A game that is looked back at, and what is found of it yet, by fingerprints."""

    name: str  # of its files
    record: Record
    depth: Depth = Depth.QUICK
    seat: int | None = None  # whose decisions are judged; None: all
    found: dict[str, Finding] = field(default_factory=dict)

    @cached_property
    def is_over(self) -> bool:
        return self.record.state().is_over

    @property
    def viewer(self) -> int | None:
        """Who may not see more than at the table: the seat of a game that is not over, if one is named."""
        return None if self.is_over else self.seat

    @cached_property
    def parts(self) -> list[Part]:
        course, *_ = parts_of(self.record, self.depth, self.viewer)
        return [course, *parts_of(self.record, self.depth, self.seat)[1:]]

    @property
    def is_complete(self) -> bool:
        return all(part.fingerprint in self.found for part in self.parts)

    def jobs(self) -> Iterator[Job]:
        """What is still to be found."""
        record = self.record
        for _, fingerprint, decision in self.parts:
            if fingerprint in self.found:
                continue
            if decision:
                yield Job(fingerprint, record.game.name, self.depth, decision)
            else:
                start = record.players, record.seed, record.options
                yield Job(fingerprint, record.game.name, self.depth, None, start, tuple(record.actions), self.viewer)

    def analysis(self) -> Analysis:
        """What it comes to as far as it is found."""
        found = [self.found.get(part.fingerprint) for part in self.parts]
        course = next((it for it in found if isinstance(it, Course)), None)
        judged = [it for it in found if isinstance(it, Judged)]
        return Analysis.of(self.record, self.depth, course, judged, self.seat)

    @property
    def file_name(self) -> str:
        """What its files begin with: other depths and single seats have their own."""
        depth = "" if self.depth == Depth.QUICK else f".{self.depth}"
        return f"{self.name}{depth}{'' if self.seat is None else f'.seat-{self.seat + 1}'}{SUFFIX}"


# Keeping


class Kept(msgspec.Struct, frozen=True, omit_defaults=True):
    """A part as a line of a file."""

    fingerprint: str
    course: Course | None = None
    judged: Judged | None = None


class Keeper:
    """`NAME.analysis.parts` in a folder: a line for each part of a game, added as it is found."""

    def __init__(self, folder: Path, looked: Looked) -> None:
        self.path = folder / f"{looked.file_name}.parts"

    def read(self) -> dict[str, Finding]:
        """What is there; a line that was cut off is found again."""
        found: dict[str, Finding] = {}
        for line in self.path.read_bytes().splitlines() if self.path.exists() else ():
            try:
                kept = msgspec.json.decode(line, type=Kept)
            except msgspec.DecodeError:
                continue
            if it := kept.course or kept.judged:
                found[kept.fingerprint] = it
        return found

    def begin(self, found: Iterable[tuple[str, Finding]]) -> None:
        """Write what there is, without lines that were cut off: now it is known that the folder can be written."""
        write_whole(self.path, b"".join(map(_line, found)))

    def add(self, fingerprint: str, found: Finding) -> None:
        with self.path.open("ab") as file:
            file.write(_line((fingerprint, found)))
            file.flush()
            os.fsync(file.fileno())

    def end(self) -> None:
        """All of it stands elsewhere now."""
        self.path.unlink(missing_ok=True)


def _line(kept: tuple[str, Finding]) -> bytes:
    fingerprint, found = kept
    told = Kept(fingerprint, course=found) if isinstance(found, Course) else Kept(fingerprint, judged=found)
    return msgspec.json.encode(told) + b"\n"


def write_whole(path: Path, content: bytes) -> None:
    """Write a file wholly or not at all."""
    draft = path.with_name(f"{path.name}.new")
    try:
        draft.write_bytes(content)
        draft.replace(path)
    except OSError as problem:
        draft.unlink(missing_ok=True)
        problem.filename = str(path)
        raise
