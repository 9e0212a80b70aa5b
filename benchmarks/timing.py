"""Timing one thing, and the table of figures and ratios."""

import json
import platform
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

REPEATS = 5
SECONDS = 1.0


@dataclass
class Figure:
    """What was measured: more is better, but where `unit` is a time."""

    what: str
    who: str
    value: float
    unit: str


def rate(count: Callable[[], int], seconds: float = SECONDS, repeats: int = REPEATS) -> float:
    """Things per second: the best of some runs, for other programs on the machine only ever slow it down."""
    best = 0.0
    for _ in range(repeats):
        total, start = 0, time.perf_counter()
        while time.perf_counter() - start < seconds / repeats:
            total += count()
        best = max(best, total / (time.perf_counter() - start))
    return best


def duration(run: Callable[[], object], seconds: float = SECONDS) -> float:
    """Seconds that one run takes, the best of some."""

    def hundred() -> int:
        for _ in range(100):
            run()
        return 100

    return 1 / rate(hundred, seconds)


def report(title: str, figures: list[Figure], ratios: list[tuple[str, float, float]], path: Path) -> None:
    """Print the figures and the ratios with their goals, and write them to a file."""
    console = Console()
    table = Table("what", "who", "figure", title=f"{title} ({platform.processor() or platform.machine()})")
    for figure in figures:
        table.add_row(figure.what, figure.who, f"{figure.value:,.3g} {figure.unit}")
    console.print(table)
    goals = Table("ratio", "measured", "goal")
    for what, measured, goal in ratios:
        goals.add_row(what, f"{measured:.2f}", f"{goal:g}", style="" if measured >= goal else "red")
    console.print(goals)
    kept = {
        "title": title,
        "python": platform.python_version(),
        "figures": [asdict(figure) for figure in figures],
        "ratios": [{"what": what, "measured": measured, "goal": goal} for what, measured, goal in ratios],
    }
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(kept, indent=2) + "\n", "utf-8")
    console.print(f"written to {path}")
