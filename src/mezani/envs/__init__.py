"""Games as environments for programs that learn: batches of them, and the interfaces of other libraries."""

try:
    import numpy  # noqa: F401
except ImportError as problem:
    raise ImportError("mezani.envs needs NumPy, which is not installed: pip install 'mezani[envs]'") from problem

from mezani.envs.batch import Batch

__all__ = ["Batch"]
