"""The notebook of the examples: it runs from top to bottom, and is stored as it was executed."""

import re
from pathlib import Path
from typing import Any

import pytest

REASON = "notebooks are run by nbclient and ipykernel: pip install 'mezani[test]'"
nbformat = pytest.importorskip("nbformat", reason=REASON)
notebooks = pytest.importorskip("tests.examples.notebooks", reason=REASON)
pytest.importorskip("ipykernel", reason=REASON)

ROOT = Path(__file__).parent.parent.parent
NOTEBOOK = ROOT / "examples" / "study" / "first_seat.ipynb"
PICTURE = ROOT / "docs" / "first-seat.svg"
SECONDS = 300  # for a cell, on a machine with other work
FOLDERS = "|".join(f"/{name}/" for name in ("home", "root", "tmp", "Users", ROOT.parts[1]))
HERE = re.compile(FOLDERS + r"|[A-Z]:\\\\|\d+(?:\.\d+)? ?(?:ms|seconds)\b")  # a machine, a time


@pytest.fixture(scope="module")
def stored() -> Any:
    return nbformat.read(NOTEBOOK, as_version=4)


def texts(cell: Any) -> str:
    """All that a cell has put out to be read."""
    shown = [output.get("text", "") for output in cell.outputs]
    for output in cell.outputs:
        shown += [text for kind, text in output.get("data", {}).items() if kind != "text/html"]
    return "\n".join(shown)


@pytest.mark.slow
def test_the_notebook_runs_in_small(stored: Any) -> None:
    done = notebooks.executed(stored, SECONDS, GAMES=8)
    assert [cell.id for cell in done.cells] == [cell.id for cell in stored.cells]
    for cell, full in zip(notebooks.code_cells(done), notebooks.code_cells(stored), strict=True):
        kinds = [(output.output_type, sorted(output.get("data", ()))) for output in cell.outputs]
        assert kinds == [(output.output_type, sorted(output.get("data", ()))) for output in full.outputs], cell.id
    assert "180 games at 10 tables" in str(done)


def test_the_stored_notebook_was_executed_from_top_to_bottom(stored: Any) -> None:
    nbformat.validate(stored)
    cells = notebooks.code_cells(stored)
    assert [cell.execution_count for cell in cells] == list(range(1, len(cells) + 1))
    for cell in cells:
        is_quiet = "parameters" in cell.metadata.get("tags", ())
        assert bool(cell.outputs) != is_quiet, cell.id
        assert not any(output.output_type == "error" or output.get("name") == "stderr" for output in cell.outputs)


def test_its_outputs_are_those_of_its_sources(stored: Any) -> None:
    again = "python -m tests.examples.notebooks examples/study/first_seat.ipynb"
    assert stored.metadata["executed"] == notebooks.digest(stored), f"execute it anew: {again}"


def test_it_names_a_kernel_that_everybody_has_and_no_machine(stored: Any) -> None:
    assert stored.metadata.kernelspec.name == "python3"
    assert stored.metadata.language_info == {"name": "python"}
    for cell in notebooks.code_cells(stored):
        assert "execution" not in cell.metadata
        assert not HERE.search(texts(cell)), cell.id


def test_its_parameters_can_be_given_as_papermill_does(stored: Any) -> None:
    tagged = [cell for cell in notebooks.code_cells(stored) if "parameters" in cell.metadata.get("tags", ())]
    assert [cell.source.partition(" =")[0] for cell in tagged] == ["GAMES"]
    assert stored.cells.index(tagged[0]) < stored.cells.index(notebooks.code_cells(stored)[1])


def test_the_picture_of_the_docs_is_the_one_of_the_notebook(stored: Any) -> None:
    [cell] = [cell for cell in stored.cells if cell.id == "first-seat"]
    assert PICTURE.read_text("utf-8").strip() == cell.outputs[0].data["image/svg+xml"].strip()
