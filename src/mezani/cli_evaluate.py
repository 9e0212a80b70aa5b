"""The command that evaluates a bot by the suite."""

import os
import re
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

import mezani
from mezani import bots
from mezani.arena.match import ArenaFailed
from mezani.arena.run import runner
from mezani.bots import outside
from mezani.cli_house import Failed
from mezani.cli_insight import INTERRUPTED, console
from mezani.evaluation import report, suite
from mezani.evaluation.result import Evaluation
from mezani.evaluation.suite import Trial


def evaluate(
    bot: Annotated[str, typer.Argument(metavar="BOT", help=f"{', '.join(bots.levels())}, random, or module:Class.")],
    game: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="Only this game; may be given several times.")
    ] = None,
    games: Annotated[
        int | None, typer.Option(min=1, help="At least so many games against each opponent, instead of the suite's.")
    ] = None,
    quick: Annotated[bool, typer.Option("--quick", help="A first look: two deals against each opponent.")] = False,
    seed: Annotated[int, typer.Option(help="Other deals than those of the suite.")] = suite.SEED,
    workers: Annotated[int, typer.Option(min=1, help="How many processes play.")] = os.cpu_count() or 1,
    ray: Annotated[str | None, typer.Option(help="The address of a Ray cluster, or: local.")] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="PATH", help="A file NAME.json, or a folder for BOT.json; a .md beside it.")
    ] = None,
) -> None:
    """Evaluate a bot: the same games against the same opponents for everyone, so that results can be compared."""
    try:
        trials = trials_of(bot, game or suite.game_names(), games, quick, seed)
        file = out and file_in(out, bot)
    except (ValueError, mezani.UnknownGame) as problem:
        raise typer.BadParameter(str(problem)) from problem
    except OSError as problem:
        raise Failed(f"{problem.filename} can't be written: {problem.strerror}") from problem
    found = Evaluation.of(bot, seed, [])
    try:
        for outcome in report.conduct(trials, runner(workers, ray), Console(stderr=True)):
            found.outcomes.append(outcome)
            if file:
                report.write(found, file)
    except report.Interrupted as stopped:
        kept = f"what was over is in {file}" if file and found.outcomes else "nothing was written"
        typer.echo(f"{stopped}; {kept}. --quick takes less time, and so does --game NAME.", err=True)
        raise typer.Exit(INTERRUPTED) from stopped
    except (ArenaFailed, ValueError) as problem:
        raise Failed(str(problem)) from problem
    except OSError as problem:
        raise Failed(f"{problem.filename} can't be written: {problem.strerror}") from problem
    console().print(report.table(found))
    if file:
        print(f"The evaluation is in {file} and {report.beside(file)}")


def trials_of(bot: str, names: list[str], games: int | None, quick: bool, seed: int) -> list[Trial]:
    """What is played; ValueError if it can't be. A bot from outside is asked whether it plays each game."""
    if quick and games is not None:
        raise ValueError("choose --quick or --games, not both")
    bots.is_from_outside(bot)  # or refused, if nobody has named a bot like that
    trials = [
        suite.quick_trial(bot, name, seed) if quick else suite.trial(bot, name, games, seed)
        for name in dict.fromkeys(names)
    ]
    for trial in trials:
        outside.check(bot, mezani.game(trial.game))
    return trials


def file_in(out: Path, bot: str) -> Path:
    """The JSON file of an evaluation; the folder it lies in is made at once, lest long work was for nothing."""
    if out.suffix == ".json":
        if out.is_dir():
            raise ValueError(f"--out {out} is a folder: name a file in it")
        out.parent.mkdir(parents=True, exist_ok=True)
        return out
    if out.exists() and not out.is_dir():
        raise ValueError(f"--out {out} is no folder, nor the name of a .json file")
    out.mkdir(parents=True, exist_ok=True)
    return out / f"{re.sub(r'[^A-Za-z0-9_.-]+', '-', bot)}.json"


def add_commands(app: typer.Typer) -> None:
    """Put the command on the command line."""
    app.command()(evaluate)
