"""The command that draws a recorded game: as an animation, or one of its positions."""

from pathlib import Path
from typing import Annotated, Final

import typer
from rich.console import Console

from mezani.cli_house import Failed, table_is_installed
from mezani.language import LANGUAGES, Language, language
from mezani.record import Record
from mezani.terminal.analysing import NoGame, game_of_file

ENDINGS: Final = (".html", ".htm")


def picture(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The record of a game.")],
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", metavar="PAGE", help="The page to write; else one beside FILE."),
    ] = None,
    at: Annotated[int | None, typer.Option(help="Only the position after so many moves.")] = None,
    seat: Annotated[int | None, typer.Option(help="Only what this seat sees; 1 is the first.")] = None,
    everything: Annotated[
        bool, typer.Option("--everything", help="What all seats see, even of a game that is not over.")
    ] = False,
    lang: Annotated[
        str | None, typer.Option(help=f"The language: {', '.join(LANGUAGES)}; else that of the record.")
    ] = None,
) -> None:
    """Draw a recorded game: one page that plays it, or shows a position, and needs no other file.

    A game that is over can be seen from every seat, one that still runs only as everybody sees it.
    """
    with table_is_installed():
        from mezani.web.animation import drawing_sentence, where_sentence
    try:
        record = game_of_file(file)
        spoken = language(lang or record.other_headers.get("language", LANGUAGES[0]))
        page = usual_page(file, at) if out is None else out
        check(record, page, at, seat, everything)
    except ValueError as problem:
        raise typer.BadParameter(str(problem)) from problem
    try:
        with Console(stderr=True).status(drawing_sentence(spoken)):
            drawn = page_of(record, at, seat, everything, spoken)
        write(page, drawn)
    except OSError as problem:
        raise Failed(f"{page} can't be written: {problem.strerror}") from problem
    print(where_sentence(str(page), len(record.actions), at, spoken))


def usual_page(file: Path, at: int | None) -> Path:
    """Where a game is drawn if nobody says where.

    >>> usual_page(Path("monday.txt"), None).name, usual_page(Path("monday.txt"), 40).name
    ('monday.html', 'monday-40.html')
    """
    return file.with_name(f"{file.stem}{'' if at is None else f'-{at}'}{ENDINGS[0]}")


def check(record: Record, page: Path, at: int | None, seat: int | None, everything: bool) -> None:
    """Raise NoGame if there is no such position or seat, or if the page can't be meant."""
    if at is not None and not 0 <= at <= len(record.actions):
        raise NoGame(f"--at {at}: the game has the positions 0 to {len(record.actions)}")
    if seat is not None and not 1 <= seat <= record.players:
        raise NoGame(f"--seat {seat}: the seats are 1 to {record.players}")
    if seat is not None and everything:
        raise NoGame("--seat shows what one seat sees, --everything what all do: name one of them")
    if page.is_dir():
        raise NoGame(f"{page} is a folder: name a file in it")
    if page.suffix not in ENDINGS:
        raise NoGame(f"--out {page}: the page is a file that ends in {ENDINGS[0]}")


def page_of(record: Record, at: int | None, seat: int | None, everything: bool, lang: Language) -> str:
    """The page of the whole game or of a position."""
    from mezani.web import animation, still

    is_open = everything or record.state().is_over
    if at is None:
        everybody = [None, *range(record.players)] if is_open else [None]
        return animation.page_of(record, everybody if seat is None else [seat - 1], lang)
    table = animation.table_after(record, at)
    to_move = table.to_move if is_open else None
    return still.page_of(table, to_move if seat is None else seat - 1, lang)


def write(page: Path, text: str) -> None:
    """Write the whole page or nothing of it."""
    draft = page.with_name(f"{page.name}.new")
    draft.write_text(text, "utf-8")
    draft.replace(page)


def add_command(app: typer.Typer) -> None:
    """Put the command on the command line."""
    app.command()(picture)
