"""The command line."""

import os
import pkgutil
import secrets
import shlex
import shutil
import sys
from collections.abc import Iterator
from datetime import datetime
from importlib.resources import files
from importlib.util import find_spec
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console

import mezani
from mezani import bots, build, cli_evaluate, cli_insight, cli_picture, interpreted, record
from mezani.arena import anchors, report
from mezani.arena.match import ArenaFailed, Match
from mezani.arena.run import runner
from mezani.bots.workers import BotFailed
from mezani.cli_house import add_commands, table_is_installed
from mezani.game import BadOption, Option
from mezani.games import broken_games
from mezani.language import LANGUAGES, Language, language
from mezani.terminal.play import TerminalGame, seats_of

if TYPE_CHECKING:
    from mezani.testing import Finding

app = typer.Typer(add_completion=False, no_args_is_help=True, help="A table for modern games.", rich_markup_mode=None)

Lang = typer.Option(help=f"The language: {', '.join(LANGUAGES)}.")
INTERRUPTED = 130  # the exit code of programs that Ctrl-C has ended


class Wrong(typer.BadParameter):
    """Something on the command line that can't be taken."""


def data_folder() -> Path:
    """Where games are kept on this machine."""
    if sys.platform == "win32":
        return Path.home() / "AppData" / "Local" / "mezani"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "mezani"
    return Path(typer.get_app_dir("mezani")).expanduser()


@app.command(context_settings={"allow_extra_args": True, "ignore_unknown_options": True})
def play(
    context: typer.Context,
    name: Annotated[str, typer.Argument(metavar="GAME", help=f"One of {', '.join(mezani.game_names())}.")],
    players: Annotated[int | None, typer.Option(help="How many sit at the table.")] = None,
    seed: Annotated[int | None, typer.Option(help="The same seed gives the same cards.")] = None,
    level: Annotated[
        str, typer.Option("--bots", help=f"One level for all, or one for each other seat: {', '.join(bots.levels())}.")
    ] = "trader",
    seat: Annotated[int, typer.Option(help="Your seat; 1 is the first.")] = 1,
    you: Annotated[str, typer.Option("--name", help="Your name.")] = "",
    path: Annotated[Path | None, typer.Option("--record", help="The file that keeps the game.")] = None,
    lang: Annotated[str, Lang] = "en",
) -> None:
    """Play a game in the terminal against bots. A game's own options are given by name: --deck FILE."""
    try:
        game = mezani.game(name)
        speech = language(lang)
        count = game.seats[-1] if players is None else players
        start = record.Record(game, count, secrets.randbits(63) if seed is None else seed)
        start.options = game_options(game, context.args)
        start.start()
        if not 1 <= seat <= count:
            raise ValueError(f"there is no seat {seat}: the seats are 1 to {count}")
        levels = seat_levels(level, count, seat - 1)
    except (ValueError, mezani.UnknownGame) as problem:
        raise Wrong(str(problem)) from problem
    bot_names = iter(("Amina", "Baraka", "Chiku", "Daudi"))
    start.names = [you if other == seat - 1 else next(bot_names) for other in range(count)]
    start.other_headers = {"language": lang} | {
        f"bot {other + 1}": levels[other] for other in range(count) if other != seat - 1
    }
    if path is None:
        path = data_folder() / "games" / f"{datetime.now():%Y-%m-%d-%H%M%S}-{name}.txt"
    elif path.is_dir():
        raise Wrong(f"{path} is a folder: name a file in it")
    elif path.exists():
        raise Wrong(f"{path} exists already; to go on with that game: mezani resume {shlex.quote(str(path))}")
    try:
        game_on = TerminalGame(start, seat - 1, levels, path, speech, Console())
    except BotFailed as problem:
        raise Wrong(str(problem)) from problem
    run(game_on)


def run(game: TerminalGame) -> None:
    """Play, and end as a command should."""
    try:
        game.run()
    except KeyboardInterrupt as stopped:
        raise typer.Exit(INTERRUPTED) from stopped
    except BotFailed as problem:
        typer.echo(f"{problem}; the game is kept in {game.path}", err=True)
        raise typer.Exit(1) from problem
    except OSError as problem:
        typer.echo(f"The game can't be saved in {game.path}: {problem.strerror}", err=True)
        raise typer.Exit(1) from problem


