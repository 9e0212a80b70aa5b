"""Our games keep to the contract: each runs exactly what `mezani.testing` gives to every author."""

import subprocess
import sys

import mezani
from mezani.testing import contract
from tests.playing import check_of

for name in mezani.game_names():
    globals()[f"test_{name}"] = contract(name, check=check_of(name), strict=True)


def test_playing_from_python_loads_neither_pictures_nor_pages() -> None:
    script = """
import sys, mezani
for name in mezani.game_names():
    mezani.game(name).new(seed=1)
print(*sorted({"rich", "jinja2", "litestar", "sqlalchemy"} & set(sys.modules)))
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.strip() == ""
