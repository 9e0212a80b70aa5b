"""Games and decisions of long runs add up over tests and runs."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.counting import Counts


class Terminal:
    """What a run has written at its end."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def write_line(self, line: str) -> None:
        self.lines.append(line)


def finished(name: str, outcome: Any = "passed", **counted: int) -> pytest.TestReport:
    """The report of a test that has called `record_property` for each of these."""
    properties = list(counted.items())
    return pytest.TestReport(name, ("", 0, ""), {}, outcome, None, "call", user_properties=properties)


def test_what_is_counted_adds_up_in_a_file(tmp_path: Path) -> None:
    file, terminal = tmp_path / "soak.jsonl", Terminal()
    for outcome in ("passed", "failed"):
        counts = Counts(str(file))
        counts.pytest_runtest_logreport(finished("one", games=2, decisions=200))
        counts.pytest_runtest_logreport(finished("two", outcome, games=3, decisions=300, others=9))
        counts.pytest_runtest_logreport(finished("that plays nothing"))
        counts.pytest_runtest_logreport(finished("that kills", kills=4))
        counts.pytest_terminal_summary(terminal)  # type: ignore[arg-type]
    assert "soak.jsonl: 2 runs, 10 games, 1,000 decisions, 1 failed" in terminal.lines[-1]
    assert terminal.lines[-1].endswith("hours, 8 kills")
    lines = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    assert [(line["games"], line["decisions"], line["passed"]) for line in lines] == [(5, 500, 4), (5, 500, 3)]
