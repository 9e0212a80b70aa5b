"""The host's settings, and how serving begins."""

import os
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from mezani.web.addresses import addresses
from mezani.web.serve import CannotServe, listen
from mezani.web.settings import Settings, WrongSetting, read_settings

pytestmark = pytest.mark.slow

SERVE = "import sys; from mezani.web.serve import serve; serve(port=int(sys.argv[1]), database=sys.argv[2])"


@pytest.fixture(autouse=True)
def no_settings_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


def test_the_environment_goes_before_the_file_and_arguments_before_both(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text('port = 9001\naddress = "0.0.0.0"\nbot_pause = 0.1\nbrowser = false\n')
    environment = {"MEZANI_SETTINGS": str(file), "MEZANI_PORT": "9002"}
    settings = read_settings(environment)
    assert (settings.port, settings.address, settings.bot_pause, settings.browser) == (9002, "0.0.0.0", 0.1, False)
    assert read_settings(environment, port=9003).port == 9003


def test_without_settings_the_tables_are_in_the_users_data_folder(tmp_path: Path) -> None:
    settings = read_settings({})
    assert settings.address == "127.0.0.1"
    assert settings.database_address == f"sqlite:///{tmp_path}/data/mezani/mezani.db"


@pytest.mark.parametrize(
    ("environment", "message"),
    [
        ({"MEZANI_PORT": "many"}, "MEZANI_PORT must be a whole number, not 'many'"),
        ({"MEZANI_PORT": "70000"}, "port must be from 0 to 65535"),
        ({"MEZANI_DATABASE": "mysql://x"}, "write sqlite:///file.db or postgresql://"),
        ({"MEZANI_SECRET": "short"}, "at least 16 characters"),
        ({"MEZANI_BROWSER": "perhaps"}, "MEZANI_BROWSER must be 1 or 0"),
        ({"MEZANI_BOT_PAUSE": "-1"}, "bot_pause must not be less than 0"),
        ({"MEZANI_SETTINGS": "/nonexistent/mezani.toml"}, "which is not there"),
    ],
)
def test_a_wrong_setting_is_named(environment: dict[str, str], message: str) -> None:
    with pytest.raises(WrongSetting, match=message):
        read_settings(environment)


@pytest.mark.parametrize(
    ("text", "message"),
    [("port = ?", "line 1"), ("ports = 1", "no setting 'ports': there are address"), ('port = "x"', "port in .* must")],
)
def test_a_wrong_settings_file_is_named(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "table.toml"
    file.write_text(text)
    with pytest.raises(WrongSetting, match=message):
        read_settings({"MEZANI_SETTINGS": str(file)})


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
