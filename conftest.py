"""What holds for every run of pytest here, whichever files it is given."""

from importlib.util import find_spec

import pytest
from tests.counting import Counts

import mezani
from mezani import build, interpreted

ENVIRONMENTS = "src/mezani/envs"
NEEDED = {  # the examples in a module don't run without its library
    "numpy": [ENVIRONMENTS, "docs/batches.md"],
    "pettingzoo": [f"{ENVIRONMENTS}/pettingzoo.py", "docs/environments.md"],
    "gymnasium": [f"{ENVIRONMENTS}/gymnasium.py", f"{ENVIRONMENTS}/environment.py"],
    "pyspiel": [f"{ENVIRONMENTS}/openspiel.py", "docs/openspiel.md"],
}
collect_ignore = [path for library, paths in NEEDED.items() if not find_spec(library) for path in paths]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--count-in", metavar="FILE", help="add the games and decisions of this run to a file")


def pytest_configure(config: pytest.Config) -> None:
    if not interpreted.is_chosen() and (complaint := build.complaint()):
        raise pytest.UsageError(complaint)
    if config.option.count_in and not hasattr(config, "workerinput"):  # the workers of xdist only report
        config.pluginmanager.register(Counts(config.option.count_in))


def pytest_report_header() -> str:
    return f"mezani: {'compiled' if mezani.is_compiled() else 'interpreted'}"
