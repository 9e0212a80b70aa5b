"""The programs that tests need besides Python: where they are on this machine, and how to get what is missing.

`python -m tests.machine browser postgres` installs Debian's packages where it may, and says so; where it may not, it
names in a line what is missing, and the tests that need it are skipped with that line.
"""

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

NOTHING_MISSING = "MEZANI_TESTS_NEED_ALL"
SERVER_PROGRAMS = "usr/lib/postgresql/*/bin"  # where Debian keeps them, off the path


@dataclass(frozen=True)
class Need:
    """A program that tests run: any of its names will do."""

    names: tuple[str, ...]
    package: str  # of Debian
    why: str


NEEDS = {
    "browser": Need(
        ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"),  # the first is the quickest
        "chromium-headless-shell",
        "the tests of the pages play in Chromium",
    ),
    "postgres": Need(("initdb",), "postgresql", "several servers share their tables over PostgreSQL"),
    "nginx": Need(("nginx",), "nginx-light", "the table is tried behind a proxy with TLS"),
    "openssl": Need(("openssl",), "openssl", "that proxy needs a certificate"),
    "systemd": Need(("systemd-analyze",), "systemd", "the unit for systemd is checked"),
    "firefox": Need(("firefox-esr", "firefox"), "firefox-esr", "every game is tried in Firefox too"),
    "webkit": Need(("WebKitWebDriver",), "webkit2gtk-driver", "every game is tried in WebKit too"),
    "xvfb": Need(("Xvfb",), "xvfb", "WebKit needs a screen, if only one that nobody sees"),
}


def find(need: str, *names: str) -> str | None:
    """The path of a program that is needed (or of another one that comes with it); None if it is missing."""
    debian = [str(folder) for folder in sorted(Path("/").glob(SERVER_PROGRAMS), reverse=True)]
    path = os.pathsep.join([*debian, os.environ.get("PATH", "")])
    return next(filter(None, (shutil.which(name, path=path) for name in names or NEEDS[need].names)), None)


def program(need: str, *names: str) -> str:
    """The path of a program that is there."""
    found = find(need, *names)
    assert found, lack(need)
    return found


def lack(need: str) -> str:
    """What is missing and how to get it, in a line; nothing if it is there."""
    one = NEEDS[need]
    return "" if find(need) else f"{one.names[0]} is missing ({one.why}): apt-get install {one.package}"


def need(name: str) -> None:
    """Skip a test that needs what is missing, with the line that says so; where nothing may be missing, fail."""
    if missing := lack(name):
        (pytest.fail if os.environ.get(NOTHING_MISSING) else pytest.skip)(missing)


def may_install() -> bool:
    """Whether packages can be installed here."""
    return hasattr(os, "getuid") and os.getuid() == 0 and shutil.which("apt-get") is not None


def install(needs: list[str]) -> None:
    """Install what is missing where that is allowed; else say what is missing. The tests run either way."""
    missing = [need for need in needs if lack(need)]
    if missing and may_install():
        packages = [NEEDS[need].package for need in missing]
        for need in missing:
            print(f"Installing Debian's package {NEEDS[need].package}: {NEEDS[need].why}.", flush=True)
        subprocess.run(["apt-get", "update", "-q"], check=False)
        subprocess.run(["apt-get", "install", "-qy", "--no-install-recommends", *packages], check=False)
    for need in missing:
        if still := lack(need):
            print(f"{still}. Tests that need it are skipped.")


if __name__ == "__main__":
    install(sys.argv[1:])
