"""The random generator: xoshiro256**, 256 bits of state, the same numbers on every build."""

import cython

if not cython.compiled:
    from mezani.engine.bits import WORD

LAST_SEED = 2**64 - 1
HALF = 0xFFFF_FFFF
GOLDEN = 0x9E37_79B9_7F4A_7C15
MIX_1 = 0xBF58_476D_1CE4_E5B9
MIX_2 = 0x94D0_49BB_1331_11EB


def rotated(word: int, by: int) -> int:
    return ((word << by) | (word >> (64 - by))) & WORD


def mixed(word: int) -> int:
    """The output step of splitmix64, which spreads a seed over a word."""
    word = ((word ^ (word >> 30)) * MIX_1) & WORD
    word = ((word ^ (word >> 27)) * MIX_2) & WORD
    return word ^ (word >> 31)


class Rng:
    """A seeded stream of random numbers.

    >>> rng = Rng(7)
    >>> [rng.below(6) + 1 for _ in range(5)]
    [5, 2, 6, 6, 6]
    """

    def __init__(self, seed: int = 0) -> None:
        if not 0 <= seed <= LAST_SEED:
            raise ValueError(f"a seed is a whole number from 0 to 2**64 - 1, not {seed}")
        self.sow(seed)

    def sow(self, seed: int) -> None:
        """Start anew from a seed."""
        self.a = mixed((seed + GOLDEN) & WORD)
        self.b = mixed((seed + 2 * GOLDEN) & WORD)
        self.c = mixed((seed + 3 * GOLDEN) & WORD)
        self.d = mixed((seed + 4 * GOLDEN) & WORD)

    def word(self) -> int:
        """The next 64 random bits."""
        result = (rotated((self.b * 5) & WORD, 7) * 9) & WORD
        shifted = (self.b << 17) & WORD
        self.c ^= self.a
        self.d ^= self.b
        self.b ^= self.c
        self.a ^= self.d
        self.c ^= shifted
        self.d = rotated(self.d, 45)
        return result

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1, each exactly equally likely."""
        product = (self.word() >> 32) * n
        if product & HALF < n:
            surplus = (HALF + 1) % n
            while product & HALF < surplus:
                product = (self.word() >> 32) * n
        return product >> 32

    def clone(self) -> "Rng":
        """A generator that goes on with the same numbers."""
        other = Rng.__new__(Rng)
        other.a = self.a
        other.b = self.b
        other.c = self.c
        other.d = self.d
        return other

    def __repr__(self) -> str:
        return "Rng()"


if not cython.compiled:

    def below(rng: Rng, n: int) -> int:
        """The same as the method; compiled, without a call."""
        return rng.below(n)
