cimport cython

from mezani.engine.knowledge cimport Knowledge
from mezani.engine.rng cimport Rng, word64
from mezani.engine.state cimport State

cdef int NOBODY


@cython.final
cdef class Judge:
    cdef public Knowledge knowledge
    cdef public Rng rng
    cdef public int slip
    cdef double[5] sums  # MOST_SEATS

    cpdef list chances(self, State state, int times=?)
    cpdef list chances_for(self, State state, int seat, int times=?)
    @cython.locals(world=State, _=int)
    cdef list judged(self, State state, int seat, int times)
    @cython.locals(world=State, _=int, chance=word64, usual=int)
    cpdef list gains(self, State state, int action, int times)
    cdef continue_with(self, State world, int action, word64 chance)
    @cython.locals(left=int)
    cdef play_on(self, State world, Rng rng)
    cdef int next_move(self, State world, Rng rng) except -1
    @cython.locals(seat=int)
    cdef void clear(self) noexcept
    @cython.locals(seat=int)
    cdef void add(self, int players, double sign) noexcept
    @cython.locals(seat=int, found=list)
    cdef list mean(self, int players, int times)
