"""Our games keep to the contract: each runs exactly what `mezani.testing` gives to every author."""

import subprocess
import sys
from collections.abc import Callable

import pytest

import mezani
from mezani.testing import Check, contract
from mezani.testing.repeats import SECONDS, both_builds
from tests.playing import OUR_GAMES, check_of

MINUTE = 60

for name in OUR_GAMES:
    globals()[f"test_{name}"] = contract(name, check=check_of(name), strict=True, slow=pytest.mark.slow)


def test_playing_from_python_loads_neither_pictures_nor_pages() -> None:
    script = """
import sys, mezani
for name in mezani.game_names():
    mezani.game(name).new(seed=1)
print(*sorted({"rich", "jinja2", "litestar", "sqlalchemy"} & set(sys.modules)))
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.strip() == ""


@pytest.mark.soak
def test_both_builds_play_the_same_games_for_a_minute(
    name: str, players: int, record_property: Callable[[str, int], None]
) -> None:
    trial = Check(both_builds, players)(mezani.game(name), share=MINUTE / SECONDS)
    record_property("games", 2 * trial.looked_at["games"])
