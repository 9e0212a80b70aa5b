"""What /proc tells of the processes that tests start."""

import re
from pathlib import Path


def children(process: int) -> list[int]:
    """The processes that a process has started."""
    found = []
    for thread in Path(f"/proc/{process}/task").iterdir():
        found += [int(child) for child in (thread / "children").read_text().split()]
    return found


def memory(process: int, what: str = "VmRSS") -> float:
    """The memory that a process uses, in MB; VmHWM: the most that it has used."""
    found = re.search(rf"{what}:\s+(\d+) kB", Path(f"/proc/{process}/status").read_text())
    return int(found[1]) / 1000 if found else 0.0


def command_line(process: int) -> str:
    """How a process was called."""
    return Path(f"/proc/{process}/cmdline").read_bytes().replace(b"\0", b" ").decode()
