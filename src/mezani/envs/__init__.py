"""Games as environments for programs that learn: batches of them, and the interfaces of other libraries."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mezani.envs.batch import Batch
    from mezani.envs.gymnasium import SeatEnv
    from mezani.envs.pettingzoo import aec, parallel, raw_aec

OFFERED = {  # by the module that has them: what is not asked for is not imported, and needs no library
    "Batch": "batch",
    "aec": "pettingzoo",
    "parallel": "pettingzoo",
    "raw_aec": "pettingzoo",
    "SeatEnv": "gymnasium",
}
__all__ = ["Batch", "SeatEnv", "aec", "parallel", "raw_aec"]


def __getattr__(name: str) -> Any:
    if name not in OFFERED:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        return getattr(import_module(f"{__name__}.{OFFERED[name]}"), name)
    except ModuleNotFoundError as problem:
        if (problem.name or "").startswith("mezani"):
            raise
        needed = f"{name} needs {problem.name}, which is not installed"
        raise ImportError(f"{needed}: pip install 'mezani[envs]'") from problem
