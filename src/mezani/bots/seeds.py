"""Seeds that don't tell what they were made of: a generator can be run backwards, a hash can't."""

import struct
from hashlib import blake2b


def one_way_seed(purpose: str, *parts: int | str) -> int:
    """The seed for a purpose; whoever has it can't work out the parts, nor the seeds for other purposes.

    >>> one_way_seed("deal", 7) == one_way_seed("deal", 7) != one_way_seed("worlds", 7)
    True
    """
    return one_way_seeds(1, purpose, *parts)[0]


def one_way_seeds(count: int, purpose: str, *parts: int | str) -> tuple[int, ...]:
    """Several seeds, none of which tells anything of the others."""
    digest = blake2b(repr((purpose, *parts)).encode(), digest_size=8 * count).digest()
    return struct.unpack(f">{count}Q", digest)
