"""A PostgreSQL of our own for the tests: a private cluster in a temporary folder, on a socket there."""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.machine import program
from tests.processes import children


class Cluster:
    """A server that can be stopped, crashed and started again. It refuses to run as root."""

    def __init__(self, is_safe: bool = False) -> None:
        self.is_safe = is_safe  # whether what it has stored outlasts a crash
        self.user = "postgres" if os.getuid() == 0 else None
        self.folder = Path(tempfile.mkdtemp(prefix="mezani-postgres-"))
        if self.user:
            shutil.chown(self.folder, self.user)
        command = [
            program("postgres", "initdb"),
            "-D",
            f"{self.folder}/data",
            "-U",
            "mezani",
            "-A",
            "trust",
            "--no-sync",
        ]
        subprocess.run(command, user=self.user, cwd=self.folder, check=True, stdout=subprocess.DEVNULL)

    @property
    def address(self) -> str:
        return f"postgresql://mezani@/postgres?host={self.folder}"

    @property
    def socket(self) -> Path:
        return self.folder / ".s.PGSQL.5432"

    def start(self) -> None:
        """Start it, after a crash too: it returns when the server answers."""
        settings = {
            "listen_addresses": "",
            "unix_socket_directories": self.folder,
            "fsync": "on" if self.is_safe else "off",
            "max_connections": 50,
        }
        command = [program("postgres", "postgres"), "-D", f"{self.folder}/data"]
        command += [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
        with (self.folder / "log").open("a") as log:
            self.process = subprocess.Popen(command, user=self.user, cwd=self.folder, stdout=log, stderr=log)
        while subprocess.run([program("postgres", "pg_isready"), "-q", "-h", self.folder], check=False).returncode:
            assert self.process.poll() is None, (self.folder / "log").read_text()
            time.sleep(0.02)

    def stop(self, mode: signal.Signals = signal.SIGQUIT) -> None:
        """Stop it; SIGQUIT is a crash by its own hand, SIGINT lets it put everything away."""
        self.process.send_signal(mode)
        self.process.wait(60)

    def kill(self) -> None:
        """SIGKILL for all of its processes, and it begins no other meanwhile: nothing is put away."""
        self.process.send_signal(signal.SIGSTOP)
        processes = children(self.process.pid)
        for process in processes:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        self.process.kill()
        self.process.wait(60)
        while any(Path(f"/proc/{process}").exists() for process in processes):
            time.sleep(0.01)


@contextmanager
def own_cluster(is_safe: bool = False) -> Iterator[Cluster]:
    """A fresh cluster that runs, as long as it is needed."""
    cluster = Cluster(is_safe)
    try:
        cluster.start()
        try:
            yield cluster
        finally:
            cluster.stop()
    finally:
        shutil.rmtree(cluster.folder, ignore_errors=True)


@contextmanager
def cluster() -> Iterator[str]:
    """The address of a fresh server, as long as it is needed."""
    with own_cluster() as fresh:
        yield fresh.address
