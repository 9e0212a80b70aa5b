"""What hosts deploy with: image, compose, systemd and proxies.

No engine runs containers here. So the steps of the Containerfile are read and run one by one in folders of their own,
with every path of the image in a folder of the test (`Image`): the wheel is built of what `COPY` would copy, installed
in an environment as the image has it, and the image's own command serves until its own health check passes. What
installs Debian's packages or makes the user is left out. What compose.yaml names is looked up where it must be.
nginx stands before two real servers in `tests/web/test_behind_nginx.py`.
"""

import fnmatch
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import pytest
import yaml

from mezani.web.settings import Settings, read_settings
from tests.machine import need, program
from tests.test_packaging import PLAIN, ROOT, tracked
from tests.web.browsing import free_port

DEPLOY = ROOT / "deploy"
OF_THE_IMAGE = ("/source", "/build", "/wheels", "/opt/mezani", "/var/lib/mezani")
LEFT_OUT = ("apt-get", "useradd")
SETTINGS = {f"MEZANI_{field.name.upper()}" for field in fields(Settings)}


# The image


def steps() -> list[tuple[str, str]]:
    """The instructions of the Containerfile with what they say."""
    lines = (DEPLOY / "Containerfile").read_text("utf-8").replace("\\\n", "").splitlines()
    return [(line.split()[0], line.partition(" ")[2]) for line in lines if line.strip() and not line.startswith("#")]


def last(name: str) -> str:
    return next(text for instruction, text in reversed(steps()) if instruction == name)


def is_ignored(path: str, patterns: list[str]) -> bool:
    """Whether a file is not copied into the image."""
    parts = path.split("/")
    heads = ["/".join(parts[:number]) for number in range(1, len(parts) + 1)]
    return any(
        fnmatch.filter(parts, pattern.removeprefix("**/"))
        if pattern.startswith("**/")
        else fnmatch.filter(heads, pattern)
        for pattern in patterns
    )


@dataclass
class Image:
    """The image as folders on this machine."""

    root: Path
    environment: dict[str, str]
    folder: Path

    def here(self, text: str) -> str:
        """A command with the paths of the image in the folder of this test."""
        for path in OF_THE_IMAGE:
            text = re.sub(rf"(?<![\w/]){path}(?=[/\s\"':]|$)", f"{self.root}{path}", text)
        return text

    def run(self, instruction: str, text: str) -> None:
        """Do a step."""
        if instruction == "RUN" and not text.startswith(LEFT_OUT):
            command = re.sub(r"^python ", f"{shlex.quote(sys.executable)} ", self.here(text))
            done = subprocess.run(
                command, shell=True, cwd=self.folder, env=self.environment, capture_output=True, text=True, check=False
            )
            assert done.returncode == 0, f"{text}\n{done.stdout[-3000:]}{done.stderr[-3000:]}"
        elif instruction == "WORKDIR":
            self.folder = Path(self.here(text))
            self.folder.mkdir(parents=True, exist_ok=True)
        elif instruction == "COPY" and text == ". .":
            self.copy_project()
        elif instruction == "ENV":
            for name, value in (pair.split("=", 1) for pair in shlex.split(text)):
                self.environment[name] = value.replace("$PATH", self.environment["PATH"])

    def copy_project(self) -> None:
        patterns = (ROOT / ".dockerignore").read_text("utf-8").split()
        for name in sorted(tracked()):
            if not is_ignored(name, patterns):
                (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / name, self.folder / name)


@pytest.mark.packaging
def test_the_steps_of_the_containerfile_lead_to_a_server_that_is_healthy(tmp_path: Path) -> None:
    image = Image(tmp_path, dict(PLAIN), tmp_path)
    for instruction, text in steps():
        image.run(instruction, text)
    port = str(free_port())
    database = f"sqlite:///{tmp_path}/var/lib/mezani/mezani.db"
    environment = {**image.environment, "MEZANI_PORT": port, "MEZANI_DATABASE": database, "MEZANI_ADDRESS": "127.0.0.1"}
    environment |= {"PATH": image.here(environment["PATH"]), "HOME": image.here(environment["HOME"])}
    command = json.loads(last("ENTRYPOINT")) + json.loads(last("CMD"))
    kind, _, asked = last("HEALTHCHECK").partition("CMD ")
    assert "--interval" in kind
    health = [part.replace("8484", port) for part in json.loads(asked)]
    with subprocess.Popen(command, cwd=image.folder, env=environment) as server:
        try:
            end = time.monotonic() + 60
            while subprocess.run(health, env=environment, capture_output=True, check=False).returncode:
                assert server.poll() is None
                assert time.monotonic() < end, "it is not healthy"
                time.sleep(0.2)
            version = subprocess.run(
                ["mezani", "--version"], env=environment, capture_output=True, text=True, check=True
            )
            assert "compiled" in version.stdout
        finally:
            server.terminate()
            assert server.wait(20) in (0, -15, 143)


