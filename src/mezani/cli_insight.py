"""Commands that look back at games: statistics over many, and the analysis of some."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer
from rich.console import Console

import mezani
from mezani.bots.spread import WorkFailed
from mezani.cli_house import Database, Failed, settings_of
from mezani.insight.judging import Depth
from mezani.insight.reckoning import Looked
from mezani.insight.report import Report, report_of
from mezani.insight.report_page import Pictures, page
from mezani.insight.report_words import where_they_are
from mezani.insight.statistics.figures import figures_of
from mezani.insight.statistics.page import write
from mezani.insight.statistics.reading import Found, Why, read_folder
from mezani.insight.statistics.sheets import fault_sentences, found_sentences, reading_sentence, where_sentence
from mezani.insight.statistics.tally import tallied
from mezani.language import LANGUAGES, Language, language
from mezani.record import Record
from mezani.terminal import analysis as shown_analysis
from mezani.terminal.analysing import Analysing, NoGame, games_in
from mezani.terminal.statistics import show

WIDTH = 140  # of tables in files
INTERRUPTED = 130  # the exit code of programs that Ctrl-C has ended


def statistics(
    folder: Annotated[
        Path | None, typer.Argument(metavar="FOLDER", help="Records of games; those in folders within it, too.")
    ] = None,
    database: Database = None,
    game: Annotated[str | None, typer.Option(metavar="NAME", help="Only games of this name.")] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="A folder for statistics.html, .json, and pictures.")
    ] = None,
    lang: Annotated[str, typer.Option(help=f"The language: {', '.join(LANGUAGES)}.")] = "en",
    workers: Annotated[int, typer.Option(min=1, help="How many processes read.")] = os.cpu_count() or 1,
) -> None:
    """Count what happened in the games of a folder, or of a server's database: lengths, points, use of cards, ..."""
    try:
        spoken = language(lang)
        if game is not None:
            mezani.game(game)
        if (folder is None) == (database is None):
            raise ValueError("name a folder of records, or a database with --database")
        if folder is not None and not folder.is_dir():
            raise ValueError(f"{folder} is no folder")
        if out is not None and out.exists() and not out.is_dir():
            raise ValueError(f"--out {out} is no folder")
    except (ValueError, mezani.UnknownGame) as problem:
        raise typer.BadParameter(str(problem)) from problem
    found = Found()
    waiting = Console(stderr=True).status(reading_sentence(spoken))
    with waiting, records_of(folder, database, found) as records:
        tallies, found.copies = tallied(read_folder(records, found, game, workers))
    for sentence in fault_sentences(found, spoken):
        typer.echo(sentence, err=True)
    if not tallies:
        raise Failed(" ".join(found_sentences(found, spoken)))
    groups = [figures_of(tally, spoken) for tally in tallies]
    show(groups, found, spoken, console())
    if out is not None:
        try:
            write(out, groups, found, spoken)
        except OSError as problem:
            raise Failed(f"{problem.filename} can't be written: {problem.strerror}") from problem
        print(where_sentence(out, spoken))


@contextmanager
def records_of(folder: Path | None, database: str | None, found: Found) -> Iterator[Path]:
    """The folder with the records: for a database those of its finished games, out of a copy."""
    if folder is not None:
        yield folder
        return
    import asyncio

    with settings_of(database) as settings, TemporaryDirectory(prefix="mezani-") as made:
        from mezani.house.copies import copy_of
        from mezani.house.export import export

        with copy_of(settings.database_address) as copy:
            done = asyncio.run(export(copy, Path(made)))
        found.left_out[Why.UNFINISHED] += done.unfinished
        found.left_out[Why.MISSING] += done.missing
        found.left_out[Why.FAULT] += len(done.faults)
        found.faults += done.faults
        yield Path(made)


def console() -> Console:
    """Where tables are printed; in a file they are not folded to the width of a terminal."""
    here = Console()
    return here if here.is_terminal or "COLUMNS" in os.environ else Console(width=WIDTH)


def analyse(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Records of games, or folders of them.")],
    seat: Annotated[int | None, typer.Option(help="Judge only the decisions of this seat; 1 is the first.")] = None,
    depth: Annotated[Depth, typer.Option(help="How long is thought about each decision.")] = Depth.QUICK,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="A folder for NAME.analysis.html and .json; what is there is not redone."),
    ] = None,
    lang: Annotated[str, typer.Option(help=f"The language: {', '.join(LANGUAGES)}.")] = "en",
    workers: Annotated[int, typer.Option(min=1, help="How many processes think.")] = os.cpu_count() or 1,
    ray: Annotated[str | None, typer.Option(help="The address of a Ray cluster, or: local.")] = None,
) -> None:
    """Look back at games: the chances of winning, the mistakes, what would have been better, and luck."""
    try:
        spoken = language(lang)
        games = [
            Looked(name, record, depth, seat_of(name, record, seat))
            for name, record in games_in(files, lambda said: typer.echo(said, err=True))
        ]
        if out is not None and out.exists() and not out.is_dir():
            raise NoGame(f"--out {out} is no folder")
    except ValueError as problem:
        raise typer.BadParameter(str(problem)) from problem
    analysing = None
    reports: dict[str, Report] = {}
    try:
        analysing = Analysing(games, out)
        for looked in analysing.think(workers, ray, spoken, Console(stderr=True)):
            reports[looked.name] = report = report_of(looked, spoken)
            if out is not None:
                analysing.write(looked, report, page(report, spoken, pictures_of(looked, report, spoken)))
    except OSError as problem:
        raise Failed(f"{problem.filename} can't be written: {problem.strerror}") from problem
    except WorkFailed as problem:
        raise Failed(str(problem)) from problem
    except KeyboardInterrupt as stopped:
        if analysing and out is not None:
            typer.echo(f"\nWhat was found is kept in {out}: the same command goes on from there.", err=True)
        raise typer.Exit(INTERRUPTED) from stopped
    here = console()
    for looked in games:
        shown_analysis.show(reports[looked.name], looked.name, spoken, here)
    if out is not None:
        print(where_they_are(str(out), spoken))


def pictures_of(looked: Looked, report: Report, lang: Language) -> Pictures | None:
    """How positions are drawn, where the pages are installed."""
    if find_spec("litestar") is None:
        return None
    from mezani.web.position_pictures import BoardPictures

    return BoardPictures(looked, report, lang)


def seat_of(name: str, record: Record, number: int | None) -> int | None:
    """The seat that was named, counted from 0; it must be one of the game."""
    if number is None:
        return None
    if not 1 <= number <= record.players:
        raise NoGame(f"{name} has no seat {number}: its seats are 1 to {record.players}")
    return number - 1


def add_commands(app: typer.Typer) -> None:
    """Put the commands on the command line."""
    app.command()(statistics)
    app.command()(analyse)
