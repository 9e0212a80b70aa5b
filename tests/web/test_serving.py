"""How serving begins and ends."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

from mezani.web.addresses import addresses
from mezani.web.serve import CannotServe, listen
from mezani.web.settings import Settings

pytestmark = pytest.mark.slow

SERVE = "import sys; from mezani.web.serve import serve; serve(port=int(sys.argv[1]), database=sys.argv[2])"


@pytest.fixture(autouse=True)
def no_settings_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


def test_a_busy_port_is_named() -> None:
    with socket.create_server(("127.0.0.1", 0)) as busy:
        port = busy.getsockname()[1]
        with pytest.raises(CannotServe, match=f"Port {port} is in use.*--port {port + 1}"):
            listen(Settings(port=port))


def test_it_is_said_where_the_table_is() -> None:
    assert addresses("127.0.0.1", 8484) == ["http://127.0.0.1:8484/"]
    assert addresses("0.0.0.0", 80)[0] == "http://127.0.0.1:80/"
    assert addresses("::1", 80) == ["http://[::1]:80/"]
    assert addresses("table.example", 80) == ["http://table.example:80/"]


def test_the_served_table_is_where_it_says(tmp_path: Path) -> None:
    command = [sys.executable, "-c", SERVE, "0", f"sqlite:///{tmp_path}/t.db"]
    environment = {**os.environ, "MEZANI_BROWSER": "0"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as serving:
        assert serving.stdout
        address = serving.stdout.readline().removeprefix("The table is at ").strip()
        try:
            with urllib.request.urlopen(address, timeout=20) as answer:
                assert b"Mezani" in answer.read()
        finally:
            serving.terminate()
    assert serving.returncode in (0, -15, 143)


def test_whoever_stops_it_while_it_begins_is_heard(tmp_path: Path) -> None:
    command = [sys.executable, "-c", SERVE, "0", f"sqlite:///{tmp_path}/t.db"]
    environment = {**os.environ, "MEZANI_BROWSER": "0"}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    ) as serving:
        assert serving.stdout
        assert any("Ctrl+C" in line for line in iter(serving.stdout.readline, ""))
        time.sleep(0.05)  # it is making its pages
        serving.send_signal(signal.SIGINT)
        _, complaints = serving.communicate(timeout=20)
    assert (serving.returncode, complaints) == (0, "")
