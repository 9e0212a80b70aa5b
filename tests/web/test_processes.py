"""Several processes of one server: they share a socket, one that dies is replaced, and all stop together."""

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import httpx
import pytest

from mezani.web import processes
from mezani.web.processes import COULD_NOT_OPEN, CouldNotOpen, keep_serving
from tests.web.browsing import Served

PATIENCE = 60.0  # seconds: the machine may be busy


def sleeper() -> "subprocess.Popen[bytes]":
    return subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])


def children(parent: int) -> list[int]:
    """The processes that a process has started and that still run."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, started_by, *_ = stat.read_text().rpartition(")")[2].split()
        except OSError:  # it has just ended
            continue
        if int(started_by) == parent and state != "Z":
            found.append(int(stat.parent.name))
    return found


def until(holds: object, seconds: float = PATIENCE) -> None:
    end = time.monotonic() + seconds
    while not holds():  # type: ignore[operator]
        assert time.monotonic() < end, "it never came to that"
        time.sleep(0.05)


def test_a_process_that_dies_is_replaced_and_all_are_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "no_longer_measured", lambda pid: None)
    started: list[subprocess.Popen[bytes]] = []
    stopping = threading.Event()

    def start() -> "subprocess.Popen[bytes]":
        started.append(sleeper())
        return started[-1]

    serving = threading.Thread(target=keep_serving, args=([start, start], stopping))
    serving.start()
    until(lambda: len(started) == 2)
    started[0].kill()
    until(lambda: len(started) == 3)
    assert [process.poll() is None for process in started] == [False, True, True]
    stopping.set()
    serving.join(PATIENCE)
    assert all(process.poll() is not None for process in started)


def test_a_table_that_can_not_be_opened_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "no_longer_measured", lambda pid: None)
    fails = [sys.executable, "-c", f"raise SystemExit({COULD_NOT_OPEN})"]
    with pytest.raises(CouldNotOpen):
        keep_serving([lambda: subprocess.Popen(fails)] * 2, threading.Event())


@pytest.mark.slow
@pytest.mark.postgres
def test_two_processes_serve_one_address(tmp_path: Path, postgres: str) -> None:
    served = Served(tmp_path, postgres, MEZANI_PROCESSES="2")
    try:
        parent = served.process.pid
        until(lambda: len(children(parent)) == 2)
        assert httpx.get(f"{served.address}/", timeout=PATIENCE).status_code == 200
        gone = children(parent)[0]
        os.kill(gone, signal.SIGKILL)
        until(lambda: gone not in children(parent) and len(children(parent)) == 2)
        assert [httpx.get(f"{served.address}/", timeout=PATIENCE).status_code for _ in range(5)] == [200] * 5
        others = children(parent)
    finally:
        served.stop()
    assert served.process.returncode == 0
    assert not any(Path(f"/proc/{process}").exists() for process in others)