def game_options(game: mezani.Game[Any], arguments: list[str]) -> dict[str, Any]:
    """The options of a game from the rest of the command line; of a file, the text is kept."""
    known = {option.name: option for option in game.options}
    given: dict[str, Any] = {}
    rest = list(arguments)
    while rest:
        typed = rest.pop(0)
        name = typed.removeprefix("--").replace("-", "_")
        if not typed.startswith("--"):
            raise ValueError(f"{typed} is not understood: {known_options(game)}")
        if name not in known:
            game.read_options({name: None})
        elif known[name].is_switch:
            given[name] = True
        elif rest:
            value = rest.pop(0)
            given[name] = file_text(game, name, value) if known[name].is_file else chosen(known[name], value)
        else:
            raise ValueError(f"{typed} needs a value: {known_options(game)}")
    return given


def chosen(option: Option, typed: str) -> Any:
    """The choice of an option that was typed; what is none of them is left to the option to refuse."""
    return next((choice for choice in option.choices if str(choice) == typed), typed)


def file_text(game: mezani.Game[Any], name: str, path: str) -> str:
    """The text of a file that an option names, checked; what is wrong with it is said with its name."""
    try:
        text = Path(path).read_text("utf-8")
        game.read_options({name: text})
    except OSError as problem:
        raise ValueError(f"{path} can't be read: {problem.strerror}") from problem
    except UnicodeDecodeError as problem:
        raise ValueError(f"{path} is not a text file") from problem
    except BadOption as problem:
        raise ValueError(f"{path}: {problem.__cause__ or problem}") from problem
    return text


def known_options(game: mezani.Game[Any]) -> str:
    """The options of a game as they are typed."""
    known = [
        f"--{option.name.replace('_', '-')}" + ("" if option.is_switch else " FILE" if option.is_file else " VALUE")
        for option in game.options
    ]
    return f"{game.title} has the options {', '.join(known)}" if known else f"{game.title} has no options of its own"


def seat_levels(given: str, players: int, seat: int) -> list[str]:
    """The level of each bot; the person's own seat has none."""
    named = [level.strip() for level in given.split(",")]
    if len(named) == 1:
        named *= players - 1
    if len(named) != players - 1:
        raise ValueError(f"--bots names {len(named)} levels, but {players - 1} seats are free")
    for level in named:
        bots.is_from_outside(level)  # or refused, if nobody has named a bot like that
    named.insert(seat, "")
    return named


@app.command()
def resume(
    path: Annotated[Path, typer.Argument(metavar="FILE", help="The record of the game.")],
    lang: Annotated[str | None, Lang] = None,
) -> None:
    """Continue a game from its record, in its language unless another one is given."""
    try:
        kept = record.read(path.read_text("utf-8"))
        code = lang or kept.other_headers.get("language", "en")
        speech = language(code)
        if kept.stop:
            take_on(kept, path, speech)
        kept.other_headers["language"] = code
        game = TerminalGame(kept, *seats_of(kept), path, speech, Console())
    except OSError as problem:
        raise Wrong(f"{path} can't be read: {problem.strerror}") from problem
    except UnicodeDecodeError as problem:
        raise Wrong(f"{path} is not a text file") from problem
    except (ValueError, BotFailed) as problem:
        raise Wrong(f"{path}: {problem}") from problem
    run(game)


def take_on(kept: record.Record, path: Path, lang: Language) -> None:
    """Continue a game of older rules from the move that today's forbid; the file as it was is kept beside it."""
    assert kept.stop
    older = path.with_name(f"{path.stem}-rules-{kept.rules}{path.suffix}")
    if not older.exists():
        shutil.copy(path, older)
    forbidden = lang.gettext("Today's rules forbid move {number}, {move}: {reason}")
    print(forbidden.format(number=kept.stop.number, move=kept.stop.move, reason=kept.stop.reason(lang)))
    print(lang.gettext("The game goes on from there. As it was, it is kept in {path}.").format(path=older))
    kept.go_on()


