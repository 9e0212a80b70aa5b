cimport cython
from libc.math cimport log, sqrt

from mezani.engine.knowledge cimport Knowledge
from mezani.engine.rng cimport Rng
from mezani.engine.state cimport Choices, State

cdef int ROOT, NONE, DEEPEST, BETWEEN_LOOKS, NOT_PROVEN, ANY
cdef double[4096] LOGS


@cython.final
cdef class Search:
    cdef public State root
    cdef public int seat, depth, count, capacity, top, since, opening
    cdef public Knowledge knowledge
    cdef Rng rng
    cdef Choices choices
    cdef int[4096] found, path
    cdef int[::1] key, first, next, visits, available, proven
    cdef double[::1] total, weight
    cdef double[5] prospects  # MOST_SEATS

    @cython.locals(start=double, spent=double, done=int, most=int, left=int)
    cpdef int think(self, int iterations=?, double seconds=?) except -1
    @cython.locals(world=State, node=int, k=int, action=int, is_end=bint)
    cdef iterate(self)
    @cython.locals(known=int, child=int, k=int, key=int)
    cdef int match(self, int node, int seat) noexcept
    @cython.locals(known=int, k=int, child=int, chosen=int, best=double, promise=double)
    cdef int follow_bounds(self, int node, State world) except -1
    @cython.locals(k=int)
    cdef inline int untried(self, int n) noexcept
    @cython.locals(share=double)
    cdef inline double upper_bound(self, int child) noexcept
    cdef inline double log_of(self, int n) noexcept
    @cython.locals(
        tried=int, k=int, child=int, chosen=int, seen=double, whole=double, unseen=double, zeal=double, best=double,
        promise=double,
    )
    cdef int follow_weights(self, int node, State world) except -1
    @cython.locals(visits=int, prospect=double)
    cdef inline double guided(self, int child, int seat, double unseen, double zeal) noexcept
    @cython.locals(before=int, k=int, key=int)
    cdef expand(self, int node, State world)
    @cython.locals(child=int, after=int)
    cdef int grow(self, int node, int before, int key, double weight) noexcept
    cdef void clear(self, int node) noexcept
    @cython.locals(left=int, slip=int)
    cdef play_on(self, State world)
    @cython.locals(seat=int, step=int, node=int)
    cdef void credit(self) noexcept
    @cython.locals(winner=int, step=int, node=int, before=int)
    cdef void prove(self) noexcept
    @cython.locals(seat=int)
    cdef int sole_winner(self) noexcept
    @cython.locals(child=int)
    cdef bint all_proven(self, int node, int winner) noexcept
    @cython.locals(seat=int)
    cdef void recall(self, int node) noexcept
    cpdef int known(self) noexcept
    @cython.locals(first=int, second=int, child=int, visits=int)
    cdef int lead(self) noexcept
    @cython.locals(best=int, child=int)
    cpdef int best(self) except -1
    cdef bint is_better(self, int child, int other) noexcept
    @cython.locals(known=int, seat=int, found=list)
    cpdef list chances(self)
    @cython.locals(_=int)
    cpdef list chances_after(self, int action, int iterations)
    @cython.locals(seat=int)
    cdef void forget_chances(self) noexcept
    @cython.locals(known=int, child=int)
    cpdef bint follow(self, int action) except -1


@cython.locals(n=int)
cdef void fill_logs() noexcept
