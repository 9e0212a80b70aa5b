"""Runs every benchmark, or those that are named: `python -m benchmarks anne`."""

import importlib
import pkgutil
import sys

import benchmarks

# those that are asked for by their own words
APART = {
    "__main__",
    "accelerator",
    "calibration",
    "hand_written",
    "pairings",
    "peers",
    "reasons",
    "signs",
    "timing",
    "versions",
}


def main() -> None:
    named = sys.argv[1:] or sorted(module.name for module in pkgutil.iter_modules(benchmarks.__path__))
    for name in named:
        if name not in APART:
            importlib.import_module(f"benchmarks.{name}").main()


if __name__ == "__main__":
    main()
