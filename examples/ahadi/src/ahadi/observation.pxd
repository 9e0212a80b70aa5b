cimport cython
from mezani.engine.bits cimport count
from mezani.engine.buffers cimport byte, place_from, write_number, write_one, write_set
from mezani.engine.state cimport Observer, State

from ahadi.rules cimport Ahadi

cdef enum:
    CARDS = 28
    HANDS = 4
    SEATS = 4

cdef int NONE, SUITS, TRICKS


cdef class AhadiObserver(Observer):
    cdef int write(self, State state, int seat, byte* into) except -1


@cython.locals(players=int, playing=bint, n=int, at=int)
cdef int write_all(Ahadi state, int seat, byte* into) noexcept
@cython.locals(other=int, place=int)
cdef int write_cards(Ahadi state, int seat, byte* into, int at) noexcept
@cython.locals(other=int)
cdef int write_trick(int* trick, int players, int seat, byte* into, int at) noexcept
@cython.locals(other=int, place=int, points=int, hand=int)
cdef int write_results(Ahadi state, int seat, byte* into, int at) noexcept
