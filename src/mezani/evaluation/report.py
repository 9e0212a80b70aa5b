"""Evaluating before somebody's eyes: a bar while games are played, a table when they are over, and the files."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

import mezani
from mezani.arena.run import Runner
from mezani.evaluation.result import Evaluation, Outcome, outcome
from mezani.evaluation.suite import OPPONENTS, Trial

COLUMNS = ("game", "bot", *OPPONENTS, "score", "even", "games", "decisions", "ms")


class Interrupted(Exception):
    """The evaluation was stopped before its end."""


def conduct(trials: Sequence[Trial], run: Runner, console: Console) -> Iterator[Outcome]:
    """Play all games, with a bar, and say how the bot has done in each as it ends."""
    total = sum(trial.games * len(OPPONENTS) for trial in trials)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    done = 0
    with Progress(*columns, console=console, transient=True) as progress:
        bar = progress.add_task("games", total=total)
        for trial in trials:
            progress.update(bar, description=mezani.game(trial.game).title)
            played = []
            try:
                for game in run(trial.match(), list(trial.jobs())):
                    played.append(game)
                    progress.advance(bar)
            except KeyboardInterrupt as stopped:
                raise Interrupted(f"Stopped after {done + len(played):,} of {total:,} games") from stopped
            done += len(played)
            yield outcome(trial, played)


def table(found: Evaluation) -> Table:
    """The evaluation as a person reads it."""
    shown = Table(*COLUMNS, title=f"{found.title}: share of the victories in %, with 95 % intervals")
    for line in lines(found):
        shown.add_row(*line)
    return shown


def markdown(found: Evaluation) -> str:
    """The evaluation as a table for a text, with what somebody needs to repeat it."""
    rules = ", ".join(f"{it.game} {it.rules}" for it in found.outcomes)
    build = "compiled" if found.is_compiled else "interpreted"
    head = [
        f"Suite {found.title}; seed {found.seed}; mezani {found.mezani}, {build}; versions of the rules: {rules}.",
        "Share of the victories in %, with 95 % intervals; score: its mean over the opponents; games: against each.",
    ]
    rows = [COLUMNS, ("---",) * len(COLUMNS), *lines(found)]
    return "\n".join([*head, "", *(f"| {' | '.join(row)} |" for row in rows)]) + "\n"


def lines(found: Evaluation) -> list[tuple[str, ...]]:
    """The lines of the table, one for each game."""
    return [
        (
            mezani.game(it.game).title,
            found.bot,
            *(percent(one.share, one.low, one.high) for one in it.against),
            percent(it.score, it.low, it.high),
            f"{100 * it.even:.0f}",
            str(it.games),
            f"{it.decisions:.0f}",
            milliseconds(it.seconds),
        )
        for it in found.outcomes
    ]


def percent(share: float, low: float, high: float) -> str:
    """A share with its interval in percent.

    >>> percent(0.747, 0.671, 0.816)
    '74.7 (67–82)'
    """
    return f"{100 * share:.1f} ({100 * low:.0f}–{100 * high:.0f})"


def milliseconds(seconds: float) -> str:
    """The time of a decision in milliseconds; most bots need less than one.

    >>> [milliseconds(seconds) for seconds in (0.0000042, 0.00123, 0.0642)]
    ['0.0042', '1.2', '64']
    """
    return f"{1000 * seconds:.2g}" if seconds < 0.01 else f"{1000 * seconds:.0f}"


def write(found: Evaluation, path: Path) -> None:
    """Write an evaluation as JSON, and its table beside it, as Markdown."""
    path.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=2) + b"\n")
    beside(path).write_text(markdown(found), "utf-8")


def beside(path: Path) -> Path:
    """The table for texts that belongs to a JSON file."""
    return path.with_suffix(".md")
