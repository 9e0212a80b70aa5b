"""Counts of long runs that add up in a file: a line for each run, and a total at its end.

A test says what it has played by pytest's own `record_property("games", ...)` and `record_property("decisions", ...)`;
the long trials of the server count other things in the same way.
"""

import json
import time
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

import pytest

import mezani

COUNTED = ("games", "decisions")
OF_TRIALS = ("kills", "deeds", "faults", "requests", "messages", "cases", "comparisons", "bytes", "tables", "screens")


class Counts:
    """A plugin of pytest: what the tests of this run have counted, put down when it ends."""

    def __init__(self, file: str) -> None:
        self.file = Path(file)
        self.start = time.monotonic()
        self.counted: Counter[str] = Counter()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call":
            self.counted[report.outcome] += 1
            for name, count in report.user_properties:
                if name in (*COUNTED, *OF_TRIALS):
                    self.counted[name] += int(str(count))

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        line = {
            "at": datetime.now(UTC).isoformat(timespec="seconds"),
            "version": mezani.__version__,
            "compiled": mezani.is_compiled(),
            "seconds": round(time.monotonic() - self.start),
            **self.counted,
        }
        with self.file.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")
        terminalreporter.write_line(f"{self.file}: {total(self.file)}")


def total(file: Path) -> str:
    """The sum of all runs in a file, in words."""
    runs = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    sums = {name: sum(run.get(name, 0) for run in runs) for name in (*COUNTED, *OF_TRIALS, "failed", "seconds")}
    of_trials = "".join(f", {sums[name]:,} {name}" for name in OF_TRIALS if sums[name])
    return (
        f"{len(runs)} runs, {sums['games']:,} games, {sums['decisions']:,} decisions, "
        f"{sums['failed']} failed, {sums['seconds'] / 3600:.1f} hours{of_trials}"
    )
