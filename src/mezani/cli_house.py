"""The host's commands: backup, restore, export, checking a database, deleting old tables, and becoming a host."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from mezani.web.settings import Settings

Database = Annotated[
    str | None, typer.Option(help="sqlite:///file.db or postgresql://user@host/name; else that of the settings.")
]


@contextmanager
def table_is_installed() -> Iterator[None]:
    """Say what to install where only the library is."""
    try:
        yield
    except ModuleNotFoundError as missing:
        if str(missing.name).startswith("mezani"):
            raise
        raise Failed(
            f"The table needs {missing.name}, which is not installed: pip install 'mezani[table]'"
        ) from missing


class Failed(typer.Exit):
    """The end of a command that could not do what was asked, after a sentence."""

    def __init__(self, sentence: str) -> None:
        typer.echo(sentence, err=True)
        super().__init__(1)


@contextmanager
def settings_of(database: str | None) -> Iterator["Settings"]:
    """The host's settings; what can't be done ends the command with a sentence."""
    with table_is_installed():
        from mezani.house.backup import CannotKeep
        from mezani.tables.database import WrongDatabase
        from mezani.web.settings import WrongSetting, read_settings
    try:
        yield read_settings(database=database)
    except (CannotKeep, WrongDatabase, WrongSetting) as problem:
        raise Failed(str(problem)) from problem


def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write.")],
    database: Database = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite the file if it is there.")] = False,
) -> None:
    """Write all tables, people and records into one file, while servers run."""
    with settings_of(database) as settings:
        from mezani.house.backup import take_backup

        take_backup(settings.database_address, file, force)
    print(f"{file} holds all that the database held at that moment, {file.stat().st_size / 1e6:.1f} MB.")


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A backup.")],
    database: Database = None,
    replace: Annotated[
        bool, typer.Option("--replace", help="Replace what the database holds, after a backup of it.")
    ] = False,
) -> None:
    """Restore a backup into an empty database of either kind."""
    with settings_of(database) as settings:
        from mezani.house.restore import restore as restore_backup

        name = f"mezani-before-restore-{datetime.now():%Y-%m-%d-%H%M%S}.db"
        first = settings.backups / name if replace else None
        if first:
            first.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        restore_backup(file, settings.database_address, first)
    print(f"The database holds what {file} holds.")
    if first and first.exists():
        print(f"What it held before is in {first}.")


def export(
    table: Annotated[
        str | None, typer.Argument(metavar="[TABLE]", help="The end of a table's address; without it all tables.")
    ] = None,
    out: Annotated[Path, typer.Option(metavar="FOLDER", help="The folder to write into.")] = Path("records"),
    database: Database = None,
) -> None:
    """Write finished games as records, which people and this program can read."""
    import asyncio

    with settings_of(database) as settings:
        from mezani.house.backup import CannotKeep
        from mezani.house.copies import copy_of
        from mezani.house.export import export as export_records

        with copy_of(settings.database_address) as copy:
            try:
                done = asyncio.run(export_records(copy, out, table))
            except OSError as problem:
                raise CannotKeep(f"{problem.filename} can't be written: {problem.strerror}.") from problem
    print(f"{counted(len(done.files), 'record')} in {out}.")
    if done.unfinished:
        print(f"Left out: {counted(done.unfinished, 'table')} not finished.")
    if done.missing:
        print(f"Left out: {counted(done.missing, 'table')} of games that are not installed.")
    for fault in done.faults:
        typer.echo(fault, err=True)
    raise typer.Exit(1 if done.faults else 0)


def check_database(
    file: Annotated[
        Path | None, typer.Argument(metavar="[FILE]", help="A backup; without it the database of the settings.")
    ] = None,
    database: Database = None,
) -> None:
    """Fold every game of the database, or of a backup, and name what does not fold."""
    import asyncio

    with settings_of(database) as settings:
        from mezani.house.check_database import check
        from mezani.house.copies import copy_of

        with copy_of(file or settings.database_address) as copy:
            found = asyncio.run(check(copy))
    for fault in found.faults:
        typer.echo(fault, err=True)
    waiting = found.tables - found.finished - found.running
    print(
        f"{counted(found.tables, 'table')}: {found.finished} finished, {found.running} running, {waiting} not begun;"
        f" {counted(found.records, 'record')}."
    )
    for game, count in found.missing.items():
        print(f"Not looked at: {count} of the game {game}, which is not installed.")
    print(f"{counted(len(found.faults), 'fault')}." if found.faults else "Every game folds.")
    raise typer.Exit(1 if found.faults else 0)


@contextmanager
def database_in_use(settings: "Settings") -> Iterator[str]:
    """The address of a database that is there; what goes wrong with it ends the command with a sentence."""
    from mezani.house.backup import CannotKeep, is_in_a_file, needed_file_of, said_plainly, shown
    from mezani.tables.database import database_address

    url = database_address(settings.database_address)
    if is_in_a_file(url) and not needed_file_of(url).is_file():
        raise CannotKeep(f"There is no database {needed_file_of(url)}.")
    with said_plainly(f"{shown(url)} can't be used"):
        yield settings.database_address


def host_link(database: Database = None) -> None:
    """Print a link that makes whoever opens it first a host, within an hour."""
    import asyncio

    with settings_of(database) as settings, database_in_use(settings):
        from mezani.web.host_link import new_host_link

        print(asyncio.run(new_host_link(settings)))


def tidy(
    database: Database = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only count them.")] = False,
) -> None:
    """Delete old tables now, as the settings say; servers do it by themselves every hour."""
    import asyncio

    with settings_of(database) as settings, database_in_use(settings) as address:
        from mezani.house.retention import tidy_database

        gone = asyncio.run(tidy_database(address, settings.keeping, dry_run))
    for kind, number in gone.items():
        print(f"{kind.replace('_', ' ')}: {number}")
    print(f"{counted(gone.total(), 'table')} {'would be deleted' if dry_run else 'deleted'}.")


def ratings(
    database: Database = None,
    recompute: Annotated[
        bool, typer.Option("--recompute", help="Work all ratings out again from the games, and store them.")
    ] = False,
) -> None:
    """Tell how many people are rated, and whether that follows from the games."""
    import asyncio

    with settings_of(database) as settings, database_in_use(settings) as address:
        from mezani.house.ratings import look_through

        differences, known = asyncio.run(look_through(address, recompute))
    for difference in differences:
        print(difference)
    if differences:
        print(f"{counted(len(differences), 'difference')}, which are put right.")
    elif recompute:
        print("All ratings are as they were stored.")
    for game, (people, games) in known.items():
        print(f"{game}: {people} people in {counted(games, 'game')}")


def counted(number: int, what: str) -> str:
    """A number of things.

    >>> counted(1, "table"), counted(3, "table")
    ('1 table', '3 tables')
    """
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def add_commands(app: typer.Typer) -> None:
    """Put the host's commands on the command line."""
    for command in (backup, restore, export):
        app.command()(command)
    app.command("check-database")(check_database)
    app.command()(tidy)
    app.command()(ratings)
    app.command("host-link")(host_link)
