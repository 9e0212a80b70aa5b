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
