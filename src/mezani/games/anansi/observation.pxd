cimport cython
from mezani.engine.bits cimport bit, count, lowest, word64
from mezani.engine.buffers cimport byte, place_from, write_number, write_one, write_set
from mezani.engine.state cimport Observer, State
from mezani.games.anansi.rules cimport Anansi

cdef enum:  # as in actions.py
    NONE = -1
    SUITS = 3
    CARDS = 42
    ROUNDS = 3
    SEATS = 5

cdef word64 ALL_CARDS


cdef class AnansiObserver(Observer):
    cdef int write(self, State state, int seat, byte* into) except -1


@cython.locals(players=int, place=int, at=int)
cdef int write_all(Anansi state, int seat, byte* into) noexcept
@cython.locals(elsewhere=word64, other=int, place=int)
cdef int write_cards(Anansi state, int seat, byte* into, int at) noexcept
@cython.locals(other=int, place=int)
cdef int write_trick(
    int* trick, word64* laid, int* gained, int players, int seat, byte* into, int at
) noexcept
@cython.locals(other=int, place=int, past=int)
cdef int write_results(Anansi state, int seat, byte* into, int at) noexcept
