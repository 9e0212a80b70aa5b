cimport cython
from mezani.engine.bits cimport count, word64
from mezani.engine.buffers cimport byte, place_from, write_number, write_one, write_set
from mezani.engine.state cimport Observer, State
from mezani.games.anne.rules cimport Anne

cdef enum:  # as in actions.py
    NONE = -1
    SEATS = 4
    SUITS = 4
    HANDS = 4
    CARDS = 48
    TWELVE = 0xFFF
    PREDICTING = 0


cdef class AnneObserver(Observer):
    cdef int write(self, State state, int seat, byte* into) except -1


@cython.locals(players=int, playing=bint, at=int)
cdef int write_all(Anne state, int seat, byte* into) noexcept
@cython.locals(place=int, suit=int, n=int, hand=word64)
cdef int write_cards(Anne state, int seat, byte* into, int at) noexcept
@cython.locals(other=int)
cdef int write_trick(int* trick, int players, int seat, byte* into, int at) noexcept
@cython.locals(other=int, place=int)
cdef int write_predictions(Anne state, int seat, byte* into, int at) noexcept
@cython.locals(other=int, place=int, points=int, suit=int, hand=int)
cdef int write_results(Anne state, int seat, byte* into, int at) noexcept
