"""A PostgreSQL of our own for the tests: a private cluster in a temporary folder, on a socket there."""

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

SERVER_PROGRAMS = "/usr/lib/postgresql/*/bin"  # where Debian keeps them, off the path


def program(name: str) -> str:
    """The path of a program of PostgreSQL's server."""
    debian = [str(folder) for folder in sorted(Path("/").glob(SERVER_PROGRAMS[1:]), reverse=True)]
    found = shutil.which(name, path=os.pathsep.join([*debian, os.environ.get("PATH", "")]))
    assert found, "PostgreSQL is missing: `make test` installs it where it may, else install the package postgresql"
    return found


@contextmanager
def cluster() -> Iterator[str]:
    """The address of a fresh server, as long as it is needed. The server itself refuses to run as root."""
    user = "postgres" if os.getuid() == 0 else None
    folder = Path(tempfile.mkdtemp(prefix="mezani-postgres-"))
    if user:
        os.chown(folder, pwd.getpwnam(user).pw_uid, -1)

    def run(*command: str) -> None:
        subprocess.run(command, user=user, cwd=folder, check=True, stdout=subprocess.DEVNULL)

    try:
        run(program("initdb"), "-D", f"{folder}/data", "-U", "mezani", "-A", "trust", "--no-sync")
        options = f"-c listen_addresses= -c unix_socket_directories={folder} -c fsync=off -c max_connections=50"
        run(program("pg_ctl"), "-D", f"{folder}/data", "-o", options, "-l", f"{folder}/log", "-w", "start")
        try:
            yield f"postgresql://mezani@/postgres?host={folder}"
        finally:
            run(program("pg_ctl"), "-D", f"{folder}/data", "-m", "immediate", "-w", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
