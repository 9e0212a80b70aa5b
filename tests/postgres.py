"""A PostgreSQL of our own for the tests: a private cluster in a temporary folder, on a socket there."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.machine import program


def restart(address: str) -> None:
    """Let a server of ours crash and come back; `address` is any of its databases."""
    folder = address.rpartition("host=")[2]
    command = (program("postgres", "pg_ctl"), "-D", f"{folder}/data", "-l", f"{folder}/log", "-m", "immediate", "-w")
    user = "postgres" if os.getuid() == 0 else None
    subprocess.run([*command, "restart"], user=user, cwd=folder, check=True, stdout=subprocess.DEVNULL)


@contextmanager
def cluster() -> Iterator[str]:
    """The address of a fresh server, as long as it is needed. The server itself refuses to run as root."""
    user = "postgres" if os.getuid() == 0 else None
    folder = Path(tempfile.mkdtemp(prefix="mezani-postgres-"))
    if user:
        shutil.chown(folder, user)

    def run(*command: str) -> None:
        subprocess.run(command, user=user, cwd=folder, check=True, stdout=subprocess.DEVNULL)

    try:
        run(program("postgres", "initdb"), "-D", f"{folder}/data", "-U", "mezani", "-A", "trust", "--no-sync")
        options = f"-c listen_addresses= -c unix_socket_directories={folder} -c fsync=off -c max_connections=50"
        run(program("postgres", "pg_ctl"), "-D", f"{folder}/data", "-o", options, "-l", f"{folder}/log", "-w", "start")
        try:
            yield f"postgresql://mezani@/postgres?host={folder}"
        finally:
            run(program("postgres", "pg_ctl"), "-D", f"{folder}/data", "-m", "immediate", "-w", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
