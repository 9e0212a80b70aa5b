"""Reading all records of a folder, on several processes where there are many; what can't be counted is told apart."""

import multiprocessing
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Final

from mezani.bots.workers import end_with_parent
from mezani.insight.statistics.counting import Counted, counted
from mezani.record import HEADER, Record, RecordError, RecordOfMissingGame, read

LONGEST: Final = 1_000_000  # bytes of a file that may be a record
PIECE: Final = 25  # files at a time for a process
MANY: Final = 200  # files, from which on it pays to start processes


class Why(StrEnum):
    """Why a file was left out."""

    NO_RECORD = "no record"
    UNFINISHED = "unfinished"
    OLDER = "older rules"  # that lead elsewhere than those of today
    OTHER_GAME = "another game"  # than the one that was asked for
    MISSING = "game not installed"
    FAULT = "fault"


@dataclass(frozen=True)
class LeftOut:
    """A file that is not counted: why, and more about it."""

    why: Why
    more: str = ""


@dataclass
class Found:
    """What a folder holds: finished games, and files that are left out."""

    games: int = 0
    copies: int = 0  # of them, which are there again
    left_out: Counter[Why] = field(default_factory=Counter)
    missing: Counter[str] = field(default_factory=Counter)  # by the names of games that are not installed
    faults: list[str] = field(default_factory=list)

    @property
    def different_games(self) -> int:
        return self.games - self.copies

    def leave_out(self, file: LeftOut) -> None:
        """Note why a file was left out."""
        self.left_out[file.why] += 1
        if file.why == Why.MISSING:
            self.missing[file.more] += 1
        if file.why == Why.FAULT:
            self.faults.append(file.more)


def read_folder(folder: Path, found: Found, only: str | None = None, workers: int = 1) -> Iterator[Counted]:
    """The finished games of a folder and of those within it, or only those of one game; `found` learns of the rest."""
    files = sorted(path for path in folder.rglob("*.txt") if path.is_file())
    each = partial(read_file, folder=folder, only=only)
    for file in map(each, files) if workers < 2 or len(files) < MANY else on_processes(each, files, workers):
        if isinstance(file, LeftOut):
            found.leave_out(file)
        else:
            found.games += 1
            yield file


def on_processes(
    each: "partial[Counted | LeftOut]", files: Sequence[Path], workers: int
) -> Iterator[Counted | LeftOut]:
    """The same on so many processes, in the same order. What they leave undone if one of them dies is read here."""
    done = 0
    spawning = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, spawning, initializer=end_with_parent) as pool:
        try:
            for file in pool.map(each, files, chunksize=PIECE):
                done += 1
                yield file
        except BrokenProcessPool:
            pass
    yield from map(each, files[done:])


def read_file(path: Path, folder: Path, only: str | None) -> Counted | LeftOut:
    """The game of a file, or why it is not counted."""
    name = path.relative_to(folder)
    try:
        with path.open("rb") as file:
            text = file.read(LONGEST + 1).decode("utf-8")
    except UnicodeDecodeError:
        return LeftOut(Why.NO_RECORD)
    except OSError as problem:
        return LeftOut(Why.FAULT, f"{name}: {problem.strerror}")
    headers = headers_of(text)
    if len(text) > LONGEST or "mezani" not in headers:
        return LeftOut(Why.NO_RECORD)
    if only and headers.get("game") != only:
        return LeftOut(Why.OTHER_GAME)
    try:
        return count_record(read(text))
    except RecordOfMissingGame as problem:
        return LeftOut(Why.MISSING, problem.game)
    except RecordError as problem:
        return LeftOut(Why.FAULT, f"{name}: {problem}")
    except Exception as problem:  # whatever a game from outside leads to
        return LeftOut(Why.FAULT, f"{name}: {type(problem).__name__}: {problem}")


def headers_of(text: str) -> dict[str, str]:
    """The lines at the beginning of a text that may be headers of a record."""
    found = {}
    for line in map(str.strip, text.splitlines()):
        if header := HEADER.fullmatch(line):
            found[header[1].lower()] = header[2]
        elif line and not line.startswith("#"):
            break
    return found


def count_record(record: Record) -> Counted | LeftOut:
    """A game that is over by the rules of today, and came out as it did then."""
    if record.is_older and (record.stop or record.result):
        return LeftOut(Why.OLDER)
    return counted(record) if record.state().is_over else LeftOut(Why.UNFINISHED)