@app.command()
def serve(
    address: Annotated[
        str | None, typer.Option(help="The address to listen on; 0.0.0.0 opens the table to your network.")
    ] = None,
    port: Annotated[int | None, typer.Option(help="The port to listen on; 8484 by default.")] = None,
    database: Annotated[str | None, typer.Option(help="sqlite:///file.db or postgresql://user@host/name.")] = None,
    browser: Annotated[bool | None, typer.Option(help="Open a browser at the table.")] = None,
    host_link: Annotated[
        bool, typer.Option("--host-link", help="Print a link that makes one more person a host.")
    ] = False,
    processes: Annotated[
        int | None, typer.Option(help="How many processes serve, for the cores of this machine; needs PostgreSQL.")
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Say which settings would be used, and serve nothing.")
    ] = False,
) -> None:
    """Open the table in the browser."""
    with table_is_installed():
        from mezani.web.serve import CannotServe, check_settings
        from mezani.web.serve import serve as serve_table

    try:
        given = {"address": address, "port": port, "database": database, "browser": browser, "processes": processes}
        if check:
            check_settings(**given)
        else:
            serve_table(host_link, **given)
    except CannotServe as problem:
        typer.echo(str(problem), err=True)
        raise typer.Exit(1) from problem


add_commands(app)
cli_insight.add_commands(app)
cli_picture.add_command(app)
cli_evaluate.add_commands(app)


@app.command()
def arena(
    name: Annotated[str, typer.Argument(metavar="GAME", help=f"One of {', '.join(mezani.game_names())}.")],
    named: Annotated[
        str,
        typer.Option("--bots", help=f"Who plays, separated by commas: {', '.join(bots.levels())}, or module:Class."),
    ] = "master,trader",
    games: Annotated[int, typer.Option(help="How many games at least; every deal is played with each lineup.")] = 200,
    players: Annotated[
        int | None, typer.Option(help="How many sit at a table; by default as many as there are bots, or as fit.")
    ] = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same deals.")] = 1,
    workers: Annotated[int, typer.Option(help="How many processes play.")] = os.cpu_count() or 1,
    ray: Annotated[str | None, typer.Option(help="The address of a Ray cluster, or: local.")] = None,
    luck: Annotated[bool, typer.Option(help="Also tell the share of wins without the luck of the cards.")] = True,
    out: Annotated[
        Path | None, typer.Option(help="A folder for games, result and chart; a match found there is continued.")
    ] = None,
) -> None:
    """Let bots play against each other, and see who is stronger."""
    try:
        levels = tuple(level.strip() for level in named.split(","))
        seats = mezani.game(name).seats
        count = players or (len(levels) if len(levels) in seats else seats[-1])
        match = Match(name, count, levels, games, seed, takes_out_luck=luck)
        match.check()
        report.conduct(match, runner(max(workers, 1), ray), out, Console())
    except OSError as problem:
        raise Wrong(f"{problem.filename} can't be written: {problem.strerror}") from problem
    except (ValueError, mezani.UnknownGame, ArenaFailed) as problem:
        raise Wrong(str(problem)) from problem


@app.command("anchors")
def make_anchors(
    name: Annotated[str, typer.Argument(metavar="GAME", help=f"One of {', '.join(mezani.game_names())}.")],
    games: Annotated[int, typer.Option(help="How many games at least.")] = 400,
    seed: Annotated[int, typer.Option(help="The same seed gives the same deals.")] = 1,
    workers: Annotated[int, typer.Option(help="How many processes play.")] = os.cpu_count() or 1,
    ray: Annotated[str | None, typer.Option(help="The address of a Ray cluster, or: local.")] = None,
    out: Annotated[Path | None, typer.Option(help="The file to write; else that in the game's folder.")] = None,
) -> None:
    """Find out how strong the levels of bots are, on the scale on which people are rated."""
    try:
        game = mezani.game(name)
        found = anchors.find_anchors(anchors.matches(game, games, seed), runner(max(workers, 1), ray), seed)
        file = out or Path(str(files(game.package).joinpath("bot", anchors.FILE)))
        file.write_text(anchors.told(found, f"mezani anchors {name} --games {games} --seed {seed}"), "utf-8")
    except OSError as problem:
        raise Wrong(f"{problem.filename} can't be written: {problem.strerror}") from problem
    except (ValueError, mezani.UnknownGame, ArenaFailed) as problem:
        raise Wrong(str(problem)) from problem
    for level, anchor in found.items():
        print(f"{level:<10} {anchor.mu:5.1f} ± {anchor.sigma:.1f} in {anchor.games} games")


