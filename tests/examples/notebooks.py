"""Notebooks of the examples: executing them, in small for a test or anew to be stored.

python -m tests.examples.notebooks examples/study/first_seat.ipynb
"""

import hashlib
import importlib
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from nbclient import NotebookClient
from traitlets.config import Config

nbformat: Any = importlib.import_module("nbformat")  # it has types only in part

MINUTES = 60  # for a cell


def executed(notebook: Any, seconds: int = 60 * MINUTES, **parameters: object) -> Any:
    """A copy of a notebook, executed from top to bottom; parameters are given in the manner of papermill."""
    copy = nbformat.from_dict(notebook)
    for cell in copy.cells:
        if "parameters" in cell.metadata.get("tags", ()) and parameters:
            cell.source = "\n".join(f"{name} = {value!r}" for name, value in parameters.items())
    with TemporaryDirectory() as folder:
        ways = Config({"KernelManager": {"transport": "ipc", "ip": f"{folder}/kernel"}})  # sockets there, and no ports
        NotebookClient(copy, timeout=seconds, kernel_name="python3", record_timing=False, config=ways).execute()
    copy.metadata.language_info = {"name": "python"}  # the kernel adds its version
    return copy


def code_cells(notebook: Any) -> list[Any]:
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def digest(notebook: Any) -> str:
    """What the sources of all cells come to: kept beside outputs, it says what they were made of."""
    sources = "\0".join(cell.source for cell in code_cells(notebook))
    return hashlib.sha256(sources.encode()).hexdigest()[:16]


def execute_anew(path: Path) -> None:
    """Execute a notebook at full size, and store it with its outputs."""
    done = executed(nbformat.read(path, as_version=4))
    done.metadata["executed"] = digest(done)
    nbformat.write(done, path)


if __name__ == "__main__":
    execute_anew(Path(sys.argv[1]))
