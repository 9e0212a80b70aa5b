"""Analysing games of files before somebody's eyes: a bar while it is thought, then reports, and the files."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from mezani.bots.spread import spread
from mezani.insight.judging import Depth
from mezani.insight.reckoning import Job, Keeper, Looked, do, write_whole
from mezani.insight.report import Report, findings_of, read_report, write_report
from mezani.insight.statistics.reading import headers_of
from mezani.language import Language
from mezani.record import Record, RecordError, read

RECORDS: Final = "*.txt"


class NoGame(ValueError):
    """What was named can't be analysed; the message says why."""


# Reading


def games_in(paths: Iterable[Path], tell: Callable[[str], None]) -> list[tuple[str, Record]]:
    """The games of files and folders with the names of their files; `tell` hears of faults in folders."""
    found: list[tuple[str, Record]] = []
    for path in paths:
        if path.is_dir():
            found += games_of_folder(path, tell)
        else:
            found.append((path.stem, game_of_file(path)))
    return list(with_own_names(found))


def game_of_file(path: Path) -> Record:
    """The game of a file; NoGame says what is wrong with it."""
    try:
        record = read(path.read_text("utf-8"))
    except OSError as problem:
        raise NoGame(f"{path} can't be read: {problem.strerror}") from problem
    except UnicodeDecodeError as problem:
        raise NoGame(f"{path} is not a text file") from problem
    except RecordError as problem:
        raise NoGame(f"{path}: {problem}") from problem
    if not record.actions:
        raise NoGame(f"{path}: nothing was played yet")
    return record


def games_of_folder(folder: Path, tell: Callable[[str], None]) -> Iterator[tuple[str, Record]]:
    """The games of a folder and of those within it; other texts are passed over."""
    count = 0
    for path in sorted(path for path in folder.rglob(RECORDS) if path.is_file()):
        if "mezani" not in headers_of(path.read_text("utf-8", errors="replace")):
            continue
        try:
            yield path.stem, game_of_file(path)
            count += 1
        except NoGame as problem:
            tell(f"left out: {problem}")
    if not count:
        raise NoGame(f"{folder} holds no records that can be analysed")


def with_own_names(games: Iterable[tuple[str, Record]]) -> Iterator[tuple[str, Record]]:
    """The same, where files of the same name get numbers."""
    taken: set[str] = set()
    for name, record in games:
        number, own = 1, name
        while own in taken:
            number += 1
            own = f"{name}-{number}"
        taken.add(own)
        yield own, record


# Thinking


class Analysing:
    """Games that are analysed together, and the folder that keeps what is found, if there is one."""

    def __init__(self, games: Sequence[Looked], folder: Path | None) -> None:
        self.games, self.folder = games, folder
        self.keepers = {it.name: Keeper(folder, it) for it in games} if folder else {}
        if folder:
            folder.mkdir(parents=True, exist_ok=True)
            for looked in games:
                self.recall(folder, looked)

    def recall(self, folder: Path, looked: Looked) -> None:
        """Take over what was found before, in an analysis that was finished or in one that was interrupted."""
        wanted = {part.fingerprint for part in looked.parts}
        keeper = self.keepers[looked.name]
        known = keeper.read()
        for depth, seat in product(Depth, (None, *range(looked.record.players))):
            whose = Looked(looked.name, looked.record, depth, seat)
            if report := read_report(folder / f"{whose.file_name}.json"):
                known |= findings_of(report)
        looked.found = {fingerprint: it for fingerprint, it in known.items() if fingerprint in wanted}
        if not looked.is_complete:
            keeper.begin(looked.found.items())

    def think(self, workers: int, ray: str | None, lang: Language, console: Console) -> Iterator[Looked]:
        """Find what is missing, with a bar, and yield each game when it is complete."""
        jobs: dict[str, Job] = {}
        wanted: dict[str, list[Looked]] = {}
        for looked in self.games:
            for job in looked.jobs():
                jobs.setdefault(job.fingerprint, job)
                wanted.setdefault(job.fingerprint, []).append(looked)
        yield from (looked for looked in self.games if looked.is_complete)
        total = sum(len(looked.parts) for looked in self.games)
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        with Progress(*columns, console=console, transient=True, disable=not jobs) as progress:
            done = total - sum(map(len, wanted.values()))
            bar = progress.add_task(lang.gettext("decisions"), total=total, completed=done)
            for job, found in spread(do, list(jobs.values()), workers, ray):
                for looked in wanted[job.fingerprint]:
                    looked.found[job.fingerprint] = found
                    if keeper := self.keepers.get(looked.name):
                        keeper.add(job.fingerprint, found)
                    progress.advance(bar)
                    if looked.is_complete:
                        yield looked

    def write(self, looked: Looked, report: Report, page: str) -> None:
        """Write the files of a game that is complete; what was kept of its parts is not needed any more."""
        assert self.folder
        write_whole(self.folder / f"{looked.file_name}.html", page.encode())
        write_report(self.folder / f"{looked.file_name}.json", report)
        self.keepers[looked.name].end()

    @property
    def parts_kept(self) -> int:
        return sum(len(looked.found) for looked in self.games)
