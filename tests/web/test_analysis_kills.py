"""A server that is killed while a game is judged goes on with it when it is started again, and judges nothing twice."""

import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.web.browsing import Served
from tests.web.finished import played

pytestmark = pytest.mark.slow

PATIENCE = 120.0  # seconds: the machine may be busy
KILLS = 2
RECORD = played("anansi", 3, moves=9)


def kept(folder: Path) -> dict[str, float]:
    """The parts that the store holds, and when each was found."""
    with closing(sqlite3.connect(folder / "mezani.db")) as opened:
        return dict(opened.execute("SELECT fingerprint, at FROM analysis_parts WHERE found IS NOT NULL").fetchall())


def until_done(path: str, parts: int) -> Any:
    """Wait until so many parts are found."""
    end = time.monotonic() + PATIENCE
    while (found := httpx.get(path, timeout=PATIENCE).json())["done"] < parts and time.monotonic() < end:
        time.sleep(0.05)
    return found


def test_a_killed_server_goes_on_with_what_it_has_judged(tmp_path: Path) -> None:
    served = Served(tmp_path)
    try:
        page = httpx.post(
            f"{served.address}/records",
            data={"text": str(RECORD), "key": "k" * 20},
            headers={"origin": served.address},
            follow_redirects=False,
        )
        path = f"{served.address}/api/records/{page.headers['location'].split('/')[2]}/analysis"
        total = httpx.post(path).json()["total"]
        before: dict[str, float] = {}
        for kill in range(1, KILLS + 1):
            until_done(path, kill * total // (KILLS + 1))
            served.kill()
            now = kept(tmp_path)
            assert before.items() <= now.items()
            assert len(before) < len(now) < total
            before = now
            served.start()
        found = until_done(path, total)
        assert (found["state"], found["done"]) == ("done", total)
        assert before.items() < kept(tmp_path).items(), "what was found before is as it was"
    finally:
        served.stop()