@app.command("games")
def list_games() -> None:
    """List the games."""
    for name in mezani.game_names():
        game = mezani.game(name)
        print(f"{name:<10} {game.title}, {' or '.join(map(str, game.seats))} players, by {', '.join(game.designers)}")
    for name, fault in broken_games().items():
        print(f"{name:<10} is left out: {fault}")


@app.command("check")
def check_contract(
    name: Annotated[str, typer.Argument(metavar="GAME", help="The game that is checked.")],
    games: Annotated[
        int, typer.Option(min=0, help="How many random games are played for each number of players; 0: the usual.")
    ] = 0,
    seed: Annotated[int, typer.Option(min=0, help="The seed of the first game.")] = 0,
    sound: Annotated[
        str, typer.Option("--check", help="module:function that gets a state and raises if something is wrong with it.")
    ] = "",
) -> None:
    """Check that a game keeps to the contract: moves, copies, hidden information, texts, both builds."""
    from mezani.testing import check_game
    from mezani.testing.playing import rules_are_compiled

    try:
        game = mezani.game(name)
        check = pkgutil.resolve_name(sound) if sound else None
    except (mezani.UnknownGame, ImportError, AttributeError, ValueError) as problem:
        raise Wrong(str(problem)) from problem
    if not interpreted.is_chosen() and (complaint := build.complaint_of(game.package)):
        typer.echo(complaint, err=True)
        raise typer.Exit(1)
    print(
        f"{game.title}, {' or '.join(map(str, game.seats))} players, "
        f"{'compiled' if rules_are_compiled(game) else 'interpreted'}"
    )
    failed = 0
    findings = check_game(game, check, games=games, first_seed=seed)
    for finding in chain(findings, checks_of_pages(game)):
        print(finding, flush=True)
        failed += bool(finding.faults)
    print(f"{failed} checks failed" if failed else "All checks passed")
    raise typer.Exit(1 if failed else 0)


def checks_of_pages(game: mezani.Game[Any]) -> "Iterator[Finding]":
    """What is checked only where the pages are installed."""
    if find_spec("litestar") is None:
        return
    from mezani.web.lesson_check import check_lit_things, check_pictures

    yield check_lit_things(game)
    yield check_pictures(game)


@app.command("new-game")
def write_new_game(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Small letters, digits and _, such as my_game.")],
) -> None:
    """Write a small working package for a game of your own into the folder NAME."""
    from mezani.new_game import CannotWrite, write

    try:
        folder = write(name, Path())
    except CannotWrite as problem:
        raise Wrong(str(problem)) from problem
    except OSError as problem:
        raise Wrong(f"{problem.filename} can't be written: {problem.strerror}") from problem
    print(f"{folder}/ holds a small game that works. Install it, check it, play it:\n")
    print("    pip install 'setuptools>=77'")
    print(f"    pip install --no-build-isolation -e {folder}\n    mezani check {name}\n    mezani play {name}\n")
    print("Then change it: README.md says which file holds what.")


def show_version(asked: bool) -> None:
    if asked:
        print(f"mezani {mezani.__version__}, {'compiled' if mezani.is_compiled() else 'interpreted'}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", callback=show_version, is_eager=True, help="The version.")
    ] = False,
) -> None:
    pass


def main() -> None:
    """Run the command line; a bot of one's own, module:Class, may lie in the folder where one is."""
    sys.path.append(str(Path.cwd()))
    app()
