"""A PostgreSQL of our own for the tests: a private cluster in a temporary folder, on a socket there."""

import os
import shutil
import signal
import subprocess
import tempfile
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
        self._run("initdb", "-U", "mezani", "-A", "trust", "--no-sync")

    @property
    def address(self) -> str:
        return f"postgresql://mezani@/postgres?host={self.folder}"

    @property
    def socket(self) -> Path:
        return self.folder / ".s.PGSQL.5432"

    def start(self) -> None:
        """Start it, after a crash too: it returns when the server answers."""
        fsync = "on" if self.is_safe else "off"
        options = (
            f"-c listen_addresses= -c unix_socket_directories={self.folder} -c fsync={fsync} -c max_connections=50"
        )
        self._run("pg_ctl", "-o", options, "-l", f"{self.folder}/log", "-w", "start")

    def stop(self, mode: str = "immediate") -> None:
        """Stop it; "immediate" is a crash by its own hand, "fast" lets it put everything away."""
        self._run("pg_ctl", "-m", mode, "-w", "stop")

    def kill(self) -> None:
        """SIGKILL for all of its processes: nothing is put away."""
        first = int((self.folder / "data/postmaster.pid").read_text().split()[0])
        for process in (first, *children(first)):
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)

    def _run(self, name: str, *arguments: str) -> None:
        command = [program("postgres", name), "-D", f"{self.folder}/data", *arguments]
        subprocess.run(command, user=self.user, cwd=self.folder, check=True, stdout=subprocess.DEVNULL)


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
