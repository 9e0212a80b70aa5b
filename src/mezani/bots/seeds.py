"""Seeds that don't tell what they were made of: a generator can be run backwards, a hash can't."""

from hashlib import blake2b


def one_way_seed(purpose: str, *parts: int | str) -> int:
    """The seed for a purpose; whoever has it can't work out the parts, nor the seeds for other purposes.

    >>> one_way_seed("deal", 7) == one_way_seed("deal", 7) != one_way_seed("worlds", 7)
    True
    """
    return int.from_bytes(blake2b(repr((purpose, *parts)).encode(), digest_size=8).digest())