def test_the_image_runs_as_a_user_of_its_own_and_copies_what_it_needs() -> None:
    assert last("USER") == "mezani"
    made = [text for instruction, text in steps() if instruction == "RUN" and "useradd" in text]
    assert len(made) == 1
    assert "--uid 10001" in made[0]
    images = {text.split()[0] for instruction, text in steps() if instruction == "FROM"}
    assert len(images) == 1, "what was built runs on what it was built on"
    patterns = (ROOT / ".dockerignore").read_text("utf-8").split()
    for name in ("src/mezani/cli.py", "setup.py", "pyproject.toml", "README.md", "LICENSE", "MANIFEST.in"):
        assert not is_ignored(name, patterns)
    for name in (".git/config", ".venv/bin/python", "src/mezani/engine/rng.c", "src/mezani/engine/__pycache__/a.pyc"):
        assert is_ignored(name, patterns)
    settings = {
        name for instruction, text in steps() if instruction == "ENV" for name in re.findall(r"MEZANI_\w+", text)
    }
    assert settings <= SETTINGS


# Compose


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))
    return found


def test_compose_starts_a_database_two_servers_and_a_proxy(compose: dict[str, Any]) -> None:
    assert set(compose["services"]) == {"proxy", "one", "two", "database"}
    assert compose["services"]["one"] == compose["services"]["two"]
    for service in compose["services"].values():
        assert set(service["networks"]) <= set(compose["networks"])
        volumes = {volume.partition(":")[0] for volume in service["volumes"]}
        assert {name for name in volumes if not name.startswith(".")} <= set(compose["volumes"])
        assert all((DEPLOY / name).is_file() for name in volumes if name.startswith("."))
    assert "ports" not in compose["services"]["one"]
    assert "ports" not in compose["services"]["database"]
    build = compose["services"]["one"]["build"]
    assert (DEPLOY / build["context"] / build["dockerfile"]).is_file()


def test_the_settings_of_compose_are_settings_that_fit_together(compose: dict[str, Any]) -> None:
    server, database = compose["services"]["one"], compose["services"]["database"]
    given = {"ADDRESS": "games.example.org", "DATABASE_PASSWORD": "secret"}
    environment = {
        name: re.sub(r"\$\{(\w+)[^}]*\}", lambda found: given[found[1]], value)
        for name, value in server["environment"].items()
    }
    assert set(environment) <= SETTINGS
    settings = read_settings({"MEZANI_SETTINGS": os.devnull, **environment})
    assert settings.database == "postgresql://mezani:secret@database/mezani"
    assert database["environment"]["POSTGRES_USER"] == database["environment"]["POSTGRES_DB"] == "mezani"
    assert settings.public_address == "https://games.example.org"
    assert settings.trusted_proxies == (compose["networks"]["inside"]["ipam"]["config"][0]["subnet"],)
    assert server["volumes"] == [f"kept:{last('VOLUME')}"]
    assert settings.backup_folder.startswith(last("VOLUME"))


# Proxies and systemd


def test_caddy_passes_on_to_the_servers_of_compose(compose: dict[str, Any]) -> None:
    caddy = (DEPLOY / "Caddyfile").read_text("utf-8")
    upstream = re.search(r"reverse_proxy (.*) \{", caddy)
    assert upstream
    assert upstream[1].split() == [f"{name}:{last('EXPOSE')}" for name in ("one", "two")]
    assert set(re.findall(r"\{\$(\w+)\}", caddy)) == set(compose["services"]["proxy"]["environment"])
    if found := shutil.which("caddy"):
        command = [found, "validate", "--adapter", "caddyfile", "--config", str(DEPLOY / "Caddyfile")]
        subprocess.run(command, env={**PLAIN, "ADDRESS": "games.example.org"}, check=True, capture_output=True)


def test_the_unit_of_systemd_is_right_and_hardened(tmp_path: Path) -> None:
    need("systemd")
    text = (DEPLOY / "mezani@.service").read_text("utf-8")
    assert set(re.findall(r"MEZANI_\w+", text)) - {"MEZANI_SETTINGS"} <= SETTINGS
    unit = tmp_path / "mezani@8484.service"
    unit.write_text(text.replace("/opt/mezani/bin/mezani", sys.executable), "utf-8")
    analyze = [program("systemd"), "--no-pager"]
    verified = subprocess.run([*analyze, "verify", str(unit)], capture_output=True, text=True, check=False)
    assert (verified.returncode, verified.stderr) == (0, "")
    exposed = [*analyze, "security", "--offline=yes", "--threshold=15", str(unit)]
    found = subprocess.run(exposed, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stdout[-500:]


def test_the_settings_for_systemd_can_be_read() -> None:
    settings = read_settings({"MEZANI_SETTINGS": str(DEPLOY / "mezani.toml")})
    assert settings.database == "sqlite:////var/lib/mezani/mezani.db"
