cimport cython
from libc.math cimport log, sqrt

from mezani.engine.knowledge cimport Knowledge
from mezani.engine.rng cimport Rng
from mezani.engine.state cimport Choices, State

cdef int ROOT, NONE, DEEPEST, BETWEEN_LOOKS
cdef double[4096] LOGS


@cython.final
cdef class Search:
    cdef public State root
    cdef public int seat, depth, count, capacity
    cdef public Knowledge knowledge
    cdef Rng rng
    cdef Choices choices
    cdef int[4096] found, path
    cdef int[::1] key, first, next, visits, available
    cdef double[::1] total, weight

    @cython.locals(start=double, spent=double, done=int, most=int, left=int)
    cpdef int think(self, int iterations=?, double seconds=?) except -1
    @cython.locals(world=State, node=int, after=int, k=int, action=int, is_new=bint)
    cdef iterate(self)
    @cython.locals(child=int, k=int, key=int)
    cdef void match(self, int node, int seat) noexcept
    @cython.locals(known=int, k=int, child=int, chosen=int, best=double, promise=double)
    cdef int select(self, int node, State world) except -1
    cdef inline double breadth_of(self, int node) noexcept
    @cython.locals(k=int, chosen=int, best=double)
    cdef int new_choice(self, State world, int known) except -1
    @cython.locals(k=int)
    cdef inline int untried(self, int n) noexcept
    @cython.locals(share=double, known=double)
    cdef inline double promise(self, int child) noexcept
    cdef inline double log_of(self, int n) noexcept
    @cython.locals(child=int, key=int, before=int, after=int)
    cdef int grow(self, int node, int action, int seat, int k) noexcept
    @cython.locals(left=int, slip=int)
    cdef play_on(self, State world)
    @cython.locals(step=int, node=int)
    cdef void credit(self) noexcept
    @cython.locals(first=int, second=int, child=int, visits=int)
    cdef int lead(self) noexcept
    @cython.locals(best=int, child=int)
    cpdef int best(self) except -1


@cython.locals(n=int)
cdef void fill_logs() noexcept
