"""Timing one thing, and the table of figures and ratios."""

import json
import platform
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

TURNS = 8
SECONDS = 0.25


@dataclass
class Figure:
    """What was measured; more is better."""

    what: str
    who: str
    value: float
    unit: str


def rates(counted: dict[str, Callable[[], int]]) -> dict[str, float]:
    """Things per second of processor time for each of several functions that say how many they did.

    They take turns, and the best turn of each counts: other programs on the machine only ever slow things down.
    """
    best = dict.fromkeys(counted, 0.0)
    for _ in range(TURNS):
        for name, count in counted.items():
            total, start = 0, time.process_time()
            while (spent := time.process_time() - start) < SECONDS:
                total += count()
            best[name] = max(best[name], total / spent)
    return best


def thousand(run: Callable[[], object]) -> Callable[[], int]:
    """Counts runs, a thousand at a time."""

    def count() -> int:
        for _ in range(1000):
            run()
        return 1000

    return count


def report(title: str, figures: list[Figure], ratios: list[tuple[str, float, float]], path: Path) -> None:
    """Print the figures and the ratios with their goals, and write them to a file."""
    console = Console()
    table = Table("what", "who", "figure", title=f"{title} ({platform.processor() or platform.machine()})")
    for figure in figures:
        table.add_row(figure.what, figure.who, f"{figure.value:,.0f} {figure.unit}")
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
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(kept, indent=2) + "\n", "utf-8")
    console.print(f"written to {path}")
