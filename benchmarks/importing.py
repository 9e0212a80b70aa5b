"""How long it takes to import the library with all games loaded, beside numpy and OpenSpiel in the same run."""

import os
import subprocess
import sys
from pathlib import Path

from benchmarks.timing import Figure, report

RESULTS = Path("build/bench/importing.json")
TURNS = 15
GOAL_MS = 150
LOADED = {
    "Mezani, all games": "import mezani; [mezani.game(name) for name in mezani.game_names()]",
    "Mezani": "import mezani",
    "numpy": "import numpy",
    "OpenSpiel": "import pyspiel",
}
TIMED = "import time; start = time.perf_counter(); {}; print(1000 * (time.perf_counter() - start))"


def milliseconds(code: str) -> float:
    """How long a fresh Python takes for this."""
    command = [sys.executable, "-c", TIMED.format(code)]
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": ""}  # as where it is installed: compiled to bytecode once
    return float(subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout)


def main() -> None:
    best = dict.fromkeys(LOADED, float("inf"))
    for _ in range(TURNS):  # they take turns, and the best turn of each counts
        for who, code in LOADED.items():
            best[who] = min(best[who], milliseconds(code))
    report(
        "Importing the library",
        [Figure("import", who, value, "ms") for who, value in best.items()],
        [
            ("goal in ms, over the time with all games", GOAL_MS / best["Mezani, all games"], 1),
            ("numpy's time over that with all games", best["numpy"] / best["Mezani, all games"], 0.5),
        ],
        RESULTS,
    )


if __name__ == "__main__":
    main()
