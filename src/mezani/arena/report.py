"""Conducting a match before somebody's eyes: a bar while it runs, a table when it is over, and the files."""

from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from mezani.arena.chart import chart
from mezani.arena.match import Match
from mezani.arena.result import Result, result
from mezani.arena.run import Runner
from mezani.arena.store import Store


def conduct(match: Match, run: Runner, folder: Path | None, console: Console) -> Result:
    """Play what is left of a match, show its result, and write `result.json` and `chart.svg` into the folder."""
    with TemporaryDirectory() as nowhere:
        found = play_all(run, Store(folder or Path(nowhere), match), console)
    console.print(table(found))
    if folder:
        (folder / "result.json").write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=2) + b"\n")
        (folder / "chart.svg").write_text(chart(found), "utf-8")
        console.print(f"Games, result and chart are in {folder}", soft_wrap=True)
    return found


def play_all(run: Runner, store: Store, console: Console) -> Result:
    """Play the games of a store's match that are not there yet, with a bar."""
    match = store.match
    jobs = list(match.jobs())
    left = [job for job in jobs if job.number not in store.played]
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console) as progress:
        bar = progress.add_task("games", total=len(jobs), completed=len(jobs) - len(left))
        for game in run(match, left):
            store.add(game)
            progress.advance(bar)
    asked_for = {job.number for job in jobs}
    return result(match, [game for game in store.played.values() if game.number in asked_for])


def table(found: Result) -> Table:
    """The standings as a person reads them."""
    match = found.match
    title = f"{match.game}, {match.players} players, {found.games} games of {found.deals} deals (95% intervals)"
    times = "ms for a decision, a turn, the longest turn"
    is_without_luck = any(standing.wins_without_luck for standing in found.standings)
    luck = ["without luck"] if is_without_luck else []
    shown = Table("bot", "share of wins", *luck, "even", "× even", "score", "rating", times, title=title)
    for standing in found.standings:
        score = standing.score
        shown.add_row(
            standing.name,
            str(standing.wins),
            *([str(standing.wins_without_luck or "")] if is_without_luck else []),
            f"{standing.even:.3f}",
            f"{standing.times_even:.2f}",
            f"{score.mean:.1f}" + (f" ± {score.half:.1f}" if score.half is not None else ""),
            f"{standing.rating:.1f} ± {standing.rating_doubt:.1f}",
            ", ".join(milliseconds(seconds) for seconds in (standing.seconds, standing.turn, standing.longest)),
        )
    return shown


def milliseconds(seconds: float | None) -> str:
    """A time in milliseconds, as exactly as somebody cares.

    >>> [milliseconds(seconds) for seconds in (0.0042, 1.2345, None)]
    ['4.2', '1234', '?']
    """
    if seconds is None:
        return "?"
    return f"{seconds * 1000:.1f}" if seconds < 0.1 else f"{seconds * 1000:.0f}"
