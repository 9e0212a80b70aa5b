cimport cython
from mezani.engine.bits cimport bit, lowest, word64
from mezani.engine.buffers cimport byte, place_from, write_number, write_one
from mezani.engine.state cimport Observer, State
from mezani.games.asante.market cimport MOST_KINDS, MOST_PLACE_KINDS, NONE, SLOTS, TOKENS, WARES
from mezani.games.asante.rules cimport Asante

cdef enum:  # as in constants.py
    SEATS = 2
    MOST_CARDS = 128
    MOST_LOOKED = 8
    MOST_PLACES = 32
    DRAWING = 4
    KEEPING = 5
    PLACING = 8
    PACKING = 9
    DISCARDING = 23
    TRAMPLED = 34
    ASKED = 33

cdef word64 SHOWN_STEPS, COUNTED_STEPS, CHOOSING_STEPS


cdef class AsanteObserver(Observer):
    cdef int write(self, State state, int seat, byte* into) except -1


cdef int write_all(Asante state, int seat, byte* into) noexcept
cdef int write_turn(Asante state, int seat, byte* into) noexcept
@cython.locals(step=int)
cdef int left(Asante state) noexcept
@cython.locals(ware=int, mine=int, theirs=int)
cdef int write_wares(Asante state, int seat, byte* into, int at) noexcept
@cython.locals(mine=bint)
cdef int write_cards(Asante state, int seat, byte* into, int at) noexcept
@cython.locals(kind=int)
cdef int write_hand(short* counts, int of, word64 held, byte* into, int at) noexcept
@cython.locals(place=int)
cdef int write_pile(short* cards, int size, int kinds, int most, byte* into, int at) noexcept
@cython.locals(place=int)
cdef int card_in_play(Asante state) noexcept
@cython.locals(slot=int, place=int)
cdef int write_places(Asante state, int seat, byte* into, int at) noexcept
@cython.locals(first=int, turned=int, dolls=int, target=int, place=int, slot=int)
cdef int write_artifacts(Asante state, int seat, byte* into, int at) noexcept
