"""The limit of the machine: games that were written by hand in C, compiled for this processor by its C compiler."""

import ctypes
import subprocess
import sysconfig
from collections.abc import Callable
from pathlib import Path

FOLDER = Path("build/bench")
GAMES = 200


def playouts(name: str, players: int, *flags: str) -> Callable[[], int]:
    """Random games of `benchmarks/NAME.c`, compiled with some more flags; they count decisions."""
    source = Path(__file__).with_name(f"{name}.c")
    library = FOLDER / f"{name}{''.join(flags)}.so"
    library.parent.mkdir(parents=True, exist_ok=True)
    compiler = (sysconfig.get_config_var("CC") or "cc").split()
    options = ["-O3", "-march=native", "-shared", "-fPIC", *flags]
    subprocess.run([*compiler, *options, str(source), "-o", str(library)], check=True)
    play_games = ctypes.CDLL(str(library.resolve())).play_games
    play_games.argtypes = [ctypes.c_int, ctypes.c_uint32, ctypes.c_int64, ctypes.POINTER(ctypes.c_int64)]
    play_games.restype = ctypes.c_int64
    scores = ctypes.c_int64()
    return lambda: int(play_games(players, 12345, GAMES, ctypes.byref(scores)))
