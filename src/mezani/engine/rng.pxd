cimport cython
from mezani.engine.bits cimport WORD, word64

cdef word64 HALF, GOLDEN, MIX_1, MIX_2

cdef word64 rotated(word64 word, int by) noexcept
cdef word64 mixed(word64 word) noexcept


@cython.final
cdef class Rng:
    cdef public word64 a, b, c, d

    cpdef void sow(self, word64 seed) noexcept
    @cython.locals(result=word64, shifted=word64)
    cpdef word64 word(self) noexcept
    @cython.locals(product=word64, surplus=word64)
    cpdef int below(self, word64 n) noexcept
    @cython.locals(other=Rng)
    cpdef Rng clone(self)


# Rng.below for hot loops, a copy that the C compiler can put into them; a call takes as long as all the rest

cdef inline word64 next_word(Rng rng) noexcept:
    cdef word64 fives = rng.b * 5
    cdef word64 shifted = rng.b << 17
    rng.c ^= rng.a
    rng.d ^= rng.b
    rng.b ^= rng.c
    rng.a ^= rng.d
    rng.c ^= shifted
    rng.d = rng.d << 45 | rng.d >> 19
    return (fives << 7 | fives >> 57) * 9


cdef inline int below(Rng rng, word64 n) noexcept:
    cdef word64 product = (next_word(rng) >> 32) * n
    cdef word64 surplus
    if <unsigned int> product < n:
        surplus = (<word64> 1 << 32) % n
        while <unsigned int> product < surplus:
            product = (next_word(rng) >> 32) * n
    return <int> (product >> 32)
