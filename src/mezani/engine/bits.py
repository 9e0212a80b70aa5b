"""Sets of small numbers, 0 to 63, each kept in one 64-bit word.

Compiled modules take the C functions of the same names from `bits.pxd`.
"""

WORD = 0xFFFF_FFFF_FFFF_FFFF  # the set of all 64


def bit(n: int) -> int:
    """The set that holds only `n`."""
    return 1 << n


def count(word: int) -> int:
    """How many numbers the set holds."""
    return word.bit_count()


def lowest(word: int) -> int:
    """The least number of a set that is not empty."""
    return (word & -word).bit_length() - 1


def highest(word: int) -> int:
    """The greatest number of a set that is not empty."""
    return word.bit_length() - 1


def nth(word: int, n: int) -> int:
    """The number of a set that has exactly `n` numbers below it.

    >>> nth(bit(3) | bit(41), 1)
    41
    """
    for _ in range(n):
        word &= word - 1
    return lowest(word)


def members(word: int) -> list[int]:
    """The numbers of the set in rising order.

    >>> members(bit(3) | bit(41))
    [3, 41]
    """
    numbers = []
    while word:
        numbers.append(lowest(word))
        word &= word - 1
    return numbers
