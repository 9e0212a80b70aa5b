cimport cython
from libc.math cimport exp, log

from mezani.engine.net cimport Net
from mezani.engine.rng cimport Rng
from mezani.engine.state cimport Choices, State

cdef double FOR_MARGIN


cdef class Knowledge:
    cdef public double[5] values  # MOST_SEATS
    cdef double[4096] weights  # MOST_CHOICES
    cdef public Net value, moves
    cdef public double exploration, doubt, seconds, sureness, certainty, optimism
    cdef public int slip, horizon, glance, thought
    cdef public bint weighs, is_open

    cpdef begin(self, State state)
    cpdef imagine(self, State state, int seat, Rng rng)
    cpdef int choose(self, State state, Rng rng) except -1
    @cython.locals(k=int)
    cpdef weigh(self, State state, Choices choices)
    @cython.locals(left=double, k=int)
    cpdef int whim(self, State state, Choices choices, Rng rng) except -1
    cpdef bint is_settled(self, State state) except -1
    cpdef bint is_quiet(self, State state) except -1
    @cython.locals(seat=int)
    cpdef evaluate(self, State state)
    cpdef list describe(self, State state)
    cpdef tuple describe_moves(self, State state)
    @cython.locals(odds=double)
    cpdef double sobered(self, double prospect)
    @cython.locals(best=double, whole=double, seat=int)
    cdef void points_to_chances(self, int players, double scale) noexcept
    @cython.locals(best=double, winners=int, wins=int[5], seat=int)
    cdef void points_to_victory(self, int players, double scale) noexcept
    @cython.locals(best=double, whole=double, k=int)
    cdef void promises_to_weights(self, int count, double scale) noexcept
    @cython.locals(k=int)
    cpdef give_weights(self, list weights)
    @cython.locals(seat=int)
    cpdef give_values(self, list values)
